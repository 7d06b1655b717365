"""What one version of Sunroom does in a second; `versions.py` starts it with its sources.

It knows the names of before decision 11 too. Nothing is compiled while the clock runs. On the CPU
everything is on one core and in processor time, on a GPU in time by the clock.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

import older_numpy  # noqa: F401
from said import on_one_core, say

from sunroom import load

SECONDS = 1.0
TABLES = 4096
SIMULATIONS = 2000
THERE = 1 << 20  # tables on a GPU
DECISIONS = 60
# Random decisions before the clock of a batch starts: then its tables are at all stages of a game.
APART = {"soluna": 100, "solenia": 300, "solaris": 600, "guild-solo": 100}


def named(name: str, *modules: str) -> Any:
    """What is called so in the first of these modules that this version has."""
    for module in modules:
        with suppress(ImportError, AttributeError):
            return getattr(import_module(f"sunroom.{module}"), name)
    raise ImportError(f"no {name} in {', '.join(modules)}")


def rate(work: Callable[[], float], clock: Callable[[], float] = process_time) -> float:
    """What *work* does in a second, by what it says it has done. The first time does not count."""
    work()
    done, start = 0.0, clock()
    while clock() - start < SECONDS:
        done += work()
    return done / (clock() - start)


def playouts(game: Any) -> Callable[[], float]:
    referee = named("compiled_if_possible", "engine.referee", "kernel.referee")(game)

    def work() -> float:
        tables = referee.batch(TABLES, game.settings())
        return float(referee.playouts(tables, 1).sum())

    return work


def batch(game: Any, size: int = TABLES, device: str = "cpu") -> Callable[[], float]:
    tables = named("batch", "research")(game.name, size, seed=5, device=device)
    for _ in range(APART[game.name]):
        tables.step(tables.sample())

    def work() -> float:
        for _ in range(DECISIONS):
            tables.step(tables.sample())
        if device == "cuda":
            tables.check()  # waits
        return float(DECISIONS * size)

    return work


def search(game: Any) -> Callable[[], float]:
    """From the first choice of a game with the fewest opponents."""
    referee = named("compiled_if_possible", "engine.referee", "kernel.referee")(game)
    seats = min(number for number in game.seats if number > 1)
    table, step = referee.new(game.settings(seats=seats)), 0
    while len(referee.legal(table)) < 4:
        referee.playout(table, 1, 0, step, limit=step + 1)
        step += 1
    seat = referee.to_act(table)
    referee.veil(table, seat)
    thinks = named("Thinker", "players.thinker")(game)
    budget = named("Budget", "players.thinker")(simulations=SIMULATIONS)

    def work() -> float:
        thinks.judge(table, seat, seats, seed=1, budget=budget)
        return SIMULATIONS

    return work


def playouts_there(game: Any) -> Callable[[], float]:
    try:
        tables = named("open_playouts", "engine.batch")(game, THERE, "cuda")
    except ImportError:
        tables = named("GpuBatch", "kernel.gpu")(game, THERE)
    begin = getattr(tables, "set_up", None) or tables.deal

    def work() -> float:
        begin(game.settings())
        tables.play(1)
        tables.wait()
        return float(tables.steps.copy_to_host().sum())

    return work


def on_cpu(game: Any) -> None:
    on_one_core()
    say(f"{game.name}: playouts, 1 core", [rate(playouts(game))], 1)
    say(f"{game.name}: batch of {TABLES:,}, 1 core", [rate(batch(game))], 1, "decisions/s")
    if max(game.seats) > 1:
        say(f"{game.name}: search, 1 core", [rate(search(game))], 1, "simulations/s")


def on_gpu(game: Any) -> None:
    say(
        f"{game.name}: playouts, {THERE:,} tables, GPU",
        [rate(playouts_there(game), perf_counter)],
        1,
    )
    there = rate(batch(game, THERE, "cuda"), perf_counter)
    say(f"{game.name}: batch of {THERE:,}, GPU", [there], 1, "decisions/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--gpu", action="store_true")
    given = parser.parse_args()
    (on_gpu if given.gpu else on_cpu)(load(given.game))


if __name__ == "__main__":
    main()
