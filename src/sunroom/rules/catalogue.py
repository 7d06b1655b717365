"""Which games there are. A game is a folder; there is no list to edit.

Finding games imports none of them: the rules are loaded when somebody wants to play.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import cast

from .contract import Game
from .words import Refusal, meant

GAMES = "sunroom.games"
brought: dict[str, Game] = {}


class UnknownGame(Refusal):
    """No game has this name."""


def known_games() -> list[str]:
    """The names of all games in the box room."""
    return sorted(_our_folders() | set(brought))


@cache
def _our_folders() -> frozenset[str]:
    package = importlib.import_module(GAMES)
    found = (m.name for m in pkgutil.iter_modules(package.__path__) if m.ispkg)
    return frozenset(name.replace("_", "-") for name in found)


def bring(game: Game) -> None:
    """Put a game that somebody else wrote beside ours, for this process."""
    brought[game.name] = game


def load(name: str) -> Game:
    """A game by name."""
    name = name.lower()
    known = known_games()
    if name not in known:
        raise UnknownGame("unknown_game", text=name, meant=meant(name, known))
    if name in brought:
        return brought[name]
    return cast(Game, importlib.import_module(f"{GAMES}.{name.replace('-', '_')}").GAME)
