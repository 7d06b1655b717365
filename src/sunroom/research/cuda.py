"""The same batches on a GPU, one thread a table; results are the CPU's to the last byte.

What makes it fast is where things lie. Masks and observations are stored column by column, so that
neighbouring threads write to neighbouring places. Tables are records and cannot be: a block copies
its tables into shared memory together, each thread works on its own there, and the block copies
them back.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from sunroom.kernel import gpu, philox
from sunroom.kernel.binding import Binding
from sunroom.kernel.contract import OVER, Game
from sunroom.kernel.referee import answers

from . import loops
from .loops import ENDED, GAME, LENGTH, SEAT, STEP
from .tables import SAMPLING, SEEN, Batch

SHARED = 48 * 1024  # bytes that a block may have without asking
WARP, MOST = 32, 128  # threads


class CudaBatch(Batch):
    """A batch on the GPU. All arrays have `__cuda_array_interface__`: PyTorch, JAX and CuPy take
    them as they are, and `step` takes theirs.
    """

    def __init__(self, game: Game, size: int, settings: list[int], seed: int) -> None:
        if (why := gpu.missing()) is not None:
            raise RuntimeError(why)
        super().__init__(game, size, settings, seed)

    def _allocate(self) -> None:
        from numba import cuda

        game, size = self.game, self.size
        self.tables = cuda.device_array(size, game.table.dtype)
        self._empty = cuda.to_device(np.zeros(1, game.table.dtype))
        self._on_device = cuda.to_device(self._options)
        self._counters = cuda.device_array((size, loops.COUNTERS), np.int64, order="F")
        self.mask = cuda.device_array((size, game.actions), np.uint8, order="F")
        self.observation = cuda.device_array((size, game.observation), SEEN, order="F")
        self.reward = cuda.device_array((size, self.seats), np.float64, order="F")
        self._wrong = cuda.to_device(np.full(1, size, np.int64))
        self._words = self.tables.view(np.int32)
        self._kernels = kernels(game)
        threads = threads_for(game)
        self._launch = (-(-size // threads), threads, 0, threads * game.table.dtype.itemsize)

    @property
    def ended(self) -> Any:
        return self._counters[:, loops.ENDED]

    def reset(self, seed: int | None = None) -> None:
        self.seed = self.seed if seed is None else seed
        self.turn = 0
        begin, _, _ = self._kernels
        begin[self._launch](
            self._words, self._counters, self.mask, self.observation, self.reward, self._empty,
            self._on_device, self.seed,
        )  # fmt: skip

    def step(self, actions: Any) -> None:
        """Take an action at every table; one that is not legal leaves its table as it is, and
        `check` tells of it: asking after every step would make the GPU wait.
        """
        from numba import cuda

        actions = cuda.as_cuda_array(actions) if not cuda.is_cuda_array(actions) else actions
        self.turn += 1
        _, step, _ = self._kernels
        step[self._launch](
            self._words, actions, self._counters, self.mask, self.observation, self.reward,
            self._empty, self._on_device, self.seed, self._wrong,
        )  # fmt: skip

    def check(self) -> None:
        """Wait for the GPU; raise if any action so far was not legal."""
        wrong = int(self._wrong.copy_to_host()[0])
        if wrong < self.size:
            raise ValueError(f"an action at table {wrong} was not legal when it was taken")

    def sample(self, seed: int | None = None) -> Any:
        from numba import cuda

        actions = cuda.device_array(self.size, np.int64)
        seed = self.seed if seed is None else seed
        _, _, sample = self._kernels
        sample[self._launch](self.mask, actions, seed ^ SAMPLING, self.turn)
        return actions


def threads_for(game: Game) -> int:
    """How many tables a block has: as many warps as have room for theirs."""
    return max(min(SHARED // game.table.dtype.itemsize // WARP * WARP, MOST), WARP)


@cache
def kernels(game: Game) -> tuple[Any, Any, Any]:
    kit = Kit(game)
    return begin_kernel(kit), step_kernel(kit), sample_kernel(kit)


class Kit:
    """What the kernels of one game are made of: its answers for the device, and some sizes."""

    def __init__(self, game: Game) -> None:
        from numba import cuda, from_dtype

        def device(twin: FunctionType) -> Any:
            return cuda.jit(device=True)(twin)

        self.binding = Binding(answers(game), game.name, device)
        self.to_act = self.binding.rebind(game.to_act)
        self.begin = self.binding.rebind(loops.begin)
        self.look = self.binding.rebind(loops.look_evenly)
        self.record = from_dtype(game.table.dtype)
        self.width = max(game.actions, game.outcomes)
        self.fetch, self.put_back = movers(game)


def movers(game: Game) -> tuple[Any, Any]:
    """The block's tables into shared memory, in the order in which they lie, and back."""
    from numba import cuda

    words_each = game.table.dtype.itemsize // 4
    threads = threads_for(game)

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def fetch(words: Any, size: int) -> None:
        near = cuda.shared.array(0, np.int32)
        first = cuda.blockIdx.x * threads
        for k in range(cuda.threadIdx.x, min(threads, size - first) * words_each, threads):
            near[k] = words[first * words_each + k]
        cuda.syncthreads()

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def put_back(words: Any, size: int) -> None:
        near = cuda.shared.array(0, np.int32)
        first = cuda.blockIdx.x * threads
        cuda.syncthreads()
        for k in range(cuda.threadIdx.x, min(threads, size - first) * words_each, threads):
            words[first * words_each + k] = near[k]

    return fetch, put_back


def begin_kernel(kit: Kit) -> Any:
    from numba import cuda

    begin_one, look, to_act, put_back = kit.begin, kit.look, kit.to_act, kit.put_back
    record, width = kit.record, kit.width

    @cuda.jit  # type: ignore[untyped-decorator]
    def begin(
        words: Any, counters: Any, masks: Any, seen: Any, rewards: Any, empty: Any, options: Any,
        seed: int,
    ) -> None:  # fmt: skip
        i, me = cuda.grid(1), cuda.threadIdx.x
        mine = cuda.shared.array(0, record)
        if i < masks.shape[0]:
            out = cuda.local.array(width, np.int64)
            weight = cuda.local.array(width, np.int64)
            mine[me] = empty[0]
            counters[i, STEP] = begin_one(mine[me], options, seed, i, out, weight)
            counters[i, GAME] = 0
            counters[i, ENDED] = 0
            counters[i, LENGTH] = 0
            actor = to_act(mine[me])
            counters[i, SEAT] = actor
            for seat in range(options[0]):
                rewards[i, seat] = 0.0
            look(mine[me], actor, masks[i], seen[i], out)
        put_back(words, masks.shape[0])

    return begin


def step_kernel(kit: Kit) -> Any:
    from numba import cuda

    begin_one, look, to_act, record, width = kit.begin, kit.look, kit.to_act, kit.record, kit.width
    decide, finish = kit.binding.rebind(loops.decide), kit.binding.rebind(loops.finish)
    fetch, put_back = kit.fetch, kit.put_back

    @cuda.jit  # type: ignore[untyped-decorator]
    def step(
        words: Any, actions: Any, counters: Any, masks: Any, seen: Any, rewards: Any, empty: Any,
        options: Any, seed: int, wrong: Any,
    ) -> None:  # fmt: skip
        i, me, size = cuda.grid(1), cuda.threadIdx.x, masks.shape[0]
        mine = cuda.shared.array(0, record)
        fetch(words, size)
        if i < size:
            action = actions[i]
            if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
                cuda.atomic.min(wrong, 0, i)
            else:
                out = cuda.local.array(width, np.int64)
                weight = cuda.local.array(width, np.int64)
                table = i + counters[i, GAME] * size
                at = decide(mine[me], action, seed, table, counters[i, STEP], out, weight)
                actor = to_act(mine[me])
                finish(mine[me], actor, at, options[0], counters[i], rewards[i], out)
                if actor == OVER:
                    mine[me] = empty[0]
                    at = begin_one(mine[me], options, seed, table + size, out, weight)
                    actor = to_act(mine[me])
                counters[i, STEP] = at
                counters[i, SEAT] = actor
                look(mine[me], actor, masks[i], seen[i], out)
        put_back(words, size)

    return step


def sample_kernel(kit: Kit) -> Any:
    from numba import cuda

    nth_of, word = kit.binding.rebind(loops.nth_of), kit.binding.rebind(philox.word)

    @cuda.jit  # type: ignore[untyped-decorator]
    def sample(masks: Any, actions: Any, seed: int, turn: int) -> None:
        i = cuda.grid(1)
        if i < actions.shape[0]:
            actions[i] = nth_of(masks[i], word(seed, i, turn))

    return sample
