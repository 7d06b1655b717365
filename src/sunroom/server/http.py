"""The HTTP API. Its description is at /api/schema/openapi.json; docs/api.md tells how to use it."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated, Any, cast

import msgspec
from litestar import Request, Response, WebSocket, delete, get, post
from litestar.connection import ASGIConnection
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream
from msgspec import Meta
from sqlalchemy import insert, select

from sunroom.kernel import matchfile
from sunroom.kernel.catalogue import known_games, load
from sunroom.kernel.components import STATUS
from sunroom.kernel.contract import SPECTATOR, Game
from sunroom.kernel.matchfile import MatchFile
from sunroom.kernel.rulebook import paragraphs
from sunroom.kernel.words import LANGUAGES, Refusal, Tongue
from sunroom.players import LEVELS
from sunroom.players.levels import has_opponents
from sunroom.players.review import review

from . import lobby, record, schema, wire
from .audience import Viewer
from .boxes import read_box
from .desk import Desk, signed_in
from .guard import same_origin
from .live import ABORTED, ENDED, Live, read_only
from .lobby import Created, Invitation, MatchLine, NewMatch, Search
from .people import now
from .refusals import Denied, NotNow, NotYours, TooMany, status_of
from .store import Conflict
from .wire import About, Done, State, encode, message_of

COOKIE = "sunroom"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep none longer
NDJSON = "application/x-ndjson"
SHOWN = (403, 409)  # refusals that come with the table; nonsense and haste are not worth a look
HEARTBEAT = 15.0  # seconds between two empty lines of a quiet stream


class Problem(msgspec.Struct, omit_defaults=True):
    """Why something was not done, in the language of whoever asked."""

    id: str
    text: str
    rules: list[str] = []
    state: State | None = None  # how things stand, where a command was refused


REFUSALS = {
    400: "Not understood, or against the rules of this interface.",
    401: "A token or a cookie is missing or wrong.",
    403: "Somebody else's business.",
    404: "There is no such thing, or you may not know of it.",
    409: "Stale, illegal or not possible as things stand; the current state is in the answer.",
    413: "Too large.",
    429: "Too often in a short time.",
    503: "The database is away, or too many wait already.",
}
RESPONSES = {
    code: ResponseSpec(Problem, description=text, generate_examples=False)
    for code, text in REFUSALS.items()
}

MatchId = Annotated[str, PathParameter(min_length=1, max_length=40, pattern="^[A-Za-z0-9]+$")]
GameName = Annotated[str, PathParameter(max_length=40, pattern="^[a-z-]+$")]
LinkKey = Annotated[str, PathParameter(max_length=60, pattern="^[A-Za-z0-9_-]*$")]
KeyText = Annotated[str, QueryParameter(max_length=60, pattern="^[A-Za-z0-9_-]*$")]
Language = Annotated[str | None, QueryParameter(pattern="^(de|en)$")]
Status = Annotated[str | None, QueryParameter(pattern="^(gathering|playing|over|aborted)$")]
Word = Annotated[str | None, QueryParameter(max_length=40, pattern="^[^\\x00]*$")]
Number = Annotated[int | None, QueryParameter(ge=0, le=2**53 - 1)]
Step = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
Eye = Annotated[int | None, QueryParameter(ge=-1, le=7)]
Flag = FromQuery[bool]


# Who asks


def desk_of(request: ASGIConnection[Any, Any, Any, Any]) -> Desk:
    return request.app.state.desk  # type: ignore[no-any-return]


def language_of(request: ASGIConnection[Any, Any, Any, Any], lang: str | None = None) -> str:
    """What is asked for, or else what the browser prefers."""
    preferred = request.headers.get("accept-language", "").lower()
    places = {known: preferred.find(known) for known in LANGUAGES}
    found = [known for known, place in places.items() if place >= 0]
    return lang or min(found, key=lambda known: places[known], default="en")


async def asking(request: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    row = await person_row(request)
    return row.id if row is not None else None


async def person_row(request: ASGIConnection[Any, Any, Any, Any]) -> Any:
    """The row of whoever asks, or nothing. A cookie counts for our own page only."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return await desk_of(request).person(token.strip())
    changes = request.scope.get("method", "GET") not in ("GET", "HEAD")
    if (changes or isinstance(request, WebSocket)) and not same_origin(request.scope["headers"]):
        raise NotYours("foreign_origin")
    return await desk_of(request).person(request.cookies.get(COOKIE))


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    return request.client.host if request.client else ""


def admit(request: ASGIConnection[Any, Any, Any, Any], *, creates: bool = False) -> Desk:
    desk = desk_of(request)
    desk.admit(address_of(request), creates=creates)
    return desk


@asynccontextmanager
async def at_match(desk: Desk, id: str, person: str | None, key: str = "") -> AsyncIterator[Live]:
    """A match that somebody may see; nobody is at it any more when they have looked."""
    live, _ = await desk.open(id, person, key)
    try:
        yield live
    finally:
        if (live_now := desk.house.matches.get(id)) is not None:  # it may have been read again
            desk.house.let_go(live_now)


# Games


class OptionInfo(msgspec.Struct, omit_defaults=True):
    name: str
    rule: str
    choices: list[str]
    examples: list[str]
    about: dict[str, str]


class ComponentInfo(msgspec.Struct):
    """How sure we are of the pieces of a box."""

    name: str
    pieces: int
    certain: int
    likely: int
    reconstructed: int


class GameInfo(msgspec.Struct):
    name: str
    title: dict[str, str]
    why: dict[str, str]
    seats: list[int]
    version: int
    options: list[OptionInfo]
    levels: list[str]
    components: list[ComponentInfo]
    own_components: bool
    facts: dict[str, Any]


def info_of(game: Game) -> GameInfo:
    def said(id: str) -> dict[str, str]:
        return {language: game.words(id, language) for language in LANGUAGES}

    return GameInfo(
        name=game.name, title=said("title"), why=said("why"), seats=sorted(game.seats),
        version=game.version,
        options=[
            OptionInfo(o.name, o.rule, list(o.choices), list(o.examples), said(f"option_{o.name}"))
            for o in game.options
        ],
        levels=[level.name for level in LEVELS] if has_opponents(game) else [],
        components=[
            ComponentInfo(box.name, len(box.pieces), *(box.by_status().get(s, 0) for s in STATUS))
            for box in game.components
        ],
        own_components=game.recompose is not None,
        facts=dict(game.facts),
    )  # fmt: skip


@get("/api/games", responses=RESPONSES, sync_to_thread=False, tags=["games"])
def games(request: Request[Any, Any, Any]) -> list[GameInfo]:
    """All games, with options and how sure we are of their pieces."""
    admit(request)
    return [info_of(load(name)) for name in known_games()]


@get("/api/games/{game:str}/words", responses=RESPONSES, sync_to_thread=False, tags=["games"])
def words(request: Request[Any, Any, Any], game: GameName, lang: Language = None) -> dict[str, Any]:
    """Everything that a game says, by message id, in one language or in both."""
    admit(request)
    entries = load(game).words.entries
    if lang is None:
        return entries

    def chosen(entry: dict[str, Any]) -> dict[str, Any]:
        return {key: text for key, text in entry.items() if key.startswith(lang)}

    return {id: chosen(entry) for id, entry in entries.items()}


@get("/api/games/{game:str}/rules", responses=RESPONSES, sync_to_thread=False, tags=["games"])
def rules(request: Request[Any, Any, Any], game: GameName, lang: Language = None) -> dict[str, str]:
    """The rules by id, in our own words."""
    admit(request)
    return paragraphs(load(game).folder, language_of(request, lang))


class NewBox(msgspec.Struct, forbid_unknown_fields=True):
    """The CSV files of a box, by name."""

    files: Annotated[
        dict[Annotated[str, Meta(max_length=60)], Annotated[str, Meta(max_length=200_000)]],
        Meta(min_length=1, max_length=12),
    ]


@post("/api/games/{game:str}/boxes", responses=RESPONSES, tags=["games"])
async def bring_box(
    request: Request[Any, Any, Any], game: GameName, data: JSONBody[NewBox]
) -> dict[str, str]:
    """Bring the pieces of your own box; the answer's `components` goes into a new match."""
    desk = admit(request, creates=True)
    signed_in(await asking(request))

    def read() -> str:
        with tempfile.TemporaryDirectory() as folder:
            return read_box(game, data.files, Path(folder)).pieces

    digest = await asyncio.to_thread(read)
    known = select(schema.boxes.c.digest).where(schema.boxes.c.digest == digest)
    if not await desk.house.read(known):
        row = {"digest": digest, "game": game, "files": json.dumps(data.files)}
        with suppress(Conflict):  # somebody else has just brought the same
            await desk.house.write(insert(schema.boxes).values(row))
    return {"components": digest}


# Oneself


class Me(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What can be said of oneself; what is left out stays as it is."""

    name: wire.Name | None = None
    confirm: bool | None = None  # hold one's decisions back until they are confirmed


class Myself(msgspec.Struct):
    name: str | None
    confirm: bool
    token: str  # for programs: Authorization: Bearer …


@post("/api/me", status_code=200, responses=RESPONSES, tags=["people"])
async def set_me(request: Request[Any, Any, Any], data: JSONBody[Me]) -> Response[Myself]:
    """Come in as a guest, or change one's name or settings."""
    desk = admit(request)
    name = lobby.checked_name(data.name) if data.name is not None else None
    row = await person_row(request)
    if row is None:
        desk.admit(address_of(request), creates=True)
        id = await desk.new_person(name)
        row = await desk.person(desk.seal.token(id))
    change = {k: v for k, v in {"name": name, "confirm": data.confirm}.items() if v is not None}
    if change:
        await desk.change_person(row.id, **change)
    token = desk.seal.token(row.id)
    name, confirm = change.get("name", row.name), change.get("confirm", row.confirm)
    answer = Response(Myself(name, confirm, token))
    answer.set_cookie(
        COOKIE, token, max_age=COOKIE_AGE, httponly=True, samesite="lax",
        secure=request.url.scheme == "https",
    )  # fmt: skip
    return answer


@get("/api/me", responses=RESPONSES, tags=["people"])
async def get_me(request: Request[Any, Any, Any]) -> Myself:
    """Who one is."""
    desk = admit(request)
    row = await person_row(request)
    signed_in(row.id if row is not None else None)
    return Myself(row.name, row.confirm, desk.seal.token(row.id))


@delete("/api/me", status_code=204, responses=RESPONSES, tags=["people"])
async def delete_me(request: Request[Any, Any, Any]) -> None:
    """Delete one's name and everything one has said. Matches stay, with a nameless player."""
    desk = admit(request)
    await desk.delete_person(signed_in(await asking(request)))


# Matches


class Seen(msgspec.Struct):
    """A match as one may see it."""

    match: About
    state: State


@post("/api/matches", responses=RESPONSES, tags=["matches"])
async def create(request: Request[Any, Any, Any], data: JSONBody[NewMatch]) -> Created:
    """Create a match. It begins when all seats are taken."""
    desk = admit(request, creates=True)
    created = await lobby.create(desk.house, signed_in(await asking(request)), data)
    if (live := desk.house.matches.get(created.id)) is not None:
        desk.house.let_go(live)
    return created


@get("/api/matches", responses=RESPONSES, tags=["matches"])
async def find(
    request: Request[Any, Any, Any],
    status: Status = None,
    game: Word = None,
    player: Word = None,
    winner: Word = None,
    mine: Flag = False,
    before: Number = None,
) -> list[MatchLine]:
    """Public matches and one's own, the youngest first: open ones, running ones, the archive."""
    desk = admit(request)
    person = await asking(request)
    if mine:
        signed_in(person)
    search = Search(status, game, player, winner, mine, before)
    return await lobby.find(desk.house, person, search)


@get("/api/matches/{id:str}", responses=RESPONSES, tags=["matches"])
async def look(request: Request[Any, Any, Any], id: MatchId, key: KeyText = "") -> Seen:
    """A match as it stands."""
    desk = admit(request)
    person = await asking(request)
    async with at_match(desk, id, person, key), desk.house.at(id) as live:
        viewer = Viewer(person, "en", live.eye_of(person))
        desk.house.opponents.wake(desk.house, live)  # for those who only ask now and then
        return Seen(desk.house.about(live, viewer), state_of(live, viewer.eye))


def state_of(live: Live, eye: int) -> State:
    return live.state(eye, now())


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """A decision in notation, at the version (`n` of the last state) that was seen."""

    text: wire.Text
    version: wire.Version
    hold: bool = False


@post("/api/matches/{id:str}/moves", status_code=200, responses=RESPONSES, tags=["matches"])
async def move(request: Request[Any, Any, Any], id: MatchId, data: JSONBody[Move]) -> Done:
    """Decide. It is stored when the answer comes; a stale or illegal move is answered with 409."""
    play = wire.Play(text=data.text, version=data.version, hold=data.hold)
    return await _carry_out(request, id, play)


@post("/api/matches/{id:str}/commands", status_code=200, responses=RESPONSES, tags=["matches"])
async def command(
    request: Request[Any, Any, Any], id: MatchId, data: JSONBody[wire.AnyCommand]
) -> Done:
    """Anything else that players can do: sit, confirm, undo, takeback, resign, say, …"""
    return await _carry_out(request, id, data)


async def _carry_out(request: Request[Any, Any, Any], id: str, data: wire.AnyCommand) -> Done:
    desk = admit(request)
    person = signed_in(await asking(request))
    key = data.key if isinstance(data, wire.Sit) else ""
    async with at_match(desk, id, person, key):
        try:
            return await desk.do(id, person, data)
        except Refusal as why:
            if status_of(why) in SHOWN:
                request.state.seen = await _how_it_stands(desk, id, person)
            raise


async def _how_it_stands(desk: Desk, id: str, person: str) -> State | None:
    """What goes with a refusal."""
    with suppress(Refusal):
        async with desk.house.at(id) as live:
            return state_of(live, live.eye_of(person))
    return None


LINES = ResponseSpec(
    cast(Any, wire.Frame),  # a union does as well
    description="Frames, one a line.",
    media_type=NDJSON,
    generate_examples=False,
)


@get("/api/matches/{id:str}/stream", responses=RESPONSES | {200: LINES}, tags=["matches"])
async def stream(
    request: Request[Any, Any, Any], id: MatchId, since: Number = None, key: KeyText = ""
) -> Stream:
    """Everything that happens from now on, a JSON frame a line (NDJSON); empty lines are sent when
    nothing happens. With `since`, the `n` that was seen last, what was missed comes first.
    """
    desk = admit(request)
    person = await asking(request)
    live, _ = await desk.open(id, person, key)
    viewer = Viewer(person, language_of(request), live.eye_of(person))
    await desk.watch(live, viewer, since)
    return Stream(_lines(desk, id, viewer), media_type=NDJSON)


async def _lines(desk: Desk, id: str, viewer: Viewer) -> AsyncIterator[bytes]:
    try:
        while not viewer.closed:
            try:
                frames = await asyncio.wait_for(viewer.frames(), HEARTBEAT)
            except TimeoutError:
                yield b"\n"
                continue
            if frames:
                yield b"\n".join(frames) + b"\n"
    finally:
        desk.unwatch(id, viewer)


# Links


class NewLink(msgspec.Struct, forbid_unknown_fields=True):
    kind: Annotated[str, Meta(pattern="^(invite|seat|watch)$")]
    seat: wire.SeatNumber | None = None


class Linked(msgspec.Struct):
    match: str
    game: str
    kind: str
    seat: int | None


@post("/api/matches/{id:str}/links", responses=RESPONSES, tags=["links"])
async def new_link(
    request: Request[Any, Any, Any], id: MatchId, data: JSONBody[NewLink]
) -> Invitation:
    """A link to invite, to watch, or to take one's seat along to another device."""
    desk = admit(request)
    person = signed_in(await asking(request))
    async with at_match(desk, id, person), desk.house.at(id) as live:
        return await lobby.new_link(desk.house, live, person, data.kind, data.seat)


class Revoked(msgspec.Struct, forbid_unknown_fields=True):
    key: Annotated[str, Meta(max_length=60)] | None = None


@post("/api/matches/{id:str}/links/revoke", status_code=204, responses=RESPONSES, tags=["links"])
async def revoke(request: Request[Any, Any, Any], id: MatchId, data: JSONBody[Revoked]) -> None:
    """Withdraw a link; without a key all links that one may withdraw."""
    desk = admit(request)
    person = signed_in(await asking(request))
    async with at_match(desk, id, person) as live:
        await lobby.revoke(desk.house, live, person, data.key)


@get("/api/links/{key:str}", responses=RESPONSES, tags=["links"])
async def linked(request: Request[Any, Any, Any], key: LinkKey) -> Linked:
    """Where a link leads."""
    desk = admit(request)
    id, found = await lobby.match_of(desk.house, key)
    async with at_match(desk, id, None, key) as live:
        return Linked(id, live.facts.game, found.kind, found.seat)


# Looking back


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
        text = lobby.export(live, desk.house.called(live), await desk.house.events(id))
    name = f"{live.facts.game}-{id}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


class Import(msgspec.Struct, forbid_unknown_fields=True):
    file: Annotated[str, Meta(min_length=1, max_length=wire.LARGEST_BODY)]


class Imported(msgspec.Struct):
    id: str


@post("/api/imports", responses=RESPONSES, tags=["looking back"])
async def bring_file(request: Request[Any, Any, Any], data: JSONBody[Import]) -> Imported:
    """Bring a match file: it goes into one's archive; one that is not over can be played on."""
    desk = admit(request, creates=True)
    person = signed_in(await asking(request))
    return Imported(await lobby.import_file(desk.house, person, data.file))


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
        text = lobby.export(live, desk.house.called(live), await desk.house.events(id))
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


HANDLERS = [
    games, words, rules, bring_box, set_me, get_me, delete_me, create, find, look, move, command,
    stream, new_link, revoke, linked, told, whole_record, replay, file, bring_file, judge,
]  # fmt: skip
