"""What is to be said of a box of Solenia: pieces without any use, and what no text lets expect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sunroom.rules.boxes.columns import Row
from sunroom.rules.boxes.findings import FINE, STRANGE, Finding, remark
from sunroom.rules.components import Components, Files
from sunroom.rules.words import Argument, Message, message

from .chapters.delivery import MOST_STORAGE
from .pieces import COMPONENTS, GOODS, SPACES, mistakes

FOREIGN = {"day": ("stone", "water"), "night": ("wood", "wheat")}  # what these people want
VALUES = {0: 6, 1: 6, 2: 4}  # LEN-1.3a
OUR_TILES = frozenset(map(COMPONENTS["tiles"].fact, COMPONENTS["tiles"].rows))
GAINS = (*GOODS, "choose", "storage", "stars", "end_per_tile")  # of a slot


def inspect(files: Files) -> Iterator[Finding]:
    yield from mistakes(files)
    yield from of_strips(files["strips"])
    yield from of_cards(files["cards"], islands(files["strips"]))
    for tile in files["tiles"].rows:
        yield from of_tile(files["tiles"], tile)
    for board in ("summer", "winter"):
        yield from of_slots(files[board])
    yield from of_improvements(files["improvements"])


def printed(word: str) -> Message:
    return message(f"printed_{word}")


def spaces(row: Row) -> list[str]:
    return [row[column] for column in "abcde"]


def islands(strips: Components) -> set[str]:
    """All that the spaces of a box are."""
    return {space for row in strips.rows for space in spaces(row)}


def of_strips(strips: Components) -> Iterator[Finding]:
    """A good that no island gives, a city that is nowhere, a city on the wrong side."""
    there = islands(strips)
    for space in SPACES:
        if space not in there:
            id = "box_no_island" if space in GOODS else "box_no_city"
            yield remark(STRANGE, id, "strips", what=printed(space))
    for row in strips.rows:
        other = {"day": "night", "night": "day"}.get(row["side"])
        if other is not None and other in spaces(row):
            column = "abcde"[spaces(row).index(other)]
            what, side = printed(other), printed(row["side"])
            yield odd("box_other_city", strips, row, column, what=what, side=side)


def of_cards(cards: Components, there: set[str]) -> Iterator[Finding]:
    """A power without its good, or a good without a power; other numbers than a review counts."""
    for row in cards.rows:
        needs_good = row["power"] in ("goods", "star")
        if needs_good and not row["good"]:
            yield odd("box_card_idle", cards, row, "good")
        elif not needs_good and (row["good"] or row["second"]):
            yield odd("box_good_unused", cards, row, "good")
        elif row["power"] == "star" and row["good"] not in there:
            yield odd("box_card_idle", cards, row, "good")
    for value, number in VALUES.items():
        found = sum(int(piece["value"]) == value for piece in cards.pieces)
        if found != number:
            yield remark(
                STRANGE, "box_card_values", "cards", "", "value", value=value, found=found, n=number
            )


def of_tile(tiles: Components, row: Row) -> Iterator[Finding]:
    """A tile that asks nothing, or for more than can be stored; what people want."""
    total = sum(int(row[good]) for good in GOODS)
    foreign = sum(int(row[good]) for good in FOREIGN[row["kind"]])
    side, (one, other) = printed(row["kind"]), map(printed, FOREIGN[row["kind"]])
    if total == 0:
        yield odd("box_tile_free", tiles, row)
    elif total > MOST_STORAGE:
        yield odd("box_tile_never", tiles, row, found=total, n=MOST_STORAGE)
    elif 2 * foreign < total:
        yield odd("box_tile_at_home", tiles, row, side=side, one=one, other=other)
    elif foreign == total and tiles.fact(row) not in OUR_TILES:
        yield replace(
            odd("box_tile_foreign", tiles, row, side=side, one=one, other=other), kind=FINE
        )
    if int(row["stars"]) == 0:
        yield odd("box_tile_worthless", tiles, row, "stars")


def of_slots(board: Components) -> Iterator[Finding]:
    """A slot that gives nothing, or names goods without a choice."""
    for row in board.rows:
        if not any(int(row[gain]) for gain in GAINS):
            yield odd("box_slot_idle", board, row)
        if row["among"] and not int(row["choose"]):
            yield odd("box_good_unused", board, row, "among")


def of_improvements(improvements: Components) -> Iterator[Finding]:
    """A power that does nothing."""
    for row in improvements.rows:
        if not int(row["amount"]):
            yield odd("box_improvement_idle", improvements, row, "amount")
        elif row["power"] == "asking" and not row["good"]:
            yield odd("box_improvement_idle", improvements, row, "good")


def odd(id: str, file: Components, row: Row, column: str = "", **args: Argument) -> Finding:
    return remark(STRANGE, id, file.name, row["id"], column, id=row["id"], **args)
