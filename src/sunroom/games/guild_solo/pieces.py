"""The solo board and its tiles, as numbers for rules."""

from __future__ import annotations

from pathlib import Path

from sunroom.rules.components import amount, check_count, choice, frozen, read_components
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
    "jar": 99, "hand": 9, "trade": 9, "exploration": 9, "civil": 9, "other": 9,
    "combat": 30, "cards": 30, "ore": 20, "crystal": 20,
}  # fmt: skip
ITEMS = tuple(LEDGER)
JAR, HAND, TRADE, EXPLORATION, CIVIL, OTHER, COMBAT, CARDS, ORE, CRYSTAL = range(len(ITEMS))
MEDALS = (TRADE, EXPLORATION, CIVIL, OTHER)
# What conditions ask for: an item of the ledger, or something that follows from it.
FACTS = (*ITEMS, "empty", "goods", "types")
EMPTY, GOODS, TYPES = range(len(ITEMS), len(FACTS))

FIELD_NAMES = tuple(f"{row}{column}" for row in "ABC" for column in range(1, COLUMNS + 1))
A2, A4, A5, A6, B2, B4, B5, B6, C1, C3, C4, C6 = (
    FIELD_NAMES.index(name)
    for name in ("A2", "A4", "A5", "A6", "B2", "B4", "B5", "B6", "C1", "C3", "C4", "C6")
)

BOARD = read_components(FOLDER / "board.csv")
GUILD_TILES = read_components(FOLDER / "guild_tiles.csv")
check_count(GUILD_TILES, GUILDS * TILES)
check_count(BOARD, FIELDS)
FIELD_TOKEN = frozen([choice(row, "token", TOKENS) for row in BOARD.rows])
FIELD_FACT = frozen([choice(row, "fact", FACTS) if row["fact"] else -1 for row in BOARD.rows])
FIELD_LEAST = frozen([amount(row, "least", 1, 99) if row["least"] else 0 for row in BOARD.rows])
COIN_FACT = frozen(
    [choice(row, "coin_fact", FACTS) if row["coin_fact"] else -1 for row in BOARD.rows]
)
COIN_LEAST = frozen(
    [amount(row, "coin_least", 1, 99) if row["coin_least"] else 0 for row in BOARD.rows]
)
ITEM_MOST = frozen(list(LEDGER.values()))
# The code of each item's entry 0; the entries of all items are one range of codes.
ITEM_CODE = frozen([sum(list(LEDGER.values())[:n]) + n for n in range(len(ITEMS))])
ENTRIES = sum(LEDGER.values()) + len(ITEMS)
