"""Tutorials: a prepared table, and what a coach says at it, step by step.

`tutorial.toml` in a game's folder holds it. In each step the learner, who has seat 0, plays one of
`choose` (`*` is anything), or the coach plays all of `play` for the seats that are to act, or there
is only something to read.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec

from sunroom.match.dealing import Dealer
from sunroom.rules.contract import Game
from sunroom.rules.words import meant, message
from sunroom.server.lobby.lobby import Lobby, insert_match, new_row
from sunroom.server.refusals import Unknown
from sunroom.server.store.eventlog import EventLog
from sunroom.table.header import PERSON, SeatSetup


class Step(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    en: str
    de: str = ""  # in English, where there is no German
    light: list[str] = []  # the names of what the step is about
    rule: str = ""  # ids, several with spaces
    choose: list[str] = []
    play: list[str] = []

    def __post_init__(self) -> None:
        self.de = self.de or self.en


class Tutorial(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    seats: int
    seed: int
    step: list[Step]
    options: dict[str, str] = {}


# How each field is written.
EXAMPLES = {
    "seats": "seats = 2", "seed": "seed = 7", "options": 'options = { NAME = "CHOICE" }',
    "step": "[[step]]", "en": 'en = "Take a tower."', "de": 'de = "Nimm einen Turm."',
    "light": 'light = ["NAME"]', "rule": 'rule = "ABC-1.2"',
    "choose": 'choose = ["NOTATION"]', "play": 'play = ["NOTATION"]',
}  # fmt: skip
# Where msgspec finds something: "… field `play` - at `$.step[0]`" or "… - at `$.step[0].play[1]`".
STEP = re.compile(r"\$\.step\[(\d+)\]")
FIELD = re.compile(r"field `([^`]*)`|\.(\w+)(?:\[[^]]*\])?`$")


class BadTutorial(Unknown):
    """A tutorial file that cannot be read; says where the mistake is and how it is written."""


def tutorial_file(game: Game) -> Path:
    """Where the tutorial of a game is, if it has one."""
    return game.folder / "tutorial.toml"


def tutorial_of(game: Game) -> Tutorial:
    """The tutorial of a game; refuses if there is none or if its file has a mistake."""
    file = tutorial_file(game)
    if not file.exists():
        raise Unknown("no_tutorial", game=game.name)
    return read_tutorial(file)


@cache
def read_tutorial(file: Path) -> Tutorial:
    name = f"{file.parent.name}/{file.name}"
    try:
        return msgspec.toml.decode(file.read_bytes(), type=Tutorial)
    except msgspec.ValidationError as why:
        raise fault(name, str(why)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as why:
        raise BadTutorial("tutorial_no_toml", file=name, why=str(why)) from None


def fault(file: str, why: str) -> BadTutorial:
    """An error of msgspec as a sentence: in which step it is, and how the field is written."""
    step, found = STEP.search(why), FIELD.search(why)
    field = str(found[1] or found[2]) if found else "step"
    place = message("tutorial_step", step=int(step[1]) + 1) if step else message("tutorial_top")
    if "unknown field" in why:
        known = (Step if step else Tutorial).__struct_fields__
        return BadTutorial(
            "tutorial_field", file=file, place=place, text=field, meant=meant(field, known)
        )
    return BadTutorial(
        "tutorial_value", file=file, place=place, text=field, example=EXAMPLES[field]
    )


async def prepare(log: EventLog, lobby: Lobby, person: str, game: Game) -> str:
    """Create a match for one learner; returns its id. No list of matches contains it, not even the
    learner's own.
    """
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
