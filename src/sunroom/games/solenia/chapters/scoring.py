"""The end of the game: what everybody has scored."""

from __future__ import annotations

from sunroom.games.solenia.pieces import (
    HALF_AMOUNT,
    HALF_GOOD,
    HALF_POWER,
    LEVEL_3,
    SLOT_PER_TILE,
    SLOTS,
    TILE_ASKS,
    TILE_STARS,
    TILES,
)
from sunroom.games.solenia.state import SUMMER, Solenia
from sunroom.rules.masks import count
from sunroom.rules.record import Cells
from sunroom.rules.rulebook import rule

from .turn import stored

PAIRS = 4  # LEN-7.2: the first four pairs count
STARS_NOW, PER_PAIR, PER_GOOD, PER_TILE, PER_ASKING = range(len(LEVEL_3))


@rule("LEN-7.5")
def scores(s: Solenia, out: Cells) -> None:
    """All stars of each seat; equal stars share the win."""
    for seat in range(s.seats):
        out[seat] = (
            s.stars[seat] + tile_stars(s, seat) + good_stars(s, seat) + pair_stars(s, seat)
            + slot_stars(s, seat) + half_stars(s, seat, 0) + half_stars(s, seat, 1)
        )  # fmt: skip


@rule("LEN-7.4")
def tile_stars(s: Solenia, seat: int) -> int:
    total = 0
    for tile in range(2 * TILES):
        if s.delivered[seat, tile // TILES] >> (tile % TILES) & 1:
            total += TILE_STARS[tile]
    return total


@rule("LEN-7.3")
def good_stars(s: Solenia, seat: int) -> int:
    """One star for every two goods left; an Improvement makes it one for each."""
    for row in range(2):
        if has_half(s, seat, row, PER_GOOD):
            return stored(s, seat) * HALF_AMOUNT[row, s.half[seat, row] - 1]
    return stored(s, seat) // 2


def pairs(s: Solenia, seat: int) -> int:
    """Pairs of a day and a night tile."""
    return min(count(s.delivered[seat, 0]), count(s.delivered[seat, 1]))


@rule("LEN-7.2", "LEN-9.3")
def pair_stars(s: Solenia, seat: int) -> int:
    """1, 3, 6, 10 stars for one to four pairs on the summer side; none on the winter side."""
    if s.side != SUMMER:
        return 0
    n = min(pairs(s, seat), PAIRS)
    return n * (n + 1) // 2


def tiles_of(s: Solenia, seat: int) -> int:
    return count(s.delivered[seat, 0]) + count(s.delivered[seat, 1])


@rule("LEN-9.4")
def slot_stars(s: Solenia, seat: int) -> int:
    """Slots of the winter side that give stars for tiles at the end, unless an Improvement covers
    what is printed there.
    """
    total = 0
    for row in range(2):
        for column in range(SLOTS):
            if s.slot[seat, row, column] > 0 and (s.improved == 0 or 0 < column < SLOTS - 1):
                total += SLOT_PER_TILE[s.side, row, column] * tiles_of(s, seat)
    return total


@rule("LEN-10.5")
def has_half(s: Solenia, seat: int, row: int, power: int) -> bool:
    """Whether a level-3 half is there, covered, and of this power."""
    half = s.half[seat, row] - 1
    return half >= 0 and s.slot[seat, row, SLOTS - 1] > 0 and HALF_POWER[row, half] == power


@rule("LEN-10.7")
def half_stars(s: Solenia, seat: int, row: int) -> int:
    """What a level-3 half scores at the end."""
    half = s.half[seat, row] - 1
    if has_half(s, seat, row, PER_PAIR):
        return HALF_AMOUNT[row, half] * pairs(s, seat)
    if has_half(s, seat, row, PER_TILE):
        return HALF_AMOUNT[row, half] * tiles_of(s, seat)
    if has_half(s, seat, row, PER_ASKING):
        return HALF_AMOUNT[row, half] * tiles_asking(s, seat, HALF_GOOD[row, half])
    return 0


def tiles_asking(s: Solenia, seat: int, good: int) -> int:
    """How many of a seat's tiles ask for a good."""
    total = 0
    for tile in range(2 * TILES):
        if s.delivered[seat, tile // TILES] >> (tile % TILES) & 1 and TILE_ASKS[tile, good] > 0:
            total += 1
    return total
