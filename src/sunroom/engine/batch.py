"""Many tables of one game in one array: set up, played on at random and scored by a runner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import index
from typing import Any

import numpy as np

from sunroom.rules.contract import Game

from .arrays import Array, dtype_of, records
from .rollout import TYPES, playouts, setups, tallies
from .runner import Runner, runner_for

Work = Callable[[int, int, Array], object]  # first table, end, rows of scratch memory for codes


class Batch:
    """*size* tables that one runner works on, with *jobs* threads."""

    def __init__(
        self, runner: Runner, size: int, jobs: int = 1, tables: Array | None = None
    ) -> None:
        self.runner, self.game, self.size, self.jobs = runner, runner.game, size, jobs
        self._tables: Any = tables  # None: `_allocate` makes new ones
        self._pool = ThreadPoolExecutor(jobs) if jobs > 1 else None
        self._allocate()

    def _allocate(self) -> None:
        if self._tables is None:
            self._tables = records(self.game.table, self.size)
        width = max(self.game.actions, self.game.outcomes)
        self._scratch = [np.zeros((2, width), np.int64) for _ in range(self.jobs)]

    @property
    def tables(self) -> Any:
        return self._tables

    def _over_cores(self, work: Work) -> None:
        bounds = [self.size * job // self.jobs for job in range(self.jobs + 1)]
        if self._pool is None:
            work(0, self.size, self._scratch[0])
        else:
            list(self._pool.map(work, bounds[:-1], bounds[1:], self._scratch))


class Playouts(Batch):
    """Tables to set up and play on at random; *steps* counts the steps of each."""

    def __init__(
        self,
        runner: Runner,
        size: int,
        jobs: int = 1,
        tables: Array | None = None,
        steps: Array | None = None,
    ) -> None:
        self.steps: Any = np.zeros(size, np.int64) if steps is None else steps
        self.new = tables is None
        super().__init__(runner, size, jobs, tables)

    @classmethod
    def over(
        cls, runner: Runner, tables: Array, steps: Array | None = None, jobs: int = 1
    ) -> Playouts:
        """Playouts over existing tables, which are changed in place.

        Raises ValueError unless tables and steps are contiguous arrays of the right types.
        """
        playouts = cls(runner, len(tables), jobs, tables, steps)
        check(runner.game, playouts.tables, playouts.steps)
        return playouts

    def set_up(self, settings: Sequence[int]) -> None:
        """Clear every table and set it up for a new game."""
        if not self.new:
            self._tables.view(np.uint8)[:] = 0
            self.steps[:] = 0
        self.new = False
        loop = self.runner.over_arrays(setups, TYPES[setups])
        loop(self._tables, self.size, np.array(settings, np.int64))

    def play(self, seed: int, limit: int | None = None, first: int = 0) -> None:
        """Play every table on at random, up to *limit* steps since its setup.

        Table *i* is drawn with the random words of table number *first + i*. Raises ValueError for
        a seed of more than 63 bits.
        """
        if not 0 <= index(seed) < 1 << 63:
            raise ValueError(f"seed is {seed}, not a number from 0 to 2**63 - 1")
        limit = self.game.longest if limit is None else limit
        loop = self.runner.over_arrays(playouts, TYPES[playouts])
        self._over_cores(
            lambda start, end, scratch: loop(
                self._tables[start:end], self.steps[start:end], seed, first + start, limit, *scratch
            )
        )

    def wait(self) -> None:
        """Return when all calls have finished: a device works on while Python goes on."""

    def scores(self, seats: int) -> Array:
        """The scores now: a row for each table, a column for each seat."""
        out = np.zeros(self.size * seats, np.int64)
        self.runner.over_arrays(tallies, TYPES[tallies])(self._tables, self.size, seats, out)
        return out.reshape(self.size, seats)


def open_playouts(game: Game, size: int, way: str, jobs: int = 1) -> Playouts:
    """Playouts in a way of running: `interpreted`, `cpu` with *jobs* threads, or `cuda`."""
    runner = runner_for(game, way)
    return (runner.playouts or Playouts)(runner, size, jobs)


def check(game: Game, tables: Array, steps: Array) -> None:
    """Raise ValueError unless compiled code can work on these arrays: it does not check them."""
    if tables.dtype != dtype_of(game.table) or not tables.flags.c_contiguous:
        raise ValueError(f"tables must be a contiguous array of {game.name} tables")
    if steps.dtype != np.int64 or not steps.flags.c_contiguous or len(steps) != len(tables):
        raise ValueError("steps must be a contiguous int64 array, one number for each table")
