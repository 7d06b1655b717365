"""Games are compiled in a process of its own while people play: one function after the other, of
one game after the other, the most wanted first.

That process has a low priority, and only one compiles on a machine at a time. Whoever thinks in the
meantime does so interpreted and finds in the cache what is ready.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from threading import Lock, Thread
from typing import Any, NamedTuple

from sunroom.engine import cache
from sunroom.engine.cache import Form
from sunroom.engine.entries import ENTRIES, is_quick
from sunroom.engine.runner import available, runner_for
from sunroom.rules.contract import Game

from .levels import searches
from .thinker import LOOPS
from .workers import GameRef, Workers

LOWEST = 19  # priority, as `nice` counts
PATIENCE = 3600.0  # seconds: another program may be compiling
log = logging.getLogger(__name__)


class Progress(NamedTuple):
    """How many of a game's functions are compiled."""

    done: int = 0
    of: int = 0


def parts(game: Game) -> dict[Any, str]:
    """What is compiled of a game, in this order: the search is what people wait for."""
    return (LOOPS if searches(game) else {}) | ENTRIES


def is_ready(game: Game) -> bool:
    """Whether nothing has to be compiled to play a game, or nothing can be."""
    return not available() or cache.is_ready(game, parts(game))


class Compiler:
    """Compiles what is wanted; its process is there as long as something is left. An *urgent* one
    has the usual priority.
    """

    def __init__(self, *, urgent: bool = False) -> None:
        self.begin = None if urgent else step_back
        self.lock = Lock()
        self.queue: list[Form] = []  # the next one first
        self.boxes: dict[Form, GameRef] = {}  # one of those that a form is for
        self.answers: dict[Form, Future[None]] = {}
        self.found: dict[Form, Progress] = {}
        self.workers: Workers | None = None
        self.closed = False
        if available():
            cache.share_cache()

    def want(self, which: GameRef, *, first: bool = True) -> Future[None]:
        """Compile a game, before all others or after them; the answer comes when it is ready."""
        form = cache.form_of(which.load())
        with self.lock:
            if form not in self.answers:
                self.answers[form] = Future()
                self._enqueue(which, form)
            if first and form in self.queue:
                self.queue.remove(form)
                self.queue.insert(0, form)
            answer = self.answers[form]
            self._go_on()
        return answer

    def _enqueue(self, which: GameRef, form: Form) -> None:
        """Wait for its turn, unless there is nothing to do."""
        if is_ready(which.load()):
            self.answers[form].set_result(None)
        else:
            self.boxes[form] = which
            self.queue.append(form)

    def is_done(self, which: GameRef) -> bool:
        """Whether a game that was wanted is compiled."""
        answer = self.answers[cache.form_of(which.load())]
        return answer.done() and answer.exception() is None

    def progress(self, which: GameRef) -> Progress:
        return self.found.get(cache.form_of(which.load()), Progress())

    def _go_on(self) -> None:
        """Have the next function compiled, unless one is; the caller holds the lock."""
        if self.workers is None and self.queue and not self.closed:
            self.workers = Workers(1, PATIENCE, self.begin)
            self._ask()

    def _ask(self) -> None:
        assert self.workers is not None
        form = self.queue[0]
        answer = self.workers.ask(compile_next, self.boxes[form]).answer
        answer.add_done_callback(partial(self._come, form))

    def _come(self, form: Form, answer: Future[Progress]) -> None:
        """A function is compiled, or cannot be."""
        done = self._ended(form, answer)
        with self.lock:
            if done:
                self.queue.remove(form)
                del self.boxes[form]
            if self.queue and not self.closed:
                self._ask()
            else:
                self._dismiss()
        if done and not self.closed:
            settle(self.answers[form], answer)

    def _ended(self, form: Form, answer: Future[Progress]) -> bool:
        """Whether there is nothing more to do for a game."""
        if answer.exception() is not None:
            if not self.closed:
                log.warning("%s cannot be compiled: %s", form[0].name, answer.exception())
            return True
        self.found[form] = found = answer.result()
        return found.done == found.of

    def _dismiss(self) -> None:
        """Let the process go; not from its own thread, which is waited for."""
        if self.workers is not None:
            Thread(target=self.workers.close, name="compiled").start()
            self.workers = None

    def close(self) -> None:
        """Compile no more; what is not ready stays so, and whoever waits gets no answer."""
        with self.lock:
            self.closed = True
            workers, self.workers = self.workers, None
        if workers is not None:
            workers.close()


def settle(waiting: Future[None], answer: Future[Progress]) -> None:
    if (why := answer.exception()) is not None:
        waiting.set_exception(why)
    else:
        waiting.set_result(None)


# What runs in the process that compiles


def step_back() -> None:
    """Leave the processor to whoever wants it."""
    if hasattr(os, "nice"):
        os.nice(LOWEST)


def compile_next(which: GameRef) -> Progress:
    """Compile the first function of a game that is not in the cache."""
    game = which.load()
    wanted = parts(game)
    with alone():
        left = list(cache.missing(game, wanted))
        for loop, types in left[:1]:
            runner_for(game, "cpu").function(loop, types, quick=is_quick(loop))
    return Progress(len(wanted) - len(left[1:]), len(wanted))


@contextmanager
def alone() -> Iterator[None]:
    """While no other process of this machine compiles in the background."""
    from filelock import FileLock

    root = cache.cache_root()
    root.mkdir(parents=True, exist_ok=True)
    with FileLock(root / "compiling"):
        yield
