"""The games: their options, words and rules, and boxes of pieces that people upload."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import segno
from litestar import Request, Response, get
from litestar.openapi.datastructures import ResponseSpec

from sunroom.players import LEVELS
from sunroom.players.levels import has_opponents
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.components import STATUS
from sunroom.rules.contract import Game
from sunroom.rules.rulebook import paragraphs
from sunroom.rules.words import LANGUAGES
from sunroom.server.lessons.tutorials import tutorial_file

from .request import (
    RESPONSES,
    GameName,
    Language,
    LinkText,
    admit,
    language_of,
)


class OptionInfo(msgspec.Struct, omit_defaults=True):
    name: str
    rule: str
    choices: list[str]
    examples: list[str]
    about: dict[str, str]
    open: bool = False  # whether the printed rules leave this open
    seats: bool = False  # whether all choices but the first are numbers of seats
    order: list[str] = []  # a value is all of these words in some order, joined by hyphens


class ComponentInfo(msgspec.Struct):
    """How sure we are of the pieces of a box."""

    name: str
    title: dict[str, str]
    pieces: int
    certain: int
    likely: int
    reconstructed: int


class SeatsNote(msgspec.Struct):
    """What is to be known before so many play."""

    seats: int
    text: dict[str, str]


class GameInfo(msgspec.Struct):
    name: str
    title: dict[str, str]
    why: dict[str, str]
    seats: list[int]
    notes: list[SeatsNote]
    version: int
    options: list[OptionInfo]
    levels: list[str]
    puzzles: bool  # whether there are some to be solved
    tutorial: bool  # whether it can be learnt by playing
    solved: bool  # whether opponents know how each position ends, instead of searching
    components: list[ComponentInfo]
    own_components: bool
    facts: dict[str, Any]


def heading(text: str) -> str:
    return text[:1].upper() + text[1:]


def info_of(game: Game) -> GameInfo:
    def in_all_languages(id: str) -> dict[str, str]:
        return {language: game.words(id, language) for language in LANGUAGES}

    rules = paragraphs(game.folder)
    return GameInfo(
        name=game.name, title=in_all_languages("title"), why=in_all_languages("why"),
        seats=sorted(game.seats),
        notes=[
            SeatsNote(n, {language: game.with_so_many(n, language) for language in LANGUAGES})
            for n in sorted(game.seats)
            if game.with_so_many(n, LANGUAGES[0])
        ],
        version=game.version,
        options=[
            OptionInfo(
                o.name, o.rule, list(o.choices), list(o.examples),
                in_all_languages(f"option_{o.name}"), "*Open:*" in rules[o.rule], o.seats,
                list(o.order),
            )
            for o in game.options
        ],
        levels=[level.name for level in LEVELS] if has_opponents(game) else [],
        puzzles=game.knowledge.puzzle is not None,
        tutorial=tutorial_file(game).exists(),
        solved=game.knowledge.exact is not None,
        components=[
            ComponentInfo(
                box.name, {language: heading(game.called(box, language)) for language in LANGUAGES},
                len(box.pieces), *(box.by_status().get(status, 0) for status in STATUS),
            )
            for box in game.components
        ],
        own_components=game.recompose is not None,
        facts=dict(game.facts),
    )  # fmt: skip


@get("/api/games", responses=RESPONSES, sync_to_thread=False, tags=["games"])
def games(request: Request[Any, Any, Any]) -> list[GameInfo]:
    """All games, with their options and how sure we are of their pieces."""
    admit(request)
    return [info_of(load(name)) for name in known_games()]


@get("/api/games/{game:str}/words", responses=RESPONSES, sync_to_thread=False, tags=["games"])
def words(request: Request[Any, Any, Any], game: GameName, lang: Language = None) -> dict[str, Any]:
    """All texts of a game by message id, in one language or in both."""
    admit(request)
    entries = load(game).words.entries
    if lang is None:
        return entries

    def in_language(entry: dict[str, Any]) -> dict[str, Any]:
        return {key: text for key, text in entry.items() if key.startswith(lang)}

    return {id: in_language(entry) for id, entry in entries.items()}


@get("/api/games/{game:str}/rules", responses=RESPONSES, sync_to_thread=False, tags=["games"])
def rules(request: Request[Any, Any, Any], game: GameName, lang: Language = None) -> dict[str, str]:
    """The rules by id, in our own words."""
    admit(request)
    return paragraphs(load(game).folder, language_of(request, lang))


PICTURE = ResponseSpec(
    bytes, description="An SVG drawing.", media_type="image/svg+xml", generate_examples=False
)


@get("/api/qr", responses=RESPONSES | {200: PICTURE}, sync_to_thread=False, tags=["games"])
def qr_code(request: Request[Any, Any, Any], text: LinkText) -> Response[bytes]:
    """A link as a QR code, for the phone across the table."""
    admit(request)
    picture = io.BytesIO()
    segno.make(text, micro=False).save(picture, kind="svg", border=2, scale=4, xmldecl=False)
    return Response(picture.getvalue(), media_type="image/svg+xml")
