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

from sunroom.kernel import gpu
from sunroom.kernel.binding import Binding
from sunroom.kernel.contract import OVER, Game
from sunroom.kernel.referee import answers

from . import loops
from .tables import SAMPLING, SEEN, Batch, illegal

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
    from numba import cuda, from_dtype

    def device(twin: FunctionType) -> Any:
        return cuda.jit(device=True)(twin)

    binding = Binding(answers(game), game.name, device)
    begin_one = binding.rebind(loops.begin)
    decide = binding.rebind(loops.decide)
    look = binding.rebind(loops.look)
    reward = binding.rebind(loops.reward)
    nth_of = binding.rebind(loops.nth_of)
    word = binding.rebind(loops.word)
    to_act = binding.rebind(game.to_act)
    scores = binding.rebind(game.scores)
    record = from_dtype(game.table.dtype)
    words_each = game.table.dtype.itemsize // 4
    width = max(game.actions, game.outcomes)
    threads = threads_for(game)
    game_at, step_at, seat_at = loops.GAME, loops.STEP, loops.SEAT
    ended_at, length_at = loops.ENDED, loops.LENGTH

    @cuda.jit(device=True)  # type: ignore[untyped-decorator]
    def fetch(words: Any, size: int) -> None:
        """The block's tables into shared memory, in the order in which they lie."""
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
            counters[i, step_at] = begin_one(mine[me], options, seed, i, out, weight)
            counters[i, game_at] = 0
            counters[i, ended_at] = 0
            counters[i, length_at] = 0
            actor = to_act(mine[me])
            counters[i, seat_at] = actor
            for seat in range(options[0]):
                rewards[i, seat] = 0.0
            look(mine[me], actor, masks[i], seen[i], out)
        put_back(words, masks.shape[0])

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
                table = i + counters[i, game_at] * size
                at = decide(mine[me], action, seed, table, counters[i, step_at], out, weight)
                actor = to_act(mine[me])
                counters[i, ended_at] = 0
                for seat in range(options[0]):
                    rewards[i, seat] = 0.0
                if actor == OVER:
                    scores(mine[me], out)
                    reward(out, options[0], rewards[i])
                    counters[i, ended_at] = 1
                    counters[i, length_at] = at
                    counters[i, game_at] += 1
                    mine[me] = empty[0]
                    at = begin_one(mine[me], options, seed, table + size, out, weight)
                    actor = to_act(mine[me])
                counters[i, step_at] = at
                counters[i, seat_at] = actor
                look(mine[me], actor, masks[i], seen[i], out)
        put_back(words, size)

    @cuda.jit  # type: ignore[untyped-decorator]
    def sample(masks: Any, actions: Any, seed: int, turn: int) -> None:
        i = cuda.grid(1)
        if i < actions.shape[0]:
            actions[i] = nth_of(masks[i], word(seed, i, turn))

    return begin, step, sample
