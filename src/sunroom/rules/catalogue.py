"""Which games there are. A game is a folder; there is no list to edit.

Ours lie in `sunroom.games`. Others come from outside: a package that is installed names its game as
an entry point of the group `sunroom.games`, or SUNROOM_GAMES names a folder. Processes that a
program starts find what it finds.

Finding games imports none of them: the rules are loaded when somebody wants to play.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import NamedTuple

from .contract import Game, GameOf
from .words import Refusal, meant

GAMES = "sunroom.games"  # our own package, and the group of entry points of others
FOLDERS = "SUNROOM_GAMES"  # folders of games, separated like those of PATH
brought: dict[str, Game] = {}


class UnknownGame(Refusal):
    """No game has this name."""


class BadGame(Refusal):
    """A game from outside that cannot be found or loaded; says where, and what is wrong."""


class Source(NamedTuple):
    """Where a game comes from: a module, and its folder if Python would not find it by itself."""

    module: str
    folder: Path | None = None

    def __str__(self) -> str:
        return str(self.folder or self.module)


def known_games() -> list[str]:
    """The names of all games, ours and those from outside."""
    return sorted(sources().keys() | brought.keys())


def bring(game: Game) -> None:
    """Make a game known to this process, or put it in the place of one that has its name."""
    brought[game.name] = game


def load(name: str) -> Game:
    """A game by name. Raises UnknownGame, or BadGame for one from outside that does not load."""
    name = name.lower()
    if name in brought:
        return brought[name]
    known = sources()
    if name not in known:
        raise UnknownGame("unknown_game", text=name, meant=meant(name, known_games()))
    return loaded(name, known[name])


def sources() -> Mapping[str, Source]:
    """Where each game comes from. Raises BadGame where two have the same name."""
    return _sources(os.environ.get(FOLDERS, ""))


@cache
def _sources(folders: str) -> dict[str, Source]:
    found = dict(_ours())
    for name, source in [*_installed(), *_in_folders(folders)]:
        if name in found:
            raise BadGame("game_twice", game=name, one=str(found[name]), other=str(source))
        found[name] = source
    return found


@cache
def _ours() -> dict[str, Source]:
    package = importlib.import_module(GAMES)
    found = (one.name for one in pkgutil.iter_modules(package.__path__) if one.ispkg)
    return {
        game_name(name): Source(f"{GAMES}.{name}") for name in found if not name.startswith("_")
    }


def game_name(package: str) -> str:
    """The name of the game in a package: what stands in addresses and commands."""
    return package.rpartition(".")[2].replace("_", "-").lower()


@cache
def _installed() -> list[tuple[str, Source]]:
    """Games of installed packages: an entry point is a module with a GAME."""
    from importlib.metadata import entry_points

    return [(game_name(one.name), Source(one.module)) for one in entry_points(group=GAMES)]


def _in_folders(folders: str) -> list[tuple[str, Source]]:
    """Games in folders: each is a game itself, or has games in it."""
    found = []
    for text in filter(None, folders.split(os.pathsep)):
        folder = Path(text).resolve()
        here = [folder] if is_game(folder) else sorted(filter(is_game, folder.glob("*")))
        if not here:
            raise BadGame("no_game_in_folder", folder=text)
        found += [(game_name(one.name), Source(one.name, one)) for one in here]
    return found


def is_game(folder: Path) -> bool:
    """Whether a folder looks like a game: a package with words."""
    return all((folder / file).is_file() for file in ("__init__.py", "words.toml"))


@cache
def loaded(name: str, source: Source) -> Game:
    """The game of a source. What is wrong with one of ours is raised as it is."""
    if source.folder is None and source.module.startswith(f"{GAMES}."):
        return _game_in(importlib.import_module(source.module))
    try:
        game = _game_in(_imported(source))
    except Refusal:
        raise
    except Exception as why:
        what = f"{type(why).__name__}: {why}{_line_of(why, source)}"
        raise BadGame("bad_game", game=name, where=str(source), why=what) from why
    if game.name != name:
        raise BadGame("game_misnamed", game=game.name, where=str(source), name=name)
    return game


def _game_in(module: ModuleType) -> Game:
    game = getattr(module, "GAME", None)
    if not isinstance(game, GameOf):
        raise TypeError("its __init__.py has no GAME = assemble(__name__, …)")
    return game


def _imported(source: Source) -> ModuleType:
    """The module of a source: from its folder, if nothing else has its name."""
    if source.folder is None:
        return importlib.import_module(source.module)
    file = source.folder / "__init__.py"
    known = find_spec(source.module)
    if known is not None and known.origin is not None and Path(known.origin).resolve() == file:
        return importlib.import_module(source.module)
    if known is not None:
        raise BadGame("game_name_taken", name=source.module, other=str(known.origin))
    spec = spec_from_file_location(
        source.module, file, submodule_search_locations=[str(source.folder)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[source.module] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[source.module]
        raise
    return module


def _line_of(why: Exception, source: Source) -> str:
    """In which line of the game an error was raised, if it does not say so itself."""
    lines = [
        f" ({Path(one.filename).name}, line {one.lineno})"
        for one in extract_tb(why.__traceback__)
        if source.folder is not None and source.folder in Path(one.filename).parents
    ]
    return lines[-1] if lines and not isinstance(why, SyntaxError) else ""
