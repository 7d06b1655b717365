"""Processes that think for the server. They are started when they are first needed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

from sunroom.players.turns import Claim
from sunroom.players.workers import GameRef, Task, Workers, WorkersFailed, advise, in_haste
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.record import Table
from sunroom.rules.words import Message
from sunroom.server.limits import QUEUE
from sunroom.server.refusals import Away

LOOK = 0.5  # seconds between two looks at the queue
Tell = Callable[[int], None]  # which place in the queue a thought has


def nobody(place: int) -> None:
    """Whoever waits cannot be told."""


class Thinkers:
    """*number* processes; what is asked while all are busy waits for its turn."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._workers: Workers | None = None
        self._asked: set[Task] = set()  # what is not owed to anybody

    @property
    def workers(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(self.number, begin=in_haste)
        return self._workers

    def start(self) -> None:
        """Start the processes before somebody waits for them."""
        for _ in range(self.number):
            self.workers.ask(load_all)

    def close(self) -> None:
        if self._workers is not None:
            self._workers.close()

    def decide(
        self, which: GameRef, level: str, table: Table, seats: int, seed: int, claim: Claim
    ) -> Task:
        """What an opponent does at a table veiled for the seat to act. It is owed, so it always
        gets into the queue.
        """
        return self.workers.decide(which, level, table, seats, seed, claim)

    def move(self, task: Task, claim: Claim) -> None:
        """Give a task the place in the queue that is due to another claim."""
        self.workers.move(task, claim)

    def begin(self, claim: Claim, call: Callable[..., Any], *args: Any) -> Task:
        """Let one of them think about something else; Away where too much of that waits already,
        however many moves are owed.
        """
        if len(self._asked) >= QUEUE.all:
            raise Away("too_busy")
        task = self.workers.ask(call, *args, claim=claim)
        self._asked.add(task)
        task.answer.add_done_callback(lambda _: self._asked.discard(task))
        return task

    async def ask(
        self, claim: Claim, call: Callable[..., Any], *args: Any, tell: Tell = nobody
    ) -> Any:
        """The answer; meanwhile who waits is told the place in the queue."""
        task = self.begin(claim, call, *args)
        async for place in places(task):
            tell(place)
        return answer_of(task)

    async def hint(
        self, claim: Claim, which: GameRef, table: Table, seats: int, tell: Tell = nobody
    ) -> list[Message]:
        told: list[Message] = await self.ask(
            claim, advise, which, table.tobytes(), seats, tell=tell
        )
        return told


async def places(task: Task) -> AsyncGenerator[int, None]:
    """The place of a task in the queue, at every look, until it is answered. Who does not wait so
    long leaves the queue.
    """
    answer = asyncio.wrap_future(task.answer)
    answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # `answer_of` does
    try:
        while not (await asyncio.wait([answer], timeout=LOOK))[0]:
            yield task.place
    finally:
        task.answer.cancel()


def answer_of(task: Task) -> Any:
    """What was answered; Away where nobody could."""
    try:
        return task.answer.result(0)
    except WorkersFailed as why:
        raise Away("too_busy") from why


# What runs in a worker


def load_all() -> None:
    for name in known_games():
        load(name)
