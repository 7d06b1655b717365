"""Who plays whom, and one game of it.

Every deal is played as often as there are seats, with the players moved on by one seat each time,
so that luck and the seat are the same for all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from random import Random
from time import perf_counter
from typing import NamedTuple

from sunroom.engine.referee import compiled_if_possible
from sunroom.match.match import Match
from sunroom.players.levels import NoOpponent, has_opponents
from sunroom.players.roster import Forfeit, apply_decisions, player
from sunroom.players.thinker import WORDS
from sunroom.players.workers import GameRef
from sunroom.rules.words import Refusal

NOBODY = -1


class TooFew(Refusal):
    """An arena needs two players to compare."""


class Fixture(NamedTuple):
    """A game to be played."""

    number: int
    deal: int
    players: tuple[str, ...]  # by seat


class Played(NamedTuple):
    """A game that was played."""

    number: int
    deal: int
    players: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]  # seats
    forfeit: int  # the seat that has forfeited, or NOBODY
    reason: str
    decisions: int
    seconds: float

    @property
    def counts(self) -> bool:
        """Whether it was played: not where every process that tried has failed."""
        return len(self.scores) > 0

    def beats(self, one: int, other: int) -> float:
        """What one seat has made against another: 1, 0 or a half. Who forfeits loses to all."""
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
        """Refuse what cannot be played before anything is."""
        game = self.which.load()
        if not has_opponents(game):
            raise NoOpponent("no_opponent", words=WORDS, game=game.name)
        game.settings(self.options, self.seats)
        for text in self.players:
            player(text)
        if not self.lineups():
            raise TooFew("too_few_players", words=WORDS)

    def lineups(self) -> list[tuple[str, ...]]:
        """Who sits together: every choice of those named, or where they are too few for the table,
        every mix of at least two of them.
        """
        choose = combinations if len(self.players) >= self.seats else combinations_with_replacement
        found = {tuple(sorted(lineup)): lineup for lineup in choose(self.players, self.seats)}
        return [lineup for lineup in found.values() if len(set(lineup)) > 1]

    def fixtures(self) -> Iterator[Fixture]:
        """At least as many games as were asked for: every deal from all seats, and as far as they
        come the same deals for every lineup.
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


def play(arena: Arena, fixture: Fixture) -> Played:
    """One game to its end, or until somebody forfeits."""
    game = arena.which.load()
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
    return Played(*fixture, scores, tuple(winners), forfeit, reason, decisions, spent)


def failed(fixture: Fixture, why: Exception) -> Played:
    """A game that could not be played; the reason is kept, and nobody has won or lost it."""
    return Played(*fixture, (), (), NOBODY, str(why), 0, 0.0)


def others(seats: int, forfeit: int) -> list[int]:
    return [seat for seat in range(seats) if seat != forfeit]
