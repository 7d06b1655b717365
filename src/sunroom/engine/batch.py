"""Many tables of one game as one array: dealt, played on at random and scored by a runner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import index
from typing import Any

import numpy as np

from sunroom.rules.contract import Game

from .arrays import Array, dtype_of, records
from .rollout import TYPES, playouts, setups, tallies
from .runner import Runner, runner

Work = Callable[[int, int, Array], object]  # from this table to that, with rows to list codes in


class Batch:
    """*size* tables that one runner works on, over *jobs* cores."""

    def __init__(self, by: Runner, size: int, jobs: int = 1, tables: Array | None = None) -> None:
        self.runner, self.game, self.size, self.jobs = by, by.game, size, jobs
        self._tables: Any = tables  # those that are there, or new ones
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
    """Tables to be set up and played on at random; *steps* says how far each has come."""

    def __init__(
        self,
        by: Runner,
        size: int,
        jobs: int = 1,
        tables: Array | None = None,
        steps: Array | None = None,
    ) -> None:
        self.steps: Any = np.zeros(size, np.int64) if steps is None else steps
        self.new = tables is None
        super().__init__(by, size, jobs, tables)

    @classmethod
    def over(cls, by: Runner, tables: Array, steps: Array | None = None, jobs: int = 1) -> Playouts:
        """Tables that are there, in place. They and the steps lie in memory one after another."""
        found = cls(by, len(tables), jobs, tables, steps)
        check(by.game, found.tables, found.steps)
        return found

    def deal(self, settings: Sequence[int]) -> None:
        """Clear every table and set it up."""
        if not self.new:
            self._tables.view(np.uint8)[:] = 0
            self.steps[:] = 0
        self.new = False
        loop = self.runner.over_arrays(setups, TYPES[setups])
        loop(self._tables, self.size, np.array(settings, np.int64))

    def play(self, seed: int, limit: int | None = None, first: int = 0) -> None:
        """Play every table on, up to *limit* steps in all. *seed* has at most 63 bits; *first* is
        the number of the first table to the dealer.
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
        """Until all is done; a device is asked and goes on by itself."""

    def scores(self, seats: int) -> Array:
        """A row for each table, a column for each seat."""
        out = np.zeros(self.size * seats, np.int64)
        self.runner.over_arrays(tallies, TYPES[tallies])(self._tables, self.size, seats, out)
        return out.reshape(self.size, seats)


def open_playouts(game: Game, size: int, way: str, jobs: int = 1) -> Playouts:
    """Playouts in a way of running: `interpreted`, `cpu` over *jobs* cores, or `cuda`."""
    if way == "cuda":
        from .gpu import GpuBatch

        return GpuBatch(game, size)
    return Playouts(runner(game, way), size, jobs)


def check(game: Game, tables: Array, steps: Array) -> None:
    """Compiled code trusts what it is given, so this does not."""
    if tables.dtype != dtype_of(game.table) or not tables.flags.c_contiguous:
        raise ValueError(f"tables must be a contiguous array of {game.name} tables")
    if steps.dtype != np.int64 or not steps.flags.c_contiguous or len(steps) != len(tables):
        raise ValueError("steps must be a contiguous int64 array, one number for each table")
