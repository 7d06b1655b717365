"""The games as PettingZoo environments (AEC): one agent a seat, chance in between."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sunroom.kernel.catalogue import load
from sunroom.kernel.contract import Game

from .picture import pixels, plain
from .single import Single
from .tables import SEEN

MODES = ["human", "ansi", "rgb_array"]


def wrapped(game: str, **more: Any) -> AECEnv[str, Any, int]:
    """The environment with PettingZoo's own guards: an illegal action ends the game and costs 1."""
    env: AECEnv[str, Any, int] = TableEnv(load(game), **more)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


def space_of(game: Game) -> Dict:
    seen = np.iinfo(SEEN)
    return Dict(
        {
            "observation": Box(seen.min, seen.max, (game.observation,), SEEN),
            "action_mask": Box(0, 1, (game.actions,), np.int8),
        }
    )


class TableEnv(AECEnv[str, Any, int]):
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
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode is {render_mode!r}; there is {', '.join(MODES)}")
        self.game = game
        self.metadata = {"name": f"{game.name}_v{game.version}", "render_modes": MODES,
                         "is_parallelizable": False, "render_fps": 2}  # fmt: skip
        self.render_mode = render_mode
        self.settings = game.settings(options, seats)
        self.possible_agents = [f"player_{seat}" for seat in range(self.settings[0])]
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: space_of(game) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Space[int]] = {
            agent: Discrete(game.actions) for agent in self.possible_agents
        }
        self.state_space = Box(0, 255, (game.table.dtype.itemsize,), np.uint8)
        self._games = 0
        self._seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 1)

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[int]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seed, self._games = seed, 0
        self.single = Single(self.game, self.settings, self._seed)
        self.single.begin(self._games)
        self._games += 1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.single.seat]

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
        self._cumulative_rewards[self.agent_selection] = 0
        self.single.play(int(action))
        if self.single.over:
            self.rewards = dict(zip(self.agents, self.single.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self._clear_rewards()
            self.agent_selection = self.possible_agents[self.single.seat]
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        drawn = self.single.text(max(self.single.seat, 0))
        if self.render_mode == "rgb_array":
            return pixels(drawn)
        if self.render_mode == "ansi":
            return plain(drawn)
        print(plain(drawn))
        return None

    def close(self) -> None:
        """Nothing is held open."""
