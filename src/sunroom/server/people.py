"""Who is who, without accounts: a guest is a random id, signed by the server.

The signed id is the cookie of a browser and the token of a program. Keys are for links: an
invitation, a seat on another device, a place to watch from; the database holds their digests only.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Collection
from typing import Any

from sqlalchemy import Row, insert, select

from sunroom.server.store.eventlog import EventLog

from .store import schema

KEY_BYTES = 18
ID_BYTES = 12
REMEMBERED = 20_000  # people, of whom it is known from where they came last


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES).replace("-", "a").replace("_", "b")


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


class Seal:
    """Signs the ids of guests."""

    def __init__(self, secret: str) -> None:
        self.secret = bytes.fromhex(secret)

    def token(self, person: str) -> str:
        return f"{person}.{self._sign(person)}"

    def person(self, token: str) -> str | None:
        """Whose token it is; nobody's if it was not made here."""
        person, _, signature = token.rpartition(".")
        genuine = hmac.compare_digest(signature.encode(), self._sign(person).encode())
        return person if person and genuine else None

    def _sign(self, person: str) -> str:
        return urlsafe_b64encode(hmac.digest(self.secret, person.encode(), "sha256")).decode()[:32]


class Names:
    """What the people at the matches in memory go by."""

    def __init__(self, log: EventLog) -> None:
        self.log = log
        self.known: dict[str, str] = {}
        self.changes = 0  # how often somebody has changed theirs

    def know(self, person: str, name: str) -> None:
        self.changes += 1
        self.known[person] = name

    async def learn(self, people: Collection[str]) -> None:
        table, seen = schema.people.c, -1
        wanted = select(table.id, table.name).where(table.id.in_(people))
        while people and seen != self.changes:  # what was read may be what somebody has deleted
            seen = self.changes
            rows = await self.log.read(wanted)
            if seen == self.changes:
                self.known.update({row.id: row.name or "" for row in rows})


class Addresses:
    """From where people came last; it is not stored."""

    def __init__(self) -> None:
        self.last: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str | None, address: str) -> None:
        if person and address:
            self.last[person] = address
            self.last.move_to_end(person)
            if len(self.last) > REMEMBERED:
                self.last.popitem(last=False)

    def of(self, person: str) -> str:
        """An address, or nothing where none is known."""
        return self.last.get(person, "")


class People:
    """Who comes in."""

    def __init__(self, log: EventLog, seal: Seal) -> None:
        self.log = log
        self.seal = seal

    def token(self, id: str) -> str:
        """What somebody shows to be known again."""
        return self.seal.token(id)

    async def person(self, token: str | None) -> Row[Any] | None:
        """The row of whoever holds a token; nobody's where it is wrong or the person is gone."""
        id = self.seal.person(token) if token else None
        if id is None:
            return None
        rows = await self.log.read(select(schema.people).where(schema.people.c.id == id))
        return rows[0] if rows and rows[0].gone is None else None

    async def add(self, name: str | None) -> str:
        """A new guest; returns the id."""
        id = new_id()
        row = {"id": id, "name": name, "confirm": False, "created": now()}
        await self.log.write(insert(schema.people).values(row))
        return id
