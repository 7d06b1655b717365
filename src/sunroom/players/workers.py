"""Worker processes, so that a long search blocks nothing else.

A worker that crashes or gets stuck is replaced, and its task is run again; one that has grown too
large is replaced when its task is done. The processes are spawned and not forked, so they can be
used together with threads and sockets; compiled rules come from the cache that all processes share.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future
from functools import lru_cache, partial
from importlib.util import find_spec
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from random import Random
from threading import Lock, Thread
from time import perf_counter
from types import TracebackType
from typing import Any, NamedTuple, Self

from pebble import ProcessExpired, ProcessPool

from sunroom.engine.referee import HASTE
from sunroom.rules.catalogue import load
from sunroom.rules.contract import Game
from sunroom.rules.record import Table
from sunroom.rules.words import Message, Refusal

from .hints import hint_at
from .levels import Decision, searches, thinker
from .roster import player
from .thinker import WORDS
from .turns import Claim, Turns

TRIES = 3
STATM = Path("/proc/self/statm")
PATIENCE = 900.0  # seconds after which a worker counts as stuck; it may have to compile rules
BRIEF = 0.25  # seconds that somebody may think at a stretch while others wait
SPAWNED = get_context("spawn")
MEMORY = 1 << 30  # bytes that a process may keep after a task; one that has more is replaced
OURS = Claim()  # where nobody else asks
BOXES = 32  # games and boxes that a process keeps ready, the latest


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

    @lru_cache(BOXES)  # noqa: B019 - these are few, and a tuple keeps nothing alive
    def load(self) -> Game:
        """The game itself. Raises UnknownGame or BadComponents."""
        ours = load(self.name)
        return ours if self.components is None else ours.with_components(Path(self.components))


class Task:
    """A call to be made in a worker. A thread or an event loop can wait for *answer*; who cancels
    that before it was begun leaves the queue.
    """

    def __init__(self, workers: Workers, call: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.workers = workers
        self.call = call
        self.args = args
        self.answer: Future[Any] = Future()
        self.answer.add_done_callback(self._dropped)
        self.tries = 0

    @property
    def place(self) -> int:
        """The place in the queue: 1 is next, 0 has begun."""
        return self.workers.place_of(self)

    def begin(self, process: Process) -> None:
        """Give the call to a process; again, after it has failed."""
        self.tries += 1
        process.schedule(self.call, self.args).add_done_callback(partial(self._ended, process))

    def _ended(self, process: Process, future: Future[Done]) -> None:
        """Called by a thread of the pool."""
        try:
            done = future.result()
        except (ProcessExpired, TimeoutError, BrokenExecutor) as why:
            if self.tries < TRIES and not self.workers.closed:
                self.begin(process)
                return
            self._settle(process, error=WorkersFailed("workers_fail", words=WORDS, why=str(why)))
        except CancelledError:
            failed = WorkersFailed("workers_fail", words=WORDS, why="cancelled")
            self._settle(process, error=failed)
        except BaseException as error:  # noqa: BLE001 - it is raised for the caller that waits
            self._settle(process, error=error)
        else:
            self._settle(process, done)

    def _settle(
        self, process: Process, done: Done | None = None, error: BaseException | None = None
    ) -> None:
        self.workers.free(process, done.resident if done else 0)
        if not self.answer.set_running_or_notify_cancel():
            return  # nobody waits any more
        if error is None:
            self.answer.set_result(done and done.answer)
        else:
            self.answer.set_exception(error)

    def _dropped(self, answer: Future[Any]) -> None:
        if answer.cancelled():
            self.workers.forget(self)


class Process:
    """One process, which makes one call after the other; another takes its place if it fails."""

    def __init__(self, patience: float, begin: Callable[[], None] | None, line: Any) -> None:
        self.patience = patience
        self.begin = begin
        self.line = line
        self.closed = False
        self.pool = self._new_pool()

    def _new_pool(self) -> ProcessPool:
        return ProcessPool(
            max_workers=1, context=SPAWNED, initializer=set_up, initargs=(self.begin, self.line),
        )  # fmt: skip

    def schedule(self, call: Callable[..., Any], args: tuple[Any, ...]) -> Future[Done]:
        """Make a call. A pool that has lost an idle process takes no more, and is replaced."""
        try:
            return self.pool.schedule(measured, args=(call, args), timeout=self.patience)
        except RuntimeError:
            if self.closed:
                raise
            self.pool = self._new_pool()
            return self.pool.schedule(measured, args=(call, args), timeout=self.patience)

    def replace(self) -> None:
        """Let an idle process go; not from a thread of its own pool, which is waited for."""
        old, self.pool = self.pool, self._new_pool()
        old.stop()  # type: ignore[no-untyped-call]
        Thread(target=old.join, name="replaced").start()

    def stop(self) -> None:
        self.closed = True
        self.pool.stop()  # type: ignore[no-untyped-call]


class Workers:
    """*number* processes; while all of them are busy, tasks wait for their turn. Each process calls
    *begin* first, and is replaced when it keeps more than *memory* bytes.
    """

    def __init__(
        self, number: int = 1, patience: float = PATIENCE,
        begin: Callable[[], None] | None = None, memory: int = MEMORY,
    ) -> None:  # fmt: skip
        self.number = number
        self.memory = memory
        self.lock = Lock()
        self.closed = False
        self.line = SPAWNED.RawValue("i", 0)  # how many wait, as all processes can see
        self.processes = [Process(patience, begin, self.line) for _ in range(number)]
        self.idle = list(self.processes)
        self.turns: Turns[Task] = Turns()

    def ask(self, call: Callable[..., Any], *args: Any, claim: Claim = OURS) -> Task:
        """Call a function in a worker when it is its turn."""
        task = Task(self, call, args)
        with self.lock:
            self.turns.add(task, claim)
            self.line.value = len(self.turns)
        self._go_on()
        return task

    def _go_on(self) -> None:
        """Begin what is next, as long as a process is idle."""
        while True:
            with self.lock:
                if self.closed or not self.idle or not self.turns:
                    return
                task, process = self.turns.next(), self.idle.pop()
                self.line.value = len(self.turns)
            task.begin(process)

    def free(self, process: Process, resident: int) -> None:
        """A process has done its task, and keeps a number of bytes."""
        if resident > self.memory and not self.closed:
            process.replace()
        with self.lock:
            self.idle.append(process)
        self._go_on()

    def forget(self, task: Task) -> None:
        """Nobody waits for a task any more; one that has begun goes on to its end."""
        with self.lock:
            self.turns.remove(task)
            self.line.value = len(self.turns)

    def move(self, task: Task, claim: Claim) -> None:
        """Let a task wait for somebody else."""
        with self.lock:
            self.turns.move(task, claim)

    def place_of(self, task: Task) -> int:
        with self.lock:
            return self.turns.place(task)

    @property
    def waiting(self) -> int:
        """The number of tasks that have not begun."""
        return len(self.turns)

    def prepare(self, which: GameRef) -> Task:
        """Compile or load the search of a game in a worker."""
        return self.ask(prepare, which)

    def decide(
        self, which: GameRef, text: str, table: Table, seats: int, seed: int, claim: Claim = OURS
    ) -> Task:
        """What a player does at a table veiled for the seat to act: a list of Decisions, at least
        one.
        """
        return self.ask(decide, which, text, table.tobytes(), seats, seed, claim=claim)

    def advise(self, which: GameRef, table: Table, seats: int) -> Task:
        """A hint at a table veiled for the seat to act: a list of Messages."""
        return self.ask(advise, which, table.tobytes(), seats)

    def close(self) -> None:
        """Stop all processes; nobody gets the answers of the tasks that are left."""
        self.closed = True
        for process in self.processes:
            process.stop()
        for process in self.processes:
            process.pool.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, why: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()


# What runs in a worker


class Done(NamedTuple):
    """An answer, and how many bytes the process keeps that has given it."""

    answer: Any
    resident: int


def measured(call: Callable[..., Any], args: tuple[Any, ...]) -> Done:
    return Done(call(*args), resident())


def resident() -> int:
    """The bytes of memory that this process has now, or had at most where only that is known."""
    if STATM.exists():
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if find_spec("resource") is None:  # Windows
        return 0
    from resource import RUSAGE_SELF, getrusage

    return getrusage(RUSAGE_SELF).ru_maxrss


class Line:
    """How many wait for the processes of which this is one."""

    waiting: Any = None  # memory that all of them share


def set_up(begin: Callable[[], None] | None, line: Any) -> None:
    Line.waiting = line
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


def others_wait() -> bool:
    return Line.waiting is not None and Line.waiting.value > 0


def giving_way(decisions: Iterable[Decision]) -> Iterator[Decision]:
    """The decisions of a turn; of who thinks long only the first ones while others wait. The rest
    is thought about again later, at the table as it is then.
    """
    began = perf_counter()
    for decision in decisions:
        yield decision
        if others_wait() and perf_counter() - began > BRIEF:
            return


def decide(which: GameRef, text: str, raw: bytes, seats: int, seed: int) -> list[Decision]:
    """What a player does at a table, given as bytes and veiled for the seat to act."""
    game = which.load()
    table = game.table.frombytes(raw)
    rng = Random(seed)  # noqa: S311 - a player's noise, no secret
    return list(giving_way(player(text).decisions(game, table, rng, seats)))


def advise(which: GameRef, raw: bytes, seats: int) -> list[Message]:
    """A hint at a table, given as bytes and veiled for the seat to act."""
    game = which.load()
    return hint_at(game, game.table.frombytes(raw), seats)
