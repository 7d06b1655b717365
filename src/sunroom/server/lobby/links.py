"""Links to matches: for inviting, for watching, and for playing a seat on another device."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import and_, insert, select, update

from sunroom.server.match.registry import Room
from sunroom.server.people import digest, new_key, now
from sunroom.server.refusals import Unknown
from sunroom.server.store import schema
from sunroom.server.store.eventlog import EventLog
from sunroom.table.decide import Key
from sunroom.table.header import OPEN, RESERVED, SeatSetup
from sunroom.table.refusals import Denied, NotYours


class Invitation(msgspec.Struct):
    """A key for a link; it can be revoked."""

    key: str
    kind: str  # invite, seat or watch
    seat: int | None


def invitations(seats: Sequence[SeatSetup]) -> list[Invitation]:
    """New invitations: one for all open seats together, one for each reserved seat."""
    reserved = [n for n, seat in enumerate(seats) if seat.kind == RESERVED]
    found = [Invitation(new_key(), "invite", n) for n in reserved]
    if any(seat.kind == OPEN for seat in seats):
        found.insert(0, Invitation(new_key(), "invite", None))
    return found


def key_row(match: str, invite: Invitation) -> Any:
    return insert(schema.keys).values(
        digest=digest(invite.key), match=match, kind=invite.kind, seat=invite.seat, created=now()
    )


async def key_for(log: EventLog, match: str, key: str) -> Key | None:
    """What a key permits at a match; None if it belongs to another match or was revoked."""
    table = schema.keys.c
    at = and_(table.digest == digest(key), table.match == match, table.revoked.is_(None))
    rows = await log.read(select(table.kind, table.seat).where(at))
    return Key(rows[0].kind, rows[0].seat) if rows else None


async def match_of(log: EventLog, key: str) -> tuple[str, Key]:
    """The match that a link leads to, and what its key permits; Unknown if there is none."""
    table = schema.keys.c
    at = and_(table.digest == digest(key), table.revoked.is_(None))
    rows = await log.read(select(table.match, table.kind, table.seat).where(at))
    if not rows:
        raise Unknown("no_key")
    return rows[0].match, Key(rows[0].kind, rows[0].seat)


async def new_link(
    log: EventLog, room: Room, person: str, kind: str, seat: int | None
) -> Invitation:
    """Create a link. The host may invite, every player may let others watch or play their own seat
    on another device; anything else is refused.
    """
    if kind == "invite" and person != room.state.header.host:
        raise NotYours("host_only")
    own = room.state.seating.decided_by(person)
    if kind == "seat":
        seat = seat if seat is not None else next(iter(own), None)
        if seat not in own:
            raise NotYours("no_seat")
    if kind == "watch" and not own and person != room.state.header.host:
        raise NotYours("no_seat")
    if seat is not None and seat >= len(room.state.seating):
        raise Denied("no_such_seat", n=seat)
    made = Invitation(new_key(), kind, seat if kind != "watch" else None)
    await log.write(key_row(room.state.header.id, made))
    return made


async def revoke(log: EventLog, room: Room, person: str, key: str | None) -> None:
    """Revoke a link, or all of them. The host may revoke all links, a player those of their seat.
    Spectators of a private match who came by a link are disconnected.
    """
    table = schema.keys.c
    at = and_(table.match == room.state.header.id, table.revoked.is_(None))
    if key is not None:
        at = and_(at, table.digest == digest(key))
    if person != room.state.header.host:
        own = room.state.seating.decided_by(person)
        at = and_(at, table.kind == "seat", table.seat.in_(own))
    await log.write(update(schema.keys).where(at).values(revoked=now()))
    if room.state.header.visibility == "private":
        known = {room.state.header.host, *room.state.seating.seen_by}
        for viewer in list(room.viewers):
            if viewer.person not in known:  # those who still have a valid link reconnect
                viewer.close()


async def game_at(log: EventLog, id: str) -> str | None:
    """The game of a match that everybody with its address may see; None for others."""
    if not id.isalnum():
        return None
    table = schema.matches.c
    at = and_(table.id == id, table.visibility != "private")
    rows = await log.read(select(table.game).where(at))
    return str(rows[0].game) if rows else None
