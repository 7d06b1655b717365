"""The pieces of the Solenia box as numbers, read from the CSV files beside this one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sunroom.rules.boxes.columns import NOTHING, Column, Count, Row, Sheet
from sunroom.rules.boxes.findings import MISTAKE, Finding, remark
from sunroom.rules.components import (
    Components,
    Files,
    frozen,
    least_certain,
    not_filled,
    read_box,
)
from sunroom.rules.record import Cells
from sunroom.rules.rulebook import rule
from sunroom.rules.words import SHARED_WORDS, Words

FOLDER = Path(__file__).parent
WORDS = Words(FOLDER / "words.toml", SHARED_WORDS)

GOODS = ("wood", "wheat", "stone", "water")  # LEN-1.2
ROWS = ("day", "night")  # of tiles, cities and slots
SPACES = (*GOODS, *ROWS)  # LEN-1.2: what a space is; from DAY_CITY on it is a city
DAY_CITY = len(GOODS)
COLUMNS = 5  # LEN-1.1a
LINES = 5  # LEN-1.1
SIDES = ("day", "night", "dawn", "dusk")
CARDS = 16  # LEN-1.3, LEN-1.3a
KINDS = CARDS  # as many kinds of cards at most; a box may have fewer
TILES = 24  # LEN-1.4, LEN-1.4a: of each kind
SEATS = 4  # at most
SLOTS = 6  # in a row of the player board
LEVELS = 3  # LEN-9.1: of the slots in winter
OFFERS = 8  # LEN-1.6, LEN-1.6a: level-1 tiles, and halves of each kind
LEVEL_1 = ("voyage", "storage", "substitute", "zero", "delivery", "expulsion", "hand", "two")
LEVEL_3 = ("stars", "pairs", "goods", "tiles", "asking")
CARD_POWERS = ("one", "two", "goods", "star")
NO_GOOD = NOTHING


def side_of(strip: int) -> tuple[str, str]:
    """What the two sides of a strip are called."""
    return ("day", "night") if strip < LINES else ("dawn", "dusk")


BOARD_COLUMNS = (
    Column("board", place=True),
    Column("row", ROWS, place=True),
    Column("column", numbers=(1, SLOTS), place=True),
    Column("level", numbers=(0, 9), place=True),
    *(Column(good, numbers=(0, 9)) for good in GOODS),
    Column("choose", numbers=(0, 9)),
    Column("among", GOODS, several=True, optional=True),
    *(Column(name, numbers=(0, 9)) for name in ("storage", "stars", "end_per_tile")),
)
BOARD_COUNTS = tuple(
    Count(1, (("row", row), ("column", str(column + 1)))) for row in ROWS for column in range(SLOTS)
)
SHEETS = (
    Sheet(
        "cards",
        (
            Column("value", numbers=(0, 2)),
            Column("power", CARD_POWERS),
            Column("good", GOODS, optional=True),
            Column("second", GOODS, optional=True),
        ),
        (Count(CARDS),),
    ),
    Sheet(
        "strips",
        (
            Column("strip", numbers=(1, LINES), place=True),
            Column("side", SIDES, place=True),
            *(Column(column, SPACES) for column in "abcde"),
        ),
        (
            Count(2 * LINES),
            *(
                Count(1, (("strip", str(strip)), ("side", side)))
                for strip in range(1, LINES + 1)
                for side in side_of(strip)
            ),
        ),
    ),
    Sheet(
        "tiles",
        (
            Column("kind", ROWS, place=True),
            *(Column(good, numbers=(0, 9)) for good in GOODS),
            Column("stars", numbers=(0, 20)),
        ),
        tuple(Count(TILES, (("kind", kind),)) for kind in ROWS),
    ),
    Sheet("summer", BOARD_COLUMNS, BOARD_COUNTS),
    Sheet(
        "winter",
        BOARD_COLUMNS,
        (
            *BOARD_COUNTS,
            *(
                Count(SLOTS // LEVELS, (("row", row), ("level", str(level))))
                for row in ROWS
                for level in range(1, LEVELS + 1)
            ),
        ),
    ),
    Sheet(
        "improvements",
        (
            Column("level", place=True),
            Column("row", place=True),
            Column("power", LEVEL_1, of=(("level", "1"),)),
            Column("power", LEVEL_3, of=(("level", "3"),)),
            Column("good", GOODS, optional=True, of=(("level", "3"),)),
            # Another good can stand in for one good, not for more (LEN-10.6).
            Column("amount", numbers=(0, 1), of=(("level", "1"), ("power", "substitute"))),
            Column("amount", numbers=(0, 9)),
        ),
        (
            *(Count(OFFERS, (("level", "3"), ("row", row))) for row in ROWS),
            Count(OFFERS, (("level", "1"),)),
        ),
    ),
)
FILES = tuple(sheet.name for sheet in SHEETS)


def card_kinds(cards: Components) -> list[dict[str, Any]]:
    """The distinct cards of a deck with their copies; equal rows are one kind."""
    kinds: dict[tuple[int, ...], dict[str, Any]] = {}
    for row in cards.rows:
        value, power, good, second = (
            cards.code(row, column) for column in ("value", "power", "good", "second")
        )
        kind = kinds.setdefault(
            (value, power, good, second),
            {"value": value, "power": CARD_POWERS[power], "goods": (good, second), "copies": 0},
        )
        kind["copies"] += int(row["copies"])
    return list(kinds.values())


@rule("LEN-1.3b")
def card_numbers(cards: Components) -> dict[str, Cells]:
    kinds = card_kinds(cards)
    blank = {"value": 0, "power": "", "goods": (NO_GOOD, NO_GOOD), "copies": 0}
    kinds += [blank] * (KINDS - len(kinds))
    gains = [[k["goods"].count(g) if k["power"] == "goods" else 0 for g in range(4)] for k in kinds]
    products = {"one": 1, "two": 2}
    return {
        "CARD_COPIES": frozen([k["copies"] for k in kinds]),
        "CARD_VALUE": frozen([k["value"] for k in kinds]),
        "CARD_PRODUCT": frozen([products.get(k["power"], 0) for k in kinds]),
        "CARD_GOODS": frozen(gains),
        "CARD_STAR": frozen([k["goods"][0] if k["power"] == "star" else NO_GOOD for k in kinds]),
    }


@rule("LEN-1.2a")
def strip_numbers(strips: Components) -> dict[str, Cells]:
    """The spaces of every face; face 2 n is the day or dawn side of strip n, 2 n + 1 its back."""
    rows = sorted(strips.rows, key=lambda row: (row["strip"], SIDES.index(row["side"]) % 2))
    faces = [[strips.code(row, c) for c in "abcde"] for row in rows]
    islands = [
        [sum(1 << c for c in range(COLUMNS) if f[c] == space) for f in faces]
        for space in range(len(SPACES))
    ]
    return {
        "STRIP": frozen(faces),
        "CITIES": frozen([islands[DAY_CITY], islands[DAY_CITY + 1]]),
    }


@rule("LEN-1.4b")
def tile_numbers(tiles: Components) -> dict[str, Cells]:
    """Day tiles first, then night tiles."""
    pieces = sorted(tiles.pieces, key=lambda row: tiles.code(row, "kind"))
    asks = [[tiles.code(row, good) for good in GOODS] for row in pieces]
    return {
        "TILE_ASKS": frozen(asks),
        "TILE_TOTAL": frozen([sum(asked) for asked in asks]),
        "TILE_STARS": frozen([tiles.code(row, "stars") for row in pieces]),
    }


def slot_numbers(boards: list[Components]) -> dict[str, Cells]:
    """The player boards: [board, row, column], summer first."""

    def grid(column: str) -> list[list[list[int]]]:
        return [
            [[_slot_number(board, by_place[r, c], column) for c in range(SLOTS)] for r in range(2)]
            for board in boards
            for by_place in [_by_place(board)]
        ]

    by_good = [grid(good) for good in GOODS]
    goods = [
        [[[grid[b][r][c] for grid in by_good] for c in range(SLOTS)] for r in range(len(ROWS))]
        for b in range(len(boards))
    ]
    names = ("level", "choose", "among", "storage", "stars", "end_per_tile")
    return {"SLOT_GOODS": frozen(goods)} | {f"SLOT_{n.upper()}": frozen(grid(n)) for n in names}


def _by_place(board: Components) -> dict[tuple[int, int], dict[str, str]]:
    return {(board.code(row, "row"), board.code(row, "column") - 1): row for row in board.rows}


def _slot_number(board: Components, row: Row, column: str) -> int:
    if column == "among":
        return sum(1 << good for good in board.codes(row, "among"))
    return board.code(row, column)


def halves_by_row(improvements: Components) -> list[list[dict[str, str]]]:
    """The halves of level 3, by day and by night."""
    return [
        [row for row in improvements.pieces if row["level"] == "3" and row["row"] == side]
        for side in ROWS
    ]


def improvement_numbers(improvements: Components) -> dict[str, Cells]:
    ones = [row for row in improvements.pieces if row["level"] == "1"]

    def of_ones(column: str) -> Cells:
        return frozen([improvements.code(row, column) for row in ones])

    def of_halves(column: str) -> Cells:
        sides = halves_by_row(improvements)
        return frozen([[improvements.code(row, column) for row in side] for side in sides])

    return {
        "ONE_POWER": of_ones("power"),
        "ONE_AMOUNT": of_ones("amount"),
        "HALF_POWER": of_halves("power"),
        "HALF_AMOUNT": of_halves("amount"),
        "HALF_GOOD": of_halves("good"),
    }


def mistakes(files: Files) -> Iterator[Finding]:
    """What keeps a box from being played with, beside what each row says by itself."""
    for board in ("summer", "winter"):
        for slot in files[board].rows:
            if files[board].code(slot, "choose") > 0:
                yield from not_filled(board, slot, "among")
    yield from too_few_halves(files["improvements"])


@rule("LEN-10.1", "LEN-10.1a")
def too_few_halves(improvements: Components) -> Iterator[Finding]:
    """However many pairs are laid out, a night half is left that differs from its day half."""
    days, nights = halves_by_row(improvements)
    for day in days:
        other = sum((n["power"], n["good"]) != (day["power"], day["good"]) for n in nights)
        if other < SEATS:
            yield remark(
                MISTAKE, "components_halves", "improvements", day["id"], "power",
                where=day["at"], found=other, n=SEATS,
            )  # fmt: skip


def read_pieces(folder: Path) -> tuple[dict[str, Components], dict[str, Cells]]:
    """All component files of a folder, and the numbers that rules read."""
    files = read_box(folder, SHEETS, WORDS, mistakes)
    numbers = (
        card_numbers(files["cards"])
        | strip_numbers(files["strips"])
        | tile_numbers(files["tiles"])
        | slot_numbers([files["summer"], files["winter"]])
        | improvement_numbers(files["improvements"])
        | {"LEAST_CERTAIN": least_certain(files)}
    )
    return files, numbers


COMPONENTS, NUMBERS = read_pieces(FOLDER)
CARD_COPIES, CARD_VALUE = NUMBERS["CARD_COPIES"], NUMBERS["CARD_VALUE"]
CARD_PRODUCT, CARD_GOODS, CARD_STAR = (
    NUMBERS[n] for n in ("CARD_PRODUCT", "CARD_GOODS", "CARD_STAR")
)
STRIP, CITIES = NUMBERS["STRIP"], NUMBERS["CITIES"]
TILE_ASKS, TILE_TOTAL, TILE_STARS = (NUMBERS[n] for n in ("TILE_ASKS", "TILE_TOTAL", "TILE_STARS"))
SLOT_GOODS, SLOT_LEVEL = NUMBERS["SLOT_GOODS"], NUMBERS["SLOT_LEVEL"]
SLOT_CHOOSE, SLOT_AMONG = NUMBERS["SLOT_CHOOSE"], NUMBERS["SLOT_AMONG"]
SLOT_STORAGE, SLOT_STARS = NUMBERS["SLOT_STORAGE"], NUMBERS["SLOT_STARS"]
SLOT_PER_TILE = NUMBERS["SLOT_END_PER_TILE"]
ONE_POWER, ONE_AMOUNT = NUMBERS["ONE_POWER"], NUMBERS["ONE_AMOUNT"]
HALF_POWER, HALF_AMOUNT, HALF_GOOD = (
    NUMBERS[n] for n in ("HALF_POWER", "HALF_AMOUNT", "HALF_GOOD")
)
LEAST_CERTAIN = NUMBERS["LEAST_CERTAIN"]
