"""One table for a program: always at a decision of a seat, until the game is over.

Chance is dealt as in a batch: game number *g* of a seed is table *g* to the dealer.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from pickle import PicklingError
from typing import Any

import numpy as np
import numpy.typing as npt

from sunroom.engine.referee import compiled_if_possible
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.contract import CHANCE, OVER, Game
from sunroom.rules.philox import word
from sunroom.rules.record import Table
from sunroom.rules.words import Tongue

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


class PortableGame:
    """A game on its way into a copy: itself within a process, its name in a pickle, as what is
    compiled of it belongs to a process.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def __deepcopy__(self, memo: object) -> PortableGame:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.game
        if game.name not in known_games() or load(game.name) is not game:
            raise PicklingError(
                f"a game is pickled by its name, and {game.name!r} does not name this one here: "
                "`bring` it from sunroom.rules.catalogue, in both processes"
            )
        return named, (game.name, game.version, game.box)


def named(name: str, version: int, pieces: str) -> PortableGame:
    """A game out of a pickle: the same rules with the same pieces, or none."""
    game = load(name)
    if (game.version, game.box) != (version, pieces):
        raise ValueError(f"this was pickled at {name} with other rules or pieces than there are")
    return PortableGame(game)


class Copyable:
    """What has a game and can be copied and pickled with all else that it has."""

    game: Game

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"game": PortableGame(self.game)}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update(state, game=state["game"].game)


class Single(Copyable):
    """What every interface to one table stands on."""

    def __init__(self, game: Game, settings: list[int], seed: int = 0, number: int = 0) -> None:
        self.game, self.seats = game, settings[0]
        self.seed, self.number, self.step = checked_seed(seed), number, 0
        self.referee = compiled_if_possible(game)
        self.table: Table = self.referee.new(settings)
        self._deal()

    def __getstate__(self) -> dict[str, Any]:
        state = super().__getstate__() | {"table": self.table.tobytes()}
        del state["referee"]
        return state

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__(state)
        self.referee = compiled_if_possible(self.game)
        self.table = self.game.table.frombytes(state["table"])

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
        return self.game.render(view, Tongue(self.game.words, "en"))
