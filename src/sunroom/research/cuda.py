"""The same batches on a GPU, one thread a table; results are the CPU's to the last byte.

What makes it fast is where things lie. Tables, masks and observations are stored column by column,
so that neighbouring threads read and write neighbouring places; each thread works on a copy of its
table that the hardware keeps near. Deciding and looking are two kernels: what all threads do at
the same time should be little code.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from sunroom.engine import gpu
from sunroom.engine.arrays import dtype_of
from sunroom.engine.runner import runner_for
from sunroom.rules import philox
from sunroom.rules.contract import OVER, Game

from . import loops
from .loops import ENDED, GAME, LENGTH, SEAT, STEP
from .tables import SAMPLING, SEEN, Batch, checked_seed

WORD = np.dtype(np.int32)  # of what tables are stored


class CudaBatch(Batch):
    """A batch on the GPU. All arrays have `__cuda_array_interface__`: PyTorch, JAX and CuPy take
    them as they are, and `step` takes theirs.
    """

    runner: gpu.CudaRunner

    def __init__(self, game: Game, size: int, settings: list[int], seed: int) -> None:
        if (why := gpu.missing()) is not None:
            raise RuntimeError(why)
        super().__init__(runner_for(game, "cuda"), size, settings, seed)

    def _allocate(self) -> None:
        from numba import cuda

        game, size = self.game, self.size
        self._words = columns(size, words_of(game), WORD)
        self._on_device = cuda.to_device(self._options)
        self._counters = columns(size, loops.COUNTERS, np.int64)
        self.mask = columns(size, game.actions, np.uint8)
        self.observation = columns(size, game.observation, SEEN)
        self.reward = columns(size, self.seats, np.float64)
        self._wrong = cuda.to_device(np.full(1, size, np.int64))
        self._kernels = kernels(self.runner.form)

    @property
    def tables(self) -> Any:
        """The records, gathered from their columns: a copy."""
        from numba import cuda

        records = cuda.device_array(self.size, dtype_of(self.game.table))
        rows = records.view(WORD).reshape(self._words.shape)
        self._start(self._kernels.gather, self._words, rows)
        return records

    @property
    def ended(self) -> Any:
        return self._counters[:, loops.ENDED]

    def reset(self, seed: int | None = None) -> None:
        self.seed = self.seed if seed is None else checked_seed(seed)
        self.turn = 0
        self._start(
            self._kernels.begin,
            self._words, self._counters, self.observation, self.reward, self._on_device, self.seed,
        )  # fmt: skip
        self._look()

    def step(self, actions: Any) -> None:
        """Take an action at every table; one that is not legal leaves its table as it is, and
        `check` tells of it: asking after every step would make the GPU wait.
        """
        from numba import cuda

        if not cuda.is_cuda_array(actions):
            raise TypeError(f"actions are a {type(actions).__name__}, not an array on the GPU")
        if hasattr(actions, "block_until_ready"):  # JAX does not say on which stream it works:
            actions.block_until_ready()  # neither where it writes these
            cuda.synchronize()  # nor where it may still read the arrays that are written now
        actions = self._checked(cuda.as_cuda_array(actions))
        self.turn += 1
        self._start(
            self._kernels.decide,
            self._words, actions, self._counters, self.mask, self.reward, self._on_device,
            self.seed, self._wrong,
        )  # fmt: skip
        self._look()

    def _look(self) -> None:
        self._start(self._kernels.look, self._words, self._counters, self.mask, self.observation)

    def _start(self, kernel: Any, *arguments: Any) -> None:
        self.runner.start(kernel, self.size, *arguments)

    def check(self) -> None:
        """Wait for the GPU; raise if any action so far was not legal."""
        wrong = int(self._wrong.copy_to_host()[0])
        if wrong < self.size:
            raise ValueError(f"an action at table {wrong} was not legal when it was taken")

    def sample(self, seed: int | None = None) -> Any:
        from numba import cuda

        actions = cuda.device_array(self.size, np.int64)
        seed = (self.seed if seed is None else checked_seed(seed)) ^ SAMPLING
        self._start(self._kernels.sample, self.mask, actions, seed, self.turn)
        return actions


def columns(rows: int, count: int, of: Any) -> Any:
    """An array whose columns lie one after another. It names the stream that the kernels run on,
    so that others wait for them before they read.
    """
    from numba import cuda

    return cuda.device_array((rows, count), of, order="F", stream=cuda.legacy_default_stream())


class Kernels(NamedTuple):
    begin: Any
    decide: Any
    look: Any
    sample: Any
    gather: Any


@cache
def kernels(form: gpu.Form) -> Kernels:
    kit = Kit(form)
    return Kernels(
        begin_kernel(kit), decide_kernel(kit), look_kernel(kit), sample_kernel(kit), gather_kernel()
    )


def words_of(game: Game) -> int:
    return int(game.table.size) // WORD.itemsize


def record_with_words(game: Game) -> Any:
    """A game's table as a record whose bytes can be read and written as words, too."""
    from numba import from_dtype

    record = dtype_of(game.table)
    fields = {name: field[:2] for name, field in (record.fields or {}).items()}
    fields["words"] = (np.dtype((WORD, words_of(game))), 0)
    formats, offsets = zip(*fields.values(), strict=True)
    names, size = list(fields), record.itemsize
    return from_dtype(
        np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})
    )


class Kit:
    """What the kernels of one game are made of: its answers for the device, and some sizes."""

    def __init__(self, form: gpu.Form) -> None:
        game, self.twin = form.game, form.twin
        self.to_act, self.begin = self.twin(game.to_act), self.twin(loops.begin)
        self.record = record_with_words(game)
        self.words = words_of(game)
        self.width = max(game.actions, game.outcomes)


def begin_kernel(kit: Kit) -> Any:
    from numba import cuda

    begin_one, to_act = kit.begin, kit.to_act
    record, count, width = kit.record, kit.words, kit.width

    @cuda.jit  # type: ignore[untyped-decorator]
    def begin(words: Any, counters: Any, seen: Any, rewards: Any, options: Any, seed: int) -> None:
        i = cuda.grid(1)
        if i < words.shape[0]:
            mine = cuda.local.array(1, record)
            out = cuda.local.array(width, np.int32)
            weight = cuda.local.array(width, np.int32)
            for k in range(count):
                mine[0].words[k] = 0
            counters[i, STEP] = begin_one(mine[0], options, seed, i, out, weight)
            counters[i, GAME] = 0
            counters[i, ENDED] = 0
            counters[i, LENGTH] = 0
            counters[i, SEAT] = to_act(mine[0])
            for seat in range(options[0]):
                rewards[i, seat] = 0.0
            for k in range(seen.shape[1]):  # what a game leaves open stays 0
                seen[i, k] = 0
            for k in range(count):
                words[i, k] = mine[0].words[k]

    return begin


def decide_kernel(kit: Kit) -> Any:
    from numba import cuda

    begin_one, to_act = kit.begin, kit.to_act
    record, count, width = kit.record, kit.words, kit.width
    decide_one, finish = kit.twin(loops.decide), kit.twin(loops.finish)

    @cuda.jit  # type: ignore[untyped-decorator]
    def decide(
        words: Any, actions: Any, counters: Any, masks: Any, rewards: Any, options: Any, seed: int,
        wrong: Any,
    ) -> None:  # fmt: skip
        i, size = cuda.grid(1), words.shape[0]
        if i >= size:
            return
        action = actions[i]
        if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
            cuda.atomic.min(wrong, 0, i)
            return
        mine = cuda.local.array(1, record)
        out = cuda.local.array(width, np.int32)
        weight = cuda.local.array(width, np.int32)
        for k in range(count):
            mine[0].words[k] = words[i, k]
        table = i + counters[i, GAME] * size
        step = decide_one(mine[0], action, seed, table, counters[i, STEP], out, weight)
        actor = to_act(mine[0])
        finish(mine[0], actor, step, options[0], counters[i], rewards[i], out)
        if actor == OVER:
            for k in range(count):
                mine[0].words[k] = 0
            step = begin_one(mine[0], options, seed, table + size, out, weight)
            actor = to_act(mine[0])
        counters[i, STEP] = step
        counters[i, SEAT] = actor
        for k in range(count):
            words[i, k] = mine[0].words[k]

    return decide


def look_kernel(kit: Kit) -> Any:
    from numba import cuda

    record, count, width = kit.record, kit.words, kit.width
    look_evenly = kit.twin(loops.look_evenly)

    @cuda.jit  # type: ignore[untyped-decorator]
    def look(words: Any, counters: Any, masks: Any, seen: Any) -> None:
        i = cuda.grid(1)
        if i < words.shape[0]:
            mine = cuda.local.array(1, record)
            out = cuda.local.array(width, np.int32)
            for k in range(count):
                mine[0].words[k] = words[i, k]
            look_evenly(mine[0], counters[i, SEAT], masks[i], seen[i], out)

    return look


def sample_kernel(kit: Kit) -> Any:
    from numba import cuda

    nth_of, word = kit.twin(loops.nth_of), kit.twin(philox.word)

    @cuda.jit  # type: ignore[untyped-decorator]
    def sample(masks: Any, actions: Any, seed: int, turn: int) -> None:
        i = cuda.grid(1)
        if i < actions.shape[0]:
            actions[i] = nth_of(masks[i], word(seed, i, turn))

    return sample


def gather_kernel() -> Any:
    from numba import cuda

    @cuda.jit  # type: ignore[untyped-decorator]
    def gather(columns: Any, rows: Any) -> None:
        i = cuda.grid(1)
        if i < columns.shape[0]:
            for k in range(columns.shape[1]):
                rows[i, k] = columns[i, k]

    return gather
