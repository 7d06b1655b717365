"""How strong players are, measured by letting them play."""

from .fixtures import Arena, Fixture, Played, play
from .rating import Rating, ratings

__all__ = ["Arena", "Fixture", "Played", "Rating", "play", "ratings"]
