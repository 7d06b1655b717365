"""The strength of players, measured by games between them."""

from .rating import Rating, ratings
from .schedule import Arena, Fixture, GameResult, play

__all__ = ["Arena", "Fixture", "GameResult", "Rating", "play", "ratings"]
