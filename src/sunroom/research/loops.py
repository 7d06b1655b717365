"""What a batch does with each of its tables; compiled for one game, on CPU cores and on a GPU.

A table of a batch is always at a decision of a seat: chance is dealt, and a game that is over makes
room for the next. Game number *g* at place *i* of a batch of *size* is table `i + g * size` to the
dealer, so the Philox word of (seed, table, step) deals any game again, alone.
"""

from __future__ import annotations

from typing import Any

from sunroom.engine.answers import apply, draw, legal, observe, scores, setup, to_act
from sunroom.rules.contract import CHANCE, OVER
from sunroom.rules.philox import below, word
from sunroom.rules.record import Cells

GAME, STEP, SEAT, ENDED, LENGTH = range(5)  # the columns of a batch's counters
COUNTERS = 5


def deal(s: Any, seed: int, table: int, step: int, out: Cells, weight: Cells) -> int:
    """Deal what chance brings until a seat decides or the game is over; returns the step."""
    while to_act(s) == CHANCE:
        apply(s, draw(s, word(seed, table, step), out, weight))
        step += 1
    return step


def begin(s: Any, options: Cells, seed: int, table: int, out: Cells, weight: Cells) -> int:
    """Set a cleared table up for its first decision."""
    setup(s, options)
    return deal(s, seed, table, 0, out, weight)


def decide(s: Any, action: int, seed: int, table: int, step: int, out: Cells, weight: Cells) -> int:
    apply(s, action)
    return deal(s, seed, table, step + 1, out, weight)


def reward(out: Cells, seats: int, into: Any) -> None:
    """What each seat's score is worth: the winners share what all others lose; alone, the score."""
    if seats == 1:
        into[0] = out[0]
        return
    best = 0
    for seat in range(seats):
        best = max(best, out[seat])
    winners = 0
    for seat in range(seats):
        if out[seat] == best:
            winners += 1
    for seat in range(seats):
        into[seat] = seats / winners - 1.0 if out[seat] == best else -1.0


def look(s: Any, seat: int, mask: Any, seen: Any, out: Cells) -> None:
    """What the seat to act may do, and what it sees."""
    n = legal(s, out)
    for action in range(len(mask)):
        mask[action] = 0
    for i in range(n):
        mask[out[i]] = 1
    observe(s, seat, seen)


def look_evenly(s: Any, seat: int, mask: Any, seen: Any, out: Cells) -> None:
    """The same for a GPU: the mask in one pass, so that neighbours write side by side."""
    n = legal(s, out)
    i = 0
    for action in range(len(mask)):
        if i < n and out[i] == action:
            mask[action] = 1
            i += 1
        else:
            mask[action] = 0
    observe(s, seat, seen)


def begin_all(
    tables: Any, counters: Any, masks: Any, seen: Any, options: Cells, seed: int, first: int,
    out: Cells, weight: Cells,
) -> None:  # fmt: skip
    for i in range(len(tables)):
        counters[i, GAME] = 0
        counters[i, ENDED] = 0
        counters[i, LENGTH] = 0
        counters[i, STEP] = begin(tables[i], options, seed, first + i, out, weight)
        counters[i, SEAT] = to_act(tables[i])
        look(tables[i], counters[i, SEAT], masks[i], seen[i], out)


def finish(
    s: Any, actor: int, step: int, seats: int, counter: Cells, rewards: Any, out: Cells
) -> None:
    """Note down whether a game has ended, after how many steps, and what it is worth to whom."""
    counter[ENDED] = 0
    for seat in range(seats):
        rewards[seat] = 0.0
    if actor == OVER:
        scores(s, out)
        reward(out, seats, rewards)
        counter[ENDED] = 1
        counter[LENGTH] = step
        counter[GAME] += 1


def step_all(
    tables: Any, actions: Cells, counters: Any, masks: Any, seen: Any, rewards: Any, empty: Any,
    options: Cells, seed: int, first: int, size: int, out: Cells, weight: Cells,
) -> None:  # fmt: skip
    """One decision at every table."""
    for i in range(len(tables)):
        table = first + i + counters[i, GAME] * size
        step = decide(tables[i], actions[i], seed, table, counters[i, STEP], out, weight)
        actor = to_act(tables[i])
        finish(tables[i], actor, step, options[0], counters[i], rewards[i], out)
        if actor == OVER:
            tables[i] = empty[0]
            step = begin(tables[i], options, seed, table + size, out, weight)
            actor = to_act(tables[i])
        counters[i, STEP] = step
        counters[i, SEAT] = actor
        look(tables[i], actor, masks[i], seen[i], out)


def first_illegal(actions: Cells, masks: Any) -> int:
    """The first place whose action is not legal, or -1."""
    for i in range(len(actions)):
        if actions[i] < 0 or actions[i] >= masks.shape[1] or masks[i, actions[i]] == 0:
            return i
    return -1


def sample_all(masks: Any, actions: Cells, seed: int, first: int, turn: int) -> None:
    """A legal action for every table, each as likely as the others."""
    for i in range(len(actions)):
        actions[i] = nth_of(masks[i], word(seed, first + i, turn))


def nth_of(mask: Any, random: int) -> int:
    n = 0
    for action in range(len(mask)):
        n += mask[action]
    left = below(random, n)
    for action in range(len(mask)):
        if mask[action]:
            if left == 0:
                return action
            left -= 1
    return -1
