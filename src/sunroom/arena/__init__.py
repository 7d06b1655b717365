"""How strong players are, measured by letting them play."""

from .duel import Duel, duel

__all__ = ["Duel", "duel"]
