"""The loops of a batch where nothing can be compiled: the rules as they are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy.typing as npt

from sunroom.kernel.binding import Binding
from sunroom.kernel.contract import Game
from sunroom.kernel.record import Table
from sunroom.kernel.referee import answers

Array = npt.NDArray[Any]


def interpreted(game: Game, loop: Any) -> Callable[..., Any]:
    """A loop that takes the same arrays as its compiled twin, and shows them to the rules as these
    want them: tables with fields, numbers that are plain ints.
    """
    twin = Binding(answers(game), game.name).rebind(loop)

    def see(argument: Any) -> Any:
        if not hasattr(argument, "dtype"):
            return argument
        if argument.dtype.names is not None:
            return Tables(game.table, argument)
        return memoryview(argument) if argument.ndim == 1 else Grid(argument)

    return lambda *arguments: twin(*map(see, arguments))


class Tables:
    """An array of records as tables."""

    def __init__(self, kind: type[Table], array: Array) -> None:
        self.tables = [kind(array[i : i + 1]) for i in range(len(array))]

    def __len__(self) -> int:
        return len(self.tables)

    def __getitem__(self, at: int) -> Table:
        return self.tables[at]

    def __setitem__(self, at: int, table: Table) -> None:
        self.tables[at].assign(table)


class Grid:
    """An array of two dimensions as plain numbers, one by one or row by row."""

    def __init__(self, array: Array) -> None:
        self.array = array
        self.shape = array.shape
        self.cells = memoryview(array)  # type: ignore[arg-type]

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, at: Any) -> Any:
        return self.cells[at] if isinstance(at, tuple) else memoryview(self.array[at])

    def __setitem__(self, at: Any, value: Any) -> None:
        self.cells[at] = value
