"""A table is one record of fixed-size integers, declared like the inventory of a box.

    class Gems(Table):
        seat = i8()          # whose turn it is
        bank = i8(5)         # tokens left, by colour
        hand = i8(4, 5)      # tokens before each seat

The record is bytes, `table.cells`, with the layout of a C struct. Python code reads and writes the
fields of the table as ordinary ints: every write is checked against the field's range, every index
against its length. Compiled code works on a NumPy view of the same bytes, made by `engine/arrays`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from operator import attrgetter
from struct import calcsize
from types import FunctionType
from typing import Any, ClassVar, NamedTuple, Protocol, Self, overload


class Cells(Protocol):
    """An array field, with the operations that both Python and compiled code support."""

    def __getitem__(self, index: Any, /) -> int: ...
    def __setitem__(self, index: Any, value: int, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...


class Field:
    """One field of a record: an integer type, as a memoryview format, and a shape."""

    def __init__(self, code: str, shape: tuple[int, ...]) -> None:
        self.code = code
        self.shape = shape
        self.itemsize = calcsize(code)
        self.size = self.itemsize
        for length in shape:
            self.size *= length


class FieldType:
    """Declares fields of one integer type: `i8()` is one number, `i8(12)` an array of twelve."""

    def __init__(self, code: str) -> None:
        self.code = code

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, length: int, /, *more: int) -> Cells: ...
    def __call__(self, *shape: int) -> Any:
        return Field(self.code, shape)


# Signed for counts; unsigned only for masks, which are never negated or mixed with signed numbers.
i8, i16, i32, i64 = FieldType("b"), FieldType("h"), FieldType("i"), FieldType("q")
u8, u16, u32 = FieldType("B"), FieldType("H"), FieldType("I")
ALL = "_all_"  # with a type code: the slot for the whole record, read as numbers of this type


class View(NamedTuple):
    """How an array field is read.

    With one dimension, as a part of the record that is read as numbers of its type; with more, as
    its own bytes in this shape.
    """

    slot: str
    code: Any
    part: slice
    shape: tuple[int, ...] | None


def layout(fields: dict[str, Field]) -> tuple[dict[str, slice], int]:
    """The bytes of each field, and the size of the record. Every number is at a multiple of its
    size, as in a C struct and in NumPy's aligned records.
    """
    spans, end = {}, 0
    for name, field in fields.items():
        start = _aligned(end, field.itemsize)
        end = start + field.size
        spans[name] = slice(start, end)
    return spans, _aligned(end, max((f.itemsize for f in fields.values()), default=1))


def _aligned(place: int, to: int) -> int:
    return -(-place // to) * to


def _view(name: str, field: Field, span: slice) -> View:
    if len(field.shape) > 1:
        return View("_" + name, field.code, span, field.shape)
    part = slice(span.start // field.itemsize, span.stop // field.itemsize)
    return View("_" + name, field.code, part, None)


class Inventory(type):
    """Turns the fields that a table class declares into a layout and checked attributes."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Inventory:
        own = {key: value for key, value in body.items() if isinstance(value, Field)}
        if bases:
            _check_names(name, own)
        fields: dict[str, Field] = dict(own)
        for base in bases:
            fields = getattr(base, "fields", {}) | fields
        spans, size = layout(fields)
        for key, field in own.items():
            body[key] = _array(key) if field.shape else _number(field, spans[key])
        if bases:
            body["__slots__"] = tuple("_" + key for key, field in own.items() if field.shape)
        body |= {"fields": fields, "spans": spans, "size": size, "record": None}
        body["codes"] = tuple(sorted({field.code for field in fields.values()}))
        body["views"] = tuple(_view(k, f, spans[k]) for k, f in fields.items() if f.shape)
        return super().__new__(mcs, name, bases, body)


def _check_names(table: str, fields: Iterable[str]) -> None:
    """No field has a name that every table has already, for its own bytes or what can be done."""
    taken = [name for name in fields if hasattr(Table, name) or hasattr(Table, "_" + name)]
    if taken:
        raise TypeError(
            f"{table}: a field cannot be called {' or '.join(taken)}; every table has something"
            " of that name"
        )


class Table(metaclass=Inventory):
    """The state of one game. Subclasses declare its fields; a new table is all zeros."""

    __slots__ = ("array", "cells", *(ALL + code for code in "bhiqBHI"))

    fields: ClassVar[dict[str, Field]]
    spans: ClassVar[dict[str, slice]]  # the bytes of each field
    size: ClassVar[int]  # of all, in bytes
    codes: ClassVar[tuple[Any, ...]]  # the types that occur
    views: ClassVar[tuple[View, ...]]
    record: ClassVar[Any]  # the NumPy type of that view: see `arrays.dtype_of`
    array: Any  # the NumPy view of compiled code, or None: see `arrays.array_of`

    def __init__(self, cells: Any = None) -> None:
        """A new table, or one over existing memory: bytes, or a NumPy array of one record."""
        if cells is None:
            cells = bytearray(self.size)
        elif type(cells) is not bytearray:
            cells = bytes_of(cells)
        self.cells: bytearray | memoryview = cells
        self.array = None

    def __getattr__(self, slot: str) -> Any:
        """The first access to a field makes the views of all fields; compiled code needs none."""
        if not slot.startswith(ALL) and slot[1:] not in self.fields:
            raise AttributeError(f"{type(self).__name__} has no {slot}")
        cells = memoryview(self.cells)
        for code in self.codes:
            setattr(self, ALL + code, cells.cast(code))
        for name, code, part, shape in self.views:
            whole = cells if shape else getattr(self, ALL + code)
            setattr(self, name, cells[part].cast(code, shape) if shape else whole[part])
        return object.__getattribute__(self, slot)

    @classmethod
    def frombytes(cls, data: bytes) -> Self:
        if len(data) != cls.size:
            raise ValueError(f"a {cls.__name__} has {cls.size} bytes, not {len(data)}")
        return cls(bytearray(data))

    def tobytes(self) -> bytes:
        return bytes(self.cells)

    def copy(self) -> Self:
        return type(self)(bytearray(self.cells))

    def assign(self, other: Table) -> None:
        """Copy every byte of another table of the same class into this one."""
        if type(self) is not type(other):
            raise TypeError(f"a {type(self).__name__} cannot become a {type(other).__name__}")
        self.cells[:] = other.cells

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and type(self) is type(other) and self.cells == other.cells

    __hash__ = None  # type: ignore[assignment]  # a table changes; hash its bytes

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).frombytes, (self.tobytes(),)

    def __repr__(self) -> str:
        values = (f"{name}={self._as_list(name)}" for name in self.fields)
        return f"{type(self).__name__}({', '.join(values)})"

    def _as_list(self, name: str) -> Any:
        value = getattr(self, name)
        return value.tolist() if self.fields[name].shape else [value]


class Tables:
    """Tables of one class whose records follow one another in memory."""

    def __init__(self, kind: type[Table], cells: Any) -> None:
        self.kind, self.cells = kind, bytes_of(cells)
        parts = range(0, len(self.cells), kind.size)
        self.tables = [kind(self.cells[start : start + kind.size]) for start in parts]

    @classmethod
    def new(cls, kind: type[Table], number: int) -> Tables:
        return cls(kind, bytearray(number * kind.size))

    def __len__(self) -> int:
        return len(self.tables)

    def __getitem__(self, at: int) -> Table:
        return self.tables[at]

    def __setitem__(self, at: int, table: Table) -> None:
        self.tables[at].assign(table)


class Draft:
    """A table to try moves on, for the interpreter: a number is an attribute and a row is a list,
    which is read twenty times as fast as the record. Nothing checks what is written there.
    """

    __slots__ = ("cells",)

    _numbers: ClassVar[tuple[str, ...]]  # the fields of one number
    _rows: ClassVar[tuple[str, ...]]  # those of one dimension; those of more are views of bytes

    def __init__(self, table: Table) -> None:
        self.cells = bytearray(table.size)
        for name, code, part, shape in table.views:
            if shape is not None:
                setattr(self, name[1:], memoryview(self.cells)[part].cast(code, shape))
        self.assign(table)

    def assign(self, other: Table | Draft) -> None:
        """Become what another table is."""
        self.cells[:] = other.cells
        for name in self._numbers:
            setattr(self, name, getattr(other, name))
        for name in self._rows:
            setattr(self, name, list(getattr(other, name)))


@cache
def draft_kind(kind: type[Table]) -> type[Draft]:
    """The class of the drafts of a table."""
    fields = kind.fields.items()
    body = {
        "__slots__": tuple(kind.fields),
        "_numbers": tuple(name for name, field in fields if not field.shape),
        "_rows": tuple(name for name, field in fields if len(field.shape) == 1),
    }
    return type(kind.__name__, (Draft,), body)


class Drafts(list[Draft]):
    """Drafts of some tables, in their order."""

    def __init__(self, tables: Tables) -> None:
        kind = draft_kind(tables.kind)
        super().__init__(kind(table) for table in tables.tables)

    def __setitem__(self, at: Any, draft: Any) -> None:
        self[at].assign(draft)


def bytes_of(cells: Any) -> memoryview:
    """A view of some memory as bytes; for an array of records only its own method makes one."""
    return memoryview(cells if isinstance(cells, bytearray | memoryview) else cells.view("B"))


def _array(name: str) -> property:
    return property(attrgetter("_" + name))


def _number(field: Field, span: slice) -> property:
    """A property for one number of the record. Its place is a constant in the code of two functions
    of its own, which is read a third faster than a variable of a closure.
    """
    place = span.start // field.itemsize

    def with_place(function: Any) -> FunctionType:
        code = function.__code__
        names = tuple(ALL + field.code if name == "numbers" else name for name in code.co_names)
        constants = tuple(place if value == PLACE else value for value in code.co_consts)
        code = code.replace(co_names=names, co_consts=constants)
        return FunctionType(code, function.__globals__, function.__name__)

    return property(with_place(_read), with_place(_write))


PLACE = 987_654_321  # stands for the place in the two functions below


def _read(table: Any) -> Any:
    return table.numbers[987_654_321]


def _write(table: Any, value: int) -> None:
    table.numbers[987_654_321] = value
