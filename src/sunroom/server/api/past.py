"""Looking back: log, record, replay, files and reviews."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta

from sunroom.kernel.catalogue import load
from sunroom.kernel.contract import SPECTATOR
from sunroom.kernel.matchfile import MatchFile
from sunroom.kernel.words import Tongue
from sunroom.players.search import ALONE
from sunroom.server import files, record, wire
from sunroom.server.desk import signed_in
from sunroom.server.live import ABORTED, ENDED, Live, match_of
from sunroom.server.refusals import Denied, NotYours
from sunroom.server.wire import encode, message_of

from .asking import (
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
    language_of,
)


@get("/api/matches/{id:str}/log", responses=RESPONSES, tags=["looking back"])
async def told(
    request: Request[Any, Any, Any], id: MatchId, lang: Language = None, key: KeyText = ""
) -> list[str]:
    """Everything that has happened, in words."""
    desk = admit(request)
    async with at_match(desk, id, await asking(request), key) as live:
        entries = record.course(await desk.house.events(id)).line
        game = live.game or load(live.facts.game)
        tongue = Tongue(game.words, language_of(request, lang), tuple(desk.house.called(live)))
    return [tongue.say(message_of(one)) for one in record.log(entries)]


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
    desk = admit(request)
    async with at_match(desk, id, await asking(request), key) as live:
        course = record.course(await desk.house.events(id))
        ended = live.status in (ENDED, ABORTED)

    def lines(entries: list[record.Entry]) -> list[RecordLine]:
        return [
            RecordLine(e.n, e.at, e.seat, e.steps, e.told, e.texts if ended else [])
            for e in entries
        ]

    return Record(lines(course.line), [lines(branch) for branch in course.undone])


class Past(msgspec.Struct, omit_defaults=True):
    step: int
    steps: int
    turn: int
    views: list[msgspec.Raw]  # one; open-handed one for each seat
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
    desk = admit(request)
    person = await asking(request)
    async with at_match(desk, id, person, key), desk.house.at(id) as live:
        return past(live, person, step, eye, everything=open)


def past(live: Live, person: str | None, step: int, eye: int | None, *, everything: bool) -> Past:
    eye = own_eye(live, person, eye, everything=everything)
    match, steps = match_of(live), live.steps_seen(eye)
    if step > steps:
        raise Denied("no_such_step", n=steps)
    # Forwards, because a table of the past is played again from one before it.
    made = [wire.plain(one) for one in match.told(step - 1)] if step else []
    if everything:
        table = match.tables[step]
        shown = [match.game.view(table, seat) for seat in range(len(live.seats))]
        views = [msgspec.Raw(encode(one)) for one in shown]
    else:
        views = [live.view(eye, step)]
    turn = match.referee.to_act(match.tables[step])
    return Past(step, steps, turn, views, made)


def own_eye(live: Live, person: str | None, eye: int | None, *, everything: bool) -> int:
    """The seat from which somebody looks back: before the end it is one of their own."""
    match_of(live)
    eye = live.eye_of(person) if eye is None else eye
    if eye >= len(live.seats):
        raise Denied("no_such_seat", n=eye)
    own = eye in (SPECTATOR, *live.eyes_of(person)) and not everything
    if not own and live.status not in (ENDED, ABORTED):
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
    desk = admit(request)
    person = await asking(request)
    async with at_match(desk, id, person, key), desk.house.at(id) as live:
        found = [past(live, person, first, eye, everything=open)]
        last = min(first + count, found[0].steps + 1)
        more = range(first + 1, last)
        return found + [past(live, person, n, eye, everything=open) for n in more]


class Made(msgspec.Struct, omit_defaults=True):
    """One step: who made it (-1 is chance), what was told of it, and the score after it."""

    actor: int
    scores: list[int]
    told: list[dict[str, Any]] = []
    points: list[str] = []  # the score as people say it, where that is no number
    text: str = ""  # after the end: until then some decisions are secret


class Course(msgspec.Struct, omit_defaults=True):
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
) -> Course:
    """Who did what, step by step, and how the score stood, from one's own eyes."""
    desk = admit(request)
    person = await asking(request)
    async with at_match(desk, id, person, key), desk.house.at(id) as live:
        own = own_eye(live, person, eye, everything=False)
        return await asyncio.to_thread(course_of, live, own)


def course_of(live: Live, eye: int) -> Course:
    match = match_of(live)
    game, ended = match.game, live.status in (ENDED, ABORTED)
    found = Course(
        [], match.referee.scores(match.seen(0, eye), match.seats),
        ended, bool(game.secrets), game.exact is not None or game.worth is not None,
        ALONE * game.lead if match.seats == 1 and game.worth is None else 0,
    )  # fmt: skip
    table, said = match.tables[0], game.points
    for n, step in enumerate(match.history[: live.steps_seen(eye)]):
        told = [wire.plain(one) for one in match.told(n)]
        text = game.show(table, step.action) if ended else ""
        table, seen = match.tables[n + 1], match.seen(n + 1, eye)
        scores = match.referee.scores(seen, match.seats)
        points = [said(seen, seat) for seat in range(match.seats)] if said else []
        found.steps.append(Made(step.actor, scores, told, points, text))
    return found


FILE = ResponseSpec(MatchFile, description="The match file.", generate_examples=False)


@get("/api/matches/{id:str}/file", responses=RESPONSES | {200: FILE}, tags=["looking back"])
async def file(request: Request[Any, Any, Any], id: MatchId, key: KeyText = "") -> Response[str]:
    """A match that has ended, as a match file."""
    desk = admit(request)
    async with at_match(desk, id, await asking(request), key) as live:
        text = files.export(live, desk.house.called(live), await desk.house.events(id))
    name = f"{live.facts.game}-{id}.json"
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
    desk = admit(request, creates=True)
    person = signed_in(await asking(request))
    return Imported(await files.import_file(desk.house, person, data.file, data.name))
