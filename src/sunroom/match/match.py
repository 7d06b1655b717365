"""A match: a table with people around it, everything that has happened, and a dealer.

>>> match = Match("soluna", seed=1)
>>> match.play("open")
>>> match.play("a>b")
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Self, Unpack

from sunroom.rules.contract import CHANCE, Game, IllegalAction
from sunroom.rules.words import Moves, Refusal

from .base import Setup
from .text import MatchText

MOST_LISTED = 12  # legal actions that a refusal lists


class MatchOver(Refusal):
    """Nobody decides any more."""


class NothingToUndo(Refusal):
    """No seat has decided anything yet."""


class AlreadyRevealed(Refusal):
    """Chance has shown something since that cannot be forgotten."""


class Match(MatchText):
    """One match. The dealer decides what chance decides; with *by_hand*, somebody enters it."""

    def __init__(
        self, game: Game | str, names: Sequence[str] | None = None, **setup: Unpack[Setup]
    ) -> None:
        self._set_up(game, names, **setup)
        self.deal()

    @classmethod
    def undealt(
        cls, game: Game | str, names: Sequence[str] | None = None, **setup: Unpack[Setup]
    ) -> Self:
        """A match before its first step, even if chance is next.

        For replaying a history, which contains the outcomes of chance. `deal` goes on from there.
        """
        match = cls.__new__(cls)
        match._set_up(game, names, **setup)
        return match

    # Moves

    def read(self, text: str) -> int:
        """The legal action that a text means.

        Raises MatchOver, UnreadableAction or IllegalAction with a sentence that says why not.
        """
        if self.over:
            raise MatchOver("over")
        action = self.game.read(self.table, text)
        if action not in self._playable():
            raise IllegalAction(
                "illegal",
                words=self.game.words,
                text=Moves((self.game.show(self.table, action),)),
                reason=self.game.refuse(self.veiled(self.to_act), action),
                legal=Moves(self.some_legal()),
            )
        return action

    def some_legal(self) -> tuple[str, ...]:
        """What can be played now in notation, as much of it as anybody wants to read."""
        legal = self.legal()
        return (*legal[:MOST_LISTED], "…") if len(legal) > MOST_LISTED else tuple(legal)

    def play(self, text: str) -> None:
        """Play one action in notation, then deal what chance decides."""
        self.apply(self.read(text))

    def apply(self, action: int) -> None:
        """Play one legal action by its code, then deal what chance decides."""
        self.step(action)
        self.deal()

    def step(self, action: int) -> None:
        """Play one legal action, or outcome of chance, and deal nothing yet."""
        self.tables.advance(self.to_act, action)

    # Chance

    def deal(self) -> None:
        """Let the dealer decide until a seat has to; nothing if chance is entered by hand."""
        while not self.by_hand and self.to_act == CHANCE:
            self.step(self.draw_at(len(self.history)))

    def draw_at(self, step: int) -> int:
        """The outcome that the dealer draws at a step at which chance decides."""
        before = self.history.actors[:step].count(CHANCE)
        return self.dealer.draw(before, self.referee.chances(self.tables[step]))

    # Taking back

    def take_back(self) -> None:
        """Take back the last decision, as long as nothing hidden was revealed by it.

        Raises AlreadyRevealed if chance has decided since: a card that was drawn or turned up
        cannot be forgotten. Chance that is entered by hand can be corrected.
        """
        if self.history and self.history[-1].actor == CHANCE and not self.by_hand:
            raise AlreadyRevealed("already_revealed")
        self.undo()

    def undo(self) -> None:
        """Take back the last decision of a seat, and the chance that followed it.

        Raises NothingToUndo before the first decision, and MatchOver as `back_to` does.
        """
        decided = [n for n, step in enumerate(self.history) if step.actor != CHANCE or self.by_hand]
        if not decided:
            raise NothingToUndo("nothing_to_undo")
        self.back_to(decided[-1])

    def back_to(self, step: int) -> None:
        """Take back everything from one step on.

        Raises MatchOver after the end, when the seed has been revealed; but not if chance was
        entered by hand or somebody played alone, as the dealing was then no secret from anybody.
        """
        if self.over and not self.by_hand and self.seats > 1:
            raise MatchOver("over")
        self.tables.back_to(step)

    # Files

    def save(self, path: Path | str) -> None:
        """Write the match to a file, completely or not at all."""
        from .matchfile import save

        save(self, Path(path))

    @staticmethod
    def load(path: Path | str, components: Path | None = None) -> Match:
        """Read a match from a file. Raises BadMatchFile, which says what is wrong, and where."""
        from .matchfile import load

        return load(Path(path), components)
