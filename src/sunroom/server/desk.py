"""The front desk: everything that comes in over HTTP or a socket goes through here.

It knows who somebody is, how often they may ask and what they may see, and hands commands to the
house.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import structlog
from sqlalchemy import Row, insert, select, update

from sunroom.kernel.contract import SPECTATOR
from sunroom.kernel.words import LANGUAGES, Message, Refusal
from sunroom.players import hints

from . import chat, lobby, metrics, schema, wire
from .audience import Viewer
from .commands import Key, Who, carry_out
from .guard import Limit
from .house import House
from .live import GATHERING, PLAYING, Live
from .people import Seal, new_id, now
from .refusals import (
    Denied,
    NotNow,
    NotSignedIn,
    NotYours,
    TooMany,
    Unknown,
    rules_of,
    status_of,
)
from .reviews import Reviews
from .wire import Done, Refused, encode

log = structlog.get_logger()


class Desk:
    def __init__(self, house: House, seal: Seal, *, limit: float) -> None:
        self.house = house
        self.seal = seal
        self.addresses = Limit(limit, limit * 5)
        self.newcomers = Limit(limit / 20, limit)  # guests and matches that one address creates
        self.seats = Limit(20 if limit else 0, 60)
        self.talk = Limit(1, 8)
        self.thought = Limit(0.2, 5)  # hints and reviews
        self.reviews = Reviews()

    def admit(self, address: str, *, creates: bool = False) -> None:
        if not self.addresses.allows(address) or (creates and not self.newcomers.allows(address)):
            raise TooMany("too_many")

    # People

    async def person(self, token: str | None) -> Row[Any] | None:
        """The row of whoever holds a token; nobody's where it is wrong or the person is gone."""
        id = self.seal.person(token) if token else None
        if id is None:
            return None
        rows = await self.house.read(select(schema.people).where(schema.people.c.id == id))
        return rows[0] if rows and rows[0].gone is None else None

    async def new_person(self, name: str | None) -> str:
        id = new_id()
        row = {"id": id, "name": name, "confirm": False, "created": now()}
        await self.house.write(insert(schema.people).values(row))
        return id

    async def change_person(self, id: str, **change: Any) -> None:
        await self.house.write(
            update(schema.people).where(schema.people.c.id == id).values(**change)
        )
        if "name" in change:
            self.house.names[id] = change["name"] or ""
            await self._introduce(id)

    async def delete_person(self, id: str) -> None:
        """Name and chat are gone; matches stay, with a nameless player."""
        await chat.take_back_all(self.house, id)
        await self.change_person(id, name=None, gone=now())
        for live in self.house.matches.values():
            for viewer in list(live.viewers):
                if viewer.person == id:
                    viewer.close()

    async def _introduce(self, person: str) -> None:
        """Show a new name to those at the same matches."""
        for live in self.house.matches.values():
            if person in live.persons:
                for viewer in live.viewers:
                    viewer.send(encode(self.house.about(live, viewer)))

    # Matches

    async def open(self, id: str, person: str | None, key: str = "") -> tuple[Live, Key | None]:
        """A match that somebody may see; otherwise it is as if there were none."""
        found = await lobby.key_for(self.house, id, key) if key else None
        live = await self.house.find(id)
        if live.status == GATHERING and all(seat.taken for seat in live.seats):
            await lobby.begin_if_full(self.house, id)  # the server went down before it could
        known = live.eyes_of(person) or person == live.facts.host or found is not None
        if live.facts.visibility == "private" and not known:
            self.house.let_go(live)
            raise Unknown("no_match")
        return live, found

    async def watch(self, live: Live, viewer: Viewer, since: int | None) -> None:
        """Show somebody a match from now on."""
        async with self.house.at(live.facts.id) as here:
            self.house.greet(here, viewer, await self.house.course(here), since)
            await chat.show_all(self.house, here, viewer)
            here.viewers.add(viewer)
        metrics.SOCKETS.inc()
        self.house.set_alarm(here)
        self.house.opponents.wake(self.house, here)

    def unwatch(self, id: str, viewer: Viewer) -> None:
        viewer.close()
        metrics.SOCKETS.dec()
        if (live := self.house.matches.get(id)) is not None:
            live.viewers.discard(viewer)
            self.house.let_go(live)

    async def do(
        self, id: str, person: str, command: wire.AnyCommand, viewer: Viewer | None = None
    ) -> Done:
        """The one command handler: a Refusal, or done and stored."""
        try:
            if not self.seats.allows(f"{id} {person}"):
                raise TooMany("too_many")
            done = await self._do(id, person, command, viewer)
        except Refusal:
            metrics.command(type(command), "refused").inc()
            raise
        metrics.command(type(command), "done").inc()
        return done

    async def _do(
        self, id: str, person: str, command: wire.AnyCommand, viewer: Viewer | None
    ) -> Done:
        shown = command.key if isinstance(command, wire.Sit) else ""
        key = await lobby.key_for(self.house, id, shown) if shown else None
        if (other := SPECIAL.get(type(command))) is not None:
            live = await self.house.find(id)
            return Done(command.ref, live.n, await other(self, live, person, command, viewer))
        async with self.house.at(id) as live:
            await self.house.call_time(live)
            await self.house.carry(live, lambda: carry_out(command, live, Who(person, key)))
            return Done(command.ref, live.n)

    # Commands that are no events

    async def _look(self, live: Live, person: str, command: Any, viewer: Viewer | None) -> None:
        """See the table from another seat of one's own."""
        if viewer is None:
            raise Denied("socket_only")
        async with self.house.at(live.facts.id) as here:
            if command.seat != SPECTATOR and command.seat not in here.eyes_of(person):
                raise NotYours("no_seat")
            viewer.eye = command.seat
            viewer.send(encode(self.house.about(here, viewer)))
            viewer.send(encode(here.state(viewer.eye, now())))

    async def _say(self, live: Live, person: str, command: Any, viewer: Viewer | None) -> None:
        if live.facts.visibility == "private" and not live.eyes_of(person):
            raise NotYours("no_seat")
        if not self.talk.allows(person):
            raise TooMany("too_many")
        async with self.house.at(live.facts.id) as here:
            await chat.say(self.house, here, person, command.text)

    async def _mute(self, live: Live, person: str, command: Any, viewer: Viewer | None) -> None:
        await chat.mute(self.house, live, person, command.n, on=command.on)

    async def _rematch(self, live: Live, person: str, command: Any, viewer: Viewer | None) -> str:
        async with self.house.at(live.facts.id) as here:
            id = await lobby.rematch(self.house, here, person)
            for other in here.viewers:
                other.send(encode(self.house.about(here, other)))
            return id

    async def _hint(
        self, live: Live, person: str, command: Any, viewer: Viewer | None
    ) -> list[dict[str, Any]]:
        """A hint for the seat to act, from what that seat may see."""
        match, seat = live.match, live.turn
        if not live.facts.hints:
            raise NotNow("no_hints")
        if match is None or live.status != PLAYING:
            raise NotNow("not_begun" if match is None else "match_ended")
        if seat not in live.seats_of(person) or match.to_act != seat:
            raise NotYours("not_your_turn")
        if not self.thought.allows(person):
            raise TooMany("too_many")
        which, table = self.house.boxes.which(match.game), match.veiled(seat)
        told = await self.house.opponents.hint(which, table, match.seats)
        names = tuple(self.house.called(live))
        return [said_of(live, one, names) for one in told]


Special = Callable[[Desk, Live, str, Any, Viewer | None], Awaitable[Any]]
SPECIAL: dict[type, Special] = {
    wire.Look: Desk._look,
    wire.Say: Desk._say,
    wire.Mute: Desk._mute,
    wire.Rematch: Desk._rematch,
    wire.Hint: Desk._hint,
}


def said_of(live: Live, told: Message, names: tuple[str, ...]) -> dict[str, Any]:
    """A hint as data and in every language; its words are not in the game's catalogue."""
    assert live.match is not None
    tongues = {language: hints.tongue(live.match, language) for language in LANGUAGES}
    said = {
        language: replace(tongue, names=names).say(told) for language, tongue in tongues.items()
    }
    return wire.plain(told) | {"said": said}


def refused(why: Refusal, ref: int, language: str) -> Refused:
    return Refused(ref, status_of(why), why.message.id, why.say(language), rules_of(why))


def signed_in(person: str | None) -> str:
    if person is None:
        raise NotSignedIn("not_signed_in")
    return person
