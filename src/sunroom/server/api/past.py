"""Looking back: log, record, replay, files and reviews."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from msgspec import Meta

from sunroom.kernel import matchfile
from sunroom.kernel.catalogue import load
from sunroom.kernel.contract import SPECTATOR
from sunroom.kernel.matchfile import MatchFile
from sunroom.kernel.words import Tongue
from sunroom.players.review import review
from sunroom.server import files, record, wire
from sunroom.server.desk import signed_in
from sunroom.server.live import ABORTED, ENDED, Live, read_only
from sunroom.server.refusals import Denied, NotNow, NotYours, TooMany
from sunroom.server.wire import encode, message_of

from .asking import (
    RESPONSES,
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
    if live.match is None:
        raise NotNow("not_begun") if live.game else read_only(live)
    ended = live.status in (ENDED, ABORTED)
    eye = live.eye_of(person) if eye is None else eye
    if eye >= len(live.seats):
        raise Denied("no_such_seat", n=eye)
    if not ended and (everything or eye not in (SPECTATOR, *live.eyes_of(person))):
        raise NotYours("secret_until_the_end")
    steps = live.steps_seen(eye)
    if step > steps:
        raise Denied("no_such_step", n=steps)
    match = live.match
    if everything:
        table = match.tables[step]
        shown = [match.game.view(table, seat) for seat in range(len(live.seats))]
        views = [msgspec.Raw(encode(one)) for one in shown]
    else:
        views = [live.view(eye, step)]
    turn = match.referee.to_act(match.tables[step])
    made = [wire.plain(one) for one in match.told(step - 1)] if step else []
    return Past(step, steps, turn, views, made)


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


class Judged(msgspec.Struct):
    """One decision of a review."""

    step: int
    seat: int
    played: str
    best: str
    value: float
    best_value: float
    verdict: str
    points: list[float]


@post("/api/matches/{id:str}/review", status_code=200, responses=RESPONSES, tags=["looking back"])
async def judge(request: Request[Any, Any, Any], id: MatchId, key: KeyText = "") -> list[Judged]:
    """What every decision of a match was worth; after the end, and it takes a while."""
    desk = admit(request)
    person = signed_in(await asking(request))
    async with at_match(desk, id, person, key) as live:
        if not desk.thought.allows(person):
            raise TooMany("too_many")
        text = files.export(live, desk.house.called(live), await desk.house.events(id))
        if live.game is None:
            raise read_only(live)
    which = desk.house.boxes.which(live.game)
    judged: list[Judged] = await desk.house.opponents.ask(judge_file, text, which.components)
    return judged


def judge_file(text: str, components: str | None) -> list[Judged]:
    """Runs in a worker."""
    match = matchfile.loads(text, "file", Path(components) if components else None)
    show = match.game.show
    return [
        Judged(
            one.step, one.seat, show(match.tables[one.step], one.action),
            show(match.tables[one.step], one.best), one.value, one.best_value, one.verdict,
            list(one.points),
        )
        for one in review(match).decisions
    ]  # fmt: skip
