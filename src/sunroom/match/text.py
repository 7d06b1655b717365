"""A match as people read it: its log, its notation, and its table in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from sunroom.rules.contract import SPECTATOR
from sunroom.rules.words import Message, Tongue

from . import markup
from .base import BaseMatch


class MatchText(BaseMatch):
    """A match that can be put into words."""

    def log(self) -> list[Message]:
        """Everything that has happened, as messages to be worded for a reader."""
        return [message for step in range(len(self.history)) for message in self.log_of(step)]

    def log_of(self, step: int) -> list[Message]:
        """The messages about one step, as everybody may read them."""
        before, after = self.veiled_at(step, SPECTATOR), self.veiled_at(step + 1, SPECTATOR)
        return self.game.narrate(before, self.history[step].action, after)

    def tongue(self, language: str) -> Tongue:
        """The game's words in a language, with the names of the players."""
        return Tongue(self.game.words, language, self.names)

    def say(self, message: Message, language: str) -> str:
        """A message as a sentence in a language."""
        return self.tongue(language).say(message)

    def notation(self) -> Iterator[str]:
        """The whole history in notation, step by step."""
        for table, step in zip(self.tables, self.history, strict=False):
            yield self.game.show(table, step.action)

    def render(
        self,
        language: str,
        step: int | None = None,
        width: int = 80,
        seat: int | None = None,
    ) -> str:
        """The table as terminal markup, now or after the first *step* steps, as a seat may see it:
        by default the one that decides then.
        """
        table = self.tables[-1 if step is None else step].copy()
        seat = max(self.referee.to_act(table), 0) if seat is None else seat
        self.referee.veil(table, seat)
        tongue = Tongue(self.game.words, language, tuple(map(markup.escaped, self.names)), width)
        return self.game.render(self.game.view(table, seat), tongue)

    def __str__(self) -> str:
        rendered = markup.bare(self.render("en"))
        return "\n".join(line.rstrip() for line in rendered.splitlines())
