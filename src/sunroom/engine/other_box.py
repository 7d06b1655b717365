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
    return replace(
        game, components=components, box=pieces, recomposed_from=(game, swaps), **functions
    )


class BoxNumbers:
    """Stands for an array of components: it begins at *offset* of the buffer."""

    def __init__(self, offset: int, shape: tuple[int, ...]) -> None:
        self.offset = offset
        self.shape = shape

    def __repr__(self) -> str:
        """All that compiled code knows of it: part of a cache's name."""
        return f"box numbers {self.offset} {self.shape}"


def places(swaps: Mapping[int, Any]) -> dict[int, BoxNumbers]:
    """Where each array of another box lies when all follow one another; by the identity of ours."""
    found: dict[int, BoxNumbers] = {}
    offset = 0
    for id, theirs in swaps.items():
        if isinstance(theirs, memoryview):
            found[id] = BoxNumbers(offset, theirs.shape or ())
            offset += theirs.nbytes // theirs.itemsize
    return found
