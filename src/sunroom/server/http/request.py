"""What all routes share: who sends a request, in which language, parameters, and refusals."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

import msgspec
from litestar import WebSocket
from litestar.connection import ASGIConnection
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, PathParameter, QueryParameter

from sunroom.players.turns import Claim
from sunroom.rules.words import LANGUAGES
from sunroom.server.backend import Backend
from sunroom.server.match.registry import Room
from sunroom.server.refusals import ForeignOrigin, NotSignedIn
from sunroom.server.security import counted_as, same_origin
from sunroom.server.wire import State

COOKIE = "sunroom"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep none longer
NDJSON = "application/x-ndjson"
WITH_STATE = (403, 409)  # refusals that come with the current state, as something may have changed
QUALITY = re.compile(r"(0(\.\d{0,3})?|1(\.0{0,3})?)")  # RFC 9110, 12.4.2
HEARTBEAT = 15.0  # seconds between two empty lines of a quiet stream


class Problem(msgspec.Struct, omit_defaults=True):
    """Why a request was refused, in the reader's language."""

    id: str
    text: str
    rules: list[str] = []
    state: State | None = None  # the current state, where a command was refused


class MatchRef(msgspec.Struct):
    """A match that has been created."""

    id: str


REFUSALS = {
    400: "Not understood, or against the rules of this interface.",
    401: "The token or cookie is missing or wrong.",
    403: "Not allowed for you.",
    404: "Not found, or you may not know of it.",
    409: "Stale, illegal or not possible now; the response has the current state.",
    413: "Too large.",
    421: "This server does not have that host name.",
    429: "Too many requests.",
    503: "The database does not answer, or too many requests are waiting.",
}
RESPONSES = {
    code: ResponseSpec(Problem, description=text, generate_examples=False)
    for code, text in REFUSALS.items()
}

MatchId = Annotated[str, PathParameter(min_length=1, max_length=40, pattern="^[A-Za-z0-9]+$")]
GameName = Annotated[str, PathParameter(max_length=40, pattern="^[a-z0-9-]+$")]
FileName = Annotated[str, PathParameter(max_length=60, pattern="^[a-z_]+\\.csv$")]
LinkKey = Annotated[str, PathParameter(max_length=60, pattern="^[A-Za-z0-9_-]*$")]
LinkText = Annotated[str, QueryParameter(max_length=300, pattern="^https?://[^\\s]+$")]
KeyText = Annotated[str, QueryParameter(max_length=60, pattern="^[A-Za-z0-9_-]*$")]
Language = Annotated[str | None, QueryParameter(pattern="^(de|en)$")]
Status = Annotated[str | None, QueryParameter(pattern="^(gathering|playing|over|aborted)$")]
Word = Annotated[str | None, QueryParameter(max_length=40, pattern="^[^\\x00]*$")]
Number = Annotated[int | None, QueryParameter(ge=0, le=2**53 - 1)]
Step = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
Count = Annotated[int, QueryParameter(ge=1, le=48)]  # tables in one response
Eye = Annotated[int | None, QueryParameter(ge=-1, le=7)]
Flag = FromQuery[bool]


# Who sends a request


def backend_of(request: ASGIConnection[Any, Any, Any, Any]) -> Backend:
    return request.app.state.backend  # type: ignore[no-any-return]


def language_of(request: ASGIConnection[Any, Any, Any, Any], lang: str | None = None) -> str:
    """The requested language, or else the one that the browser prefers."""
    return lang or preferred_language(request.headers.get("accept-language", ""))


def preferred_language(accepted: str) -> str:
    """The language of ours with the highest quality value in an Accept-Language header; the first
    of several, English where the header has none of ours.
    """
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        tag, _, parameters = part.partition(";")
        known = tag.strip().partition("-")[0]
        if known in LANGUAGES:
            weights[known] = max(weights.get(known, 0), quality(parameters))
    best = max(weights, key=lambda known: weights[known], default="en")
    return best if weights.get(best) else "en"


def quality(parameters: str) -> float:
    """The value of `q=0.8`: 1 where it is missing, 0 where it is not a quality value."""
    name, _, value = parameters.strip().partition("=")
    if name.strip() != "q":
        return 1
    return float(value) if QUALITY.fullmatch(value.strip()) else 0


async def person_of(request: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The id of the guest who sends a request, or None."""
    row = await current_person(request)
    return row.id if row is not None else None


async def current_person(request: ASGIConnection[Any, Any, Any, Any]) -> Any:
    """The row of the guest who sends a request, or None; from now on it is known from where they
    come. Refuses a cookie that another site's page sends along.
    """
    backend = backend_of(request)
    row = await backend.people.person(token_of(request))
    if row is not None:
        backend.addresses.note(row.id, address_of(request))
    return row


def token_of(request: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The token of a program, or the cookie of a page of ours."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return str(token.strip())
    changes = request.scope.get("method", "GET") not in ("GET", "HEAD")
    if (changes or isinstance(request, WebSocket)) and not same_origin(request.scope["headers"]):
        raise ForeignOrigin("foreign_origin")
    return request.cookies.get(COOKIE)


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address that somebody is counted by."""
    return counted_as(request.client.host) if request.client else ""


async def claim_of(request: ASGIConnection[Any, Any, Any, Any], *, long: bool = False) -> Claim:
    """For whom somebody thinks who is asked to; nobody has to be signed in."""
    return Claim(await person_of(request) or "", address_of(request), long)


def admit(request: ASGIConnection[Any, Any, Any, Any], *, creates: bool = False) -> Backend:
    """The backend; refuses an address that has sent too many requests."""
    backend = backend_of(request)
    backend.limits.admit(address_of(request), creates=creates)
    return backend


def signed_in(person: str | None) -> str:
    """The same person; refuses a request without one."""
    if person is None:
        raise NotSignedIn("not_signed_in")
    return person


@asynccontextmanager
async def opened_match(
    backend: Backend, id: str, person: str | None, key: str = ""
) -> AsyncIterator[Room]:
    """A match that this person may see, kept in memory until the block ends."""
    room = await backend.service.open(id, person, key)
    try:
        yield room
    finally:
        backend.registry.let_go(id)


@asynccontextmanager
async def locked_match(
    backend: Backend, id: str, person: str | None, key: str = ""
) -> AsyncIterator[Room]:
    """The same, with its lock held."""
    async with opened_match(backend, id, person, key), backend.registry.at(id) as room:
        yield room
