"""What many games come to: their lengths, the results by seat, and what was done in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from sunroom.engine.referee import Referee
from sunroom.rules.contract import CHANCE, OVER, Game, Noted, winning_seats
from sunroom.rules.record import Table

BATCH = 50_000  # tables that are played at the same time

Choose = Callable[[Table, Random], int]  # an action of the seat to act, at the table as it is


@dataclass
class Tally:
    """What was counted in some games with the same settings."""

    lengths: Counter[int] = field(default_factory=Counter)  # in steps
    results: Counter[tuple[int, ...]] = field(default_factory=Counter)  # the scores by seat
    noted: Counter[Noted] = field(default_factory=Counter)  # what the game counts of decisions

    @property
    def games(self) -> int:
        return self.lengths.total()

    def add(self, other: Tally) -> None:
        self.lengths.update(other.lengths)
        self.results.update(other.results)
        self.noted.update(other.noted)

    @property
    def steps(self) -> float:
        """The mean length."""
        return sum(length * n for length, n in self.lengths.items()) / self.games

    def scores(self) -> list[int]:
        """The score of each seat of each game, ascending."""
        found: Counter[int] = Counter()
        for scores, n in self.results.items():
            for score in scores:
                found[score] += n
        return sorted(found.elements())

    def won(self, seat: int) -> float:
        """The share of games that a seat has won; a shared win counts in part."""
        found = 0.0
        for scores, n in self.results.items():
            winners = winning_seats(scores)
            found += n / len(winners) if seat in winners else 0
        return found / self.games

    def of_seat(self, seat: int) -> dict[str, Any]:
        """How often a seat has won alone, shared a win, and its mean score."""
        won = shared = 0
        for scores, n in self.results.items():
            winners = winning_seats(scores)
            if seat in winners:
                won, shared = won + n * (len(winners) == 1), shared + n * (len(winners) > 1)
        scored = sum(scores[seat] * n for scores, n in self.results.items())
        return {"won": won, "shared": shared, "mean_score": scored / self.games}


@dataclass
class Playing:
    """A game that is being played for a tally."""

    table: Table
    rng: Random
    steps: int = 0
    noted: Counter[Noted] = field(default_factory=Counter)

    def paused(self) -> Paused:
        """The same for another process to go on with."""
        return Paused(self.table.tobytes(), self.rng, self.steps, self.noted)

    def step(self, referee: Referee, choose: Choose) -> None:
        """One decision, of chance or of a seat, which is counted as the game does."""
        seat = referee.to_act(self.table)
        if seat == CHANCE:
            action = referee.draw(self.table, self.rng.getrandbits(32))
        else:
            action = choose(self.table, self.rng)
            if (note := referee.game.knowledge.note) is not None:
                self.noted.update(note(self.table, action, referee.legal(self.table)))
        referee.apply(self.table, action)
        self.steps += 1

    def is_over(self, referee: Referee) -> bool:
        return referee.to_act(self.table) == OVER

    def result(self, referee: Referee, seats: int) -> Tally:
        """What it adds to a tally when it is over."""
        scores = tuple(referee.scores(self.table, seats))
        return Tally(Counter([self.steps]), Counter([scores]), self.noted)


class Paused(NamedTuple):
    """A game that somebody may go on with."""

    table: bytes
    rng: Random
    steps: int
    noted: Counter[Noted]

    def resumed(self, game: Game) -> Playing:
        return Playing(game.table.frombytes(self.table), self.rng, self.steps, self.noted)


def random_play(
    referee: Referee,
    settings: list[int],
    games: int,
    seed: int,
    jobs: int,
    progress: Callable[[int], None],
) -> dict[str, Any]:
    """Play some games at random and count; *progress* is called with the number of games done."""
    seats, tally = settings[0], Tally()
    for first in range(0, games, BATCH):
        tables = referee.batch(min(BATCH, games - first), settings)
        steps = referee.playouts(tables, seed, first=first, jobs=jobs)
        tally.lengths.update(steps.tolist())
        tally.results.update(map(tuple, referee.tallies(tables, seats).tolist()))
        progress(first + len(tables))
    return {
        "game": referee.game.name,
        "games": games,
        "seed": seed,
        "steps": {
            "least": min(tally.lengths),
            "mean": tally.steps,
            "most": max(tally.lengths),
            "games_by_steps": {
                str(length): tally.lengths[length] for length in sorted(tally.lengths)
            },
        },
        "seats": [tally.of_seat(seat) for seat in range(seats)],
    }
