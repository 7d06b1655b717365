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


class UnknownGame(Refusal):
    """No game has this name."""


def games() -> list[str]:
    """The names of all games in the box room."""
    package = importlib.import_module(GAMES)
    return sorted(
        m.name.replace("_", "-") for m in pkgutil.iter_modules(package.__path__) if m.ispkg
    )


@cache
def load(name: str) -> Game:
    """A game by name; a name with a dot is the module of a game that somebody else wrote."""
    if "." in name:
        return cast(Game, importlib.import_module(name).GAME)
    known = games()
    if name not in known:
        raise UnknownGame("unknown_game", text=name, meant=meant(name, known))
    return cast(Game, importlib.import_module(f"{GAMES}.{name.replace('-', '_')}").GAME)
