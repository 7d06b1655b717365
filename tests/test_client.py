"""The sources of the client, beside what its compiler, formatter and linter hold it to."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = [
    file
    for folder in (ROOT / "web", *(ROOT / "src/sunroom/games").glob("*/board"))
    for file in folder.rglob("*")
    if file.suffix in {".ts", ".tsx", ".mjs"} and "made" not in file.parts
]


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_no_line_is_longer_than_120_characters(file):
    """The formatter leaves comments and strings as they are."""
    long = [n for n, line in enumerate(file.read_text("utf-8").split("\n"), 1) if len(line) > 120]
    assert not long
