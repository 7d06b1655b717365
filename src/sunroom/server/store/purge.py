"""Removing what nobody needs any more, also while a server plays on: matches, guests and boxes; and
giving the disk back.

What is removed at once is little, so that whoever writes waits for moments only, and each statement
looks again whether it is still old.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, select

from sunroom.server.people import now
from sunroom.table.state import ABORTED, ENDED, GATHERING, PLAYING

from . import postgres, schema

DAY = 24 * 3600 * 1000  # milliseconds
MATCHES = 20  # in one transaction
PEOPLE = 500
PAGES = 500  # of a file that are given back at once
PAUSE = 0.01  # seconds in which a server comes in between
OF_A_MATCH = (schema.seats, schema.events, schema.snapshots, schema.keys, schema.chat)
INCREMENTAL = 2  # a file from which pages can be cut off
M, P, B = schema.matches.c, schema.people.c, schema.boxes.c


class PurgeCounts(NamedTuple):
    """How much of each is removed, or would be."""

    matches: int
    people: int
    boxes: int


def purge(
    connection: Connection, days: int, boxes: Path, *, finished: bool, really: bool
) -> PurgeCounts:  # fmt: skip
    """Remove matches without an event for some days, old guests without a match, and boxes that no
    match has, with their folders in *boxes*. Without *really* they are only counted.
    """
    limit = now() - days * DAY
    matches = old_matches(limit, finished=finished)
    people = (P.created < limit) & nobody_plays_as(P.id)
    ids = list(connection.execute(select(M.id).where(matches)).scalars())
    unused = unused_boxes(connection, set(ids))
    if not really:
        guests = select(func.count()).select_from(schema.people).where(people)
        return PurgeCounts(len(ids), connection.execute(guests).scalar() or 0, len(unused))
    connection.commit()
    removed = PurgeCounts(
        sum(_remove_matches(connection, some, matches) for some in batches(ids, MATCHES)),
        _remove_people(connection, people),
        sum(_remove_box(connection, one, boxes) for one in unused),
    )
    give_back(connection)
    return removed


def old_matches(limit: int, *, finished: bool) -> ColumnElement[bool]:
    last = select(func.max(schema.events.c.at)).where(schema.events.c.match == M.id)
    touched = func.coalesce(last.scalar_subquery(), M.created)
    kinds = [ABORTED, GATHERING, PLAYING, *([ENDED] if finished else [])]
    return (touched < limit) & M.status.in_(kinds)


def nobody_plays_as(person: ColumnElement[str]) -> ColumnElement[bool]:
    sits = select(schema.seats.c.person).where(schema.seats.c.person.is_not(None))
    return person.not_in(sits) & person.not_in(select(M.host))


def unused_boxes(connection: Connection, gone: set[str]) -> list[str]:
    """The boxes that only those matches have, or none; neither one that was set aside."""
    rows = connection.execute(select(M.id, M.components).where(M.components != ""))
    used = {row.components for row in rows if row.id not in gone}
    s = schema.settings.c
    waiting = "".join(
        connection.execute(select(s.value).where(s.name.startswith(schema.ASIDE))).scalars()
    )
    boxes = connection.execute(select(B.digest)).scalars()
    return [one for one in boxes if one not in used and one not in waiting]


def batches(ids: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (ids[start : start + size] for start in range(0, len(ids), size))


def _remove_matches(connection: Connection, ids: Sequence[str], old: Any) -> int:
    """Those that are still old; none to which somebody is just adding an event."""
    if connection.dialect.name == "postgresql":
        connection.execute(postgres.LOCK, {"names": list(ids)})
    wanted = delete(schema.matches).where(M.id.in_(ids), old).returning(M.id)
    removed = list(connection.execute(wanted).scalars())
    for table in OF_A_MATCH:
        connection.execute(delete(table).where(table.c.match.in_(removed)))
    _commit(connection)
    return len(removed)


def _remove_people(connection: Connection, idle: ColumnElement[bool]) -> int:
    ids = list(connection.execute(select(P.id).where(idle)).scalars())
    connection.commit()
    removed, mutes = 0, schema.mutes.c
    for some in batches(ids, PEOPLE):
        gone = delete(schema.people).where(P.id.in_(some), idle).returning(P.id)
        left = list(connection.execute(gone).scalars())
        pairs = mutes.person.in_(left) | mutes.muted.in_(left)
        connection.execute(delete(schema.mutes).where(pairs))
        _commit(connection)
        removed += len(left)
    return removed


def _remove_box(connection: Connection, digest: str, folder: Path) -> int:
    used = select(M.components).where(M.components == digest)
    wanted = delete(schema.boxes).where(B.digest == digest, ~used.exists())
    removed = connection.execute(wanted).rowcount
    _commit(connection)
    if removed:
        shutil.rmtree(folder / digest, ignore_errors=True)
    return removed


def _commit(connection: Connection) -> None:
    connection.commit()
    time.sleep(PAUSE)


# The disk


def give_back(connection: Connection) -> None:
    """Give back the space of what was removed."""
    connection.commit()
    if connection.dialect.name == "sqlite":
        _cut_off(connection)
        return
    alone = connection.execution_options(isolation_level="AUTOCOMMIT")
    for table in schema.metadata.sorted_tables:
        alone.exec_driver_sql(f"VACUUM {table.name}")


def _cut_off(connection: Connection) -> None:
    file: Any = connection.connection.driver_connection
    if not is_incremental(file):
        file.execute("VACUUM")
    for _ in range(pages_to_spare(file) // PAGES + 1):
        file.executescript(f"PRAGMA incremental_vacuum({PAGES})")  # `execute` stops after a page
        time.sleep(PAUSE)
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def make_incremental(connection: Connection) -> None:
    """Write a file of an older version again, once, so that pages can be cut off from it. Nobody
    may use it meanwhile.
    """
    file: Any = connection.connection.driver_connection
    if not is_incremental(file):
        file.execute("VACUUM")


def is_incremental(file: Any) -> bool:
    return bool(file.execute("PRAGMA auto_vacuum").fetchone()[0] == INCREMENTAL)


def pages_to_spare(file: Any) -> int:
    return int(file.execute("PRAGMA freelist_count").fetchone()[0])
