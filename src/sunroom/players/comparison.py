"""What comes of an action, as far as its seat can know; and two actions compared fairly."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum, sqrt  # since Python 3.12 `sum` rounds in another way; `fsum` never has
from statistics import fmean, stdev
from typing import NamedTuple

from sunroom.engine.referee import compiled_if_possible
from sunroom.rules.contract import CHANCE, OVER, Game
from sunroom.rules.philox import word
from sunroom.rules.record import Table

from . import search
from .levels import thinker
from .thinker import Budget, Judgement, Style

WORLDS = 8  # samples of what the seat cannot know and of what chance brings next
CERTAIN = 2.4  # standard errors that chance alone hardly ever makes: Student's t, 97.5 %, 7 d.f.
SEARCH = 1 << 20  # the random words from here on are seeds of searches


class Aftermath(NamedTuple):
    """What an action leads to, world by world."""

    values: tuple[float, ...]  # for the seat, from 0 to 1
    points: tuple[float, ...]  # of every seat at the end, on average


class Difference(NamedTuple):
    """How much better one action is than another."""

    value: float  # in parts of a win
    error: float  # standard error of that
    better: Aftermath
    other: Aftermath

    @property
    def sure(self) -> float:
        """The difference, or nothing where the noise of the searches explains it."""
        return self.value if self.value > CERTAIN * self.error else 0.0


def compare(
    game: Game, table: Table, seats: int, better: int, other: int, *, seed: int, budget: Budget
) -> Difference:
    """Two actions of the seat to act, for a table veiled for that seat.

    A search gives nearly all its simulations to the action that it prefers. Another one looks worse
    than it is, since what could follow it was hardly explored. So both get what the first would
    get: searches of the same size from the tables after them, in the same worlds. The differences
    between the worlds tell how far the result can be trusted.
    """
    one, two = (
        aftermath(game, table, seats, action, seed=seed, budget=budget)
        for action in (better, other)
    )
    apart = [a - b for a, b in zip(one.values, two.values, strict=True)]
    return Difference(fmean(apart), stdev(apart) / sqrt(len(apart)), one, two)


def aftermath(
    game: Game, table: Table, seats: int, action: int, *, seed: int, budget: Budget
) -> Aftermath:
    referee = compiled_if_possible(game)
    seat = referee.to_act(table)
    values, points = [], []
    for n, world in enumerate(imagined(game, table, action, seed=seed)):
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
    return Aftermath(tuple(values), tuple(fmean(column) for column in zip(*points, strict=True)))


def imagined(game: Game, table: Table, action: int, *, seed: int) -> Iterator[Table]:
    """Tables at the next decision after an action, complete: what its seat cannot know is sampled,
    and what chance brings.
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
    """What follows: after the seat's own best choice, or after whatever a rival may choose in the
    worlds that the seat takes for possible.
    """
    counted = found[:1] if mine else found
    tried = sum(one.tried for one in counted)
    columns = zip(*(getattr(one, what) for one in counted), strict=True)
    weights = [one.tried / tried for one in counted]
    return tuple(fsum(w * x for w, x in zip(weights, column, strict=True)) for column in columns)


def share_of(values: tuple[float, ...], seat: int) -> float:
    """A seat's part of a win: at a table of several a search's rewards are more than one win."""
    return values[seat] / fsum(values) if len(values) > 1 else values[seat]


def part(budget: Budget, parts: int) -> Budget:
    """One of some equal parts of a budget."""
    simulations = budget.simulations and max(budget.simulations // parts, 1)
    return Budget(simulations, budget.seconds and budget.seconds / parts)


def result(game: Game, scores: tuple[float, ...], seat: int) -> float:
    """What a seat has made of a game that is over, as a search counts it."""
    reward = [0.0] * len(scores)
    search.share_out(scores, len(scores), True, game.heuristics.lead, Style().for_win, reward)
    return share_of(tuple(reward), seat)
