"""The pieces of a box as data: one row per printed piece, with its provenance beside it."""

from __future__ import annotations

import csv
import hashlib
import re
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from .record import Cells
from .words import Refusal

STATUS = ("certain", "likely", "reconstructed")


class BadComponents(Refusal):
    """A component file that cannot be used; says in which file and line, and what is expected."""


@dataclass(frozen=True)
class Components:
    """One component file. Row order is index order; *copies* repeats a row in `pieces`.

    The key `at` of each row holds its file and line.
    """

    name: str
    rows: tuple[dict[str, str], ...]

    @property
    def pieces(self) -> tuple[dict[str, str], ...]:
        """Every single piece. A second copy has the id `ID.2`, which no row can have, and so on."""
        return tuple(
            row if copy == 1 else row | {"id": f"{row['id']}.{copy}"}
            for row in self.rows
            for copy in range(1, int(row["copies"]) + 1)
        )

    def by_status(self) -> dict[str, int]:
        """The numbers of pieces that are certain, likely and reconstructed."""
        count = Counter(piece["status"] for piece in self.pieces)
        return {status: count[status] for status in STATUS if count[status]}


def read_components(path: Path) -> Components:
    """Read one CSV file. Raises BadComponents unless every row has an id, a number of copies, a
    known status and a source.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            delimiter = ";" if ";" in file.readline() else ","  # as written by some spreadsheets
            file.seek(0)
            rows = list(csv.DictReader(file, delimiter=delimiter))
    except FileNotFoundError:
        raise BadComponents("components_absent", file=path.name) from None
    except (OSError, UnicodeDecodeError, csv.Error):
        raise BadComponents("components_unreadable", file=path.name) from None
    for line, row in enumerate(rows, start=2):
        row["at"] = f"{path.name}:{line}"
        if None in row or None in row.values():
            raise BadComponents("components_columns", where=row["at"])
        choice(row, "status", STATUS)
        amount(row, "copies", 1, 99)
        check_filled(row, "id")
        check_filled(row, "source")
    _check_ids(rows)
    return Components(path.stem, tuple(rows))


def check_filled(row: dict[str, str], column: str) -> None:
    """Raise BadComponents for a row that is empty in this column."""
    if not row.get(column):
        raise BadComponents("components_missing", where=row["at"], column=column)


def _check_ids(rows: list[dict[str, str]]) -> None:
    """Raise BadComponents unless every id is one word that no other row has."""
    known: set[str] = set()
    for row in rows:
        if not re.fullmatch(r"[\w-]+", row["id"]):
            raise BadComponents("components_id", where=row["at"], text=row["id"])
        if row["id"].lower() in known:
            raise BadComponents("components_twice", where=row["at"], text=row["id"])
        known.add(row["id"].lower())


def check_count(components: Components, number: int, **having: str) -> None:
    """Raise BadComponents unless *number* pieces have these words in their columns."""
    found = sum(all(p.get(k) == v for k, v in having.items()) for p in components.pieces)
    if found != number:
        what = ", ".join(f"{k} {v}" for k, v in having.items()) or components.name
        file = f"{components.name}.csv"
        raise BadComponents("components_count", file=file, what=what, found=found, n=number)


def digest(folder: Path, files: Sequence[str]) -> str:
    """A short digest of these component files: it names a box."""
    found = hashlib.sha256()
    for name in files:
        found.update((folder / f"{name}.csv").read_bytes() + b"\0")
    return found.hexdigest()[:16]


def frozen(numbers: Any) -> Cells:
    """Numbers of the components as rules read them: ordinary ints that nobody can write.

    For compiled code a Binding turns them into 64-bit arrays. Raises ValueError for ragged rows.
    """
    shape = _shape(numbers)
    cells = memoryview(array("q", _flat(numbers, shape)).tobytes())  # bytes are never written
    return cast(Cells, cells.cast("q", shape) if len(shape) > 1 else cells.cast("q"))


def _shape(numbers: Any) -> tuple[int, ...]:
    if not isinstance(numbers, Sequence):
        return ()
    return (len(numbers), *(_shape(numbers[0]) if numbers else ()))


def _flat(numbers: Any, shape: tuple[int, ...]) -> Iterator[int]:
    if not shape:
        yield numbers
        return
    if len(numbers) != shape[0]:
        raise ValueError(f"{len(numbers)} numbers stand where others have {shape[0]}: {numbers}")
    for part in numbers:
        yield from _flat(part, shape[1:])


def least_certain(files: Mapping[str, Components]) -> Cells:
    """How sure the least certain piece of each file is, as places in STATUS: numbers that another
    box can replace.
    """
    return frozen([max(map(STATUS.index, file.by_status())) for file in files.values()])


def doubts(files: Iterable[str], found: Cells, at_table: Collection[str]) -> dict[str, str]:
    """The files among *at_table* with a piece that is not certain, and how sure it is."""
    named = zip(files, found, strict=True)
    return {file: STATUS[n] for file, n in named if n > 0 and file in at_table}


def choice(row: dict[str, str], column: str, known: tuple[str, ...]) -> int:
    """The index of a row's word among the known ones. Raises BadComponents for any other word."""
    found = row.get(column, "")
    if found not in known:
        raise BadComponents(
            "components_word", where=row["at"], column=column, text=found, known=", ".join(known)
        )
    return known.index(found)


def amount(row: dict[str, str], column: str, least: int, most: int) -> int:
    """A row's number in a column. Raises BadComponents unless it is from *least* to *most*."""
    text = row.get(column, "")
    if not re.fullmatch(r"\d{1,4}", text) or not least <= int(text) <= most:
        raise BadComponents(
            "components_number", where=row["at"], column=column, text=text, least=least, most=most
        )
    return int(text)
