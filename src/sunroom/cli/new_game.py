"""A new game: a small one that runs, to be changed into one's own."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

from sunroom.rules.catalogue import GAMES, BadGame, known_games, load
from sunroom.rules.words import Refusal

from .voice import WORDS, escaped, show, words

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 30  # characters of a name
PACKAGE = f"{GAMES}._template"
PROJECT = "pyproject.toml"  # lies beside the package, so that it can be installed


class BadName(Refusal):
    """A name that no game can have, or that something has already."""


def new_game(name: str, beneath: Path) -> None:
    """Write a game of this name into a folder of its own; refuses to write over anything."""
    project = beneath / name
    refuse_name(name)
    if project.exists():
        raise BadName("folder_exists", words=WORDS, folder=str(project))
    write(project, name, prefix_for(name))
    folder = escaped(str(project))
    show(words("game_written", name=name, folder=folder))
    for id in ("browser", "terminal", "arena", "tests"):
        show(words(f"then_{id}", name=name, folder=folder))


def refuse_name(name: str) -> None:
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise BadName("bad_game_name", words=WORDS, text=name, n=LONGEST)
    if name in known_games():
        raise BadName("game_exists", words=WORDS, text=name)
    package = package_of(name)
    if (other := find_spec(package)) is not None:
        raise BadGame("game_name_taken", name=package, other=str(other.origin))


def package_of(name: str) -> str:
    return name.replace("-", "_")


def prefix_for(name: str) -> str:
    """Three letters for the ids of rules: of the name, in its order, that no game has yet."""
    letters = re.sub("[^A-Z]", "", name.upper())
    taken = {load(game).prefix for game in known_games()}
    return next(prefix for prefix in prefixes(letters) if prefix not in taken)


def prefixes(letters: str) -> Iterator[str]:
    for chosen in combinations(letters.ljust(3, "X"), 3):
        yield "".join(chosen)
    for last in "XYZ":
        yield letters[:2].ljust(2, "X") + last


def write(project: Path, name: str, prefix: str) -> None:
    """A copy of the template with other names."""
    package = project / package_of(name)
    [template] = import_module(PACKAGE).__path__
    shutil.copytree(template, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.move(package / PROJECT, project / PROJECT)
    for file in filter(Path.is_file, project.rglob("*")):
        file.write_text(renamed(file.read_text("utf-8"), file.suffix, name, prefix), "utf-8")


def renamed(text: str, kind: str, name: str, prefix: str) -> str:
    """A text of the template for a game: in Python its name is that of a class."""
    title = name.replace("-", " ").title()
    names = {
        PACKAGE: package_of(name),
        "template-name": name,
        "template_package": package_of(name),
        "Template": title.replace(" ", "") if kind == ".py" else title,
        "TPL": prefix,
        "test_tpl_": f"test_{prefix.lower()}_",
    }
    for old, new in names.items():
        text = text.replace(old, new)
    return text
