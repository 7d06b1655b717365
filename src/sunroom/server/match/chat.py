"""What people say to each other at a match. It is kept beside the record, so that it can be taken
back.
"""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import delete, func, insert, select

from sunroom.server.people import Names, now
from sunroom.server.refusals import Away
from sunroom.server.store import schema
from sunroom.server.store.eventlog import EventLog
from sunroom.server.store.store import Conflict
from sunroom.server.wire import encode
from sunroom.table.refusals import Denied
from sunroom.table.state import AnyState
from sunroom.table.wire import Chat as Line

from .registry import Room
from .viewer import Viewer

TABLE = schema.chat.c


class Chat:
    def __init__(self, log: EventLog, names: Names) -> None:
        self.log = log
        self.names = names

    async def say(self, room: Room, person: str, text: str) -> None:
        """Store what was said, then show it. The caller holds the lock."""
        shown = "".join(c if c.isprintable() else " " for c in text).strip()
        if not shown:
            raise Denied("said_nothing")
        id = room.id
        last = (await self.log.read(select(func.max(TABLE.n)).where(TABLE.match == id)))[0][0]
        n = max(last or 0, room.said) + 1  # the last may have been taken back
        row = {"match": id, "n": n, "person": person, "at": now(), "text": shown}
        try:
            await self.log.write(insert(schema.chat).values(row), tell=(id, -n))
        except Conflict as why:
            raise Away("database_away") from why
        await self.show_new(room)

    async def said(self, room: Room, after: int = 0) -> list[tuple[str | None, Line]]:
        """Everything after a number, with who said it."""
        wanted = select(schema.chat).where(TABLE.match == room.id, TABLE.n > after)
        rows = await self.log.read(wanted.order_by(TABLE.n))
        names = self.names.known
        await self.names.learn({row.person for row in rows} - set(names))
        return [
            (
                row.person,
                Line(
                    row.n, names.get(row.person), seat_of(room.state, row.person), row.at, row.text
                ),
            )
            for row in rows
        ]

    async def mute(self, room: Room, person: str, n: int, *, on: bool) -> None:
        """Somebody does not hear any more, or hears again, who said something."""
        rows = await self.log.read(
            select(TABLE.person).where((TABLE.match == room.id) & (TABLE.n == n))
        )
        if not rows or rows[0].person is None or rows[0].person == person:
            raise Denied("nobody_said")
        pair = {"person": person, "muted": rows[0].person}
        muted = schema.mutes.c
        which = (muted.person == person) & (muted.muted == rows[0].person)
        again = [insert(schema.mutes).values(pair)] if on else []
        with suppress(Conflict):  # the same was asked for twice at once
            await self.log.write(delete(schema.mutes).where(which), *again)
        for viewer in list(room.viewers):
            if viewer.person == person:
                await self._learn_mutes(viewer)

    async def _learn_mutes(self, viewer: Viewer) -> None:
        muted = schema.mutes.c
        rows = await self.log.read(select(muted.muted).where(muted.person == viewer.person))
        viewer.muted = {row.muted for row in rows}

    async def show_new(self, room: Room) -> None:
        if not room.viewers:
            return
        for person, line in await self.said(room, room.said):
            room.said = line.n
            for viewer in room.viewers:
                send(viewer, person, line)

    async def show_all(self, room: Room, viewer: Viewer) -> None:
        """Everything that was said, for somebody who comes."""
        await self._learn_mutes(viewer)
        for person, line in await self.said(room):
            room.said = max(room.said, line.n)
            send(viewer, person, line)

    async def take_back_all(self, person: str) -> None:
        """A person deletes everything they ever said, and is muted by nobody any more."""
        muted = schema.mutes.c
        of_theirs = delete(schema.mutes).where((muted.person == person) | (muted.muted == person))
        await self.log.write(delete(schema.chat).where(TABLE.person == person), of_theirs)


def seat_of(state: AnyState, person: str | None) -> int:
    own = state.seating.decided_by(person)
    return own[0] if own else -1


def send(viewer: Viewer, person: str | None, line: Line) -> None:
    if person in viewer.muted:
        return
    line.yours = person is not None and person == viewer.person
    viewer.send(encode(line))
