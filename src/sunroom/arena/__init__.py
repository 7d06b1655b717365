"""How strong players are, measured by letting them play."""

from .rating import Rating, ratings
from .schedule import Arena, Fixture, Played, play

__all__ = ["Arena", "Fixture", "Played", "Rating", "play", "ratings"]
