"""A table set up by hand for a test: strips, goods, hands, tiles and cards as one likes.

The lists of spaces are reconstructed and may change; the tests have a board of their own, with
cities beside the airship. With `order=night-first` and the strips in their order it is (▲ is the
airship):

    5 day    wood   DAY    wheat  water  stone
    4 day    DAY    wood   wheat  DAY    wood
    3 dawn   wood   NIGHT  wheat▲ DAY    water
    2 night  NIGHT  wood   stone  NIGHT  water
    1 night  wood   water  NIGHT  water  stone
             a      b      c      d      e
"""

from __future__ import annotations

import csv
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from sunroom import load
from sunroom.checks.scene import TableScene
from sunroom.engine.referee import Referee
from sunroom.games.solenia.pieces import GOODS, KINDS, TILES
from sunroom.games.solenia.presentation.notation import CARD_NAMES, SPACE_NAMES, TILE_NAMES
from sunroom.games.solenia.state import CARD, DRAFT
from sunroom.rules.contract import CHANCE, Game

OWN_STRIPS = {
    "LEN-S5dawn": ["5", "dawn", "wood", "night", "wheat", "day", "water"],
    "LEN-S5dusk": ["5", "dusk", "wheat", "night", "water", "day", "stone"],
}


def on_own_strips(game: Game) -> Game:
    with TemporaryDirectory() as folder:
        for box in game.components:
            shutil.copy(game.folder / f"{box.name}.csv", folder)
        strips = Path(folder) / "strips.csv"
        rows = list(csv.reader(strips.read_text("utf-8").splitlines()))
        changed = [[row[0], *OWN_STRIPS.get(row[0], row[1:8]), *row[8:]] for row in rows]
        with strips.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(changed)
        return game.with_components(Path(folder))


GAME = on_own_strips(load("solenia"))
ROW = {"day": 0, "night": 1}


class Scene(TableScene):
    def __init__(self, referee: Referee, seats: int = 2, until: int = CARD, **options: str) -> None:
        chosen = {"order": "night-first", "first": "1"} | options
        super().__init__(GAME, referee, GAME.settings(chosen, seats))
        while self.s.phase not in (until, CARD) and self.actor == CHANCE:
            self.chance()

    # Asking

    def goods(self, seat: int = 0) -> dict[str, int]:
        return {
            good: self.s.goods[seat, g] for g, good in enumerate(GOODS) if self.s.goods[seat, g]
        }

    def scores(self) -> list[int]:
        return self.referee.scores(self.s, self.s.seats)

    def slots(self, row: str, seat: int = 0) -> list[str | None]:
        tiles = GAME.view(self.s, 0)["players"][seat]["slots"][row]
        return [tile and tile["name"] for tile in tiles]

    # Arranging

    def give(self, seat: int = 0, **goods: int) -> Scene:
        for g, good in enumerate(GOODS):
            self.s.goods[seat, g] = goods.get(good, 0)
        return self

    def hand(self, *cards: str, seat: int = 0) -> Scene:
        """Exactly these cards in hand, out of the deck."""
        for kind in range(KINDS):
            self.s.deck[seat, kind] += self.s.hand[seat, kind]
            self.s.hand[seat, kind] = 0
        for card in cards:
            self.s.hand[seat, CARD_NAMES.index(card)] += 1
            self.s.deck[seat, CARD_NAMES.index(card)] -= 1
        self.s.held[seat] = len(cards)
        return self

    def lay(self, space: str, card: str, seat: int = 0) -> Scene:
        """A card that was played before."""
        kind, place = CARD_NAMES.index(card), SPACE_NAMES.index(space)
        self.s.card[place] = 1 + seat * KINDS + kind
        self.s.own[seat] |= 1 << place
        self.s.deck[seat, kind] -= 1
        self.s.played[seat] += 1
        return self

    def show(self, row: str, *tiles: str) -> Scene:
        """Exactly these tiles in the display."""
        at = ROW[row]
        for place in range(4):
            if self.s.display[at, place]:
                self.s.pile[at] |= 1 << (self.s.display[at, place] - 1 - at * TILES)
            self.s.display[at, place] = 0
        for place, tile in enumerate(tiles):
            number = TILE_NAMES.index(tile)
            self.s.display[at, place] = number + 1
            self.s.pile[at] &= ~(1 << (number - at * TILES))
        return self

    def cover(self, row: str, column: int, tile: str, seat: int = 0) -> Scene:
        """A tile that was delivered before."""
        number, at = TILE_NAMES.index(tile), ROW[row]
        bit = 1 << (number - at * TILES)
        self.s.slot[seat, at, column - 1] = number + 1
        self.s.delivered[seat, at] |= bit
        self.s.pile[at] &= ~bit
        return self


__all__ = ["DRAFT", "GAME", "Scene"]
