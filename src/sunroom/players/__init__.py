"""Who chooses a move. Players know the contract only, and get veiled tables only."""

from .levels import LEVELS, Level, level

__all__ = ["LEVELS", "Level", "level"]
