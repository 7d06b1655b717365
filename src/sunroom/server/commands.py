"""What players can do to a match: one function for each command, whoever it comes from.

They are called with the match's lock held, answer the events that follow, and refuse with a
sentence before anything has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import NamedTuple

from sunroom.kernel.match import Match
from sunroom.players.levels import opponent

from . import events as ev
from . import wire
from .live import ABORTED, ENDED, GATHERING, OPEN, PERSON, PLAYING, Live, read_only
from .refusals import NotNow, NotYours


class Key(NamedTuple):
    """What a link stands for."""

    kind: str  # invite, seat or watch
    seat: int | None


class Who(NamedTuple):
    """Somebody who wants something, and the keys that they have shown."""

    person: str
    key: Key | None = None


@singledispatch
def carry_out(command: wire.AnyCommand, live: Live, who: Who) -> Sequence[ev.AnyEvent]:
    raise TypeError(command)


# Deciding


def deciding(live: Live, who: Who, version: int) -> tuple[Match, list[int]]:
    """The match, and the seats for which somebody may decide at the version that they have seen."""
    own = live.seats_of(who.person)
    if not own:
        raise NotYours("no_seat")
    if live.game is None:
        raise read_only(live)
    if live.match is None or live.status == GATHERING:
        raise NotNow("not_begun")
    if live.status != PLAYING:
        raise NotNow("match_ended")
    if version < live.changed or version > live.n:
        raise NotNow("stale")
    return live.match, own


@carry_out.register
def _(command: wire.Play, live: Live, who: Who) -> Sequence[ev.AnyEvent]:
    match, own = deciding(live, who, command.version)
    seat = live.turn
    if seat not in own and not live.by_hand(own[0]):
        raise NotYours("not_your_turn")
    if live.held and match.to_act != seat:
        raise NotNow("confirm_first")
    action = match.read(command.text)
    # What begins tentatively stays so until it is confirmed.
    # By hand everything can be corrected anyway, step by step.
    hold = ((command.hold and not live.facts.by_hand) or live.held > 0) and seat >= 0
    return [live.play(seat, action, hold=hold)]


@carry_out.register
def _(command: wire.Confirm, live: Live, who: Who) -> Sequence[ev.AnyEvent]:
    _, own = deciding(live, who, command.version)
    if live.turn not in own:
        raise NotYours("not_your_turn")
    if not live.held:
        raise NotNow("nothing_held")
    return [live.confirm()]


@carry_out.register
def _(command: wire.Undo, live: Live, who: Who) -> Sequence[ev.AnyEvent]:
    _, own = deciding(live, who, command.version)
    turn = live.turn
    seat = turn if turn in own else own[0]
    to = live.undo_to(seat, whole=command.all)
    if to is None or (turn not in own and not live.facts.by_hand):
        raise NotNow("cannot_undo")
    return [ev.Undone(seat, to)]


# With the consent of others


@carry_out.register
def _(command: wire.Takeback, live: Live, who: Who) -> Sequence[ev.AnyEvent]:
    _, own = deciding(live, who, command.version)
    turns = {seat: to for seat in own if (to := live.takeback_to(seat)) is not None}
    if not turns:
        raise NotNow("nothing_to_take_back")
    seat = max(turns, key=lambda one: turns[one])
    if live.others(seat):
        return [*_no_other_vote(live), ev.Proposed(seat, "takeback", turns[seat])]
    return [ev.Undone(seat, turns[seat])]


@carry_out.register
def _(command: wire.Abort, live: Live, who: Who) -> Sequence[ev.AnyEvent]:
    if live.status in (ENDED, ABORTED):
        raise NotNow("match_ended")
    if live.status == GATHERING:
        if who.person != live.facts.host:
            raise NotYours("host_only")
        return [ev.Aborted()]
    seat = _own_seat(live, who)
    if live.others(seat):
        return [*_no_other_vote(live), ev.Proposed(seat, "abort")]
    return [ev.Aborted()]


def _no_other_vote(live: Live) -> Sequence[ev.AnyEvent]:
    if live.vote is not None:
        raise NotNow("vote_open")
    return ()


@carry_out.register
def _(command: wire.Answer, live: Live, who: Who) -> Sequence[ev.AnyEvent]:
    vote = live.vote
    waiting = [n for n in live.seats_of(who.person) if vote is not None and n in vote.waiting]
    if vote is None or not waiting:
        raise NotNow("no_vote")
    answers: list[ev.AnyEvent] = [ev.Answered(seat, command.agree) for seat in waiting]
    if not command.agree:
        return answers[:1]
    if set(vote.waiting) == set(waiting):
        agreed = ev.Aborted() if vote.what == "abort" else ev.Undone(vote.seat, live.vote_to)
        answers.append(agreed)
    return answers


# Coming and going


@carry_out.register
def _(command: wire.Sit, live: Live, who: Who) -> Sequence[ev.AnyEvent]:
    if live.status in (ENDED, ABORTED):
        raise NotNow("match_ended")
    if live.game is None:
        raise read_only(live)
    if who.key is not None and who.key.kind == "seat" and who.key.seat is not None:
        return _also(live, who.person, who.key.seat)
    if live.seats_of(who.person):
        raise NotNow("sits_already")
    return [ev.Sat(_free_seat(live, who, command.seat), who.person), *beginning(live, 1)]


def _also(live: Live, person: str, seat: int) -> Sequence[ev.AnyEvent]:
    """The same seat on another device."""
    if live.seats[seat].kind != PERSON:
        raise NotNow("seat_taken")
    return [] if person in live.seats[seat].people else [ev.Sat(seat, person, also=True)]


def _free_seat(live: Live, who: Who, wanted: int | None) -> int:
    """A seat that somebody may take: an open one at a public match, or the one of an invitation."""
    invited = who.key is not None and who.key.kind == "invite"
    bound = who.key.seat if who.key is not None and invited else None
    if not invited and live.facts.visibility != "public":
        raise NotYours("not_invited")
    may = [
        n for n, seat in enumerate(live.seats)
        if (n == bound and not seat.taken) or (bound is None and seat.kind == OPEN)
    ]  # fmt: skip
    known = live.hands.get(who.person, set())
    if any(known - {n} for n in may) and not any(known <= {n} for n in may):
        raise NotNow("sat_elsewhere")
    may = [n for n in may if known <= {n}]
    if wanted is not None:
        may = [n for n in may if n == wanted]
    if not may:
        raise NotNow("seat_taken" if wanted is not None or bound is not None else "all_taken")
    return may[0]


def beginning(live: Live, new: int) -> Sequence[ev.AnyEvent]:
    """A match begins when its last *new* seats are taken."""
    free = sum(not seat.taken for seat in live.seats)
    if live.status != GATHERING or free != new or live.game is None:
        return []
    return [live.begin()]


@carry_out.register
def _(command: wire.Fill, live: Live, who: Who) -> Sequence[ev.AnyEvent]:
    if who.person != live.facts.host:
        raise NotYours("host_only")
    if live.status in (ENDED, ABORTED):
        raise NotNow("match_ended")
    if live.game is None:
        raise read_only(live)
    if command.seat >= len(live.seats) or live.seats[command.seat].taken:
        raise NotNow("seat_taken")
    opponent(live.game, command.level)
    return [ev.Filled(command.seat, command.level), *beginning(live, 1)]


@carry_out.register
def _(command: wire.Leave, live: Live, who: Who) -> Sequence[ev.AnyEvent]:
    if live.status in (ENDED, ABORTED):
        raise NotNow("match_ended")
    own = live.seats_of(who.person)
    if not own:
        raise NotYours("no_seat")
    back = [ev.Undone(live.turn, live.settled)] if live.held and live.turn in own else []
    return [*back, *(ev.Left(seat) for seat in own)]


@carry_out.register
def _(command: wire.Resign, live: Live, who: Who) -> Sequence[ev.AnyEvent]:
    if live.status == GATHERING:
        raise NotNow("not_begun")
    if live.status != PLAYING:
        raise NotNow("match_ended")
    return [ev.Out(_own_seat(live, who), "resigned")]


def _own_seat(live: Live, who: Who) -> int:
    """The seat for which somebody speaks: of several on one device the one to act."""
    own = live.seats_of(who.person)
    if not own:
        raise NotYours("no_seat")
    return live.turn if live.turn in own else own[0]
