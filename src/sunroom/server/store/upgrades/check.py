"""Whether a database is what this version of Sunroom reads: looked all through, once, after it was
changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import MsgspecError
from sqlalchemy import Connection, inspect, select, text

from sunroom.server.store import schema
from sunroom.server.wire import read_event

BATCH = 1000


def fault(connection: Connection) -> str:
    """What is wrong with a database; nothing where all is well."""
    return next(_faults(connection), "")


def _faults(connection: Connection) -> Iterator[str]:
    yield from damage(connection)
    yield from _wrong_tables(connection)
    yield from _wrong_events(connection)


def damage(connection: Connection) -> Iterator[str]:
    """What SQLite finds in its own file; PostgreSQL looks after its own."""
    if connection.dialect.name == "sqlite":
        found = connection.execute(text("PRAGMA integrity_check")).scalars()
        yield from (str(line) for line in found if line != "ok")


def _wrong_tables(connection: Connection) -> Iterator[str]:
    there = inspect(connection)
    names = there.get_table_names()
    for table in schema.metadata.sorted_tables:
        columns = there.get_columns(table.name) if table.name in names else ()
        missing = {column.name for column in table.columns} - {one["name"] for one in columns}
        if missing:
            yield f"{table.name}: {', '.join(sorted(missing))}"


def _wrong_events(connection: Connection) -> Iterator[str]:
    """Events that cannot be read, or whose numbers have a gap."""
    e = schema.events.c
    wanted = select(e.match, e.n, e.data).order_by(e.match, e.n)
    last = ("", 0)
    for match, n, data in connection.execute(wanted.execution_options(yield_per=BATCH)):
        before = last[1] if match == last[0] else 0
        if n != before + 1:
            yield f"{match}: {before} → {n}"
        try:
            read_event(data)
        except MsgspecError as why:
            yield f"{match}, {n}: {why}"
        last = match, n
