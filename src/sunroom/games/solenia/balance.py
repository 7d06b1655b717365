"""What statistics count of a decision in Solenia: stuck turns, and what is taken of an offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sunroom.rules.components import Components, Files
from sunroom.rules.contract import Noted

from .pieces import COMPONENTS, ROWS, SLOTS
from .rules import DISCARD_CODE, ONE_CODE, PAIR_CODE, SLOT_CODE, TILE_CODE
from .state import CARD, DRAFT, SLOT, SPACE, TILE, Solenia

OFFERS = (TILE, SLOT, DRAFT)


def ids(files: Files) -> dict[str, Any]:
    """The rows of the pieces that are offered, as rules number them."""
    winter = {(row["row"], int(row["column"])): row["id"] for row in files["winter"].rows}
    improvements = files["improvements"]
    return {
        "tile_ids": [id for kind in ROWS for id in rows_of(files["tiles"], kind=kind)],
        "slot_ids": [[winter[row, column + 1] for column in range(SLOTS)] for row in ROWS],
        "one_ids": rows_of(improvements, level="1"),
        "half_ids": [rows_of(improvements, level="3", row=row) for row in ROWS],
    }


def rows_of(components: Components, **having: str) -> list[str]:
    """The row of each piece with these words."""
    return [
        row["id"]
        for row in components.rows
        if all(row[column] == word for column, word in having.items())
        for _ in range(int(row["copies"]))
    ]


IDS = ids(COMPONENTS)
TILE_IDS, SLOT_IDS = IDS["tile_ids"], IDS["slot_ids"]
ONE_IDS, HALF_IDS = IDS["one_ids"], IDS["half_ids"]


def note(s: Solenia, action: int, legal: Sequence[int]) -> Iterator[Noted]:
    if s.phase == CARD:
        yield Noted("turn")
    elif s.phase == SPACE and DISCARD_CODE in legal:
        yield Noted("stuck")
    if s.phase == SPACE and action == DISCARD_CODE:
        yield Noted("discarded")
    if s.phase in OFFERS and len(legal) > 1:
        for code in legal:
            for file, id in pieces_of(s, code):
                yield Noted("offered", file, id)
                if code == action:
                    yield Noted("taken", file, id)


def pieces_of(s: Solenia, code: int) -> list[tuple[str, str]]:
    """The pieces that an action takes: a tile, a slot, an Improvement tile or both its halves."""
    if code < SLOT_CODE:
        return [("tiles", TILE_IDS[s.display[s.row, code - TILE_CODE] - 1])]
    if code < ONE_CODE:
        return [("winter", SLOT_IDS[s.row][code - SLOT_CODE])]
    if code < PAIR_CODE:
        return [("improvements", ONE_IDS[s.offered_one[code - ONE_CODE] - 1])]
    halves = [s.offered_half[row, code - PAIR_CODE] - 1 for row in range(len(ROWS))]
    return [("improvements", HALF_IDS[row][half]) for row, half in enumerate(halves)]
