"""One match as its events have made it. Only `fold` changes it.

Before it begins a match is Gathering, from then on Playing. One whose rules or pieces are not here
any more is Unplayable: it can be read, and nothing else. Where its game has other rules now, it is
ended.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from sunroom.engine.referee import Referee
from sunroom.match.dealing import Contribution, Dealer
from sunroom.match.match import Match
from sunroom.rules.contract import CHANCE, OVER, SPECTATOR, Game

from .clock import NOBODY, Clock
from .header import AI, Header, without_names
from .seating import Seating
from .wire import Origin, Vote

GATHERING, PLAYING, ENDED, ABORTED = "gathering", "playing", "over", "aborted"
SHARES_WITHIN = 5_000  # milliseconds until a match begins without the shares that are missing
STAND_IN = "casual"  # plays on for a seat that is out, so that the others can


class State:
    """What every match has."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.status = GATHERING
        self.n = 0  # of the last event
        self.at = header.created  # when that was
        self.changed = 0  # of the last event that moved the table on or back
        self.seating = Seating.of(header.seats)
        self.clock = Clock.of(header.clock, len(header.seats))
        self.called_off = ""  # why it has ended without a result
        self.vote: Vote | None = None
        self.vote_to = 0
        self.held = 0  # decisions that wait to be confirmed
        self.origin: Origin | None = None  # of a match that goes on from another's table
        # What each seat has added to the dealing.
        self.contributions = (Contribution(),) * len(header.seats)

    def fork(self) -> Self:
        """The same state, to be folded on: the first stays what it is."""
        other = self.__class__.__new__(self.__class__)
        other.__dict__.update(self.__dict__)
        return other

    def without_names(self, person: str) -> Self:
        """The same without the names that somebody has given who is gone. No event says so: what is
        to be forgotten is not written down.
        """
        other = self.fork()
        seats = without_names(self.header.seats, self.header.host, person)
        other.header = replace(self.header, seats=seats)
        for n, seat in enumerate(seats):
            if seat.name is None:
                other.seating = other.seating.changed(n, name=None)
        return other

    @property
    def promised(self) -> bool:
        """Whether any seat has promised a share in the dealing."""
        return any(one.promise for one in self.contributions)

    @property
    def dealer(self) -> Dealer:
        """Who draws for chance: from the seed, and from the shares where any was promised."""
        return Dealer(self.header.seed, self.contributions if self.promised else ())

    def contribute(self, seat: int, **change: Any) -> None:
        """Change what a seat adds to the dealing."""
        given = list(self.contributions)
        given[seat] = replace(given[seat], **change)
        self.contributions = tuple(given)

    @property
    def revealing(self) -> list[int]:
        """The seats whose shares the dealing waits for."""
        return []

    @property
    def turn(self) -> int:
        """The seat that has to decide, confirm included; CHANCE (by hand) or OVER."""
        return OVER

    def ask_again(self) -> None:
        """Something has happened: what follows from the steps has to be found out again."""

    @property
    def thinks(self) -> bool:
        """Whether an opponent has to decide."""
        return False

    @property
    def alike(self) -> bool:
        """Whether everybody sees the same."""
        return True

    @property
    def finished(self) -> bool:
        return self.status in (ENDED, ABORTED)

    def is_timed(self, seat: int) -> bool:
        """Opponents wait for the machine; a seat that was left does not stop its clock."""
        return bool(self.clock.left) and seat >= 0 and self.seating[seat].kind != AI

    @property
    def timed(self) -> int:
        """The seat whose time runs, or NOBODY."""
        turn = self.turn
        return turn if self.is_timed(turn) else NOBODY

    def deadline(self) -> float | None:
        """When the time of the seat to act is up, or the time to show shares; in milliseconds since
        1970.
        """
        return self.clock.deadline(self.timed) if self.clock.left else None

    def eye_of(self, person: str | None) -> int:
        """The seat from which a person sees the table."""
        return self.seating.eye_of(person, self.turn)


class Gathering(State):
    """Waits for people; or was called off before it began."""

    def __init__(self, header: Header, game: Game, referee: Referee) -> None:
        super().__init__(header)
        self.game = game
        self.referee = referee
        self.full_since = 0  # when the last seat was taken, in milliseconds since 1970

    @property
    def revealing(self) -> list[int]:
        if self.status != GATHERING or self.seating.free:
            return []
        return [n for n, one in enumerate(self.contributions) if one.withheld]

    def deadline(self) -> float | None:
        return self.full_since + SHARES_WITHIN if self.revealing else None


class Unplayable(State):
    """Its rules or pieces are not here any more."""


class Playing(State):
    """Has begun, and may have ended."""

    def __init__(self, gathered: Gathering) -> None:
        self.__dict__.update(gathered.__dict__)
        header = gathered.header
        self.game = gathered.game
        self.match = Match.undealt(
            gathered.game, seats=len(header.seats), options=header.options,
            dealer=gathered.dealer, by_hand=header.by_hand, referee=gathered.referee,
        )  # fmt: skip
        self._turn: int | None = None  # as long as nobody has asked
        self.settled = 0  # steps that everybody has seen
        self.fixed = 0  # up to here a seat has confirmed: no undo goes further back

    def fork(self) -> Self:
        other = super().fork()
        other.match = self.match.fork()
        return other

    @property
    def turn(self) -> int:
        if self._turn is None:
            self._turn = self._whose_turn()
        return self._turn

    def _whose_turn(self) -> int:
        if self.status != PLAYING:
            return OVER
        return self.match.history.actors[self.settled] if self.held else self.match.to_act

    def ask_again(self) -> None:
        self._turn = None
        self.held = len(self.match.history) - self.settled

    @property
    def thinks(self) -> bool:
        turn = self.turn
        return turn >= 0 and self.seating[turn].kind == AI

    @property
    def played_out(self) -> bool:
        """Whether the rules have ended it."""
        return not self.match.tables.paused and not self.held and self.match.over

    @property
    def alike(self) -> bool:
        return not self.game.secrets and not self.held

    def enters_chance(self, eye: int) -> bool:
        """Whether somebody enters what chance decides."""
        return self.header.by_hand and self.turn == CHANCE and eye != SPECTATOR

    # How far back somebody may go

    def undo_to(self, seat: int, *, whole: bool = False) -> int | None:
        """The step to which a seat can undo by itself: inside its turn, and nothing has been
        revealed since.
        """
        actors = self.match.history.actors
        if not actors or self.turn != seat:
            return self._corrected(seat)
        first = len(actors)
        floor = max(self.fixed, self.settled if self.held else 0)
        while first > floor and actors[first - 1] == seat:
            first -= 1
            if not whole:
                break
        return first if first < len(actors) else self._corrected(seat)

    def _corrected(self, seat: int) -> int | None:
        """What was entered by hand can be corrected."""
        steps = len(self.match.history)
        can = self.header.by_hand and steps and self.status == PLAYING and seat != SPECTATOR
        return steps - 1 if can else None

    def takeback_to(self, seat: int) -> int | None:
        """The step at which a seat's last turn began."""
        actors = self.match.history.actors
        made = [n for n, actor in enumerate(actors) if actor == seat]
        if not made:
            return None
        first = made[-1]
        while first and actors[first - 1] == seat:
            first -= 1
        return first

    def steps_seen(self, eye: int) -> int:
        """How much of the history somebody sees: only its own seat sees what is held."""
        return len(self.match.history) if eye == self.turn else self.settled


AnyState = Gathering | Playing | Unplayable
