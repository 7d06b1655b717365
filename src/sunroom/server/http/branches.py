"""A match once more: what its decisions were worth, and how it goes on from one of its tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Request, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream

from sunroom.rules.words import Refusal
from sunroom.server.lobby.branch import Branch, branch
from sunroom.server.minds.reviews import Judged, Progress
from sunroom.server.refusals import TooMany
from sunroom.server.wire import encode

from .request import (
    NDJSON,
    RESPONSES,
    KeyText,
    MatchId,
    Problem,
    admit,
    asking,
    at_match,
    at_quiet_match,
    language_of,
    signed_in,
)

QUIET = 2.0  # seconds between two empty lines while a decision is thought about


async def begin_review(
    request: Request[Any, Any, Any], id: str, key: str
) -> AsyncIterator[Progress]:
    backend = admit(request)
    person = signed_in(await asking(request))
    async with at_match(backend, id, person, key) as room:
        if not backend.reviews.knows(room.state) and not backend.limits.thought.allows(person):
            raise TooMany("too_many")
        return backend.reviews.review(room.state)


@post("/api/matches/{id:str}/review", status_code=200, responses=RESPONSES, tags=["looking back"])
async def judge(request: Request[Any, Any, Any], id: MatchId, key: KeyText = "") -> list[Judged]:
    """What every decision of a match was worth; after the end, and it takes a while."""
    return [one.judged async for one in await begin_review(request, id, key) if one.judged]


LINES = ResponseSpec(
    Progress,
    description="Each decision when it is judged, one a line.",
    media_type=NDJSON,
    generate_examples=False,
)


@post(
    "/api/matches/{id:str}/review/stream",
    status_code=200,
    responses=RESPONSES | {200: LINES},
    tags=["looking back"],
)
async def judge_step_by_step(
    request: Request[Any, Any, Any], id: MatchId, key: KeyText = ""
) -> Stream:
    """The same as it comes, a JSON line for each decision (NDJSON); empty lines are sent while the
    next is thought about. A line with an `id` says why it ends early.
    """
    progress = await begin_review(request, id, key)
    return Stream(lines(progress, language_of(request)), media_type=NDJSON)


async def lines(progress: AsyncIterator[Progress], language: str) -> AsyncIterator[bytes]:
    coming = asyncio.ensure_future(anext(progress, None))
    try:
        while True:
            done, _ = await asyncio.wait([coming], timeout=QUIET)
            if not done:
                yield b"\n"
                continue
            if (one := coming.result()) is None:
                return
            yield encode(one) + b"\n"
            coming = asyncio.ensure_future(anext(progress, None))
    except Refusal as why:
        yield encode(Problem(why.message.id, why.say(language))) + b"\n"
    finally:
        coming.cancel()


class Branched(msgspec.Struct):
    id: str


@post("/api/matches/{id:str}/branch", responses=RESPONSES, tags=["looking back"])
async def branch_off(
    request: Request[Any, Any, Any], id: MatchId, data: JSONBody[Branch], key: KeyText = ""
) -> Branched:
    """Play on from a table of a match that has ended, in a match of one's own."""
    backend = admit(request, creates=True)
    person = signed_in(await asking(request))
    async with at_quiet_match(backend, id, person, key) as room:
        return Branched(await branch(backend.log, room.state, person, data))
