"""Looking back: log, record, replay and files."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta

from sunroom.match.matchfile import MatchFile
from sunroom.match.session import session as written
from sunroom.players.search import ALONE
from sunroom.rules.catalogue import load
from sunroom.rules.contract import SPECTATOR
from sunroom.rules.words import Tongue, Words, message_of
from sunroom.server import wire
from sunroom.server.lobby import files
from sunroom.table import decide, frames
from sunroom.table.frames import called, called_in, must_be_over
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
    MatchRef,
    Step,
    admit,
    claim_of,
    language_of,
    locked_match,
    opened_match,
    person_of,
    signed_in,
)


@get("/api/matches/{id:str}/log", responses=RESPONSES, tags=["looking back"])
async def log(
    request: Request[Any, Any, Any], id: MatchId, lang: Language = None, key: KeyText = ""
) -> list[str]:
    """Everything that has happened, in sentences."""
    backend = admit(request)
    async with opened_match(backend, id, await person_of(request), key) as room:
        found = await backend.broadcast.read_log(room)
        language = language_of(request, lang)
        names = called_in(room.state, backend.names.known, language)
        tongue = Tongue(words_of(room.state), language, names)
    return [tongue.say(message_of(one)) for one in told_of(found.line)]


def words_of(state: AnyState) -> Words:
    if isinstance(state, Unplayable):
        return load(state.header.game).words
    return state.game.words


class RecordLine(msgspec.Struct, omit_defaults=True):
    """An event that changed the table."""

    n: int
    at: int
    seat: int
    steps: int
    told: list[dict[str, Any]]
    texts: list[str] = []  # empty until the end, because decisions may be secret


class Record(msgspec.Struct):
    line: list[RecordLine]
    undone: list[list[RecordLine]]  # each run of events that was taken back


@get("/api/matches/{id:str}/record", responses=RESPONSES, tags=["looking back"])
async def record(request: Request[Any, Any, Any], id: MatchId, key: KeyText = "") -> Record:
    """All events that changed the table, with those that were undone."""
    backend = admit(request)
    async with opened_match(backend, id, await person_of(request), key) as room:
        found = await backend.broadcast.read_log(room)
        ended = room.state.finished

    def lines(entries: list[Line]) -> list[RecordLine]:
        return [
            RecordLine(e.n, e.at, e.seat, e.steps, e.told, e.texts if ended else [])
            for e in entries
        ]

    return Record(lines(found.line), [lines(branch) for branch in found.undone])


class PastTable(msgspec.Struct, omit_defaults=True):
    step: int
    steps: int
    turn: int
    views: list[dict[str, Any]]  # one, or with `open` one for each seat
    told: list[dict[str, Any]] = []


@get("/api/matches/{id:str}/replay", responses=RESPONSES, tags=["looking back"])
async def replay(
    request: Request[Any, Any, Any],
    id: MatchId,
    step: Step = 0,
    eye: Eye = None,
    open: Flag = False,
    key: KeyText = "",
) -> PastTable:
    """The table after a number of steps as your seat saw it; after the end also as any other seat
    saw it, or open-handed: as all seats saw it.
    """
    backend = admit(request)
    person = await person_of(request)
    async with locked_match(backend, id, person, key) as room:
        return table_at(room.state, person, step, eye, open_handed=open)


def table_at(
    state: AnyState, person: str | None, step: int, eye: int | None, *, open_handed: bool
) -> PastTable:
    """The table after a number of steps; refuses steps and eyes that this person may not see."""
    eye = own_eye(state, person, eye, open_handed=open_handed)
    playing = frames.begun(state)
    match, steps = playing.match, playing.steps_seen(eye)
    if step > steps:
        raise Denied("no_such_step", n=steps)
    # The step before its result: an earlier table is the start from which a later one is replayed.
    told = decide.told(match, [step - 1]) if step else []
    if open_handed:
        table = match.tables[step]
        views = [match.game.view(table, seat) for seat in range(match.seats)]
    else:
        views = [frames.view(playing, eye, step)]
    turn = match.referee.to_act(match.tables[step])
    return PastTable(step, steps, turn, views, told)


def own_eye(state: AnyState, person: str | None, eye: int | None, *, open_handed: bool) -> int:
    """The seat from which somebody looks back; refuses seats of others before the end."""
    frames.begun(state)
    eye = state.eye_of(person) if eye is None else eye
    if eye >= len(state.seating):
        raise Denied("no_such_seat", n=eye)
    own = eye in (SPECTATOR, *state.seating.eyes_of(person)) and not open_handed
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
) -> list[PastTable]:
    """Several tables in a row, each as `replay` returns it."""
    backend = admit(request)
    person = await person_of(request)
    async with locked_match(backend, id, person, key) as room:
        found = [table_at(room.state, person, first, eye, open_handed=open)]
        last = min(first + count, found[0].steps + 1)
        more = range(first + 1, last)
        return found + [table_at(room.state, person, n, eye, open_handed=open) for n in more]


class TimelineStep(msgspec.Struct, omit_defaults=True):
    """One step: who made it (-1 is chance), what the log says of it, and the score after it."""

    actor: int
    scores: list[int]
    told: list[dict[str, Any]] = []
    points: list[str] = []  # the score in words, where it is not a number
    text: str = ""  # empty until the end, because decisions may be secret


class Timeline(msgspec.Struct, omit_defaults=True):
    """All steps of a match, without the tables between them."""

    steps: list[TimelineStep]
    scores: list[int]  # before the first step
    ended: bool = False  # whether everything may be seen
    secrets: bool = False  # whether seats see different things
    known: bool = False  # whether the game knows exactly what a decision was worth
    alone: int = 0  # for one player who collects points: the points that are worth 100 %


@get("/api/matches/{id:str}/course", responses=RESPONSES, tags=["looking back"])
async def timeline(
    request: Request[Any, Any, Any], id: MatchId, eye: Eye = None, key: KeyText = ""
) -> Timeline:
    """All steps with their actors and the score after each, as your seat saw them."""
    backend = admit(request)
    person = await person_of(request)
    async with locked_match(backend, id, person, key) as room:
        own = own_eye(room.state, person, eye, open_handed=False)
        return await asyncio.to_thread(timeline_of, room.state, own)


def timeline_of(state: AnyState, eye: int) -> Timeline:
    playing = frames.begun(state)
    match, game, ended = playing.match, playing.game, state.finished
    found = Timeline(
        [], match.referee.scores(match.veiled_at(0, eye), match.seats),
        ended, bool(game.secrets), game.knowledge.is_exact,
        ALONE * game.heuristics.lead if match.seats == 1 and game.knowledge.worth is None else 0,
    )  # fmt: skip
    table, said = match.tables[0], game.points
    for n, step in enumerate(match.history[: playing.steps_seen(eye)]):
        text = game.show(table, step.action) if ended else ""
        table, seen = match.tables[n + 1], match.veiled_at(n + 1, eye)
        scores = match.referee.scores(seen, match.seats)
        points = [said(seen, seat) for seat in range(match.seats)] if said else []
        found.steps.append(TimelineStep(step.actor, scores, decide.told(match, [n]), points, text))
    return found


MARKDOWN = "text/markdown; charset=utf-8"
FILE = ResponseSpec(MatchFile, description="The match file.", generate_examples=False)


@get("/api/matches/{id:str}/file", responses=RESPONSES | {200: FILE}, tags=["looking back"])
async def file(request: Request[Any, Any, Any], id: MatchId, key: KeyText = "") -> Response[str]:
    """A match that has ended, as a match file."""
    backend = admit(request)
    async with opened_match(backend, id, await person_of(request), key) as room:
        names = called(room.state, backend.names.known)
        text = files.export(room.state, names, await backend.log.entries(id))
    name = f"{room.state.header.game}-{id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


SESSION = ResponseSpec(
    str, description="The match in words.", media_type=MARKDOWN, generate_examples=False
)


@get(
    "/api/matches/{id:str}/session",
    responses=RESPONSES | {200: SESSION},
    media_type=MARKDOWN,
    tags=["looking back"],
)
async def session(
    request: Request[Any, Any, Any], id: MatchId, lang: Language = None, key: KeyText = ""
) -> Response[str]:
    """A match that has ended as a text to keep or to print: settings, what happened, the end."""
    backend = admit(request)
    async with opened_match(backend, id, await person_of(request), key) as room:
        must_be_over(room.state)
        playing, language = frames.begun(room.state), language_of(request, lang)
        names = called_in(room.state, backend.names.known, language)
    day = datetime.fromtimestamp(playing.header.created / 1000, UTC).date()
    text = await asyncio.to_thread(written, playing.match, language, names, day)
    headers = {"content-disposition": f'attachment; filename="{playing.game.name}-{id}.md"'}
    return Response(text, media_type=MARKDOWN, headers=headers)


class Import(msgspec.Struct, forbid_unknown_fields=True):
    file: Annotated[str, Meta(min_length=1, max_length=wire.LARGEST_BODY)]
    name: Annotated[str, Meta(min_length=1, max_length=100)] = "file"  # for error messages


@post("/api/imports", responses=RESPONSES, tags=["looking back"])
async def import_file(request: Request[Any, Any, Any], data: JSONBody[Import]) -> MatchRef:
    """Import a match file into your archive; a match that is not over can be continued."""
    backend, claim = admit(request, creates=True), await claim_of(request)
    person = signed_in(claim.person or None)
    async with backend.lines.imports.turn(claim):
        id = await files.import_file(backend.log, backend.boxes, person, data.file, data.name)
    return MatchRef(id)
