"""What this machine can do: every figure with its spread over repeats.

`measure` answers plain data, `lines` words it, `record` writes it to a folder: `cpu.json` or
`gpu.json` for what was measured, `RESULTS.md` for all together. What the scripts in `bench/` have
measured is recorded in the same way.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from sunroom.kernel import compiled, gpu
from sunroom.kernel.catalogue import known_games, load
from sunroom.kernel.contract import Game
from sunroom.kernel.referee import Referee, compiled_if_possible, cores, interpreted
from sunroom.players.levels import has_opponents, thinker
from sunroom.players.thinker import TEXTBOOK, Budget, Style

REPEATS = 5
CPU_STEPS = 30_000_000  # about so many in one run
GPU_STEPS = 1_000_000_000
PLAIN_STEPS = 30_000
MOST_GAMES = 1 << 22  # tables in a batch
SEED = 1
A_CHOICE = 3  # legal actions

Report = Callable[[str], None]
Figures = dict[str, Any]


def measure(*, gpu: bool, report: Report) -> Figures:
    """Everything about the CPU, or about the GPU."""
    figures = dict(_on_gpu(report) if gpu else _on_cpu(report))
    return {"kind": "gpu" if gpu else "cpu", "machine": machine(gpu=gpu), "figures": figures}


def machine(*, gpu: bool) -> dict[str, str]:
    import numpy as np

    found = {
        "processor": _processor(),
        "cores": str(cores()),
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
    if compiled.available():
        import numba

        found["numba"] = numba.__version__
    if gpu:
        from numba import cuda

        found["gpu"] = cuda.get_current_device().name
    return found


def _processor() -> str:
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


def _on_cpu(report: Report) -> Iterator[tuple[str, Figures]]:
    for name in known_games():
        game = load(name)
        report(f"{name}: rules")
        referee = compiled_if_possible(game)
        yield from _playouts(game, referee, report)
        report(f"{name}: single steps")
        yield (
            f"{name}: legal and apply called from Python",
            repeated(partial(_api, game), "steps/s"),
        )
        if has_opponents(game):
            report(f"{name}: search")
            yield from _searches(game)
        if game.solve is not None and game.starts is not None:
            report(f"{name}: solver")
            yield f"{name}: all starts solved", repeated(partial(_solve, game), "s")
    report("import")
    yield "import sunroom", repeated(_import, "s")
    if compiled.available():
        report("fresh cache")
        for name in known_games():
            yield (
                f"{name}: first compiled playout, fresh cache",
                repeated(partial(_first_playout, name), "s", 3),
            )


def _playouts(game: Game, referee: Referee, report: Report) -> Iterator[tuple[str, Figures]]:
    plain = interpreted(game)
    settings = game.settings()
    report(f"{game.name}: playouts")
    label = f"{game.name}: random playouts"
    if referee is not plain:
        yield (
            f"{label}, 1 core",
            _played(referee, settings, CPU_STEPS, 1),
        )
        for chosen in game.bench:
            text = ", ".join(f"{k}={v}" for k, v in chosen.items())
            yield (
                f"{label}, 1 core, {text}",
                _played(referee, game.settings(chosen), CPU_STEPS, 1),
            )
        yield (
            f"{label}, {cores()} cores",
            _played(referee, settings, CPU_STEPS, cores()),
        )
    yield (
        f"{label}, interpreted",
        _played(plain, settings, PLAIN_STEPS, 1),
    )


def _played(referee: Referee, settings: list[int], steps: int, jobs: int) -> Figures:
    """Random games with about so many steps in all."""
    n = _games(referee, settings, steps)
    figure = repeated(partial(_steps_a_second, referee, settings, n, jobs), "steps/s")
    return figure | {"decisions": share_decided(referee, settings)}


def _games(referee: Referee, settings: list[int], steps: int) -> int:
    """How many games have about so many steps."""
    some = referee.batch(20, settings)
    return min(MOST_GAMES, max(1, int(steps / referee.playouts(some, SEED).mean())))


def share_decided(referee: Referee, settings: list[int], games: int = 4) -> float:
    """The share of steps in which somebody decides; the others are chance."""
    decided = total = 0
    for number in range(games):
        table = referee.new(settings)
        for step in range(referee.game.longest):
            if referee.is_over(table):
                break
            decided += referee.to_act(table) >= 0
            total += 1
            referee.playout(table, SEED, number, step, limit=step + 1)
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


def _searches(game: Game) -> Iterator[tuple[str, Figures]]:
    """From the first choice of a game with the fewest opponents."""
    seats = min(number for number in game.seats if number > 1)
    label = f"{game.name}: search, {seats} seats, 1 core"
    for how, style in (("", Style()), (", textbook: whole random playouts", TEXTBOOK)):
        yield f"{label}{how}", repeated(partial(_simulations, game, seats, style), "simulations/s")


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
    assert game.solve is not None
    assert game.starts is not None
    start = perf_counter()
    for text in game.starts():
        game.solve(text)
    return perf_counter() - start


def _import() -> float:
    code = "import time; t = time.perf_counter(); import sunroom; print(time.perf_counter() - t)"
    return float(_python(code, {}))


def _first_playout(name: str) -> float:
    """A new process with an empty cache, from its start to its first playout's end."""
    code = (
        "from sunroom import load; from sunroom.kernel.referee import CompiledReferee as C;"
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


def _on_gpu(report: Report) -> Iterator[tuple[str, Figures]]:
    for name in known_games():
        game = load(name)
        report(f"{name}: rules for the GPU")
        referee = compiled_if_possible(game)
        batch = gpu.GpuBatch(game, _games(referee, game.settings(), GPU_STEPS))

        def run(batch: gpu.GpuBatch = batch, game: Game = game) -> float:
            batch.deal(game.settings())
            batch.wait()
            start = perf_counter()
            batch.play(SEED)
            batch.wait()
            spent = perf_counter() - start
            return float(batch.steps.copy_to_host().sum() / spent)

        run()
        report(f"{name}: playouts")
        figure = repeated(run, "steps/s")
        report(f"{name}: the same tables on the CPU")
        figure["decisions"] = share_decided(referee, game.settings())
        figure["tables"] = batch.n
        figure["identical_to_cpu"] = _identical(game, batch)
        yield f"{name}: random playouts, GPU", figure


def _identical(game: Game, batch: gpu.GpuBatch) -> bool:
    """Whether every table is what the CPU makes of it, byte for byte."""
    referee = compiled_if_possible(game)
    tables = referee.batch(batch.n, game.settings())
    referee.playouts(tables, SEED, jobs=cores())
    return bool(tables.tobytes() == batch.tables.copy_to_host().tobytes())


# Words


def lines(found: Figures) -> Iterator[str]:
    """The figures for a terminal."""
    yield "  ".join(f"{what} {value}" for what, value in found["machine"].items())
    width = max(len(what) for what in found["figures"])
    for what, figure in found["figures"].items():
        yield f"{what:{width}}  {_median(figure)}  ({_range(figure)})"


def _median(figure: Figures) -> str:
    decisions = figure.get("decisions")
    share = "" if decisions is None else f", {100 * decisions:.0f} % decisions"
    return _amount(figure, "median") + share


def _amount(figure: Figures, which: str) -> str:
    value = figure[which]
    if figure["unit"] == "s":
        return f"{value:.3f} s"
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.1f} {unit} {figure['unit']}"
    return f"{value:.0f} {figure['unit']}"


def _range(figure: Figures) -> str:
    return f"{_amount(figure, 'least')} – {_amount(figure, 'most')}"


# What is on the page of all results, in its order.
PARTS = {
    "cpu": "CPU",
    "beside": "Beside others",
    "growth": "What more tables, cores and thinking are worth",
    "gpu": "GPU",
    "batches": "Batches on a GPU",
}


def record(found: Figures, folder: Path) -> None:
    """Write the figures, and the page of all figures that are there."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(found, indent=1, ensure_ascii=False)
    (folder / f"{found['kind']}.json").write_text(text + "\n", "utf-8")
    parts = [folder / f"{kind}.json" for kind in PARTS]
    pages = [_page(json.loads(part.read_text("utf-8"))) for part in parts if part.exists()]
    (folder / "RESULTS.md").write_text(HEAD + "\n".join(pages), "utf-8")


HEAD = """# Results

Written by `make bench` (CPU), and on a machine with a GPU by `sunroom bench --gpu --record bench`
and `python bench/batches.py --record bench`.
Each figure is the median of its repeats, with the least and the most. A step is one action,
outcomes of chance included; how many of the steps are decisions stands beside it.
Machines are noisy: compare figures of one run, not of two.
"""


def _page(found: Figures) -> str:
    rows = [
        f"| {what} | {_median(f)} | {_range(f)} |{_identity(f)}"
        for what, f in found["figures"].items()
    ]
    on = ", ".join(f"{what} {value}" for what, value in found["machine"].items())
    charts = [f"![{PARTS[found['kind']]}]({chart})" for chart in found.get("charts", [])]
    notes = "\n".join(f"- {note}" for note in found.get("notes", []))
    table = "\n".join(["| what | median | least – most |", "|---|---|---|", *rows])
    told = (f"## {PARTS[found['kind']]}", found.get("about", ""), on, *charts, table, notes)
    return "\n" + "\n\n".join(part for part in told if part) + "\n"


def _identity(figure: Figures) -> str:
    if "identical_to_cpu" not in figure:
        return ""
    same = "identical to" if figure["identical_to_cpu"] else "DIFFERENT from"
    return f"\n| &nbsp;&nbsp;{figure['tables']:,} tables, byte for byte {same} the CPU's | | |"
