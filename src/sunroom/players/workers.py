"""Worker processes, so that a long search blocks nothing else.

A worker that crashes or gets stuck is replaced, and its task is run again. The processes are
spawned and not forked, so they can be used together with threads and sockets; compiled rules come
from the cache that all processes share.
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

from sunroom.engine.runner import HASTE
from sunroom.rules.catalogue import load
from sunroom.rules.contract import Game
from sunroom.rules.record import Table
from sunroom.rules.words import Message, Refusal

from .hints import hint_at
from .levels import Decision, searches, thinker
from .roster import player
from .thinker import WORDS

TRIES = 3
PATIENCE = 900.0  # seconds after which a worker counts as stuck; it may have to compile rules


class WorkersFailed(Refusal):
    """Every worker that was given the task has crashed or got stuck."""


class GameRef(NamedTuple):
    """The name of a game and its box, with which another process can load it."""

    name: str
    components: str | None = None  # the folder of another box

    @staticmethod
    def of(name: str, components: Path | None) -> GameRef:
        """The reference of a game with our own box, or with the one in a folder."""
        return GameRef(name, None if components is None else str(components.resolve()))

    @cache  # noqa: B019 - a few games for the life of the process
    def load(self) -> Game:
        """The game itself. Raises UnknownGame or BadComponents."""
        ours = load(self.name)
        return ours if self.components is None else ours.with_components(Path(self.components))


class Task:
    """A call to be made in a worker. A thread or an event loop can wait for *answer*."""

    def __init__(self, workers: Workers, call: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.workers = workers
        self.call = call
        self.args = args
        self.answer: Future[Any] = Future()
        self.tries = 0

    @property
    def place(self) -> int:
        """The place in the queue: 1 is next, 0 has begun."""
        return self.workers.place_of(self)

    def begin(self) -> None:
        """Give the call to a worker; again, after one has failed."""
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
            self._settle(error=WorkersFailed("workers_fail", words=WORDS, why=str(why)))
        except CancelledError:
            self._settle(error=WorkersFailed("workers_fail", words=WORDS, why="cancelled"))
        except BaseException as error:  # noqa: BLE001 - it is raised for the caller that waits
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
    """A pool of *number* processes; tasks wait in a queue while all of them are busy. Each process
    calls *begin* first.
    """

    def __init__(
        self, number: int = 1, patience: float = PATIENCE, begin: Callable[[], None] | None = None
    ) -> None:
        self.number = number
        self.patience = patience
        self.begin = begin
        self.lock = Lock()
        self.closed = False
        self.pool = self._new_pool()
        self.tasks: list[Task] = []

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(
            max_workers=self.number, context=get_context("spawn"), initializer=set_up,
            initargs=(self.begin,),
        )  # fmt: skip

    def schedule(self, call: Callable[..., Any], args: tuple[Any, ...]) -> Future[Any]:
        """Give a call to the pool. One that has lost an idle worker takes no more calls and is
        replaced.
        """
        with self.lock:
            try:
                return self.pool.schedule(call, args=args, timeout=self.patience)
            except RuntimeError:
                if self.closed:
                    raise
                self.pool = self._new_pool()
                return self.pool.schedule(call, args=args, timeout=self.patience)

    def forget(self, task: Task) -> None:
        """Remove a task that has ended from the queue."""
        with self.lock:
            if task in self.tasks:
                self.tasks.remove(task)

    def ask(self, call: Callable[..., Any], *args: Any) -> Task:
        """Call a function in a worker, as soon as one is free."""
        task = Task(self, call, args)
        with self.lock:
            self.tasks.append(task)
        task.begin()
        return task

    def place_of(self, task: Task) -> int:
        """A task's place in the queue, which is first come, first served."""
        with self.lock:
            tasks = list(self.tasks)
        return max(tasks.index(task) + 1 - self.number, 0) if task in tasks else 0

    def prepare(self, which: GameRef) -> Task:
        """Compile or load the search of a game in a worker."""
        return self.ask(prepare, which)

    def decide(self, which: GameRef, text: str, table: Table, seats: int, seed: int) -> Task:
        """What a player does at a table veiled for the seat to act: a list of Decisions."""
        return self.ask(decide, which, text, table.tobytes(), seats, seed)

    def advise(self, which: GameRef, table: Table, seats: int) -> Task:
        """A hint at a table veiled for the seat to act: a list of Messages."""
        return self.ask(advise, which, table.tobytes(), seats)

    def close(self) -> None:
        """Stop all processes; nobody gets the answers of the tasks that are left."""
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


def set_up(begin: Callable[[], None] | None) -> None:
    end_with_parent()
    if begin is not None:
        begin()


def in_haste() -> None:
    """Run interpreted in this process what is not compiled yet: somebody waits for an answer."""
    HASTE.waits = False


def end_with_parent() -> None:
    """Let this process end together with the one that has started it, even if that is killed."""
    if (parent := parent_process()) is not None:
        Thread(target=_await_end, args=[parent.sentinel], name="parent", daemon=True).start()


def _await_end(parent: int) -> None:
    """Wait until the other end of this pipe is closed, which happens however the parent ends."""
    wait([parent])
    os._exit(1)  # nobody is left to report to


def prepare(which: GameRef) -> int:
    """Compile or load the search of a game; returns the id of the process."""
    game = which.load()
    if searches(game):
        thinker(game)
    return os.getpid()


def decide(which: GameRef, text: str, raw: bytes, seats: int, seed: int) -> list[Decision]:
    """What a player does at a table, given as bytes and veiled for the seat to act."""
    game = which.load()
    table = game.table.frombytes(raw)
    rng = Random(seed)  # noqa: S311 - a player's noise, no secret
    return list(player(text).decisions(game, table, rng, seats))


def advise(which: GameRef, raw: bytes, seats: int) -> list[Message]:
    """A hint at a table, given as bytes and veiled for the seat to act."""
    game = which.load()
    return hint_at(game, game.table.frombytes(raw), seats)
