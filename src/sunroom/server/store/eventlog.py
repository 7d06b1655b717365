"""The events of all matches, append only; their projections are written with them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import structlog
from sqlalchemy import Executable, Row, Select, select, update

from sunroom.server.refusals import Away
from sunroom.server.wire import encode, read_event
from sunroom.table import events as ev
from sunroom.table.events import Entry
from sunroom.table.fold import Snapshot
from sunroom.table.state import AnyState

from . import schema
from .projections import projections
from .store import EventRow, Store, Unavailable, Write

PURGED = 12 * 3600 * 1000  # milliseconds: what had its last event longer ago may be purged now
log = structlog.get_logger()


class EventLog:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def append(self, before: AnyState, after: AnyState, entries: Sequence[Entry]) -> None:
        """Store the events between two states of a match, all of them or none.

        Conflict where another worker has written events with these numbers, Away where the
        database does not answer.
        """
        id = after.header.id
        rows = [EventRow(id, n, at, encode(event).decode()) for n, at, event in entries]
        also = projections(before, after, entries)
        old = time.time() * 1000 - before.at > PURGED
        there = [existing(id)] if old else []
        await self._store(Write(rows, also, there, notice=(id, after.n)))

    async def entries(self, id: str, after: int = 0) -> list[Entry]:
        """The events of a match whose numbers are greater than *after*."""
        table = schema.events.c
        wanted = select(table.n, table.at, table.data).where(table.match == id, table.n > after)
        rows = await self.read(wanted.order_by(table.n))
        return [Entry(row.n, row.at, read_event(row.data)) for row in rows]

    async def has(self, id: str) -> bool:
        """Whether there is such a match."""
        m = schema.matches.c
        return bool(await self.read(select(m.id).where(m.id == id)))

    async def snapshot(self, id: str, entries: Sequence[Entry]) -> Snapshot | None:
        """The latest snapshot that no later undo has made invalid; None if there is none."""
        table = schema.snapshots.c
        wanted = select(schema.snapshots).where(table.match == id).order_by(table.n.desc())
        for row in await self.read(wanted):
            later = [
                one.event.to
                for one in entries
                if one.n > row.n and isinstance(one.event, ev.Undone)
            ]
            if all(to >= row.step for to in later):
                return Snapshot(row.n, row.bytes)
        return None

    async def read(self, statement: Select[Any]) -> Sequence[Row[Any]]:
        """The rows of a query; Away where the database does not answer."""
        try:
            return await self.store.read(statement)
        except Unavailable as why:
            raise away(why) from why

    async def write(
        self, *statements: Executable, events: Sequence[EventRow] = (),
        conditions: Sequence[Executable] = (), locks: Sequence[str] = (),
        notice: tuple[str, int] | None = None,
    ) -> None:  # fmt: skip
        """Store statements, and events of a match that is not in memory, as `Write` describes them.
        Conflict or Away as in `append`.
        """
        await self._store(Write(events, statements, conditions, locks, notice))

    async def _store(self, write: Write) -> None:
        try:
            await self.store.write(write)
        except Unavailable as why:
            raise away(why) from why


def existing(match: str) -> Executable:
    """A condition: a match has not been purged."""
    m = schema.matches.c
    return update(schema.matches).where(m.id == match).values(id=m.id)


def away(why: Unavailable) -> Away:
    log.warning("database unavailable", why=str(why))
    return Away("database_away")
