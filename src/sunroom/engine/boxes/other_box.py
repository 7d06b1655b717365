"""The same game with another box of pieces: its functions read that box's numbers and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any, TypeVar

from sunroom.engine.binding import Binding
from sunroom.rules.components import Components
from sunroom.rules.contract import GameOf, S

G = TypeVar("G", bound=Any)  # a game, or a group of its answers


def recomposed(
    game: GameOf[S], swaps: Mapping[int, Any], components: tuple[Components, ...], box: str
) -> GameOf[S]:
    """A game whose functions read other values instead of some of ours.

    *swaps* maps the identity of our value to the other one.
    """
    binding = Binding({}, game.name)
    binding.swaps.update(swaps)
    return replace(
        _rebound(game, binding),
        heuristics=_rebound(game.heuristics, binding),
        knowledge=_rebound(game.knowledge, binding),
        components=components,
        box=box,
        recomposed_from=(game, swaps),
    )


def _rebound(answers: G, binding: Binding) -> G:
    """The same answers, each its twin."""
    twins = {
        name: binding.rebind(value)
        for name, value in vars(answers).items()
        if isinstance(value, FunctionType) and name != "recompose"
    }
    return replace(answers, **twins)


@dataclass(frozen=True)
class BoxNumbers:
    """Stands for an array of components, which begins at *offset* in the buffer."""

    offset: int
    shape: tuple[int, ...]

    def __repr__(self) -> str:
        """Everything that compiled code knows about it: part of the name of a cache folder."""
        return f"box numbers {self.offset} {self.shape}"


Places = tuple[tuple[int, BoxNumbers], ...]  # of arrays, by the identity of ours


def places(swaps: Mapping[int, Any]) -> dict[int, BoxNumbers]:
    """The place in the buffer of each array of another box, by the identity of our own array."""
    found: dict[int, BoxNumbers] = {}
    offset = 0
    for id, theirs in swaps.items():
        if isinstance(theirs, memoryview):
            found[id] = BoxNumbers(offset, theirs.shape or ())
            offset += theirs.nbytes // theirs.itemsize
    return found
