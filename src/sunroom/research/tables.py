"""Many tables of one game at once, as arrays.

>>> from sunroom.research import batch
>>> tables = batch("soluna", 4, seed=1)
>>> actions = tables.sample()
>>> tables.step(actions)
>>> tables.mask.shape, tables.seat.shape
((4, 146), (4,))
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from sunroom.engine import batch
from sunroom.engine.arrays import records
from sunroom.engine.runner import Runner, best_way, runner_for
from sunroom.rules.catalogue import load
from sunroom.rules.contract import Game

from . import loops

Array = npt.NDArray[Any]
SEEN = np.int16  # of what an observation is made


def open_batch(
    game: Game | str,
    size: int,
    *,
    device: str = "cpu",
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
    jobs: int = 1,
) -> Batch:
    """A batch on a device: `cpu` (over *jobs* cores) or `cuda`."""
    game = load(game) if isinstance(game, str) else game
    if device not in ("cpu", "cuda"):
        raise ValueError(f"device is {device!r}; there is 'cpu' and 'cuda'")
    if index(size) < 1:
        raise ValueError(f"size is {size}; a batch has at least one table")
    if index(jobs) < 1:
        raise ValueError(f"jobs is {jobs}; a batch takes at least one core")
    settings = game.settings(options, seats)
    if device == "cuda":
        from .cuda import CudaBatch

        return CudaBatch(game, size, settings, checked_seed(seed))
    return Batch(runner_for(game, best_way()), size, settings, checked_seed(seed), jobs)


def checked_seed(seed: int) -> int:
    """A seed that all ways of running can take."""
    if not 0 <= index(seed) < 1 << 63:
        raise ValueError(f"seed is {seed}, not a number from 0 to 2**63 - 1")
    return index(seed)


class Batch(batch.Batch):
    """*size* tables, each always at a decision of a seat.

    | array | of each table | type |
    |---|---|---|
    | `seat` | the seat to act | int64 |
    | `mask` | 1 for each action that it may take, 0 for the others | uint8 |
    | `observation` | what it sees | int16 |
    | `reward` | of all seats, where a game ended with the last step; 0 otherwise | float64 |
    | `ended` | whether that was so; the table is at the next game's first decision then | bool |
    | `length` | the steps of the last game that ended, outcomes of chance included | int64 |
    | `tables` | everything, with what is hidden | the game's record |

    They are the same arrays after every step (but `ended`, a copy): keep copies of what you want to
    keep. PyTorch, JAX and others take them without copying, as `torch.from_dlpack(batch.mask)`.
    """

    def __init__(
        self, runner: Runner, size: int, settings: list[int], seed: int, jobs: int = 1
    ) -> None:
        self.seats, self.seed = settings[0], seed
        self._options = np.array(settings, np.int64)
        super().__init__(runner, size, jobs)
        self.turn = 0
        self.reset()

    def _allocate(self) -> None:
        super()._allocate()
        game, size = self.game, self.size
        self._empty = records(game.table, 1)
        self._counters = np.zeros((size, loops.COUNTERS), np.int64)
        self.mask = np.zeros((size, game.actions), np.uint8)
        self.observation = np.zeros((size, game.observation), SEEN)
        self.reward = np.zeros((size, self.seats), np.float64)
        self._loops = {f.__name__: self.runner.over_arrays(f, ENTRIES[f]) for f in ENTRIES}

    @property
    def seat(self) -> Array:
        return self._counters[:, loops.SEAT]

    @property
    def ended(self) -> Array:
        return self._counters[:, loops.ENDED].astype(bool)

    @property
    def length(self) -> Array:
        return self._counters[:, loops.LENGTH]

    def reset(self, seed: int | None = None) -> None:
        """Begin a new game at every table, with another seed or the same."""
        self.seed = self.seed if seed is None else checked_seed(seed)
        self.turn = 0
        self._tables[:] = self._empty
        self.reward[:] = 0
        self._over_cores(self._begin)

    def step(self, actions: Any) -> None:
        """Take an action at every table. Where one is not legal, nothing is changed anywhere, and a
        ValueError names the table.
        """
        given = self._checked(np.ascontiguousarray(actions))
        actions = given.astype(np.int64, copy=False)
        wrong = self._loops["first_illegal"](actions, self.mask)
        if wrong >= 0:
            raise ValueError(f"action {given[wrong]} is not legal at table {wrong}")
        self.turn += 1
        self._over_cores(lambda *part: self._step(actions, *part))

    def _checked(self, actions: Any) -> Any:
        """One whole number for every table."""
        if actions.shape != (self.size,):
            raise ValueError(f"actions has the shape {actions.shape}, not ({self.size},)")
        if actions.dtype.kind not in "iu":
            raise TypeError(f"actions are of the type {actions.dtype}, not whole numbers")
        return actions

    def sample(self, seed: int | None = None) -> Array:
        """A random legal action for every table."""
        actions = np.zeros(self.size, np.int64)
        seed = (self.seed if seed is None else checked_seed(seed)) ^ SAMPLING
        draw = self._loops["sample_all"]
        self._over_cores(
            lambda start, end, _: draw(
                self.mask[start:end], actions[start:end], seed, start, self.turn
            )
        )
        return actions

    def _begin(self, start: int, end: int, scratch: Array) -> None:
        self._loops["begin_all"](
            self._tables[start:end], self._counters[start:end], self.mask[start:end],
            self.observation[start:end], self._options, self.seed, start, *scratch,
        )  # fmt: skip

    def _step(self, actions: Array, start: int, end: int, scratch: Array) -> None:
        self._loops["step_all"](
            self._tables[start:end], actions[start:end], self._counters[start:end],
            self.mask[start:end], self.observation[start:end], self.reward[start:end], self._empty,
            self._options, self.seed, start, self.size, *scratch,
        )  # fmt: skip


SAMPLING = -1 << 63  # no seed has this bit, so sampling never draws a word of any dealer
# The loops that Python calls, with the types of their arguments.
ENTRIES = {
    loops.begin_all: "tables grid bytes shorts numbers number number numbers numbers",
    loops.step_all: (
        "tables numbers grid bytes shorts real_grid tables numbers number number number"
        " numbers numbers"
    ),
    loops.first_illegal: "numbers bytes",
    loops.sample_all: "bytes numbers number number number",
}
