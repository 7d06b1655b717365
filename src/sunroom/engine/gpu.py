"""The same playouts on a GPU, one thread for each table, with numba-cuda (extra `gpu`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from math import prod
from threading import RLock
from types import FunctionType
from typing import Any

import numpy as np

from sunroom.rules.contract import Game, once_for_each_game
from sunroom.rules.record import Table, Tables

from .arrays import Array, array_of, array_of_all, dtype_of, numbers_of, records
from .batch import Playouts
from .binding import Binding
from .boxes.box_numbers import Buffer
from .boxes.other_box import Places
from .cache import form_of
from .compiled import buffer
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


class Form:
    """A game's rules compiled for the device, for our own box or for all others.

    Numbers of components are in the device's global memory: constant memory would be faster only
    if all threads of a warp read the same number. The arrays of other boxes are views of one buffer
    there, so that one compiled form plays with every box: a box's numbers are copied into it before
    its kernels start.
    """

    def __init__(self, game: Game, places: Places = ()) -> None:
        from numba import cuda

        self.game = game  # with our own box
        self.binding = Binding(answers_of(game), game.name, self._device, self._lay)
        self.lock = RLock()
        self._box: Buffer | None = None
        size = sum(prod(place.shape) for _, place in places)
        self._cells = cuda.device_array(size, np.int64)
        for id, place in places:
            part = self._cells[place.offset : place.offset + prod(place.shape)]
            self.binding.swaps[id] = part.reshape(place.shape)

    def _device(self, twin: FunctionType) -> Any:
        from numba import cuda

        return cuda.jit(device=True)(twin)

    def _lay(self, numbers: Any) -> Any:
        from numba import cuda

        return cuda.to_device(numbers_of(numbers))

    def twin(self, function: Any) -> Any:
        """A rule's twin, as a kernel calls it."""
        with self.lock:
            return self.binding.rebind(function)

    def play_with(self, box: Buffer | None) -> None:
        """Copy a box's numbers into the buffer, after all kernels that were started before."""
        if box is not None and box is not self._box:
            self._cells.copy_to_device(box.cells)
            self._box = box


@once_for_each_game
def _form(game: Game, places: Places) -> Form:
    return Form(game, places)


def form_for(game: Game) -> Form:
    """The compiled form that a game is played in; all boxes but our own have the same one."""
    return _form(*form_of(game))


class CudaRunner(Runner):
    """Starts the kernels of one game and makes the arrays they work on."""

    way = "cuda"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.form = form_for(game)
        self.box = buffer(game)

    def twin(self, function: Any) -> Any:
        return self.form.twin(function)

    def start(self, kernel: Any, tables: int, *arguments: Any) -> None:
        """Start a kernel with a thread for each table. It plays with the pieces of this game."""
        with self.form.lock:
            self.form.play_with(self.box)
            kernel[-(-tables // THREADS), THREADS](*arguments)

    def _make(self, loop: Any, types: str, *, quick: bool) -> Callable[..., Any]:
        """Not on a GPU: each thread has one table, so loops over tables are written as kernels."""
        raise NotImplementedError(
            "on a GPU, loops over tables are kernels, which call the twins of rules"
        )

    def see(self, table: Table) -> Any:
        from numba import cuda

        return cuda.to_device(array_of(table))

    def drafts(self, tables: Tables) -> Any:
        from numba import cuda

        return cuda.to_device(array_of_all(tables))

    def numbers(self, n: int) -> Any:
        return self.array("numbers", n)

    def array(self, type: str, *shape: int) -> Any:
        from numba import cuda

        return cuda.to_device(np.zeros(shape, CODES[type]))


class GpuBatch(Playouts):
    """Playouts with their tables on the GPU. The rules are compiled for it when it is made."""

    runner: CudaRunner

    def _allocate(self) -> None:
        from numba import cuda

        self._tables = cuda.device_array(self.size, dtype_of(self.game.table))
        self.steps = cuda.device_array(self.size, np.int64)
        self._setup_kernel, self._play_kernel = _kernels(self.runner.form)

    def set_up(self, settings: Sequence[int]) -> None:
        """Clear every table and set it up for a new game."""
        from numba import cuda

        options = cuda.to_device(np.array(settings, np.int64))
        empty = cuda.to_device(records(self.game.table, 1))
        self._start(self._setup_kernel, empty, options)

    def play(self, seed: int, limit: int | None = None, first: int = 0) -> None:
        """Play every table on at random, up to *limit* steps since its setup.

        Table *i* is drawn with the random words of table number *i*: *first* must be 0.
        """
        if first != 0:
            raise ValueError("a batch on the GPU begins with table 0")
        limit = self.game.longest if limit is None else limit
        self._start(self._play_kernel, seed, limit)

    def scores(self, seats: int) -> Array:
        """The scores now, counted on the CPU: a row for each table, a column for each seat."""
        tables = self.tables.copy_to_host()
        return Playouts.over(runner_for(self.game, "cpu"), tables).scores(seats)

    def wait(self) -> None:
        from numba import cuda

        cuda.synchronize()

    def _start(self, kernel: Any, *arguments: Any) -> None:
        self.runner.start(kernel, self.size, self.tables, self.steps, *arguments)


CudaRunner.playouts = GpuBatch


@cache
def _kernels(form: Form) -> tuple[Any, Any]:
    """The two kernels of one game: one sets tables up, the other plays them on. Each thread works
    on its own copy of a table, in local memory, and writes it back at the end.
    """
    from numba import cuda

    game = form.game
    set_up_one, play_one = form.twin(game.setup), form.twin(playout)
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
