"""Showing what has happened to everybody who is at a match: each sees it with their own eyes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from sunroom.rules.contract import SPECTATOR
from sunroom.server.people import Names
from sunroom.server.refusals import Away
from sunroom.server.store.eventlog import EventLog
from sunroom.server.wire import encode
from sunroom.table import events as ev
from sunroom.table import frames
from sunroom.table.events import Entry
from sunroom.table.log import Log, read_log
from sunroom.table.wire import About, State

from .registry import Room
from .viewer import SharedFrames, Viewer


class Broadcast:
    def __init__(self, log: EventLog, names: Names) -> None:
        self.log = log
        self.names = names

    async def show(self, room: Room, entries: Sequence[Entry]) -> None:
        """Tell everybody who is here what has happened."""
        if any(isinstance(event, ev.SEATING + ev.DEALING) for _, _, event in entries):
            with suppress(Away):  # it is stored: that a name is missing must not hide it
                await self.names.learn(room.state.seating.persons)
            for viewer in room.viewers:
                self.introduce(room, viewer)
        at, alike = room.moment().at, room.state.alike
        seen: dict[int, list[State]] = {}
        made = SharedFrames()
        for viewer in room.viewers:
            eye = SPECTATOR if alike else viewer.eye
            if eye not in seen:
                seen[eye] = frames.frames(room.state, eye, entries, at)
            for frame in seen[eye]:
                viewer.show(frame, made)

    async def show_all(self, room: Room) -> None:
        """Show everybody the whole match again."""
        with suppress(Away):
            await self.names.learn(room.state.seating.persons)
        log = await self.read_log(room)
        for viewer in room.viewers:
            self.greet(room, viewer, log, None)

    async def read_log(self, room: Room) -> Log:
        """The log of a match read back, as far as it has come in memory."""
        entries = await self.log.entries(room.id)
        return read_log(one for one in entries if one.n <= room.state.n)

    def greet(self, room: Room, viewer: Viewer, log: Log, since: int | None) -> None:
        """What somebody gets who comes, or comes back having seen everything up to *since*."""
        self.introduce(room, viewer)
        for frame in frames.greeting(room.state, viewer.eye, log, since, room.moment().at):
            viewer.show_whole(frame)

    def introduce(self, room: Room, viewer: Viewer) -> None:
        """Say whose match it is, and through whose eyes somebody sees it."""
        viewer.eye = frames.rightful_eye(room.state, viewer.person, viewer.eye)
        viewer.send(encode(self.about(room, viewer)))

    def about(self, room: Room, viewer: Viewer) -> About:
        names = self.names.known
        return frames.about(room.state, viewer.eye, viewer.person, names, room.next)

    def show_now(self, room: Room, viewer: Viewer) -> None:
        """Show somebody the table as it stands."""
        viewer.show_whole(frames.shown(room.state, viewer.eye, room.moment().at))

    def introduce_all(self, room: Room) -> None:
        """Tell everybody who is here again whose match it is."""
        for viewer in room.viewers:
            self.introduce(room, viewer)
