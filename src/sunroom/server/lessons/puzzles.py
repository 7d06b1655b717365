"""Puzzles: tables that a game has prepared, judged by exact play. Nothing of them is stored."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import msgspec

from sunroom.match.match import Match
from sunroom.rules.catalogue import load
from sunroom.rules.contract import Outlook
from sunroom.rules.words import message_data
from sunroom.server.lobby.files import told_again
from sunroom.server.lobby.lobby import insert_match, new_row
from sunroom.server.refusals import Unknown
from sunroom.server.store.eventlog import EventLog
from sunroom.table.decide import told
from sunroom.table.header import AI, PERSON, SeatSetup
from sunroom.table.state import PLAYING

FIRST_DAY = date(2026, 1, 5)  # a Monday
DAILY = 1_050_000  # puzzles of a day have numbers from here on; a multiple of seven
LAST = 2 * DAILY


class Shown(msgspec.Struct, omit_defaults=True):
    """A table after a step of play."""

    turn: int
    view: dict[str, Any]
    text: str = ""  # what was played
    told: list[dict[str, Any]] = []


class Asked(msgspec.Struct):
    """A puzzle: the table, and what can be tried. Find the only action that wins."""

    number: int
    today: int  # the number of the day
    table: Shown
    legal: list[str]
    log: list[dict[str, Any]]  # how it came about


class Judged(msgspec.Struct):
    """Whether an attempt was right; if not, how the opponent wins."""

    right: bool
    line: list[Shown]  # what was played; after a wrong attempt, or the solution, to the end


def today() -> int:
    """The number of the day, the same all over the world."""
    return DAILY + (datetime.now(UTC).date() - FIRST_DAY).days + 1


def begun(game: str, number: int) -> Match:
    """The match in which a puzzle is asked."""
    found = load(game)
    if found.puzzle is None or found.exact is None or not 1 <= number <= LAST:
        raise Unknown("no_puzzle")
    puzzle = found.puzzle(number)
    match = Match(found, options=puzzle.options)
    for text in puzzle.line:
        match.play(text)
    return match


def ask(game: str, number: int) -> Asked:
    match = begun(game, number)
    return Asked(
        number, today(), shown(match), match.legal(), [message_data(one) for one in match.log()]
    )  # fmt: skip


def judge(game: str, number: int, text: str | None) -> Judged:
    """An attempt; without one the solution is told."""
    match = begun(game, number)
    if text is None:
        return Judged(False, played_out(match))
    action = match.read(text)
    right = outlooks(match)[action].wins
    line = [stepped(match, action)]
    return Judged(right, line if right else [*line, *played_out(match)])


def played_out(match: Match) -> list[Shown]:
    """Best play to the end: who wins hurries, who loses holds out."""
    line = []
    while not match.over:
        line.append(stepped(match, best(outlooks(match))))
    return line


def best(judged: dict[int, Outlook]) -> int:
    winning = {action: -one.length for action, one in judged.items() if one.wins}
    lengths = winning or {action: one.length for action, one in judged.items()}
    return max(lengths, key=lambda action: lengths[action])


def outlooks(match: Match) -> dict[int, Outlook]:
    judged = match.exact()
    assert judged is not None
    return judged


def stepped(match: Match, action: int) -> Shown:
    text = match.game.show(match.table, action)
    match.apply(action)
    return shown(match, text)


def shown(match: Match, text: str = "") -> Shown:
    said = told(match, [len(match.history) - 1]) if text else []
    return Shown(match.to_act, match.view(max(match.to_act, 0)), text, said)


async def play_on(log: EventLog, person: str, match: Match, level: str, text: str | None) -> str:
    """Go on with a match in which a puzzle was asked, against an opponent."""
    seats = [SeatSetup(AI, level=level)] * match.seats
    seats[match.to_act] = SeatSetup(PERSON, person)
    if text is not None:
        match.play(text)
    row = new_row(
        match.game, person, seats, match.options, seed=match.dealer.seed, visibility="private",
        status=PLAYING,
    )  # fmt: skip
    await insert_match(log, row, seats, (), told_again(match, row["id"]))
    return str(row["id"])
