"""People for tests: they sit at a server inside the test and remember every byte that they get."""

import asyncio
import json

from sunroom.server.lobby.lobby import NewMatch, SeatWish
from sunroom.server.match.viewer import Viewer
from sunroom.table import wire
from sunroom.table.changes import changed


class Guest:
    """Somebody with a name; at a match everything that is sent to them is kept in *frames*."""

    def __init__(self, backend, person, name):
        self.backend, self.person, self.name = backend, person, name
        self.frames = []
        self.viewer = None

    async def create(self, game, *seats, **more):
        """A match; a seat is `me`, `open`, `reserved` or `ai:LEVEL`."""
        wishes = [SeatWish("ai", seat[3:]) if seat.startswith("ai:") else SeatWish(seat) for seat in seats]  # fmt: skip
        return await self.backend.lobby.create(self.person, NewMatch(game, wishes, **more))

    async def watch(self, id, since=None, key=""):
        """Look at a match from now on."""
        room = await self.backend.service.open(id, self.person, key)
        self.id = id
        self.viewer = Keeping(self, self.person, "en", room.state.eye_of(self.person))
        await self.backend.service.watch(room, self.viewer, since)
        return self

    def leave_screen(self):
        self.backend.service.unwatch(self.id, self.viewer)
        self.viewer = None

    async def do(self, command, id=None):
        return await self.backend.service.do(id or self.id, self.person, command, self.viewer)

    async def sit(self, id, key="", seat=None):
        self.id = id
        return await self.do(wire.Sit(key=key, seat=seat), id)

    async def play(self, text, *, hold=False):
        return await self.do(wire.Play(text=text, version=self.state["n"], hold=hold))

    # What the screen shows

    def last(self, kind):
        return next(json.loads(f) for f in reversed(self.frames) if json.loads(f)["t"] == kind)

    @property
    def state(self):
        return self.last("state")

    @property
    def about(self):
        return self.last("match")

    @property
    def told(self):
        """Every id that was told since steps were last taken back."""
        ids = []
        for frame in map(json.loads, self.frames):
            if frame["t"] == "state":
                ids = [*([] if frame.get("back") else ids), *(m["id"] for m in frame.get("told", []))]  # fmt: skip
        return ids


class Keeping(Viewer):
    """A screen that remembers."""

    def __init__(self, guest, *args):
        super().__init__(*args)
        self.guest = guest

    def send(self, frame):
        self.guest.frames.append(frame)


async def guests(backend, *names):
    people = [await backend.people.add(name) for name in names]
    return [Guest(backend, person, name) for person, name in zip(people, names, strict=True)]


async def seated(backend, game, *names, **more):
    """So many people at one match that has begun, all watching."""
    people = await guests(backend, *names)
    made = await people[0].create(game, "me", *["open"] * (len(names) - 1), **more)
    for guest in people[1:]:
        await guest.sit(made.id, made.invites[0].key)
    for guest in people:
        await guest.watch(made.id)
    return people


async def until(true, seconds=30.0):
    """Wait for something that happens by itself."""
    for _ in range(int(seconds / 0.02)):
        if true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not happen")


def whole(before, change):
    """The state that a change of it stands for."""
    now = {"status": "playing", **before_offer(before), **change, "t": "state"}
    if "view" in change:
        now["view"] = changed(before.get("view"), change["view"])
    return now


def before_offer(state):
    """What stays of a state where nothing is said of it."""
    return {"view": state["view"]} if "view" in state else {}
