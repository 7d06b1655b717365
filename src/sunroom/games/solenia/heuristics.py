"""What a sensible player leans to in Solenia. For searches only: no rule asks it."""

from __future__ import annotations

from sunroom.rules.record import Cells

from .chapters.delivery import missing
from .chapters.turn import space_kind
from .chapters.voyage import grown, sources
from .pieces import CARD_VALUE, DAY_CITY, TILE_ASKS, TILE_STARS
from .rules import DISCARD_CODE, GOOD_CODE, SPACE_CODE, TILE_CODE, legal
from .state import DISCARD, DISPLAY, SPACE, TILE, Solenia

LEAD = 10  # in points
CITY = 60
NEAR = 4
BITS = 8  # enough for what every tile of the display can want of a good


def lean(s: Solenia, out: Cells, weight: Cells) -> int:
    n = legal(s, out)
    if n > 1 and s.phase == SPACE:
        lean_to_space(s, n, out, weight)
    elif n > 1 and s.phase == TILE:
        for i in range(n):
            stars = TILE_STARS[s.display[s.row, out[i] - TILE_CODE] - 1]
            weight[i] = 1 + stars * stars
    elif n > 1 and s.phase == DISCARD:
        wanted = lacking(s, s.owner)
        for i in range(n):
            weight[i] = 1 + 24 // (1 + of_good(wanted, out[i] - GOOD_CODE))
    else:
        for i in range(n):
            weight[i] = 1
    return n


def lean_to_space(s: Solenia, n: int, out: Cells, weight: Cells) -> None:
    near, wanted = grown(s, sources(s)), lacking(s, s.seat)
    value = CARD_VALUE[s.chosen - 1]
    for i in range(n):
        space = out[i] - SPACE_CODE
        weight[i] = 1
        if out[i] < DISCARD_CODE:
            kind = space_kind(s, space)
            if kind >= DAY_CITY:
                weight[i] = CITY
            else:
                weight[i] = 1 + value * of_good(wanted, kind)
            if near >> space & 1:
                weight[i] *= NEAR


def lacking(s: Solenia, seat: int) -> int:
    """How much each good is wanted for the tiles of the display, most for those nearly affordable:
    so many bits for each.
    """
    wanted = 0
    for row in range(2):
        for place in range(DISPLAY):
            tile = s.display[row, place] - 1
            if tile >= 0:
                lack = missing(s, seat, tile, -1)
                worth = 4 if lack == 1 else (2 if lack == 2 else 1)
                for good in range(4):
                    if TILE_ASKS[tile, good] > s.goods[seat, good]:
                        wanted += worth << (BITS * good)
    return wanted


def of_good(wanted: int, good: int) -> int:
    """How much one good is."""
    return (wanted >> (BITS * good)) & ((1 << BITS) - 1)
