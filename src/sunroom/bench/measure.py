"""What this machine can do: every figure with its spread over repeats.

`measure` returns plain data; `report` words it.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from sunroom.engine import cache
from sunroom.engine.batch import Playouts, open_playouts
from sunroom.engine.referee import Referee, compiled_if_possible, cores, interpreted
from sunroom.engine.runner import available
from sunroom.players.levels import has_opponents, thinker
from sunroom.players.thinker import TEXTBOOK, Budget, Style
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.contract import Game

REPEATS = 5
CPU_STEPS = 30_000_000  # about this many in one run
GPU_STEPS = 1_000_000_000
INTERPRETED_STEPS = 30_000
LOOKED_AT = 50_000  # steps, at least, to tell decisions from chance
MOST_GAMES = 1 << 22  # tables in a batch
SEED = 1
A_CHOICE = 3  # legal actions

ABOUT = {
    "cpu": """A *search* plays on as the game leans to, and some games only to a horizon; the
*textbook*'s simulations are whole games at random, which can be cheaper and are worth less. How
strong players are is told by an arena, not by their simulations.""",
    "gpu": f"""As many tables as make about {GPU_STEPS / 1e9:g} G steps, and {MOST_GAMES:,} at
most.""",
}

Report = Callable[[str, float, float], None]  # what comes next, the seconds done, those of all
Figures = dict[str, Any]


class Part(NamedTuple):
    """Something to measure, or to prepare: then it has no figures."""

    what: str
    seconds: float  # about so long, so that the time left can be told
    run: Callable[[], Figures]


def measure(*, gpu: bool, report: Report) -> Figures:
    """Everything about the CPU, or about the GPU."""
    figures = measured(list(_on_gpu() if gpu else _on_cpu()), report)
    kind = "gpu" if gpu else "cpu"
    return {
        "kind": kind, "machine": machine(gpu=gpu), "figures": figures, "about": ABOUT[kind],
    }  # fmt: skip


def measured(parts: Sequence[Part], report: Report) -> Figures:
    """One part after the other; what is reported before each is what is done by then."""
    total, done, found = sum(part.seconds for part in parts), 0.0, {}
    for part in parts:
        report(part.what, done, total)
        if figure := part.run():
            found[part.what] = figure
        done += part.seconds
    return found


def machine(*, gpu: bool) -> dict[str, str]:
    import numpy as np

    found = {
        "processor": processor(),
        "cores": str(cores()),
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
    if available():
        import numba

        found["numba"] = numba.__version__
    if gpu:
        from numba import cuda

        found["gpu"] = cuda.get_current_device().name
    return found


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def repeated(run: Callable[[], float], unit: str, repeats: int = REPEATS) -> Figures:
    """Median and extremes of a figure."""
    values = sorted(run() for _ in range(repeats))
    return {"median": median(values), "least": values[0], "most": values[-1], "unit": unit}


# The CPU


def _on_cpu() -> Iterator[Part]:
    for name in known_games():
        game = load(name)
        yield Part(f"{name}: rules", 1 if cache.is_ready(game) else 30, partial(_ready, game))
        yield from _playouts(game)
        yield Part(
            f"{name}: called from Python, always the first legal action", 1.5,
            partial(repeated, partial(_api, game), "steps/s"),
        )  # fmt: skip
        if has_opponents(game):
            yield from _searches(game)
        if game.knowledge.solve is not None and game.knowledge.starts is not None:
            solve = partial(repeated, partial(_solve, game), "s")
            yield Part(f"{name}: all starts solved", 1, solve)
    yield Part("import sunroom", 1, partial(repeated, _import, "s"))
    if available():
        for name in known_games():
            first = partial(repeated, partial(_first_playout, name), "s", 3)
            yield Part(f"{name}: first compiled playout, fresh cache", 45, first)


def _ready(game: Game) -> Figures:
    compiled_if_possible(game)
    return {}


def _playouts(game: Game) -> Iterator[Part]:
    label, settings = f"{game.name}: random playouts", game.settings()
    if available():
        yield Part(f"{label}, 1 core", 8, partial(_compiled, game, settings, 1))
        for chosen in game.bench:
            text = ", ".join(f"{k}={v}" for k, v in chosen.items())
            run = partial(_compiled, game, game.settings(chosen), 1)
            yield Part(f"{label}, 1 core, {text}", 8, run)
        yield Part(f"{label}, {cores()} cores", 5, partial(_compiled, game, settings, cores()))
    by_python = partial(_played, interpreted(game), settings, INTERPRETED_STEPS, 1)
    yield Part(f"{label}, interpreted", 2, by_python)


def _compiled(game: Game, settings: list[int], jobs: int) -> Figures:
    return _played(compiled_if_possible(game), settings, CPU_STEPS, jobs)


def _played(referee: Referee, settings: list[int], steps: int, jobs: int) -> Figures:
    """Random games with about this many steps in all."""
    n = _games(referee, settings, steps)
    figure = repeated(partial(_steps_a_second, referee, settings, n, jobs), "steps/s")
    return figure | {"decisions": share_decided(referee, settings)}


def _games(referee: Referee, settings: list[int], steps: int) -> int:
    """How many games have about this many steps."""
    some = referee.batch(20, settings)
    return min(MOST_GAMES, max(1, int(steps / referee.playouts(some, SEED).mean())))


def share_decided(referee: Referee, settings: list[int]) -> float:
    """The share of steps in which somebody decides; the others are chance."""
    decided = total = number = 0
    while total < LOOKED_AT:
        table, step = referee.new(settings), 0
        while not referee.is_over(table):
            decided += referee.to_act(table) >= 0
            step = referee.playout(table, SEED, number, step, limit=step + 1)
        total += step
        number += 1
    return decided / total


def _steps_a_second(referee: Referee, settings: list[int], n: int, jobs: int) -> float:
    tables = referee.batch(n, settings)
    start = perf_counter()
    steps = referee.playouts(tables, SEED, jobs=jobs)
    return float(steps.sum() / (perf_counter() - start))


def _api(game: Game) -> float:
    """One table from Python, step by step: ask for the legal actions, play the first."""
    referee = compiled_if_possible(game)
    steps = 0
    start = perf_counter()
    while perf_counter() - start < 0.3:
        table = referee.new(game.settings())
        while not referee.is_over(table):
            referee.apply(table, referee.codes(table)[0])
            steps += 1
    return steps / (perf_counter() - start)


def _searches(game: Game) -> Iterator[Part]:
    """From the first choice of a game with the fewest opponents."""
    seats = min(number for number in game.seats if number > 1)
    label = f"{game.name}: search, {seats} seats, 1 core"
    for how, style in (("", Style()), (", textbook: whole random playouts", TEXTBOOK)):
        run = partial(_simulations, game, seats, style)
        yield Part(f"{label}{how}", 6, partial(repeated, run, "simulations/s"))


def _simulations(game: Game, seats: int, style: Style) -> float:
    referee = compiled_if_possible(game)
    table = referee.new(game.settings(seats=seats))
    step = 0
    while len(referee.legal(table)) < A_CHOICE:
        referee.playout(table, SEED, 0, step, limit=step + 1)
        step += 1
    seat = referee.to_act(table)
    referee.veil(table, seat)
    search = thinker(game)
    start = perf_counter()
    search.judge(table, seat, seats, seed=SEED, budget=Budget(seconds=1.0), style=style)
    return search.simulations / (perf_counter() - start)


def _solve(game: Game) -> float:
    """All starts, with what has been solved before at hand: the first repeat is the cold one."""
    assert game.knowledge.solve is not None
    assert game.knowledge.starts is not None
    start = perf_counter()
    for text in game.knowledge.starts():
        game.knowledge.solve(text)
    return perf_counter() - start


def _import() -> float:
    code = "import time; t = time.perf_counter(); import sunroom; print(time.perf_counter() - t)"
    return float(_python(code, {}))


def _first_playout(name: str) -> float:
    """A new process with an empty cache, from its start to its first playout's end."""
    code = (
        "from sunroom import load; from sunroom.engine.referee import CompiledReferee as C;"
        f"g = load({name!r}); r = C(g); r.playout(r.new(g.settings()), 1)"
    )
    with tempfile.TemporaryDirectory() as folder:
        start = perf_counter()
        _python(code, {"SUNROOM_CACHE": folder})
        return perf_counter() - start


def _python(code: str, environment: dict[str, str]) -> str:
    done = subprocess.run(  # noqa: S603 - our own code in our own interpreter
        [sys.executable, "-c", code],
        env=os.environ | environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


# The GPU


def _on_gpu() -> Iterator[Part]:
    for name in known_games():
        yield Part(f"{name}: random playouts, GPU", 60, partial(_played_there, load(name)))


def _played_there(game: Game) -> Figures:
    """The same games on the GPU, and whether its tables are those of the CPU."""
    referee = compiled_if_possible(game)
    batch = open_playouts(game, _games(referee, game.settings(), GPU_STEPS), "cuda")

    def run() -> float:
        batch.set_up(game.settings())
        batch.wait()
        start = perf_counter()
        batch.play(SEED)
        batch.wait()
        spent = perf_counter() - start
        return float(batch.steps.copy_to_host().sum() / spent)

    run()
    return repeated(run, "steps/s") | {
        "decisions": share_decided(referee, game.settings()),
        "tables": batch.size,
        "identical_to_cpu": _identical(game, batch),
    }


def _identical(game: Game, batch: Playouts) -> bool:
    """Whether every table is what the CPU makes of it, byte for byte."""
    referee = compiled_if_possible(game)
    tables = referee.batch(batch.size, game.settings())
    referee.playouts(tables, SEED, jobs=cores())
    return bool(tables.tobytes() == batch.tables.copy_to_host().tobytes())
