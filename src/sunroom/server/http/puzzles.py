"""Puzzles: one for each day, and all others by number."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.params import JSONBody, PathParameter

from sunroom.players.levels import level
from sunroom.server import wire
from sunroom.server.lessons import puzzles
from sunroom.server.lessons.puzzles import AttemptResult, Question

from .request import RESPONSES, GameName, MatchRef, admit, claim_of, signed_in

Which = Annotated[str, PathParameter(max_length=7, pattern="^(today|[1-9][0-9]{0,6})$")]


def number_of(which: str) -> int:
    return puzzles.today() if which == "today" else int(which)


@get("/api/games/{game:str}/puzzles/{which:str}", responses=RESPONSES, tags=["puzzles"])
async def puzzle(request: Request[Any, Any, Any], game: GameName, which: Which) -> Question:
    """A puzzle by its number, or that of `today`: find the only winning action."""
    backend = admit(request)
    return await backend.puzzles.question(await claim_of(request), game, number_of(which))


class Attempt(msgspec.Struct, forbid_unknown_fields=True):
    """An action in notation; nothing, to give up and see the solution."""

    text: wire.Text | None = None


@post(
    "/api/games/{game:str}/puzzles/{which:str}", status_code=200, responses=RESPONSES,
    tags=["puzzles"],
)  # fmt: skip
async def attempt(
    request: Request[Any, Any, Any], game: GameName, which: Which, data: JSONBody[Attempt]
) -> AttemptResult:
    """Try an action: whether it wins, and if not, how the opponent does. Without `text` the
    solution is shown.
    """
    backend, claim = admit(request), await claim_of(request)
    return await backend.puzzles.attempt(claim, game, number_of(which), data.text)


class Continuation(msgspec.Struct, forbid_unknown_fields=True):
    level: wire.Level
    text: wire.Text | None = None  # the first action, such as the solution


@post("/api/games/{game:str}/puzzles/{which:str}/matches", responses=RESPONSES, tags=["puzzles"])
async def play_on(
    request: Request[Any, Any, Any], game: GameName, which: Which, data: JSONBody[Continuation]
) -> MatchRef:
    """Create a match against an opponent that begins at the puzzle's table."""
    backend = admit(request, creates=True)
    claim = await claim_of(request)
    person, opponent = signed_in(claim.person or None), level(data.level).name
    match = await backend.puzzles.match(claim, game, number_of(which))
    return MatchRef(await puzzles.play_on(backend.log, person, match, opponent, data.text))
