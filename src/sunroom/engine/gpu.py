"""The same playouts on a GPU, one thread for each table, with numba-cuda (extra `gpu`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from types import FunctionType
from typing import Any

import numpy as np

from sunroom.rules.contract import Game
from sunroom.rules.record import Table, Tables

from .arrays import Array, array_of, array_of_all, dtype_of, numbers_of, records
from .batch import Playouts
from .binding import Binding
from .rollout import playout
from .runner import CODES, Runner, answers_of, runner_for

THREADS = 128  # of a block
# Few registers let many warps stay resident. What limits playouts is fetching instructions: the
# threads of a warp are soon at different rules, so others have to be there to go on meanwhile.
REGISTERS = 32


def missing() -> str | None:
    """Why no GPU can be used here, as a sentence; None if one can be used."""
    if find_spec("numba") is None or find_spec("numba.cuda") is None:
        return "numba-cuda is not installed; it comes with the extra 'gpu'."
    from numba import cuda

    if not cuda.is_available():
        return "No CUDA device can be used on this machine."
    return None


class CudaRunner(Runner):
    """Makes the device functions that kernels call. Numbers of components are in the device's
    global memory: constant memory would be faster only if all threads of a warp read the same
    number.
    """

    way = "cuda"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.binding = Binding(answers_of(game), game.name, self._device, self._lay)

    def _device(self, twin: FunctionType) -> Any:
        from numba import cuda

        return cuda.jit(device=True)(twin)

    def _lay(self, numbers: Any) -> Any:
        from numba import cuda

        return cuda.to_device(numbers_of(numbers))

    def _make(self, loop: Any, types: str, *, quick: bool) -> Callable[..., Any]:
        """Not on a GPU: each thread has one table, so loops over tables are written as kernels."""
        raise NotImplementedError(
            "on a GPU, loops over tables are kernels, which call the twins of rules"
        )

    def see(self, table: Table) -> Any:
        from numba import cuda

        return cuda.to_device(array_of(table))

    def see_all(self, tables: Tables) -> Any:
        from numba import cuda

        return cuda.to_device(array_of_all(tables))

    def numbers(self, n: int) -> Any:
        return self.array("numbers", n)

    def array(self, type: str, *shape: int) -> Any:
        from numba import cuda

        return cuda.to_device(np.zeros(shape, CODES[type]))


class GpuBatch(Playouts):
    """Playouts with their tables on the GPU. The rules are compiled for it when it is made."""

    def __init__(self, game: Game, n: int) -> None:
        super().__init__(runner_for(game, "cuda"), n)

    def _allocate(self) -> None:
        from numba import cuda

        self._tables = cuda.device_array(self.size, dtype_of(self.game.table))
        self.steps = cuda.device_array(self.size, np.int64)
        self._setup_kernel, self._play_kernel = _kernels(self.runner)

    def set_up(self, settings: Sequence[int]) -> None:
        """Clear every table and set it up for a new game."""
        from numba import cuda

        options = cuda.to_device(np.array(settings, np.int64))
        empty = cuda.to_device(records(self.game.table, 1))
        self._setup_kernel[self._blocks(), THREADS](self.tables, self.steps, empty, options)

    def play(self, seed: int, limit: int | None = None, first: int = 0) -> None:
        """Play every table on at random, up to *limit* steps since its setup.

        Table *i* is drawn with the random words of table number *i*: *first* must be 0.
        """
        if first != 0:
            raise ValueError("a batch on the GPU begins with table 0")
        limit = self.game.longest if limit is None else limit
        self._play_kernel[self._blocks(), THREADS](self.tables, self.steps, seed, limit)

    def scores(self, seats: int) -> Array:
        """The scores now, counted on the CPU: a row for each table, a column for each seat."""
        tables = self.tables.copy_to_host()
        return Playouts.over(runner_for(self.game, "cpu"), tables).scores(seats)

    def wait(self) -> None:
        from numba import cuda

        cuda.synchronize()

    def _blocks(self) -> int:
        return -(-self.size // THREADS)


def _kernels(runner: Runner) -> tuple[Any, Any]:
    """The two kernels of one game: one sets tables up, the other plays them on. Each thread works
    on its own copy of a table, in local memory, and writes it back at the end.
    """
    from numba import cuda

    game = runner.game
    set_up_one, play_one = runner.twin(game.setup), runner.twin(playout)
    record = dtype_of(game.table)
    width = 1 if game.heuristics.pick is not None else max(game.actions, game.outcomes)

    @cuda.jit  # type: ignore[untyped-decorator]
    def set_up(tables: Any, steps: Any, empty: Any, options: Any) -> None:
        i = cuda.grid(1)
        if i < tables.shape[0]:
            tables[i] = empty[0]
            set_up_one(tables[i], options)
            steps[i] = 0

    @cuda.jit(max_registers=REGISTERS)  # type: ignore[untyped-decorator]
    def play(tables: Any, steps: Any, seed: int, limit: int) -> None:
        i = cuda.grid(1)
        if i < tables.shape[0]:
            mine = cuda.local.array(1, record)
            out = cuda.local.array(width, np.int64)
            weight = cuda.local.array(width, np.int64)
            mine[0] = tables[i]
            steps[i] = play_one(mine[0], seed, i, steps[i], limit, out, weight)
            tables[i] = mine[0]

    return set_up, play
