"""Players choose moves. They know nothing but the contract, and get veiled tables only."""

from .levels import LEVELS, Level, level

__all__ = ["LEVELS", "Level", "level"]
