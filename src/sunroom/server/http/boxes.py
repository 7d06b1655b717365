"""Boxes of pieces: what is in a game's box, drafts of one's own that are checked and written out,
and boxes that somebody has brought.
"""

from __future__ import annotations

import asyncio
import io
import zipfile
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter
from litestar.response import Stream
from msgspec import Meta

from sunroom.rules.boxes.check import MOST_ROWS, check
from sunroom.rules.boxes.columns import Column, Sheet
from sunroom.rules.boxes.contribution import contribution, dumps
from sunroom.rules.boxes.findings import Finding
from sunroom.rules.boxes.labels import column_label, word_label
from sunroom.rules.catalogue import load
from sunroom.rules.components import (
    COPIES,
    Components,
    parsed,
    refuse_bad_rows,
    written,
)
from sunroom.rules.contract import Game
from sunroom.rules.words import LANGUAGES, message_data
from sunroom.server.boxes import component_file
from sunroom.server.minds.balance import BalanceProgress

from .branches import lines
from .games import heading
from .request import (
    NDJSON,
    RESPONSES,
    FileName,
    GameName,
    address_of,
    admit,
    claim_of,
    language_of,
    person_of,
    signed_in,
)

CSV = ResponseSpec(str, description="A CSV file.", media_type="text/csv", generate_examples=False)
ZIP = ResponseSpec(
    bytes, description="All CSV files.", media_type="application/zip", generate_examples=False
)
ZIP_TIME = (1980, 1, 1, 0, 0, 0)  # so that the same box is the same file
Digest = Annotated[str, PathParameter(min_length=1, max_length=64, pattern="^[0-9a-f]+$")]


# What is in a box


class WordInfo(msgspec.Struct):
    """A word that can stand in a column, and what people call it."""

    name: str
    title: dict[str, str]


class ColumnInfo(msgspec.Struct, omit_defaults=True):
    """What can stand in a column: one of some words, several of them with spaces between, a number,
    or any text. With *place* it says where the piece belongs, and is not printed on it. Of columns
    with one name the first counts whose words in *of* a row has.
    """

    name: str
    title: dict[str, str]
    words: list[WordInfo] = []
    least: int | None = None
    most: int | None = None
    several: bool = False
    optional: bool = False
    place: bool = False
    of: dict[str, str] = {}


class CountInfo(msgspec.Struct):
    """How many pieces have these words."""

    n: int
    having: dict[str, str]


class PieceRow(msgspec.Struct):
    """A row: a piece, or so many that are alike, how sure it is and whence."""

    id: str
    copies: int
    status: str
    source: str
    values: dict[str, str]


class SheetInfo(msgspec.Struct):
    """A file of pieces. Where its rows are *kinds*, the copies are what is to be found out."""

    name: str
    title: dict[str, str]
    kinds: bool
    columns: list[ColumnInfo]
    counts: list[CountInfo]
    rows: list[PieceRow]


class BoxInfo(msgspec.Struct):
    """A box, its files in the order in which one takes the pieces out of it."""

    game: str
    rules: int
    box: str  # a digest; nothing for our own
    own: bool  # whether a box of one's own can be played with
    sheets: list[SheetInfo]


def box_of(game: Game) -> BoxInfo:
    sheets = [_sheet_info(game, one) for one in game.components]
    return BoxInfo(game.name, game.version, game.box, game.recompose is not None, sheets)


def _sheet_info(game: Game, components: Components) -> SheetInfo:
    sheet = components.sheet
    columns = [*sheet.columns, COPIES] if sheet.kinds else sheet.columns
    return SheetInfo(
        sheet.name,
        {language: heading(game.called(components, language)) for language in LANGUAGES},
        sheet.kinds,
        [_column_info(game, sheet, column) for column in columns],
        [CountInfo(count.number, dict(count.having)) for count in sheet.counts],
        [_piece_row(sheet, row) for row in components.rows],
    )


def _column_info(game: Game, sheet: Sheet, column: Column) -> ColumnInfo:
    def word(name: str) -> WordInfo:
        titles = {one: word_label(game, sheet.name, name, one) for one in LANGUAGES}
        return WordInfo(name, titles)

    least, most = column.numbers or (None, None)
    return ColumnInfo(
        column.name,
        {one: column_label(game, sheet.name, column.name, one) for one in LANGUAGES},
        list(map(word, column.words)), least, most,
        column.several, column.optional, column.place, dict(column.of),
    )  # fmt: skip


def _piece_row(sheet: Sheet, row: dict[str, str]) -> PieceRow:
    values = {column.name: row.get(column.name, "") for column in sheet.columns}
    return PieceRow(row["id"], int(row["copies"]), row["status"], row["source"], values)


@get("/api/games/{game:str}/box", responses=RESPONSES, sync_to_thread=False, tags=["boxes"])
def box(request: Request[Any, Any, Any], game: GameName) -> BoxInfo:
    """The game's own box as data: its files with their columns, counts and pieces."""
    admit(request)
    return box_of(load(game))


@get("/api/boxes/{digest:str}", responses=RESPONSES, tags=["boxes"])
async def stored_box(request: Request[Any, Any, Any], digest: Digest) -> BoxInfo:
    """A box that somebody has brought, by the digest that a link has."""
    backend = admit(request)
    return box_of(await backend.boxes.stored(digest))


@get(
    "/api/games/{game:str}/boxes/{file:str}",
    responses=RESPONSES | {200: CSV},
    sync_to_thread=False,
    tags=["boxes"],
)
def box_file(request: Request[Any, Any, Any], game: GameName, file: FileName) -> Response[str]:
    """A component file of the game's own box, as a start for a box of your own."""
    admit(request)
    text = component_file(load(game), file).read_text("utf-8")
    return attachment(text, f"{game}-{file}", "text/csv")


def attachment(content: Any, name: str, media_type: str) -> Response[Any]:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)


# Drafts

CsvFile = Annotated[str, Meta(max_length=200_000)]
FileKey = Annotated[str, Meta(max_length=60)]
Cells = dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=400)]]
Rows = Annotated[list[Annotated[Cells, Meta(max_length=40)]], Meta(max_length=MOST_ROWS)]


class Draft(msgspec.Struct, forbid_unknown_fields=True):
    """Files of a box: as CSV, by file (`tiles.csv`), separated by commas or semicolons; or as rows,
    by name (`tiles`), each with `id`, `copies`, `status`, `source` and its columns. Of files that
    are missing our own are taken.
    """

    files: Annotated[dict[FileKey, CsvFile], Meta(max_length=12)] = {}
    rows: Annotated[dict[FileKey, Rows], Meta(max_length=12)] = {}


def texts_of(game: Game, draft: Draft) -> dict[str, str]:
    """The files that a draft has, as CSV by name."""
    found = {component_file(game, file).stem: text for file, text in draft.files.items()}
    for name, rows in draft.rows.items():
        component_file(game, f"{name}.csv")
        found[name] = written(Components(name, tuple(rows), sheet_of(game, name)))
    return found


def sheet_of(game: Game, name: str) -> Sheet:
    return next(box.sheet for box in game.components if box.name == name)


class FindingInfo(msgspec.Struct, omit_defaults=True):
    """What is to be said of a draft: about a file, or the row with this *id*; *kind* is mistake (it
    cannot be played with), strange or fine (as the text says).
    """

    kind: str
    file: str
    message: dict[str, Any]
    said: dict[str, str]
    id: str = ""
    column: str = ""


def finding_info(game: Game, found: Finding) -> FindingInfo:
    said = {language: game.words.say(found.message, language) for language in LANGUAGES}
    data = message_data(found.message)
    return FindingInfo(found.kind, found.file, data, said, found.id, found.column)


@post(
    "/api/games/{game:str}/boxes/check", status_code=200, responses=RESPONSES, tags=["boxes"]
)  # fmt: skip
async def check_draft(
    request: Request[Any, Any, Any], game: GameName, data: JSONBody[Draft]
) -> list[FindingInfo]:
    """All that is to be said of a draft, mistakes first; nothing is stored."""
    await admit_draft(request)
    found = load(game)
    told = await asyncio.to_thread(lambda: check(found, texts_of(found, data)))
    return [finding_info(found, one) for one in told]


async def admit_draft(request: Request[Any, Any, Any]) -> None:
    backend = admit(request)
    backend.limits.admit_draft(await person_of(request) or "", address_of(request))


class Export(Draft, forbid_unknown_fields=True):
    """A draft, and what separates its columns."""

    separator: Annotated[str, Meta(pattern="^[,;]$")] = ","


@post(
    "/api/games/{game:str}/boxes/export", status_code=200, responses=RESPONSES | {200: ZIP},
    tags=["boxes"],
)  # fmt: skip
async def export(
    request: Request[Any, Any, Any], game: GameName, data: JSONBody[Export]
) -> Response[bytes]:
    """The CSV files of a draft in a zip file, whether it can be played with or not."""
    await admit_draft(request)
    packed = await asyncio.to_thread(packed_files, load(game), data)
    return attachment(packed, f"{game}-box.zip", "application/zip")


def packed_files(game: Game, draft: Export) -> bytes:
    texts, packed = texts_of(game, draft), io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for box in game.components:
            components = parsed(texts[box.name], box.sheet) if box.name in texts else box
            info = zipfile.ZipInfo(f"{box.name}.csv", ZIP_TIME)
            file.writestr(info, written(components, draft.separator))
    return packed.getvalue()


class Contributed(Draft, forbid_unknown_fields=True, kw_only=True):
    """A draft, and the mark of its owner: made by chance, kept on their device, and said of nobody
    else.
    """

    owner: Annotated[str, Meta(pattern="^[0-9a-f]{16,64}$")]


class ContributionFile(msgspec.Struct):
    """The rows that somebody has confirmed, each with its file, columns, `copies` and `source`."""

    format: str
    game: str
    owner: str
    pieces: list[dict[str, str]]


CONTRIBUTION = ResponseSpec(
    ContributionFile, description="What the owner has confirmed.", generate_examples=False
)


@post(
    "/api/games/{game:str}/boxes/contribution", status_code=200,
    responses=RESPONSES | {200: CONTRIBUTION}, tags=["boxes"],
)  # fmt: skip
async def contribute(
    request: Request[Any, Any, Any], game: GameName, data: JSONBody[Contributed]
) -> Response[str]:
    """The rows of a draft whose status is `yours`, as the file that `sunroom box merge` takes;
    nothing is stored.
    """
    await admit_draft(request)
    text = await asyncio.to_thread(contribution_of, load(game), data)
    return attachment(text, f"{game}-pieces.json", "application/json")


def contribution_of(game: Game, draft: Contributed) -> str:
    texts = texts_of(game, draft)
    files = [parsed(texts[box.name], box.sheet) for box in game.components if box.name in texts]
    for file in files:
        refuse_bad_rows(file, game.words)
    return dumps(contribution(game, files, draft.owner), game)


@post("/api/games/{game:str}/boxes", responses=RESPONSES, tags=["boxes"])
async def upload_box(
    request: Request[Any, Any, Any], game: GameName, data: JSONBody[Draft]
) -> dict[str, str]:
    """Upload the pieces of your own box, all files of it; a new match takes the `components` of the
    response.
    """
    backend = admit(request, creates=True)
    signed_in(await person_of(request))
    texts = texts_of(load(game), data)
    files = {f"{name}.csv": text for name, text in texts.items()}
    return {"components": await backend.boxes.bring(game, files)}


# How a box plays


class Balance(msgspec.Struct, forbid_unknown_fields=True):
    """With which settings; without them the usual ones."""

    seats: Annotated[int, Meta(ge=1, le=8)] | None = None
    options: Annotated[dict[FileKey, FileKey], Meta(max_length=20)] = {}


BALANCE_LINES = ResponseSpec(
    BalanceProgress, description="How far it is, one line at a time; the last has what was found.",
    media_type=NDJSON, generate_examples=False,
)  # fmt: skip


@post(
    "/api/boxes/{digest:str}/balance/stream", status_code=200,
    responses=RESPONSES | {200: BALANCE_LINES}, tags=["boxes"],
)  # fmt: skip
async def balance(
    request: Request[Any, Any, Any], digest: Digest, data: JSONBody[Balance]
) -> Stream:
    """Some thousand random games and some hundred among Club players with a box that was brought,
    and with our own (NDJSON): how far it is until the figures come. Who closes the stream ends it.
    Empty lines keep the connection alive. A line with an `id` says why the stream ends early.
    """
    backend, claim = admit(request), await claim_of(request, long=True)
    person = signed_in(claim.person or None)
    game = await backend.boxes.stored(digest)
    settings = game.settings(data.options, data.seats)
    backend.limits.admit_thought(person, claim.address)
    progress = backend.balances.compare(claim, game, settings)
    return Stream(lines(progress, language_of(request)), media_type=NDJSON)
