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

from sunroom.kernel.words import LANGUAGES, Refusal

from .api.asking import SHOWN, address_of, asking, desk_of, language_of
from .audience import Viewer
from .desk import Desk, refused
from .guard import BARE, same_origin
from .live import Live
from .people import now
from .refusals import Denied, NotSignedIn, Unknown, status_of
from .wire import LARGEST_MESSAGE, AnyCommand, encode, read_command

log = structlog.get_logger()
MATCH_ID = re.compile("[A-Za-z0-9]{1,40}")
CLOSED = 4000  # and a status as HTTP has it: why the server closes a socket


@websocket("/api/matches/{id:str}/socket")
async def socket(socket: WebSocket[Any, Any, Any], id: FromPath[str]) -> None:
    if not same_origin(socket.scope["headers"]):
        await socket.close(CLOSED + 403)
        return
    await socket.accept()
    desk, query = desk_of(socket), socket.query_params
    language = language_of(socket, query.get("lang") if query.get("lang") in LANGUAGES else None)
    try:
        desk.admit(address_of(socket))
        person = await asking(socket)
        if not MATCH_ID.fullmatch(id):
            raise Unknown("no_match")
        live, _ = await desk.open(id, person, query.get("key", "")[:60])
        viewer = Viewer(person, language, live.eye_of(person))
        await desk.watch(live, viewer, number(query.get("since")))
    except Refusal as why:
        await socket.send_data(encode(refused(why, 0, language)).decode())
        await socket.close(CLOSED + status_of(why))
        return
    await talk(socket, desk, live, viewer)


def number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None


async def talk(socket: WebSocket[Any, Any, Any], desk: Desk, live: Live, viewer: Viewer) -> None:
    """Until one side has enough."""
    id = live.facts.id
    receive, send = socket.scope["state"][BARE]
    writer = asyncio.create_task(write(send, viewer))
    try:
        while not viewer.closed:
            message = await receive()
            if message["type"] != "websocket.receive":
                break
            text = message.get("text") or message.get("bytes") or b""
            await answer(desk, id, viewer, text)
    except asyncio.CancelledError:
        raise
    except Exception:
        log.exception("a socket failed", match=id)
    finally:
        desk.unwatch(id, viewer)
        writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer


async def write(send: Send, viewer: Viewer) -> None:
    """Send what lies in the outbox, until the viewer is closed."""
    with suppress(Exception):  # whoever has gone reads nothing more
        while frames := await viewer.frames():
            for frame in frames:
                await send({"type": "websocket.send", "bytes": None, "text": frame.decode()})
        await send({"type": "websocket.close", "code": CLOSED + 408, "reason": None})


async def answer(desk: Desk, id: str, viewer: Viewer, text: str | bytes) -> None:
    """Carry out one command; a refusal is answered with the reason and the table as it stands."""
    ref = 0
    try:
        command = understood(text)
        ref = command.ref
        if viewer.person is None:
            raise NotSignedIn("not_signed_in")
        done = await desk.do(id, viewer.person, command, viewer)
        viewer.send(encode(done))
    except Refusal as why:
        viewer.send(encode(refused(why, ref, viewer.language)))
        if status_of(why) in SHOWN:
            await show_again(desk, id, viewer)


async def show_again(desk: Desk, id: str, viewer: Viewer) -> None:
    """How things stand, after a refusal."""
    with suppress(Refusal):
        async with desk.house.at(id) as live:
            if viewer in live.viewers:
                viewer.send(encode(live.state(viewer.eye, now())))


def understood(text: str | bytes) -> AnyCommand:
    if len(text) > LARGEST_MESSAGE:
        raise Denied("too_long", n=LARGEST_MESSAGE)
    try:
        command: AnyCommand = read_command(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as why:
        raise Denied("not_understood", why=str(why)) from None
    return command
