"""Random numbers for playouts: Philox4x32-10, the same words interpreted, compiled and on a GPU.

Counter-based: a word is a function of (seed, table, step), so no generator state is stored and any
draw can be derived again. Written with 64-bit integers that are masked to 32 bits after every step;
a product may overflow when compiled, which does not change the bits that are kept.
Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
"""

from __future__ import annotations

from functools import lru_cache
from struct import unpack
from typing import Any

WORD = 0xFFFFFFFF
MULTIPLY_0, MULTIPLY_1 = 0xD2511F53, 0xCD9E8D57
WEYL_0, WEYL_1 = 0x9E3779B9, 0xBB67AE85
ROUNDS = 10


def philox(c0: int, c1: int, c2: int, c3: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    """Four random 32-bit words for a 128-bit counter and a 64-bit key."""
    for _ in range(ROUNDS):
        p0 = MULTIPLY_0 * c0
        p1 = MULTIPLY_1 * c2
        c0 = ((p1 >> 32) & WORD) ^ c1 ^ k0
        c1 = p1 & WORD
        c2 = ((p0 >> 32) & WORD) ^ c3 ^ k1
        c3 = p0 & WORD
        k0 = (k0 + WEYL_0) & WORD
        k1 = (k1 + WEYL_1) & WORD
    return c0, c1, c2, c3


def words(seed: int, table: int, step: int) -> tuple[int, int, int, int]:
    """The words of four steps of one table, from *step* on, which is a multiple of four."""
    return philox(
        step & WORD,
        0,
        table & WORD,
        (table >> 32) & WORD,
        seed & WORD,
        (seed >> 32) & WORD,
    )


def word(seed: int, table: int, step: int) -> int:
    """The random word of one step of one table."""
    a, b, c, d = words(seed, table, step & ~3)
    lane = step & 3
    if lane == 0:
        return a
    if lane == 1:
        return b
    return c if lane == 2 else d


def below(word: int, n: int) -> int:
    """A number from 0 to n - 1, from a random word."""
    return (word * n) >> 32


# What the interpreter knows in one step: the words of eight blocks are nearly as quick as those of
# one, side by side in a large integer where each has 128 bits, so that no product meets another.
BLOCKS, LANE = 8, 128
STEPS = 4 * BLOCKS
ONES = sum(1 << LANE * n for n in range(BLOCKS))
PLACES = sum(4 * n << LANE * n for n in range(BLOCKS))
ALL = WORD * ONES


@lru_cache(64)
def words_ahead(seed: int, table: int, first: int) -> tuple[int, ...]:
    """The words of *STEPS* steps of one table from *first* on: `philox` for all blocks at once."""
    c0, c1 = first * ONES + PLACES, 0
    c2, c3 = (table & WORD) * ONES, (table >> 32 & WORD) * ONES
    k0, k1 = (seed & WORD) * ONES, (seed >> 32 & WORD) * ONES
    for _ in range(ROUNDS):
        p0, p1 = MULTIPLY_0 * c0, MULTIPLY_1 * c2
        c0, c1 = (p1 >> 32 & ALL) ^ c1 ^ k0, p1 & ALL
        c2, c3 = (p0 >> 32 & ALL) ^ c3 ^ k1, p0 & ALL
        k0, k1 = k0 + WEYL_0 * ONES & ALL, k1 + WEYL_1 * ONES & ALL
    blocks = c0 | c1 << 32 | c2 << 64 | c3 << 96
    return unpack(f"<{STEPS}I", blocks.to_bytes(4 * STEPS, "little"))


def word_at_once(seed: int, table: int, step: int) -> int:
    """`word`, where integers are as large as they have to be."""
    place = step & WORD
    return words_ahead(seed, table, place - place % STEPS)[place % STEPS]


def words_at_once(seed: int, table: int, step: int) -> tuple[int, ...]:
    """`words`, likewise."""
    place = step & WORD
    at = place % STEPS
    return words_ahead(seed, table, place - at)[at : at + 4]


AT_ONCE: dict[Any, Any] = {word: word_at_once, words: words_at_once}
