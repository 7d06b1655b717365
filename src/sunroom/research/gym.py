"""One seat of a game as a Gymnasium environment: the other seats are played by a chosen player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete

from sunroom.rules.catalogue import load
from sunroom.rules.contract import Game
from sunroom.rules.record import Table

from .picture import MODES, checked_mode, rendered
from .single import Copyable, Single, code_of
from .spaces import space_of

Choose = Callable[[Game, Table, Random, int], int]  # as players of an arena are
ILLEGAL = -1.0  # what an illegal action costs; the table stays as it is


class SeatEnv(Copyable, gymnasium.Env[dict[str, Any], np.int64]):
    """`opponent` is `random`, a level (`novice` … `master`) or a function as an arena has them:
    of the game, the table veiled for its seat, dice and the number of seats, to an action. An
    illegal action costs 1, changes nothing and is reported in `info["illegal"]`.
    """

    metadata = {"render_modes": MODES, "render_fps": 2}  # noqa: RUF012 — Gymnasium's own way

    def __init__(
        self,
        game: Game | str,
        *,
        seat: int = 0,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        opponent: str | Choose = "random",
        render_mode: str | None = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.settings = self.game.settings(options, seats)
        if not 0 <= seat < self.settings[0]:
            raise ValueError(f"seat is {seat}; there are seats 0 to {self.settings[0] - 1}")
        self.seat = seat
        self.render_mode = checked_mode(render_mode)
        self.observation_space = space_of(self.game)
        self.action_space = Discrete(self.game.actions)
        if not isinstance(opponent, str) and not callable(opponent):
            raise TypeError(f"opponent is {opponent!r}; it is a level, 'random' or a function")
        if isinstance(opponent, str) and opponent != "random":
            self._level(opponent)
        self._opponent = opponent
        self._single: Single | None = None

    @property
    def single(self) -> Single:
        """The table at which the seat is."""
        if self._single is None:
            raise ResetNeeded("no game has begun: call reset before step and render")
        return self._single

    def _level(self, name: str) -> Any:
        from sunroom.players.levels import opponent

        return opponent(self.game, name)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._single = Single(self.game, self.settings, int(self.np_random.integers(1 << 62)))
        self._let_others_play()
        self._show()
        return self._seen(), {}

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        info: dict[str, Any] = {}
        if self.single.seat != self.seat or not self._legal(action):
            reward, info["illegal"] = ILLEGAL, action
        else:
            self.single.play(action)
            self._let_others_play()
            reward = self.single.rewards()[self.seat]
        self._show()
        return self._seen(), reward, self.single.over, False, info

    def _show(self) -> None:
        """People see every table, without asking for it."""
        if self.render_mode == "human":
            self.render()

    def _legal(self, action: object) -> bool:
        return code_of(action) in self.single.actions

    def _choice(self) -> object:
        """What the opponent does. It is kept by its name, so that a copy throws its own dice."""
        single, opponent = self.single, self._opponent
        if opponent == "random":
            return int(self.np_random.choice(single.actions))
        choose = self._level(opponent).choose if isinstance(opponent, str) else opponent
        rng = Random(int(self.np_random.integers(1 << 62)))  # noqa: S311 - practice
        return choose(self.game, single.veiled(single.seat), rng, single.seats)

    def _let_others_play(self) -> None:
        while not self.single.over and self.single.seat != self.seat:
            action = self._choice()
            if not self._legal(action):
                who = f"the opponent at seat {self.single.seat}"
                raise ValueError(f"{who} chose action {action!r}, which is not legal")
            self.single.play(action)

    def _seen(self) -> dict[str, Any]:
        return {
            "observation": self.single.observation(self.seat),
            "action_mask": self.single.mask(self.seat),
        }

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        return rendered(self.single.text(self.seat), self.render_mode)
