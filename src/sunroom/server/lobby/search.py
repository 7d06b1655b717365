"""Finding matches: open, running and finished ones, and a person's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Row, exists, or_, select

from sunroom.server.store import schema
from sunroom.server.store.eventlog import EventLog
from sunroom.server.store.projections import known_deal

PAGE = 50


class SeatLine(msgspec.Struct, omit_defaults=True):
    kind: str
    name: str | None = None
    yours: bool = False
    points: int | None = None
    won: bool | None = None


class MatchLine(msgspec.Struct, omit_defaults=True):
    """A match in a list."""

    id: str
    game: str
    status: str
    visibility: str
    created: int
    seats: list[SeatLine]
    reason: str | None = None
    ended: int | None = None
    known_deal: bool = False  # the deal of this table is known to its host


class Search(msgspec.Struct):
    """The filters of a list of matches."""

    status: str | None = None
    game: str | None = None
    player: str | None = None
    winner: str | None = None
    mine: bool = False
    before: int | None = None  # only matches created before: the next page


async def find(log: EventLog, person: str | None, search: Search) -> list[MatchLine]:
    """Public matches and all matches of this person, the latest first."""
    m = schema.matches.c
    mine = exists().where(schema.seats.c.match == m.id, schema.seats.c.person == person)
    at: list[Any] = [mine if search.mine else or_(m.visibility == "public", mine)]
    if search.status is not None:
        at.append(m.status == search.status)
    if search.game is not None:
        at.append(m.game == search.game)
    if search.before is not None:
        at.append(m.created < search.before)
    wanted = ((search.player, None), (search.winner, True))
    at += [_played_by(name, won) for name, won in wanted if name]
    rows = await log.read(
        select(schema.matches).where(*at).order_by(m.created.desc(), m.id).limit(PAGE)
    )
    return await _lines(log, rows, person)


def _played_by(name: str, won: bool | None) -> Any:
    """A condition: a player whose name contains a text, and who won or not if that is given."""
    s, p = schema.seats.c, schema.people.c
    text = "%" + name.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") + "%"
    named = or_(
        s.name.ilike(text, escape="\\"),
        exists().where(p.id == s.person, p.name.ilike(text, escape="\\")),
    )
    return exists().where(
        s.match == schema.matches.c.id, named, *([s.won.is_(won)] if won is not None else [])
    )


async def _lines(log: EventLog, rows: Sequence[Row[Any]], person: str | None) -> list[MatchLine]:
    s, p = schema.seats.c, schema.people.c
    wanted = (
        select(s.match, s.kind, s.person, s.name, s.points, s.won, p.name.label("called"))
        .select_from(schema.seats.outerjoin(schema.people, p.id == s.person))
        .where(s.match.in_([row.id for row in rows]))
        .order_by(s.match, s.seat)
    )
    seats: dict[str, list[SeatLine]] = {}
    for row in await log.read(wanted):
        yours = bool(person and row.person == person)
        line = SeatLine(row.kind, row.name or row.called, yours, row.points, row.won)
        seats.setdefault(row.match, []).append(line)
    return [
        MatchLine(
            row.id, row.game, row.status, row.visibility, row.created, seats[row.id],
            row.reason, row.ended, known_deal(row),
        )
        for row in rows
    ]  # fmt: skip
