"""Figures: random play, node counts, and what this machine can do."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import wait
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sunroom.checks.perft import perft as count_ways
from sunroom.checks.perft import start
from sunroom.checks.statistics import random_play
from sunroom.engine.referee import Referee, compiled_if_possible, cores
from sunroom.players.compiling import Compiler
from sunroom.players.workers import GameRef
from sunroom.rules.catalogue import load
from sunroom.rules.contract import Game
from sunroom.rules.words import Refusal

from .voice import WORDS, complain, figure, show, words

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn


LOOK = 0.1  # seconds between two looks at what compiles


class NoGpu(Refusal):
    """Nothing can be measured on a GPU here."""


def bar_columns() -> tuple[ProgressColumn, ...]:
    """What a bar shows: what is being done, how far it is, the time left."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    what = TextColumn("{task.description}")
    return (what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


@contextmanager
def progress(*, memory: float = 30) -> Iterator[Progress]:
    """Bars with time left on the error stream; they vanish when all is done.

    The time left is estimated from the last *memory* seconds.
    """
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    bars = Progress(
        *bar_columns(),
        console=console,
        transient=True,
        speed_estimate_period=memory,
        disable=not console.is_terminal,
    )
    with bars:
        yield bars


def prepared(game: Game, bars: Progress) -> Referee:
    """The compiled referee; while it is compiled for the first time, what and how far is shown."""
    task = bars.add_task(words("preparing", game=game.name), total=None)

    def report(name: str, done: int, total: int) -> None:
        label = words("preparing_rule", game=game.name, rule=name.split("_", maxsplit=1)[0])
        bars.update(task, description=label, completed=done, total=total)

    referee = compiled_if_possible(game, report)
    bars.remove_task(task)
    return referee


def wait_until_compiled(which: GameRef, bars: Progress) -> None:
    """Have a game and its search compiled by another process; how far it is is shown."""
    with compiling(which) as compiler:
        wait_for(compiler, which, bars)


@contextmanager
def compiling(which: GameRef) -> Iterator[Compiler]:
    """Have a game and its search compiled by another process meanwhile."""
    compiler = Compiler(urgent=True)
    try:
        compiler.want(which)
        yield compiler
    finally:
        compiler.close()


def wait_for(compiler: Compiler, which: GameRef, bars: Progress) -> None:
    """Until a game is compiled; how far it is is shown."""
    answer = compiler.want(which)
    task = bars.add_task(words("compiling_game", game=which.name), total=None)
    if not answer.done() and not sys.stderr.isatty():
        complain(words("compiling_game", game=which.name))
    while not answer.done():
        wait([answer], LOOK)
        done, total = compiler.progress(which)
        bars.update(task, completed=done, total=total or None)
    answer.result()
    bars.remove_task(task)


def simulate(
    name: str,
    games: int,
    seed: int,
    seats: int | None,
    options: Mapping[str, str],
    *,
    as_json: bool,
) -> None:
    game = load(name)
    settings = game.settings(options, seats)
    with progress() as bars:
        referee = prepared(game, bars)
        task = bars.add_task(words("playing"), total=games)
        found = random_play(
            referee, settings, games, seed, cores(), lambda done: bars.update(task, completed=done)
        )
    found["options"] = game.settings_in_words(settings)
    if as_json:
        print(json.dumps(found))
    else:
        _show_simulation(found)


def _show_simulation(found: Mapping[str, Any]) -> None:
    steps = found["steps"]
    many = figure(found["games"])
    show(words("simulated", n=found["games"], many=many, game=found["game"], seed=found["seed"]))
    show(words("lengths", least=steps["least"], mean=figure(steps["mean"], 2), most=steps["most"]))
    _show_histogram(steps["games_by_steps"], found["games"])
    for seat, result in enumerate(found["seats"], start=1):
        won = 100 * result["won"] / found["games"]
        shared = 100 * result["shared"] / found["games"]
        score = figure(result["mean_score"], 3)
        shares = {"won": figure(won, 2), "shared": figure(shared, 2)}
        show(words("seat_result", seat=seat, score=score, **shares))


def _show_histogram(counts: Mapping[str, int], games: int) -> None:
    """Lengths in bars of eighths; neighbours are put together where there are too many."""
    low, high = (int(min(counts, key=int)), int(max(counts, key=int)))
    width = -(-(high - low + 1) // 16)
    bins = dict.fromkeys(range(low, high + 1, width), 0)
    for length, n in counts.items():
        bins[low + (int(length) - low) // width * width] += n
    most = max(bins.values())
    for start_, n in bins.items():
        eighths = round(8 * 40 * n / most)
        bar = "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8]
        label = str(start_) if width == 1 else f"{start_}–{start_ + width - 1}"
        show(f"  {label:>7} [yellow]{bar:<41}[/] [dim]{figure(100 * n / games, 1):>5} %[/]")


def perft(name: str, depth: int, seed: int, seats: int | None, options: Mapping[str, str]) -> None:
    game = load(name)
    with progress() as bars:
        referee = prepared(game, bars)
    table = start(referee, game.settings(options, seats), seed)
    for level in range(depth + 1):
        show(f"{level:3} {figure(count_ways(referee, table, level)):>16}")


def bench(*, as_json: bool, gpu: bool, record: Path | None) -> None:
    from sunroom.bench import measure, report
    from sunroom.engine.gpu import missing

    if gpu and (why := missing()):
        raise NoGpu("no_gpu", words=WORDS, why=why)
    with progress(memory=3600) as bars:  # one part may take a minute
        task = bars.add_task(words("measuring"), total=None)

        def tell(what: str, done: float, total: float) -> None:
            bars.update(task, description=what, completed=done, total=total)

        found = measure.measure(gpu=gpu, report=tell)
    if as_json:
        print(json.dumps(found))
    else:
        for line in report.lines(found):
            show(line)
    if record is not None:
        report.write_json(found, record)
        show(words("recorded", file=str(record)))
