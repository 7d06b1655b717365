"""A table arranged by hand, for tests that begin in the middle.

A game's own tests add to it how its pieces are laid.
"""

from __future__ import annotations

from typing import Any, Self

from sunroom.engine.referee import Referee
from sunroom.rules.contract import CHANCE, Game, IllegalAction


class TableScene:
    """One table of a game, asked and played in notation."""

    def __init__(self, game: Game, referee: Referee, settings: list[int]) -> None:
        self.game = game
        self.referee = referee
        self.s: Any = referee.new(settings)

    # Asking

    @property
    def actor(self) -> int:
        return self.referee.to_act(self.s)

    def legal(self) -> list[str]:
        return [self.game.show(self.s, action) for action in self.referee.legal(self.s)]

    def outcomes(self) -> dict[str, int]:
        """What chance can bring, with its weights."""
        return {self.game.show(self.s, code): n for code, n in self.referee.chances(self.s)}

    # Doing

    def do(self, *texts: str) -> Self:
        """Play actions of seats, or outcomes of chance, each checked to be legal."""
        for text in texts:
            action = self.game.read(self.s, text)
            if action not in self.referee.codes(self.s):
                reason = self.game.refuse(self.s, action)
                words = self.game.words
                raise IllegalAction("illegal", words=words, text=text, reason=reason, legal="")
            self.referee.apply(self.s, action)
        return self

    def chance(self) -> Self:
        """The first outcome of the pending chance."""
        self.referee.apply(self.s, self.referee.chances(self.s)[0][0])
        return self

    def past_chance(self) -> Self:
        while self.actor == CHANCE:
            self.chance()
        return self
