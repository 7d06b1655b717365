"""A solo board arranged by hand, for tests that begin in the middle."""

from __future__ import annotations

from sunroom import load
from sunroom.checks.scene import TableScene
from sunroom.engine.referee import Referee
from sunroom.games.guild_solo.pieces import FIELD_NAMES, ITEMS
from sunroom.games.guild_solo.state import SWAP
from sunroom.rules.contract import CHANCE

GAME = load("guild-solo")
GUILDS = ("red", "green", "blue")


class Scene(TableScene):
    """At the swap of the first turn: red, green, blue in the queue, nothing on the board."""

    def __init__(self, referee: Referee, **options: str) -> None:
        super().__init__(GAME, referee, GAME.settings(options))
        self.do("red", "green", "blue")

    def legal(self) -> list[str]:
        """What can be decided, entries of the ledger aside."""
        return [text for text in super().legal() if "=" not in text]

    def view(self) -> dict:
        return GAME.view(self.s, 0)

    def outcome(self, field: str) -> str:
        row = self.view()["rows"]["ABC".index(field[0])]
        return row["fields"][int(field[1]) - 1]["outcome"]

    def owns(self, item: str) -> int:
        return self.s.facts[ITEMS.index(item)]

    def queue(self, *guilds: str) -> Scene:
        """These tiles in the queue; the bag has what is left."""
        for n in range(3):
            if self.s.queue[n]:
                self.s.bag[self.s.queue[n] - 1] += 1
            self.s.queue[n] = 0
        for n, guild in enumerate(guilds):
            self.s.queue[n] = GUILDS.index(guild) + 1
            self.s.bag[GUILDS.index(guild)] -= 1
        return self

    def rows(self, red: int = 0, green: int = 0, blue: int = 0) -> Scene:
        """So many tiles lie in row A (red), B (green) and C (blue); conditions were met."""
        for guild, number in enumerate((red, green, blue)):
            self.s.row[guild] = guild + 1
            self.s.filled[guild] = number
            self.s.bag[guild] -= number
            for column in range(number):
                self.s.outcome[guild * 6 + column] = 1
            self.s.met += number == 6
        self.s.turn = red + green + blue + 1
        return self

    def before(self, field: str) -> Scene:
        """The next tile of the queue comes to this field."""
        row, column = divmod(FIELD_NAMES.index(field), 6)
        guild = GUILDS[row]
        rest = [g for g in GUILDS if g != guild]
        return self.queue(guild, *rest).rows(**{guild: column})

    def go(self, field: str) -> Scene:
        """Place a tile on this field, up to its first question."""
        return self.before(field).do("keep")

    def own(self, **facts: int) -> Scene:
        for item, n in facts.items():
            self.s.facts[ITEMS.index(item)] = n
        return self

    def to_next_turn(self) -> Scene:
        """Draw the first tile there is, take actions."""
        while self.s.phase != SWAP:
            self.do(next(iter(self.outcomes())) if self.actor == CHANCE else "next")
        return self
