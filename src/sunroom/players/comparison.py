"""What follows from an action, as far as its seat can know, and a fair comparison of two."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum, sqrt  # Python 3.12 has changed how `sum` rounds; `fsum` stays the same
from statistics import fmean, stdev
from typing import NamedTuple

from sunroom.engine.referee import compiled_if_possible
from sunroom.rules.contract import CHANCE, OVER, Game
from sunroom.rules.philox import word
from sunroom.rules.record import Table

from . import search
from .levels import thinker
from .thinker import Budget, Judgement, Style

WORLDS = 8  # samples of what the seat cannot know and of the next outcomes of chance
CERTAIN = 2.4  # standard errors that noise alone rarely reaches: Student's t, 97.5 %, 7 d.f.
SEARCH = 1 << 20  # random words from this number on are seeds of searches


class Consequences(NamedTuple):
    """What follows from an action, in each of the sampled worlds."""

    values: tuple[float, ...]  # for the seat, from 0 to 1
    points: tuple[float, ...]  # the average score of each seat at the end


class Difference(NamedTuple):
    """By how much one action is better than another."""

    value: float  # as a share of a win
    error: float  # the standard error of the value
    better: Consequences
    other: Consequences

    @property
    def sure(self) -> float:
        """The difference; 0 if it can be explained by the noise of the searches."""
        return self.value if self.value > CERTAIN * self.error else 0.0


def compare(
    game: Game, table: Table, seats: int, better: int, other: int, *, seed: int, budget: Budget
) -> Difference:
    """Compare two actions of the seat to act, at a table that is veiled for that seat.

    A search gives nearly all its simulations to the action that it prefers. Another one looks worse
    than it is, since what could follow it was hardly explored. So both are searched alike: with the
    same budget, from the tables after them, in the same worlds. The differences between the worlds
    show how far the result can be trusted.
    """
    one, two = (
        consequences(game, table, seats, action, seed=seed, budget=budget)
        for action in (better, other)
    )
    gains = [a - b for a, b in zip(one.values, two.values, strict=True)]
    return Difference(fmean(gains), stdev(gains) / sqrt(len(gains)), one, two)


def consequences(
    game: Game, table: Table, seats: int, action: int, *, seed: int, budget: Budget
) -> Consequences:
    """What follows from an action: a search, with a part of the budget, in each of the worlds."""
    referee = compiled_if_possible(game)
    seat = referee.to_act(table)
    values, points = [], []
    for n, world in enumerate(sampled_worlds(game, table, action, seed=seed)):
        referee.veil(world, seat)
        if referee.to_act(world) == OVER:
            scores = tuple(map(float, referee.scores(world, seats)))
            values.append(result(game, scores, seat))
            points.append(scores)
            continue
        found = thinker(game).judge(
            world, seat, seats, seed=word(seed, n, SEARCH), budget=part(budget, WORLDS)
        )
        mine = seat == referee.to_act(world)
        values.append(share_of(mean(found, mine, "values"), seat))
        points.append(mean(found, mine, "points"))
    return Consequences(tuple(values), tuple(fmean(column) for column in zip(*points, strict=True)))


def sampled_worlds(game: Game, table: Table, action: int, *, seed: int) -> Iterator[Table]:
    """Complete tables at the next decision after an action: what its seat cannot know is sampled,
    and so are the outcomes of chance.
    """
    referee = compiled_if_possible(game)
    seat = referee.to_act(table)
    for n in range(WORLDS):
        world = table.copy()
        referee.redeal(world, seat, word(seed, n, 0))
        referee.apply(world, action)
        step = 1
        while referee.to_act(world) == CHANCE:
            referee.apply(world, referee.draw(world, word(seed, n, step)))
            step += 1
        yield world


def mean(found: list[Judgement], mine: bool, what: str) -> tuple[float, ...]:
    """The mean of a field of some judgements: of the seat's own best choice, or of all that a rival
    may choose in the worlds that the seat considers possible.
    """
    counted = found[:1] if mine else found
    tried = sum(one.tried for one in counted)
    columns = zip(*(getattr(one, what) for one in counted), strict=True)
    weights = [one.tried / tried for one in counted]
    return tuple(fsum(w * x for w, x in zip(weights, column, strict=True)) for column in columns)


def share_of(values: tuple[float, ...], seat: int) -> float:
    """A seat's share of a win: the rewards of several seats add up to more than one."""
    return values[seat] / fsum(values) if len(values) > 1 else values[seat]


def part(budget: Budget, parts: int) -> Budget:
    """A budget divided by *parts*."""
    simulations = budget.simulations and max(budget.simulations // parts, 1)
    return Budget(simulations, budget.seconds and budget.seconds / parts)


def result(game: Game, scores: tuple[float, ...], seat: int) -> float:
    """The result of a seat in a game that is over, valued as a search does."""
    reward = [0.0] * len(scores)
    search.share_out(scores, len(scores), True, game.heuristics.lead, Style().for_win, reward)
    return share_of(tuple(reward), seat)
