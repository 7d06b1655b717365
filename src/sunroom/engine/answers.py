"""The answers of a game by name, for loops that work with any game.

Entries, playouts, batches and the search import these names and call them like rules. A Binding
replaces each by the function of one game; the placeholders below are never called.
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
    """The game's own `pick`, where it has one."""
    _unbound()


def draw(s: Any, word: int, out: Cells, weight: Cells) -> int:
    """`rollout.picked` where the game has a `pick`, `rollout.listed` otherwise."""
    _unbound()


def lean(s: Any, out: Cells, weight: Cells) -> int:
    """The game's own `lean`, or `rollout.evenly`."""
    _unbound()


def evaluate(s: Any, out: Cells) -> None:
    """The game's own `evaluate`, or its `scores`."""
    _unbound()


def _unbound() -> NoReturn:
    raise NotImplementedError(
        "no game is bound to this name; call it through a Runner or a Binding"
    )
