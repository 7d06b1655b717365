"""Reviews of matches that have ended: decision by decision, so that nobody else waits long for a
thinker, and each decision only once.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import aclosing

import msgspec

from sunroom.match.match import Match
from sunroom.players.review import USUAL, ReviewedDecision, decision_table, review_decision
from sunroom.players.turns import Claim
from sunroom.players.workers import OURS, GameRef, Task
from sunroom.rules.contract import CHANCE
from sunroom.server.boxes import Boxes
from sunroom.table.frames import match_of, must_be_over
from sunroom.table.state import AnyState, Playing

from .thinkers import Thinkers, answer_of, places

KEPT = 64  # matches whose reviews are remembered
SEED = 1  # as in the shell, so that both say the same


class Evaluation(msgspec.Struct):
    """One decision of a review."""

    step: int
    seat: int
    played: str
    best: str
    value: float
    best_value: float
    verdict: str
    points: list[float]


class Progress(msgspec.Struct, omit_defaults=True):
    """So many decisions are done; the last was judged so, unless there was nothing to choose. With
    a *place*, the next one waits in the queue.
    """

    done: int
    of: int
    judged: Evaluation | None = None
    place: int = 0


class Notes:
    """What is known about the decisions of one match."""

    def __init__(self) -> None:
        self.judged: dict[int, Evaluation | None] = {}
        self.lock = asyncio.Lock()  # who asks for the same waits for the same


class Reviews:
    def __init__(self, boxes: Boxes, thinkers: Thinkers) -> None:
        self.boxes = boxes
        self.thinkers = thinkers
        self.kept: OrderedDict[str, Notes] = OrderedDict()

    def review(self, state: AnyState, claim: Claim = OURS) -> AsyncGenerator[Progress, None]:
        """The decisions of a match, as they are judged."""
        must_be_over(state)
        match = match_of(state)
        return self._judge_all(match, self._notes(state.header.id), claim)

    def knows(self, state: AnyState) -> bool:
        """Whether everything is judged already, so that nobody has to think."""
        notes = self.kept.get(state.header.id)
        if notes is None or not isinstance(state, Playing):
            return False
        return len(notes.judged) == len(decisions(state.match))

    async def _judge_all(
        self, match: Match, notes: Notes, claim: Claim
    ) -> AsyncGenerator[Progress, None]:
        steps = decisions(match)
        for done, n in enumerate(steps, start=1):
            async with notes.lock:
                if n not in notes.judged:
                    task = self._judge(match, n, claim)
                    async with aclosing(places(task)) as waiting:
                        async for place in waiting:
                            if place:
                                yield Progress(done - 1, len(steps), place=place)
                    found = answer_of(task)
                    notes.judged[n] = None if found is None else in_notation(match, found)
            yield Progress(done, len(steps), notes.judged[n])

    def _judge(self, match: Match, n: int, claim: Claim) -> Task:
        raw, action = decision_table(match, n).tobytes(), match.history[n].action
        which = self.boxes.which(match.game)
        return self.thinkers.begin(claim, judge, which, raw, match.seats, n, action)

    def _notes(self, id: str) -> Notes:
        notes = self.kept.setdefault(id, Notes())
        self.kept.move_to_end(id)
        if len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        return notes


def decisions(match: Match) -> list[int]:
    return [n for n, step in enumerate(match.history) if step.actor != CHANCE]


def in_notation(match: Match, one: ReviewedDecision) -> Evaluation:
    table, show = decision_table(match, one.step), match.game.show
    return Evaluation(
        one.step, one.seat, show(table, one.action), show(table, one.best), one.value,
        one.best_value, one.verdict, list(one.points),
    )  # fmt: skip


# What runs in a worker


def judge(
    which: GameRef, raw: bytes, seats: int, step: int, action: int
) -> ReviewedDecision | None:
    game = which.load()
    return review_decision(game, game.table.frombytes(raw), seats, step, action, SEED, USUAL)
