"""People for tests: they sit at a desk inside the test and remember every byte that they get."""

import asyncio
import json

from sunroom.server import lobby, wire
from sunroom.server.audience import Viewer
from sunroom.server.lobby import NewMatch, SeatWish


class Guest:
    """Somebody with a name; at a match everything that is sent to them is kept in *frames*."""

    def __init__(self, desk, person, name):
        self.desk, self.person, self.name = desk, person, name
        self.frames = []
        self.viewer = None

    async def create(self, game, *seats, **more):
        """A match; a seat is `me`, `open`, `reserved` or `ai:LEVEL`."""
        wishes = [SeatWish("ai", seat[3:]) if seat.startswith("ai:") else SeatWish(seat) for seat in seats]  # fmt: skip
        return await lobby.create(self.desk.house, self.person, NewMatch(game, wishes, **more))

    async def watch(self, id, since=None, key=""):
        """Look at a match from now on."""
        live, _ = await self.desk.open(id, self.person, key)
        self.id = id
        self.viewer = Keeping(self, self.person, "en", live.eye_of(self.person))
        await self.desk.watch(live, self.viewer, since)
        return self

    def leave_screen(self):
        self.desk.unwatch(self.id, self.viewer)
        self.viewer = None

    async def do(self, command, id=None):
        return await self.desk.do(id or self.id, self.person, command, self.viewer)

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
        """Every id that was told since the course was last turned back."""
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


async def guests(desk, *names):
    people = [await desk.new_person(name) for name in names]
    return [Guest(desk, person, name) for person, name in zip(people, names, strict=True)]


async def seated(desk, game, *names, **more):
    """So many people at one match that has begun, all watching."""
    people = await guests(desk, *names)
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
