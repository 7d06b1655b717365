"""What each event makes of a match. Playing, loading and catching up all come through here.

The clock of the seat that had to decide is charged first, with the time that the log says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from sunroom.rules.contract import CHANCE

from . import events as ev
from .clock import NOBODY
from .events import Entry
from .header import AI, PERSON
from .state import (
    ABORTED,
    ENDED,
    GATHERING,
    PLAYING,
    STAND_IN,
    AnyState,
    Gathering,
    Playing,
    State,
)
from .wire import Origin, Vote

DECIDED = (ev.Played, ev.Confirmed)
MOVED = (ev.Steps, ev.Undone, ev.Out, ev.Aborted)  # the table moves on, or back, or stays
SEEN = (ev.Sat, ev.Began)  # somebody sees the table from a seat for the first time


class Snapshot(NamedTuple):
    """A table that was kept, and the event after which it was the one of its match."""

    n: int
    table: bytes


def fold(state: AnyState, entry: Entry) -> AnyState:
    """The match after an event. What was given is used up: go on with what comes back."""
    n, at, event = entry
    decides = event.seat if isinstance(event, DECIDED) else state.turn
    if state.clock.left:
        charge(state, decides, at)
    if isinstance(event, ev.Began) and isinstance(state, Gathering):
        state = Playing(state)
    state.n, state.at = n, at
    FOLDS[type(event)](state, event)
    state.ask_again()
    if isinstance(event, MOVED):
        state.changed = n
        state.vote = None
    if isinstance(state, Gathering) and state.revealing:
        state.full_since = state.full_since or at
    if isinstance(event, SEEN) and state.status == PLAYING:
        state.seating = state.seating.with_eyes()
    end_if_played_out(state)
    if state.clock.left and isinstance(event, ev.Steps):
        reward(state, decides)
    return state


def fold_all(
    state: AnyState, entries: Iterable[Entry], snapshot: Snapshot | None = None
) -> AnyState:
    """A match read again; what lies before the snapshot is not played again."""
    for entry in entries:
        state = fold(state, entry)
        if snapshot is None or not isinstance(state, Playing):
            continue
        if entry.n == snapshot.n:
            state.match.tables.resume(snapshot.table)
            end_if_played_out(state)  # where it is the last event
        elif isinstance(entry.event, ev.Began):
            state.match.tables.pause()
    return state


def charge(state: State, seat: int, at: int) -> None:
    """Take the time that has gone by off the clock of the seat that had to decide."""
    runs = state.status == PLAYING and state.is_timed(seat)
    state.clock = state.clock.charged(seat if runs else NOBODY, at)


def reward(state: State, seat: int) -> None:
    """Give back something for a turn that has ended."""
    if state.is_timed(seat) and state.turn != seat:
        state.clock = state.clock.rewarded(seat)


def end_if_played_out(state: State) -> None:
    if isinstance(state, Playing) and state.status == PLAYING and state.played_out:
        state.status = ENDED
        state.ask_again()


# The table


def steps_made(state: State, actor: int, codes: Iterable[int]) -> None:
    """The first step is the actor's; what follows it is chance."""
    if isinstance(state, Playing):
        for code in codes:
            state.match.tables.advance(actor, code)
            actor = CHANCE


def settle(state: State) -> None:
    """Everybody has seen all steps."""
    if isinstance(state, Playing):
        state.settled = len(state.match.history)


def began(state: State, event: ev.Began) -> None:
    state.status = PLAYING
    steps_made(state, CHANCE, event.codes)
    settle(state)


def played(state: State, event: ev.Played) -> None:
    steps_made(state, event.seat, event.codes)
    if not event.held:
        settle(state)


def confirmed(state: State, event: ev.Confirmed) -> None:
    steps_made(state, CHANCE, event.codes)
    settle(state)
    if isinstance(state, Playing):
        state.fixed = state.settled


def undone(state: State, event: ev.Undone) -> None:
    if isinstance(state, Playing):
        state.match.tables.back_to(event.to)
        state.settled = min(state.settled, event.to)
        state.fixed = min(state.fixed, event.to)


def branched(state: State, event: ev.Branched) -> None:
    state.origin = Origin(event.match, event.step)


# Seats


def sat(state: State, event: ev.Sat) -> None:
    if event.also:
        people = (*state.seating[event.seat].people, event.person)
        state.seating = state.seating.changed(event.seat, kind=PERSON, people=people)
    else:  # with a name of their own, not of whoever sat there before
        state.seating = state.seating.changed(
            event.seat, kind=PERSON, people=(event.person,), name=None
        )


def left(state: State, event: ev.Left) -> None:
    if state.status == GATHERING:
        state.contribute(event.seat, promise="")
    was = state.seating[event.seat].was
    state.seating = state.seating.changed(event.seat, kind=was, people=(), name=None)
    state.vote = None  # nobody could answer for it


def filled(state: State, event: ev.Filled) -> None:
    state.seating = state.seating.changed(event.seat, kind=AI, people=(), level=event.level)


def out(state: State, event: ev.Out) -> None:
    """The others play on, as long as there are people among them and more than one is left."""
    state.seating = state.seating.changed(event.seat, out=event.why, kind=AI, level=STAND_IN)
    if isinstance(state, Playing) and state.held:
        state.match.tables.back_to(state.settled)  # what was held back has never been played
    still = state.seating.still_in
    if len(still) < 2 or not any(state.seating[n].people for n in still):
        state.status = ENDED


def aborted(state: State, event: ev.Aborted) -> None:
    state.status = ABORTED
    state.called_off = event.why


# The dealing


def promised(state: State, event: ev.Promised) -> None:
    state.contribute(event.seat, promise=event.promise)


def shared(state: State, event: ev.Shared) -> None:
    state.contribute(event.seat, share=bytes.fromhex(event.share))


# What is asked of others


def proposed(state: State, event: ev.Proposed) -> None:
    state.vote = Vote(event.seat, event.what, state.seating.others(event.seat))
    state.vote_to = event.to


def answered(state: State, event: ev.Answered) -> None:
    vote = state.vote
    if vote is None:
        return
    waiting = [n for n in vote.waiting if n != event.seat]
    state.vote = Vote(vote.seat, vote.what, waiting) if event.agree else None


FOLDS: dict[type, Callable[[State, Any], None]] = {
    ev.Branched: branched,
    ev.Sat: sat,
    ev.Left: left,
    ev.Filled: filled,
    ev.Promised: promised,
    ev.Shared: shared,
    ev.Began: began,
    ev.Played: played,
    ev.Confirmed: confirmed,
    ev.Undone: undone,
    ev.Proposed: proposed,
    ev.Answered: answered,
    ev.Out: out,
    ev.Aborted: aborted,
}
