"""How the strips lie, and which spaces are adjacent for that (LEN-1.1b, LEN-3.3a).

All strips have the same outline, and it is the same from left to right and from right to left: so
each fits behind each other one, also turned over, and the front looks like what it was before.
Two of them, the front above; half a space is a line of this drawing:

           plain                   ends                  steps

                             +--+        +--+      +--+        +--+
      +--+--+--+--+--+       |a2+--+--+--+e2|      |a2+--+  +--+e2|
      |a2|b2|c2|d2|e2|       +--+b2|c2|d2+--+      +--+b2+--+d2+--+
      +--+--+--+--+--+       |a1+--+--+--+e1|      |a1+--+c2+--+e1|
      |a1|b1|c1|d1|e1|       +--+b1|c1|d1+--+      +--+b1+--+d1+--+
      +--+--+--+--+--+          +--+--+--+            +--+c1+--+
                                                         +--+

A space touches the one before it and the one behind it, and of the columns beside it whatever
shares a piece of an edge with it: one space where both columns lie alike, two where one is half a
space ahead. So c3 touches b3 and d3 on plain strips, b2, b3, d2 and d3 on those with steps.
"""

from __future__ import annotations

from sunroom.rules.components import frozen
from sunroom.rules.rulebook import rule

from .pieces import COLUMNS
from .state import PLACES

SPACE = 2  # the length of a space, in half spaces

# How many half spaces each column of a strip lies ahead of its middle. The order never changes: the
# numbers of READINGS are in stored tables.
AHEAD = {
    "plain": (0, 0, 0, 0, 0),
    "ends": (1, 0, 0, 0, 1),
    "steps": (2, 1, 0, 1, 2),
}
CHOICES = ("steps", "ends", "plain")  # as they are offered, the default first
CORNERS = ("edges", "corners")  # what has to touch
# What can be agreed on: for each way in which the strips lie, without and with corners.
READINGS = tuple((strips, corners) for strips in AHEAD for corners in range(len(CORNERS)))
FIRST_READING = frozen([READINGS.index((strips, 0)) for strips in CHOICES])  # of each choice

# How much farther in the numbering of the spaces an adjacent one can lie: to the right, then ahead
# in the columns to the left, in the same one, to the right. What lies the other way sees us so.
STEPS = (1, COLUMNS - 1, COLUMNS, COLUMNS + 1)


@rule("LEN-1.1b", "LEN-3.3a")
def touch(one: int, other: int, ahead: tuple[int, ...], corners: int) -> bool:
    """Whether two spaces are adjacent, with columns that lie so far ahead."""
    beside = abs(one % COLUMNS - other % COLUMNS)
    along = abs(height(one, ahead) - height(other, ahead))
    if beside == 0:
        return along == SPACE
    return beside == 1 and along < SPACE + corners


def height(space: int, ahead: tuple[int, ...]) -> int:
    """How far ahead of the middle of the first strip a space lies, in half spaces."""
    return SPACE * (space // COLUMNS) + ahead[space % COLUMNS]


def touching(step: int, ahead: tuple[int, ...], corners: int) -> int:
    """The spaces that touch the one so much farther in the numbering, as a mask."""
    return sum(
        1 << space for space in range(PLACES - step) if touch(space, space + step, ahead, corners)
    )


TOUCHING = frozen(
    [[touching(step, AHEAD[strips], corners) for step in STEPS] for strips, corners in READINGS]
)
