"""What the environments of one table give to an agent."""

from __future__ import annotations

import numpy as np
from gymnasium.spaces import Box, Dict

from sunroom.rules.contract import Game

from .tables import SEEN


def space_of(game: Game) -> Dict:
    seen = np.iinfo(SEEN)
    return Dict(
        {
            "observation": Box(seen.min, seen.max, (game.observation,), SEEN),
            "action_mask": Box(0, 1, (game.actions,), np.int8),
        }
    )
