"""Playing on from a table of a match that has ended: a new match that begins with its steps.

The new match has the same seed, so chance draws the same again, and its file can be verified like
any other.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from msgspec import Meta

from sunroom.match.match import Match
from sunroom.server.store.eventlog import EventLog
from sunroom.server.wire import Text
from sunroom.table import events as ev
from sunroom.table.frames import match_of, must_be_over
from sunroom.table.header import AI
from sunroom.table.refusals import Denied, NotNow
from sunroom.table.state import PLAYING, AnyState

from .files import event_rows
from .lobby import SeatWish, insert_match, new_row, seat_setup


class Branch(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The step to start from, who sits where (`me` or `ai`), and optionally the first action."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    text: Text | None = None


async def branch(log: EventLog, state: AnyState, person: str, wish: Branch) -> str:
    """Create a match that continues from a step; returns its id. Refuses a match that is not over,
    a step that it does not have, and seats that do not fit.
    """
    header = state.header
    match = beginning(state, wish.step)
    seats = [seat_setup(match.game, seat, person) for seat in checked(match, wish.seats)]
    if header.by_hand and any(seat.kind == AI for seat in seats):
        raise Denied("by_hand_alone")
    if wish.text is not None:
        match.play(wish.text)
    if match.over:
        raise NotNow("match_ended")
    row = new_row(
        match.game, person, seats, header.options, seed=header.seed,
        visibility="private", by_hand=header.by_hand, status=PLAYING,
    )  # fmt: skip
    origin = ev.Branched(header.id, wish.step)
    events = await asyncio.to_thread(event_rows, match, row["id"], origin)  # a second for thousands
    await insert_match(log, row, seats, (), events)
    return str(row["id"])


def beginning(state: AnyState, step: int) -> Match:
    """The first steps of a match, followed by what chance draws next."""
    must_be_over(state)
    match = match_of(state).fork()
    if step > len(match.history):
        raise Denied("no_such_step", n=len(match.history))
    match.tables.back_to(step)
    match.deal()
    return match


def checked(match: Match, wishes: list[SeatWish]) -> list[SeatWish]:
    """The same wishes; refuses them unless there is one for each seat and at least one is `me`."""
    if len(wishes) != match.seats:
        raise Denied("branch_seats", n=match.seats)
    kinds = {wish.kind for wish in wishes}
    if not kinds <= {"me", "ai"} or "me" not in kinds:
        raise Denied("branch_kinds")
    return wishes
