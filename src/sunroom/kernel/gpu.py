"""The same playouts on a GPU, one thread a table, by numba-cuda (extra `gpu`)."""

from __future__ import annotations

from importlib.util import find_spec
from types import FunctionType
from typing import Any

import numpy as np

from .binding import Binding
from .contract import Game
from .referee import answers
from .rollout import playout

THREADS = 128  # a block
# Few registers let many warps stay resident. What limits playouts is fetching instructions: the
# threads of a warp are soon at different rules, so others have to be there to go on meanwhile.
REGISTERS = 32


def missing() -> str | None:
    """Why no GPU can be used here, in one sentence; None where one can."""
    if find_spec("numba") is None or find_spec("numba.cuda") is None:
        return "numba-cuda is not installed; it comes with the extra 'gpu'."
    from numba import cuda

    if not cuda.is_available():
        return "No CUDA device can be used on this machine."
    return None


class GpuBatch:
    """A batch of tables that live on the GPU. The rules are compiled for it at first use."""

    def __init__(self, game: Game, n: int) -> None:
        from numba import cuda

        self.game = game
        self.n = n
        self.tables = cuda.device_array(n, game.table.dtype)
        self.steps = cuda.device_array(n, np.int64)
        self._deal_kernel, self._play_kernel = _kernels(game)

    def deal(self, settings: list[int]) -> None:
        """Clear every table and set it up."""
        from numba import cuda

        options = cuda.to_device(np.array(settings, np.int64))
        empty = cuda.to_device(np.zeros(1, self.game.table.dtype))
        self._deal_kernel[self._blocks(), THREADS](self.tables, self.steps, empty, options)

    def play(self, seed: int, limit: int | None = None) -> None:
        """Play every table on at random."""
        limit = self.game.longest if limit is None else limit
        self._play_kernel[self._blocks(), THREADS](self.tables, self.steps, seed, limit)

    def wait(self) -> None:
        from numba import cuda

        cuda.synchronize()

    def _blocks(self) -> int:
        return -(-self.n // THREADS)


def device_binding(game: Game) -> Binding:
    """A game's answers for the device. Numbers of components lie in its plain memory: constants
    would be faster only if all threads of a warp asked for the same one.
    """
    from numba import cuda

    def device(twin: FunctionType) -> Any:
        return cuda.jit(device=True)(twin)

    return Binding(
        answers(game), game.name, device, lambda value: cuda.to_device(np.asarray(value))
    )


def _kernels(game: Game) -> tuple[Any, Any]:
    """The two kernels of one game: set up, and play on. Each thread works on its own copy of a
    table, which the hardware keeps near, and writes it back at the end.
    """
    from numba import cuda

    binding = device_binding(game)
    deal_one = binding.rebind(game.setup)
    play_one = binding.rebind(playout)
    record = game.table.dtype
    width = 1 if game.pick is not None else max(game.actions, game.outcomes)

    @cuda.jit  # type: ignore[untyped-decorator]
    def deal(tables: Any, steps: Any, empty: Any, options: Any) -> None:
        i = cuda.grid(1)
        if i < tables.shape[0]:
            tables[i] = empty[0]
            deal_one(tables[i], options)
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

    return deal, play
