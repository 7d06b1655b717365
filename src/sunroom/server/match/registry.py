"""The matches that somebody is at: found, locked, and let go when nobody is there any more."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy import Row, select

from sunroom.server import metrics
from sunroom.server.boxes import Boxes
from sunroom.server.people import Names
from sunroom.server.refusals import Unknown
from sunroom.server.store import schema
from sunroom.server.store.eventlog import EventLog
from sunroom.server.store.projections import header_of
from sunroom.table.fold import fold_all
from sunroom.table.state import AnyState, Gathering, Unplayable

from . import moments
from .moments import Moment
from .viewer import Viewer


class Room:
    """A match in memory, and those who are at it."""

    def __init__(self, state: AnyState, next: str | None = None) -> None:
        self.id = state.header.id
        self.state = state
        self.last = moments.resumed(state.at)  # when the last event was, or it was read since
        self.next = next  # the rematch
        self.unsure = False  # whether the last write was done is not known
        self.said = 0  # the last line of its chat that was shown
        self.lock = asyncio.Lock()  # held while something happens
        self.viewers: set[Viewer] = set()
        self.alarm: asyncio.TimerHandle | None = None
        self.driver: asyncio.Task[None] | None = None  # sees to it that opponents decide

    def moment(self) -> Moment:
        """What time it is here."""
        return moments.following(self.last, self.state)

    def change(self, state: AnyState, last: Moment) -> None:
        """Something has happened."""
        self.state, self.last = state, last

    def close(self) -> None:
        """Nobody at it is shown anything more."""
        for viewer in list(self.viewers):  # who is closed may leave at once
            viewer.close()

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here, no clock runs, nobody thinks and everything is known."""
        waits = self.alarm is not None or self.driver is not None or self.unsure
        return not self.viewers and not waits and not self.lock.locked()


class LockedRoom:
    """`async with` is what every command does: without a generator it takes a third of the time."""

    def __init__(self, registry: Registry, id: str) -> None:
        self.registry = registry
        self.id = id

    async def __aenter__(self) -> Room:
        while True:
            room = self.registry.rooms.get(self.id) or await self.registry.find(self.id)
            await room.lock.acquire()
            if self.registry.is_here(room):  # it may have been let go while one waited
                self.room = room
                return room
            room.lock.release()

    async def __aexit__(self, *_: object) -> None:
        self.room.lock.release()


class Registry:
    def __init__(self, log: EventLog, boxes: Boxes, names: Names) -> None:
        self.log = log
        self.boxes = boxes
        self.names = names
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.missed: set[str] = set()  # matches that another worker wrote while they were loaded

    async def find(self, id: str) -> Room:
        """A match, read from the database where nobody is at it yet; Unknown if there is none."""
        if (room := self.rooms.get(id)) is not None:
            return room
        if (loading := self.loading.get(id)) is None:
            loading = self.loading[id] = asyncio.create_task(self._load(id))
        return await asyncio.shield(loading)

    def at(self, id: str) -> LockedRoom:
        """A match with its lock held: nothing else happens to it meanwhile."""
        return LockedRoom(self, id)

    def is_here(self, room: Room) -> bool:
        """Whether a match has not been let go meanwhile."""
        return self.rooms.get(room.id) is room

    def let_go(self, id: str) -> None:
        """Forget a match if nobody is at it any more."""
        room = self.rooms.get(id)
        if room is not None and room.is_idle:
            self.forget(room)

    def forget(self, room: Room) -> None:
        self.rooms.pop(room.id, None)
        metrics.MATCHES.set(len(self.rooms))

    async def find_rematch(self, room: Room) -> str | None:
        """The rematch of a match, whichever worker has created it."""
        m = schema.matches.c
        rows = await self.log.read(select(m.next).where(m.id == room.id))
        room.next = rows[0].next if rows else None
        return room.next

    def touched(self, id: str) -> list[Room]:
        """The rooms that another worker has written to, all of them for ""; a match that is being
        loaded is read again.
        """
        self.missed.update(one for one in self.loading if id in ("", one))
        if not id:
            return list(self.rooms.values())
        return [self.rooms[id]] if id in self.rooms else []

    async def _load(self, id: str) -> Room:
        try:
            return await self._read_room(id)
        finally:
            del self.loading[id]  # at once: it may be let go before anybody else is called

    async def _read_room(self, id: str) -> Room:
        rows = await self.log.read(select(schema.matches).where(schema.matches.c.id == id))
        if not rows:
            raise Unknown("no_match")
        state = await self._read(id, rows[0])
        await self.names.learn(state.seating.persons)
        while id in self.missed:
            self.missed.discard(id)
            state = fold_all(state, await self.log.entries(id, after=state.n))
            await self.names.learn(state.seating.persons)
        room = self.rooms[id] = Room(state, rows[0].next)
        metrics.MATCHES.set(len(self.rooms))
        return room

    async def _read(self, id: str, row: Row[Any]) -> AnyState:
        header = header_of(row)
        rules = await self.boxes.game_of(header)
        entries = await self.log.entries(id)
        if rules is None:
            state = fold_all(Unplayable(header), entries)
            state.status = row.status  # no table tells whether it was played to its end
            return state
        # A clock is charged turn by turn, so its match is played again from the start.
        snapshot = await self.log.snapshot(id, entries) if header.clock is None else None
        return fold_all(Gathering(header, *rules), entries, snapshot)
