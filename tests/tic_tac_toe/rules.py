"""The rules, in the order of the rulebook. An action is the square into which one puts a sign."""

from __future__ import annotations

from sunroom.rules.contract import OVER
from sunroom.rules.record import Cells
from sunroom.rules.rulebook import rule

from .state import SIDE, TicTacToe

SQUARES = ACTIONS = OBSERVATION = SIDE * SIDE


def to_act(s: TicTacToe) -> int:
    if has_three(s, 0) or has_three(s, 1) or s.placed == SQUARES:
        return OVER
    return s.placed % 2


def legal(s: TicTacToe, out: Cells) -> int:
    n = 0
    for square in range(SQUARES):
        if s.square[square] == 0:
            out[n] = square
            n += 1
    return n


@rule("TIC-2.1")
def apply(s: TicTacToe, action: int) -> None:
    s.square[action] = s.placed % 2 + 1
    s.placed += 1


@rule("TIC-2.2")
def has_three(s: TicTacToe, seat: int) -> bool:
    for n in range(SIDE):
        if full(s, seat, n * SIDE, 1) or full(s, seat, n, SIDE):
            return True
    return full(s, seat, 0, SIDE + 1) or full(s, seat, SIDE - 1, SIDE - 1)


def full(s: TicTacToe, seat: int, first: int, step: int) -> bool:
    """Whether a seat has all squares of a line."""
    own = 0
    for n in range(SIDE):
        own += s.square[first + n * step] == seat + 1
    return own == SIDE


@rule("TIC-2.3")
def scores(s: TicTacToe, out: Cells) -> None:
    out[0] = has_three(s, 0)
    out[1] = has_three(s, 1)


def observe(s: TicTacToe, seat: int, out: Cells) -> None:
    """What the seat sees, as numbers for a network."""
    for square in range(SQUARES):
        out[square] = s.square[square]
