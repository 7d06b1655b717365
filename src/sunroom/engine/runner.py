"""One game's functions in one way of running: how they are bound, and what they are called with.

A loop like `rollout.playouts` is written once. A runner makes the function of it that a way needs,
for one game, and the arrays that it works on. There are three ways: `interpreted` here, `cpu` in
`compiled` and `cuda` in `gpu`; each is loaded only by those who ask for it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from math import prod
from struct import calcsize
from threading import Lock
from typing import Any

from sunroom.rules.contract import Game
from sunroom.rules.record import Table, Tables

from . import rollout
from .binding import Binding

# The answers that every game has.
ANSWERS = (
    "setup", "to_act", "legal", "chances", "apply", "scores", "veil", "redeal", "observe",
)  # fmt: skip
# What the types of a loop's arguments are called, and the memoryview format of their numbers.
CODES = {
    "numbers": "q", "grid": "q", "reals": "d", "real_grid": "d", "bytes": "B", "shorts": "h",
}  # fmt: skip
GRIDS = {"grid", "real_grid", "bytes", "shorts"}


def answers(game: Game) -> dict[str, Any]:
    """What one game puts in the place of each name of `answers`."""
    names = {name: getattr(game, name) for name in ANSWERS}
    names["pick"] = game.pick
    names["draw"] = rollout.listed if game.pick is None else rollout.picked
    names["lean"] = game.lean or rollout.evenly
    names["evaluate"] = game.evaluate or game.scores
    return names


class Runner:
    """Runs a game's rules as they are written: tables with fields, numbers that are plain ints."""

    way = "interpreted"

    def __init__(self, game: Game) -> None:
        self.game = game
        self.binding = Binding(answers(game), game.name)
        self.functions: dict[tuple[Any, str, bool], Callable[..., Any]] = {}
        self.lock = Lock()

    def function(self, loop: Any, types: str, *, quick: bool = False) -> Callable[..., Any]:
        """A loop over arguments as `see` and `array` make them; *types* names the type of each.
        Where it is compiled, a *quick* one keeps the interpreter's lock.
        """
        key = (loop, types, quick)
        with self.lock:  # a Binding makes one twin after another
            if key not in self.functions:
                self.functions[key] = self._made(loop, types, quick=quick)
            return self.functions[key]

    def twin(self, function: Any) -> Any:
        """A rule as other code of this way calls it."""
        with self.lock:
            return self.binding.rebind(function)

    def _made(self, loop: Any, types: str, *, quick: bool) -> Callable[..., Any]:
        return self.binding.rebind(loop)  # type: ignore[no-any-return]

    def see(self, table: Table) -> Any:
        """One table as a loop takes tables."""
        return (table,)

    def see_all(self, tables: Tables) -> Any:
        return tables

    def numbers(self, n: int) -> Any:
        """So many zeros: `array("numbers", n)`, as quick as it can be."""
        return memoryview(bytearray(8 * n)).cast("q")

    def scratch(self, n: int) -> Any:
        """So many numbers of which none is read before it is written."""
        return self.numbers(n)

    def array(self, type: str, *shape: int) -> Any:
        """Zeros of one of the types in `CODES`, as a loop takes them."""
        code: Any = CODES[type]
        cells = memoryview(bytearray(calcsize(code) * prod(shape)))
        return cells.cast(code, shape) if len(shape) > 1 else cells.cast(code)

    def over_arrays(self, loop: Any, types: str) -> Callable[..., Any]:
        """The same loop for whoever has NumPy arrays of records and numbers."""
        function, kinds = self.function(loop, types), types.split()
        return lambda *given: function(*map(self._shown, kinds, given))

    def _shown(self, type: str, given: Any) -> Any:
        if type == "tables":
            return Tables(self.game.table, given)
        if type in GRIDS:
            return Grid(memoryview(given))
        return memoryview(given) if type in CODES else given


class Grid:
    """An array of two dimensions as plain numbers, one by one or row by row."""

    def __init__(self, cells: memoryview) -> None:
        self.cells = cells
        self.shape: tuple[int, ...] = cells.shape or ()
        self.bytes = cells.cast("B")
        self.row = len(self.bytes) // self.shape[0] if self.shape[0] else 0

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, tuple):
            return self.cells[at]
        return self.bytes[at * self.row : (at + 1) * self.row].cast(self.cells.format)  # type: ignore[call-overload]

    def __setitem__(self, at: Any, value: Any) -> None:
        self.cells[at] = value


@cache
def runner(game: Game, way: str = "interpreted") -> Runner:
    """The runner of a game for a way of this process; what is compiled is loaded at its first use.

    Raises ValueError for a way that there is not.
    """
    if way == "interpreted":
        return Runner(game)
    if way == "cpu":
        from .compiled import CpuRunner

        return CpuRunner(game)
    if way == "cuda":
        from .gpu import CudaRunner

        return CudaRunner(game)
    raise ValueError(f"way is {way!r}; there is 'interpreted', 'cpu' and 'cuda'")


def available() -> bool:
    """Whether rules can be compiled here; SUNROOM_INTERPRETED=1 says no."""
    return os.environ.get("SUNROOM_INTERPRETED", "") in ("", "0") and has("numba")


def has(package: str) -> bool:
    """Whether a package can be imported, without importing it."""
    try:
        return find_spec(package) is not None
    except ImportError:
        return False


def best_way() -> str:
    """The quickest way that there is here without a GPU."""
    return "cpu" if available() else "interpreted"
