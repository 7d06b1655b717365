"""Sunroom: a digital table for games of the sun and the moon.

>>> from sunroom import Match
>>> match = Match("soluna", seed=7)
>>> match.play("open")
"""

from sunroom.match.match import Match
from sunroom.rules.catalogue import known_games, load

__all__ = ["Match", "__version__", "known_games", "load"]
__version__ = "0.1.0"
