"""The rules, in the order of the rulebook. An action is how many one takes, less one."""

from __future__ import annotations

from sunroom.rules.contract import OVER
from sunroom.rules.record import Cells
from sunroom.rules.rulebook import rule

from .state import MOST, PEBBLES, Template

ACTIONS = MOST
OBSERVATION = 1


def setup(s: Template, options: Cells) -> None:
    s.left = PEBBLES


def to_act(s: Template) -> int:
    return s.seat if s.left > 0 else OVER


def legal(s: Template, out: Cells) -> int:
    n = min(s.left, MOST)
    for action in range(n):
        out[action] = action
    return n


@rule("TPL-2.1")
def apply(s: Template, action: int) -> None:
    s.left -= action + 1
    s.seat = 1 - s.seat


@rule("TPL-2.2")
def scores(s: Template, out: Cells) -> None:
    out[s.seat] = 0
    out[1 - s.seat] = 1


def observe(s: Template, seat: int, out: Cells) -> None:
    """What the seat sees, as numbers for a network."""
    out[0] = s.left
