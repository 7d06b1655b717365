"""The pieces of a box as data: one row per printed piece, with its provenance beside it."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from .boxes.columns import Column, Having, Row, Sheet
from .boxes.findings import MISTAKE, Finding, remark
from .record import Cells
from .words import SHARED_WORDS, Refusal, Words

STATUS = ("certain", "likely", "reconstructed")  # of our own pieces, the most certain first
YOURS = "yours"  # what the owner of a box has seen there: as certain as can be
CERTAINTY = {"certain": 0, YOURS: 0, "likely": 1, "reconstructed": 2}  # as places in STATUS
COPIES = Column("copies", numbers=(1, 99))
COMMON = (Column("status", (*STATUS, YOURS)), COPIES)  # of all files, beside id and source
Fact = tuple[Having, Having]


class BadComponents(Refusal):
    """A component file that cannot be used; says in which file and line, and what is expected."""


@dataclass(frozen=True)
class Components:
    """One component file. Row order is index order; *copies* repeats a row in `pieces`.

    The key `at` of each row holds its file and line.
    """

    name: str
    rows: tuple[dict[str, str], ...]
    sheet: Sheet

    @property
    def pieces(self) -> tuple[dict[str, str], ...]:
        """Every single piece. A second copy has the id `ID.2`, which no row can have, and so on."""
        return tuple(
            row if copy == 1 else row | {"id": f"{row['id']}.{copy}"}
            for row in self.rows
            for copy in range(1, int(row["copies"]) + 1)
        )

    @property
    def units(self) -> tuple[dict[str, str], ...]:
        """What is to be found out one by one: pieces, or kinds of which there are so many."""
        return self.rows if self.sheet.kinds else self.pieces

    def fact(self, row: Row) -> Fact:
        """Where in the box a piece belongs, and what is to be found out about it."""
        return self.sheet.place(row), self.sheet.printed(row)

    def by_status(self) -> dict[str, int]:
        """The numbers of pieces of each status."""
        count = Counter(piece["status"] for piece in self.pieces)
        return {status: count[status] for status in (*STATUS, YOURS) if count[status]}

    def code(self, row: Row, column: str) -> int:
        """What a row says in a column: a number, or the place of its word; NOTHING if empty."""
        return self.sheet.column(row, column).code(row)

    def codes(self, row: Row, column: str) -> list[int]:
        """The places of the words that a row has in a column."""
        return self.sheet.column(row, column).codes(row)


Files = Mapping[str, Components]
Inspect = Callable[[Files], Iterator[Finding]]


def read_components(path: Path, sheet: Sheet | None = None) -> Components:
    """Read one CSV file. Raises BadComponents unless every row has an id, a number of copies, a
    known status and a source.
    """
    try:
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise BadComponents("components_absent", file=path.name) from None
    except (OSError, UnicodeDecodeError):
        raise BadComponents("components_unreadable", file=path.name) from None
    components = parsed(text, sheet or Sheet(path.stem))
    refuse_mistakes(flaws(components), SHARED_WORDS)
    return components


def parsed(text: str, sheet: Sheet) -> Components:
    """The rows of a CSV file; BadComponents where it is none."""
    delimiter = ";" if ";" in text.partition("\n")[0] else ","  # as written by some spreadsheets
    try:
        rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:
        raise BadComponents("components_unreadable", file=f"{sheet.name}.csv") from None
    for line, row in enumerate(rows, start=2):
        row["at"] = f"{sheet.name}.csv:{line}"
    return Components(sheet.name, tuple(rows), sheet)


def written(components: Components, delimiter: str = ",") -> str:
    """The inverse of `parsed`."""
    names = dict.fromkeys(column.name for column in components.sheet.columns)
    file = io.StringIO(newline="")
    lines = csv.writer(file, delimiter=delimiter, lineterminator="\n")
    columns = ["id", *names, "copies", "status", "source"]
    lines.writerow(columns)
    lines.writerows([row.get(name, "") for name in columns] for row in components.rows)
    return file.getvalue()


# What is wrong with a file


def refuse_mistakes(findings: Iterable[Finding], words: Words) -> None:
    """Raise BadComponents for the first mistake."""
    for one in findings:
        if one.kind == MISTAKE:
            raise BadComponents(one.message.id, words=words, **one.message.args)


def flaws(components: Components) -> Iterator[Finding]:
    """What keeps a file from being read as a list of pieces."""
    for row in components.rows:
        yield from _flaws_of(components.name, row)
    known: set[str] = set()
    for row in components.rows:
        yield from _flaws_of_id(components.name, row, known)


def _flaws_of(file: str, row: dict[str, str]) -> Iterator[Finding]:
    if None in row or None in row.values():
        yield remark(MISTAKE, "components_columns", file, where=row["at"])
        return
    yield from _objections(file, row, COMMON)
    for column in ("id", "source"):
        yield from not_filled(file, row, column)


def not_filled(file: str, row: Row, column: str) -> Iterator[Finding]:
    """The mistake of a row that is empty in this column."""
    if not row.get(column):
        id = row.get("id", "")
        yield remark(
            MISTAKE, "components_missing", file, id, column, where=row["at"], column=column
        )


def _objections(file: str, row: Row, columns: Iterable[Column]) -> Iterator[Finding]:
    for column in columns:
        if (why := column.objection(row)) is not None:
            yield Finding(MISTAKE, why, file, row.get("id") or "", column.name)


def _flaws_of_id(file: str, row: Row, known: set[str]) -> Iterator[Finding]:
    """An id is one word that no other row has."""
    id = row.get("id") or ""
    if not re.fullmatch(r"[\w-]+", id):
        yield remark(MISTAKE, "components_id", file, id, "id", where=row["at"], text=id)
    if id.lower() in known:
        yield remark(MISTAKE, "components_twice", file, id, "id", where=row["at"], text=id)
    known.add(id.lower())


def wrong_counts(components: Components) -> Iterator[Finding]:
    """The box has another number of these pieces."""
    file = f"{components.name}.csv"
    for count in components.sheet.counts:
        found = sum(
            int(row["copies"])
            for row in components.rows
            if all(row.get(name) == word for name, word in count.having)
        )
        if found != count.number:
            what = ", ".join(map(" ".join, count.having)) or components.name
            yield remark(
                MISTAKE, "components_count", components.name,
                file=file, what=what, found=found, n=count.number,
            )  # fmt: skip


def wrong_values(components: Components) -> Iterator[Finding]:
    """What cannot stand in its column."""
    for row in components.rows:
        yield from _objections(components.name, row, components.sheet.columns_of(row))


def refuse_bad_rows(components: Components, words: Words) -> None:
    """Raise BadComponents unless every row can be read, and says what its columns can say."""
    for check in (flaws, wrong_values):
        refuse_mistakes(check(components), words)


def read_box(
    folder: Path, sheets: Iterable[Sheet], words: Words, mistakes: Inspect
) -> dict[str, Components]:
    """The component files of a folder, counted and checked: by their sheets, and by what the game
    itself finds. Raises BadComponents.
    """
    files = {sheet.name: read_components(folder / f"{sheet.name}.csv", sheet) for sheet in sheets}
    for check in (wrong_counts, wrong_values):
        for components in files.values():
            refuse_mistakes(check(components), words)
    refuse_mistakes(mistakes(files), words)
    return files


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
    return frozen([max(map(CERTAINTY.__getitem__, f.by_status())) for f in files.values()])


def doubts(files: Iterable[str], found: Cells, at_table: Collection[str]) -> dict[str, str]:
    """The files among *at_table* with a piece that is not certain, and how sure it is."""
    named = zip(files, found, strict=True)
    return {file: STATUS[n] for file, n in named if n > 0 and file in at_table}
