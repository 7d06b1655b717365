"""What more tables in a batch, more cores and more thinking are worth: `python bench/growth.py`.

`--record DIR` writes `DIR/growth.json`, its charts, and the page of all results.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator
from math import log2
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from sunroom import load
from sunroom.cli.machine import machine, record, repeated
from sunroom.kernel.chart import Mark, course
from sunroom.kernel.referee import compiled_if_possible, cores
from sunroom.players.levels import thinker
from sunroom.players.thinker import Budget
from sunroom.research import batch

GAMES = ("soluna", "solenia", "solaris")
SIZES = [4**power for power in range(9)]
SECONDS = 0.5
THINKING = [2**power for power in range(4, 11, 2)]  # simulations a decision
LEAST = THINKING[0]
MATCHES = 60
ABOUT = f"""Whole random games, and a batch with masks and observations whose actions are drawn at
random: by the number of tables on one core (in processor time), and by cores at 4,096 tables (by
the clock). Then, how often a search wins at Solenia for two against the same search with {LEAST}
simulations, in {MATCHES} matches with the seats exchanged."""


def stepped(tables: Any, clock: Callable[[], float]) -> float:
    """Decisions a second."""
    decided, start = 0, clock()
    while clock() - start < SECONDS:
        tables.step(tables.sample())
        decided += tables.size
    return decided / (clock() - start)


def by_size(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for size in SIZES:
        tables = batch(name, size, seed=1)
        yield size, repeated(lambda tables=tables: stepped(tables, process_time), "decisions/s", 3)


def played(name: str, size: int) -> Callable[[], float]:
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

    return run


def playouts_by_size(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for size in SIZES[::2]:
        yield size, repeated(played(name, size), "steps/s", 3)


def by_cores(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    for jobs in sorted({1, *(2**power for power in range(1, 8) if 2**power <= cores()), cores()}):
        tables = batch(name, 4096, seed=1, jobs=jobs)
        yield jobs, repeated(lambda tables=tables: stepped(tables, perf_counter), "decisions/s", 3)


def won(simulations: int) -> float:
    """The share of matches that so many simulations win against the least, a tie being half."""
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
    return points / MATCHES


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


def size_chart(found: dict[str, dict[int, dict[str, Any]]]) -> str:
    best = {name: max(f["median"] for f in sizes.values()) for name, sizes in found.items()}
    lines = [
        [(log2(size), 100 * f["median"] / best[name]) for size, f in sizes.items()]
        for name, sizes in found.items()
    ]
    names = [f"{name}: 100 % are {best[name] / 1e6:.1f} M decisions/s" for name in found]
    return course(
        "Decisions a second by the size of a batch, one core", names, lines,
        across="tables, as a power of two", up="of the most",
    )  # fmt: skip


def strength_chart(shares: dict[int, float]) -> str:
    line = [(log2(n), 100 * share) for n, share in shares.items()]
    marks = [Mark(0, x, y, f"{2**x:.0f} simulations: {y:.0f} %") for x, y in line]
    return course(
        f"Solenia: won against {LEAST} simulations", ["search"], [line], marks,
        across="simulations a decision, as a power of two", up="won",
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--record", type=Path, help="the folder to write the results to")
    folder = parser.parse_args().record
    sizes = {name: dict(by_size(name)) for name in GAMES}
    figures = {
        f"{name}: batch of {size:,}, 1 core": f for name in GAMES for size, f in sizes[name].items()
    }
    for name in GAMES:
        found = playouts_by_size(name)
        figures |= {f"{name}: playouts, {size:,} tables, 1 core": f for size, f in found}
    for name in GAMES:
        figures |= {f"{name}: batch of 4,096, cores: {n}": f for n, f in by_cores(name)}
    busy = os.getloadavg()[0]
    shares = {simulations: won(simulations) for simulations in THINKING}
    notes = [f"While cores were compared, the machine's load was {busy:.1f}, this included."]
    notes += [
        f"Solenia, {n} simulations against {LEAST}: {100 * s:.0f} %" for n, s in shares.items()
    ]
    found = {"kind": "growth", "machine": machine(gpu=False), "figures": figures}
    found |= {"about": ABOUT, "notes": notes, "charts": ["growth.svg", "strength.svg"]}
    print(json.dumps(found, indent=1))
    if folder is not None:
        (folder / "growth.svg").write_text(size_chart(sizes), "utf-8")
        (folder / "strength.svg").write_text(strength_chart(shares), "utf-8")
        record(found, folder)


if __name__ == "__main__":
    main()
