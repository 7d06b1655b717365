"""Counting the contents of a database, and purging what nobody needs any more."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, func, or_, select

from sunroom.server.people import now
from sunroom.table.state import ABORTED, ENDED, GATHERING, PLAYING

from . import schema

DAY = 24 * 3600 * 1000  # milliseconds
OF_A_MATCH = (schema.seats, schema.events, schema.snapshots, schema.keys, schema.chat)


def stats(connection: Connection) -> dict[str, int]:
    def count(table: Any, *where: Any) -> int:
        return (
            connection.execute(select(func.count()).select_from(table).where(*where)).scalar() or 0
        )

    status = schema.matches.c.status
    kinds = (GATHERING, PLAYING, ENDED, ABORTED)
    return {name: count(schema.matches, status == name) for name in kinds} | {
        "events": count(schema.events),
        "people": count(schema.people, schema.people.c.gone.is_(None)),
        "chat": count(schema.chat),
    }


def purge(connection: Connection, days: int, *, finished: bool, really: bool) -> tuple[int, int]:
    """Remove matches without an event for some days, and old guests without a match; returns the
    number of each. Without *really* they are only counted.
    """
    m, limit = schema.matches.c, now() - days * DAY
    last = select(func.max(schema.events.c.at)).where(schema.events.c.match == m.id)
    touched = last.scalar_subquery()
    old = or_(touched < limit, touched.is_(None) & (m.created < limit))
    ended = m.status.in_([ENDED, ABORTED] if finished else [ABORTED])
    gone = or_(ended, m.status.in_([GATHERING, PLAYING]))
    matches = [row.id for row in connection.execute(select(m.id).where(old, gone))]
    if really:
        for start in range(0, len(matches), 500):
            some = matches[start : start + 500]
            for table in OF_A_MATCH:
                connection.execute(delete(table).where(table.c.match.in_(some)))
            connection.execute(delete(schema.matches).where(m.id.in_(some)))
    people = _idle(connection, limit, really=really)
    connection.commit()
    return len(matches), people


def _idle(connection: Connection, limit: int, *, really: bool) -> int:
    """Remove, or only count, guests who came before *limit* and have no match."""
    p = schema.people.c
    sits = select(schema.seats.c.person).where(schema.seats.c.person.is_not(None))
    hosts = select(schema.matches.c.host)
    idle = (p.created < limit) & p.id.not_in(sits) & p.id.not_in(hosts)
    if really:
        gone = select(p.id).where(idle)
        mutes = schema.mutes.c
        connection.execute(
            delete(schema.mutes).where(mutes.person.in_(gone) | mutes.muted.in_(gone))
        )
        return connection.execute(delete(schema.people).where(idle)).rowcount
    return (
        connection.execute(select(func.count()).select_from(schema.people).where(idle)).scalar()
        or 0
    )
