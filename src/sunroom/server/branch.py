"""Playing on from a position of a match that has ended: a new match that begins with its steps.

It is dealt from the same seed, so the same luck comes again, and its file can be checked like any
other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from sunroom.kernel.match import Match

from . import events as ev
from .files import told_again
from .live import AI, PLAYING, Live, match_of, must_be_over
from .lobby import SeatWish, insert_match, new_row, seat_setup
from .refusals import Denied, NotNow
from .wire import Text

if TYPE_CHECKING:
    from .house import House


class Branch(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """From which step on, who is to sit where (`me` or `ai`), and what is played first."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    text: Text | None = None


async def branch(house: House, live: Live, person: str, wish: Branch) -> str:
    """The id of the new match; the caller holds the lock of the old one."""
    match = beginning(live, wish.step)
    seats = [seat_setup(match.game, seat, person) for seat in checked(live, wish.seats)]
    if live.facts.by_hand and any(seat.kind == AI for seat in seats):
        raise Denied("by_hand_alone")
    if wish.text is not None:
        match.play(wish.text)
    if match.over:
        raise NotNow("match_ended")
    row = new_row(
        match.game, person, seats, live.facts.options, seed=live.facts.seed,
        visibility="private", by_hand=live.facts.by_hand, status=PLAYING,
    )  # fmt: skip
    origin = ev.Branched(live.facts.id, wish.step)
    await insert_match(house, row, seats, (), told_again(match, row["id"], origin))
    return str(row["id"])


def beginning(live: Live, step: int) -> Match:
    """The first steps of a match, and whatever chance brings next."""
    must_be_over(live)
    before = match_of(live)
    history = before.history
    if step > len(history):
        raise Denied("no_such_step", n=len(history))
    facts = live.facts
    match = Match(
        before.game, seats=len(live.seats), options=facts.options, seed=facts.seed, by_hand=True,
        referee=live.referee,
    )  # fmt: skip
    for made in history[:step]:
        match.tables.go(made.actor, made.action)
    match.resume(by_hand=facts.by_hand)
    return match


def checked(live: Live, wishes: list[SeatWish]) -> list[SeatWish]:
    """One for each seat, and somebody who plays."""
    if len(wishes) != len(live.seats):
        raise Denied("branch_seats", n=len(live.seats))
    kinds = {wish.kind for wish in wishes}
    if not kinds <= {"me", "ai"} or "me" not in kinds:
        raise Denied("branch_kinds")
    return wishes
