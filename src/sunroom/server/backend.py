"""Everything that a server is made of, put together. Each part knows only those before it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sunroom.server.lessons.puzzles import Puzzles
from sunroom.server.lobby.lobby import Lobby
from sunroom.server.match.broadcast import Broadcast
from sunroom.server.match.chat import Chat
from sunroom.server.match.clocks import Clocks
from sunroom.server.match.matches import Matches
from sunroom.server.match.profiles import Profiles
from sunroom.server.match.registry import Registry
from sunroom.server.minds.balance import Balances
from sunroom.server.minds.hints import Hints
from sunroom.server.minds.lines import Lines
from sunroom.server.minds.opponents import Opponents
from sunroom.server.minds.reviews import Reviews
from sunroom.server.minds.thinkers import Thinkers
from sunroom.server.store.eventlog import EventLog
from sunroom.server.store.health import Health
from sunroom.server.store.store import PERSON, Store

from .background import Chores
from .boxes import Boxes
from .people import Addresses, Names, People, Seal
from .security import Limits
from .service import Service


class Backend:
    """*secret* signs guests; boxes are unpacked in *folder*; *thinkers* is how many processes think
    and *limit* how many requests a second one address may send.
    """

    def __init__(
        self, store: Store, secret: str, folder: Path, *, thinkers: int = 1, limit: float = 0
    ) -> None:
        self.store = store
        self.chores = Chores()
        self.limits = Limits(limit)
        self.thinkers = Thinkers(thinkers)
        self.log = EventLog(store)
        self.health = Health(store)
        self.names = Names(self.log)
        self.people = People(self.log, Seal(secret))
        self.boxes = Boxes(folder, self.log)
        self.registry = Registry(self.log, self.boxes, self.names)
        self.chat = Chat(self.log, self.names)
        self.broadcast = Broadcast(self.log, self.names)
        self.matches = Matches(self.registry, self.log, self.broadcast, self.chat, self.chores)
        self.profiles = Profiles(
            self.log, self.names, self.registry, self.broadcast, self.chores
        )  # fmt: skip
        self.clocks = Clocks(self.matches, self.registry, self.chores)
        self.addresses = Addresses()
        self.opponents = Opponents(
            store, self.registry, self.matches, self.boxes, self.thinkers, self.addresses,
            self.chores, by_address=self.limits.by_address,
        )  # fmt: skip
        self.matches.after += [self.clocks.set, self.opponents.wake]
        self.lobby = Lobby(self.log, self.registry, self.matches, self.boxes)
        self.lines = Lines(by_address=self.limits.by_address)
        self.reviews = Reviews(self.boxes, self.thinkers, self.lines.reviews)
        self.balances = Balances(self.boxes, self.thinkers, self.lines.balances)
        self.puzzles = Puzzles(self.thinkers, self.lines.puzzles)
        hints = Hints(self.boxes, self.thinkers, self.names, self.limits, self.lines.hints)
        self.service = Service(
            self.log, self.registry, self.matches, self.broadcast, self.chat, self.lobby,
            self.people, hints, self.limits,
        )  # fmt: skip

    async def open(self) -> None:
        await self.store.open(self._written_elsewhere)

    def _written_elsewhere(self, id: str, n: int) -> None:
        """Another worker has written something, as `store.OnWrite` has it."""
        if n == PERSON or not id:
            self.profiles.changed_elsewhere(id)
        if n != PERSON:
            self.matches.written_elsewhere(id, n)

    async def close(self) -> None:
        self.chores.close()
        for room in list(self.registry.rooms.values()):
            room.close()
            self.clocks.stop(room)
            if room.driver is not None:
                room.driver.cancel()
        await self.store.close()
        await asyncio.to_thread(self.thinkers.close)
        await asyncio.to_thread(self.boxes.close)
