"""The sources of the client, beside what its compiler, formatter and linter hold it to.

Its unit tests lie beside what they test, as `*.test.ts`, and run in Node. They are given matches
that were played here, as a browser is shown them.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from filelock import FileLock

from golden import files, first_line
from sunroom import Match
from sunroom.rules.contract import SPECTATOR
from sunroom.rules.words import message_data
from sunroom.table.changes import SAME, change_of

ROOT = Path(__file__).parents[1]
SOURCES = [
    file
    for folder in (ROOT / "web", *(ROOT / "src/sunroom/games").glob("*/board"))
    for file in folder.rglob("*")
    if file.suffix in {".ts", ".tsx", ".mjs", ".css"} and "made" not in file.parts
]


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_no_line_is_longer_than_120_characters(file):
    """The formatter leaves comments and strings as they are."""
    long = [n for n, line in enumerate(file.read_text("utf-8").split("\n"), 1) if len(line) > 120]
    assert not long


# What others have written

BUILD = {"esbuild", "smol-toml"}  # only build the page


def test_licences_of_what_the_page_contains_go_along(page_built):
    asked_for = json.loads((ROOT / "package.json").read_text("utf-8"))["dependencies"]
    told = (ROOT / "src/sunroom/server/page/licences.txt").read_text("utf-8")
    sections = {one.split("\n", 1)[0]: one for one in told.split("-" * 80 + "\n\n")}
    assert asked_for.keys() - BUILD <= sections.keys()
    assert all("copyright" in one.lower() for one in sections.values())


# Unit tests

DECISIONS = 60  # that are played of each match
UNITS = {file for file in SOURCES if ".test." in file.name}


def test_what_the_client_computes(tmp_path, tmp_path_factory):
    tables = tmp_path / "tables.json"
    tables.write_text(json.dumps([play for played in matches() for play in played], default=str))
    with FileLock(tmp_path_factory.getbasetemp().parent / "page.lock"):  # one worker fetches
        found = subprocess.run(
            [sys.executable, ROOT / "web/build.py", "--units"],
            env=os.environ | {"SUNROOM_TABLES": str(tables)},
            capture_output=True,
            text=True,
            check=False,
        )
    assert found.returncode == 0, f"{found.stdout}\n{found.stderr}"
    assert int(found.stdout.partition("ℹ pass ")[2].split()[0]) >= len(UNITS), found.stdout


def matches():
    """A match of each kind that a game's golden files name."""
    for game, file in files():
        if file.suffix == ".txt":
            seed, seats, options = first_line(file.read_text("utf-8"))
            match = Match(game, seats=seats, options=options, seed=seed)
            yield played(match, f"{game} {file.stem}", Random(seed))


def played(match, name, random):
    """The tables of a match from the eyes of a player and of a spectator."""
    eyes = {eye: [] for eye in (0, SPECTATOR)}
    told = 0
    for _ in range(DECISIONS):
        for eye, tables in eyes.items():
            tables.append(table(match, eye, told, tables[-1] if tables else None))
        if match.over:
            break
        told = len(match.history)
        match.play(random.choice(match.legal()))
    return [
        {"game": match.game.name, "name": f"{name}, eye {eye}", "eye": eye, "tables": tables}
        for eye, tables in eyes.items()
    ]


def table(match, eye, told, before):
    """What is shown of a table, and the change that makes it of the one before."""
    view = match.view(eye)
    change = change_of(before["view"], view) if before else [view]
    return {
        "view": view,
        "told": [
            message_data(one) for n in range(told, len(match.history)) for one in match.log_of(n)
        ],
        "legal": match.legal() if match.to_act == eye else [],
        "change": {} if change is SAME else change,
    }
