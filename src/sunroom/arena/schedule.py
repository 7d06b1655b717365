"""The schedule of an arena, and how one of its games is played.

Every deal is played as often as there are seats, with the players moved on by one seat each time,
so that all of them have the same luck and the same seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from random import Random
from time import perf_counter
from typing import NamedTuple

from sunroom.engine.referee import HASTE, compiled_if_possible
from sunroom.match.match import Match
from sunroom.players.levels import NoOpponent, has_opponents, searches, thinker
from sunroom.players.roster import Forfeit, apply_decisions, player
from sunroom.players.thinker import WORDS
from sunroom.players.workers import GameRef
from sunroom.rules.words import Refusal

NOBODY = -1


class TooFewPlayers(Refusal):
    """An arena needs two players to compare."""


class Fixture(NamedTuple):
    """A game to be played."""

    number: int
    deal: int
    players: tuple[str, ...]  # by seat


class GameResult(NamedTuple):
    """A game that has ended."""

    number: int
    deal: int
    players: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]  # seats
    forfeit: int  # the seat that has forfeited the game, or NOBODY
    reason: str
    decisions: int
    seconds: float

    @property
    def was_played(self) -> bool:
        """False if every process that tried to play it has failed."""
        return len(self.scores) > 0

    def beats(self, one: int, other: int) -> float:
        """The result of one seat against another: 1, 0 or a half. A forfeit loses to all others."""
        if self.forfeit != NOBODY:
            return 0.5 + 0.5 * (other == self.forfeit) - 0.5 * (one == self.forfeit)
        return (
            0.5
            + 0.5 * (self.scores[one] > self.scores[other])
            - 0.5 * (self.scores[one] < self.scores[other])
        )


@dataclass(frozen=True)
class Arena:
    """Some players, a game with its settings, and a number of games."""

    which: GameRef
    players: tuple[str, ...]
    games: int
    seats: int
    options: Mapping[str, str]
    seed: int = 1

    def __post_init__(self) -> None:
        """Refuse what cannot be played, before the first game.

        Raises NoOpponent, TooFewPlayers, or what the game and the players raise.
        """
        game = self.which.load()
        if not has_opponents(game):
            raise NoOpponent("no_opponent", words=WORDS, game=game.name)
        game.settings(self.options, self.seats)
        for text in self.players:
            player(text)
        if not self.lineups():
            raise TooFewPlayers("too_few_players", words=WORDS)

    def lineups(self) -> list[tuple[str, ...]]:
        """The groups of players at a table: every combination of them, or if they are too few for
        the table, every mixture of at least two of them.
        """
        choose = combinations if len(self.players) >= self.seats else combinations_with_replacement
        found = {tuple(sorted(lineup)): lineup for lineup in choose(self.players, self.seats)}
        return [lineup for lineup in found.values() if len(set(lineup)) > 1]

    def fixtures(self) -> Iterator[Fixture]:
        """All games, at least the number asked for: every deal once for each shift of the seats,
        and as far as possible the same deals for every lineup.
        """
        lineups = self.lineups()
        number, deal = 0, 0
        while number < self.games:
            lineup = lineups[deal % len(lineups)]
            for shift in range(self.seats):
                moved = lineup[-shift:] + lineup[:-shift] if shift else lineup
                yield Fixture(number, deal // len(lineups), moved)
                number += 1
            deal += 1


def play(arena: Arena, fixture: Fixture) -> GameResult:
    """Play one game to its end, or until somebody forfeits it. What is rated is compiled, before
    the clock runs, so that all think equally fast.
    """
    with HASTE.waiting(True):
        return _play(arena, fixture)


def _play(arena: Arena, fixture: Fixture) -> GameResult:
    game = arena.which.load()
    if searches(game):
        thinker(game)
    seated = [player(text) for text in fixture.players]
    noise = [
        Random(f"{arena.seed} {fixture.number} {seat}")  # noqa: S311 - players' noise, no secret
        for seat in range(arena.seats)
    ]
    match = Match(
        game,
        seats=arena.seats,
        options=arena.options,
        seed=arena.seed * 1_000_003 + fixture.deal,
        referee=compiled_if_possible(game),
    )
    start, forfeit, reason = perf_counter(), NOBODY, ""
    while not match.over and forfeit == NOBODY:
        seat = match.to_act
        veiled = match.veiled(seat)
        try:
            apply_decisions(match, seated[seat].decisions(game, veiled, noise[seat], match.seats))
        except (Exception, SystemExit) as why:  # noqa: BLE001 - what a player does is its own loss
            forfeit = seat
            reason = str(why) if isinstance(why, Forfeit) else f"{type(why).__name__}: {why}"
    decisions = sum(step.actor >= 0 for step in match.history)
    winners = match.winners() if forfeit == NOBODY else others(match.seats, forfeit)
    spent = perf_counter() - start
    scores = tuple(match.scores())
    return GameResult(*fixture, scores, tuple(winners), forfeit, reason, decisions, spent)


def failed(fixture: Fixture, why: Exception) -> GameResult:
    """A game that could not be played, with the reason; nobody has won or lost it."""
    return GameResult(*fixture, (), (), NOBODY, str(why), 0, 0.0)


def others(seats: int, forfeit: int) -> list[int]:
    """All seats but the one that has forfeited."""
    return [seat for seat in range(seats) if seat != forfeit]
