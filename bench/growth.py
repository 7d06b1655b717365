"""What more tables in a batch, more cores and more thinking are worth: `python bench/growth.py`.

`--record DIR` writes `DIR/growth.json`, its charts, and the page of all results.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator
from functools import partial
from math import log2, sqrt
from pathlib import Path
from random import Random
from time import perf_counter, process_time, sleep
from typing import Any

from pace import Pace
from results import record

from sunroom import load
from sunroom.arena.charts import Interval, interval_chart, line_chart
from sunroom.arena.rating import ERRORS
from sunroom.bench.measure import Part, machine, repeated
from sunroom.engine.referee import compiled_if_possible, cores
from sunroom.players.levels import thinker
from sunroom.players.thinker import Budget
from sunroom.research import batch

GAMES = ("soluna", "solenia", "solaris")
SIZES = [4**power for power in range(9)]
SHARED = 65_536  # tables for the cores: enough that handing them out hardly counts
APART = 100  # decisions until the tables are at different phases of their turns
SECONDS = 0.5
REPEATS = 3
LOOKS = 20  # at how much else the machine does
BUSY = 0.5  # processes for each core, from which on cores cannot be compared
THINKING = [2**power for power in range(4, 11, 2)]  # simulations a decision
LEAST = THINKING[0]
MATCHES = 60
ABOUT = f"""Whole random games, and a batch with masks and observations whose actions are drawn at
random: by the number of tables on one core (in processor time), and by cores at {SHARED:,} tables
(by the clock), enough that handing them out to the cores hardly counts beside playing them.
Then, how often a search wins at Solenia for two against the same search with {LEAST} simulations,
in {MATCHES} matches with the seats exchanged, a tie being half; the interval is Wilson's.
A batch that has outgrown a processor's caches waits for memory, and cores wait for each other
there: the bytes below tell when, and such figures vary most from run to run."""


# Speed


def stepped(tables: Any, clock: Callable[[], float]) -> float:
    """Decisions a second."""
    decided, start = 0, clock()
    while clock() - start < SECONDS:
        tables.step(tables.sample())
        decided += tables.size
    return decided / (clock() - start)


def batched(name: str, size: int, clock: Callable[[], float], jobs: int = 1) -> dict[str, Any]:
    tables = batch(name, size, seed=1, jobs=jobs)
    for _ in range(APART):
        tables.step(tables.sample())
    return repeated(partial(stepped, tables, clock), "decisions/s", REPEATS)


def played(name: str, size: int) -> dict[str, Any]:
    """Whole random games, as many at once: steps a second."""
    referee, settings = compiled_if_possible(load(name)), load(name).settings()

    def run() -> float:
        steps = spent = 0.0
        while spent < SECONDS:
            tables = referee.batch(size, settings)
            start = process_time()
            steps += int(referee.playouts(tables, int(steps)).sum())
            spent += process_time() - start
        return steps / spent

    return repeated(run, "steps/s", REPEATS)


def by_size(name: str, size: int) -> str:
    return f"{name}: batch of {size:,}, 1 core"


def by_cores(name: str, jobs: int) -> str:
    return f"{name}: batch of {SHARED:,}, cores: {jobs}"


def on_one_core() -> Iterator[Part]:
    spent = REPEATS * SECONDS
    for name in GAMES:
        for size in SIZES:
            apart = APART * size / 2e6
            yield Part(
                by_size(name, size), spent + apart, partial(batched, name, size, process_time)
            )
    for name in GAMES:
        for size in SIZES[::2]:
            what = f"{name}: playouts, {size:,} tables, 1 core"
            yield Part(what, spent + size / 50_000, partial(played, name, size))


def on_cores() -> Iterator[Part]:
    spent = REPEATS * SECONDS + APART * SHARED / 2e6
    for name in GAMES:
        for jobs in numbers_of_cores():
            run = partial(batched, name, SHARED, perf_counter, jobs)
            yield Part(by_cores(name, jobs), spent, run)


def numbers_of_cores() -> list[int]:
    return sorted({1, *(2**power for power in range(1, 8) if 2**power <= cores()), cores()})


def others() -> float:
    """How many processes of others want a core now, on average over a moment in which this one
    sleeps. The load that a system tells would still have in it what was measured just before.
    """
    file = Path("/proc/loadavg")
    if not file.exists():
        return os.getloadavg()[0]
    running = 0
    for _ in range(LOOKS):
        sleep(0.1)
        running += int(file.read_text("utf-8").split()[3].split("/")[0]) - 1  # without this one
    return running / LOOKS


def told_of_cores(figures: dict[str, Any], busy: float) -> Iterator[str]:
    """What more cores give, and whether that can be trusted."""
    load = f"{busy:.1f} other processes wanted a core just before cores were compared"
    if busy > BUSY * cores():
        yield f"The figures by cores are not to be trusted: {load}, and there are {cores()}."
    else:
        yield f"The machine was calm: {load}, and there are {cores()}."
    for name in GAMES:
        one = figures[by_cores(name, 1)]["median"]
        for jobs in numbers_of_cores()[1:]:
            gain = figures[by_cores(name, jobs)]["median"] / one
            yield f"{name}, {SHARED:,} tables: {jobs} cores give {gain:.1f} times what one gives."


def told_of_bytes(name: str) -> str:
    game = load(name)
    each = game.table.size + game.actions + 2 * game.observation
    return f"{name}: a table of a batch takes {each:,} bytes, with its mask and its observation."


# Strength


def won(simulations: int) -> dict[str, float]:
    """The share of matches won against the fewest simulations; a tie counts half."""
    game = load("solenia")
    referee, search = compiled_if_possible(game), thinker(game)
    points = 0.0
    for number in range(MATCHES):
        seat, rng = number % 2, Random(number)  # noqa: S311
        table = referee.new(game.settings(seats=2))
        while not referee.is_over(table):
            referee.apply(table, chosen(referee, search, table, rng, (seat, simulations)))
        scores = referee.scores(table, 2)
        points += 0.5 + 0.5 * (
            (scores[seat] > scores[1 - seat]) - (scores[seat] < scores[1 - seat])
        )
    low, high = wilson(points / MATCHES, MATCHES)
    return {"share": points / MATCHES, "low": low, "high": high}


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share of *n*; within 0 to 1, and with a width at both."""
    middle = share + ERRORS**2 / (2 * n)
    half = ERRORS * sqrt(share * (1 - share) / n + ERRORS**2 / (4 * n * n))
    whole = 1 + ERRORS**2 / n
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def chosen(referee: Any, search: Any, table: Any, rng: Random, strong: tuple[int, int]) -> int:
    actor = referee.to_act(table)
    if actor < 0:
        outcomes, weights = zip(*referee.chances(table), strict=True)
        return rng.choices(outcomes, weights)[0]
    actions = referee.legal(table)
    if len(actions) == 1:
        return actions[0]
    veiled = table.copy()
    referee.veil(veiled, actor)
    budget = Budget(simulations=strong[1] if actor == strong[0] else LEAST)
    return search.judge(veiled, actor, 2, seed=rng.getrandbits(62), budget=budget)[0].action


def against(simulations: int) -> str:
    return f"Solenia, {simulations:,} simulations against {LEAST}"


# The page


def size_chart(figures: dict[str, Any]) -> str:
    found = {
        name: {size: figures[by_size(name, size)]["median"] for size in SIZES} for name in GAMES
    }
    best = {name: max(rates.values()) for name, rates in found.items()}
    lines = [
        [(log2(size), 100 * rate / best[name]) for size, rate in rates.items()]
        for name, rates in found.items()
    ]
    names = [f"{name}: 100 % are {best[name] / 1e6:.1f} M decisions/s" for name in found]
    return line_chart(
        "Decisions a second by the size of a batch, one core", names, lines,
        across="tables, as a power of two", up="of the most",
    )  # fmt: skip


def strength_chart(shares: dict[str, dict[str, float]]) -> str:
    rows = [
        Interval(what, *(100 * found[which] for which in ("low", "share", "high")))
        for what, found in shares.items()
    ]
    title = f"Solenia for two: won of {MATCHES} matches, with 95 % intervals"
    return interval_chart(title, rows, unit="won", figure="{:.0f} %".format)


def strengths() -> Iterator[Part]:
    for n in THINKING:
        yield Part(against(n), MATCHES * (n + LEAST) / 800, partial(won, n))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--record", type=Path, help="the folder to write the results to")
    folder = parser.parse_args().record
    stages = [list(stage) for stage in (on_one_core(), on_cores(), strengths())]
    pace = Pace(sum(part.seconds for stage in stages for part in stage))
    figures = pace.through(stages[0])
    busy = others()
    figures |= pace.through(stages[1])
    shares = pace.through(stages[2])
    notes = [*told_of_cores(figures, busy), *map(told_of_bytes, GAMES)]
    found = {"kind": "growth", "machine": machine(gpu=False), "figures": figures, "won": shares}
    found |= {"about": ABOUT, "notes": notes, "charts": ["growth.svg", "strength.svg"]}
    print(json.dumps(found, indent=1))
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "growth.svg").write_text(size_chart(figures), "utf-8")
        (folder / "strength.svg").write_text(strength_chart(shares), "utf-8")
        record(found, folder)


if __name__ == "__main__":
    main()
