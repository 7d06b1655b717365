"""Creating matches, beginning them when all seats are taken, and rematches."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from sqlalchemy import Executable, insert, update

from sunroom.match import codec
from sunroom.match.base import checked_names
from sunroom.match.dealing import Dealer
from sunroom.players.levels import DEFAULT_LEVEL, opponent
from sunroom.rules.catalogue import load
from sunroom.rules.contract import Game
from sunroom.server.boxes import Boxes
from sunroom.server.match.matches import Matches
from sunroom.server.match.registry import Registry, Room
from sunroom.server.people import new_id, now
from sunroom.server.refusals import BadRequest
from sunroom.server.store import schema
from sunroom.server.store.eventlog import EventLog
from sunroom.server.store.store import Conflict, EventRow
from sunroom.server.wire import Level, Name
from sunroom.table import events as ev
from sunroom.table.decide import beginning, playable
from sunroom.table.frames import must_be_over
from sunroom.table.header import AI, OPEN, PERSON, RESERVED, ClockRule, SeatSetup
from sunroom.table.refusals import Denied, NotYours
from sunroom.table.seating import Seat
from sunroom.table.state import GATHERING

from .links import Invitation, invitations, key_row

# Creating


class SeatWish(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Who gets a seat: `me`, anybody (`open`), one guest (`reserved`), or an opponent (`ai`)."""

    kind: Annotated[str, Meta(pattern="^(me|open|reserved|ai)$")]
    level: Level | None = None
    name: Name | None = None  # for another person at the same device


class ClockWish(msgspec.Struct, forbid_unknown_fields=True):
    """Minutes for the whole match, and seconds that are added after each turn."""

    minutes: Annotated[int, Meta(ge=1, le=1440)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class NewMatch(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A match to be created. Its creator gets all seats that are `me`, which may be several."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    options: Annotated[
        dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=100)]],
        Meta(max_length=40),
    ] = {}
    visibility: Annotated[str, Meta(pattern="^(private|link|public)$")] = "link"
    hints: bool | None = None  # by default, if nobody else plays
    clock: ClockWish | None = None
    by_hand: bool = False
    components: Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")] = ""


class Created(msgspec.Struct):
    id: str
    invites: list[Invitation]


class Lobby:
    def __init__(self, log: EventLog, registry: Registry, matches: Matches, boxes: Boxes) -> None:
        self.log = log
        self.registry = registry
        self.matches = matches
        self.boxes = boxes

    async def create(self, person: str, wish: NewMatch) -> Created:
        """Create a match, which begins at once if all seats are taken. Refuses options and seats
        that the game does not have.
        """
        game = load(wish.game)
        if wish.components:
            game = await self.boxes.brought_box(wish.components)
        settings = game.settings(wish.options, len(wish.seats))
        seats = [seat_setup(game, seat, person) for seat in wish.seats]
        if wish.by_hand and any(seat.kind != PERSON for seat in seats):
            raise Denied("by_hand_alone")
        alone = all(seat.kind in (PERSON, AI) for seat in seats)
        clock = ClockRule(wish.clock.minutes, wish.clock.increment) if wish.clock else None
        row = new_row(
            game, person, seats, game.settings_in_words(settings),
            visibility=wish.visibility, hints=alone if wish.hints is None else wish.hints,
            clock=clock_column(clock), by_hand=wish.by_hand,
        )  # fmt: skip
        invites = invitations(seats)
        await insert_match(self.log, row, seats, invites)
        await self.begin_if_full(row["id"])
        return Created(row["id"], invites)

    async def begin_if_full(self, id: str) -> None:
        """Begin a match if all its seats are taken; a dealing that waits for shares does not wait
        for ever.
        """
        async with self.registry.at(id) as room:
            await self.matches.call_time(room)
            await self.matches.commit(room, beginning(room.state))
            self.matches.look_after(room)

    async def rematch(self, room: Room, person: str, promise: str = "") -> str:
        """The id of the rematch, with the seats rotated by one; the first who asks creates it, the
        others sit down there, with a *promise* to add to its dealing. The caller holds the lock.
        """
        must_be_over(room.state)
        if not room.state.seating.eyes_of(person):
            raise NotYours("no_seat")
        game = playable(room.state).game
        if await self.registry.find_rematch(room) is None:
            try:
                await self._create_rematch(room, game, person)
            except Conflict:  # another worker was first
                await self.registry.find_rematch(room)
        return await self._join_rematch(room, person, promise)

    async def _create_rematch(self, room: Room, game: Game, person: str) -> None:
        header, old = room.state.header, room.state.seating.seats
        wait = header.clock is not None or room.state.promised
        again = [seat_again(seat, n, person, wait=wait) for n, seat in enumerate(old)]
        seats = [*again[1:], again[0]]
        row = new_row(
            game, person, seats, header.options, visibility=header.visibility,
            hints=header.hints, by_hand=header.by_hand, clock=clock_column(header.clock),
        )  # fmt: skip
        m = schema.matches.c
        first = update(schema.matches).where(m.id == room.id, m.next.is_(None))
        await insert_match(
            self.log, row, seats, invitations(seats), conditions=[first.values(next=row["id"])],
            locks=[room.id], notice=(room.id, 0),
        )  # fmt: skip
        room.next = row["id"]
        await self.begin_if_full(row["id"])

    async def _join_rematch(self, room: Room, person: str, promise: str) -> str:
        """Take the person's seats in the rematch, if they were reserved."""
        assert room.next is not None
        async with self.registry.at(room.next) as there:
            seats = room.state.seating
            own = [(n - 1) % len(seats) for n in seats.eyes_of(person)]
            free = [n for n in own if there.state.seating[n].kind == RESERVED]
            if there.state.status == GATHERING and free:
                sat = [ev.Sat(n, person) for n in free]
                promised = [ev.Promised(free[0], promise)] if promise else []
                begun = [] if promised else beginning(there.state, len(free))
                await self.matches.commit(there, [*sat, *promised, *begun])
        return room.next


def seat_again(seat: Seat, n: int, person: str, *, wait: bool) -> SeatSetup:
    """A seat of a rematch, with the emblem that it had. If there is a clock, or the players add to
    the dealing, it has to *wait*: all people but the one who asked for it take their seats first.
    """
    emblem = n if seat.emblem is None else seat.emblem
    if seat.person and wait and person not in seat.people:
        return SeatSetup(RESERVED, seat.person, emblem=emblem)
    if seat.person:
        return SeatSetup(PERSON, seat.person, name=seat.name, emblem=emblem)
    return SeatSetup(AI if seat.level else OPEN, level=seat.level, emblem=emblem)


def seat_setup(game: Game, wish: SeatWish, person: str) -> SeatSetup:
    if wish.kind == "me":
        return SeatSetup(PERSON, person, name=checked_name(wish.name) if wish.name else None)
    if wish.kind != "ai":
        return SeatSetup(RESERVED if wish.kind == "reserved" else OPEN)
    return SeatSetup(AI, level=opponent(game, wish.level or DEFAULT_LEVEL).name)


def new_row(
    game: Game, host: str, seats: Sequence[SeatSetup], options: dict[str, str],
    seed: bytes | None = None, **more: Any,
) -> dict[str, Any]:  # fmt: skip
    """A match of which nobody knows the deal, unless it is dealt from a given *seed*."""
    return {
        "id": new_id(), "game": game.name, "rules": game.version, "components": game.box,
        "options": json.dumps(options), "setup": codec.to_json(seats),
        "seed": seed or Dealer.unpredictable().seed, "known_deal": seed is not None,
        "host": host, "created": now(), "status": GATHERING,
        "visibility": "link", "hints": True, "clock": None, "by_hand": False, **more,
    }  # fmt: skip


def clock_column(rule: ClockRule | None) -> str | None:
    return codec.to_json(rule) if rule else None


async def insert_match(
    log: EventLog, row: dict[str, Any], seats: Sequence[SeatSetup], invites: Sequence[Invitation],
    events: Sequence[EventRow] = (), conditions: Sequence[Executable] = (), **more: Any,
) -> None:  # fmt: skip
    """Store a new match with its seats, invitations and events, all in one write; *conditions* and
    *more* as in `EventLog.write`. Refuses a box that is not there any more.
    """
    id = row["id"]
    writes = [insert(schema.matches).values(row)]
    writes += [
        insert(schema.seats).values(
            match=id, seat=n, kind=seat.kind, person=seat.person, name=seat.level or seat.name
        )
        for n, seat in enumerate(seats)
    ]
    writes += [key_row(id, invite) for invite in invites]
    box = [held(row["components"])] if row["components"] else []
    try:
        await log.write(*writes, events=events, conditions=[*conditions, *box], **more)
    except Conflict:
        if conditions:
            raise
        raise BadRequest("no_box", text=row["components"]) from None


def held(digest: str) -> Executable:
    """A condition: a box has not been purged."""
    b = schema.boxes.c
    return update(schema.boxes).where(b.digest == digest).values(digest=b.digest)


def checked_name(name: Name) -> str:
    return checked_names([name])[0].strip()
