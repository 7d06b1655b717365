"""Tables as NumPy arrays over the same bytes, for compiled code and for callers of batches."""

from __future__ import annotations

from typing import Any

import numpy as np

from sunroom.rules.record import Table, Tables

Array = np.ndarray[Any, Any]


def dtype_of(kind: type[Table]) -> np.dtype[Any]:
    """The NumPy record type of a table. A test checks that its layout is the table's own."""
    if kind.record is None:
        fields = [(name, field.code, field.shape) for name, field in kind.fields.items()]
        kind.record = np.dtype(fields, align=True)
    return kind.record  # type: ignore[no-any-return]


def array_of(table: Table) -> Array:
    """A table as an array of one record, made by the first call and kept on the table."""
    seen: Array | None = table.array
    if seen is None:
        seen = table.array = np.frombuffer(table.cells, table.record or dtype_of(type(table)))
    return seen


def array_of_all(tables: Tables) -> Array:
    """Tables that follow one another in memory, as one array over the same bytes."""
    return np.frombuffer(tables.cells, dtype_of(tables.kind))


def records(kind: type[Table], number: int) -> Array:
    """An array of new tables, all zeros."""
    return np.zeros(number, dtype_of(kind))


def numbers_of(value: Any) -> Array:
    """The numbers of some components as an array of 64-bit integers."""
    return np.asarray(value, np.int64)
