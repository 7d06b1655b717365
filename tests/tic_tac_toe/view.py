"""Moves in writing, and what a screen shows."""

from __future__ import annotations

from typing import Any

from .state import SIDE, TicTacToe


def show(s: TicTacToe, action: int) -> str:
    return "abc"[action % SIDE] + str(action // SIDE + 1)


def view(s: TicTacToe, seat: int) -> dict[str, Any]:
    """An empty square is called as the move into it."""
    signs = [show(s, n) if s.square[n] == 0 else "XO"[s.square[n] - 1] for n in range(SIDE * SIDE)]
    return {"board": [signs[n : n + SIDE] for n in range(0, SIDE * SIDE, SIDE)]}
