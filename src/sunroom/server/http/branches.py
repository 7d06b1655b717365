"""After a match: reviews of its decisions, and new matches that begin at one of its tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from litestar import Request, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream

from sunroom.rules.words import Refusal
from sunroom.server.lobby.branch import Branch, branch
from sunroom.server.minds.reviews import Evaluation, Progress
from sunroom.server.wire import encode

from .request import (
    NDJSON,
    RESPONSES,
    KeyText,
    MatchId,
    MatchRef,
    Problem,
    admit,
    claim_of,
    language_of,
    opened_match,
    signed_in,
)

QUIET = 2.0  # seconds between two empty lines while a decision is being evaluated


async def begin_review(
    request: Request[Any, Any, Any], id: str, key: str
) -> AsyncGenerator[Progress, None]:
    backend, claim = admit(request), await claim_of(request, long=True)
    person = signed_in(claim.person or None)
    async with opened_match(backend, id, person, key) as room:
        if not backend.reviews.knows(room.state):
            backend.limits.admit_thought(person, claim.address)
        return backend.reviews.review(room.state, claim)


@post("/api/matches/{id:str}/review", status_code=200, responses=RESPONSES, tags=["looking back"])
async def review(
    request: Request[Any, Any, Any], id: MatchId, key: KeyText = ""
) -> list[Evaluation]:
    """What every decision of a match was worth. Only after its end, and it takes a while."""
    found = [one.judged async for one in await begin_review(request, id, key) if one.judged]
    last = {one.step: one for one in found}  # after a first look, a closer one
    return [last[step] for step in sorted(last)]


LINES = ResponseSpec(
    Progress,
    description="Each decision as soon as it is evaluated, one per line; most of them twice.",
    media_type=NDJSON,
    generate_examples=False,
)


@post(
    "/api/matches/{id:str}/review/stream",
    status_code=200,
    responses=RESPONSES | {200: LINES},
    tags=["looking back"],
)
async def review_stream(request: Request[Any, Any, Any], id: MatchId, key: KeyText = "") -> Stream:
    """The same while it is computed: a JSON line for each decision (NDJSON); where `first_look` is
    not 0, another one follows after a closer look, the worst first. Empty lines keep the connection
    alive. A line with an `id` says why the stream ends early.
    """
    progress = await begin_review(request, id, key)
    return Stream(lines(progress, language_of(request)), media_type=NDJSON)


async def lines(progress: AsyncGenerator[Any, None], language: str) -> AsyncIterator[bytes]:
    upcoming = asyncio.ensure_future(anext(progress, None))
    try:
        while True:
            done, _ = await asyncio.wait([upcoming], timeout=QUIET)
            if not done:
                yield b"\n"
                continue
            if (one := upcoming.result()) is None:
                return
            yield encode(one) + b"\n"
            upcoming = asyncio.ensure_future(anext(progress, None))
    except Refusal as why:
        yield encode(Problem(why.message.id, why.say(language))) + b"\n"
    finally:
        if not upcoming.cancel():
            await progress.aclose()  # it may hold what others wait for


@post("/api/matches/{id:str}/branch", responses=RESPONSES, tags=["looking back"])
async def branch_off(
    request: Request[Any, Any, Any], id: MatchId, data: JSONBody[Branch], key: KeyText = ""
) -> MatchRef:
    """Create a match of your own that continues from a table of a match that has ended."""
    backend, claim = admit(request, creates=True), await claim_of(request)
    person = signed_in(claim.person or None)
    async with backend.lines.branches.turn(claim), opened_match(backend, id, person, key) as room:
        return MatchRef(await branch(backend.log, room.state, person, data))
