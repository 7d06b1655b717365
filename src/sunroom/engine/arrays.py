"""Tables as NumPy sees them: the same bytes, for compiled code and for whoever wants arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from sunroom.rules.record import Table, Tables

Array = np.ndarray[Any, Any]


def dtype_of(kind: type[Table]) -> np.dtype[Any]:
    """The record of a kind of table. A test holds it to the layout that the table itself has."""
    if kind.record is None:
        fields = [(name, field.code, field.shape) for name, field in kind.fields.items()]
        kind.record = np.dtype(fields, align=True)
    return kind.record  # type: ignore[no-any-return]


def array_of(table: Table) -> Array:
    """A table as an array of one record, made at the first call and kept on the table."""
    seen: Array | None = table.array
    if seen is None:
        seen = table.array = np.frombuffer(table.cells, table.record or dtype_of(type(table)))
    return seen


def array_of_all(tables: Tables) -> Array:
    return np.frombuffer(tables.cells, dtype_of(tables.kind))


def records(kind: type[Table], number: int) -> Array:
    """New tables, all zeros."""
    return np.zeros(number, dtype_of(kind))


def numbers_of(value: Any) -> Array:
    """Numbers of components as an array."""
    return np.asarray(value, np.int64)
