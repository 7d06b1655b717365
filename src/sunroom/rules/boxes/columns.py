"""What stands in the columns of a component file. It is said once: reading checks every row by it,
and an editor is told the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sunroom.rules.words import Message, message

NOTHING = -1  # the code of an optional column that is empty
NUMBER = re.compile(r"\d{1,4}")

Row = Mapping[str, str]
Having = tuple[tuple[str, str], ...]  # columns with the word that a row has there


@dataclass(frozen=True)
class Column:
    """One of some words, several of them, or a number; any text where it is none of these.

    Of several columns with one name that counts which is *of* a row: the first whose words it has.
    """

    name: str
    words: tuple[str, ...] = ()
    numbers: tuple[int, int] | None = None  # the least and the most
    several: bool = False  # words with spaces between them, or none
    optional: bool = False  # it may be empty
    place: bool = False  # says where in the box the piece belongs, not what is printed on it
    of: Having = ()

    def holds_for(self, row: Row) -> bool:
        return all(row.get(name) == word for name, word in self.of)

    def objection(self, row: Row) -> Message | None:
        """Why this cannot stand in a row; None if it can."""
        text = row.get(self.name, "")
        if self.optional and not text:
            return None
        if self.numbers is not None:
            return self._no_number(row, text)
        for word in text.split() if self.several else [text]:
            if self.words and word not in self.words:
                return message(
                    "components_word",
                    where=row["at"], column=self.name, text=word, known=", ".join(self.words),
                )  # fmt: skip
        return None

    def _no_number(self, row: Row, text: str) -> Message | None:
        assert self.numbers is not None
        least, most = self.numbers
        if NUMBER.fullmatch(text) and least <= int(text) <= most:
            return None
        return message(
            "components_number",
            where=row["at"], column=self.name, text=text, least=least, most=most,
        )  # fmt: skip

    def codes(self, row: Row) -> list[int]:
        """The place of each of its words among those that are known."""
        return [self.words.index(word) for word in row.get(self.name, "").split()]

    def code(self, row: Row) -> int:
        """The number, or the place of the word among those that are known; NOTHING if empty."""
        text = row.get(self.name, "")
        if not text:
            return NOTHING
        return int(text) if self.numbers is not None else self.words.index(text)


@dataclass(frozen=True)
class Count:
    """How many pieces of a file have these words."""

    number: int
    having: Having = ()


@dataclass(frozen=True)
class Sheet:
    """One component file: its columns, and how many pieces the box has.

    Where its rows are *kinds*, the copies are what is to be found out about each.
    """

    name: str
    columns: tuple[Column, ...] = ()
    counts: tuple[Count, ...] = ()
    kinds: bool = False

    def columns_of(self, row: Row) -> Iterator[Column]:
        """The columns that count for a row."""
        known = set()
        for column in self.columns:
            if column.name not in known and column.holds_for(row):
                known.add(column.name)
                yield column

    def column(self, row: Row, name: str) -> Column:
        return next(one for one in self.columns if one.name == name and one.holds_for(row))

    def place(self, row: Row) -> Having:
        """Where in the box a piece belongs. Pieces with the same place could be one another's."""
        return tuple((c.name, row.get(c.name, "")) for c in self.columns_of(row) if c.place)

    def printed(self, row: Row) -> Having:
        """What is to be found out about a piece: what is printed on it."""
        if self.kinds:
            return (("copies", row["copies"]),)
        columns = (c for c in self.columns_of(row) if not c.place)
        return tuple((c.name, normal(c, row.get(c.name, ""))) for c in columns)


def normal(column: Column, text: str) -> str:
    """The same for texts that mean the same."""
    if column.numbers is not None and text:
        return str(int(text))
    return " ".join(sorted(text.split(), key=column.words.index)) if column.several else text
