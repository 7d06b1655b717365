"""PostgreSQL for many users and several workers. Each groups its commits, takes an advisory lock
per match while writing, and sends NOTIFY with matches and versions so that the others read on.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import asyncpg
from sqlalchemy import Row, Select, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from sunroom.server import metrics

from .sqlite import check, settle
from .store import Conflict, OnWrite, Unavailable, Write

CHANNEL = "sunroom"
LARGEST_GROUP = 500
RETRY = 0.5  # seconds until a lost connection is tried again
PATIENCE = 5.0  # seconds to wait for an answer about a claim
DOWN = (
    OSError, DBAPIError, PoolTimeout, asyncpg.PostgresError, asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # as when a connection was killed amid an answer
)  # fmt: skip
BAD_STATEMENT = ("22", "42")  # classes of SQLSTATE that blame the statement, not the database

# Sorted, so that two workers never wait for each other crosswise.
LOCK = text(
    "SELECT pg_advisory_xact_lock(hashtextextended(m, 0))"
    " FROM (SELECT DISTINCT m FROM unnest(CAST(:names AS text[])) AS m ORDER BY m) AS sorted"
)
NEW_EVENTS = text(
    "INSERT INTO events (match, n, at, data) SELECT * FROM unnest("
    "CAST(:matches AS text[]), CAST(:n AS int[]), CAST(:at AS bigint[]), CAST(:data AS text[]))"
)
NOTIFY = text(
    f"SELECT pg_notify('{CHANNEL}', told)"  # noqa: S608 - no part of it is user input
    " FROM unnest(CAST(:notices AS text[])) AS told"
)
TOLD_AT_ONCE = 100  # writes that one notice tells of: it has less than 8,000 bytes
CLAIM = "SELECT pg_try_advisory_lock(hashtextextended('opponents of ' || $1, 0))"
RELEASE = "SELECT pg_advisory_unlock(hashtextextended('opponents of ' || $1, 0))"


def engine(url: str, **how: Any) -> AsyncEngine:
    return create_async_engine(url.replace("postgresql://", "postgresql+asyncpg://", 1), **how)


class PostgresStore:
    def __init__(self, url: str) -> None:
        """*url* in the usual form: postgresql://user:password@host/name."""
        self.url = url
        # A lost connection is noticed when it is used; that one request fails and can be repeated.
        self.engine = engine(url, pool_size=16, max_overflow=0, pool_timeout=10)
        self.queue: asyncio.Queue[Write] = asyncio.Queue()
        self.listener: asyncpg.Connection[Any] | None = None  # it also holds the claims

    async def open(self, on_write: OnWrite) -> None:
        self.on_write = on_write
        self.claimed: set[str] = set()
        self.own_notices: set[str] = set()  # by what they begin with
        self.querying = asyncio.Lock()
        with suppress(*DOWN):  # a worker that is started while the database is away waits for it
            await self._listen()
        self.tasks = [
            asyncio.create_task(self._write_all()),
            asyncio.create_task(self._keep_listening()),
        ]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if self.listener is not None:
            await self.listener.close(timeout=2)
        await self.engine.dispose()

    async def write(self, write: Write) -> None:
        self.queue.put_nowait(write)
        await write.done

    async def read(self, statement: Select[Any]) -> Sequence[Row[Any]]:
        try:
            async with self.engine.connect() as connection:
                rows: Sequence[Row[Any]] = (await connection.execute(statement)).all()
                return rows
        except DOWN as why:
            raise Unavailable(str(why)) from why

    # Who moves the opponents of a match

    async def claim(self, match: str) -> bool:
        if match in self.claimed:
            return False
        self.claimed.add(match)
        got = False
        try:
            got = bool(await self._query(CLAIM, match))
        finally:
            if not got:
                self.claimed.discard(match)
        return got

    async def release(self, match: str) -> None:
        self.claimed.discard(match)
        await self._query(RELEASE, match)

    async def _query(self, query: str, match: str) -> Any:
        """Query the listening connection, which runs one query at a time. If that fails, it is
        dropped, and all claims with it.
        """
        async with self.querying:
            if self.listener is None:
                return None
            try:
                return await self.listener.fetchval(query, match, timeout=PATIENCE)
            except DOWN:
                self.listener.terminate()
                self.listener = None
                return None

    # Notices of other workers

    async def _listen(self) -> None:
        listener = await asyncpg.connect(self.url, timeout=PATIENCE)
        try:
            await listener.add_listener(CHANNEL, self._notified)
        except DOWN:
            listener.terminate()
            raise
        self.listener = listener

    def _notified(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        sender, *lines = str(payload).split("\n")
        if sender in self.own_notices:
            self.own_notices.discard(sender)
            return
        for line in lines:
            match, _, version = line.rpartition(" ")
            self.on_write(match, int(version))

    async def _keep_listening(self) -> None:
        """Reconnect when the connection is lost; all matches then look for events they missed."""
        while True:
            await asyncio.sleep(RETRY)
            if self.listener is None or self.listener.is_closed():
                self.claimed.clear()
                self.own_notices.clear()
                with suppress(*DOWN):
                    await self._listen()
                    self.on_write("", 0)

    # Writing

    async def _write_all(self) -> None:
        while True:
            group = [await self.queue.get()]
            while not self.queue.empty() and len(group) < LARGEST_GROUP:
                group.append(self.queue.get_nowait())
            error = await self._attempt(group)
            if error is None or isinstance(error, Unavailable) or len(group) == 1:
                settle([(write, error) for write in group])
            else:
                settle([(write, await self._attempt([write])) for write in group])

    async def _attempt(self, group: Sequence[Write]) -> Exception | None:
        """Write a group in one transaction; returns what went wrong, if anything."""
        notices = notices_of(group)
        self.own_notices |= notices.keys()
        error = await self._transact(group, list(notices.values()))
        if error is None:
            metrics.GROUP.observe(len(group))
        else:
            self.own_notices -= notices.keys()
        return error

    async def _transact(self, group: Sequence[Write], notices: list[str]) -> Exception | None:
        try:
            with metrics.COMMIT.time():
                async with self.engine.begin() as connection:
                    await self._put(connection, group)
                    if notices:
                        await connection.execute(NOTIFY, {"notices": notices})
        except (IntegrityError, Conflict):
            return Conflict()
        except DOWN as why:
            return why if is_bad_statement(why) else Unavailable(str(why))
        except Exception as why:  # noqa: BLE001 - its caller gets it; the other writes go on
            return why
        return None

    async def _put(self, connection: AsyncConnection, group: Sequence[Write]) -> None:
        rows = [row for write in group for row in write.events]
        matches = [row.match for row in rows]
        if locked := [*matches, *(name for write in group for name in write.locks)]:
            await connection.execute(LOCK, {"names": locked})
        if rows:
            columns = {"n": [row.n for row in rows], "at": [row.at for row in rows]}
            data = [row.data for row in rows]
            await connection.execute(NEW_EVENTS, {"matches": matches, **columns, "data": data})
        for write in group:
            for statement in write.conditions:
                check(await connection.execute(statement))
            for statement in write.statements:
                await connection.execute(statement)


def notices_of(group: Sequence[Write]) -> dict[str, str]:
    """What other workers are told of some writes: a few texts, each with a first line by which its
    sender knows it again, as a notice for each write would cost everybody more than the write.
    """
    lines = [f"{write.notice[0]} {write.notice[1]}" for write in group if write.notice is not None]
    found = {}
    for start in range(0, len(lines), TOLD_AT_ONCE):
        sender = secrets.token_hex(8)
        found[sender] = "\n".join((sender, *lines[start : start + TOLD_AT_ONCE]))
    return found


def is_bad_statement(why: Exception) -> bool:
    """Whether a write itself is wrong, so that the others of its group are worth another try."""
    state = getattr(getattr(why, "orig", None), "sqlstate", None)
    return str(state or "").startswith(BAD_STATEMENT)
