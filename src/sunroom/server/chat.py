"""What people say to each other at a match. It is kept beside the record, so that it can be taken
back.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select

from . import schema
from .audience import Viewer
from .live import Live
from .people import now
from .refusals import Away, Denied
from .store import Conflict, Unavailable, Write
from .wire import Chat, encode

if TYPE_CHECKING:
    from .house import House

TABLE = schema.chat.c


async def say(house: House, live: Live, person: str, text: str) -> None:
    """Store what was said, then show it. The caller holds the lock."""
    shown = "".join(c if c.isprintable() else " " for c in text).strip()
    if not shown:
        raise Denied("said_nothing")
    id = live.facts.id
    last = (await house.read(select(func.max(TABLE.n)).where(TABLE.match == id)))[0][0]
    n = max(last or 0, live.chat_n) + 1  # the last may have been taken back
    row = {"match": id, "n": n, "person": person, "at": now(), "text": shown}
    write = Write(also=[insert(schema.chat).values(row)], tell=(id, -n))
    try:
        await house.store.write(write)
    except (Conflict, Unavailable) as why:
        raise Away("database_away") from why
    await show_new(house, live)


async def said(house: House, live: Live, after: int = 0) -> list[tuple[str | None, Chat]]:
    """Everything after a number, with who said it."""
    wanted = select(schema.chat).where(TABLE.match == live.facts.id, TABLE.n > after)
    rows = await house.read(wanted.order_by(TABLE.n))
    await house.know({row.person for row in rows} - set(house.names))
    return [
        (
            row.person,
            Chat(row.n, house.names.get(row.person), seat_of(live, row.person), row.at, row.text),
        )
        for row in rows
    ]


async def mute(house: House, live: Live, person: str, n: int, *, on: bool) -> None:
    """Somebody does not hear any more, or hears again, who said something."""
    at = (TABLE.match == live.facts.id) & (TABLE.n == n)
    rows = await house.read(select(TABLE.person).where(at))
    if not rows or rows[0].person is None or rows[0].person == person:
        raise Denied("nobody_said")
    pair = {"person": person, "muted": rows[0].person}
    muted = schema.mutes.c
    which = (muted.person == person) & (muted.muted == rows[0].person)
    again = [insert(schema.mutes).values(pair)] if on else []
    with suppress(Conflict):  # the same was asked for twice at once
        await house.write(delete(schema.mutes).where(which), *again)
    for viewer in list(live.viewers):
        if viewer.person == person:
            await know_mutes(house, viewer)


async def know_mutes(house: House, viewer: Viewer) -> None:
    muted = schema.mutes.c
    rows = await house.read(select(muted.muted).where(muted.person == viewer.person))
    viewer.muted = {row.muted for row in rows}


def seat_of(live: Live, person: str | None) -> int:
    own = live.seats_of(person)
    return own[0] if own else -1


async def show_new(house: House, live: Live) -> None:
    if not live.viewers:
        return
    for person, chat in await said(house, live, live.chat_n):
        live.chat_n = chat.n
        for viewer in live.viewers:
            send(viewer, person, chat)


async def show_all(house: House, live: Live, viewer: Viewer) -> None:
    """Everything that was said, for somebody who comes."""
    await know_mutes(house, viewer)
    for person, chat in await said(house, live):
        live.chat_n = max(live.chat_n, chat.n)
        send(viewer, person, chat)


def send(viewer: Viewer, person: str | None, chat: Chat) -> None:
    if person in viewer.muted:
        return
    chat.yours = person is not None and person == viewer.person
    viewer.send(encode(chat))


async def take_back_all(house: House, person: str) -> None:
    """A person deletes everything they ever said, and is muted by nobody any more."""
    muted = schema.mutes.c
    of_theirs = delete(schema.mutes).where((muted.person == person) | (muted.muted == person))
    await house.write(delete(schema.chat).where(TABLE.person == person), of_theirs)
