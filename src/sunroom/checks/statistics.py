"""Statistics of random play: the lengths of games, and the results by seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from sunroom.engine.referee import Referee
from sunroom.rules.contract import winning_seats

BATCH = 50_000  # tables that are played at the same time


def random_play(
    referee: Referee,
    settings: list[int],
    games: int,
    seed: int,
    jobs: int,
    progress: Callable[[int], None],
) -> dict[str, Any]:
    """Play some games at random and count; *progress* is called with the number of games done."""
    seats = settings[0]
    lengths: Counter[int] = Counter()
    results: Counter[tuple[int, ...]] = Counter()
    for first in range(0, games, BATCH):
        tables = referee.batch(min(BATCH, games - first), settings)
        steps = referee.playouts(tables, seed, first=first, jobs=jobs)
        lengths.update(steps.tolist())
        results.update(map(tuple, referee.tallies(tables, seats).tolist()))
        progress(first + len(tables))
    return {
        "game": referee.game.name,
        "games": games,
        "seed": seed,
        "steps": {
            "least": min(lengths),
            "mean": sum(length * n for length, n in lengths.items()) / games,
            "most": max(lengths),
            "games_by_steps": {str(length): lengths[length] for length in sorted(lengths)},
        },
        "seats": [_seat(results, seat, games) for seat in range(seats)],
    }


def _seat(results: Counter[tuple[int, ...]], seat: int, games: int) -> dict[str, Any]:
    won = shared = 0
    for scores, n in results.items():
        winners = winning_seats(scores)
        if seat in winners:
            if len(winners) == 1:
                won += n
            else:
                shared += n
    scored = sum(scores[seat] * n for scores, n in results.items())
    return {"won": won, "shared": shared, "mean_score": scored / games}
