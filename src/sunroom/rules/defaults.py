"""What a game answers that has no more to say: nothing to set up, no chance, no secrets, a
view as it is, and plain sentences about a move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from .record import Cells
from .words import Message, Moves, Seat, Tongue, message

GUTTER = "  "  # between the columns of a grid, and before its rows


def setup(s: Any, options: Cells) -> None:
    """A table of zeros is the first one."""


def chances(s: Any, out: Cells, weight: Cells) -> int:
    return 0


def veil(s: Any, seat: int) -> None:
    """All of the table is open."""


def redeal(s: Any, seat: int, seed: int) -> None:
    """Nothing is hidden."""


def part(s: Any) -> Message | None:
    return None


def ask(s: Any) -> Message:
    return message("ask_move")


def refuse(s: Any, action: int) -> Message:
    return message("not_now")


def render(view: Mapping[str, Any], say: Tongue) -> str:
    """Every value of a view beside what it is called; a list of lists is a grid."""
    return "\n".join(line for name, value in view.items() for line in _lines(name, value, say))


def _lines(name: str, value: Any, say: Tongue) -> list[str]:
    called = say.called(name)
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        return [called, *_rows(value)]
    return [] if value is None else [f"{called}: {_listed(value)}"]


def _rows(grid: list[list[Any]]) -> list[str]:
    """Its cells below each other."""
    texts = [list(map(str, row)) for row in grid]
    widths = [max(map(len, column)) for column in zip_longest(*texts, fillvalue="")]
    padded = (map(str.ljust, row, widths) for row in texts)
    return [(GUTTER + GUTTER.join(row)).rstrip() for row in padded]


def _listed(value: Any) -> str:
    texts = list(map(str, value)) if isinstance(value, list) else [str(value)]
    signs = all(len(text) == 1 for text in texts)
    return (" " if signs else ", ").join(texts)


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
