"""What a game answers that has no more to say: nothing to set up, no chance, no secrets, and plain
sentences about a move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .record import Cells
from .words import Message, Moves, Seat, message


def setup(s: Any, options: Cells) -> None:
    """A table of zeros is the first one."""


def chances(s: Any, out: Cells, weight: Cells) -> int:
    return 0


def veil(s: Any, seat: int) -> None:
    """All of the table is open."""


def redeal(s: Any, seat: int, seed: int) -> None:
    """Nothing is hidden."""


def ask(s: Any) -> Message:
    return message("ask_move")


def refuse(s: Any, action: int) -> Message:
    return message("not_now")


@dataclass(frozen=True)
class Narration:
    """Tells of a step who decided what, in notation."""

    to_act: Callable[[Any], int]
    show: Callable[[Any, int], str]

    def __call__(self, before: Any, action: int, after: Any) -> list[Message]:
        seat, moved = self.to_act(before), Moves((self.show(before, action),))
        if seat < 0:
            return [message("came_up", moved=moved)]
        return [message("moved", who=Seat(seat), moved=moved)]
