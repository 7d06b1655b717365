"""Matches: created, found, played, followed, and links to them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Any, cast

import msgspec
from litestar import Request, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream
from msgspec import Meta

from sunroom.kernel.words import Refusal
from sunroom.server import lobby, wire
from sunroom.server.audience import Viewer
from sunroom.server.desk import Desk, signed_in
from sunroom.server.live import Live
from sunroom.server.lobby import Created, Invitation, MatchLine, NewMatch, Search
from sunroom.server.people import now
from sunroom.server.refusals import status_of
from sunroom.server.wire import About, Done, State

from .asking import (
    HEARTBEAT,
    NDJSON,
    RESPONSES,
    SHOWN,
    Flag,
    KeyText,
    LinkKey,
    MatchId,
    Number,
    Status,
    Word,
    admit,
    asking,
    at_match,
    language_of,
)


class Seen(msgspec.Struct):
    """A match as one may see it."""

    match: About
    state: State


@post("/api/matches", responses=RESPONSES, tags=["matches"])
async def create(request: Request[Any, Any, Any], data: JSONBody[NewMatch]) -> Created:
    """Create a match. It begins when all seats are taken."""
    desk = admit(request, creates=True)
    created = await lobby.create(desk.house, signed_in(await asking(request)), data)
    if (live := desk.house.matches.get(created.id)) is not None:
        desk.house.let_go(live)
    return created


@get("/api/matches", responses=RESPONSES, tags=["matches"])
async def find(
    request: Request[Any, Any, Any],
    status: Status = None,
    game: Word = None,
    player: Word = None,
    winner: Word = None,
    mine: Flag = False,
    before: Number = None,
) -> list[MatchLine]:
    """Public matches and one's own, the youngest first: open ones, running ones, the archive."""
    desk = admit(request)
    person = await asking(request)
    if mine:
        signed_in(person)
    search = Search(status, game, player, winner, mine, before)
    return await lobby.find(desk.house, person, search)


@get("/api/matches/{id:str}", responses=RESPONSES, tags=["matches"])
async def look(request: Request[Any, Any, Any], id: MatchId, key: KeyText = "") -> Seen:
    """A match as it stands."""
    desk = admit(request)
    person = await asking(request)
    async with at_match(desk, id, person, key), desk.house.at(id) as live:
        viewer = Viewer(person, "en", live.eye_of(person))
        desk.house.opponents.wake(desk.house, live)  # for those who only ask now and then
        return Seen(desk.house.about(live, viewer), state_of(live, viewer.eye))


def state_of(live: Live, eye: int) -> State:
    return live.state(eye, now())


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """A decision in notation, at the version (`n` of the last state) that was seen."""

    text: wire.Text
    version: wire.Version
    hold: bool = False


@post("/api/matches/{id:str}/moves", status_code=200, responses=RESPONSES, tags=["matches"])
async def move(request: Request[Any, Any, Any], id: MatchId, data: JSONBody[Move]) -> Done:
    """Decide. It is stored when the answer comes; a stale or illegal move is answered with 409."""
    play = wire.Play(text=data.text, version=data.version, hold=data.hold)
    return await _carry_out(request, id, play)


@post("/api/matches/{id:str}/commands", status_code=200, responses=RESPONSES, tags=["matches"])
async def command(
    request: Request[Any, Any, Any], id: MatchId, data: JSONBody[wire.AnyCommand]
) -> Done:
    """Anything else that players can do: sit, confirm, undo, takeback, resign, say, …"""
    return await _carry_out(request, id, data)


async def _carry_out(request: Request[Any, Any, Any], id: str, data: wire.AnyCommand) -> Done:
    desk = admit(request)
    person = signed_in(await asking(request))
    key = data.key if isinstance(data, wire.Sit) else ""
    async with at_match(desk, id, person, key):
        try:
            return await desk.do(id, person, data)
        except Refusal as why:
            if status_of(why) in SHOWN:
                request.state.seen = await _how_it_stands(desk, id, person)
            raise


async def _how_it_stands(desk: Desk, id: str, person: str) -> State | None:
    """What goes with a refusal."""
    with suppress(Refusal):
        async with desk.house.at(id) as live:
            return state_of(live, live.eye_of(person))
    return None


LINES = ResponseSpec(
    cast(Any, wire.Frame),  # a union does as well
    description="Frames, one a line.",
    media_type=NDJSON,
    generate_examples=False,
)


@get("/api/matches/{id:str}/stream", responses=RESPONSES | {200: LINES}, tags=["matches"])
async def stream(
    request: Request[Any, Any, Any], id: MatchId, since: Number = None, key: KeyText = ""
) -> Stream:
    """Everything that happens from now on, a JSON frame a line (NDJSON); empty lines are sent when
    nothing happens. With `since`, the `n` that was seen last, what was missed comes first.
    """
    desk = admit(request)
    person = await asking(request)
    live, _ = await desk.open(id, person, key)
    viewer = Viewer(person, language_of(request), live.eye_of(person))
    await desk.watch(live, viewer, since)
    return Stream(_lines(desk, id, viewer), media_type=NDJSON)


async def _lines(desk: Desk, id: str, viewer: Viewer) -> AsyncIterator[bytes]:
    try:
        while not viewer.closed:
            try:
                frames = await asyncio.wait_for(viewer.frames(), HEARTBEAT)
            except TimeoutError:
                yield b"\n"
                continue
            if frames:
                yield b"\n".join(frames) + b"\n"
    finally:
        desk.unwatch(id, viewer)


# Links


class NewLink(msgspec.Struct, forbid_unknown_fields=True):
    kind: Annotated[str, Meta(pattern="^(invite|seat|watch)$")]
    seat: wire.SeatNumber | None = None


class Linked(msgspec.Struct):
    match: str
    game: str
    kind: str
    seat: int | None


@post("/api/matches/{id:str}/links", responses=RESPONSES, tags=["links"])
async def new_link(
    request: Request[Any, Any, Any], id: MatchId, data: JSONBody[NewLink]
) -> Invitation:
    """A link to invite, to watch, or to take one's seat along to another device."""
    desk = admit(request)
    person = signed_in(await asking(request))
    async with at_match(desk, id, person), desk.house.at(id) as live:
        return await lobby.new_link(desk.house, live, person, data.kind, data.seat)


class Revoked(msgspec.Struct, forbid_unknown_fields=True):
    key: Annotated[str, Meta(max_length=60)] | None = None


@post("/api/matches/{id:str}/links/revoke", status_code=204, responses=RESPONSES, tags=["links"])
async def revoke(request: Request[Any, Any, Any], id: MatchId, data: JSONBody[Revoked]) -> None:
    """Withdraw a link; without a key all links that one may withdraw."""
    desk = admit(request)
    person = signed_in(await asking(request))
    async with at_match(desk, id, person) as live:
        await lobby.revoke(desk.house, live, person, data.key)


@get("/api/links/{key:str}", responses=RESPONSES, tags=["links"])
async def linked(request: Request[Any, Any, Any], key: LinkKey) -> Linked:
    """Where a link leads."""
    desk = admit(request)
    id, found = await lobby.match_of(desk.house, key)
    async with at_match(desk, id, None, key) as live:
        return Linked(id, live.facts.game, found.kind, found.seat)
