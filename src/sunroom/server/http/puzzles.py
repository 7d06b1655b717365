"""Puzzles: the one of the day, and as many others as one likes."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.params import JSONBody, PathParameter

from sunroom.players.levels import level
from sunroom.server import wire
from sunroom.server.lessons import puzzles
from sunroom.server.lessons.puzzles import Asked, Judged

from .request import RESPONSES, GameName, admit, asking, signed_in

Which = Annotated[str, PathParameter(max_length=7, pattern="^(today|[1-9][0-9]{0,6})$")]


def number_of(which: str) -> int:
    return puzzles.today() if which == "today" else int(which)


@get("/api/games/{game:str}/puzzles/{which:str}", responses=RESPONSES, tags=["puzzles"])
async def ask(request: Request[Any, Any, Any], game: GameName, which: Which) -> Asked:
    """A puzzle by its number, or that of `today`: find the only action that wins."""
    admit(request)
    return await asyncio.to_thread(puzzles.ask, game, number_of(which))


class Attempt(msgspec.Struct, forbid_unknown_fields=True):
    """An action in notation; or nothing, to give up and be told the solution."""

    text: wire.Text | None = None


@post(
    "/api/games/{game:str}/puzzles/{which:str}", status_code=200, responses=RESPONSES,
    tags=["puzzles"],
)  # fmt: skip
async def attempt(
    request: Request[Any, Any, Any], game: GameName, which: Which, data: JSONBody[Attempt]
) -> Judged:
    """Try an action: whether it wins, and if not, how the opponent does. Without a text the
    solution is told.
    """
    admit(request)
    return await asyncio.to_thread(puzzles.judge, game, number_of(which), data.text)


class PlayOn(msgspec.Struct, forbid_unknown_fields=True):
    level: wire.Level
    text: wire.Text | None = None  # what was found, to begin with


class PlayedOn(msgspec.Struct):
    id: str


@post("/api/games/{game:str}/puzzles/{which:str}/matches", responses=RESPONSES, tags=["puzzles"])
async def play_on(
    request: Request[Any, Any, Any], game: GameName, which: Which, data: JSONBody[PlayOn]
) -> PlayedOn:
    """A match that begins with a puzzle, against an opponent."""
    backend = admit(request, creates=True)
    person = signed_in(await asking(request))
    opponent, number = level(data.level).name, number_of(which)
    match = await asyncio.to_thread(puzzles.begun, game, number)
    return PlayedOn(await puzzles.play_on(backend.log, person, match, opponent, data.text))
