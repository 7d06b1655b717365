"""Those who watch a match: each gets frames in order, through an outbox of its own."""

from __future__ import annotations

import asyncio

from . import metrics

LONGEST_OUTBOX = 400  # frames; whoever falls behind so far is cut off and asks anew


class Viewer:
    """A socket or a stream. Sending never waits."""

    def __init__(self, person: str | None, language: str, eye: int) -> None:
        self.person = person
        self.language = language
        self.eye = eye
        self.muted: set[str] = set()  # whom this person does not hear
        self.outbox: list[bytes] = []
        self.waiting: asyncio.Future[None] | None = None  # of whoever sends on
        self.closed = False

    def send(self, frame: bytes) -> None:
        if len(self.outbox) >= LONGEST_OUTBOX:
            self.close()
        if not self.closed:
            self.outbox.append(frame)
            self._wake()

    def close(self) -> None:
        """Nothing more follows; what is in the outbox is lost."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    async def frames(self) -> list[bytes]:
        """What is to be sent now; nothing when it is over."""
        if not self.outbox and not self.closed:
            self.waiting = asyncio.get_running_loop().create_future()
            await self.waiting
        if self.closed:
            return []
        frames, self.outbox = self.outbox, []
        metrics.SENT.inc(sum(map(len, frames)))
        return frames
