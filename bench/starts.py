"""What random and Club players make of the start tables and card splits of Solaris: decision 0014.

    python bench/starts.py [--games N] [--random N] [--seats LIST] [--only NAMES]

Every seat is played by the same level. Figures are printed as Markdown.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from statistics import fmean
from typing import Any

from sunroom.engine.referee import compiled_if_possible, cores
from sunroom.match.match import Match
from sunroom.players.levels import level
from sunroom.players.workers import GameRef, Workers

TABLES = {
    "15 in all, even cards": {"start": "fifteen", "cards": "even"},
    "16 in all, even cards": {"start": "sixteen", "cards": "even"},
    "15 in all, scarce cards": {"start": "fifteen", "cards": "scarce"},
    "16 in all, scarce cards": {"start": "sixteen", "cards": "scarce"},
}
COLUMNS = (
    "table", "players", "level", "games", "rounds", "2 to 4 rounds", "best laser", "mean laser",
    "won by seat",
)  # fmt: skip
RANDOM = "random"
Found = dict[str, Any]


def play(which: GameRef, table: str, seats: int, who: str, deal: int) -> Found:
    """One game of a level against itself."""
    game, rng = which.load(), Random(deal)  # noqa: S311 - players' noise, no secret
    referee = compiled_if_possible(game)
    match = Match(game, seats=seats, options=TABLES[table], seed=deal, referee=referee)
    while not match.over:
        if who == RANDOM:
            match.apply(rng.choice(match.actions()))
        else:
            match.apply(level(who).choose(game, match.veiled(match.to_act), rng, seats))
    s, winners = match.table, match.winners()
    laser = [s.laser[seat] for seat in range(seats)]
    return {
        "rounds": s.round,
        "best": max(laser),
        "mean": fmean(laser),
        "won": [1 / len(winners) if seat in winners else 0 for seat in range(seats)],
    }


def line(table: str, seats: int, who: str, found: list[Found]) -> str:
    rounds = [game["rounds"] for game in found]
    usual = sum(2 <= n <= 4 for n in rounds) / len(found)
    won = [fmean(game["won"][seat] for game in found) for seat in range(seats)]
    cells = [
        table,
        str(seats),
        who,
        str(len(found)),
        f"{fmean(rounds):.2f}",
        f"{100 * usual:.0f} %",
        f"{fmean(game['best'] for game in found):.2f}",
        f"{fmean(game['mean'] for game in found):.2f}",
        ", ".join(f"{100 * share:.0f}" for share in won) + " %",
    ]
    return f"| {' | '.join(cells)} |"


def page(args: argparse.Namespace) -> Iterator[str]:
    yield f"| {' | '.join(COLUMNS)} |"
    yield "|---" * len(COLUMNS) + "|"
    which = GameRef("solaris")
    with Workers(args.jobs) as workers:
        workers.prepare(which).answer.result()
        for who, games in ((RANDOM, args.random), (args.level, args.games)):
            for seats in map(int, args.seats.split(",")):
                for table in TABLES:
                    deals = range(games)
                    tasks = [workers.ask(play, which, table, seats, who, deal) for deal in deals]
                    yield line(table, seats, who, [task.answer.result() for task in tasks])


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=100)
    asked.add_argument("--random", type=int, default=1000)
    asked.add_argument("--level", default="club")
    asked.add_argument("--seats", default="3,4,5")
    asked.add_argument("--jobs", type=int, default=cores())
    for text in page(asked.parse_args()):
        print(text, flush=True)


if __name__ == "__main__":
    main()
