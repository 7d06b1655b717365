"""How a box of somebody's plays beside our own: games at random and among Club players with both,
by the processes that think, a moment at a stretch, so that nobody else waits long for one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, suppress
from functools import partial
from random import Random
from time import monotonic, perf_counter
from typing import Any, NamedTuple

import msgspec

from sunroom.checks.statistics import Choose, Paused, Playing, Tally
from sunroom.engine.referee import Referee, compiled_if_possible
from sunroom.players.levels import has_opponents, level
from sunroom.players.turns import Claim
from sunroom.players.workers import BRIEF, GameRef
from sunroom.rules.catalogue import load
from sunroom.rules.contract import Game
from sunroom.rules.record import Table
from sunroom.server.boxes import Boxes
from sunroom.server.refusals import BadRequest

from .lines import Line
from .thinkers import LOOK, Thinkers

KEPT = 64  # tallies that are remembered
RANDOM, CLUB = "random", "club"
GAMES = {RANDOM: 2000, CLUB: 200}  # of each box
AT_ONCE = {RANDOM: 100, CLUB: 1}  # games that a process is given
LOW, HIGH = 0.05, 0.95  # the share of scores below


class PieceShare(msgspec.Struct):
    """How often a piece could be taken or used, and was."""

    file: str
    id: str
    offered: int
    taken: int


class SeatFigures(msgspec.Struct):
    """How a seat fares: the share of games that it has won, where a shared win counts in part."""

    won: float
    score: float


class Figures(msgspec.Struct):
    """What some games with a box came to. Nine scores of ten lie from *low* to *high*."""

    games: int
    steps: float
    least: int
    low: int
    median: int
    high: int
    most: int
    mean: float
    seats: list[SeatFigures]
    turns: int
    stuck: int
    shares: list[PieceShare]


class Comparison(msgspec.Struct):
    """Games at random and among Club players, with a box and with our own."""

    random: Figures
    club: Figures
    our_random: Figures
    our_club: Figures


class BalanceProgress(msgspec.Struct, omit_defaults=True):
    """So many games are played; about so many seconds are left. With a *place* they wait in the
    queue; *compiling*: they wait for the search. What is found comes last.
    """

    done: int
    of: int
    left: int | None = None
    place: int = 0
    compiling: bool = False
    found: Comparison | None = None


class Part(NamedTuple):
    """Games of one kind with one box."""

    game: Game
    settings: tuple[int, ...]
    who: str

    @property
    def key(self) -> tuple[str, str, int, tuple[int, ...], str]:
        return self.game.name, self.game.box, self.game.version, self.settings, self.who


class Job:
    """The games of one comparison: what is played already, and what has still to be. All parts go
    on side by side, so that the time left can be told.
    """

    def __init__(self, parts: list[Part], known: Mapping[Any, Tally]) -> None:
        self.tallies = {part: known.get(part.key) or Tally() for part in parts}
        self.open = {part: 0 for part in parts if part.key not in known}  # games given away
        self.of = sum(GAMES[part.who] for part in parts)
        self.began = monotonic()
        self.places: dict[int, int] = {}  # of its tasks in the queue
        self.compiling = False

    @property
    def standing(self) -> BalanceProgress:
        done = sum(tally.games for tally in self.tallies.values())
        place = min(self.places.values(), default=0)
        return BalanceProgress(done, self.of, self._left(), place, self.compiling)

    def _left(self) -> int | None:
        """The seconds that are left, as soon as something is played."""
        played = [self.tallies[part].games / GAMES[part.who] for part in self.open]
        if not played or not all(played):
            return None
        share = sum(played) / len(played)
        return round((monotonic() - self.began) * (1 - share) / share)

    def take(self) -> tuple[Part, list[int]] | None:
        """The next games, all of one part: of that which is behind the others."""
        if not self.open:
            return None
        part = min(self.open, key=lambda one: self.open[one] / GAMES[one.who])
        first = self.open[part]
        numbers = list(range(first, min(first + AT_ONCE[part.who], GAMES[part.who])))
        self.open[part] += len(numbers)
        return (part, numbers) if numbers else None

    def found(self) -> Comparison:
        return Comparison(*(figures(one, part.settings[0]) for part, one in self.tallies.items()))


class Balances:
    def __init__(self, boxes: Boxes, thinkers: Thinkers, line: Line) -> None:
        self.boxes = boxes
        self.thinkers = thinkers
        self.line = line
        self.kept: OrderedDict[Any, Tally] = OrderedDict()  # of both boxes, by part

    def compare(
        self, claim: Claim, game: Game, settings: list[int]
    ) -> AsyncGenerator[BalanceProgress, None]:
        """How a box plays beside our own; who reads no further lets it be."""
        if not has_opponents(game):
            raise BadRequest("no_balance", game=game.name)
        parts = [
            Part(box, tuple(settings), who) for box in (game, load(game.name)) for who in GAMES
        ]
        return self._in_line(claim, Job(parts, self.kept))

    async def _in_line(self, claim: Claim, job: Job) -> AsyncGenerator[BalanceProgress, None]:
        turn = self.line.enter(claim)
        try:
            async for place in self.line.places(turn):
                yield msgspec.structs.replace(job.standing, place=place)
            async with aclosing(self._watched(claim, job)) as coming:
                async for one in coming:
                    turn.place = one.place
                    yield one
        finally:
            self.line.leave(turn)

    async def _watched(self, claim: Claim, job: Job) -> AsyncGenerator[BalanceProgress, None]:
        """How far it is, at every look, and at last what was found."""
        work = asyncio.create_task(self._work(claim._replace(long=True), job))
        try:
            while not (await asyncio.wait([work], timeout=LOOK))[0]:
                yield job.standing
            work.result()
            self._keep(job)
            yield msgspec.structs.replace(job.standing, left=0, found=job.found())
        finally:
            work.cancel()

    def _keep(self, job: Job) -> None:
        for part, tally in job.tallies.items():
            self.kept[part.key] = tally
            self.kept.move_to_end(part.key)
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)

    async def _work(self, claim: Claim, job: Job) -> None:
        """As many at a time as can think; where one fails, the others stop."""
        await self._compiled(job)
        job.began = monotonic()
        tasks = [
            asyncio.create_task(self._play(claim, job, n)) for n in range(self.thinkers.number)
        ]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()

    async def _compiled(self, job: Job) -> None:
        """Wait until the searches of both boxes are compiled; interpreted they would take hours."""
        job.compiling = True
        for game in {part.game.box: part.game for part in job.open}.values():
            with suppress(Exception):  # whoever compiles has said why
                await asyncio.shield(asyncio.wrap_future(self.boxes.want(game)))
        job.compiling = False

    async def _play(self, claim: Claim, job: Job, n: int) -> None:
        """Some games after the other, as long as there are any."""
        tell = partial(job.places.__setitem__, n)
        while (taken := job.take()) is not None:
            part, numbers = taken
            going: Paused | None = None
            while numbers:
                try:
                    moment: Moment = await self.thinkers.ask(
                        claim, play, self.boxes.which(part.game), part.settings, part.who, numbers,
                        going, tell=tell,
                    )  # fmt: skip
                finally:
                    job.places.pop(n, None)
                job.tallies[part].add(moment.tally)
                numbers, going = numbers[moment.tally.games :], moment.going


def figures(tally: Tally, seats: int) -> Figures:
    scores = tally.scores()

    def score(share: float) -> int:
        return scores[int(share * (len(scores) - 1))]

    return Figures(
        tally.games, tally.steps, scores[0], score(LOW), score(0.5), score(HIGH), scores[-1],
        sum(scores) / len(scores), [seat_figures(tally, seat) for seat in range(seats)],
        counted(tally, "turn"), counted(tally, "stuck"), shares(tally),
    )  # fmt: skip


def counted(tally: Tally, what: str) -> int:
    return sum(n for noted, n in tally.noted.items() if noted.what == what)


def seat_figures(tally: Tally, seat: int) -> SeatFigures:
    return SeatFigures(tally.won(seat), tally.of_seat(seat)["mean_score"])


def shares(tally: Tally) -> list[PieceShare]:
    """Of each piece that was ever offered, in the order of their names."""
    offered = sorted(noted for noted in tally.noted if noted.what == "offered")
    return [
        PieceShare(one.file, one.id, tally.noted[one], tally.noted[one._replace(what="taken")])
        for one in offered
    ]


# What runs in a worker


class Moment(NamedTuple):
    """The games that were ended in a moment, and the one that goes on."""

    tally: Tally
    going: Paused | None = None


def play(
    which: GameRef, settings: tuple[int, ...], who: str, numbers: list[int], going: Paused | None
) -> Moment:
    """Play as many of these games as a moment is enough for; the first goes on where it was left.
    Each has its own luck, by its number, with whatever box.
    """
    game, until = which.load(), perf_counter() + BRIEF
    referee, tally = compiled_if_possible(game), Tally()
    choose = chooser(game, referee, settings[0], who)
    for number in numbers:
        one = going.resumed(game) if going else begin(referee, settings, number)
        going = None
        while not one.is_over(referee):
            one.step(referee, choose)
            if perf_counter() > until:
                return Moment(tally, one.paused())
        tally.add(one.result(referee, settings[0]))
    return Moment(tally)


def begin(referee: Referee, settings: tuple[int, ...], number: int) -> Playing:
    return Playing(referee.new(settings), Random(number))  # noqa: S311 - no secret


def chooser(game: Game, referee: Referee, seats: int, who: str) -> Choose:
    def at_random(table: Table, rng: Random) -> int:
        return referee.draw(table, rng.getrandbits(32))

    def as_club(table: Table, rng: Random) -> int:
        seen = table.copy()
        referee.veil(seen, referee.to_act(table))
        return level(CLUB).choose(game, seen, rng, seats)

    return at_random if who == RANDOM else as_club
