"""What people go by, and that they are gone: stored, then shown at every match where they are
known, whichever worker it was that they told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Executable, or_, select, update

from sunroom.match import codec
from sunroom.server.background import Chores
from sunroom.server.people import Names, now
from sunroom.server.refusals import Away, NotSignedIn
from sunroom.server.store import schema
from sunroom.server.store.eventlog import EventLog
from sunroom.server.store.store import PERSON, Conflict
from sunroom.table.header import AI, SeatSetup, without_names

from .broadcast import Broadcast
from .chat import all_said_by
from .registry import Registry, Room

AT_ONCE = 1000  # people who are looked up at once
P, M, S = schema.people.c, schema.matches.c, schema.seats.c


class Profiles:
    def __init__(
        self, log: EventLog, names: Names, registry: Registry, broadcast: Broadcast, chores: Chores
    ) -> None:
        self.log = log
        self.names = names
        self.registry = registry
        self.broadcast = broadcast
        self.chores = chores

    async def change(self, id: str, **change: Any) -> None:
        """Another name, or other settings; those at the same matches see the name at once. Refuses
        somebody who is gone.
        """
        here = (P.id == id) & P.gone.is_(None)
        changed = update(schema.people).where(here).values(**change)
        notice = (id, PERSON) if "name" in change else None
        try:
            await self.log.write(conditions=[changed], locks=[id], notice=notice)
        except Conflict:
            raise NotSignedIn("not_signed_in") from None
        if "name" in change:
            self._show(id, change["name"] or "")

    async def delete(self, id: str) -> None:
        """The name, the names that this person has given to others, and all that they have said are
        gone; matches stay, with nameless players.
        """
        gone = update(schema.people).where(P.id == id).values(name=None, gone=now())
        given = await self._given_by(id)
        await self.log.write(gone, *all_said_by(id), *given, locks=[id], notice=(id, PERSON))
        await self._forget(id)

    async def _given_by(self, id: str) -> list[Executable]:
        """What removes the names of players at this person's device, and of those in files that
        they have brought.
        """
        known = or_(M.host == id, M.setup.contains(f'"{id}"', autoescape=True))
        wanted = select(M.id, M.host, M.setup).where(known, M.setup.contains('"name"'))
        rows = await self.log.read(wanted)
        return [one for row in rows for one in unnamed(row.id, row.host, row.setup, id)]

    # What other workers have written

    def changed_elsewhere(self, id: str) -> None:
        """Somebody has changed their profile at another worker, or is gone; "" for anybody."""
        self.names.changes += 1
        self.chores.later(self._look_up([id] if id else list(self._everybody())))

    def _everybody(self) -> set[str]:
        rooms = self.registry.rooms.values()
        return {id for room in rooms for id in known_at(room)}

    async def _look_up(self, people: Sequence[str]) -> None:
        with suppress(Away):  # when it is back everybody is looked up again
            for start in range(0, len(people), AT_ONCE):
                some = people[start : start + AT_ONCE]
                for row in await self.log.read(select(P.id, P.name, P.gone).where(P.id.in_(some))):
                    if row.gone is not None:
                        await self._forget(row.id)
                    else:  # what is known here may have been read a moment ago, and not shown
                        self._show(row.id, row.name or "")

    # Here

    def _show(self, id: str, name: str) -> None:
        self.names.know(id, name)
        for room in list(self.registry.rooms.values()):
            if id in room.state.seating.persons:
                self.broadcast.introduce_all(room)

    async def _forget(self, id: str) -> None:
        self.names.know(id, "")
        await asyncio.gather(*self.registry.loading.values(), return_exceptions=True)
        rooms = list(self.registry.rooms.values())
        for viewer in [one for room in rooms for one in room.viewers]:
            if viewer.person == id:
                viewer.close()
        await asyncio.gather(*(self._forget_at(room, id) for room in rooms if id in known_at(room)))

    async def _forget_at(self, room: Room, id: str) -> None:
        async with room.lock:
            room.state = room.state.without_names(id)
            self.broadcast.introduce_all(room)


def known_at(room: Room) -> set[str]:
    """Everybody whom a match in memory knows."""
    header = room.state.header
    watching = {viewer.person for viewer in room.viewers if viewer.person}
    named = {seat.person for seat in header.seats if seat.person}
    return {header.host, *named, *room.state.seating.seen_by, *watching}


def unnamed(match: str, host: str, setup: str, person: str) -> Iterator[Executable]:
    """What removes the names that a person has given from the set-up of a match and its seats."""
    seats = codec.from_json(tuple[SeatSetup, ...], setup)
    left = without_names(seats, host, person)
    changed = [n for n, seat in enumerate(seats) if seat != left[n]]
    if changed:
        yield update(schema.matches).where(M.id == match).values(setup=codec.to_json(left))
        at = (S.match == match) & S.seat.in_(changed) & (S.kind != AI)
        yield update(schema.seats).where(at).values(name=None)
