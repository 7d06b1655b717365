"""Reviews of matches that have ended: each is made once, for all who read it, as long as somebody
does.

All thinkers judge decisions, a few at a stretch, so that nobody else waits long for one; first all
of them at a look, then closer, as soon as the search is compiled.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from functools import partial
from typing import NamedTuple

import msgspec

from sunroom.match.match import Match
from sunroom.players.passes import DecisionToJudge, Look, Passes, for_a_while, look
from sunroom.players.review import decision_table
from sunroom.players.turns import Claim
from sunroom.players.workers import BRIEF, OURS, GameRef
from sunroom.server.boxes import Boxes
from sunroom.table.frames import match_of, must_be_over
from sunroom.table.state import AnyState

from .lines import Line
from .thinkers import LOOK, Thinkers

KEPT = 64  # matches whose reviews are remembered


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
    first_look: int = 0  # simulations, where a closer look may say something else


class Progress(msgspec.Struct, omit_defaults=True):
    """So many decisions are done, and so many looked at; the last was judged so, unless there was
    nothing to choose. What was a first look only is judged once more. With a *place*, the next ones
    wait in the queue; *compiling*: closer looks wait for the search.
    """

    done: int
    of: int
    judged: Evaluation | None = None
    place: int = 0
    looked: int = 0
    compiling: bool = False


class Finding(NamedTuple):
    """What was found about a decision, and whether that is all."""

    step: int
    judged: Evaluation | None
    last: bool


class Making:
    """The review of one match: what is known, and who reads it."""

    def __init__(self, match: Match) -> None:
        self.passes = Passes(match)
        self.findings: list[Finding] = []  # in the order in which it was found
        self.latest: dict[int, int] = {}  # where a step was last told of
        self.claims: dict[object, Claim] = {}  # of those who read it
        self.places: dict[int, int] = {}  # of its tasks in the queue
        self.compiling = False
        self.is_done = False
        self.why: Exception | None = None  # it has broken off
        self.task: asyncio.Task[None] | None = None
        self.news = asyncio.Event()

    @property
    def claim(self) -> Claim:
        """For whom it is made; only a closer look takes long."""
        return next(iter(self.claims.values()), OURS)._replace(long=self.passes.closer)

    @property
    def standing(self) -> Progress:
        """What keeps it from going on."""
        place = min(self.places.values(), default=0)
        return Progress(0, 0, place=place, compiling=self.compiling)

    def tell(self, one: Look) -> None:
        last = self.passes.closer or not one.first
        self.latest[one.step] = len(self.findings)
        self.findings.append(Finding(one.step, in_notation(self.passes.match, one), last))

    def wake(self) -> None:
        """Let those who read know that there is something new."""
        self.news.set()
        self.news = asyncio.Event()

    async def read(self) -> AsyncGenerator[Progress, None]:
        """What is known, and then what comes until it is done."""
        of, done, seen, n = len(self.passes.steps), 0, set(), 0
        stood = Progress(0, 0)
        while True:
            for one in self.findings[n:]:
                n += 1
                if self.latest[one.step] < n:  # otherwise it was judged again
                    seen.add(one.step)
                    done += one.last
                    yield Progress(done, of, one.judged, looked=len(seen))
            if n == len(self.findings) and (self.is_done or self.why is not None):
                break
            if (stands := self.standing) != stood:
                stood = stands
                yield Progress(done, of, None, stands.place, len(seen), stands.compiling)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), LOOK)
        if self.why is not None:
            raise self.why


class Reviews:
    def __init__(self, boxes: Boxes, thinkers: Thinkers, line: Line) -> None:
        self.boxes = boxes
        self.thinkers = thinkers
        self.line = line
        self.kept: OrderedDict[str, Making] = OrderedDict()

    def review(self, state: AnyState, claim: Claim = OURS) -> AsyncGenerator[Progress, None]:
        """The decisions of a match, as they are judged."""
        must_be_over(state)
        id, match = state.header.id, match_of(state)
        if self.knows(state):
            return self._read(self._making(id, match), claim)
        return self._in_line(id, match, claim)

    def knows(self, state: AnyState) -> bool:
        """Whether everything is judged already, so that nobody has to think."""
        making = self.kept.get(state.header.id)
        return making is not None and making.is_done

    def _making(self, id: str, match: Match) -> Making:
        if id not in self.kept:
            self.kept[id] = Making(match)
        self.kept.move_to_end(id)
        if len(self.kept) > KEPT:
            self.kept.popitem(last=False)
        return self.kept[id]

    async def _in_line(self, id: str, match: Match, claim: Claim) -> AsyncGenerator[Progress, None]:
        """The same, when this person has room for one more."""
        turn = self.line.enter(claim)  # who is refused takes no place among those that are kept
        try:
            making = self._making(id, match)
            async for place in self.line.places(turn):
                yield Progress(0, len(making.passes.steps), place=place)
            async with aclosing(self._read(making, claim)) as coming:
                async for one in coming:
                    turn.place = one.place
                    yield one
        finally:
            self.line.leave(turn)

    async def _read(self, making: Making, claim: Claim) -> AsyncGenerator[Progress, None]:
        """Read with others what is made as long as anybody reads it."""
        if making.task is not None and not making.claims:  # the last one has just gone
            await asyncio.wait([making.task])
        reader = object()
        making.claims[reader] = claim
        self._begin(making)
        try:
            async with aclosing(making.read()) as coming:
                async for one in coming:
                    yield one
        finally:
            del making.claims[reader]
            if not making.claims and making.task is not None:
                making.task.cancel()

    def _begin(self, making: Making) -> None:
        if making.task is None and not making.is_done:
            making.why = None
            making.task = asyncio.create_task(self._make(making))

    async def _make(self, making: Making) -> None:
        try:
            await self._pass_twice(making)
            making.is_done = True
        except* Exception as why:  # noqa: BLE001 - it is raised for those who read
            making.why = why.exceptions[0]
        finally:
            making.task = None
            making.wake()

    async def _pass_twice(self, making: Making) -> None:
        passes = making.passes
        if not passes.closer:
            await self._pass(making)
            if not passes.doubtful or await self._is_compiled(making):
                passes.look_closer()
            for step in [] if passes.closer else passes.leave_it():
                making.tell(passes.looks[step])
        await self._pass(making)

    async def _pass(self, making: Making) -> None:
        """As many at a time as can think."""
        async with asyncio.TaskGroup() as group:
            for n in range(self.thinkers.number):
                group.create_task(self._judge(making, n))

    async def _judge(self, making: Making, n: int) -> None:
        """A few decisions after the other, as long as there are any."""
        passes, which = making.passes, self.boxes.which(making.passes.match.game)
        while asked := passes.take(self.thinkers.number):
            looks: list[Look] = []
            try:
                looks = await self.thinkers.ask(
                    making.claim, judge, which, passes.match.seats, asked, passes.closer,
                    tell=partial(making.places.__setitem__, n),
                )  # fmt: skip
            finally:
                passes.note(asked, looks)
                making.places.pop(n, None)
            for one in looks:
                making.tell(one)
            making.wake()

    async def _is_compiled(self, making: Making) -> bool:
        """Wait until the search is compiled; whether it could be."""
        ready = self.boxes.want(making.passes.match.game)
        making.compiling = not ready.done()
        making.wake()
        try:
            await asyncio.shield(asyncio.wrap_future(ready))  # others wait for it too
        except Exception:  # noqa: BLE001 - whoever compiles has said why
            return False
        finally:
            making.compiling = False
        return True


def in_notation(match: Match, look: Look) -> Evaluation | None:
    if (one := look.found) is None:
        return None
    table, show = decision_table(match, one.step), match.game.show
    return Evaluation(
        one.step, one.seat, show(table, one.action), show(table, one.best), one.value,
        one.best_value, one.verdict, list(one.points), look.first,
    )  # fmt: skip


# What runs in a worker


def judge(which: GameRef, seats: int, asked: list[DecisionToJudge], closer: bool) -> list[Look]:
    """As many decisions as a moment is enough for, at least one."""
    return list(for_a_while(BRIEF, look(which.load(), seats, asked, closer=closer)))
