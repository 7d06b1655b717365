"""Matches from rows of the database, and rows that are written beside their events."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Executable, Row, update

from sunroom.kernel.dealing import Dealer

from . import events as ev
from . import schema
from .facts import ClockRule, Facts, SeatSetup
from .live import ENDED, PERSON, Live
from .store import Happened


def facts_of(row: Row[Any]) -> Facts:
    return Facts(
        id=row.id, game=row.game, rules=row.rules, components=row.components,
        options=json.loads(row.options),
        seats=msgspec.json.decode(row.setup, type=tuple[SeatSetup, ...]),
        seed=row.seed, commitment=Dealer(row.seed).commitment, by_hand=row.by_hand,
        visibility=row.visibility, hints=row.hints,
        clock=msgspec.json.decode(row.clock, type=ClockRule) if row.clock else None,
        host=row.host, created=row.created,
    )  # fmt: skip


def follow_all(live: Live, happened: Sequence[Happened], snapshot: Row[Any] | None) -> None:
    """Rebuild a match; what lies before the snapshot is not played again."""
    live.resting = snapshot is not None
    for row in happened:
        live.follow(row.n, row.at, ev.read(row.data))
        if snapshot is not None and row.n == snapshot.n and live.match is not None:
            live.match.tables.wake(snapshot.bytes)
            live.resting = False
            live.end_if_over()  # where it is the last event


def seat_row(live: Live, n: int) -> Executable:
    seat = live.seats[n]
    at = (schema.seats.c.match == live.facts.id) & (schema.seats.c.seat == n)
    change = {"kind": seat.kind, "person": seat.person, "name": seat.level or seat.name}
    if seat.kind == PERSON:
        change["name"] = None
    return update(schema.seats).where(at).values(**change)


def seat_keys_end(live: Live, n: int, at: int) -> Executable:
    """Whoever has a seat now: links that others have made for it open nothing any more."""
    k = schema.keys.c
    of_seat = (k.match == live.facts.id) & (k.kind == "seat") & (k.seat == n) & k.revoked.is_(None)
    return update(schema.keys).where(of_seat).values(revoked=at)


def result_row(live: Live, n: int, scores: list[int], winners: list[int]) -> Executable:
    at = (schema.seats.c.match == live.facts.id) & (schema.seats.c.seat == n)
    won = n in winners if live.status == ENDED else None
    return update(schema.seats).where(at).values(points=scores[n] if scores else None, won=won)
