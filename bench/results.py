"""The page of all results: `python bench/results.py` writes `bench/RESULTS.md`.

It is made of the parts that are there: what `sunroom bench --record bench` has measured, and what
the scripts beside this one have; they write it as well. The page begins with the aims, and each is
held to the figures of those parts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sunroom.bench.report import decisions, median_of, range_of, write_json
from sunroom.rules.catalogue import known_games, load

Figures = dict[str, Any]
HERE = Path(__file__).parent

# What is on the page, in its order.
PARTS = {
    "cpu": "CPU",
    "beside": "Beside others",
    "growth": "What more tables, cores and thinking are worth",
    "gpu": "GPU",
    "batches": "Batches on a GPU",
}
HEAD = """# Results

Written by `make bench` (CPU), and on a machine with a GPU by `sunroom bench --gpu --record bench`,
`python bench/batches.py --record bench` and `python bench/results.py`.
Each figure is the median of its repeats, with the least and the most. A step is one action,
outcomes of chance included; how many of the steps are decisions stands beside it.
Seats, where none are named: {seats}.
Machines are noisy: compare figures of one run, not of two.
"""
MISSING = "missing"


def record(found: Figures, folder: Path) -> None:
    """Write the figures, and the page of all figures that are there."""
    write_json(found, folder)
    write_page(folder)


def write_page(folder: Path) -> None:
    files = {kind: folder / f"{kind}.json" for kind in PARTS}
    parts = {kind: json.loads(f.read_text("utf-8")) for kind, f in files.items() if f.exists()}
    pages = [_aims(parts), *(_page(part) for part in parts.values())]
    (folder / "RESULTS.md").write_text(_head() + "\n".join(pages), "utf-8")


def _head() -> str:
    return HEAD.format(seats=", ".join(f"{name} {load(name).seats[0]}" for name in known_games()))


# Parts


def _page(found: Figures) -> str:
    title = PARTS[found["kind"]]
    on = "; ".join(filter(None, (found.get("when"), _on(found["machine"]))))
    charts = [f"![{title}]({chart})" for chart in found.get("charts", [])]
    rows = [
        f"| {what} | {median_of(f)} | {range_of(f)} |{_identity(f)}"
        for what, f in found["figures"].items()
    ]
    notes = "\n".join(f"- {note}" for note in found.get("notes", []))
    told = (
        f"## {title}", found.get("about", ""), on, *charts,
        markdown_table(("what", "median", "least – most"), rows), _won(found.get("won", {})), notes,
    )  # fmt: skip
    return "\n" + "\n\n".join(part for part in told if part) + "\n"


def _on(machine: Figures) -> str:
    return ", ".join(f"{what} {value}" for what, value in machine.items())


def markdown_table(columns: tuple[str, ...], rows: list[str]) -> str:
    return "\n".join([f"| {' | '.join(columns)} |", "|---" * len(columns) + "|", *rows])


def _won(shares: Mapping[str, Figures]) -> str:
    """Shares of matches, each with the interval that it is known within."""
    rows = [
        f"| {what} | {100 * f['share']:.0f} % | {100 * f['low']:.0f} % – {100 * f['high']:.0f} % |"
        for what, f in shares.items()
    ]
    return markdown_table(("what", "won", "95 % interval"), rows) if rows else ""


def _identity(figure: Figures) -> str:
    if "identical_to_cpu" not in figure:
        return ""
    same = "identical to" if figure["identical_to_cpu"] else "DIFFERENT from"
    return f"\n| &nbsp;&nbsp;{figure['tables']:,} tables, byte for byte {same} the CPU's | | |"


# Aims

PLAYOUTS = "Sunroom solenia: random playouts"
STEPS = "Sunroom solenia: batch, steps alone"
DRAWN = "Sunroom solenia: batch, random actions drawn too"
OPENSPIEL = (
    "OpenSpiel gin_rummy: random playouts in C++",
    "OpenSpiel backgammon: random playouts in C++",
)
PGX = (
    "Pgx backgammon: random batches on the CPU",
    "Pgx sparrow_mahjong: random batches on the CPU",
)
THERE = "random actions drawn there"
STEPS_AIM, OPENSPIEL_AIM, PGX_AIM, H200_AIM = 3, 10, 20, 300  # in millions, or times as many


class Aim(NamedTuple):
    """A figure that is to be at least so much."""

    text: str
    least: float
    where: str  # the part that has it
    figure: Callable[[Figures], float | None]
    unit: str


def times(figures: Figures, ours: str, theirs: str) -> float | None:
    """How many times as many decisions we have; None where one of both is missing."""
    if ours not in figures or theirs not in figures:
        return None
    return decisions(figures[ours]) / decisions(figures[theirs])


def _least_times(ours: str, theirs: tuple[str, ...]) -> Callable[[Figures], float | None]:
    """By the fastest of theirs; they must all be there, or the aim would be an easier one."""

    def found(part: Figures) -> float | None:
        ratios = [times(part["figures"], ours, one) for one in theirs]
        return None if None in ratios else min(ratio for ratio in ratios if ratio is not None)

    return found


def _stepped(part: Figures) -> float | None:
    return decisions(part["figures"][STEPS]) / 1e6 if STEPS in part["figures"] else None


def _on_h200(part: Figures) -> float | None:
    """The best size, with the drawing counted."""
    rates = [
        decisions(figure)
        for what, figure in part["figures"].items()
        if what.startswith("solenia: ") and what.endswith(THERE)
    ]
    return max(rates) / 1e6 if rates and "H200" in part["machine"].get("gpu", "") else None


AIMS = (
    Aim(
        "Solenia, a batch on one core: steps alone, which write masks and observations, "
        "with actions chosen before",
        STEPS_AIM, "beside", _stepped, "M decisions/s",
    ),
    Aim(
        "Solenia's random playouts beside OpenSpiel's in C++, the faster of two games",
        OPENSPIEL_AIM, "beside", _least_times(PLAYOUTS, OPENSPIEL), "times the decisions",
    ),
    Aim(
        "Solenia, a batch with random actions drawn too, beside Pgx on the CPU, "
        "the faster of two games",
        PGX_AIM, "beside", _least_times(DRAWN, PGX), "times the decisions",
    ),
    Aim(
        "Solenia, a batch on an H200 with masks and observations, random actions drawn there, "
        "the best of three sizes",
        H200_AIM, "batches", _on_h200, "M decisions/s",
    ),
)  # fmt: skip


def _aims(parts: Mapping[str, Figures]) -> str:
    rows = [_aim(aim, parts) for aim in AIMS]
    return (
        "\n## Aims\n\n" + markdown_table(("aim", "at least", "measured", "", "where"), rows) + "\n"
    )


def _aim(aim: Aim, parts: Mapping[str, Figures]) -> str:
    value = aim.figure(parts[aim.where]) if aim.where in parts else None
    if value is None:
        measured, verdict = MISSING, ""
    else:
        digits = 2 if value < 10 else 1
        measured, verdict = f"{value:.{digits}f}", judged(value, aim.least)
    where = PARTS[aim.where]
    if aim.where in parts:
        where = f"[{where}](#{where.lower().replace(' ', '-')})"
    return f"| {aim.text} | {aim.least:g} {aim.unit} | {measured} | {verdict} | {where} |"


def judged(value: float, least: float) -> str:
    return "reached" if value >= least else "missed"


if __name__ == "__main__":
    write_page(HERE)
