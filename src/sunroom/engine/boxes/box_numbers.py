"""How compiled code reads the numbers of another box of pieces: each call says where they are.

The pieces of our own box are constants of the compiled code. Those of any other box of a game are
stored one after another in a buffer. All these boxes share one compiled form of the game's rules:
it reads the address of the buffer from a named cell of memory, so the cached code is the same for
every box and every process.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from ctypes import addressof, c_void_p
from functools import cache
from threading import Condition
from typing import Any

import numpy as np

from sunroom.engine.arrays import numbers_of

from .other_box import BoxNumbers, places

SYMBOL = "sunroom_box_numbers"  # the name of the cell in compiled code
CELL = c_void_p(0)  # the address of the buffer of the box that is being played with


class Buffer:
    """The numbers of one box, one array after another, and the place of each array."""

    def __init__(self, swaps: Mapping[int, Any]) -> None:
        self.places = places(swaps)
        self.cells = np.concatenate([numbers_of(swaps[id]).reshape(-1) for id in self.places])

    def calling(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same compiled function, which reads the numbers of this box when it is called."""

        def call(*arguments: Any) -> Any:
            with in_use(self.cells.ctypes.data):
                return function(*arguments)

        return call


class _Turn:
    """The buffer whose address is in the cell, and the number of calls that still read it."""

    address = 0
    calls = 0


TURN = Condition()


@contextmanager
def in_use(address: int) -> Iterator[None]:
    """Put a buffer's address into the cell. Only one box is in use at a time: threads with another
    one wait.
    """
    with TURN:
        while _Turn.calls and _Turn.address != address:
            TURN.wait()
        _Turn.address = CELL.value = address
        _Turn.calls += 1
    try:
        yield
    finally:
        with TURN:
            _Turn.calls -= 1
            TURN.notify_all()


# What numba has to know about box numbers


@cache
def teach_numba() -> None:
    """Tell numba how to compile `NUMBERS[i]` and `NUMBERS[i, j]`; to be called before that."""
    from llvmlite import binding as llvm
    from numba import types
    from numba.core import cgutils
    from numba.core.imputils import lower_builtin, lower_constant
    from numba.core.typing.templates import AbstractTemplate, infer_global, signature
    from numba.extending import models, register_model, typeof_impl

    llvm.add_symbol(SYMBOL, addressof(CELL))
    kind = _type_of_numbers()
    typeof_impl.register(BoxNumbers)(lambda value, _: kind(value.offset, value.shape))
    register_model(kind)(models.OpaqueModel)

    @lower_constant(kind)  # type: ignore[untyped-decorator]
    def _constant(context: Any, builder: Any, type: Any, value: Any) -> Any:
        return context.get_dummy_value()

    @infer_global(operator.getitem)
    class _Index(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, keywords: Any) -> Any:
            numbers, at = args
            if not isinstance(numbers, kind):
                return None
            wanted = len(numbers.shape)
            if wanted == 1 and isinstance(at, types.Integer):
                return signature(types.int64, numbers, types.int64)
            if isinstance(at, types.BaseTuple) and len(at) == wanted:
                return signature(types.int64, numbers, types.UniTuple(types.int64, wanted))
            return None

    @lower_builtin(operator.getitem, kind, types.int64)  # type: ignore[untyped-decorator]
    def _one(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _loaded(builder, sig.args[0], [args[1]])

    @lower_builtin(operator.getitem, kind, types.UniTuple)  # type: ignore[untyped-decorator]
    def _several(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _loaded(builder, sig.args[0], cgutils.unpack_tuple(builder, args[1]))


@cache
def _type_of_numbers() -> Any:
    from numba import types

    class NumbersType(types.Type):  # type: ignore[misc]
        def __init__(self, offset: int, shape: tuple[int, ...]) -> None:
            self.offset, self.shape = offset, shape
            super().__init__(f"BoxNumbers({offset}, {shape})")

    return NumbersType


def _loaded(builder: Any, numbers: Any, at: list[Any]) -> Any:
    """Load one number: from the buffer's address, plus the place of the number in the buffer."""
    from llvmlite import ir

    int64 = ir.IntType(64)
    place = ir.Constant(int64, 0)
    for index, size in zip(at, numbers.shape, strict=True):
        place = builder.add(builder.mul(place, ir.Constant(int64, size)), index)
    place = builder.add(place, ir.Constant(int64, numbers.offset))
    cell = builder.module.globals.get(SYMBOL)
    if cell is None:
        cell = ir.GlobalVariable(builder.module, int64.as_pointer(), SYMBOL)
        cell.linkage = "external"
    return builder.load(builder.gep(builder.load(cell), [place]))
