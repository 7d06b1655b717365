"""What people say to each other at a match. It is kept beside the events, so that it can be taken
back.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Executable,
    Row,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    true,
)

from sunroom.server.limits import CHAT_OF_MATCH, CHAT_OF_PLAYER, CHAT_OF_WATCHERS, CHAT_PAGE
from sunroom.server.people import Names, now
from sunroom.server.refusals import NotSignedIn, TooMany
from sunroom.server.store import schema
from sunroom.server.store.eventlog import EventLog
from sunroom.server.store.store import Conflict, chat_number
from sunroom.server.wire import encode
from sunroom.table.refusals import Denied
from sunroom.table.state import AnyState
from sunroom.table.wire import Chat as Line

from .registry import Room
from .viewer import Viewer

TABLE = schema.chat.c
LAST = 2**31 - 1  # no line has a number above it


class Chat:
    def __init__(self, log: EventLog, names: Names) -> None:
        self.log = log
        self.names = names

    async def say(self, room: Room, person: str, text: str) -> None:
        """Store what was said, then show it. The caller holds the lock."""
        shown = "".join(c if c.isprintable() else " " for c in text).strip()
        if not shown:
            raise Denied("said_nothing")
        await self._check_there_is_room(room, person)
        try:
            await self.log.write(
                conditions=[new_line(room, person, shown)], locks=[room.id, person],
                notice=(room.id, chat_number()),
            )  # fmt: skip
        except Conflict:
            raise NotSignedIn("not_signed_in") from None
        await self.show_new(room)

    async def _check_there_is_room(self, room: Room, person: str) -> None:
        """Who only watches can neither use up what the players may say, nor the other way round;
        nor is there more room because people sit down, talk and leave.
        """
        await self._check(room, true(), CHAT_OF_MATCH.all)
        players = room.state.seating.persons
        if person in players:
            await self._check(room, TABLE.person == person, CHAT_OF_PLAYER.person)
        else:
            await self._check(room, TABLE.person == person, CHAT_OF_WATCHERS.person)
            await self._check(room, TABLE.person.not_in(players), CHAT_OF_WATCHERS.all)

    async def _check(self, room: Room, which: ColumnElement[bool], cap: int) -> None:
        said = select(func.count()).where(TABLE.match == room.id, which)
        if (await self.log.read(said))[0][0] >= cap:
            raise TooMany("chat_full", n=cap)

    async def page(
        self, room: Room, *which: ColumnElement[bool], unheard: Collection[str] = ()
    ) -> list[tuple[str | None, Line]]:
        """The newest lines of some, with who said each; the first says whether there are more."""
        size = CHAT_PAGE.each
        heard = or_(TABLE.person.is_(None), TABLE.person.not_in(unheard))
        wanted = select(schema.chat).where(TABLE.match == room.id, heard, *which)
        rows = await self.log.read(wanted.order_by(TABLE.n.desc()).limit(size + 1))
        await self.names.learn({row.person for row in rows} - set(self.names.known))
        lines = [(row.person, self._line(room, row)) for row in reversed(rows[:size])]
        if len(rows) > size:
            lines[0][1].earlier = True
        return lines

    def _line(self, room: Room, row: Row[Any]) -> Line:
        name, seat = self.names.known.get(row.person), seat_of(room.state, row.person)
        return Line(row.n, name, seat, row.at, row.text)

    async def earlier(self, room: Room, person: str | None, before: int = LAST) -> list[Line]:
        """The page of lines before a number, as somebody hears them."""
        muted = await self._muted_by(person)
        lines = await self.page(room, TABLE.n < min(before, LAST), unheard=muted)
        for who, line in lines:
            line.yours = who is not None and who == person
        return [line for _, line in lines]

    async def mute(self, room: Room, person: str, n: int, *, on: bool) -> None:
        """Somebody does not hear any more, or hears again, who said something."""
        rows = await self.log.read(
            select(TABLE.person).where((TABLE.match == room.id) & (TABLE.n == n))
        )
        if not rows or rows[0].person is None or rows[0].person == person:
            raise Denied("nobody_said")
        pair = {"person": person, "muted": rows[0].person}
        muted = schema.mutes.c
        which = (muted.person == person) & (muted.muted == rows[0].person)
        again = [insert(schema.mutes).values(pair)] if on else []
        with suppress(Conflict):  # the same was asked for twice at once
            await self.log.write(delete(schema.mutes).where(which), *again)
        for viewer in list(room.viewers):
            if viewer.person == person:
                await self._learn_mutes(viewer)

    async def _learn_mutes(self, viewer: Viewer) -> None:
        viewer.muted = await self._muted_by(viewer.person)

    async def _muted_by(self, person: str | None) -> set[str]:
        """Whom somebody does not hear."""
        muted = schema.mutes.c
        rows = await self.log.read(select(muted.muted).where(muted.person == person))
        return {row.muted for row in rows}

    async def show_new(self, room: Room) -> None:
        if not room.viewers:
            return
        for person, line in await self.page(room, TABLE.n > room.said):
            room.said = line.n
            for viewer in room.viewers:
                send(viewer, person, line)

    async def show_latest(self, room: Room, viewer: Viewer) -> None:
        """What was said last, for somebody who comes."""
        await self._learn_mutes(viewer)
        for person, line in await self.page(room, unheard=viewer.muted):
            room.said = max(room.said, line.n)
            send(viewer, person, line)


def new_line(room: Room, person: str, text: str) -> Executable:
    """What adds a line after the last one, whichever worker wrote that; nothing is said by somebody
    who has deleted their profile meanwhile.
    """
    last = select(func.coalesce(func.max(TABLE.n), 0)).where(TABLE.match == room.id)
    n = last.scalar_subquery()
    latest = case((n > room.said, n), else_=room.said)  # the last may have been taken back
    here = exists().where(schema.people.c.id == person, schema.people.c.gone.is_(None))
    row = {
        TABLE.match: literal(room.id), TABLE.n: latest + 1, TABLE.person: literal(person),
        TABLE.at: literal(now(), BigInteger), TABLE.text: literal(text),
    }  # fmt: skip
    return insert(schema.chat).from_select(list(row), select(*row.values()).where(here))


def all_said_by(person: str) -> list[Executable]:
    """What deletes everything that a person ever said, and that they are muted."""
    muted = schema.mutes.c
    theirs = delete(schema.mutes).where((muted.person == person) | (muted.muted == person))
    return [delete(schema.chat).where(TABLE.person == person), theirs]


def seat_of(state: AnyState, person: str | None) -> int:
    own = state.seating.decided_by(person)
    return own[0] if own else -1


def send(viewer: Viewer, person: str | None, line: Line) -> None:
    if person in viewer.muted:
        return
    line.yours = person is not None and person == viewer.person
    viewer.send(encode(line))
