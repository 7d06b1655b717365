"""One match in memory: what its events say, and what everybody may see of it.

Everything here is a consequence of events: `follow` takes them one by one, those from the database
and those that have just happened, so a match that is loaded again is the match that was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from sunroom.kernel.contract import CHANCE, OVER, SPECTATOR, Game
from sunroom.kernel.match import Match
from sunroom.kernel.referee import Referee

from . import events as ev
from .facts import Facts, SeatSetup
from .refusals import NotNow
from .wire import Clock, Origin, Result, SeatInfo, State, Vote, plain

if TYPE_CHECKING:
    from .audience import Viewer

NOBODY = -1
STAND_IN = "casual"  # plays on for a seat that is out, so that the others can
GATHERING, PLAYING, ENDED, ABORTED = "gathering", "playing", "over", "aborted"
OPEN, RESERVED, PERSON, AI = "open", "reserved", "person", "ai"


class Seat:
    """Who sits somewhere now."""

    def __init__(self, setup: SeatSetup) -> None:
        self.kind = setup.kind
        self.was = setup.kind if setup.kind in (OPEN, RESERVED) else OPEN  # when it is left
        self.people = [setup.person] if setup.person else []  # the first is the one who plays
        self.level = setup.level
        self.name = setup.name
        self.out: str | None = None

    @property
    def person(self) -> str | None:
        return self.people[0] if self.people else None

    @property
    def taken(self) -> bool:
        return self.kind in (PERSON, AI)


class Live:
    def __init__(self, facts: Facts, game: Game | None, referee: Referee | None) -> None:
        """*game* is missing where its rules or pieces are not there any more: then the match can be
        read, not played.
        """
        self.facts = facts
        self.game = game
        self.referee = referee
        self.seats = [Seat(setup) for setup in facts.seats]
        self.status = GATHERING
        self.n = 0  # of the last event
        self.changed = 0  # of the last event that moved the table on or back
        self.match: Match | None = None
        self.resting = False  # while events are read that a snapshot makes up for
        self.settled = 0  # so many steps everybody has seen
        self.fixed = 0  # up to here a seat has confirmed: no undo goes further back
        self.vote: Vote | None = None
        self.vote_to = 0
        time = [facts.clock.minutes * 60_000] if facts.clock else []
        self.left: list[float] = [*time * len(self.seats)]  # milliseconds for each seat
        self.since = 0  # when the running clock was last read
        self.next: str | None = None
        self.origin: Origin | None = None  # of a match that goes on from another's table
        self.hands: dict[str, set[int]] = {}  # from which seats somebody has seen this match
        self.chat_n = 0
        # for those who are here
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.alarm: asyncio.TimerHandle | None = None
        self.driver: asyncio.Task[None] | None = None

    # Who is who

    def seats_of(self, person: str | None) -> list[int]:
        """The seats for which a person decides."""
        return [n for n in self.eyes_of(person) if self.seats[n].kind == PERSON]

    def eyes_of(self, person: str | None) -> list[int]:
        """The seats from which a person may look: also one that it has given up."""
        return [n for n, seat in enumerate(self.seats) if person and person in seat.people]

    @property
    def persons(self) -> list[str]:
        """Everybody who plays, once."""
        return list(dict.fromkeys(s.person for s in self.seats if s.person))

    def others(self, seat: int) -> list[int]:
        """Seats of other people, who are asked before something is taken back or called off."""
        mine = self.seats[seat].people
        return [
            n for n, other in enumerate(self.seats)
            if other.kind == PERSON and not set(mine) & set(other.people)
        ]  # fmt: skip

    def eye_of(self, person: str | None) -> int:
        """The seat from which a person sees the table: of their own the one to act."""
        own = self.eyes_of(person)
        return self.turn if self.turn in own else own[0] if own else SPECTATOR

    # Whose turn it is

    @property
    def held(self) -> int:
        """So many steps wait to be confirmed."""
        return len(self.match.tables) - 1 - self.settled if self.match is not None else 0

    @property
    def turn(self) -> int:
        """The seat that has to decide, confirm included; CHANCE (by hand) or OVER."""
        if self.match is None or self.status != PLAYING:
            return OVER
        return self.match.history[self.settled].actor if self.held else self.match.to_act

    @property
    def thinks(self) -> bool:
        """Whether an opponent has to decide."""
        return self.turn >= 0 and self.seats[self.turn].kind == AI

    def undo_to(self, seat: int, *, whole: bool = False) -> int | None:
        """The step to which a seat can undo by itself: inside its turn, and nothing has been
        revealed since.
        """
        match = self.match
        if match is None or self.status != PLAYING or not match.history or self.turn != seat:
            return self._corrected(seat) if self.facts.by_hand else None
        first = len(match.history)
        floor = max(self.fixed, self.settled if self.held else 0)
        while first > floor and match.history[first - 1].actor == seat:
            first -= 1
            if not whole:
                break
        return first if first < len(match.history) else self._corrected(seat)

    def _corrected(self, seat: int) -> int | None:
        """What was entered by hand can be corrected."""
        steps = len(self.match.history) if self.match is not None else 0
        can = self.facts.by_hand and steps and self.status == PLAYING and seat != SPECTATOR
        return steps - 1 if can else None

    def takeback_to(self, seat: int) -> int | None:
        """The step at which a seat's last turn began."""
        if self.match is None:
            return None
        made = [n for n, step in enumerate(self.match.history) if step.actor == seat]
        if not made:
            return None
        first = made[-1]
        while first and self.match.history[first - 1].actor == seat:
            first -= 1
        return first

    # What happens

    def begin(self) -> ev.Began:
        self._set_up()
        assert self.match is not None
        self.match.deal()
        return ev.Began(**self._steps(0))

    def play(self, seat: int, action: int, *, hold: bool) -> ev.Played:
        """Carry out a legal action; `follow` must be told of what comes back."""
        assert self.match is not None
        start = len(self.match.history)
        self.match.step(action)
        if not hold:
            self.match.deal()
        return ev.Played(seat=seat, held=hold, **self._steps(start))

    def confirm(self) -> ev.Confirmed:
        assert self.match is not None
        start, seat = len(self.match.history), self.turn
        told = [plain(one) for n in range(self.settled, start) for one in self.match.told(n)]
        self.match.deal()
        steps = self._steps(start)
        return ev.Confirmed(seat=seat, **steps | {"told": told + steps["told"]})

    def _set_up(self) -> None:
        assert self.game is not None
        facts = self.facts
        self.match = Match(
            self.game, seats=len(self.seats), options=facts.options, seed=facts.seed,
            by_hand=True, referee=self.referee,
        )  # fmt: skip
        self.match.by_hand = facts.by_hand

    def _steps(self, start: int) -> dict[str, Any]:
        """What has been played and dealt from a step on."""
        match = self.match
        assert match is not None
        new = range(start, len(match.history))
        return {
            "codes": [match.history[n].action for n in new],
            "texts": [match.game.show(match.tables[n], match.history[n].action) for n in new],
            "told": [plain(one) for n in new for one in match.told(n)],
        }

    def follow(self, n: int, at: int, event: ev.AnyEvent, *, carried_out: bool = False) -> None:
        """Take an event in; *carried_out* where the table has already moved on."""
        decides = event.seat if isinstance(event, ev.Played | ev.Confirmed) else self.turn
        self._charge(decides, at)
        if not carried_out and isinstance(event, ev.Steps):
            self._again(event)
        self.n = n
        TAKES[type(event)](self, event)
        if isinstance(event, ev.Steps | ev.Undone | ev.Out | ev.Aborted):
            self.changed = n
            self.vote = None
        if self.status == PLAYING and isinstance(event, ev.Sat | ev.Began):
            for seat, who in ((s, p) for s, one in enumerate(self.seats) for p in one.people):
                self.hands.setdefault(who, set()).add(seat)
        self.end_if_over()
        moved = isinstance(event, ev.Steps) and self.turn != decides
        if self.facts.clock and self.is_timed(decides) and moved:
            self.left[decides] += self.facts.clock.increment * 1000

    def end_if_over(self) -> None:
        over = self.match is not None and not self.resting and not self.held and self.match.over
        if over and self.status == PLAYING:
            self.status = ENDED

    def _again(self, event: ev.Steps) -> None:
        """Steps that somebody has played before."""
        if isinstance(event, ev.Began) and self.game is not None:
            self._set_up()
        if self.match is None:
            return
        actor = getattr(event, "seat", CHANCE) if not isinstance(event, ev.Confirmed) else CHANCE
        go = self.match.tables.note if self.resting else self.match.tables.go
        for code in event.codes:
            go(actor, code)
            actor = CHANCE

    def _branched(self, event: ev.Branched) -> None:
        self.origin = Origin(event.match, event.step)

    def _sat(self, event: ev.Sat) -> None:
        seat = self.seats[event.seat]
        seat.kind = PERSON
        seat.people = [*seat.people, event.person] if event.also else [event.person]
        if not event.also:
            seat.name = None  # of whoever sat there before

    def _left_seat(self, event: ev.Left) -> None:
        seat = self.seats[event.seat]
        seat.kind, seat.people = seat.was, []
        self.vote = None  # nobody could answer for it

    def _filled(self, event: ev.Filled) -> None:
        seat = self.seats[event.seat]
        seat.kind, seat.people, seat.level = AI, [], event.level

    def _began(self, event: ev.Began) -> None:
        self.status = PLAYING
        self._settle()

    def _played(self, event: ev.Played) -> None:
        if not event.held:
            self._settle()

    def _confirmed(self, event: ev.Confirmed) -> None:
        self._settle()
        self.fixed = self.settled

    def _settle(self) -> None:
        self.settled = len(self.match.history) if self.match is not None else 0

    def _undone(self, event: ev.Undone) -> None:
        if self.match is not None:
            self.match.tables.back_to(event.to)
        self.settled = min(self.settled, event.to)
        self.fixed = min(self.fixed, event.to)

    def _proposed(self, event: ev.Proposed) -> None:
        self.vote = Vote(event.seat, event.what, self.others(event.seat))
        self.vote_to = event.to

    def _answered(self, event: ev.Answered) -> None:
        if self.vote is None:
            return
        if event.agree:
            self.vote.waiting = [n for n in self.vote.waiting if n != event.seat]
        else:
            self.vote = None

    def _goes_out(self, event: ev.Out) -> None:
        """The others play on, as long as there are people among them and more than one is left."""
        seat = self.seats[event.seat]
        seat.out, seat.kind, seat.level = event.why, AI, STAND_IN
        if self.match is not None and self.held:
            self.match.tables.back_to(self.settled)  # what was held back has never been played
        still = [other for other in self.seats if not other.out]
        if len(still) < 2 or not any(other.people for other in still):
            self.status = ENDED

    def _aborted(self, event: ev.Aborted) -> None:
        self.status = ABORTED

    # Time

    def _charge(self, seat: int, at: int) -> None:
        """Take the time that has gone by off the clock of the seat that had to decide."""
        if self.is_timed(seat) and self.status == PLAYING:
            self.left[seat] = max(self.left[seat] - (at - self.since), 0)
        self.since = at

    def is_timed(self, seat: int) -> bool:
        """Opponents wait for the machine; a seat that was left does not stop its clock."""
        return bool(self.left) and seat >= 0 and self.seats[seat].kind != AI

    @property
    def timed(self) -> int:
        """The seat whose time runs."""
        return self.turn if self.is_timed(self.turn) else NOBODY

    def deadline(self) -> float | None:
        """When the time of the seat to act is up, in milliseconds since 1970."""
        return self.since + self.left[self.timed] if self.timed >= 0 else None

    def clock(self, now: int) -> Clock | None:
        if not self.left:
            return None
        left = [int(time) for time in self.left]
        if self.timed >= 0:
            left[self.timed] = max(int(left[self.timed] - (now - self.since)), 0)
        return Clock(left, self.timed)

    # The end

    def result(self) -> Result | None:
        if self.status == ABORTED:
            return Result("aborted", seed=self.facts.seed.hex())
        if self.status != ENDED:
            return None
        out = next((seat.out for seat in self.seats if seat.out), None)
        if self.match is None:
            return Result(out or "played")
        played = self.match.over
        reason = "played" if played else out or "played"
        result = Result(reason, self.winners(), seed=self.facts.seed.hex())
        if played:
            self._tell_scores(result)
        return result

    def _tell_scores(self, result: Result) -> None:
        assert self.match is not None
        game, table = self.match.game, self.match.table
        result.scores = self.match.scores()
        if game.points is not None:
            result.points = [game.points(table, n) for n in range(len(self.seats))]
        if game.verdict is not None:
            result.verdict = plain(game.verdict(table))

    def winners(self) -> list[int]:
        """Who has won; a seat that is out has not, whatever its stand-in did."""
        assert self.match is not None
        still = [n for n, seat in enumerate(self.seats) if not seat.out]
        if not self.match.over:
            return still if len(still) == 1 and len(self.seats) > 1 else []
        scores = self.match.scores()
        best = max((scores[n] for n in still), default=-1)
        return [n for n in still if scores[n] == best >= 0]

    # What everybody may see

    @property
    def alike(self) -> bool:
        """Whether everybody sees the same."""
        return self.game is not None and not self.game.secrets and not self.held

    def steps_seen(self, eye: int) -> int:
        """How far the course has gone in somebody's eyes: only its own seat sees what is held."""
        if self.match is None:
            return 0
        return len(self.match.history) if eye == self.turn else self.settled

    def view(self, eye: int, step: int) -> msgspec.Raw:
        assert self.match is not None
        assert self.game is not None
        seen = self.game.view(self.match.seen(step, eye), eye)
        return msgspec.Raw(msgspec.json.encode(seen))

    def state(
        self, eye: int, now: int, told: Iterable[dict[str, Any]] = (), *, back: bool = False
    ) -> State:
        """The table as a seat, or a spectator, may see it now."""
        state = State(
            self.n, self.status, self.turn, told=list(told), vote=self.vote, back=back,
            clock=self.clock(now), result=self.result(),
        )  # fmt: skip
        if self.game is None:
            state.why = read_only(self).message.id
        if self.match is None:
            return state
        state.view = self.view(eye, self.steps_seen(eye))
        if self.status == PLAYING and (self.alike or eye == self.turn or self.by_hand(eye)):
            self._offer(state)
        return state

    def by_hand(self, eye: int) -> bool:
        """Whether somebody enters what chance decides."""
        return self.facts.by_hand and self.turn == CHANCE and eye != SPECTATOR

    def _offer(self, state: State) -> None:
        """What the seat to act can do."""
        match = self.match
        assert match is not None
        state.held = self.held
        state.undo = self.undo_to(self.turn) is not None
        if match.to_act == self.turn:
            state.legal = match.legal()
            state.ask = plain(match.ask())

    def past(self, eye: int, n: int, told: Sequence[dict[str, Any]], step: int) -> State:
        """The table as it was after an event."""
        return State(n, self.status, view=self.view(eye, step), told=list(told))

    def seat_infos(self, person: str | None, names: dict[str, str]) -> list[SeatInfo]:
        """Who sits where, with the names that people go by now."""
        return [
            SeatInfo(
                seat.kind,
                seat.name or names.get(seat.person or "") or None,
                seat.level,
                yours=bool(person and person in seat.people),
                out=seat.out,
            )
            for seat in self.seats
        ]


TAKES: dict[type, Callable[[Live, Any], None]] = {
    ev.Branched: Live._branched,
    ev.Sat: Live._sat,
    ev.Left: Live._left_seat,
    ev.Filled: Live._filled,
    ev.Began: Live._began,
    ev.Played: Live._played,
    ev.Confirmed: Live._confirmed,
    ev.Undone: Live._undone,
    ev.Proposed: Live._proposed,
    ev.Answered: Live._answered,
    ev.Out: Live._goes_out,
    ev.Aborted: Live._aborted,
}


def match_of(live: Live) -> Match:
    """A match that has begun."""
    if live.match is None:
        raise NotNow("not_begun") if live.game else read_only(live)
    return live.match


def must_be_over(live: Live) -> None:
    """What is secret until the end stays so until then."""
    if live.status not in (ENDED, ABORTED):
        raise NotNow("not_over_yet")


def read_only(live: Live) -> NotNow:
    """Why a match cannot be played on here."""
    return NotNow("read_only", game=live.facts.game, n=live.facts.rules)
