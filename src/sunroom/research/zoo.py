"""The games as PettingZoo environments (AEC): one agent a seat, chance in between."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sunroom.rules.catalogue import load
from sunroom.rules.contract import Game

from .picture import MODES, checked_mode, rendered
from .single import Copyable, Single
from .spaces import space_of
from .tables import checked_seed


def wrapped(game: Game | str, **more: Any) -> AECEnv[str, Any, int]:
    """The environment with PettingZoo's own guards: an illegal action ends the game and costs 1."""
    game = load(game) if isinstance(game, str) else game
    env: AECEnv[str, Any, int] = TableEnv(game, **more)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1.0)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class TableEnv(Copyable, AECEnv[str, Any, int]):  # type: ignore[misc]  # PettingZoo has no types
    """Observations are `{"observation", "action_mask"}`; rewards come with the end."""

    def __init__(
        self,
        game: Game,
        *,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = game
        self.metadata = {"name": f"{game.name}_v{game.version}", "render_modes": MODES,
                         "is_parallelizable": False, "render_fps": 2}  # fmt: skip
        self.render_mode = checked_mode(render_mode)
        self.settings = game.settings(options, seats)
        self.possible_agents = [f"player_{seat}" for seat in range(self.settings[0])]
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: space_of(game) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Space[Any]] = {
            agent: Discrete(game.actions) for agent in self.possible_agents
        }
        self.state_space = Box(0, 255, (game.table.size,), np.uint8)
        self._seed, self._number = secrets.randbits(63), 0

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the first game of a seed; without one, the next game of the last seed."""
        if seed is not None:
            self._seed, self._number = checked_seed(seed), 0
        self.single = Single(self.game, self.settings, self._seed, self._number)
        self._number += 1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.single.seat]
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {
            "observation": self.single.observation(seat),
            "action_mask": self.single.mask(seat),
        }

    def state(self) -> Any:
        """The whole table, with everything that is hidden, as its bytes."""
        return np.frombuffer(self.single.table.tobytes(), np.uint8)

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.single.play(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self.single.over:
            self.rewards = dict(zip(self.agents, self.single.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self._clear_rewards()
            self.agent_selection = self.possible_agents[self.single.seat]
        self._show()

    def _show(self) -> None:
        """People see every table, without asking for it."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        return rendered(self.single.text(max(self.single.seat, 0)), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
