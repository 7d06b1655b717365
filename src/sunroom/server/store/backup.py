"""A whole database as one file: compressed lines of JSON. The format is the same for SQLite and
PostgreSQL, so that a server can move from one to the other.

The first line has the revision of the database; every other line is a row.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from alembic import command
from sqlalchemy import Connection, MetaData, Table, insert, select

from sunroom.server.refusals import BadRequest

from .revisions import (
    change_schema,
    clear,
    is_empty,
    known_revisions,
    migrate,
    one_transaction,
    revision,
)

FORMAT = "sunroom backup 1"
BATCH = 500
VERSION_TABLE = "alembic_version"


class BadBackup(BadRequest):
    """A file that is not a backup, or a database into which none can be restored."""


def file_name(what: str) -> str:
    return f"sunroom-{what}-{datetime.now(UTC):%Y%m%d-%H%M%S}.jsonl.gz"


def save(connection: Connection, path: Path) -> int:
    """Write all rows as of one moment; returns their number. An incomplete file never appears."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    rows = 0
    with _one_moment(connection), gzip.open(part, "wt", encoding="utf-8") as file:
        found = MetaData()
        found.reflect(connection)
        file.write(json.dumps({"format": FORMAT, "revision": revision(connection)}) + "\n")
        for table in found.sorted_tables:
            if table.name != VERSION_TABLE:
                for line in _lines(connection, table):
                    file.write(line)
                    rows += 1
    part.chmod(0o600)  # it holds the seeds of running matches
    part.replace(path)
    return rows


def _one_moment(connection: Connection) -> Any:
    """A transaction that sees one state of the database, whatever others write meanwhile."""
    if connection.in_transaction():
        connection.commit()
    if connection.dialect.name == "postgresql":
        connection.execution_options(isolation_level="REPEATABLE READ")
    return connection.begin()


def _lines(connection: Connection, table: Table) -> Iterator[str]:
    wanted = select(table).execution_options(yield_per=BATCH)  # not for what follows the backup
    for row in connection.execute(wanted):
        values = {k: to_json(v) for k, v in row._mapping.items()}  # noqa: SLF001 - a public name
        yield json.dumps([table.name, values], ensure_ascii=False) + "\n"


def to_json(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return {"bytes": base64.b64encode(bytes(value)).decode()}
    return value


def from_json(data: Any) -> Any:
    return base64.b64decode(data["bytes"]) if isinstance(data, dict) else data


def restore(connection: Connection, path: Path) -> int:
    """Fill an empty database from a backup and migrate it; returns the number of rows. BadBackup
    where the file cannot be read or the database is not empty.
    """
    known_revision(path)
    if not is_empty(connection):
        raise BadBackup("not_empty")
    rows = refill(connection, path)
    migrate(connection)
    return rows


def refill(connection: Connection, path: Path) -> int:
    """Let a database be what a backup holds, as the version that wrote it had it, in the place of
    all that is there; returns the number of rows.
    """
    with _opened(path) as file, one_transaction(connection):
        held = _revision(file, path)
        clear(connection)
        change_schema(connection, command.upgrade, held)
        return _fill(connection, file, path)


def known_revision(path: Path) -> str:
    """The revision of the database that a backup holds; BadBackup where it is not known here."""
    with _opened(path) as file:
        held = _revision(file, path)
    if held not in known_revisions():
        raise BadBackup("newer_database", text=held)
    return held


def _opened(path: Path) -> Any:
    try:
        return gzip.open(path, "rt", encoding="utf-8")
    except OSError as why:
        raise BadBackup("unreadable_backup", file=str(path), why=why.strerror or "") from None


def _revision(file: TextIO, path: Path) -> str:
    try:
        first = json.loads(file.readline())
        if first["format"] == FORMAT:
            return str(first["revision"])
    except (OSError, EOFError, ValueError, KeyError, TypeError):
        pass
    raise BadBackup("not_a_backup", file=str(path))


def _fill(connection: Connection, file: Iterator[str], path: Path) -> int:
    found = MetaData()
    found.reflect(connection)
    waiting: dict[str, list[dict[str, Any]]] = {}
    rows = 0
    try:
        for line in file:
            name, values = json.loads(line)
            waiting.setdefault(name, []).append({k: from_json(v) for k, v in values.items()})
            rows += 1
            if len(waiting[name]) >= BATCH:
                connection.execute(insert(found.tables[name]), waiting.pop(name))
    except (OSError, EOFError, ValueError, KeyError) as why:
        raise BadBackup("no_backup", file=str(path), why=str(why)) from None
    for name, left in waiting.items():
        connection.execute(insert(found.tables[name]), left)
    return rows
