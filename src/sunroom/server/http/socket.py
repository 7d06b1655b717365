"""The socket of a browser at one match: commands in, frames out."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.params import FromPath
from litestar.types import Send

from sunroom.rules.words import LANGUAGES, Refusal
from sunroom.server.match.viewer import Viewer, WriteAtOnce
from sunroom.server.refusals import (
    BadRequest,
    GivenUp,
    NotSignedIn,
    Unknown,
    rules_of,
    said_at_table,
)
from sunroom.server.security import BARE, same_origin
from sunroom.server.service import Service
from sunroom.server.wire import LARGEST_MESSAGE, encode, read_command
from sunroom.table.refusals import status_of
from sunroom.table.wire import Cancel, Changes, Command, Done, Hint, Ping, Refused

from .request import WITH_STATE, address_of, backend_of, language_of, person_of
from .websocket import EXTENSION, WRITE

log = structlog.get_logger()
MATCH_ID = re.compile("[A-Za-z0-9]{1,40}")
CLOSED = 4000  # plus an HTTP status: the close code of a socket says why it was closed


@websocket("/api/matches/{id:str}/socket")
async def socket(socket: WebSocket[Any, Any, Any], id: FromPath[str]) -> None:
    if not same_origin(socket.scope["headers"]):
        await socket.close(CLOSED + 403)
        return
    await socket.accept()
    backend, query = backend_of(socket), socket.query_params
    language = language_of(socket, query.get("lang") if query.get("lang") in LANGUAGES else None)
    try:
        backend.limits.admit(address_of(socket))
        person = await person_of(socket)
        if not MATCH_ID.fullmatch(id):
            raise Unknown("no_match")
        room = await backend.service.open(id, person, query.get("key", "")[:60])
        viewer = Viewer(
            person, language, room.state.eye_of(person), direct_writer(socket), address_of(socket)
        )
        await backend.service.watch(room, viewer, number(query.get("since")))
    except Refusal as why:
        await socket.send_data(encode(refused(why, 0, language)).decode())
        await socket.close(CLOSED + status_of(why))
        return
    # A task of its own, so that waking it does not wake the framework's coroutines as well.
    await asyncio.create_task(talk(socket, backend.service, id, viewer))


def direct_writer(socket: WebSocket[Any, Any, Any]) -> WriteAtOnce | None:
    """A function that writes messages without waking a task, where the server has one."""
    extensions: Any = socket.scope.get("extensions") or {}
    return extensions.get(EXTENSION, {}).get(WRITE)  # type: ignore[no-any-return]


def number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


async def talk(socket: WebSocket[Any, Any, Any], service: Service, id: str, viewer: Viewer) -> None:
    """Handle commands and send frames until one side closes."""
    receive, send = socket.scope["state"][BARE]
    writer = asyncio.create_task(write(send, viewer))
    try:
        while not viewer.closed:
            message = await receive()
            if message["type"] != "websocket.receive":
                break
            text = message.get("text") or message.get("bytes") or b""
            await respond(service, id, viewer, text)
    except asyncio.CancelledError:
        raise
    except Exception:
        log.exception("a socket failed", match=id)
    finally:
        service.unwatch(id, viewer)
        writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer


async def write(send: Send, viewer: Viewer) -> None:
    """Send the frames of the outbox until the viewer is closed."""
    with suppress(Exception):  # the other side has gone
        while frames := await viewer.frames():
            for text in viewer.messages(frames):
                await send({"type": "websocket.send", "bytes": None, "text": text.decode()})
        await send({"type": "websocket.close", "code": CLOSED + 408, "reason": None})


async def respond(service: Service, id: str, viewer: Viewer, text: str | bytes) -> None:
    """Handle one command; what takes long is answered later, so that others are meanwhile."""
    try:
        command = parsed(text)
    except BadRequest as why:
        viewer.send(encode(refused(why, 0, viewer.language)))
        return
    if isinstance(command, Hint):
        viewer.run(command.ref, answer_later(service, id, viewer, command))
    else:
        await answer(service, id, viewer, command)


async def answer_later(service: Service, id: str, viewer: Viewer, command: Command) -> None:
    try:
        await answer(service, id, viewer, command)
    except asyncio.CancelledError:
        viewer.send(encode(refused(GivenUp("given_up"), command.ref, viewer.language)))


async def answer(service: Service, id: str, viewer: Viewer, command: Command) -> None:
    """A refusal is sent with its reason and the current state."""
    try:
        viewer.send(encode(await handle(service, id, viewer, command)))
    except Refusal as why:
        viewer.send(encode(refused(why, command.ref, viewer.language)))
        if status_of(why) in WITH_STATE:
            await service.show_again(id, viewer)


async def handle(service: Service, id: str, viewer: Viewer, command: Command) -> Done:
    if isinstance(command, Changes):  # concerns this socket only, so spectators may send it too
        viewer.changes = True
        return Done(command.ref, service.registry.rooms[id].state.n)
    if isinstance(command, Cancel):
        return Done(command.ref, service.registry.rooms[id].state.n, viewer.cancel(command.of))
    if isinstance(command, Ping):
        return service.ping(id, viewer, command)
    if viewer.person is None:
        raise NotSignedIn("not_signed_in")
    return await service.do(id, viewer.person, command, viewer)


def parsed(text: str | bytes) -> Command:
    """A command as it was sent; refuses what is too long or not a command."""
    if len(text) > LARGEST_MESSAGE:
        raise BadRequest("too_long", n=LARGEST_MESSAGE)
    try:
        command: Command = read_command(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as why:
        raise BadRequest("not_understood", why=str(why)) from None
    return command


def refused(why: Refusal, ref: int, language: str) -> Refused:
    said = said_at_table(why, language)
    return Refused(ref, status_of(why), why.message.id, said, rules_of(why))
