"""A review of a match: what every decision was worth to the seat that made it.

Each decision is judged at the table as its seat saw it then. Nothing that was hidden from the seat
or happened later counts against it: bad luck is not a mistake.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from sunroom.engine.referee import compiled_if_possible
from sunroom.engine.runner import available
from sunroom.match.match import Match
from sunroom.rules.contract import CHANCE, Game
from sunroom.rules.philox import word
from sunroom.rules.record import Table

from .comparison import compare, share_of
from .evaluation import judgements
from .thinker import Budget, Judgement

# An interpreted search is a thousand times slower.
USUAL = Budget(simulations=3000 if available() else 12)
SEED = 1  # everywhere, so that a review says the same wherever it is made
BEST, FINE, INACCURACY, MISTAKE, BLUNDER = VERDICTS = (
    "best", "fine", "inaccuracy", "mistake", "blunder",
)  # fmt: skip
# The least loss for each name, as a share of a win, the greatest first.
THRESHOLDS = ((0.20, BLUNDER), (0.10, MISTAKE), (0.05, INACCURACY))

Report = Callable[[int, int], None]  # how many steps are done, out of how many


@dataclass(frozen=True)
class ReviewedDecision:
    """One decision: what was played, and what would have been better."""

    step: int  # in the history
    seat: int
    action: int
    best: int  # the action that was played, if nothing better was found
    value: float  # what the action promised the seat, from 0 to 1
    best_value: float
    points: tuple[float, ...]  # the expected score of each seat after it; empty if exact
    error: float  # the standard error of the loss; 0 if exact

    @property
    def loss(self) -> float:
        """What was given away, as a share of a win."""
        return self.best_value - self.value

    @property
    def verdict(self) -> str:
        """One of VERDICTS, by the loss."""
        if self.loss <= 0:
            return BEST
        return next((word for least, word in THRESHOLDS if self.loss >= least), FINE)


class Summary(NamedTuple):
    """How well a seat has played."""

    seat: int
    decisions: int
    mean_loss: float
    verdicts: dict[str, int]  # the number of each
    costliest: ReviewedDecision | None

    @property
    def share_best(self) -> float:
        """The share of decisions for which nothing better was found."""
        return self.verdicts[BEST] / self.decisions if self.decisions else 0.0


@dataclass(frozen=True)
class Review:
    """All decisions of a match that were reviewed, in order."""

    match: Match
    decisions: tuple[ReviewedDecision, ...]

    def summary(self, seat: int) -> Summary:
        """How well one seat has played."""
        mine = [one for one in self.decisions if one.seat == seat]
        counts = {name: sum(one.verdict == name for one in mine) for name in VERDICTS}
        mean = fmean(one.loss for one in mine) if mine else 0.0
        costliest = max(mine, key=lambda one: one.loss, default=None)
        if costliest is not None and costliest.loss <= 0:
            costliest = None
        return Summary(seat, len(mine), mean, counts, costliest)

    def summaries(self) -> list[Summary]:
        """How well each seat has played."""
        return [self.summary(seat) for seat in range(self.match.seats)]


def review(
    match: Match, *, budget: Budget = USUAL, seed: int = SEED, report: Report | None = None
) -> Review:
    """Review every decision of every seat; the match need not be over.

    *report* is called after each step.
    """
    found = []
    for n, step in enumerate(match.history):
        if step.actor != CHANCE:
            table = decision_table(match, n)
            one = review_decision(match.game, table, match.seats, n, step.action, seed, budget)
            if one is not None:
                found.append(one)
        if report is not None:
            report(n + 1, len(match.history))
    return Review(match, tuple(found))


def decision_table(match: Match, step: int) -> Table:
    """The table before a step, as the seat that decided saw it."""
    return match.veiled_at(step, match.history[step].actor)


def review_decision(
    game: Game, table: Table, seats: int, step: int, action: int, seed: int, budget: Budget
) -> ReviewedDecision | None:
    """Review one decision at a table veiled for its seat; None if there was nothing to choose."""
    seed = word(seed, step, 0)
    found = judgements(game, table, seats, seed=seed, budget=budget)
    if not found:
        return None
    seat = compiled_if_possible(game).to_act(table)
    if game.knowledge.is_exact:
        return _known(game, table, seats, step, seat, action, found)
    return _searched(game, table, seats, step, seat, action, found[0], seed, budget)


def _known(
    game: Game, table: Table, seats: int, step: int, seat: int, action: int, found: list[Judgement]
) -> ReviewedDecision | None:
    """Review by exact knowledge. An action that a game does not judge, since it decides nothing,
    has the value of the best action after it.
    """
    values = {one.action: one.value for one in found}
    if action not in values:
        after = table.copy()
        compiled_if_possible(game).apply(after, action)
        then = judgements(game, after, seats, seed=0, budget=USUAL)
        if not then:
            return None
        values[action] = then[0].value
    best = found[0] if found[0].value > values[action] else None
    return ReviewedDecision(
        step, seat, action,
        best.action if best else action,
        values[action],
        best.value if best else values[action],
        (), 0.0,
    )  # fmt: skip


def _searched(
    game: Game,
    table: Table,
    seats: int,
    step: int,
    seat: int,
    action: int,
    first: Judgement,
    seed: int,
    budget: Budget,
) -> ReviewedDecision:
    """Review by a search; if it prefers another action, both are compared again."""
    value = share_of(first.values, seat)
    if first.action == action:
        return ReviewedDecision(step, seat, action, action, value, value, first.points, 0.0)
    difference = compare(game, table, seats, first.action, action, seed=seed + 1, budget=budget)
    lost = min(difference.sure, value)
    return ReviewedDecision(
        step, seat, action,
        first.action if lost > 0 else action,
        value - lost, value,
        difference.other.points, difference.error,
    )  # fmt: skip
