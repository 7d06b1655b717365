"""A rule's id leads to its text, its code and its tests.

`rulebook.md` beside a game holds our wording, one bullet per testable statement:

    - **LUN-4.3** Towers of the same height may be stacked, whatever they show.

`@rule("LUN-4.3")` marks the function that implements the paragraph; a constant has the id in a
trailing comment; a test has it in its name: `test_lun_4_3_…`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

ID = r"[A-Z]{3}-\d+\.\d+[a-z]?"
PARAGRAPH = re.compile(rf"^- \*\*({ID})\*\* (.+(?:\n  .+)*)", re.MULTILINE)
DECORATED = re.compile(rf'^@rule\(((?:"{ID}"(?:, )?)+)\)\n(?:@.*\n)*def (\w+)', re.MULTILINE)
CONSTANT = re.compile(rf"^(\w[\w, ]*?)(?:: [^=]+)? = .*#.*?({ID}(?:, {ID})*)", re.MULTILINE)
TEST = re.compile(r"^def test_([a-z]{3})_(\d+)_(\d+[a-z]?)_(\w+)", re.MULTILINE)


def rule(*ids: str) -> Callable[[F], F]:
    """Mark the function that implements these paragraphs of the rulebook."""

    def mark(function: F) -> F:
        function.rules = ids  # type: ignore[attr-defined]
        return function

    return mark


@dataclass(frozen=True)
class Place:
    """Where something is defined: a name, in a file, at a line."""

    name: str
    file: Path
    line: int


def rulebook_text(folder: Path, language: str = "en") -> str:
    """A game's whole rulebook; in English, where it is not written in this language."""
    translated = folder / f"rulebook.{language}.md"
    return (translated if translated.exists() else folder / "rulebook.md").read_text("utf-8")


def paragraphs(folder: Path, language: str = "en") -> dict[str, str]:
    """The text of every paragraph of a game's rulebook by its id, in rulebook order."""
    text = rulebook_text(folder, language)
    return {id: re.sub(r"\s+", " ", body).strip() for id, body in PARAGRAPH.findall(text)}


def code_of(folder: Path) -> dict[str, list[Place]]:
    """The functions and constants that are marked with each id."""
    found: dict[str, list[Place]] = {}
    files = (file for file in folder.rglob("*.py") if file.relative_to(folder).parts[0] != "tests")
    for file in sorted(files):
        text = file.read_text("utf-8")
        for match in DECORATED.finditer(text):
            for id in re.findall(ID, match[1]):
                found.setdefault(id, []).append(_place(match[2], file, text, match.start(2)))
        for match in CONSTANT.finditer(text):
            for id in re.findall(ID, match[2]):
                found.setdefault(id, []).append(_place(match[1], file, text, match.start(1)))
    return found


def tests_of(folder: Path) -> dict[str, list[Place]]:
    """The tests that have each id in their name."""
    found: dict[str, list[Place]] = {}
    for file in sorted((folder / "tests").glob("test_*.py")):
        text = file.read_text("utf-8")
        for match in TEST.finditer(text):
            id = f"{match[1].upper()}-{match[2]}.{match[3]}"
            name = match[0].removeprefix("def ")
            found.setdefault(id, []).append(_place(name, file, text, match.start()))
    return found


def _place(name: str, file: Path, text: str, at: int) -> Place:
    return Place(name, file, text.count("\n", 0, at) + 1)
