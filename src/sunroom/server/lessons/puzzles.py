"""Puzzles: tables that a game prepares, judged by exact play. Thinkers make and judge them; what
they have found is remembered, and nothing of it is stored.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import UTC, date, datetime
from typing import Any

import msgspec

from sunroom.match.match import Match
from sunroom.players.turns import Claim
from sunroom.rules.catalogue import load
from sunroom.rules.contract import Outlook, Puzzle
from sunroom.rules.words import message_data
from sunroom.server.lobby.files import event_rows
from sunroom.server.lobby.lobby import insert_match, new_row
from sunroom.server.minds.lines import Line
from sunroom.server.minds.thinkers import Thinkers
from sunroom.server.refusals import Unknown
from sunroom.server.store.eventlog import EventLog
from sunroom.table.decide import told
from sunroom.table.header import AI, PERSON, SeatSetup
from sunroom.table.state import PLAYING

FIRST_DAY = date(2026, 1, 5)  # a Monday
DAILY = 1_050_000  # daily puzzles have the numbers above this one; a multiple of seven
LAST = 2 * DAILY
KEPT = 1024  # puzzles that are remembered, and as many attempts


class Position(msgspec.Struct, omit_defaults=True):
    """A table after a step."""

    turn: int
    view: dict[str, Any]
    text: str = ""  # the action that led to it
    told: list[dict[str, Any]] = []


class Question(msgspec.Struct):
    """A puzzle: its table and the legal actions. Find the only one that wins."""

    number: int
    today: int  # the number of today's puzzle
    table: Position
    legal: list[str]
    log: list[dict[str, Any]]  # what led to the table


class AttemptResult(msgspec.Struct):
    """Whether an attempt was right; if not, how the opponent wins."""

    right: bool
    line: list[Position]  # from the attempt on; to the end, unless it was right


def today() -> int:
    """The number of today's puzzle, the same all over the world."""
    return DAILY + (datetime.now(UTC).date() - FIRST_DAY).days + 1


class Puzzles:
    def __init__(self, thinkers: Thinkers, line: Line) -> None:
        self.thinkers = thinkers
        self.line = line
        self.made: OrderedDict[Hashable, Puzzle] = OrderedDict()
        self.judged: OrderedDict[Hashable, AttemptResult] = OrderedDict()

    async def match(self, claim: Claim, game: str, number: int) -> Match:
        """A match that stands at a puzzle's table; refuses a number without a puzzle."""
        known = load(game).knowledge
        if known.puzzle is None or known.exact is None or not 1 <= number <= LAST:
            raise Unknown("no_puzzle")
        key = (game, number)
        puzzle = await self._found(claim, self.made, key, puzzle_of, game, number)
        return match_at(game, puzzle)

    async def question(self, claim: Claim, game: str, number: int) -> Question:
        match = await self.match(claim, game, number)
        log = [message_data(one) for one in match.log()]
        return Question(number, today(), position(match), match.legal(), log)

    async def attempt(
        self, claim: Claim, game: str, number: int, text: str | None
    ) -> AttemptResult:
        """Whether an action solves a puzzle; without an action, its solution."""
        match = await self.match(claim, game, number)
        action = None if text is None else match.read(text)
        key = (game, number, action)
        puzzle = self.made[game, number]
        result: AttemptResult
        result = await self._found(claim, self.judged, key, attempt, game, puzzle, action)
        return result

    async def _found(
        self, claim: Claim, kept: OrderedDict[Hashable, Any], key: Hashable,
        call: Callable[..., Any], *args: Any,
    ) -> Any:  # fmt: skip
        """What a thinker finds, or has found before."""
        if key not in kept:
            async with self.line.turn(claim) as tell:
                kept[key] = await self.thinkers.ask(claim, call, *args, tell=tell)
        kept.move_to_end(key)
        while len(kept) > KEPT:
            kept.popitem(last=False)
        return kept[key]


def match_at(game: str, puzzle: Puzzle) -> Match:
    match = Match(game, options=puzzle.options)
    for text in puzzle.line:
        match.play(text)
    return match


# What runs in a worker


def puzzle_of(game: str, number: int) -> Puzzle:
    make = load(game).knowledge.puzzle
    assert make is not None
    return make(number)


def attempt(game: str, puzzle: Puzzle, action: int | None) -> AttemptResult:
    match = match_at(game, puzzle)
    if action is None:
        return AttemptResult(False, best_play(match))
    right = outlooks(match)[action].wins
    line = [apply(match, action)]
    return AttemptResult(right, line if right else [*line, *best_play(match)])


def best_play(match: Match) -> list[Position]:
    """Best play to the end: the winner takes the shortest way, the loser the longest."""
    line = []
    while not match.over:
        line.append(apply(match, best(outlooks(match))))
    return line


def best(outlooks: dict[int, Outlook]) -> int:
    winning = {action: -one.length for action, one in outlooks.items() if one.wins}
    lengths = winning or {action: one.length for action, one in outlooks.items()}
    return max(lengths, key=lambda action: lengths[action])


def outlooks(match: Match) -> dict[int, Outlook]:
    found = match.exact()
    assert found is not None
    return found


def apply(match: Match, action: int) -> Position:
    """Take a step of a match; returns the position after it."""
    text = match.game.show(match.table, action)
    match.apply(action)
    return position(match, text)


def position(match: Match, text: str = "") -> Position:
    said = told(match, [len(match.history) - 1]) if text else []
    return Position(match.to_act, match.view(max(match.to_act, 0)), text, said)


async def play_on(log: EventLog, person: str, match: Match, level: str, text: str | None) -> str:
    """Store a match that stands at a puzzle's table, to be continued against an opponent; returns
    its id.
    """
    seats = [SeatSetup(AI, level=level)] * match.seats
    seats[match.to_act] = SeatSetup(PERSON, person)
    if text is not None:
        match.play(text)
    row = new_row(
        match.game, person, seats, match.options, seed=match.dealer.seed, visibility="private",
        status=PLAYING,
    )  # fmt: skip
    await insert_match(log, row, seats, (), event_rows(match, row["id"]))
    return str(row["id"])
