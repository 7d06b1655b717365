"""PostgreSQL for many users: several workers, each groups its commits; an advisory lock per match
while it is written to, and NOTIFY with match and version so that the others read on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import asyncpg
from sqlalchemy import Row, Select, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from sunroom.server import metrics

from .sqlite import settle
from .store import Conflict, Heard, Unavailable, Write

CHANNEL = "sunroom"
LARGEST_GROUP = 500
RETRY = 0.5  # seconds until a lost connection is tried again
PATIENCE = 5.0  # seconds to wait for an answer about a claim
DOWN = (OSError, DBAPIError, PoolTimeout, asyncpg.PostgresError, asyncpg.InterfaceError)
AT_FAULT = ("22", "42")  # classes of SQLSTATE that blame what was asked, not the database

# Sorted, so that two workers never wait for each other crosswise.
LOCK = text(
    "SELECT pg_advisory_xact_lock(hashtextextended(m, 0))"
    " FROM (SELECT DISTINCT m FROM unnest(CAST(:matches AS text[])) AS m ORDER BY m) AS sorted"
)
NEW_EVENTS = text(
    "INSERT INTO events (match, n, at, data) SELECT * FROM unnest("
    "CAST(:matches AS text[]), CAST(:n AS int[]), CAST(:at AS bigint[]), CAST(:data AS text[]))"
)
TELL = text(
    f"SELECT pg_notify('{CHANNEL}', m || ' ' || n)"  # noqa: S608 - nothing of it was entered
    " FROM unnest(CAST(:matches AS text[]), CAST(:versions AS int[])) AS told(m, n)"
)
CLAIM = "SELECT pg_try_advisory_lock(hashtextextended('opponents of ' || $1, 0))"
RELEASE = "SELECT pg_advisory_unlock(hashtextextended('opponents of ' || $1, 0))"


def engine(url: str, **how: Any) -> AsyncEngine:
    return create_async_engine(url.replace("postgresql://", "postgresql+asyncpg://", 1), **how)


class PostgresStore:
    def __init__(self, url: str) -> None:
        """*url* as everybody writes it: postgresql://user:password@host/name."""
        self.url = url
        # A connection that was lost is found out when it is used: that is refused, and asked again.
        self.engine = engine(url, pool_size=16, max_overflow=0, pool_timeout=10)
        self.queue: asyncio.Queue[Write] = asyncio.Queue()
        self.ear: asyncpg.Connection[Any] | None = None  # listens, and holds claims

    async def open(self, heard: Heard) -> None:
        self.heard = heard
        self.claimed: set[str] = set()
        self.own: set[tuple[str, int]] = set()  # what this worker tells the others
        self.asking = asyncio.Lock()
        with suppress(*DOWN):  # a worker that is started while the database is away waits for it
            await self._listen()
        self.tasks = [asyncio.create_task(self._write_all()), asyncio.create_task(self._keep_ear())]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if self.ear is not None:
            await self.ear.close(timeout=2)
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
            got = bool(await self._ask(CLAIM, match))
        finally:
            if not got:
                self.claimed.discard(match)
        return got

    async def release(self, match: str) -> None:
        self.claimed.discard(match)
        await self._ask(RELEASE, match)

    async def _ask(self, question: str, match: str) -> Any:
        """The ear answers one question at a time; where it fails it is given up, and with it all
        claims.
        """
        async with self.asking:
            if self.ear is None:
                return None
            try:
                return await self.ear.fetchval(question, match, timeout=PATIENCE)
            except DOWN:
                self.ear.terminate()
                self.ear = None
                return None

    # Hearing of other workers

    async def _listen(self) -> None:
        ear = await asyncpg.connect(self.url, timeout=PATIENCE)
        try:
            await ear.add_listener(CHANNEL, self._told)
        except DOWN:
            ear.terminate()
            raise
        self.ear = ear

    def _told(self, _connection: Any, _pid: int, _channel: str, payload: object) -> None:
        match, _, version = str(payload).rpartition(" ")
        said = (match, int(version))
        if said in self.own:
            self.own.discard(said)  # this worker knows
        else:
            self.heard(*said)

    async def _keep_ear(self) -> None:
        """Listen again when the connection was lost; whatever was missed meanwhile is asked for."""
        while True:
            await asyncio.sleep(RETRY)
            if self.ear is None or self.ear.is_closed():
                self.claimed.clear()
                self.own.clear()
                with suppress(*DOWN):
                    await self._listen()
                    self.heard("", 0)

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
        """Write a group in one transaction; what went wrong, if anything."""
        told = {write.tell for write in group if write.tell is not None}
        self.own |= told
        error = await self._tried(group)
        if error is None:
            metrics.GROUP.observe(len(group))
        else:
            self.own -= told
        return error

    async def _tried(self, group: Sequence[Write]) -> Exception | None:
        try:
            with metrics.COMMIT.time():
                async with self.engine.begin() as connection:
                    await self._put(connection, group)
        except IntegrityError:
            return Conflict()
        except DOWN as why:
            return why if is_at_fault(why) else Unavailable(str(why))
        except Exception as why:  # noqa: BLE001 - whoever asked for it hears of it; others write on
            return why
        return None

    async def _put(self, connection: AsyncConnection, group: Sequence[Write]) -> None:
        rows = [one for write in group for one in write.happened]
        if rows:
            matches = [row.match for row in rows]
            await connection.execute(LOCK, {"matches": matches})
            columns = {"n": [row.n for row in rows], "at": [row.at for row in rows]}
            data = [row.data for row in rows]
            await connection.execute(NEW_EVENTS, {"matches": matches, **columns, "data": data})
        for write in group:
            for statement in write.also:
                await connection.execute(statement)
        if told := [write.tell for write in group if write.tell is not None]:
            names, versions = zip(*told, strict=True)
            await connection.execute(TELL, {"matches": list(names), "versions": list(versions)})


def is_at_fault(why: Exception) -> bool:
    """Whether a write itself is wrong, so that the others of its group are worth another try."""
    state = getattr(getattr(why, "orig", None), "sqlstate", None)
    return str(state or "").startswith(AT_FAULT)
