"""What Solenia's codes and observations mean; the reference is made from it."""

from __future__ import annotations

from sunroom.kernel.layout import Each, Layouts, Part

from .pieces import GOODS, KINDS, SLOTS, SPACES, TILES
from .state import DISPLAY, PLACES, SEATS

LAYOUTS = Layouts(
    actions=(
        Part("play a card, by its kind", KINDS),
        Part("on a space of the board, line by line from the first strip", PLACES),
        Part("discard the card instead"),
        Part(f"a good to pay, replace, choose or return: {', '.join(GOODS)}", len(GOODS)),
        Part("pay as asked"),
        Part("a tile of the display", DISPLAY),
        Part("a slot of the player board", SLOTS),
        Part("draft the whole Improvement tile that is offered", SEATS),
        Part("draft the two half Improvement tiles that are offered", SEATS),
    ),
    outcomes=(
        Part(
            "a tile, those of the day first; or by their numbers a card's kind, a strip, an order,"
            " a first player, an Improvement tile, a face of the die",
            2 * TILES,
        ),
    ),
    observation=(
        Each(
            "space",
            PLACES,
            (
                Part(f"what it is, from 0 on: {', '.join(SPACES)}"),
                Part("whose card: 0 none, 1 own, 2 and on clockwise"),
                Part("value of the card + 1, 0 for none"),
            ),
        ),
        Each(
            "tile on display, four by day and four by night",
            2 * DISPLAY,
            (Part(f"goods asked: {', '.join(GOODS)}", len(GOODS)), Part("stars")),
        ),
        Each(
            "seat, the own first and then clockwise",
            SEATS,
            (
                Part(f"goods: {', '.join(GOODS)}", len(GOODS)),
                Part("storage"),
                Part("stars"),
                Part("cards played"),
                Part("slots covered, by day", SLOTS),
                Part("slots covered, by night", SLOTS),
            ),
        ),
        Part("own hand, cards of each kind", KINDS),
        Part("phase: what is being decided"),
        Part("whose turn: seats clockwise from the own one"),
        Part("line of the airship"),
        Part("goods still to pay"),
        Part("own card being played, kind + 1"),
    ),
)
