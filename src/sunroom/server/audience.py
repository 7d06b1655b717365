"""Those who watch a match: each gets frames in order, through an outbox of its own."""

from __future__ import annotations

import asyncio
from collections import deque

from . import metrics

LONGEST_OUTBOX = 400  # frames; whoever falls behind so far is cut off and asks anew


class Viewer:
    """A socket or a stream. Sending never waits."""

    def __init__(self, person: str | None, language: str, eye: int) -> None:
        self.person = person
        self.language = language
        self.eye = eye
        self.muted: set[str] = set()  # whom this person does not hear
        self.outbox: deque[bytes] = deque()
        self.ready = asyncio.Event()
        self.closed = False

    def send(self, frame: bytes) -> None:
        if len(self.outbox) >= LONGEST_OUTBOX:
            self.close()
        if not self.closed:
            self.outbox.append(frame)
            self.ready.set()

    def close(self) -> None:
        """Nothing more follows; what is in the outbox is lost."""
        self.closed = True
        self.ready.set()

    async def frames(self) -> list[bytes]:
        """What is to be sent now; nothing when it is over."""
        await self.ready.wait()
        self.ready.clear()
        if self.closed:
            return []
        frames = list(self.outbox)
        self.outbox.clear()
        metrics.SENT.inc(sum(map(len, frames)))
        return frames
