"""What Solenia's codes and observations mean; the reference is made from it."""

from __future__ import annotations

from sunroom.rules.layout import Each, Layouts, Part

from .geometry import CORNERS, READINGS
from .pieces import GOODS, KINDS, OFFERS, ROWS, SEATS, SLOTS, SPACES, TILES
from .presentation.notation import CARD_NAMES, HALF_NAMES, ONE_NAMES, SPACE_NAMES, TILE_NAMES
from .state import DISPLAY, PLACES

CARDS, BOARD = tuple(CARD_NAMES), tuple(SPACE_NAMES)
DAY = f"{TILE_NAMES[0]} as 1 to {TILE_NAMES[TILES - 1]} as {TILES}"
NIGHT = f"{TILE_NAMES[TILES]} as {TILES + 1} to {TILE_NAMES[-1]} as {2 * TILES}"
FIRST_HALF = f"{HALF_NAMES[0][0]} and {HALF_NAMES[1][0]}"
READING_NAMES = tuple(f"{strips}, {CORNERS[corners]}" for strips, corners in READINGS)
# In the order of the state's phases; a seat decides from the draft on.
PHASES = (
    "order of the strips", "strips", "first player", "first tiles", "first cards",
    "whole Improvement tiles", "halves for the day", "halves for the night", "a tile for the gap",
    "a card for the hand", "the dummy's card", "the die", "draft", "a card", "its space",
    "goods for the voyage", "a tile to deliver", "a good to replace", "what to pay instead",
    "a slot", "goods as a bonus", "goods to return", "over",
)  # fmt: skip

LAYOUTS = Layouts(
    actions=(
        Part("play a card, by its kind", KINDS, CARDS),
        Part("on a space of the board, line by line from the first strip", PLACES, BOARD),
        Part("discard the card instead"),
        Part("a good to pay, replace, choose or return", len(GOODS), GOODS),
        Part("pay as the tile asks: `as-asked`"),
        Part("a tile on display, of the kind that the city takes, by its place", DISPLAY),
        Part("a slot of the player board, from the left", SLOTS),
        Part("draft the whole Improvement tile at this place of the offers", SEATS),
        Part("draft the two half Improvement tiles at this place of the offers", SEATS),
    ),
    outcomes=(
        Part(
            "by phase: a tile (those of the day first), a card's kind, a strip, an order, a first"
            " player, an Improvement tile, a face of the die",
            2 * TILES,
        ),
    ),
    observation=(
        Each(
            f"space, line by line from the first strip: {BOARD[0]}, {BOARD[1]} to {BOARD[-1]}",
            PLACES,
            (
                Part("what it is", names=SPACES),
                Part("whose card: 0 none, 1 own, 2 and on clockwise"),
                Part("the card's kind", names=("none", *CARDS)),
            ),
        ),
        Each(
            "tile on display, four by day and four by night",
            2 * DISPLAY,
            (Part("goods asked", len(GOODS), GOODS), Part("stars")),
        ),
        Each(
            "seat, the own first and then clockwise",
            SEATS,
            (
                Part("goods", len(GOODS), GOODS),
                Part("storage"),
                Part("stars so far"),
                Part("cards played"),
                Part("cards in hand"),
                Part("tiles delivered", 2, ROWS),
                Part("whole Improvement tile", names=("none", *ONE_NAMES)),
                Part(
                    f"half Improvement tile, 1 to {OFFERS} as in {FIRST_HALF}, 0 for none", 2, ROWS
                ),
                Part(f"slots by day, from the left: the tile there, {DAY}, 0 for none", SLOTS),
                Part(f"slots by night, from the left: the tile there, {NIGHT}, 0 for none", SLOTS),
            ),
        ),
        Part("own hand, cards of each kind", KINDS, CARDS),
        Part("phase: what is being decided", names=PHASES),
        Part("whose turn: seats clockwise from the own one"),
        Part("who returns goods, the same way"),
        Part("line of the airship, 0 for the first strip"),
        Part("1 when the airship has advanced in this turn"),
        Part("own card being played", names=("none", *CARDS)),
        Part("the space or slot that was chosen last"),
        Part("goods still to pay"),
        Part("row of the delivery", names=ROWS),
        Part("the tile being delivered", names=("none", *TILE_NAMES)),
        Part("the good that is replaced", names=("none", *GOODS)),
        Part("goods still to choose as a bonus"),
        Part("of which: 1 for wood + 2 for wheat + 4 for stone + 8 for water"),
        Part("whole Improvement tiles on offer, numbered like those of a seat", SEATS),
        Part("halves for the day on offer, likewise", SEATS),
        Part("halves for the night on offer, likewise", SEATS),
        Part("seats"),
        Part("side of the player boards", names=("summer", "winter")),
        Part("1 with Improvement tiles"),
        Part("how the strips lie, and what has to touch to be adjacent", names=READING_NAMES),
        Part("1 when a seventh tile in a row is refused"),
    ),
)
