"""A table is one NumPy record, declared like the inventory of a box.

    class Gems(Table):
        seat = i8()          # whose turn it is
        bank = i8(5)         # tokens left, by colour
        hand = i8(4, 5)      # tokens before each seat

Compiled code works on `table.array`, the record itself. Python code reads and writes the fields of
the table: plain ints, every write checked against the field's range, every index
against its length.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, ClassVar, Protocol, Self, overload

import numpy as np

Array = np.ndarray[Any, Any]


class Cells(Protocol):
    """An array field: what Python and compiled code may both do with it."""

    def __getitem__(self, index: Any, /) -> int: ...
    def __setitem__(self, index: Any, value: int, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...


class Field:
    """One field of a record: an integer type by its memoryview format, and a shape."""

    def __init__(self, code: str, shape: tuple[int, ...]) -> None:
        self.code = code
        self.shape = shape
        self.type = np.dtype(code)


class FieldType:
    """Declares fields of one integer type: `i8()` is a number, `i8(12)` twelve of them."""

    def __init__(self, code: str) -> None:
        self.code = code

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, length: int, /, *more: int) -> Cells: ...
    def __call__(self, *shape: int) -> Any:
        return Field(self.code, shape)


# Signed for counts; unsigned only for masks, which are never negated nor mixed with signed numbers.
i8, i16, i32, i64 = FieldType("b"), FieldType("h"), FieldType("i"), FieldType("q")
u8, u16, u32 = FieldType("B"), FieldType("H"), FieldType("I")


class Inventory(type):
    """Turns the fields that a table's class declares into a record type and checked attributes."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Inventory:
        own = {key: value for key, value in body.items() if isinstance(value, Field)}
        for key, field in own.items():
            body[key] = _array(key) if field.shape else _number(key)
        body["__slots__"] = ("_" + key for key in own) if bases else ("array",)
        cls = super().__new__(mcs, name, bases, body)
        fields = (getattr(cls, "fields", {}) | own).items()
        dtype = np.dtype([(key, f.type, f.shape) for key, f in fields], align=True)
        places = [(key, dtype.fields[key]) for key, _ in fields] if dtype.fields else []
        cls.fields = dict(fields)  # type: ignore[attr-defined]
        cls.dtype = dtype  # type: ignore[attr-defined]
        cls.spans = {key: slice(p[1], p[1] + p[0].itemsize) for key, p in places}  # type: ignore[attr-defined]
        cls.views = [  # type: ignore[attr-defined]
            ("_" + key, cls.spans[key], f.code, f.shape if len(f.shape) > 1 else None)  # type: ignore[attr-defined]
            for key, f in fields
        ]
        return cls


class Table(metaclass=Inventory):
    """The state of one game. Subclasses declare its fields; a new table is all zeros."""

    dtype: ClassVar[np.dtype[Any]]
    fields: ClassVar[dict[str, Field]]
    spans: ClassVar[dict[str, slice]]  # the bytes of each field
    views: ClassVar[list[tuple[str, slice, str, tuple[int, ...] | None]]]  # how fields are opened
    array: Array

    def __init__(self, array: Array | None = None) -> None:
        self.array = np.zeros(1, self.dtype) if array is None else array

    def __getattr__(self, slot: str) -> Any:
        """The first look at a field opens all of them; compiled code never looks."""
        if slot[1:] not in self.fields:
            raise AttributeError(f"{type(self).__name__} has no {slot}")
        cells = memoryview(self.array.view(np.uint8))  # type: ignore[arg-type]
        for name, span, code, shape in self.views:
            form = (code,) if shape is None else (code, shape)
            setattr(self, name, cells[span].cast(*form))
        return object.__getattribute__(self, slot)

    @classmethod
    def frombytes(cls, data: bytes) -> Self:
        return cls(np.frombuffer(bytearray(data), cls.dtype))

    def tobytes(self) -> bytes:
        return self.array.tobytes()

    def copy(self) -> Self:
        return self.frombytes(self.tobytes())

    def assign(self, other: Table) -> None:
        """Take over every byte of another table of the same kind."""
        self.array.view(np.uint8)[:] = other.array.view(np.uint8)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.tobytes() == other.tobytes()

    __hash__ = None  # type: ignore[assignment]  # a table changes; hash its bytes

    def __repr__(self) -> str:
        values = (f"{n}={getattr(self, '_' + n).tolist()}" for n in self.fields)
        return f"{type(self).__name__}({', '.join(values)})"


def _array(name: str) -> property:
    return property(attrgetter("_" + name))


def _number(name: str) -> property:
    cell = attrgetter("_" + name)

    def write(table: Table, value: int) -> None:
        cell(table)[0] = value

    return property(lambda table: cell(table)[0], write)
