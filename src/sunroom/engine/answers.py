"""The answers of a game, as loops that know no game name them.

Entries, playouts, batches and the search import these names and call them like rules. A Binding
puts one game's own function in the place of each; what stands here is never called.
"""

from __future__ import annotations

from typing import Any, NoReturn

from sunroom.rules.record import Cells


def setup(s: Any, options: Cells) -> None:
    _unbound()


def to_act(s: Any) -> int:
    _unbound()


def legal(s: Any, out: Cells) -> int:
    _unbound()


def chances(s: Any, out: Cells, weight: Cells) -> int:
    _unbound()


def apply(s: Any, action: int) -> None:
    _unbound()


def scores(s: Any, out: Cells) -> None:
    _unbound()


def veil(s: Any, seat: int) -> None:
    _unbound()


def redeal(s: Any, seat: int, seed: int) -> None:
    _unbound()


def observe(s: Any, seat: int, out: Any) -> None:
    _unbound()


def pick(s: Any, word: int) -> int:
    """The game's shortcut, where it has one."""
    _unbound()


def draw(s: Any, word: int, out: Cells, weight: Cells) -> int:
    """`rollout.picked` where the game has a shortcut, `rollout.listed` otherwise."""
    _unbound()


def lean(s: Any, out: Cells, weight: Cells) -> int:
    """The game's own, or `rollout.evenly`."""
    _unbound()


def evaluate(s: Any, out: Cells) -> None:
    """The game's own, or its scores."""
    _unbound()


def _unbound() -> NoReturn:
    raise NotImplementedError("no game answers here; run this by a Runner or a Binding")
