"""The same game with another box of pieces: every function over that box's numbers and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import FunctionType
from typing import Any

from sunroom.rules.components import Components
from sunroom.rules.contract import Game

from .binding import Binding


def recomposed(
    game: Game, swaps: Mapping[int, Any], components: tuple[Components, ...], pieces: str
) -> Game:
    """A game whose functions see other values in place of some, which are named by identity."""
    binding = Binding({}, game.name)
    binding.swaps.update(swaps)
    functions = {
        name: binding.rebind(value)
        for name, value in vars(game).items()
        if isinstance(value, FunctionType) and name != "recompose"
    }
    return replace(game, components=components, box=pieces, **functions)
