"""A review in two passes: first a look at every decision, so that mistakes are seen at once; then
the closer look that counts, at the worst and the most doubtful ones first.

Several may judge at the same time. Where the search is still being compiled the first look is
interpreted, with fewer simulations.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import NamedTuple, TypeVar

from sunroom.match.match import Match
from sunroom.rules.contract import CHANCE, Game

from .hints import FIRST_LOOK
from .levels import is_first_look
from .review import SEED, USUAL, Review, ReviewedDecision, decision_table, review_decision
from .thinker import Budget

FIRST = 200  # simulations of a first look at a decision, compiled
MOST = 24  # decisions that one judges at a stretch

T = TypeVar("T")


class DecisionToJudge(NamedTuple):
    """A decision to be judged."""

    step: int
    table: bytes  # veiled for the seat that decided
    action: int


class Look(NamedTuple):
    """What was found, if there was anything to choose; after so many simulations, if that was only
    a first look.
    """

    step: int
    found: ReviewedDecision | None
    first: int = 0


def decisions(match: Match) -> list[int]:
    """The steps of a match that somebody has decided."""
    return [n for n, step in enumerate(match.history) if step.actor != CHANCE]


def look(
    game: Game, seats: int, asked: Sequence[DecisionToJudge], *, closer: bool, usual: Budget = USUAL
) -> Iterator[Look]:
    """Judge decisions, one after the other. A closer look is a first one as long as the search is
    not compiled.
    """
    for step, raw, action in asked:
        first = first_budget(game, usual, closer=closer)
        table, budget = game.table.frombytes(raw), first or usual
        found = review_decision(game, table, seats, step, action, SEED, budget)
        is_first = first is not None and found is not None
        yield Look(step, found, (budget.simulations or 0) if is_first else 0)


def for_a_while(seconds: float, found: Iterator[T]) -> Iterator[T]:
    """What is found in so many seconds, at least one thing."""
    began = perf_counter()
    for one in found:
        yield one
        if perf_counter() - began > seconds:
            return


def first_budget(game: Game, usual: Budget, *, closer: bool) -> Budget | None:
    """What a first look may cost; None where a look is as close as it gets."""
    if game.knowledge.is_exact:
        return None
    if is_first_look(game):
        return smaller(FIRST_LOOK, usual)
    return None if closer else smaller(FIRST, usual)


def smaller(simulations: int, usual: Budget) -> Budget | None:
    """So many simulations, unless that is what is usual, or more."""
    most = usual.simulations
    return Budget(simulations) if most is None or simulations < most else None


class Passes:
    """Which decisions of a match are judged next."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.steps = decisions(match)
        self.left = deque(self.steps)
        self.closer = False
        self.looks: dict[int, Look] = {}  # the newest one at each step
        self.tables: dict[int, bytes] = {}

    def take(self, several: int = 1) -> list[DecisionToJudge]:
        """What one of several judges next: less and less, so that all end together."""
        number = min(MOST, -(-len(self.left) // (2 * several)))
        return [self._ask(self.left.popleft()) for _ in range(number)]

    def _ask(self, step: int) -> DecisionToJudge:
        if step not in self.tables:
            self.tables[step] = decision_table(self.match, step).tobytes()
        return DecisionToJudge(step, self.tables[step], self.match.history[step].action)

    def note(self, asked: Sequence[DecisionToJudge], looks: Sequence[Look]) -> None:
        """What was found; what was asked for and not judged is still to be done."""
        self.looks |= {one.step: one for one in looks}
        judged = {one.step for one in looks}
        self.left.extendleft(one.step for one in reversed(asked) if one.step not in judged)

    @property
    def doubtful(self) -> list[int]:
        """What was only looked at, the worst first, then what a search would rather not have done;
        within these the least certain first.
        """
        firsts = [one.found for one in self.looks.values() if one.first and one.found]
        return [one.step for one in sorted(firsts, key=lambda one: (-one.loss, -one.error))]

    @property
    def review(self) -> Review:
        """What is known so far."""
        found = [self.looks[step].found for step in self.steps if step in self.looks]
        return Review(self.match, tuple(one for one in found if one is not None))

    def look_closer(self) -> None:
        """Begin the second pass."""
        self.closer = True
        self.left = deque(self.doubtful)

    def leave_it(self) -> list[int]:
        """Let first looks be the last; returns their steps."""
        self.look_closer()
        left = list(self.left)
        self.left.clear()
        return left
