"""One table for a program: always at a decision of a seat, until the game is over.

Chance is dealt as in a batch: game number *g* of a seed is table *g* to the dealer.
"""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from sunroom.kernel.contract import CHANCE, OVER, Game
from sunroom.kernel.philox import word
from sunroom.kernel.record import Table
from sunroom.kernel.referee import compiled_if_possible
from sunroom.kernel.words import Tongue

from .loops import reward
from .tables import SEEN, checked_seed

Array = npt.NDArray[Any]


def code_of(action: object) -> int | None:
    """The whole number that was given as an action, in whichever type; None for anything else."""
    if isinstance(action, np.ndarray) and action.ndim == 0:
        action = action[()]
    if isinstance(action, float | np.floating) and action.is_integer():
        return int(action)
    try:
        return index(action)  # type: ignore[arg-type]  # whether it is one is the question
    except TypeError:
        return None


class Single:
    """What every interface to one table stands on."""

    def __init__(self, game: Game, settings: list[int], seed: int = 0, number: int = 0) -> None:
        self.game, self.seats = game, settings[0]
        self.seed, self.number, self.step = checked_seed(seed), number, 0
        self.referee = compiled_if_possible(game)
        self.table: Table = self.referee.new(settings)
        self._deal()

    def play(self, action: object) -> None:
        """An action of the seat to act, and then what chance brings. Raises ValueError where it is
        not legal: compiled rules would write wherever it leads them.
        """
        code = code_of(action)
        if code is None or code not in self.actions:
            who = "nobody: the game is over" if self.over else f"seat {self.seat}"
            raise ValueError(f"action {action!r} is not legal for {who}")
        self.referee.apply(self.table, code)
        self.step += 1
        self._deal()

    def _deal(self) -> None:
        while (actor := self.referee.to_act(self.table)) == CHANCE:
            random = word(self.seed, self.number, self.step)
            self.referee.apply(self.table, self.referee.draw(self.table, random))
            self.step += 1
        self.seat = actor
        self.actions = self.referee.legal(self.table) if actor != OVER else []

    @property
    def over(self) -> bool:
        return self.seat == OVER

    def mask(self, seat: int) -> Array:
        """What a seat may do now; nothing unless it is its turn."""
        mask = np.zeros(self.game.actions, np.int8)
        if seat == self.seat:
            mask[self.actions] = 1
        return mask

    def observation(self, seat: int) -> Array:
        return np.array(self.referee.observe(self.table, seat), SEEN)

    def rewards(self) -> list[float]:
        """What the end is worth to each seat: see `loops.reward`; nothing before the end."""
        into = [0.0] * self.seats
        if self.over:
            reward(self.referee.scores(self.table, self.seats), self.seats, into)
        return [float(worth) for worth in into]

    def veiled(self, seat: int) -> Table:
        """The table as a seat may know it."""
        table = self.table.copy()
        self.referee.veil(table, seat)
        return table

    def text(self, seat: int) -> str:
        """The table as the terminal shows it to a seat, with its markup."""
        view = self.game.view(self.veiled(seat), seat)
        return self.game.draw(view, Tongue(self.game.words, "en"))
