"""The pieces of a box as data: one row per printed piece, with its provenance beside it."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np

from .record import Cells

STATUS = ("certain", "likely", "reconstructed")


class BadComponents(ValueError):
    """A component file that cannot be used; says file, line and what would be right."""


@dataclass(frozen=True)
class Components:
    """One component file. Row order is index order; *copies* repeats a row in `pieces`.

    Each row also knows where it stands, under `at`.
    """

    name: str
    rows: tuple[dict[str, str], ...]

    @property
    def pieces(self) -> tuple[dict[str, str], ...]:
        return tuple(row for row in self.rows for _ in range(int(row["copies"])))

    def by_status(self) -> dict[str, int]:
        """How many pieces are certain, likely and reconstructed."""
        count = Counter(piece["status"] for piece in self.pieces)
        return {status: count[status] for status in STATUS if count[status]}


def read_components(path: Path) -> Components:
    """Read one CSV; every row needs an id, a number of copies, a known status and a source."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for line, row in enumerate(rows, start=2):
        where = row["at"] = f"{path.name}:{line}"
        if any(value is None for value in row.values()):
            raise BadComponents(f"{where}: the row has fewer values than the header has columns")
        if row["status"] not in STATUS:
            known = ", ".join(STATUS)
            raise BadComponents(f"{where}: unknown status {row['status']!r}; it is one of {known}")
        if not row["source"]:
            raise BadComponents(f"{where}: no source is named")
        if not row["copies"].isdigit():
            raise BadComponents(f"{where}: copies is {row['copies']!r}, not a number")
    return Components(path.stem, tuple(rows))


def frozen(numbers: Any) -> Cells:
    """Numbers of the components as rules read them: plain ints, never written.

    For compiled code a Binding turns them into 64-bit arrays.
    """
    array = np.array(numbers, np.int64)
    array.flags.writeable = False
    return cast(Cells, memoryview(array))  # type: ignore[arg-type]


def choice(row: dict[str, str], column: str, known: tuple[str, ...]) -> int:
    """The index of a row's word among the known ones."""
    if row.get(column) not in known:
        found = row.get(column)
        raise BadComponents(f"{row['at']}: {column} is {found!r}; it is one of {', '.join(known)}")
    return known.index(row[column])


def amount(row: dict[str, str], column: str, least: int, most: int) -> int:
    """A number of a row."""
    text = row.get(column, "")
    if not text.isdecimal() or not least <= int(text) <= most:
        raise BadComponents(
            f"{row['at']}: {column} is {text!r}, not a number from {least} to {most}"
        )
    return int(text)
