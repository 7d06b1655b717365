"""Those who watch a match: each gets frames in order, through an outbox of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

import structlog

from sunroom.rules.contract import CHANCE, SPECTATOR
from sunroom.server import metrics
from sunroom.server.limits import OUTBOX
from sunroom.server.wire import encode
from sunroom.table import changes, wire

log = structlog.get_logger()
WriteAtOnce = Callable[[Sequence[bytes]], bool]  # whether some messages were written


class SharedFrames:
    """Frames that several viewers get, each made once."""

    def __init__(self) -> None:
        self.states: dict[int, bytes] = {}
        self.changes: dict[tuple[int, int], tuple[bytes, bytes]] = {}

    def whole(self, state: wire.State) -> bytes:
        if id(state) not in self.states:
            self.states[id(state)] = encode(state)
        return self.states[id(state)]

    def change(self, seen: wire.State, state: wire.State, *, offers: bool) -> bytes:
        """What has changed between two states; *offers* for the player to act."""
        pair = (id(seen), id(state))
        if pair not in self.changes:
            offered = changes.since(seen, state)
            others = {key: value for key, value in offered.items() if key not in changes.OFFER}
            self.changes[pair] = (encode(others), encode(offered))
        return self.changes[pair][offers]


class Viewer:
    """A socket or a stream. Sending never waits."""

    def __init__(
        self, person: str | None, language: str, eye: int, at_once: WriteAtOnce | None = None,
        address: str = "",
    ) -> None:  # fmt: skip
        self.person = person
        self.address = address
        self.at_once = at_once
        self.language = language
        self.eye = eye
        self.muted: set[str] = set()  # whom this person does not hear
        self.changes = False  # whether this one wants to be sent what changes, not whole states
        self.seen: wire.State | None = None  # the last state, for viewers who want changes
        self.outbox: list[bytes] = []
        self.on_its_way = False  # whether something of the outbox is being sent
        self.waiting: asyncio.Future[None] | None = None  # of whoever sends on
        self.closed = False
        self.welcomed = False  # whether everything was sent that somebody gets who comes
        self.greeting = 0  # frames of it in the outbox, which nobody is too slow for
        self.pings = False  # whether this one wants to be told who is here
        self.heard: float | None = None  # when it pinged last, if it goes on pinging
        self.presence: wire.Presence | None = None  # what was last sent about who is here
        self.errands: dict[asyncio.Task[None], int] = {}  # with the `ref` of what was asked for

    def send(self, frame: bytes) -> None:
        if self.welcomed and len(self.outbox) - self.greeting >= OUTBOX.each:
            self.close()
        if self.closed:
            return
        self.outbox.append(frame)
        if self.at_once is None or self.on_its_way:
            self._wake()
        elif len(self.outbox) == 1:  # with what else is sent in this turn of the loop
            asyncio.get_running_loop().call_soon(self._write)

    def welcome(self) -> None:
        """From now on it counts how many frames wait."""
        self.welcomed = True
        self.greeting = len(self.outbox)

    def _emptied(self) -> list[bytes]:
        """What was in the outbox."""
        frames, self.outbox, self.greeting = self.outbox, [], 0
        return frames

    def _write(self) -> None:
        """Write the outbox if the line takes it: then no task has to be woken for it."""
        if self.at_once is None or self.closed or self.on_its_way or not self.outbox:
            return
        if self.at_once(self.messages(self.outbox)):
            metrics.SENT.inc(sum(map(len, self._emptied())))
        else:
            self._wake()

    def messages(self, frames: list[bytes]) -> list[bytes]:
        """What is one message on the line: each frame, or all of them where changes are wanted."""
        return [b"\n".join(frames)] if self.changes else frames

    def show_whole(self, state: wire.State) -> None:
        """Send a state to somebody who may know nothing yet, or too much."""
        self.seen = None
        self.show(state, SharedFrames())

    def show(self, state: wire.State, made: SharedFrames) -> None:
        """Send a state, or what has changed since the last."""
        if self.seen is None:
            self.send(made.whole(state))
        else:  # chance is entered by whoever sits at the table
            offers = self.eye != SPECTATOR and state.turn in (self.eye, CHANCE)
            self.send(made.change(self.seen, state, offers=offers))
        self.seen = state if self.changes else None

    def close(self) -> None:
        """Nothing more follows; what is in the outbox is lost."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def frames(self) -> list[bytes]:
        """What is to be sent now; nothing when it is over."""
        self.on_its_way = False
        if not self.outbox and not self.closed:
            self.waiting = asyncio.get_running_loop().create_future()
            await self.waiting
        if self.closed:
            return []
        frames, self.on_its_way = self._emptied(), True
        metrics.SENT.inc(sum(map(len, frames)))
        return frames

    # What takes a while, and nobody wants any more when this one has gone

    def run(self, ref: int, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.errands[task] = ref
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.errands.pop(task, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("an errand failed", exc_info=error)

    def cancel(self, ref: int) -> bool:
        """Whether there was anything to cancel."""
        found = [task for task, of in self.errands.items() if of == ref]
        for task in found:
            task.cancel()
        return bool(found)

    def cancel_all(self) -> None:
        for task in self.errands:
            task.cancel()
