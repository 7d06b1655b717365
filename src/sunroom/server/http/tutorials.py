"""Learning a game: its rulebook and its tutorial."""

from __future__ import annotations

from typing import Any

from litestar import Request, get, post

from sunroom.rules.catalogue import load
from sunroom.server.lessons import tutorials
from sunroom.server.lessons.rulebook import Rulebook, read_rulebook
from sunroom.server.lessons.tutorials import Tutorial

from .request import RESPONSES, GameName, Language, admit, language_of, person_of, signed_in


@get("/api/games/{game:str}/rulebook", responses=RESPONSES, sync_to_thread=False, tags=["games"])
def rulebook(request: Request[Any, Any, Any], game: GameName, lang: Language = None) -> Rulebook:
    """The rules chapter by chapter, each with how sure we are of it."""
    admit(request)
    return read_rulebook(load(game).folder, language_of(request, lang))


@get("/api/games/{game:str}/tutorial", responses=RESPONSES, sync_to_thread=False, tags=["games"])
def tutorial(request: Request[Any, Any, Any], game: GameName) -> Tutorial:
    """The steps of a tutorial at a prepared table: what the coach says, in both languages, and
    does.
    """
    admit(request)
    return tutorials.tutorial_of(load(game))


@post("/api/games/{game:str}/tutorial", responses=RESPONSES, tags=["games"])
async def begin_tutorial(request: Request[Any, Any, Any], game: GameName) -> dict[str, str]:
    """Create a match at that table. All seats are yours, and no list of matches contains it."""
    backend = admit(request, creates=True)
    person = signed_in(await person_of(request))
    id = await tutorials.prepare(backend.log, backend.lobby, person, load(game))
    backend.registry.let_go(id)
    return {"id": id}
