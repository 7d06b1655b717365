"""SQLite in one file: one thread writes and groups commits; others read at the same time (WAL)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from sqlalchemy import (
    Connection,
    CursorResult,
    Engine,
    Executable,
    Row,
    Select,
    create_engine,
    event,
)
from sqlalchemy.exc import IntegrityError, OperationalError

from sunroom.server import metrics

from .store import Conflict, EventRow, OnWrite, Unavailable, Write

READERS = 2
# Rows per statement. Each statement releases the interpreter's lock once, and a busy event loop is
# slow to give it back; older SQLite takes 999 values at a time.
ROWS = 200
PATIENCE = 5.0  # seconds to wait for a file that another program has locked


def engine(path: Path) -> Engine:
    """Durable and concurrent. Transactions are begun here, not by the driver."""
    if not path.exists():
        path.touch(0o600)  # it holds the seeds of running matches
    made = create_engine(f"sqlite:///{path}", connect_args={"timeout": PATIENCE})

    @event.listens_for(made, "connect")
    def _prepare(raw: sqlite3.Connection, _: Any) -> None:
        raw.isolation_level = None
        raw.execute("PRAGMA auto_vacuum=INCREMENTAL")  # of a file that is new, or vacuumed
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("PRAGMA synchronous=FULL")  # a commit is on the disk when it returns

    @event.listens_for(made, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return made


class SqliteStore:
    def __init__(self, path: Path) -> None:
        self.engine = engine(path)
        self.queue: SimpleQueue[Write | None] = SimpleQueue()
        self.readers = ThreadPoolExecutor(READERS, "reader")
        self.writer = Thread(target=self._write_all, name="writer", daemon=True)

    async def open(self, on_write: OnWrite) -> None:
        self.loop = asyncio.get_running_loop()
        self.writer.start()

    async def close(self) -> None:
        self.queue.put(None)
        await self.loop.run_in_executor(None, self.writer.join)
        self.readers.shutdown()
        self.engine.dispose()

    async def write(self, write: Write) -> None:
        self.queue.put(write)
        await write.done

    async def read(self, statement: Select[Any]) -> Sequence[Row[Any]]:
        return await self.loop.run_in_executor(self.readers, self._read, statement)

    async def claim(self, match: str) -> bool:
        return True  # there is one process only

    async def release(self, match: str) -> None: ...

    def _read(self, statement: Executable) -> Sequence[Row[Any]]:
        try:
            with self.engine.connect() as connection:
                return connection.execute(statement).all()
        except OperationalError as why:
            raise Unavailable(str(why.orig)) from why

    # In the writer's thread

    def _write_all(self) -> None:
        with self.engine.connect() as connection:
            while (first := self.queue.get()) is not None:
                group = [first]
                while not self.queue.empty():
                    if (more := self.queue.get()) is None:
                        self.queue.put(None)
                        break
                    group.append(more)
                self._commit(connection, group)

    def _commit(self, connection: Connection, group: Sequence[Write]) -> None:
        """Write all in one commit; if that fails, each in a commit of its own."""
        error = attempt(connection, group)
        if error is None or len(group) == 1:
            self.loop.call_soon_threadsafe(settle, [(write, error) for write in group])
        else:
            each = [(write, attempt(connection, [write])) for write in group]
            self.loop.call_soon_threadsafe(settle, each)


def attempt(connection: Connection, group: Sequence[Write]) -> Exception | None:
    """Write a group in one transaction; returns what went wrong, if anything."""
    try:
        with metrics.COMMIT.time(), connection.begin():
            insert_events(connection, [row for write in group for row in write.events])
            for write in group:
                for statement in write.conditions:
                    check(connection.execute(statement))
                for statement in write.statements:
                    connection.execute(statement)
    except (IntegrityError, Conflict):
        return Conflict()
    except OperationalError as why:
        return Unavailable(str(why.orig))
    except Exception as why:  # noqa: BLE001 - its caller gets it; the other writes go on
        return why
    metrics.GROUP.observe(len(group))
    return None


def check(result: CursorResult[Any]) -> None:
    """Conflict unless a statement has changed a row: what it needs is not so any more."""
    if not result.rowcount:
        raise Conflict


def insert_events(connection: Connection, rows: Sequence[EventRow]) -> None:
    for start in range(0, len(rows), ROWS):
        some = rows[start : start + ROWS]
        places = ", ".join(["(?, ?, ?, ?)"] * len(some))
        values = [value for row in some for value in row]
        insert = f"INSERT INTO events (match, n, at, data) VALUES {places}"  # noqa: S608
        connection.exec_driver_sql(insert, tuple(values))


def settle(results: Sequence[tuple[Write, Exception | None]]) -> None:
    for write, error in results:
        if write.done.done():
            continue  # its caller has given up
        if error is None:
            write.done.set_result(None)
        else:
            write.done.set_exception(error)
