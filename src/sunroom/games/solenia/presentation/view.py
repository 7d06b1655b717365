"""What a screen shows of Solenia, as plain data."""

from __future__ import annotations

from typing import Any

from sunroom.games.solenia.chapters.delivery import missing
from sunroom.games.solenia.chapters.scoring import good_stars, pair_stars, scores, tile_stars
from sunroom.games.solenia.chapters.solo import DUMMY_OWNER, RANKS
from sunroom.games.solenia.chapters.turn import (
    SUBSTITUTE,
    level_one,
    owners,
    space_kind,
    stored,
)
from sunroom.games.solenia.chapters.voyage import MIDDLE, voyage_cost
from sunroom.games.solenia.geometry import AHEAD, READINGS
from sunroom.games.solenia.pieces import (
    CARD_COPIES,
    CARD_VALUE,
    CARDS,
    COLUMNS,
    FILES,
    GOODS,
    KINDS,
    LEAST_CERTAIN,
    LINES,
    ROWS,
    SLOT_AMONG,
    SLOT_CHOOSE,
    SLOT_GOODS,
    SLOT_LEVEL,
    SLOT_PER_TILE,
    SLOT_STARS,
    SLOT_STORAGE,
    SLOTS,
    SPACES,
    TILE_ASKS,
    TILE_STARS,
    TILE_TOTAL,
    TILES,
)
from sunroom.games.solenia.rules import to_act
from sunroom.games.solenia.state import (
    BONUS,
    CARD,
    DIE,
    DISCARD,
    DISPLAY,
    DONE,
    DRAFT,
    INSTEAD,
    PAY,
    PLACES,
    REFILL,
    REVEAL,
    SLOT,
    SPACE,
    SPARE,
    SUMMER,
    TILE,
    Solenia,
)
from sunroom.rules.components import doubts

from .notation import CARD_NAMES, HALF_NAMES, ONE_NAMES, POWERS, SPACE_NAMES, TILE_NAMES

PHASES = {
    DRAFT: "draft",
    CARD: "card",
    SPACE: "space",
    PAY: "pay",
    TILE: "tile",
    SPARE: "spare",
    INSTEAD: "instead",
    SLOT: "slot",
    BONUS: "bonus",
    DISCARD: "discard",
    DONE: "done",
}  # of people; all others are chance
LIGHTS = ("day", "night", "dawn", "dusk")


def view(s: Solenia, seat: int) -> dict[str, Any]:
    """The table as plain data, for the eyes of one seat."""
    unsure = unsure_pieces(s)
    return {
        "phase": PHASES.get(s.phase, "chance"),
        "to_act": to_act(s),
        "turn": s.seat,
        "first": s.first,
        "side": "summer" if s.side == SUMMER else "winter",
        "airship": SPACE_NAMES[s.airship * COLUMNS + MIDDLE],
        "lie": lie(s),
        "ahead": list(AHEAD[lie(s)]),
        "strips": [strip(s, line) for line in range(LINES)],
        "display": {
            name: [tile(s, row, place, seat) for place in range(DISPLAY)]
            for row, name in enumerate(ROWS)
        },
        "players": [player(s, other, score) for other, score in enumerate(all_scores(s))],
        "discards_of": [discards(s, owner) for owner in range(owners(s))],
        "hand": hand(s, seat) if s.phase != DONE else [],
        "reconstructed": "reconstructed" in unsure.values(),
        "doubts": unsure,
        "chosen": CARD_NAMES[s.chosen - 1] if s.chosen > 0 else None,
        "pay": s.pay,
        "target": SPACE_NAMES[s.space] if s.phase == PAY else None,
        "costs": costs(s),
        "row": ROWS[s.row] if s.phase in (TILE, SPARE, INSTEAD, SLOT, BONUS) else None,
        "tile": tile_data(s.tile - 1) if s.tile > 0 else None,
        "spared": GOODS[s.spared - 1] if s.spared > 0 else None,
        "choose": s.choose,
        "printed": {
            name: [bonus(s, row, c) for c in range(SLOTS)] for row, name in enumerate(ROWS)
        },
        "offers": offers(s),
        "powers": POWERS if s.improved else {},
        "drawn": drawn(s),
        "rank": rank(s) if s.seats == 1 and s.phase == DONE else None,
    }


def lie(s: Solenia) -> str:
    """How the strips lie, by the name of the option."""
    return READINGS[s.reading][0]


def unsure_pieces(s: Solenia) -> dict[str, str]:
    """What of this table is not certain; no box makes the rules of solitaire certain."""
    board: tuple[str, ...] = ("summer" if s.side == SUMMER else "winter",)
    board += ("improvements",) if s.improved else ()
    found = doubts(FILES, LEAST_CERTAIN, ("cards", "strips", "tiles", *board))
    return found | ({"solitaire": "reconstructed"} if s.seats == 1 else {})


def hand(s: Solenia, seat: int) -> list[str]:
    return [CARD_NAMES[kind] for kind in range(KINDS) for _ in range(s.hand[seat, kind])]


def discards(s: Solenia, owner: int) -> dict[str, int]:
    """A pile of cards that have left the board: in neither deck, hand nor play (LEN-2.6a).

    A hand and a deck together are known to all, so that this is the same behind every veil.
    """
    left = [CARD_COPIES[k] - s.hand[owner, k] - s.deck[owner, k] for k in range(KINDS)]
    for place in range(PLACES):
        card = s.card[place] - 1
        if card >= 0 and card // KINDS == owner:
            left[card % KINDS] -= 1
    if owner == DUMMY_OWNER and s.phase == DIE:
        left[s.chosen - 1] -= 1  # turned up, on its way to the board
    return {CARD_NAMES[kind]: n for kind, n in enumerate(left) if n > 0}


def strip(s: Solenia, line: int) -> dict[str, Any]:
    face = s.strip[line]
    light = LIGHTS[face % 2] if face < 8 else LIGHTS[2 + face % 2]
    return {"light": light, "spaces": [space(s, line * COLUMNS + c) for c in range(COLUMNS)]}


def space(s: Solenia, place: int) -> dict[str, Any]:
    card = s.card[place] - 1
    return {
        "name": SPACE_NAMES[place],
        "kind": SPACES[space_kind(s, place)],
        "card": None
        if card < 0
        else {
            "owner": card // KINDS,
            "name": CARD_NAMES[card % KINDS],
            "value": CARD_VALUE[card % KINDS],
        },
    }


def tile(s: Solenia, row: int, place: int, seat: int) -> dict[str, Any] | None:
    number = s.display[row, place] - 1
    if number < 0:
        return None
    return tile_data(number) | {"affordable": seat >= 0 and affordable(s, number, seat)}


def affordable(s: Solenia, number: int, seat: int) -> bool:
    lacking = missing(s, seat, number, -1)
    enough = stored(s, seat) >= TILE_TOTAL[number]
    return enough and lacking <= level_one(s, seat, SUBSTITUTE)


def tile_data(number: int) -> dict[str, Any]:
    asks = {good: TILE_ASKS[number, g] for g, good in enumerate(GOODS) if TILE_ASKS[number, g]}
    return {"name": TILE_NAMES[number], "asks": asks, "stars": TILE_STARS[number]}


def all_scores(s: Solenia) -> list[int]:
    total = [0] * s.seats
    scores(s, total)
    return total


def player(s: Solenia, other: int, score: int) -> dict[str, Any]:
    return {
        "goods": {good: s.goods[other, g] for g, good in enumerate(GOODS)},
        "stored": stored(s, other),
        "storage": s.storage[other],
        "stars": s.stars[other],
        "held": s.held[other],
        "left": CARDS - s.played[other],
        "slots": {
            name: [slot(s, other, row, c) for c in range(SLOTS)] for row, name in enumerate(ROWS)
        },
        "beyond": {name: beyond(s, other, row) for row, name in enumerate(ROWS)},
        "one": ONE_NAMES[s.one[other] - 1] if s.one[other] else None,
        "halves": [
            HALF_NAMES[row][s.half[other, row] - 1] if s.half[other, row] else None
            for row in range(2)
        ],
        "score": score,
        "scored": {
            "tiles": tile_stars(s, other),
            "pairs": pair_stars(s, other),
            "goods": good_stars(s, other),
        },
    }


def slot(s: Solenia, other: int, row: int, column: int) -> dict[str, Any] | None:
    number = s.slot[other, row, column] - 1
    return tile_data(number) if number >= 0 else None


def beyond(s: Solenia, other: int, row: int) -> list[dict[str, Any]]:
    """Delivered tiles without a slot: the seventh of a row and those after it (LEN-5.3a)."""
    placed = [s.slot[other, row, column] for column in range(SLOTS)]
    placed += [s.tile] if other == s.seat else []  # on its way to a slot
    numbers = range(row * TILES, (row + 1) * TILES)
    mine = [n for n in numbers if s.delivered[other, row] >> (n - row * TILES) & 1]
    return [tile_data(n) for n in mine if n + 1 not in placed]


def bonus(s: Solenia, row: int, column: int) -> dict[str, Any]:
    """What is printed on a slot of the player boards."""
    at = s.side, row, column
    return {
        "level": SLOT_LEVEL[at],
        "goods": {good: SLOT_GOODS[*at, g] for g, good in enumerate(GOODS) if SLOT_GOODS[*at, g]},
        "choose": SLOT_CHOOSE[at],
        "among": [good for g, good in enumerate(GOODS) if SLOT_AMONG[at] >> g & 1],
        "storage": SLOT_STORAGE[at],
        "stars": SLOT_STARS[at],
        "per_tile": SLOT_PER_TILE[at],
    }


def costs(s: Solenia) -> dict[str, int]:
    """What the way to each space without a card costs whoever is about to choose one."""
    if s.phase not in (CARD, SPACE):
        return {}
    return {
        SPACE_NAMES[place]: voyage_cost(s, place) for place in range(PLACES) if s.card[place] == 0
    }


def offers(s: Solenia) -> dict[str, Any]:
    """The Improvement tiles that can still be drafted."""
    ones = [ONE_NAMES[s.offered_one[p] - 1] for p in range(s.seats) if s.offered_one[p]]
    halves = [
        [HALF_NAMES[row][s.offered_half[row, p] - 1] for row in range(2)]
        for p in range(s.seats)
        if s.offered_half[0, p] and s.offered_half[1, p]
    ]
    return {"one": ones, "pairs": halves}


def drawn(s: Solenia) -> list[dict[str, Any]]:
    """The tiles of which one is being drawn: whoever enters it says which."""
    if s.phase not in (REVEAL, REFILL):
        return []
    return [tile_data(s.row * TILES + n) for n in range(TILES) if s.pile[s.row] >> n & 1]


def rank(s: Solenia) -> int:
    """How well a solitaire game went, from 1 to 5."""
    total = [0]
    scores(s, total)
    return 1 + sum(total[0] >= least for least in RANKS)
