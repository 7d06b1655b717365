"""What Soluna's codes and observations mean; the reference is made from it."""

from __future__ import annotations

from sunroom.rules.layout import Each, Layouts, Part

from .notation import PLACE_NAMES
from .rules import OPEN, OUTCOMES
from .state import KINDS, PLACES, SYMBOLS

LETTERS = f"{PLACE_NAMES[0]} to {PLACE_NAMES[-1]}"

LAYOUTS = Layouts(
    actions=(
        Part(
            "stack the tower of one place onto that of another:"
            f" place × {PLACES} + other, {LETTERS} counted from 0",
            OPEN,
        ),
        Part("open the round"),
        Part("let the other open"),
    ),
    outcomes=(Part("the symbol that the next disc shows", OUTCOMES, SYMBOLS),),
    observation=(
        Each(
            f"place, {LETTERS}",
            PLACES,
            (
                Part("1 for the symbol on top", KINDS, SYMBOLS),
                Part("height of the tower, 0 for none"),
            ),
        ),
        Part("own stars"),
        Part("the other's stars"),
        Part("1 while it is chosen who opens"),
        Part("1 for the seat to act"),
        Part("stars that win the match"),
    ),
)
