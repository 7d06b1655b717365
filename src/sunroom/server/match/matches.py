"""The one way in which something happens to a match: decided, stored, folded, shown."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from sunroom.server.background import Chores
from sunroom.server.refusals import Away, Unknown
from sunroom.server.store.eventlog import EventLog
from sunroom.server.store.store import Conflict
from sunroom.table.decide import Events, time_is_up
from sunroom.table.events import Entry
from sunroom.table.fold import fold_all
from sunroom.table.frames import can_be_followed
from sunroom.table.refusals import NotNow

from .broadcast import Broadcast
from .chat import Chat
from .moments import Moment
from .registry import Registry, Room

log = structlog.get_logger()
READ_ON = 0.5  # seconds after which the database is asked again for what may be missing


class Matches:
    def __init__(
        self, registry: Registry, log: EventLog, broadcast: Broadcast, chat: Chat, chores: Chores
    ) -> None:
        self.registry = registry
        self.log = log
        self.broadcast = broadcast
        self.chat = chat
        self.chores = chores
        # Called after something has happened, or somebody has come: clocks and opponents.
        self.after: list[Callable[[Room], None]] = []

    async def commit(self, room: Room, events: Events) -> None:
        """Let events happen; the caller holds the lock. What cannot be stored has not happened:
        Away, or NotNow where another worker was first.
        """
        if not events:
            return
        moment, first = room.moment(), room.state.n + 1
        entries = [Entry(n, moment.at, event) for n, event in enumerate(events, first)]
        state = fold_all(room.state.fork(), entries)
        try:
            await self.log.append(room.state, state, entries)
        except Conflict:
            await self._read_on_or_ask_again(room)
            if room.state.n < first and not await self.log.has(room.id):
                self._dismiss(room)
                raise Unknown("no_match") from None
            raise NotNow("stale") from None
        except BaseException:
            self._ask_again(room)
            raise
        room.change(state, moment)
        await self._follow(room, self.broadcast.show(room, entries))

    def _dismiss(self, room: Room) -> None:
        """A match has been purged: everybody leaves."""
        room.close()
        self.registry.forget(room)

    async def _follow(self, room: Room, showing: Awaitable[None]) -> None:
        """What comes after something is stored. It has happened even where it cannot be shown:
        whoever did it is told so, and everybody is shown again how things stand.
        """
        try:
            await showing
        except Away:
            self._ask_again(room)
        except Exception:
            log.exception("what has happened could not be shown", match=room.id)
            self._ask_again(room)
        except BaseException:  # whoever waited for it has gone
            self._ask_again(room)
            raise
        finally:
            self.look_after(room)

    async def call_time(self, room: Room) -> None:
        """Whose time is up is out, even where no alarm has rung. The caller holds the lock."""
        if events := time_is_up(room.state, room.moment().at):
            await self.commit(room, events)

    def look_after(self, room: Room) -> None:
        """See to clocks and opponents; where one of them fails, still to the others."""
        for follow in self.after:
            try:
                follow(room)
            except Exception:
                log.exception("a match could not be looked after", match=room.id)

    # What other workers have written

    def written_elsewhere(self, id: str, n: int) -> None:
        """Another worker has written event *n* of a match, or chat for a negative *n*. Without a
        match or a number, notices may have been missed.
        """
        for room in self.registry.touched(id):
            self.chores.later(self._catch_up(room, n))

    async def _catch_up(self, room: Room, n: int) -> None:
        with suppress(Away):  # when it is back everything is asked for again
            await self._caught_up(room, n)

    async def _caught_up(self, room: Room, n: int) -> None:
        async with room.lock:
            if not self.registry.is_here(room):
                return
            if n <= 0:
                await self.chat.show_new(room)
            if n == 0 or n > room.state.n:
                await self._read_on(room)
            if n == 0 and room.state.finished and room.next is None:
                await self._show_rematch(room)

    async def reach(self, room: Room, n: int) -> None:
        """Read on where somebody has seen more at another worker, of which no notice has come: they
        are shown nothing older. The caller holds the lock.
        """
        if n > room.state.n:
            await self._read_on(room)

    async def _read_on(self, room: Room) -> None:
        """Fold and show what the database knows and we do not."""
        entries = await self.log.entries(room.id, after=room.state.n)
        if not entries:
            return
        state = fold_all(room.state.fork(), entries)
        room.change(state, Moment.this()._replace(at=state.at))
        if can_be_followed(entries):
            showing = self.broadcast.show(room, entries)
        else:  # what was held or undone meanwhile is nobody's business
            showing = self.broadcast.show_all(room)
        await self._follow(room, showing)

    async def _show_rematch(self, room: Room) -> None:
        if await self.registry.find_rematch(room) is not None:
            self.broadcast.introduce_all(room)

    async def _read_on_or_ask_again(self, room: Room) -> None:
        try:
            await self._read_on(room)
        except Away:
            self._ask_again(room)
            raise

    def _ask_again(self, room: Room) -> None:
        """Whether the last write was done is not known, or not everybody has seen it: it is read
        again once the database answers, and everybody is shown how things stand.
        """
        if not room.unsure:
            room.unsure = True
            self.chores.later(self._show_when_back(room))

    async def _show_when_back(self, room: Room) -> None:
        try:
            await self._shown_again(room)
        except Exception:  # who cannot be shown how things stand must not wait for it
            log.exception("a match cannot be shown", match=room.id)
            room.close()
        finally:
            room.unsure = False
        self.look_after(room)
        self.registry.let_go(room.id)

    async def _shown_again(self, room: Room) -> None:
        """Wait until the database answers and everybody has been shown how things stand."""
        while self.registry.is_here(room):
            await asyncio.sleep(READ_ON)
            with suppress(Away):
                async with room.lock:
                    await self._read_on(room)
                    await self.broadcast.show_all(room)
                    return
