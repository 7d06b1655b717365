"""What players can do to a match: one function for each command, whoever it comes from.

Each returns the events that follow, or refuses with a sentence. Nothing here changes a match: where
something has to be played to know what follows, it is tried on a fork.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeGuard

from sunroom.match.dealing import promise_of
from sunroom.match.match import Match
from sunroom.players.levels import Decision, opponent
from sunroom.players.roster import as_expected
from sunroom.rules.words import message_data

from . import events as ev
from . import wire
from .header import OPEN, PERSON
from .refusals import Denied, NotNow, NotYours, read_only
from .state import GATHERING, PLAYING, AnyState, Gathering, Playing, Unplayable

Events = Sequence[ev.AnyEvent]


class Key(NamedTuple):
    """What a link stands for."""

    kind: str  # invite, seat or watch
    seat: int | None


class Who(NamedTuple):
    """Somebody who wants something, and the key that they have shown."""

    person: str
    key: Key | None = None


def decide(state: AnyState, command: wire.Command, who: Who) -> Events:
    """What follows from a command; a Refusal where somebody may not do that, or not now."""
    return DECISIONS[type(command)](state, command, who)


# Deciding


def play(state: AnyState, command: wire.Play, who: Who) -> Events:
    state, own = deciding(state, who, command.version)
    seat, held = state.turn, state.held
    if seat not in own and not state.enters_chance(own[0]):
        raise NotYours("not_your_turn")
    if held and state.match.to_act != seat:
        raise NotNow("confirm_first")
    action = state.match.read(command.text)
    # What begins tentatively stays so until it is confirmed.
    # By hand everything can be corrected anyway, step by step.
    hold = ((command.hold and not state.header.by_hand) or held > 0) and seat >= 0
    return [played(state.match.trial(), seat, action, hold=hold)]


def played(match: Match, seat: int, action: int, *, hold: bool = False) -> ev.Played:
    """A legal action, played on a match that is there to be tried."""
    start = len(match.history)
    match.step(action)
    if not hold:
        match.deal()
    return ev.Played(seat=seat, held=hold, **steps_of(match, start))


def steps_of(match: Match, start: int) -> dict[str, Any]:
    """What has been played and dealt from a step on, as events have it."""
    codes = match.history.actions[start:].tolist()
    new, show = range(start, start + len(codes)), match.game.show
    return {
        "codes": codes,
        "texts": [show(match.tables[n], code) for n, code in zip(new, codes, strict=True)],
        "told": told(match, new),
    }


def told(match: Match, steps: Iterable[int]) -> ev.Messages:
    """What everybody may read of some steps."""
    return [message_data(one) for n in steps for one in match.log_of(n)]


def confirm(state: AnyState, command: wire.Confirm, who: Who) -> Events:
    state, own = deciding(state, who, command.version)
    if state.turn not in own:
        raise NotYours("not_your_turn")
    if not state.held:
        raise NotNow("nothing_held")
    match, seat, start = state.match.trial(), state.turn, len(state.match.history)
    shown = told(match, range(state.settled, start))
    match.deal()
    steps = steps_of(match, start)
    return [ev.Confirmed(seat=seat, **steps | {"told": shown + steps["told"]})]


def undo(state: AnyState, command: wire.Undo, who: Who) -> Events:
    state, own = deciding(state, who, command.version)
    turn = state.turn
    seat = turn if turn in own else own[0]
    to = state.undo_to(seat, whole=command.all)
    if to is None or (turn not in own and not state.header.by_hand):
        raise NotNow("cannot_undo")
    return [ev.Undone(seat, to)]


def deciding(state: AnyState, who: Who, version: int) -> tuple[Playing, list[int]]:
    """The match, and the seats for which somebody may decide at the version that they have seen."""
    own = state.seating.decided_by(who.person)
    if not own:
        raise NotYours("no_seat")
    state = playable(state)
    if not isinstance(state, Playing):
        raise NotNow("not_begun")
    if state.status != PLAYING:
        raise NotNow("match_ended")
    if version < state.changed or version > state.n:
        raise NotNow("stale")
    return state, own


# With the consent of others


def takeback(state: AnyState, command: wire.Takeback, who: Who) -> Events:
    state, own = deciding(state, who, command.version)
    turns = {seat: to for seat in own if (to := state.takeback_to(seat)) is not None}
    if not turns:
        raise NotNow("nothing_to_take_back")
    seat = max(turns, key=lambda one: turns[one])
    if state.seating.others(seat):
        no_other_vote(state)
        return [ev.Proposed(seat, "takeback", turns[seat])]
    return [ev.Undone(seat, turns[seat])]


def abort(state: AnyState, command: wire.Abort, who: Who) -> Events:
    not_over(state)
    if state.status == GATHERING:
        host_only(state, who)
        return [ev.Aborted()]
    seat = own_seat(state, who)
    if state.seating.others(seat):
        no_other_vote(state)
        return [ev.Proposed(seat, "abort")]
    return [ev.Aborted()]


def answer(state: AnyState, command: wire.Answer, who: Who) -> Events:
    vote, own = state.vote, state.seating.decided_by(who.person)
    if vote is None or not (waiting := [n for n in own if n in vote.waiting]):
        raise NotNow("no_vote")
    if not command.agree:
        return [ev.Answered(waiting[0], agree=False)]
    answers: list[ev.AnyEvent] = [ev.Answered(seat, agree=True) for seat in waiting]
    if set(vote.waiting) == set(waiting):
        agreed = ev.Aborted() if vote.what == "abort" else ev.Undone(vote.seat, state.vote_to)
        answers.append(agreed)
    return answers


# Coming and going


def sit(state: AnyState, command: wire.Sit, who: Who) -> Events:
    not_over(state)
    playable(state)
    if who.key is not None and who.key.kind == "seat" and who.key.seat is not None:
        return also(state, who.person, who.key.seat)
    if state.seating.decided_by(who.person):
        raise NotNow("sits_already")
    seat = free_seat(state, who, command.seat)
    promised = [ev.Promised(seat, command.promise)] if command.promise and gathers(state) else []
    begun = [] if promised else beginning(state, 1)
    return [ev.Sat(seat, who.person), *promised, *begun]


def also(state: AnyState, person: str, seat: int) -> Events:
    """The same seat on another device."""
    if state.seating[seat].kind != PERSON:
        raise NotNow("seat_taken")
    return [] if person in state.seating[seat].people else [ev.Sat(seat, person, also=True)]


def free_seat(state: AnyState, who: Who, wanted: int | None) -> int:
    """A seat that somebody may take: one that is reserved for them, an open one at a public match,
    or the one of an invitation.
    """
    if own := [n for n in state.seating.reserved_for(who.person) if wanted in (None, n)]:
        return own[0]
    invited = who.key is not None and who.key.kind == "invite"
    bound = who.key.seat if who.key is not None and invited else None
    if not invited and state.header.visibility != "public":
        raise NotYours("not_invited")
    may = [
        n for n, seat in enumerate(state.seating.seats)
        if (n == bound and not seat.taken) or (bound is None and seat.kind == OPEN)
    ]  # fmt: skip
    known: frozenset[int] = state.seating.seen_from.get(who.person, frozenset())
    if any(known - {n} for n in may) and not any(known <= {n} for n in may):
        raise NotNow("sat_elsewhere")
    may = [n for n in may if known <= {n}]
    if wanted is not None:
        may = [n for n in may if n == wanted]
    if not may:
        raise NotNow("seat_taken" if wanted is not None or bound is not None else "all_taken")
    return may[0]


def fill(state: AnyState, command: wire.Fill, who: Who) -> Events:
    host_only(state, who)
    not_over(state)
    game = playable(state).game
    if command.seat >= len(state.seating) or state.seating[command.seat].taken:
        raise NotNow("seat_taken")
    opponent(game, command.level)
    return [ev.Filled(command.seat, command.level), *beginning(state, 1)]


def beginning(state: AnyState, new: int = 0) -> Events:
    """A match begins when its last *new* seats are taken, unless shares in the dealing are to be
    shown first.
    """
    if not gathers(state) or state.seating.free != new or state.promised:
        return []
    return [began(state)]


def began(state: Gathering) -> ev.Began:
    match = Playing(state).match
    match.deal()
    return ev.Began(**steps_of(match, 0))


def gathers(state: AnyState) -> TypeGuard[Gathering]:
    """Whether a match waits for people."""
    return isinstance(state, Gathering) and state.status == GATHERING


def leave(state: AnyState, command: wire.Leave, who: Who) -> Events:
    not_over(state)
    own = state.seating.decided_by(who.person)
    if not own:
        raise NotYours("no_seat")
    if state.revealing:  # who comes after shares are shown could choose theirs by them
        raise NotNow("begins_now")
    back: list[ev.AnyEvent] = []
    if isinstance(state, Playing) and state.held and state.turn in own:
        back = [ev.Undone(state.turn, state.settled)]
    return [*back, *(ev.Left(seat) for seat in own)]


def resign(state: AnyState, command: wire.Resign, who: Who) -> Events:
    if state.status == GATHERING:
        raise NotNow("not_begun")
    not_over(state)
    return [ev.Out(own_seat(state, who), "resigned")]


# The dealing


def promise(state: AnyState, command: wire.Promise, who: Who) -> Events:
    """A promise counts if it is there before anybody can have shown a share."""
    not_over(state)
    seat = own_seat(state, who)
    if not gathers(state) or not state.seating.free:
        raise NotNow("too_late_to_promise")
    same = state.contributions[seat].promise == command.promise
    return [] if same else [ev.Promised(seat, command.promise)]


def share(state: AnyState, command: wire.Share, who: Who) -> Events:
    """The match begins with the last share that was promised."""
    own = state.seating.decided_by(who.person)
    waited_for = [seat for seat in state.revealing if seat in own]
    if not isinstance(state, Gathering) or not waited_for:
        raise NotNow("no_share_wanted")
    promised = promise_of(bytes.fromhex(command.share))
    fits = [seat for seat in waited_for if state.contributions[seat].promise == promised]
    if not fits:
        raise Denied("share_not_promised")
    fork = state.fork()
    fork.contribute(fits[0], share=bytes.fromhex(command.share))
    shown = ev.Shared(fits[0], command.share)
    return [shown] if fork.revealing else [shown, began(fork)]


# What several of them ask


def playable(state: AnyState) -> Gathering | Playing:
    if isinstance(state, Unplayable):
        raise read_only(state.header)
    return state


def not_over(state: AnyState) -> None:
    if state.finished:
        raise NotNow("match_ended")


def no_other_vote(state: AnyState) -> None:
    if state.vote is not None:
        raise NotNow("vote_open")


def host_only(state: AnyState, who: Who) -> None:
    if who.person != state.header.host:
        raise NotYours("host_only")


def own_seat(state: AnyState, who: Who) -> int:
    """The seat for which somebody speaks: of several on one device the one to act."""
    own = state.seating.decided_by(who.person)
    if not own:
        raise NotYours("no_seat")
    return state.turn if state.turn in own else own[0]


DECISIONS: dict[type, Callable[[AnyState, Any, Who], Events]] = {
    wire.Play: play,
    wire.Confirm: confirm,
    wire.Undo: undo,
    wire.Takeback: takeback,
    wire.Abort: abort,
    wire.Answer: answer,
    wire.Sit: sit,
    wire.Fill: fill,
    wire.Promise: promise,
    wire.Share: share,
    wire.Leave: leave,
    wire.Resign: resign,
}


# What nobody commands


def rules_have_changed(state: AnyState) -> Events:
    """A match that has not ended does so when the rules that it was begun with are not here any
    more, for nobody could go on with it.
    """
    outdated = isinstance(state, Unplayable) and not state.finished
    return [ev.Aborted(ev.RULES_CHANGED)] if outdated else []


def opponents_moves(state: AnyState, decisions: Sequence[Decision]) -> Events:
    """What an opponent has decided, as long as the table is as it expected."""
    if not isinstance(state, Playing) or not state.thinks:
        return []
    match, seat = state.match.trial(), state.turn
    return [played(match, seat, action) for action in as_expected(match, decisions)]


def time_is_up(state: AnyState, at: int) -> Events:
    """Whose time has run out is out, and where shares in the dealing are missing a match begins
    without them; even where no alarm has rung.
    """
    deadline = state.deadline()
    if deadline is None or deadline > at:
        return []
    return [began(state)] if isinstance(state, Gathering) else [ev.Out(state.timed, "time")]
