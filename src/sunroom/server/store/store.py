"""The database as the server uses it: reads, and writes that are durable when they return.

Writes of many matches share one commit. An event's key (match, n) is the optimistic lock: the
second write with the same key gets a Conflict and changes nothing.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Executable, Row, Select

# Called with a match and the number of its last event, or a negative one where something was said;
# or with a person who has changed their profile, and PERSON.
OnWrite = Callable[[str, int], None]
NUMBERS = 2**31  # those of notices are below it
PERSON = -NUMBERS


def chat_number() -> int:
    """The number of a notice that something was said; hardly ever the same twice, for by it a
    worker knows its own notices.
    """
    return -1 - secrets.randbelow(NUMBERS - 1)


class Conflict(Exception):
    """Another worker has written an event with this number, or was first with what only one may."""


class Unavailable(Exception):
    """The database does not answer; whether the last write was done is not known."""


class EventRow(NamedTuple):
    """A row of `events`."""

    match: str
    n: int
    at: int
    data: str


@dataclass(slots=True)
class Write:
    """Events and statements that are written together or not at all."""

    events: Sequence[EventRow] = ()
    statements: Sequence[Executable] = ()
    conditions: Sequence[Executable] = ()  # come first; each has to change a row, else: Conflict
    locks: Sequence[str] = ()  # matches and people, to which no other write with these comes close
    notice: tuple[str, int] | None = None  # for other workers: arguments of their OnWrite
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Store(Protocol):
    """A database; `sqlite` and `postgres` implement it."""

    async def open(self, on_write: OnWrite) -> None:
        """Start; *on_write* is called after another worker has written. With ("", 0), notices may
        have been missed.
        """

    async def close(self) -> None: ...

    async def write(self, write: Write) -> None:
        """Durable when it returns; Conflict or Unavailable otherwise."""

    async def read(self, statement: Select[Any]) -> Sequence[Row[Any]]: ...

    async def claim(self, match: str) -> bool:
        """Claim the opponents of a match for this worker until `release`; False if another one
        moves them.
        """

    async def release(self, match: str) -> None: ...
