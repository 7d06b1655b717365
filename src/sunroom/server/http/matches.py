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

from sunroom.rules.words import Refusal
from sunroom.server import wire
from sunroom.server.backend import Backend
from sunroom.server.lobby import links
from sunroom.server.lobby.links import Invitation
from sunroom.server.lobby.lobby import Created, NewMatch
from sunroom.server.lobby.search import MatchLine, Search
from sunroom.server.lobby.search import find as find_matches
from sunroom.server.match.registry import Room
from sunroom.server.match.viewer import Viewer
from sunroom.server.wire import About, Chat, Done, State, as_dataclass, as_struct
from sunroom.table import frames
from sunroom.table.refusals import status_of
from sunroom.table.wire import Command, Play, Sit

from .request import (
    HEARTBEAT,
    NDJSON,
    RESPONSES,
    WITH_STATE,
    Flag,
    KeyText,
    LinkKey,
    MatchId,
    Number,
    Status,
    Word,
    address_of,
    admit,
    language_of,
    locked_match,
    opened_match,
    person_of,
    signed_in,
)


class MatchView(msgspec.Struct):
    """A match as the person who asks may see it."""

    match: About
    state: State


@post("/api/matches", responses=RESPONSES, tags=["matches"])
async def create(request: Request[Any, Any, Any], data: JSONBody[NewMatch]) -> Created:
    """Create a match. It begins as soon as all seats are taken."""
    backend = admit(request, creates=True)
    created = await backend.lobby.create(signed_in(await person_of(request)), data)
    backend.registry.let_go(created.id)
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
    """Public matches and your own, the latest first: open, running and finished ones."""
    backend = admit(request)
    person = await person_of(request)
    if mine:
        signed_in(person)
    wanted = Search(status, game, player, winner, mine, before)
    return await find_matches(backend.log, person, wanted)


@get("/api/matches/{id:str}", responses=RESPONSES, tags=["matches"])
async def look(request: Request[Any, Any, Any], id: MatchId, key: KeyText = "") -> MatchView:
    """A match as it stands."""
    backend = admit(request)
    person = await person_of(request)
    async with locked_match(backend, id, person, key) as room:
        viewer = Viewer(person, "en", room.state.eye_of(person))
        backend.opponents.wake(room)  # for programs that poll and have no stream open
        about = backend.broadcast.about(room, viewer)
        return MatchView(as_struct(about), state_of(room, viewer.eye))


def state_of(room: Room, eye: int) -> State:
    return as_struct(frames.shown(room.state, eye, room.moment().at))


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """A decision in notation, with the version (`n` of the last state) that it refers to."""

    text: wire.Text
    version: wire.Version
    hold: bool = False


@post("/api/matches/{id:str}/moves", status_code=200, responses=RESPONSES, tags=["matches"])
async def move(request: Request[Any, Any, Any], id: MatchId, data: JSONBody[Move]) -> Done:
    """Make a decision. It is stored before the response is sent; a stale or illegal one gets a
    409.
    """
    play = Play(text=data.text, version=data.version, hold=data.hold)
    return await _handle(request, id, play)


@post("/api/matches/{id:str}/commands", status_code=200, responses=RESPONSES, tags=["matches"])
async def command(
    request: Request[Any, Any, Any], id: MatchId, data: JSONBody[wire.AnyCommand]
) -> Done:
    """Any other command of a player: sit, confirm, undo, takeback, resign, say, …"""
    return await _handle(request, id, as_dataclass(data))


async def _handle(request: Request[Any, Any, Any], id: str, command: Command) -> Done:
    backend = admit(request)
    person = signed_in(await person_of(request))
    key, address = command.key if isinstance(command, Sit) else "", address_of(request)
    async with opened_match(backend, id, person, key):
        try:
            return as_struct(await backend.service.do(id, person, command, address=address))
        except Refusal as why:
            if status_of(why) in WITH_STATE:
                request.state.shown = await _current_state(backend, id, person)
            raise


async def _current_state(backend: Backend, id: str, person: str) -> State | None:
    """The state that goes with a refusal, if the person may still see the match."""
    with suppress(Refusal):
        async with backend.registry.at(id) as room:
            return state_of(room, room.state.eye_of(person))
    return None


LINES = ResponseSpec(
    cast(Any, wire.Frame),  # a union works as well
    description="Frames, one per line.",
    media_type=NDJSON,
    generate_examples=False,
)


@get("/api/matches/{id:str}/stream", responses=RESPONSES | {200: LINES}, tags=["matches"])
async def stream(
    request: Request[Any, Any, Any], id: MatchId, since: Number = None, key: KeyText = ""
) -> Stream:
    """Everything that happens from now on, one JSON frame per line (NDJSON). Empty lines keep the
    connection alive. With `since`, the last `n` that was seen, the missed frames come first.
    """
    backend = admit(request)
    person = await person_of(request)
    room = await backend.service.open(id, person, key)
    eye, address = room.state.eye_of(person), address_of(request)
    viewer = Viewer(person, language_of(request), eye, address=address)
    await backend.service.watch(room, viewer, since)
    return Stream(_lines(backend, id, viewer), media_type=NDJSON)


async def _lines(backend: Backend, id: str, viewer: Viewer) -> AsyncIterator[bytes]:
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
        backend.service.unwatch(id, viewer)


@get("/api/matches/{id:str}/chat", responses=RESPONSES, tags=["matches"])
async def chat(
    request: Request[Any, Any, Any], id: MatchId, before: Number = None, key: KeyText = ""
) -> list[Chat]:
    """What was said last, or last before a line with the number (`n`) `before`: a page of lines.
    The first is marked `earlier` where there are more.
    """
    backend = admit(request)
    person = await person_of(request)
    async with opened_match(backend, id, person, key) as room:
        earlier = backend.chat.earlier
        lines = await (earlier(room, person) if before is None else earlier(room, person, before))
        return list(map(as_struct, lines))


# Links


class NewLink(msgspec.Struct, forbid_unknown_fields=True):
    kind: Annotated[str, Meta(pattern="^(invite|seat|watch)$")]
    seat: wire.SeatNumber | None = None


class LinkTarget(msgspec.Struct):
    match: str
    game: str
    kind: str
    seat: int | None


@post("/api/matches/{id:str}/links", responses=RESPONSES, tags=["links"])
async def new_link(
    request: Request[Any, Any, Any], id: MatchId, data: JSONBody[NewLink]
) -> Invitation:
    """Create a link: to invite, to watch, or to play your seat on another device."""
    backend = admit(request)
    person = signed_in(await person_of(request))
    async with locked_match(backend, id, person) as room:
        return await links.new_link(backend.log, room, person, data.kind, data.seat)


class Revocation(msgspec.Struct, forbid_unknown_fields=True):
    key: Annotated[str, Meta(max_length=60)] | None = None


@post("/api/matches/{id:str}/links/revoke", status_code=204, responses=RESPONSES, tags=["links"])
async def revoke(request: Request[Any, Any, Any], id: MatchId, data: JSONBody[Revocation]) -> None:
    """Revoke a link; without a key, all links that you may revoke."""
    backend = admit(request)
    person = signed_in(await person_of(request))
    async with opened_match(backend, id, person) as room:
        await links.revoke(backend.log, room, person, data.key)


@get("/api/links/{key:str}", responses=RESPONSES, tags=["links"])
async def link_target(request: Request[Any, Any, Any], key: LinkKey) -> LinkTarget:
    """The match that a link leads to."""
    backend = admit(request)
    id, found = await links.match_of(backend.log, key)
    async with opened_match(backend, id, None, key) as room:
        return LinkTarget(id, room.state.header.game, found.kind, found.seat)
