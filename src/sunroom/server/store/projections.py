"""Projections: columns that are derived from the events so that they can be searched."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Executable, Row, insert, update

from sunroom.match import codec
from sunroom.match.dealing import Dealer
from sunroom.table import events as ev
from sunroom.table.events import Entry
from sunroom.table.frames import result
from sunroom.table.header import PERSON, ClockRule, Header, SeatSetup
from sunroom.table.state import ENDED, AnyState, Playing

from . import schema

SNAPSHOT = 64  # steps between two snapshots


def header_of(row: Row[Any]) -> Header:
    return Header(
        id=row.id, game=row.game, rules=row.rules, components=row.components,
        options=json.loads(row.options),
        seats=codec.from_json(tuple[SeatSetup, ...], row.setup),
        seed=row.seed, commitment=Dealer(row.seed).commitment, by_hand=row.by_hand,
        visibility=row.visibility, hints=row.hints,
        clock=codec.from_json(ClockRule, row.clock) if row.clock else None,
        host=row.host, created=row.created, known_deal=known_deal(row),
    )  # fmt: skip


def known_deal(row: Row[Any]) -> bool:
    """Whether a match's host knows what is dealt, or may: what is entered by hand as well."""
    return bool(row.known_deal or row.by_hand)


def projections(before: AnyState, after: AnyState, entries: Sequence[Entry]) -> list[Executable]:
    """The statements to be written together with the events between two states of a match."""
    found: list[Executable] = []
    for _, at, event in entries:
        if isinstance(event, ev.SEATING):
            found += _seat(after, event, at)
    if after.status != before.status:
        found += _change_of_status(after, entries[-1].at)
    if isinstance(after, Playing) and _is_far_enough(before, after, entries[-1]):
        found.append(_snapshot(after, entries[-1].n))
    return found


def _seat(
    state: AnyState, event: ev.Sat | ev.Left | ev.Filled | ev.Out, at: int
) -> Iterator[Executable]:
    yield seat_row(state, event.seat)
    if isinstance(event, ev.Left) or (isinstance(event, ev.Sat) and not event.also):
        yield revoke_seat_keys(state, event.seat, at)


def seat_row(state: AnyState, n: int) -> Executable:
    seat = state.seating[n]
    at = (schema.seats.c.match == state.header.id) & (schema.seats.c.seat == n)
    name = None if seat.kind == PERSON else seat.level or seat.name
    return update(schema.seats).where(at).values(kind=seat.kind, person=seat.person, name=name)


def revoke_seat_keys(state: AnyState, n: int, at: int) -> Executable:
    """The seat has changed hands, so the links that were created for it are revoked."""
    k = schema.keys.c
    of_seat = (k.match == state.header.id) & (k.kind == "seat") & (k.seat == n)
    return update(schema.keys).where(of_seat & k.revoked.is_(None)).values(revoked=at)


def _change_of_status(after: AnyState, at: int) -> Iterator[Executable]:
    change: dict[str, Any] = {"status": after.status}
    if (found := result(after)) is not None:
        change |= {"reason": found.reason, "ended": at}
        for n in range(len(after.seating)):
            yield result_row(after, n, found.scores, found.winners)
    yield update(schema.matches).where(schema.matches.c.id == after.header.id).values(**change)


def result_row(state: AnyState, n: int, scores: list[int], winners: list[int]) -> Executable:
    at = (schema.seats.c.match == state.header.id) & (schema.seats.c.seat == n)
    won = n in winners if state.status == ENDED else None
    return update(schema.seats).where(at).values(points=scores[n] if scores else None, won=won)


def _is_far_enough(before: AnyState, after: Playing, last: Entry) -> bool:
    """Whether 64 steps or so have been made since the last snapshot."""
    settled = before.settled if isinstance(before, Playing) else 0
    far = after.settled // SNAPSHOT != settled // SNAPSHOT
    return far and not after.held and isinstance(last.event, ev.Steps)


def _snapshot(state: Playing, n: int) -> Executable:
    """The table after event *n*, from which a match is loaded instead of its start."""
    row = {
        "match": state.header.id, "n": n, "step": state.settled,
        "bytes": state.match.table.tobytes(),
    }  # fmt: skip
    return insert(schema.snapshots).values(row)
