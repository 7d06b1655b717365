"""Opponents at the tables of the house. They think in processes of their own and see what their
seat may see; the server goes on meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import SystemRandom
from typing import TYPE_CHECKING, Any

import structlog

from sunroom.kernel.contract import Game
from sunroom.kernel.record import Table
from sunroom.kernel.words import Message
from sunroom.players.hints import hint_at
from sunroom.players.levels import Decision
from sunroom.players.roster import as_expected
from sunroom.players.workers import Task, Which, Workers, WorkersFail

from . import events as ev
from . import metrics
from .live import Live
from .refusals import Away, NotNow
from .wire import Thinking, encode

if TYPE_CHECKING:
    from .house import House

log = structlog.get_logger()
AGAIN = 2.0  # seconds until it is tried again what failed, or what another worker may have done
PLACES = 0.5  # seconds between two looks at the queue
LONGEST_QUEUE = 200


class Opponents:
    """*number* processes that think; they are started when they are first needed."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.random = SystemRandom()
        self._workers: Workers | None = None

    @property
    def workers(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(self.number)
        return self._workers

    def close(self) -> None:
        if self._workers is not None:
            self._workers.close()

    def wake(self, house: House, live: Live) -> None:
        """See to it that somebody thinks about a match in which an opponent has to decide."""
        if live.thinks and live.driver is None and live.match is not None:
            live.driver = asyncio.create_task(self._drive(house, live))

    async def _drive(self, house: House, live: Live) -> None:
        metrics.THINKING.inc()
        try:
            while live.thinks and house.matches.get(live.facts.id) is live:
                await self._turn(house, live)
        except Exception:
            log.exception("an opponent failed", match=live.facts.id)
            house.later(self._try_again(house, live))
        finally:
            metrics.THINKING.dec()
            live.driver = None
            house.let_go(live)

    async def _try_again(self, house: House, live: Live) -> None:
        await asyncio.sleep(AGAIN)
        self.wake(house, live)

    async def _turn(self, house: House, live: Live) -> None:
        """One answer of a worker, carried out as far as the table is what it expected."""
        id = live.facts.id
        if not await house.store.claim(id):
            await asyncio.sleep(AGAIN)  # another worker of the server thinks about it
            return
        try:
            decisions = await self._decide(house, live)
            async with live.lock:
                if house.matches.get(id) is live:
                    await house.carry(live, lambda: carried_out(live, decisions))
        except (NotNow, Away):
            await asyncio.sleep(0)  # the match is read again, and wakes us then
        finally:
            await house.store.release(id)

    async def _decide(self, house: House, live: Live) -> list[Decision]:
        match, seat = live.match, live.turn
        assert match is not None
        task = self.workers.decide(
            house.boxes.which(match.game), live.seats[seat].level or "", match.veiled(seat),
            match.seats, self.random.getrandbits(62),
        )  # fmt: skip
        decisions: list[Decision] = await self._watched(task, live, seat)
        return decisions

    async def _watched(self, task: Task, live: Live, seat: int) -> Any:
        """Wait for an answer, and tell those who wait which place in the queue it has."""
        answer = asyncio.wrap_future(task.answer)
        told = -1
        while True:
            done, _ = await asyncio.wait([answer], timeout=PLACES)
            if done:
                return answer.result()
            if (place := task.place) != told:
                told = place
                for viewer in live.viewers:
                    viewer.send(encode(Thinking(seat, place)))

    async def ask(self, call: Callable[..., Any], *args: Any) -> Any:
        """Let a worker think about something else."""
        if len(self.workers.tasks) >= LONGEST_QUEUE:
            raise Away("too_busy")
        try:
            return await asyncio.wrap_future(self.workers.ask(call, *args).answer)
        except WorkersFail as why:
            raise Away("too_busy") from why

    async def hint(self, which: Which, table: Table, seats: int) -> list[Message]:
        told: list[Message] = await self.ask(hint_for, which, table.tobytes(), seats)
        return told


def carried_out(live: Live, decisions: list[Decision]) -> list[ev.AnyEvent]:
    """Play what was decided, as long as the table is as it was expected."""
    match, seat = live.match, live.turn
    assert match is not None
    if not live.thinks:
        return []
    return [live.play(seat, action, hold=False) for action in as_expected(match, decisions)]


# What runs in a worker


def hint_for(which: Which, raw: bytes, seats: int) -> list[Message]:
    game: Game = which.load()
    return hint_at(game, game.table.frombytes(raw), seats)
