"""Hints, reviews, branches, imports, puzzles and balances: so much of each goes on at once for one
person and for one address, so much waits until something of that is done, and more is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

from sunroom.players.turns import Claim
from sunroom.server import limits
from sunroom.server.limits import Cap
from sunroom.server.refusals import TooMany

from .slots import Slots
from .thinkers import LOOK, Tell, nobody


class Turn:
    """Somebody's in a line; it knows the *place* that was told last, 0 where it goes on."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.place = 0
        self.begun = asyncio.Event()

    def is_beside(self, other: Turn) -> bool:
        """Whether one of them may have to wait for the other."""
        mine, theirs = self.claim, other.claim
        return mine.person == theirs.person or mine.address == theirs.address


class Line:
    """One kind of request."""

    def __init__(self, run: Cap, wait: Cap, *, by_address: bool) -> None:
        self.running = Slots(run, by_address=by_address)
        self.waiting = Slots(wait, by_address=by_address)
        self.turns: dict[Turn, None] = {}  # in the order in which they came

    def enter(self, claim: Claim) -> Turn:
        """Begin, or wait; refuses where too many wait already. Who has entered has to leave."""
        turn = Turn(claim)
        if self.running.bound(claim) is None:
            self._begin(turn)
        elif (bound := self.waiting.bound(claim)) is not None:
            raise TooMany(f"too_many_of_{bound.whose}", n=bound.most)
        else:
            self.waiting.take(claim)
        self.turns[turn] = None
        return turn

    def leave(self, turn: Turn) -> None:
        """It is done, or nobody wants it any more."""
        del self.turns[turn]
        (self.running if turn.begun.is_set() else self.waiting).give_back(turn.claim)
        for other in self._waiting():
            if self.running.bound(other.claim) is None:
                self.waiting.give_back(other.claim)
                self._begin(other)

    async def places(self, turn: Turn) -> AsyncGenerator[int, None]:
        """The place of a turn, at every look, until it has begun."""
        while not turn.begun.is_set():
            turn.place = self._place(turn)
            yield turn.place
            try:
                await asyncio.wait_for(turn.begun.wait(), LOOK)
            except TimeoutError:
                continue

    @asynccontextmanager
    async def turn(self, claim: Claim, tell: Tell = nobody) -> AsyncIterator[Tell]:
        """Wait and go on; who waits is told the place, here and, by what this returns, later."""
        turn = self.enter(claim)
        try:
            async for place in self.places(turn):
                tell(place)
            yield noting(turn, tell)
        finally:
            self.leave(turn)

    def _begin(self, turn: Turn) -> None:
        self.running.take(turn.claim)
        turn.place = 0
        turn.begun.set()

    def _waiting(self) -> list[Turn]:
        return [one for one in self.turns if not one.begun.is_set()]

    def _place(self, turn: Turn) -> int:
        """Behind the first that has to be done, and those who came before."""
        beside = [one for one in self.turns if one.is_beside(turn)]
        ahead = min((one.place for one in beside if one.begun.is_set()), default=0)
        waiting = [one for one in beside if not one.begun.is_set()]
        return ahead + waiting.index(turn) + 1


def noting(turn: Turn, tell: Tell) -> Tell:
    def told(place: int) -> None:
        turn.place = place
        tell(place)

    return told


class Lines:
    """One for each kind."""

    def __init__(self, *, by_address: bool) -> None:
        def line(run: Cap, wait: Cap) -> Line:
            return Line(run, wait, by_address=by_address)

        self.hints = line(limits.HINTS, limits.HINTS_WAIT)
        self.reviews = line(limits.REVIEWS, limits.REVIEWS_WAIT)
        self.branches = line(limits.BRANCHES, limits.BRANCHES_WAIT)
        self.imports = line(limits.IMPORTS, limits.IMPORTS_WAIT)
        self.puzzles = line(limits.PUZZLES, limits.PUZZLES_WAIT)
        self.balances = line(limits.BALANCES, limits.BALANCES_WAIT)
