"""Matches before and after they are played: creating, finding, inviting, importing, exporting."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta
from sqlalchemy import Row, and_, exists, insert, or_, select, update

from sunroom.kernel.catalogue import load
from sunroom.kernel.contract import Game
from sunroom.kernel.dealing import Dealer
from sunroom.kernel.match import checked_names
from sunroom.players.levels import opponent

from . import events as ev
from . import schema
from .commands import Key, beginning
from .facts import SeatSetup
from .live import (
    AI,
    GATHERING,
    OPEN,
    PERSON,
    RESERVED,
    Live,
    must_be_over,
    read_only,
)
from .people import digest, new_id, new_key, now
from .refusals import Denied, NotYours, Unknown
from .store import Happened
from .wire import Level, Name

if TYPE_CHECKING:
    from .house import House

PAGE = 50


# Creating


class SeatWish(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who is to sit somewhere: `me`, `open` to anybody, `reserved` for one guest, or `ai`."""

    kind: Annotated[str, Meta(pattern="^(me|open|reserved|ai)$")]
    level: Level | None = None
    name: Name | None = None  # of another person at the same device


class ClockWish(msgspec.Struct, forbid_unknown_fields=True):
    """Minutes for the whole match, and seconds that are added after each turn."""

    minutes: Annotated[int, Meta(ge=1, le=1440)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class NewMatch(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A match to be created. Who creates it sits at the seats that are `me`; it may be several."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    options: Annotated[
        dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=100)]],
        Meta(max_length=40),
    ] = {}
    visibility: Annotated[str, Meta(pattern="^(private|link|public)$")] = "link"
    hints: bool | None = None  # otherwise where one person plays alone
    clock: ClockWish | None = None
    by_hand: bool = False
    components: Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")] = ""


class Invitation(msgspec.Struct):
    """A key for a link; it can be revoked."""

    key: str
    kind: str  # invite, seat or watch
    seat: int | None


class Created(msgspec.Struct):
    id: str
    invites: list[Invitation]


async def create(house: House, person: str, wish: NewMatch) -> Created:
    game = load(wish.game)
    if wish.components:
        game = await house.boxes.brought_box(wish.components, house)
    settings = game.settings(wish.options, len(wish.seats))
    seats = [seat_setup(game, seat, person) for seat in wish.seats]
    if wish.by_hand and any(seat.kind != PERSON for seat in seats):
        raise Denied("by_hand_alone")
    alone = all(seat.kind in (PERSON, AI) for seat in seats)
    row = new_row(
        game, person, seats, game.settings_in_words(settings),
        visibility=wish.visibility, hints=alone if wish.hints is None else wish.hints,
        clock=msgspec.json.encode(wish.clock).decode() if wish.clock else None,
        by_hand=wish.by_hand,
    )  # fmt: skip
    invites = invitations(seats)
    await insert_match(house, row, seats, invites)
    await begin_if_full(house, row["id"])
    return Created(row["id"], invites)


def seat_setup(game: Game, wish: SeatWish, person: str) -> SeatSetup:
    if wish.kind == "me":
        return SeatSetup(PERSON, person, name=checked_name(wish.name) if wish.name else None)
    if wish.kind != "ai":
        return SeatSetup(RESERVED if wish.kind == "reserved" else OPEN)
    return SeatSetup(AI, level=opponent(game, wish.level or "club").name)


def new_row(
    game: Game, host: str, seats: Sequence[SeatSetup], options: dict[str, str], **more: Any
) -> dict[str, Any]:
    return {
        "id": new_id(), "game": game.name, "rules": game.version, "components": game.pieces,
        "options": json.dumps(options), "setup": msgspec.json.encode(seats).decode(),
        "seed": Dealer.unpredictable().seed, "host": host, "created": now(), "status": GATHERING,
        "visibility": "link", "hints": True, "clock": None, "by_hand": False, **more,
    }  # fmt: skip


def invitations(seats: Sequence[SeatSetup]) -> list[Invitation]:
    """One for all open seats, one for each that is reserved."""
    kept = [n for n, seat in enumerate(seats) if seat.kind == RESERVED]
    found = [Invitation(new_key(), "invite", n) for n in kept]
    if any(seat.kind == OPEN for seat in seats):
        found.insert(0, Invitation(new_key(), "invite", None))
    return found


async def insert_match(
    house: House, row: dict[str, Any], seats: Sequence[SeatSetup], invites: Sequence[Invitation],
    happened: Sequence[Happened] = (), also: Sequence[Any] = (),
) -> None:  # fmt: skip
    id = row["id"]
    also = [insert(schema.matches).values(row), *also]
    also += [
        insert(schema.seats).values(
            match=id, seat=n, kind=seat.kind, person=seat.person, name=seat.level or seat.name
        )
        for n, seat in enumerate(seats)
    ]
    also += [key_row(id, invite) for invite in invites]
    await house.write(*also, happened=happened)


def key_row(match: str, invite: Invitation) -> Any:
    return insert(schema.keys).values(
        digest=digest(invite.key), match=match, kind=invite.kind, seat=invite.seat, created=now()
    )


async def begin_if_full(house: House, id: str) -> None:
    """A match for which nobody has to be waited for begins at once."""
    async with house.at(id) as live:
        await house.carry(live, lambda: beginning(live, 0))


async def rematch(house: House, live: Live, person: str) -> str:
    """The same again with the seats moved on by one; the caller holds the lock."""
    must_be_over(live)
    if not live.eyes_of(person):
        raise NotYours("no_seat")
    if live.game is None:
        raise read_only(live)
    at = schema.matches.c.id == live.facts.id
    known = await house.read(select(schema.matches.c.next).where(at))
    live.next = known[0].next  # another worker may have made one
    if live.next is None:
        facts = live.facts
        moved = [*live.seats[1:], live.seats[0]]
        seats = [
            SeatSetup(RESERVED) if seat.person and facts.clock and person not in seat.people
            else SeatSetup(PERSON, seat.person, name=seat.name) if seat.person
            else SeatSetup(AI, level=seat.level) if seat.level else SeatSetup(OPEN)
            for seat in moved
        ]  # fmt: skip
        row = new_row(
            live.game, person, seats, facts.options, visibility=facts.visibility,
            hints=facts.hints, by_hand=facts.by_hand,
            clock=msgspec.json.encode(facts.clock).decode() if facts.clock else None,
        )  # fmt: skip
        told = update(schema.matches).where(at).values(next=row["id"])
        await insert_match(house, row, seats, invitations(seats), also=[told])
        live.next = row["id"]
        await begin_if_full(house, row["id"])
    await _sit_again(house, live, person)
    return live.next


async def _sit_again(house: House, live: Live, person: str) -> None:
    """Where a clock would run, everybody says for themselves that they play again."""
    assert live.next is not None
    async with house.at(live.next) as there:
        own = [(n - 1) % len(live.seats) for n in live.eyes_of(person)]
        free = [n for n in own if there.seats[n].kind == RESERVED]
        if there.status == GATHERING and free:
            sat = [ev.Sat(n, person) for n in free]
            await house.carry(there, lambda: [*sat, *beginning(there, len(free))])


# Keys


async def key_for(house: House, match: str, key: str) -> Key | None:
    """What a key opens; nothing where it is of another match or was revoked."""
    table = schema.keys.c
    at = and_(table.digest == digest(key), table.match == match, table.revoked.is_(None))
    rows = await house.read(select(table.kind, table.seat).where(at))
    return Key(rows[0].kind, rows[0].seat) if rows else None


async def match_of(house: House, key: str) -> tuple[str, Key]:
    """The match that a link leads to."""
    table = schema.keys.c
    at = and_(table.digest == digest(key), table.revoked.is_(None))
    rows = await house.read(select(table.match, table.kind, table.seat).where(at))
    if not rows:
        raise Unknown("no_key")
    return rows[0].match, Key(rows[0].kind, rows[0].seat)


async def game_at(house: House, id: str) -> str | None:
    """What is played at a table that all who have its address may see; nothing otherwise."""
    if not id.isalnum():
        return None
    if (live := house.matches.get(id)) is not None:
        return live.facts.game if live.facts.visibility != "private" else None
    table = schema.matches.c
    at = and_(table.id == id, table.visibility != "private")
    rows = await house.read(select(table.game).where(at))
    return str(rows[0].game) if rows else None


async def new_link(
    house: House, live: Live, person: str, kind: str, seat: int | None
) -> Invitation:
    """A new link: the host invites, anybody at the table lets others watch or takes their seat
    along to another device.
    """
    if kind == "invite" and person != live.facts.host:
        raise NotYours("host_only")
    own = live.seats_of(person)
    if kind == "seat":
        seat = seat if seat is not None else next(iter(own), None)
        if seat not in own:
            raise NotYours("no_seat")
    if kind == "watch" and not own and person != live.facts.host:
        raise NotYours("no_seat")
    if seat is not None and seat >= len(live.seats):
        raise Denied("no_such_seat", n=seat)
    made = Invitation(new_key(), kind, seat if kind != "watch" else None)
    await house.write(key_row(live.facts.id, made))
    return made


async def revoke(house: House, live: Live, person: str, key: str | None) -> None:
    """The host withdraws a link, or all of them; who has a seat withdraws its own."""
    table = schema.keys.c
    at = and_(table.match == live.facts.id, table.revoked.is_(None))
    if key is not None:
        at = and_(at, table.digest == digest(key))
    if person != live.facts.host:
        own = live.seats_of(person)
        at = and_(at, table.kind == "seat", table.seat.in_(own))
    await house.write(update(schema.keys).where(at).values(revoked=now()))
    if live.facts.visibility == "private":
        for viewer in list(live.viewers):  # who may still look comes back by itself
            if not live.eyes_of(viewer.person) and viewer.person != live.facts.host:
                viewer.close()


# Finding


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


class Search(msgspec.Struct):
    """What a list of matches shows."""

    status: str | None = None
    game: str | None = None
    player: str | None = None
    winner: str | None = None
    mine: bool = False
    before: int | None = None  # created before: the next page


async def find(house: House, person: str | None, search: Search) -> list[MatchLine]:
    """The youngest first. Others find public matches only, and of their own all."""
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
    rows = await house.read(
        select(schema.matches).where(*at).order_by(m.created.desc(), m.id).limit(PAGE)
    )
    return await _lines(house, rows, person)


def _played_by(name: str, won: bool | None) -> Any:
    """Somebody whose name contains a text sits there."""
    s, p = schema.seats.c, schema.people.c
    text = "%" + name.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") + "%"
    named = or_(
        s.name.ilike(text, escape="\\"),
        exists().where(p.id == s.person, p.name.ilike(text, escape="\\")),
    )
    return exists().where(
        s.match == schema.matches.c.id, named, *([s.won.is_(won)] if won is not None else [])
    )


async def _lines(house: House, rows: Sequence[Row[Any]], person: str | None) -> list[MatchLine]:
    s, p = schema.seats.c, schema.people.c
    wanted = (
        select(s.match, s.kind, s.person, s.name, s.points, s.won, p.name.label("called"))
        .select_from(schema.seats.outerjoin(schema.people, p.id == s.person))
        .where(s.match.in_([row.id for row in rows]))
        .order_by(s.match, s.seat)
    )
    seats: dict[str, list[SeatLine]] = {}
    for row in await house.read(wanted):
        yours = bool(person and row.person == person)
        line = SeatLine(row.kind, row.name or row.called, yours, row.points, row.won)
        seats.setdefault(row.match, []).append(line)
    return [
        MatchLine(
            row.id, row.game, row.status, row.visibility, row.created, seats[row.id],
            row.reason, row.ended,
        )
        for row in rows
    ]  # fmt: skip


def checked_name(name: Name) -> str:
    return checked_names([name])[0].strip()
