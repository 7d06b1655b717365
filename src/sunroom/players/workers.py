"""Processes that think, so that nobody else waits for them.

A worker that crashes or gets stuck is replaced, and what it was asked is asked again. The processes
start afresh (no fork), so they may be used beside threads and sockets; compiled rules come from the
cache that all processes share.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from functools import cache
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from random import Random
from threading import Lock, Thread
from types import TracebackType
from typing import Any, NamedTuple, Self

from pebble import ProcessExpired, ProcessPool

from sunroom.rules.catalogue import load
from sunroom.rules.contract import Game
from sunroom.rules.record import Table
from sunroom.rules.words import Refusal

from .levels import Decision, thinker
from .roster import player
from .thinker import WORDS

TRIES = 3
PATIENCE = 900.0  # seconds after which a worker is stuck; it may have rules to compile


class WorkersFail(Refusal):
    """Every worker that was asked has crashed or got stuck."""


class Which(NamedTuple):
    """A game as another process can load it."""

    name: str
    components: str | None = None  # a folder with other pieces

    @staticmethod
    def of(name: str, components: Path | None) -> Which:
        return Which(name, None if components is None else str(components.resolve()))

    @cache  # noqa: B019 - a few games for the life of the process
    def load(self) -> Game:
        ours = load(self.name)
        return ours if self.components is None else ours.with_components(Path(self.components))


class Task:
    """Something that was asked; *answer* can be waited for in a thread or in an event loop."""

    def __init__(self, workers: Workers, call: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.workers = workers
        self.call = call
        self.args = args
        self.answer: Future[Any] = Future()
        self.tries = 0

    @property
    def place(self) -> int:
        """In the queue: 1 is next, 0 has begun."""
        return self.workers.place_of(self)

    def begin(self) -> None:
        self.tries += 1
        self.workers.schedule(self.call, self.args).add_done_callback(self._ended)

    def _ended(self, future: Future[Any]) -> None:
        """Called by a thread of the pool."""
        try:
            answer = future.result()
        except (ProcessExpired, TimeoutError, BrokenExecutor) as why:
            if self.tries < TRIES and not self.workers.closed:
                self.begin()
                return
            self._settle(error=WorkersFail("workers_fail", words=WORDS, why=str(why)))
        except CancelledError:
            self._settle(error=WorkersFail("workers_fail", words=WORDS, why="cancelled"))
        except BaseException as error:  # noqa: BLE001 - it is raised where somebody waits for it
            self._settle(error=error)
        else:
            self._settle(answer)

    def _settle(self, answer: Any = None, error: BaseException | None = None) -> None:
        self.workers.forget(self)
        if not self.answer.set_running_or_notify_cancel():
            return  # nobody waits any more
        if error is None:
            self.answer.set_result(answer)
        else:
            self.answer.set_exception(error)


class Workers:
    """So many processes; what is asked while all are busy waits in a queue."""

    def __init__(self, number: int = 1, patience: float = PATIENCE) -> None:
        self.number = number
        self.patience = patience
        self.lock = Lock()
        self.closed = False
        self.pool = self._new_pool()
        self.tasks: list[Task] = []

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(
            max_workers=self.number, context=get_context("spawn"), initializer=end_with_parent
        )

    def schedule(self, call: Callable[..., Any], args: tuple[Any, ...]) -> Future[Any]:
        """A pool that has lost a worker while nothing was asked takes nothing more: a new one."""
        with self.lock:
            try:
                return self.pool.schedule(call, args=args, timeout=self.patience)
            except RuntimeError:
                if self.closed:
                    raise
                self.pool = self._new_pool()
                return self.pool.schedule(call, args=args, timeout=self.patience)

    def forget(self, task: Task) -> None:
        with self.lock:
            if task in self.tasks:
                self.tasks.remove(task)

    def ask(self, call: Callable[..., Any], *args: Any) -> Task:
        task = Task(self, call, args)
        with self.lock:
            self.tasks.append(task)
        task.begin()
        return task

    def place_of(self, task: Task) -> int:
        """Workers take what was asked first."""
        with self.lock:
            tasks = list(self.tasks)
        return max(tasks.index(task) + 1 - self.number, 0) if task in tasks else 0

    def prepare(self, which: Which) -> Task:
        """Let a worker compile or load the search of a game."""
        return self.ask(prepare, which)

    def decide(self, which: Which, text: str, table: Table, seats: int, seed: int) -> Task:
        """What a player does at a table veiled for the seat to act: a list of Decisions."""
        return self.ask(decide, which, text, table.tobytes(), seats, seed)

    def close(self) -> None:
        self.closed = True
        self.pool.stop()  # type: ignore[no-untyped-call]
        self.pool.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, why: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()


# What runs in a worker


def end_with_parent() -> None:
    """Let this process end when the one that has started it does, even where that was killed."""
    if (parent := parent_process()) is not None:
        Thread(target=_await_end, args=[parent.sentinel], name="parent", daemon=True).start()


def _await_end(parent: int) -> None:
    """The other end of this pipe is closed with the parent, however it dies."""
    wait([parent])
    os._exit(1)  # nobody is there any more to whom anything could be told


def prepare(which: Which) -> int:
    """The search of a game, ready; answers the number of the process."""
    game = which.load()
    if game.knowledge.exact is None:
        thinker(game)
    return os.getpid()


def decide(which: Which, text: str, raw: bytes, seats: int, seed: int) -> list[Decision]:
    game = which.load()
    table = game.table.frombytes(raw)
    rng = Random(seed)  # noqa: S311 - a player's noise, no secret
    return list(player(text).decisions(game, table, rng, seats))
