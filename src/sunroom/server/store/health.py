"""Whether a server can do its work: a row of its own is written and read back."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress

from sqlalchemy import Connection, delete, select, text

from . import schema
from .store import Store, Unavailable, Write

FRESH = 1.0  # seconds for which an answer is good: anybody may ask, and it costs a commit
PATIENCE = 5.0  # seconds to wait for the database
NAME = "health "  # of such rows; what follows is different for every process
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
        """Whether what is written now is there when it is read; many who ask share an answer."""
        async with self.asking:
            if time.monotonic() - self.asked >= FRESH:
                self.ready = await self._try()
                self.asked = time.monotonic()
            return self.ready

    async def _try(self) -> bool:
        value = secrets.token_hex(8)
        with suppress(Unavailable, TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self.store.write(Write(also=[PUT.bindparams(name=self.name, value=value)]))
                kept = schema.settings.c
                rows = await self.store.read(select(kept.value).where(kept.name == self.name))
                return [row.value for row in rows] == [value]
        return False


def forget(connection: Connection) -> None:
    """Remove the rows of processes; those that still run write theirs again."""
    connection.execute(delete(schema.settings).where(schema.settings.c.name.startswith(NAME)))
    connection.commit()
