"""Looking back: log, record, replay, files and reviews."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta

from sunroom.match.matchfile import MatchFile
from sunroom.players.search import ALONE
from sunroom.rules.catalogue import load
from sunroom.rules.contract import SPECTATOR
from sunroom.rules.words import Tongue, Words, message_of
from sunroom.server import wire
from sunroom.server.lobby import files
from sunroom.table import decide, frames
from sunroom.table.frames import called
from sunroom.table.log import Line, told_of
from sunroom.table.refusals import Denied, NotYours
from sunroom.table.state import AnyState, Unplayable

from .request import (
    RESPONSES,
    Count,
    Eye,
    Flag,
    KeyText,
    Language,
    MatchId,
    Step,
    admit,
    asking,
    at_match,
    at_quiet_match,
    language_of,
    signed_in,
)


@get("/api/matches/{id:str}/log", responses=RESPONSES, tags=["looking back"])
async def told(
    request: Request[Any, Any, Any], id: MatchId, lang: Language = None, key: KeyText = ""
) -> list[str]:
    """Everything that has happened, in words."""
    backend = admit(request)
    async with at_match(backend, id, await asking(request), key) as room:
        course = await backend.broadcast.read_log(room)
        names = tuple(called(room.state, backend.names.known))
        tongue = Tongue(words_of(room.state), language_of(request, lang), names)
    return [tongue.say(message_of(one)) for one in told_of(course.line)]


def words_of(state: AnyState) -> Words:
    if isinstance(state, Unplayable):
        return load(state.header.game).words
    return state.game.words


class RecordLine(msgspec.Struct, omit_defaults=True):
    """An event that moved the table on."""

    n: int
    at: int
    seat: int
    steps: int
    told: list[dict[str, Any]]
    texts: list[str] = []  # after the end: until then some decisions are secret


class Record(msgspec.Struct):
    line: list[RecordLine]
    undone: list[list[RecordLine]]  # what was taken back


@get("/api/matches/{id:str}/record", responses=RESPONSES, tags=["looking back"])
async def whole_record(request: Request[Any, Any, Any], id: MatchId, key: KeyText = "") -> Record:
    """The record with everything that was undone."""
    backend = admit(request)
    async with at_match(backend, id, await asking(request), key) as room:
        course = await backend.broadcast.read_log(room)
        ended = room.state.finished

    def lines(entries: list[Line]) -> list[RecordLine]:
        return [
            RecordLine(e.n, e.at, e.seat, e.steps, e.told, e.texts if ended else [])
            for e in entries
        ]

    return Record(lines(course.line), [lines(branch) for branch in course.undone])


class Past(msgspec.Struct, omit_defaults=True):
    step: int
    steps: int
    turn: int
    views: list[dict[str, Any]]  # one; open-handed one for each seat
    told: list[dict[str, Any]] = []


@get("/api/matches/{id:str}/replay", responses=RESPONSES, tags=["looking back"])
async def replay(
    request: Request[Any, Any, Any],
    id: MatchId,
    step: Step = 0,
    eye: Eye = None,
    open: Flag = False,
    key: KeyText = "",
) -> Past:
    """The table after so many steps, from one's own eyes; after the end from any seat's, or
    open-handed.
    """
    backend = admit(request)
    person = await asking(request)
    async with at_quiet_match(backend, id, person, key) as room:
        return past(room.state, person, step, eye, everything=open)


def past(
    state: AnyState, person: str | None, step: int, eye: int | None, *, everything: bool
) -> Past:
    eye = own_eye(state, person, eye, everything=everything)
    playing = frames.begun(state)
    match, steps = playing.match, playing.steps_seen(eye)
    if step > steps:
        raise Denied("no_such_step", n=steps)
    # Forwards, because a table of the past is played again from one before it.
    made = decide.told(match, [step - 1]) if step else []
    if everything:
        table = match.tables[step]
        views = [match.game.view(table, seat) for seat in range(match.seats)]
    else:
        views = [frames.view(playing, eye, step)]
    turn = match.referee.to_act(match.tables[step])
    return Past(step, steps, turn, views, made)


def own_eye(state: AnyState, person: str | None, eye: int | None, *, everything: bool) -> int:
    """The seat from which somebody looks back: before the end it is one of their own."""
    frames.begun(state)
    eye = state.eye_of(person) if eye is None else eye
    if eye >= len(state.seating):
        raise Denied("no_such_seat", n=eye)
    own = eye in (SPECTATOR, *state.seating.eyes_of(person)) and not everything
    if not own and not state.finished:
        raise NotYours("secret_until_the_end")
    return eye


@get("/api/matches/{id:str}/steps", responses=RESPONSES, tags=["looking back"])
async def steps(
    request: Request[Any, Any, Any],
    id: MatchId,
    first: Step = 0,
    count: Count = 16,
    eye: Eye = None,
    open: Flag = False,
    key: KeyText = "",
) -> list[Past]:
    """Several tables in a row, each as `replay` gives it."""
    backend = admit(request)
    person = await asking(request)
    async with at_quiet_match(backend, id, person, key) as room:
        found = [past(room.state, person, first, eye, everything=open)]
        last = min(first + count, found[0].steps + 1)
        more = range(first + 1, last)
        return found + [past(room.state, person, n, eye, everything=open) for n in more]


class Made(msgspec.Struct, omit_defaults=True):
    """One step: who made it (-1 is chance), what was told of it, and the score after it."""

    actor: int
    scores: list[int]
    told: list[dict[str, Any]] = []
    points: list[str] = []  # the score as people say it, where that is no number
    text: str = ""  # after the end: until then some decisions are secret


class Tables(msgspec.Struct, omit_defaults=True):
    """The whole course without its tables."""

    steps: list[Made]
    scores: list[int]  # before the first step
    ended: bool = False  # whether everything may be seen
    secrets: bool = False  # whether seats see different things
    known: bool = False  # whether the game knows exactly what a decision was worth
    alone: int = 0  # where one plays for points: so many are the whole of a review


@get("/api/matches/{id:str}/course", responses=RESPONSES, tags=["looking back"])
async def course(
    request: Request[Any, Any, Any], id: MatchId, eye: Eye = None, key: KeyText = ""
) -> Tables:
    """Who did what, step by step, and how the score stood, from one's own eyes."""
    backend = admit(request)
    person = await asking(request)
    async with at_quiet_match(backend, id, person, key) as room:
        own = own_eye(room.state, person, eye, everything=False)
        return await asyncio.to_thread(course_of, room.state, own)


def course_of(state: AnyState, eye: int) -> Tables:
    playing = frames.begun(state)
    match, game, ended = playing.match, playing.game, state.finished
    found = Tables(
        [], match.referee.scores(match.veiled_at(0, eye), match.seats),
        ended, bool(game.secrets), game.exact is not None or game.worth is not None,
        ALONE * game.lead if match.seats == 1 and game.worth is None else 0,
    )  # fmt: skip
    table, said = match.tables[0], game.points
    for n, step in enumerate(match.history[: playing.steps_seen(eye)]):
        text = game.show(table, step.action) if ended else ""
        table, seen = match.tables[n + 1], match.veiled_at(n + 1, eye)
        scores = match.referee.scores(seen, match.seats)
        points = [said(seen, seat) for seat in range(match.seats)] if said else []
        found.steps.append(Made(step.actor, scores, decide.told(match, [n]), points, text))
    return found


FILE = ResponseSpec(MatchFile, description="The match file.", generate_examples=False)


@get("/api/matches/{id:str}/file", responses=RESPONSES | {200: FILE}, tags=["looking back"])
async def file(request: Request[Any, Any, Any], id: MatchId, key: KeyText = "") -> Response[str]:
    """A match that has ended, as a match file."""
    backend = admit(request)
    async with at_match(backend, id, await asking(request), key) as room:
        names = called(room.state, backend.names.known)
        text = files.export(room.state, names, await backend.log.entries(id))
    name = f"{room.state.header.game}-{id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


class Import(msgspec.Struct, forbid_unknown_fields=True):
    file: Annotated[str, Meta(min_length=1, max_length=wire.LARGEST_BODY)]
    name: Annotated[str, Meta(min_length=1, max_length=100)] = (
        "file"  # as whoever brings it knows it
    )


class Imported(msgspec.Struct):
    id: str


@post("/api/imports", responses=RESPONSES, tags=["looking back"])
async def bring_file(request: Request[Any, Any, Any], data: JSONBody[Import]) -> Imported:
    """Bring a match file: it goes into one's archive; one that is not over can be played on."""
    backend = admit(request, creates=True)
    person = signed_in(await asking(request))
    return Imported(
        await files.import_file(backend.log, backend.boxes, person, data.file, data.name)
    )
