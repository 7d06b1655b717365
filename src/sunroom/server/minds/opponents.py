"""Opponents at the matches of the server. They think in processes of their own and see what their
seat may see; the server goes on meanwhile.

A thought is in the queue for the person whom it is owed to; it comes after those of others where
that person is not here. A match that nobody plays goes on while somebody watches it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import aclosing
from random import SystemRandom
from time import monotonic

import structlog

from sunroom.players.levels import Decision, level
from sunroom.players.turns import Claim
from sunroom.players.workers import Task
from sunroom.server import metrics
from sunroom.server.background import Chores
from sunroom.server.boxes import Boxes
from sunroom.server.match import presence
from sunroom.server.match.matches import Matches
from sunroom.server.match.registry import Registry, Room
from sunroom.server.match.viewer import Viewer
from sunroom.server.people import Addresses
from sunroom.server.refusals import Away
from sunroom.server.store.store import Store
from sunroom.server.wire import encode
from sunroom.table.decide import opponents_moves
from sunroom.table.refusals import NotNow
from sunroom.table.state import PLAYING, Playing
from sunroom.table.wire import Thinking

from .thinkers import Thinkers, answer_of, places

log = structlog.get_logger()
AGAIN = 2.0  # seconds until it is tried again what failed, or what another worker may have done


class Opponents:
    def __init__(
        self, store: Store, registry: Registry, matches: Matches, boxes: Boxes, thinkers: Thinkers,
        addresses: Addresses, chores: Chores,
    ) -> None:  # fmt: skip
        self.store = store
        self.registry = registry
        self.matches = matches
        self.chores = chores
        self.boxes = boxes
        self.thinkers = thinkers
        self.addresses = addresses
        self.random = SystemRandom()

    def wake(self, room: Room) -> None:
        """See to it that somebody thinks about a match in which an opponent has to decide, and that
        what is played is compiled first.
        """
        if isinstance(room.state, Playing) and room.state.status == PLAYING:
            self.boxes.want(room.state.game)
        if room.driver is None and is_wanted(room):
            room.driver = asyncio.create_task(self._drive(room))

    async def _drive(self, room: Room) -> None:
        metrics.THINKING.inc()
        try:
            while is_wanted(room) and self.registry.is_here(room):
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
        """One answer of a worker, played as far as the table is what it expected."""
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
        name = state.seating[seat].level or ""
        long = level(name).is_long
        task = self.thinkers.decide(
            self.boxes.which(match.game), name, match.veiled(seat), match.seats,
            self.random.getrandbits(62), self.claim(room, long=long),
        )  # fmt: skip
        return await self._watched(task, room, seat, long=long)

    def claim(self, room: Room, *, long: bool) -> Claim:
        """For whom an opponent decides: for somebody who plays and is here, or else plays; where
        only opponents do, for the host.
        """
        playing = room.state.seating.played_by
        here = presence.persons_here(room, monotonic())
        waiting = [*(one for one in playing if one in here), *playing, room.state.header.host]
        person = waiting[0]
        away = bool(playing) and person not in here
        return Claim(person, self.addresses.of(person), long, away)

    async def _watched(self, task: Task, room: Room, seat: int, *, long: bool) -> list[Decision]:
        """Wait for an answer, and tell those who wait which place in the queue it has."""
        told: dict[Viewer, int] = {}
        async with aclosing(places(task)) as waiting:
            async for place in waiting:
                if place and not is_wanted(room):
                    return []
                self.thinkers.move(task, self.claim(room, long=long))
                told = tell_place(room, Thinking(seat, task.place), told)
        return answer_of(task)  # type: ignore[no-any-return]


def tell_place(room: Room, frame: Thinking, told: Mapping[Viewer, int]) -> dict[Viewer, int]:
    """Tell everybody who does not know it yet; returns what they know now."""
    for viewer in room.viewers:
        if told.get(viewer) != frame.place:
            viewer.send(encode(frame))
    return dict.fromkeys(room.viewers, frame.place)


def is_wanted(room: Room) -> bool:
    """Whether an opponent has to decide, and somebody waits for it: people who play get what is
    owed to them wherever they are; where only opponents play, somebody has to watch.
    """
    return room.state.thinks and bool(room.state.seating.played_by or room.viewers)
