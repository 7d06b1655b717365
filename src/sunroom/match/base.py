"""A match as it stands: how it was set up, and every question about it that changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self, TypedDict

from sunroom.engine.referee import Referee, interpreted
from sunroom.rules.catalogue import load
from sunroom.rules.contract import OVER, Game, Outlook, winning_seats
from sunroom.rules.record import Table
from sunroom.rules.words import Message, Refusal

from .dealing import Dealer
from .history import MatchTables, Steps

LONGEST_NAME = 40


class BadName(Refusal):
    """A name that is empty, too long, or cannot be shown."""


class Setup(TypedDict, total=False):
    """How a match is set up."""

    seats: int | None  # where the players have no names
    options: Mapping[str, str] | None
    seed: int | bytes | None
    dealer: Dealer | None  # instead of a seed
    by_hand: bool
    players: Sequence[str]  # who decides for each seat, as written on the command line
    referee: Referee | None


class BaseMatch:
    """What a match is, and what can be asked about it. `Match` adds everything that changes it."""

    def _set_up(
        self,
        game: Game | str,
        names: Sequence[str] | None,
        *,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: int | bytes | None = None,
        dealer: Dealer | None = None,
        by_hand: bool = False,
        players: Sequence[str] = (),
        referee: Referee | None = None,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        self.settings = self.game.settings(options, seats if names is None else len(names))
        self.names = checked_names(names) if names is not None else self._numbered_names()
        self.referee = referee or interpreted(self.game)
        self.dealer = dealer or Dealer.of(seed)
        self.by_hand = by_hand
        self.players = checked_players(players, len(self.names))
        self.tables = MatchTables(self.referee, self.referee.new(self.settings))
        # Who decides and what is legal, each with the table that it was found for.
        self._known_actor: tuple[Table | None, int] = (None, OVER)
        self._known_codes: tuple[Table | None, list[int]] = (None, [])
        # What each eye may know, with the table; all forks know it, as tables do not change.
        self._known_veils: dict[int, tuple[Table, Table]] = {}

    def _numbered_names(self) -> tuple[str, ...]:
        words = self.game.words
        return tuple(words("seat", "en", n=seat + 1) for seat in range(self.settings[0]))

    def fork(self) -> Self:
        """The same match again: what is done to one does not change the other."""
        return self._with(self.tables.fork())

    def trial(self) -> Self:
        """A fork in which something is tried that may be played for real directly afterwards."""
        return self._with(self.tables.trial())

    def _with(self, tables: MatchTables) -> Self:
        other = self.__class__.__new__(self.__class__)
        other.__dict__.update(self.__dict__)
        other.tables = tables
        return other

    # The setup

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.names)

    @property
    def options(self) -> dict[str, str]:
        """Every option of the game with its choice."""
        return self.game.settings_in_words(self.settings)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the dealer's seed, which is shown from the start."""
        return self.dealer.commitment

    @property
    def seed(self) -> bytes | None:
        """The dealer's secret seed; None until the match is over."""
        return self.dealer.seed if self.over else None

    # The table

    @property
    def table(self) -> Table:
        """The true table, with everything hidden. For the referee only; players get `veiled`."""
        return self.tables.now

    @property
    def history(self) -> Steps:
        """All steps so far."""
        return self.tables.history

    def veiled(self, seat: int) -> Table:
        """The table as this seat may know it."""
        table = self.table.copy()
        self.referee.veil(table, seat)
        return table

    def veiled_at(self, step: int, seat: int) -> Table:
        """The table after the first *step* steps as a seat, or a SPECTATOR, may know it. A caller
        must not change it.
        """
        table = self.tables[step]
        if not self.game.secrets:
            return table
        known, veiled = self._known_veils.get(seat, (None, table))
        if known is not table:
            veiled = table.copy()
            self.referee.veil(veiled, seat)
            self._known_veils[seat] = (table, veiled)
        return veiled

    def view(self, seat: int) -> dict[str, Any]:
        """The data for this seat's screen."""
        return self.game.view(self.veiled(seat), seat)

    # The decision

    @property
    def to_act(self) -> int:
        """The seat that decides, CHANCE or OVER; the rules are asked once for each table."""
        table, actor = self._known_actor
        if table is not self.tables.now:
            table, actor = self._known_actor = (
                self.tables.now,
                self.referee.to_act(self.tables.now),
            )
        return actor

    @property
    def over(self) -> bool:
        """Whether the rules have ended the match."""
        return self.to_act == OVER

    def actions(self) -> list[int]:
        """The codes that can be played now, including outcomes of chance."""
        return list(self._playable())

    def _playable(self) -> list[int]:
        """The same; the rules are asked once for each table."""
        table, codes = self._known_codes
        if table is not self.tables.now:
            table, codes = self._known_codes = (
                self.tables.now,
                self.referee.codes(self.tables.now),
            )
        return codes

    def legal(self) -> list[str]:
        """What can be played now, in notation."""
        show, table = self.game.show, self.table
        return [show(table, action) for action in self._playable()]

    def ask(self) -> Message:
        """What is being decided, as a question."""
        return self.game.ask(self.veiled_at(len(self.history), self.to_act))

    def exact(self) -> dict[int, Outlook] | None:
        """What exact play makes of every legal action; None where a game is not solved."""
        exact = self.game.knowledge.exact
        return None if exact is None else exact(self.veiled(self.to_act))

    # The result

    def scores(self) -> list[int]:
        """The result of each seat as the table is now."""
        return self.referee.scores(self.table, self.seats)

    def winners(self) -> list[int]:
        """The seats that have won: several share a win; nobody while the match goes on."""
        return winning_seats(self.scores()) if self.over else []


def checked_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names as a tuple. Raises BadName for one that is empty, too long, or cannot be shown."""
    for name in names:
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise BadName("bad_name", text=name, n=LONGEST_NAME)
    return tuple(names)


def checked_players(players: Sequence[str], seats: int) -> tuple[str, ...]:
    """Who decides for each seat. Raises BadName unless it is one for every seat, or none at all."""
    if players and len(players) != seats:
        raise BadName("bad_players", n=len(players), seats=seats)
    return checked_names(players)
