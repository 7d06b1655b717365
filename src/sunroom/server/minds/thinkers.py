"""Processes that think for the server. They are started when they are first needed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sunroom.players.workers import GameRef, Task, Workers, WorkersFailed, advise, in_haste
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.record import Table
from sunroom.rules.words import Message
from sunroom.server.refusals import Away

LONGEST_QUEUE = 200


class Thinkers:
    """*number* processes; what is asked while all are busy waits in a queue."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._workers: Workers | None = None

    @property
    def workers(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(self.number, begin=in_haste)
        return self._workers

    def start(self) -> None:
        """Start the processes before somebody waits for them."""
        self.workers.ask(load_all)

    def close(self) -> None:
        if self._workers is not None:
            self._workers.close()

    def decide(self, which: GameRef, level: str, table: Table, seats: int, seed: int) -> Task:
        """What an opponent does at a table veiled for the seat to act."""
        return self.workers.decide(which, level, table, seats, seed)

    async def ask(self, call: Callable[..., Any], *args: Any) -> Any:
        """Let one of them think about something else; Away where too many wait already."""
        if len(self.workers.tasks) >= LONGEST_QUEUE:
            raise Away("too_busy")
        try:
            return await asyncio.wrap_future(self.workers.ask(call, *args).answer)
        except WorkersFailed as why:
            raise Away("too_busy") from why

    async def hint(self, which: GameRef, table: Table, seats: int) -> list[Message]:
        told: list[Message] = await self.ask(advise, which, table.tobytes(), seats)
        return told


# What runs in a worker


def load_all() -> None:
    for name in known_games():
        load(name)
