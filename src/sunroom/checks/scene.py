"""A table that a test arranges by hand, to begin in the middle of a game.

The tests of a game extend it with ways to place its pieces.
"""

from __future__ import annotations

from typing import Any, Self

from sunroom.engine.referee import Referee
from sunroom.rules.contract import CHANCE, Game, IllegalAction


class TableScene:
    """One table of a game, which is questioned and played in notation."""

    def __init__(self, game: Game, referee: Referee, settings: list[int]) -> None:
        self.game = game
        self.referee = referee
        self.s: Any = referee.new(settings)

    # Questions

    @property
    def actor(self) -> int:
        """The seat that decides, CHANCE or OVER."""
        return self.referee.to_act(self.s)

    def legal(self) -> list[str]:
        """The legal actions of the seat to act."""
        return [self.game.show(self.s, action) for action in self.referee.legal(self.s)]

    def outcomes(self) -> dict[str, int]:
        """The outcomes of the pending chance, with their weights."""
        return {self.game.show(self.s, code): n for code, n in self.referee.chances(self.s)}

    # Steps

    def do(self, *texts: str) -> Self:
        """Play actions of seats or outcomes of chance. Raises IllegalAction for one that is not
        legal.
        """
        for text in texts:
            action = self.game.read(self.s, text)
            if action not in self.referee.codes(self.s):
                reason = self.game.refuse(self.s, action)
                words = self.game.words
                raise IllegalAction("illegal", words=words, text=text, reason=reason, legal="")
            self.referee.apply(self.s, action)
        return self

    def chance(self) -> Self:
        """Play the first outcome of the pending chance."""
        self.referee.apply(self.s, self.referee.chances(self.s)[0][0])
        return self

    def past_chance(self) -> Self:
        """Play first outcomes until a seat decides or the game is over."""
        while self.actor == CHANCE:
            self.chance()
        return self
