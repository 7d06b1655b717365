"""The database as the server uses it: writes that are durable when they return, and reads.

Writes of many matches share one commit. An event's key (match, n) is the optimistic lock: whoever
comes second with the same number gets a Conflict, and nothing of that write is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from sqlalchemy import Executable, Row, Select

# A match, and the number of its last event; the number of a chat is told as a negative one.
Heard = Callable[[str, int], None]


class Conflict(Exception):
    """Somebody else has written this event."""


class Unavailable(Exception):
    """The database does not answer; whether the last write was done is not known."""


@dataclass(frozen=True, slots=True)
class Happened:
    """A row of `events`."""

    match: str
    n: int
    at: int
    data: str


@dataclass(slots=True)
class Write:
    """What is written together or not at all."""

    happened: Sequence[Happened] = ()
    also: Sequence[Executable] = ()
    tell: tuple[str, int] | None = None  # what other workers are told; nothing of them otherwise
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Store(Protocol):
    """A database; `sqlite` and `postgres` have one each."""

    async def open(self, heard: Heard) -> None:
        """Begin to work; *heard* is called when another worker has written."""

    async def close(self) -> None: ...

    async def write(self, write: Write) -> None:
        """Durable when it returns; Conflict or Unavailable otherwise."""

    async def read(self, statement: Select[Any]) -> Sequence[Row[Any]]: ...

    async def claim(self, match: str) -> bool:
        """Whether this worker alone moves the opponents of a match now; until `release`."""

    async def release(self, match: str) -> None: ...
