"""What people can do at a match: come in, watch, command. Everything that comes in over HTTP or a
socket goes through here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, NamedTuple

from sunroom.match.codec import to_data
from sunroom.players.turns import Claim
from sunroom.rules.contract import SPECTATOR
from sunroom.rules.words import Refusal
from sunroom.server.lobby.lobby import Lobby
from sunroom.server.match import presence
from sunroom.server.match.broadcast import Broadcast
from sunroom.server.match.chat import Chat
from sunroom.server.match.matches import Matches
from sunroom.server.match.registry import Registry, Room
from sunroom.server.match.viewer import Viewer
from sunroom.server.minds.hints import Hints
from sunroom.server.store.eventlog import EventLog
from sunroom.table import wire
from sunroom.table.decide import Key, Who, decide
from sunroom.table.refusals import NotYours
from sunroom.table.state import GATHERING
from sunroom.table.wire import Done

from . import metrics
from .lobby import links
from .people import People
from .refusals import BadRequest, Unknown
from .security import Limits


class Caller(NamedTuple):
    """Who has sent a command."""

    person: str
    address: str = ""
    viewer: Viewer | None = None  # where it came over a socket


Special = Callable[[Room, Caller, Any], Awaitable[Any]]


@dataclass(eq=False)
class Service:
    log: EventLog
    registry: Registry
    matches: Matches
    broadcast: Broadcast
    chat: Chat
    lobby: Lobby
    people: People
    hints: Hints
    limits: Limits

    def __post_init__(self) -> None:
        self.special: dict[type, Special] = {  # commands that are no events
            wire.Look: self._look,
            wire.Say: self._say,
            wire.Earlier: self._earlier,
            wire.Mute: self._mute,
            wire.Rematch: self._rematch,
            wire.Hint: self._hint,
        }

    # Coming and going

    async def open(self, id: str, person: str | None, key: str = "") -> Room:
        """A match that somebody may see; otherwise it is as if there were none."""
        found = await links.key_for(self.log, id, key) if key else None
        room = await self.registry.find(id)
        state = room.state
        if state.status == GATHERING and state.seating.free == 0:
            await self.lobby.begin_if_full(id)  # the server went down before it could
        known = state.seating.eyes_of(person) or person == state.header.host or found is not None
        if state.header.visibility == "private" and not known:
            self.registry.let_go(id)
            raise Unknown("no_match")
        return room

    async def watch(self, room: Room, viewer: Viewer, since: int | None) -> None:
        """Show somebody a match from now on. Refuses an address that watches too many."""
        self.limits.watching.take(viewer.address)
        try:
            here = await self._greet(room, viewer, since)
        except BaseException:
            self.limits.watching.give_back(viewer.address)
            raise
        metrics.SOCKETS.inc()
        self.matches.look_after(here)

    async def _greet(self, room: Room, viewer: Viewer, since: int | None) -> Room:
        async with self.registry.at(room.id) as here:
            await self.matches.reach(here, since or 0)
            log = await self.broadcast.read_log(here)
            self.broadcast.greet(here, viewer, log, since)
            await self.chat.show_latest(here, viewer)
            viewer.welcome()
            here.viewers.add(viewer)
            presence.tell(here, monotonic())
            return here

    async def show_again(self, id: str, viewer: Viewer) -> None:
        """How things stand, after a refusal."""
        with suppress(Refusal):
            async with self.registry.at(id) as room:
                if viewer in room.viewers:
                    self.broadcast.show_now(room, viewer)

    def unwatch(self, id: str, viewer: Viewer) -> None:
        viewer.close()
        viewer.cancel_all()
        self.limits.watching.give_back(viewer.address)
        metrics.SOCKETS.dec()
        if (room := self.registry.rooms.get(id)) is not None:
            room.viewers.discard(viewer)
            presence.tell(room, monotonic())
            self.registry.let_go(id)

    def ping(self, id: str, viewer: Viewer, command: wire.Ping) -> Done:
        """The line of a viewer holds."""
        room = self.registry.rooms[id]
        presence.ping(room, viewer, monotonic(), resting=command.resting)
        return Done(command.ref, room.state.n)

    # Commands

    async def do(
        self, id: str, person: str, command: wire.Command, viewer: Viewer | None = None,
        address: str = "",
    ) -> Done:  # fmt: skip
        """The one command handler: a Refusal, or done and stored."""
        try:
            self.limits.seats.check(f"{id} {person}")
            who = Caller(person, viewer.address if viewer else address, viewer)
            done = await self._do(id, who, command)
        except Refusal:
            metrics.command(command.tag, "refused").inc()
            raise
        metrics.command(command.tag, "done").inc()
        return done

    async def _do(self, id: str, who: Caller, command: wire.Command) -> Done:
        if isinstance(command, wire.Changes | wire.Ping | wire.Cancel):
            raise BadRequest("socket_only")
        if (special := self.special.get(type(command))) is not None:
            room = await self.registry.find(id)
            answer = await special(room, who, command)
            return Done(command.ref, room.state.n, answer)
        key = await self._key(id, command) if isinstance(command, wire.Sit) else None
        async with self.registry.at(id) as room:
            await self.matches.call_time(room)
            events = decide(room.state, command, Who(who.person, key))
            await self.matches.commit(room, events)
            return Done(command.ref, room.state.n)

    async def _key(self, id: str, command: wire.Sit) -> Key | None:
        """What somebody has shown who wants to sit down."""
        return await links.key_for(self.log, id, command.key) if command.key else None

    async def _look(self, room: Room, who: Caller, command: wire.Look) -> None:
        """See the table from another seat of one's own."""
        if (viewer := who.viewer) is None:
            raise BadRequest("socket_only")
        async with self.registry.at(room.id) as here:
            if command.seat not in (SPECTATOR, *here.state.seating.eyes_of(who.person)):
                raise NotYours("no_seat")
            viewer.eye = command.seat
            self.broadcast.introduce(here, viewer)
            self.broadcast.show_now(here, viewer)

    async def _say(self, room: Room, who: Caller, command: wire.Say) -> None:
        state = room.state
        if state.header.visibility == "private" and not state.seating.eyes_of(who.person):
            raise NotYours("no_seat")
        self.limits.talk.check(who.person)
        self.limits.voices.check(who.address)
        crowd = "" if who.person in state.seating.persons else f"{room.id} {who.address}"
        self.limits.crowd.check(crowd)
        async with self.registry.at(room.id) as here:
            await self.chat.say(here, who.person, command.text)
        if crowd:
            self.limits.crowd.add(crowd)

    async def _earlier(
        self, room: Room, who: Caller, command: wire.Earlier
    ) -> list[dict[str, Any]]:
        lines = await self.chat.earlier(room, who.person, command.before)
        return [to_data(line) for line in lines]

    async def _mute(self, room: Room, who: Caller, command: wire.Mute) -> None:
        await self.chat.mute(room, who.person, command.n, on=command.on)

    async def _rematch(self, room: Room, who: Caller, command: wire.Rematch) -> str:
        async with self.registry.at(room.id) as here:
            id = await self.lobby.rematch(here, who.person, command.promise)
            for other in here.viewers:
                self.broadcast.introduce(here, other)
            return id

    async def _hint(self, room: Room, who: Caller, command: wire.Hint) -> list[dict[str, Any]]:
        """A hint for the seat to act."""
        claim = Claim(who.person, who.address)
        return await self.hints.hint(room, claim, who.viewer, command.ref)
