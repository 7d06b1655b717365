"""A match: a table with people around it, everything that has happened, and a dealer.

>>> match = Match("soluna", seed=1)
>>> match.play("open")
>>> match.play("a>b")
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self, TypedDict, Unpack

from sunroom.engine.referee import Referee, interpreted
from sunroom.rules.catalogue import load
from sunroom.rules.contract import (
    CHANCE,
    OVER,
    SPECTATOR,
    Game,
    IllegalAction,
    Outlook,
    winning_seats,
)
from sunroom.rules.record import Table
from sunroom.rules.words import Message, Moves, Refusal, Tongue

from . import markup
from .dealing import Dealer
from .history import Steps, Tables

LONGEST_NAME = 40
SHOWN = 12  # legal actions named in a refusal


class BadName(Refusal):
    """A name that is empty, too long, or cannot be shown."""


class MatchOver(Refusal):
    """Nobody decides any more."""


class NothingToUndo(Refusal):
    """No seat has decided anything yet."""


class AlreadyRevealed(Refusal):
    """Chance has shown something since that cannot be forgotten."""


class Setting(TypedDict, total=False):
    """How a match is set up."""

    seats: int | None  # where the players have no names
    options: Mapping[str, str] | None
    seed: int | bytes | None
    by_hand: bool
    players: Sequence[str]  # who decides for each seat, in the words of the shell
    referee: Referee | None


class Match:
    """One match. Chance is dealt by itself, unless *by_hand*: then it is played like a move."""

    def __init__(
        self, game: Game | str, names: Sequence[str] | None = None, **how: Unpack[Setting]
    ) -> None:
        self._set_up(game, names, **how)
        self.deal()

    @classmethod
    def undealt(
        cls, game: Game | str, names: Sequence[str] | None = None, **how: Unpack[Setting]
    ) -> Self:
        """A match before its first step, even where chance is next: for a history to be played
        again, which says what chance has brought. `deal` goes on from there.
        """
        match = cls.__new__(cls)
        match._set_up(game, names, **how)
        return match

    def _set_up(
        self,
        game: Game | str,
        names: Sequence[str] | None,
        *,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: int | bytes | None = None,
        by_hand: bool = False,
        players: Sequence[str] = (),
        referee: Referee | None = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.settings = self.game.settings(options, seats if names is None else len(names))
        self.names = checked_names(names) if names is not None else self._numbered_names()
        self.referee = referee or interpreted(self.game)
        self.dealer = Dealer.of(seed)
        self.by_hand = by_hand
        self.players = checked_players(players, len(self.names))
        self.tables = Tables(self.referee, self.referee.new(self.settings))
        self._asked: tuple[Table | None, int] = (None, OVER)
        self._codes: tuple[Table | None, list[int]] = (None, [])

    def fork(self) -> Self:
        """The same match once more: neither sees what is done to the other."""
        return self._with(self.tables.fork())

    def trial(self) -> Self:
        """A fork in which something is tried that may soon be done in earnest."""
        return self._with(self.tables.trial())

    def _with(self, tables: Tables) -> Self:
        other = self.__class__.__new__(self.__class__)
        other.__dict__.update(self.__dict__)
        other.tables = tables
        return other

    def _numbered_names(self) -> tuple[str, ...]:
        words = self.game.words
        return tuple(words("seat", "en", n=seat + 1) for seat in range(self.settings[0]))

    # What can be asked

    @property
    def table(self) -> Table:
        """The true table, with everything hidden. For the referee only; players get `veiled`."""
        return self.tables.now

    @property
    def history(self) -> Steps:
        return self.tables.history

    @property
    def to_act(self) -> int:
        """Who decides; asked once for each table."""
        asked, actor = self._asked
        if asked is not self.tables.now:
            asked, actor = self._asked = (self.tables.now, self.referee.to_act(self.tables.now))
        return actor

    @property
    def over(self) -> bool:
        return self.to_act == OVER

    @property
    def seats(self) -> int:
        return len(self.names)

    @property
    def options(self) -> dict[str, str]:
        return self.game.settings_in_words(self.settings)

    @property
    def commitment(self) -> str:
        return self.dealer.commitment

    @property
    def seed(self) -> bytes | None:
        """The secret of the dealing, told when the match is over."""
        return self.dealer.seed if self.over else None

    def scores(self) -> list[int]:
        return self.referee.scores(self.table, self.seats)

    def winners(self) -> list[int]:
        """The seats that have won; several share a win, none while the match goes on."""
        return winning_seats(self.scores()) if self.over else []

    def actions(self) -> list[int]:
        """The codes that can be played now, outcomes of chance included."""
        return list(self._playable())

    def _playable(self) -> list[int]:
        """The same, asked once for each table."""
        asked, codes = self._codes
        if asked is not self.tables.now:
            asked, codes = self._codes = (self.tables.now, self.referee.codes(self.tables.now))
        return codes

    def legal(self) -> list[str]:
        """What can be played now, in notation."""
        show, table = self.game.show, self.table
        return [show(table, action) for action in self._playable()]

    def veiled(self, seat: int) -> Table:
        """The table as this seat may know it."""
        table = self.table.copy()
        self.referee.veil(table, seat)
        return table

    def view(self, seat: int) -> dict[str, Any]:
        """What this seat's screen shows."""
        return self.game.view(self.veiled(seat), seat)

    def exact(self) -> dict[int, Outlook] | None:
        """Every legal action judged by exact play, in games that are solved."""
        return None if self.game.exact is None else self.game.exact(self.veiled(self.to_act))

    def ask(self) -> Message:
        """What is being decided, as a question."""
        return self.game.ask(self.seen(len(self.history), self.to_act))

    def log(self) -> list[Message]:
        """Everything that has happened, as messages to be worded for a reader."""
        return [told for step in range(len(self.history)) for told in self.told(step)]

    def told(self, step: int) -> list[Message]:
        """The log of one step, as everybody may read it."""
        before, after = self.seen(step, SPECTATOR), self.seen(step + 1, SPECTATOR)
        return self.game.narrate(before, self.history[step].action, after)

    def seen(self, step: int, seat: int) -> Table:
        """The table after so many steps as this seat, or a SPECTATOR, may know it."""
        table = self.tables[step]
        if not self.game.secrets:
            return table
        table = table.copy()
        self.referee.veil(table, seat)
        return table

    def tongue(self, language: str) -> Tongue:
        return Tongue(self.game.words, language, self.names)

    def say(self, told: Message, language: str) -> str:
        return self.tongue(language).say(told)

    def render(
        self,
        language: str,
        step: int | None = None,
        width: int = 80,
        seat: int | None = None,
    ) -> str:
        """The table as terminal markup, now or after some steps, as a seat may see it; by default
        the one to act.
        """
        table = self.tables[-1 if step is None else step].copy()
        seat = max(self.referee.to_act(table), 0) if seat is None else seat
        self.referee.veil(table, seat)
        tongue = Tongue(self.game.words, language, tuple(map(markup.escaped, self.names)), width)
        return self.game.render(self.game.view(table, seat), tongue)

    def notation(self) -> Iterator[str]:
        """The whole history in notation, step by step."""
        for table, step in zip(self.tables, self.history, strict=False):
            yield self.game.show(table, step.action)

    def __str__(self) -> str:
        drawn = markup.bare(self.render("en"))
        return "\n".join(line.rstrip() for line in drawn.splitlines())

    # What can be done

    def read(self, text: str) -> int:
        """The legal action that a text means; UnreadableAction or IllegalAction otherwise."""
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
        """What can be played now in notation, as far as one wants to read it."""
        legal = self.legal()
        return (*legal[:SHOWN], "…") if len(legal) > SHOWN else tuple(legal)

    def play(self, text: str) -> None:
        """Play one action in notation, then deal what chance decides."""
        self.apply(self.read(text))

    def apply(self, action: int) -> None:
        """Play one legal action by its code, then deal what chance decides."""
        self.step(action)
        self.deal()

    def take_back(self) -> None:
        """Take back the last decision, as long as nothing hidden was revealed by it.

        What chance has brought since, a card drawn or turned up, cannot be forgotten; unless it is
        entered by hand, where it can be corrected.
        """
        if self.history and self.history[-1].actor == CHANCE and not self.by_hand:
            raise AlreadyRevealed("already_revealed")
        self.undo()

    def undo(self) -> None:
        """Take back the last decision of a seat, and the chance that followed it.

        Not after the end of a match of several: the seed has been told by then.
        """
        decided = [n for n, step in enumerate(self.history) if step.actor != CHANCE or self.by_hand]
        if not decided:
            raise NothingToUndo("nothing_to_undo")
        self.back_to(decided[-1])

    def back_to(self, step: int) -> None:
        """Take back everything from one step on; after the end only where no dealing was secret
        from anybody: entered by hand, or played alone.
        """
        if self.over and not self.by_hand and self.seats > 1:
            raise MatchOver("over")
        self.tables.back_to(step)

    def step(self, action: int) -> None:
        """Play one legal action, or outcome of chance, and deal nothing yet."""
        self.tables.go(self.to_act, action)

    def deal(self) -> None:
        """The dealer decides whatever chance decides, until a seat has to."""
        while not self.by_hand and self.to_act == CHANCE:
            self.step(self.due(len(self.history)))

    def due(self, step: int) -> int:
        """What the dealer draws at a step at which chance decides."""
        before = self.history.actors[:step].count(CHANCE)
        return self.dealer.draw(before, self.referee.chances(self.tables[step]))

    # Files

    def save(self, path: Path | str) -> None:
        """Write the match to a file; it is there whole or not at all."""
        from .matchfile import save

        save(self, Path(path))

    @staticmethod
    def load(path: Path | str, components: Path | None = None) -> Match:
        """Read a match back; BadMatchFile says what is wrong, and where."""
        from .matchfile import load

        return load(Path(path), components)


def checked_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names as they can be shown anywhere; BadName otherwise."""
    for name in names:
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise BadName("bad_name", text=name, n=LONGEST_NAME)
    return tuple(names)


def checked_players(players: Sequence[str], seats: int) -> tuple[str, ...]:
    """Who decides for each seat, for all or for none; BadName otherwise."""
    if players and len(players) != seats:
        raise BadName("bad_players", n=len(players), seats=seats)
    return checked_names(players)
