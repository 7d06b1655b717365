"""One game's functions in one way of running, and the arrays that they are called with.

A loop like `rollout.playouts` is written once. A runner turns it into the function that a way needs
for one game, and makes the arrays that it works on. `WAYS` says where the runner of each way is:
its module is imported when it is first needed. Another way is another line there.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from math import prod
from struct import calcsize
from threading import Lock
from typing import Any, ClassVar

from sunroom.rules import masks, philox
from sunroom.rules.contract import Game, once_for_each_game
from sunroom.rules.record import Drafts, Table, Tables

from . import rollout
from .binding import Binding

# The ways of running, with the module and the class of their runners.
WAYS = {
    "interpreted": (__name__, "Runner"),
    "cpu": ("sunroom.engine.compiled", "CpuRunner"),
    "cuda": ("sunroom.engine.gpu", "CudaRunner"),
}
# The answers that every game gives.
ANSWERS = (
    "setup", "to_act", "legal", "chances", "apply", "scores", "veil", "redeal", "observe",
)  # fmt: skip
# The names of the types of a loop's arguments, with the memoryview format of their numbers.
CODES = {
    "numbers": "q", "grid": "q", "reals": "d", "real_grid": "d", "bytes": "B", "shorts": "h",
}  # fmt: skip
GRIDS = {"grid", "real_grid", "bytes", "shorts"}


def answers_of(game: Game) -> dict[str, Any]:
    """One game's function for each name in `answers`."""
    names = {name: getattr(game, name) for name in ANSWERS}
    helps = game.heuristics
    names["pick"] = helps.pick
    names["draw"] = rollout.listed if helps.pick is None else rollout.picked
    names["lean"] = helps.lean or rollout.evenly
    names["evaluate"] = helps.evaluate or game.scores
    return names


class Runner:
    """Runs a game's rules as they are written, over tables with fields and ordinary ints."""

    way = "interpreted"
    roomy = False  # whether memory that nobody touches costs nothing, so that trees may begin large
    playouts: ClassVar[Any] = None  # the class of its playouts, where it has no loops over tables

    def __init__(self, game: Game) -> None:
        self.game = game
        self.binding = Binding(answers_of(game), game.name)
        at_once = masks.AT_ONCE | philox.AT_ONCE
        self.binding.swaps |= {id(written): quick for written, quick in at_once.items()}
        self.functions: dict[tuple[Any, str, bool], Callable[..., Any]] = {}
        self.lock = Lock()

    def function(self, loop: Any, types: str, *, quick: bool = False) -> Callable[..., Any]:
        """The function that runs a loop; *types* names the type of each argument.

        Arguments are what `see`, `numbers` and `array` return. A *quick* function keeps the
        interpreter's lock where it is compiled.
        """
        key = (loop, types, quick)
        with self.lock:  # a Binding makes one twin at a time
            if key not in self.functions:
                self.functions[key] = self._make(loop, types, quick=quick)
            return self.functions[key]

    def twin(self, function: Any) -> Any:
        """A rule's twin, as other code in this way of running calls it."""
        with self.lock:
            return self.binding.rebind(function)

    def _make(self, loop: Any, types: str, *, quick: bool) -> Callable[..., Any]:
        return self.binding.rebind(loop)  # type: ignore[no-any-return]

    def see(self, table: Table) -> Any:
        """One table as a loop's argument `tables`."""
        return (table,)

    def drafts(self, tables: Tables) -> Any:
        """Many tables as the argument `tables` of a loop that tries moves: what it does to them may
        be lost.
        """
        return Drafts(tables)

    def numbers(self, n: int) -> Any:
        """*n* zeros."""
        return memoryview(bytearray(8 * n)).cast("q")

    def scratch(self, n: int) -> Any:
        """Memory for *n* numbers, none of which is read before it is written."""
        return self.numbers(n)

    def array(self, type: str, *shape: int) -> Any:
        """An array of zeros of one of the types in `CODES`, as a loop's argument."""
        code: Any = CODES[type]
        if type not in GRIDS:
            return [0.0 if code == "d" else 0] * shape[0]  # read ten times as fast as an array
        return memoryview(bytearray(calcsize(code) * prod(shape))).cast("B").cast(code, shape)

    def over_arrays(self, loop: Any, types: str) -> Callable[..., Any]:
        """The same function for callers that have NumPy arrays of records and numbers."""
        function, kinds = self.function(loop, types), types.split()
        return lambda *given: function(*map(self._argument, kinds, given))

    def _argument(self, type: str, given: Any) -> Any:
        if type == "tables":
            return Tables(self.game.table, given)
        if type in GRIDS:
            return Grid(memoryview(given))
        return memoryview(given) if type in CODES else given


class Grid:
    """A two-dimensional array of ordinary ints or floats, read by number or by row."""

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


@once_for_each_game
def runner_for(game: Game, way: str = "interpreted") -> Runner:
    """The runner of a game for one way of running; a process has one of each.

    Raises ValueError for an unknown way.
    """
    return new_runner(game, way)


def new_runner(game: Game, way: str) -> Runner:
    """Another one of the same, which knows no function yet."""
    if way not in WAYS:
        *others, last = map(repr, WAYS)
        raise ValueError(f"way is {way!r}; there is {', '.join(others)} and {last}")
    module, name = WAYS[way]
    runner: type[Runner] = getattr(import_module(module), name)
    return runner(game)


def available() -> bool:
    """Whether rules can be compiled here; never with SUNROOM_INTERPRETED=1."""
    return os.environ.get("SUNROOM_INTERPRETED", "") in ("", "0") and has("numba")


def has(package: str) -> bool:
    """Whether a package can be imported, without importing it."""
    try:
        return find_spec(package) is not None
    except ImportError:
        return False


def best_way() -> str:
    """The fastest way that works here without a GPU."""
    return "cpu" if available() else "interpreted"
