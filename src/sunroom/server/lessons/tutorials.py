"""Tutorials: a table that is prepared, and what a coach says at it, step by step.

`tutorial.toml` beside a game holds it. In a step the learner, who has seat 0, plays one of `choose`
(`*` is anything), or the coach plays all of `play` for whoever is to act, or one only reads.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from sunroom.match.dealing import Dealer
from sunroom.rules.contract import Game
from sunroom.server.lobby.lobby import Lobby, insert_match, new_row
from sunroom.server.refusals import Unknown
from sunroom.server.store.eventlog import EventLog
from sunroom.table.header import PERSON, SeatSetup


class Step(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    en: str
    de: str
    light: list[str] = []  # names of what it is about
    rule: str = ""  # ids, several with spaces
    choose: list[str] = []
    play: list[str] = []


class Tutorial(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    seats: int
    seed: int
    step: list[Step]
    options: dict[str, str] = {}


def tutorial_of(game: Game) -> Tutorial:
    file = game.folder / "tutorial.toml"
    if not file.exists():
        raise Unknown("no_tutorial", game=game.name)
    return read_tutorial(file)


@cache
def read_tutorial(file: Path) -> Tutorial:
    return msgspec.toml.decode(file.read_bytes(), type=Tutorial)


async def prepare(log: EventLog, lobby: Lobby, person: str, game: Game) -> str:
    """A table for one learner. It is practice: no list names it, not even the learner's own."""
    tutorial = tutorial_of(game)
    settings = game.settings(tutorial.options, tutorial.seats)
    seats = [SeatSetup(PERSON, person)] * tutorial.seats
    row = new_row(
        game, person, seats, game.settings_in_words(settings),
        seed=Dealer.of(tutorial.seed).seed, visibility="private", hints=False,
    )  # fmt: skip
    unlisted = [SeatSetup(PERSON)] * tutorial.seats
    await insert_match(log, row, unlisted, ())
    await lobby.begin_if_full(row["id"])
    return str(row["id"])
