"""Work that nobody waits for. What goes wrong with it is in the log."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

log = structlog.get_logger()


class Chores:
    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self.closed = False

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        if self.closed:
            work.close()
            return
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a chore failed", exc_info=error)

    def close(self) -> None:
        self.closed = True
        for task in self.tasks:
            task.cancel()
