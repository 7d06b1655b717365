"""Whether a server can work: it writes a row of its own and reads it back."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress

from sqlalchemy import Connection, delete, select, text

from . import schema
from .store import Store, Unavailable, Write

FRESH = 1.0  # seconds for which a result is reused: anybody may ask, and a check costs a commit
PATIENCE = 5.0  # seconds to wait for the database
NAME = "health "  # prefix of these rows' names; the rest is different for every process
PUT = text(
    "INSERT INTO settings (name, value) VALUES (:name, :value)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


class Health:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.name = NAME + secrets.token_hex(8)
        self.asking = asyncio.Lock()
        self.ready = False
        self.asked = -FRESH  # by the monotonic clock

    async def is_ready(self) -> bool:
        """Whether a row that is written now can be read back; concurrent callers share a check."""
        async with self.asking:
            if time.monotonic() - self.asked >= FRESH:
                self.ready = await self._try()
                self.asked = time.monotonic()
            return self.ready

    async def _try(self) -> bool:
        value = secrets.token_hex(8)
        with suppress(Unavailable, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self.store.write(
                    Write(statements=[PUT.bindparams(name=self.name, value=value)])
                )
                kept = schema.settings.c
                rows = await self.store.read(select(kept.value).where(kept.name == self.name))
                return [row.value for row in rows] == [value]
        return False


def forget(connection: Connection) -> None:
    """Remove the rows of all processes; those that still run write theirs again."""
    connection.commit()  # SQLite lets nobody write on who has read before others wrote
    connection.execute(delete(schema.settings).where(schema.settings.c.name.startswith(NAME)))
    connection.commit()
