"""The solo board and its tiles, as numbers for rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sunroom.rules.boxes.columns import Column, Count, Row, Sheet
from sunroom.rules.boxes.findings import STRANGE, Finding, remark
from sunroom.rules.components import Files, frozen, read_box
from sunroom.rules.words import SHARED_WORDS, Words

FOLDER = Path(__file__).parent
WORDS = Words(FOLDER / "words.toml", SHARED_WORDS)

ROWS, COLUMNS = 3, 6  # GLD-1.1
FIELDS = ROWS * COLUMNS
GUILDS = 3  # GLD-2.1
TILES = 6  # GLD-2.1: of each guild
QUEUE = 3  # GLD-2.2
TOKENS = ("none", "mine", "coin", "final")  # GLD-1.2, GLD-1.3
NONE, MINE, COIN, FINAL = range(len(TOKENS))

# What the player owns in the base game, each with the most that can be entered.
LEDGER = {
    "jar": 99, "hand": 9, "trade": 9, "exploration": 9, "civil": 9,
    "other": 9, "combat": 30, "cards": 30, "ore": 20, "crystal": 20, "other2": 9, "other3": 9,
}  # fmt: skip
ITEMS = tuple(LEDGER)
(
    JAR, HAND, TRADE, EXPLORATION, CIVIL, OTHER, COMBAT, CARDS, ORE, CRYSTAL, OTHER_2, OTHER_3,
) = range(len(ITEMS))  # fmt: skip
MEDALS = (TRADE, EXPLORATION, CIVIL, OTHER, OTHER_2, OTHER_3)  # GLD-6.9a
MEDAL_ITEM = frozen(list(MEDALS))
# As people read the ledger: all medals together.
ON_PAGE = (JAR, HAND, *MEDALS, COMBAT, CARDS, ORE, CRYSTAL)
# What conditions ask for: an item of the ledger, or something that follows from it.
FACTS = (*ITEMS, "empty", "goods", "types")
EMPTY, GOODS, TYPES = range(len(ITEMS), len(FACTS))

FIELD_NAMES = tuple(f"{row}{column}" for row in "ABC" for column in range(1, COLUMNS + 1))
A2, A4, A5, A6, B2, B4, B5, B6, C1, C3, C4, C6 = (
    FIELD_NAMES.index(name)
    for name in ("A2", "A4", "A5", "A6", "B2", "B4", "B5", "B6", "C1", "C3", "C4", "C6")
)

SHEETS = (
    Sheet(
        "guild_tiles",
        (Column("guild", ("first", "second", "third"), place=True),),
        (Count(GUILDS * TILES),),
        kinds=True,
    ),
    Sheet(
        "board",
        (
            Column("field", FIELD_NAMES, place=True),
            Column("token", TOKENS),
            Column("fact", FACTS, optional=True),
            Column("least", numbers=(1, 99), optional=True),
            Column("coin_fact", FACTS, optional=True),
            Column("coin_least", numbers=(1, 99), optional=True),
        ),
        (Count(FIELDS),),
    ),
)


CONDITIONS = (("fact", "least"), ("coin_fact", "coin_least"))


def inspect(files: Files) -> Iterator[Finding]:
    """Conditions of which a half is missing, or all."""
    for row in files["board"].rows:
        yield from of_field(row)


def of_field(row: Row) -> Iterator[Finding]:
    id, field = row["id"], row["field"]
    for fact, least in CONDITIONS:
        if bool(row[fact]) != bool(row[least]):
            column = least if row[fact] else fact
            yield remark(STRANGE, "box_half_condition", "board", id, column, field=field)
    if TOKENS.index(row["token"]) != NONE and not row["fact"]:
        yield remark(STRANGE, "box_no_condition", "board", id, "fact", field=field)


COMPONENTS = read_box(FOLDER, SHEETS, WORDS, inspect)
GUILD_TILES, BOARD = COMPONENTS["guild_tiles"], COMPONENTS["board"]


def board_codes(column: str) -> list[int]:
    """What each field says in a column."""
    return [BOARD.code(row, column) for row in BOARD.rows]


FIELD_TOKEN, FIELD_FACT = frozen(board_codes("token")), frozen(board_codes("fact"))
FIELD_LEAST = frozen([max(least, 0) for least in board_codes("least")])
COIN_FACT = frozen(board_codes("coin_fact"))
COIN_LEAST = frozen([max(least, 0) for least in board_codes("coin_least")])
ITEM_MOST = frozen(list(LEDGER.values()))
# The code of each item's entry 0; the entries of all items are one range of codes.
ITEM_CODE = frozen([sum(list(LEDGER.values())[:n]) + n for n in range(len(ITEMS))])
ENTRIES = sum(LEDGER.values()) + len(ITEMS)
