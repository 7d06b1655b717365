"""Random numbers for playouts: Philox4x32-10, the same words interpreted, compiled and on a GPU.

Counter-based: a word is a function of (seed, table, step), so no generator state is stored and any
draw can be derived again. Written with 64-bit integers that are masked to 32 bits after every step;
a product may overflow when compiled, which does not change the bits that are kept.
Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
"""

from __future__ import annotations

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
