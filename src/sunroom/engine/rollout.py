"""Random play, the same to the last byte interpreted, on CPU cores and on a GPU.

Step *k* of table *t* is drawn with the Philox word of (seed, t, k), so a playout can be interrupted
anywhere and continued, and any table of a batch can be played again on its own.
"""

from __future__ import annotations

from typing import Any

from sunroom.rules.contract import CHANCE, OVER
from sunroom.rules.philox import below, words
from sunroom.rules.record import Cells

from .answers import apply, chances, draw, legal, pick, scores, setup, to_act


def listed(s: Any, word: int, out: Cells, weight: Cells) -> int:
    """The action that a random word selects: the definition, which lists all of them."""
    if to_act(s) == CHANCE:
        return weighted(word, out, weight, chances(s, out, weight))
    return out[below(word, legal(s, out))]


def weighted(word: int, out: Cells, weight: Cells, n: int) -> int:
    """One of *n* codes, each with a probability in proportion to its weight."""
    total = 0
    for i in range(n):
        total += weight[i]
    left = below(word, total)
    for i in range(n):
        left -= weight[i]
        if left < 0:
            return out[i]
    return -1


def picked(s: Any, word: int, out: Cells, weight: Cells) -> int:
    """The same action by the game's own `pick`; the conformance suite compares the two."""
    return pick(s, word)


def evenly(s: Any, out: Cells, weight: Cells) -> int:
    """The legal actions, all of the same weight: for games without a `lean` of their own."""
    n = legal(s, out)
    for i in range(n):
        weight[i] = 1
    return n


def playout(s: Any, seed: int, table: int, step: int, limit: int, out: Cells, weight: Cells) -> int:
    """Play on at random from *step* until the game is over or *limit* steps are made in all.

    The inner loop plays one turn. On a GPU the threads of a warp wait for each other at its end, so
    they begin the next turn together and mostly run the same rules at the same time.
    """
    a, b, c, d = words(seed, table, step - step % 4)
    actor = to_act(s)
    while step < limit and actor != OVER:
        seat = actor
        while step < limit and (actor == seat or actor == CHANCE):
            lane = step & 3
            if lane == 0:
                a, b, c, d = words(seed, table, step)
                word = a
            elif lane == 1:
                word = b
            elif lane == 2:
                word = c
            else:
                word = d
            apply(s, draw(s, word, out, weight))
            step += 1
            actor = to_act(s)
    return step


def draw_on_first(tables: Any, word: int, out: Cells, weight: Cells) -> int:
    return listed(tables[0], word, out, weight)


def playouts(
    tables: Any, steps: Cells, seed: int, first: int, limit: int, out: Cells, weight: Cells
) -> None:
    """Play every table of a batch on at random; *steps* counts the steps of each."""
    for i in range(len(steps)):
        steps[i] = playout(tables[i], seed, first + i, steps[i], limit, out, weight)


def tallies(tables: Any, n: int, seats: int, out: Cells) -> None:
    """The scores of every table of a batch, seat by seat."""
    for i in range(n):
        scores(tables[i], out[i * seats : (i + 1) * seats])  # type: ignore[arg-type]  # a slice is Cells too


def setups(tables: Any, n: int, options: Cells) -> None:
    """Set up every table of a batch."""
    for i in range(n):
        setup(tables[i], options)


# The types of these functions' arguments: see `runner.CODES`.
TYPES: dict[Any, str] = {
    draw_on_first: "tables number numbers numbers",
    playouts: "tables numbers number number number numbers numbers",
    setups: "tables number numbers",
    tallies: "tables number number numbers",
}
