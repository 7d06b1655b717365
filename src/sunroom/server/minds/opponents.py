"""Opponents at the matches of the server. They think in processes of their own and see what their
seat may see; the server goes on meanwhile.
"""

from __future__ import annotations

import asyncio
from random import SystemRandom

import structlog

from sunroom.players.levels import Decision
from sunroom.players.workers import Task
from sunroom.server import metrics
from sunroom.server.background import Chores
from sunroom.server.boxes import Boxes
from sunroom.server.match.matches import Matches
from sunroom.server.match.registry import Registry, Room
from sunroom.server.refusals import Away
from sunroom.server.store.store import Store
from sunroom.server.wire import encode
from sunroom.table.decide import opponents_moves
from sunroom.table.refusals import NotNow
from sunroom.table.state import PLAYING, Playing
from sunroom.table.wire import Thinking

from .thinkers import Thinkers

log = structlog.get_logger()
AGAIN = 2.0  # seconds until it is tried again what failed, or what another worker may have done
PLACES = 0.5  # seconds between two looks at the queue


class Opponents:
    def __init__(
        self, store: Store, registry: Registry, matches: Matches, boxes: Boxes, thinkers: Thinkers,
        chores: Chores,
    ) -> None:  # fmt: skip
        self.store = store
        self.registry = registry
        self.matches = matches
        self.chores = chores
        self.boxes = boxes
        self.thinkers = thinkers
        self.random = SystemRandom()

    def wake(self, room: Room) -> None:
        """See to it that somebody thinks about a match in which an opponent has to decide, and that
        what is played is compiled first.
        """
        if isinstance(room.state, Playing) and room.state.status == PLAYING:
            self.boxes.want(room.state.game)
        if room.driver is None and room.state.thinks:
            room.driver = asyncio.create_task(self._drive(room))

    async def _drive(self, room: Room) -> None:
        metrics.THINKING.inc()
        try:
            while room.state.thinks and self.registry.is_here(room):
                await self._turn(room)
        except Exception:
            log.exception("an opponent failed", match=room.id)
            self.chores.later(self._try_again(room))
        finally:
            metrics.THINKING.dec()
            room.driver = None
            self.registry.let_go(room.id)

    async def _try_again(self, room: Room) -> None:
        await asyncio.sleep(AGAIN)
        self.wake(room)

    async def _turn(self, room: Room) -> None:
        """One answer of a worker, carried out as far as the table is what it expected."""
        if not await self.store.claim(room.id):
            await asyncio.sleep(AGAIN)  # another worker of the server thinks about it
            return
        try:
            decisions = await self._decide(room)
            async with room.lock:
                if self.registry.is_here(room):
                    await self.matches.commit(room, opponents_moves(room.state, decisions))
        except NotNow:
            pass  # another worker has played; the match has been read on
        except Away:
            await asyncio.sleep(AGAIN)
        finally:
            await self.store.release(room.id)

    async def _decide(self, room: Room) -> list[Decision]:
        state = room.state
        if not isinstance(state, Playing) or not state.thinks:
            return []
        match, seat = state.match, state.turn
        task = self.thinkers.decide(
            self.boxes.which(match.game), state.seating[seat].level or "", match.veiled(seat),
            match.seats, self.random.getrandbits(62),
        )  # fmt: skip
        return await self._watched(task, room, seat)

    async def _watched(self, task: Task, room: Room, seat: int) -> list[Decision]:
        """Wait for an answer, and tell those who wait which place in the queue it has."""
        answer = asyncio.wrap_future(task.answer)
        told = -1
        while True:
            done, _ = await asyncio.wait([answer], timeout=PLACES)
            if done:
                return answer.result()  # type: ignore[no-any-return]
            if (place := task.place) != told:
                told = place
                for viewer in room.viewers:
                    viewer.send(encode(Thinking(seat, place)))
