"""Sunroom beside OpenSpiel, Pgx and RLCard, in one run on one machine: `python bench/beside.py`.

The others are installed into environments of their own, under the folder of the cache. One that
cannot be installed, or fails, is told of on the page. `--record DIR` writes `DIR/beside.json`,
`DIR/beside.svg` and the page of all results.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from threading import Timer
from typing import Any, NamedTuple

from pace import Pace
from results import (
    DRAWN,
    OPENSPIEL,
    OPENSPIEL_AIM,
    PGX,
    PGX_AIM,
    PLAYOUTS,
    STEPS,
    STEPS_AIM,
    judged,
    record,
    times,
)

from sunroom.arena.charts import Interval, interval_chart
from sunroom.bench.measure import machine
from sunroom.bench.report import decisions as decided
from sunroom.engine.cache import cache_root

HERE = Path(__file__).parent
LONGEST = 900  # seconds for one script


class Peer(NamedTuple):
    name: str
    script: str
    packages: tuple[str, ...]  # none: it runs where this runs
    figures: int  # that its script tells
    seconds: float  # that it takes for each, about

    @property
    def version(self) -> str:
        return self.packages[0].split("==")[1]


OURS = Peer("Sunroom", "peer_sunroom.py", (), 13, 8)
PEERS = (
    Peer("OpenSpiel", "peer_openspiel.py", ("open_spiel==2.0.2",), 4, 8),
    Peer("Pgx", "peer_pgx.py", ("pgx==2.6.0", "jax==0.10.2", "jaxlib==0.10.2"), 2, 40),
    Peer("RLCard", "peer_rlcard.py", ("rlcard==1.2.0",), 1, 8),
)
INSTALLING = 30  # seconds, about
READY = "ready"  # a file that says that all is installed
ABOUT = """Written by `make bench`. One core each, in processor time: other work on the machine
counts for nobody. The games differ, and so does what a step is; what is compared is how much random
play a researcher gets out of one core, by the fastest way that each package has for it.

- **Sunroom**: *random playouts* are whole games in compiled code, which draws an action without
  listing all where the game has a shortcut for that. A *batch* of 1,024 tables gives the legal
  actions and the observation of the seat to act after every step; chance is dealt inside, so its
  steps are decisions. *Steps alone* are told their actions: choosing them is not in the time. *From
  Python* asks one table for its legal actions and applies one at random. *Inside OpenSpiel* is the
  same through OpenSpiel's Python interface and our adapter. *Gymnasium* is one seat of Solenia for
  two; its decisions are counted, and what the opponent thinks is in the time.
- **OpenSpiel**: *in C++* is the rollout evaluator of its own search, the fastest loop that its
  Python package offers; it lists all legal actions. *From Python* is its Python interface.
- **Pgx**: batches in one compiled loop (`jit`, `vmap`) on the CPU with random legal actions, the
  best of three batch sizes; its steps are decisions too.
- **RLCard**: its environment's `step`."""
# What each side does for its figure.
TO_OPENSPIEL = (
    "Ours draw an action without listing all, theirs list all legal actions at every decision; "
    "the games differ"
)
TO_PGX = (
    "Both draw a random legal action at every decision and give masks and observations; the games "
    "differ, and Pgx is measured on the CPU only"
)


# Measuring


def folder_of(peer: Peer) -> Path:
    return cache_root() / "peers" / "-".join(peer.packages)


def is_installed(peer: Peer) -> bool:
    return (folder_of(peer) / READY).exists()


def python_of(peer: Peer) -> Path | None:
    """The interpreter of a peer's own environment, made at the first run; None if that fails."""
    folder = folder_of(peer)
    python = folder / "bin" / "python"
    if not is_installed(peer):
        folder.parent.mkdir(parents=True, exist_ok=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        for command in ([sys.executable, "-m", "venv", str(folder)], [*pip, *peer.packages]):
            if subprocess.run(command, check=False).returncode != 0:
                return None
        (folder / READY).touch()
    return python


def told_by(
    python: str, script: str, heard: Callable[[], None] = lambda: None
) -> tuple[dict[str, Any], bool]:
    """The figures that a script prints, and whether it came to its end; each is *heard* when it is
    there. Nobody else's interpreter is to find our packages.
    """
    own = os.environ if python == sys.executable else os.environ | {"PYTHONPATH": ""}
    found = {}
    with subprocess.Popen(
        [python, str(HERE / script)], stdout=subprocess.PIPE, text=True, env=own
    ) as running:
        late = Timer(LONGEST, running.kill)
        late.start()
        for line in running.stdout or ():
            if line.startswith("{"):
                one = json.loads(line)
                what = one.pop("what")
                found[what] = figure(one)
                heard()
        late.cancel()
    return found, running.returncode == 0


def figure(told: dict[str, Any]) -> dict[str, Any]:
    values = sorted(told.pop("values"))
    found = {"median": median(values), "least": values[0], "most": values[-1]} | told
    if told["unit"] == "decisions/s" or told["decisions"] == 1:
        found |= {"unit": "decisions/s"}
        del found["decisions"]
    return found


def installed(pace: Pace) -> tuple[dict[Peer, str], list[str]]:
    """The interpreters of those that are there, ours first, and who is missing."""
    there, missing = {OURS: sys.executable}, []
    for peer in PEERS:
        new = not is_installed(peer)
        if new:
            pace.begin(f"Installing {peer.name}")
        python = python_of(peer)
        if python is None:
            missing.append(f"{peer.name} is missing: it could not be installed here.")
        else:
            there[peer] = str(python)
        pace.end(INSTALLING * new)
    return there, missing


def measured() -> tuple[dict[str, Any], list[str], dict[str, str]]:
    """All figures, who is missing, and the versions of those who are not."""
    everybody = (OURS, *PEERS)
    installing = INSTALLING * sum(not is_installed(peer) for peer in PEERS)
    pace = Pace(installing + sum(one.figures * one.seconds for one in everybody))
    there, missing = installed(pace)
    figures: dict[str, Any] = {}
    for peer in everybody:
        found: dict[str, Any] = {}
        if peer in there:
            found, well = heard_from(peer, there[peer], pace)
            if not well:
                missing.append(f"{peer.name}: its script failed, so that figures may be missing.")
        figures |= found
        pace.end((peer.figures - len(found)) * peer.seconds)
    return figures, missing, {one.name: one.version for one in there if one.packages}


def heard_from(peer: Peer, python: str, pace: Pace) -> tuple[dict[str, Any], bool]:
    """The figures of one peer, and whether its script came to its end."""
    told = 0

    def heard() -> None:
        nonlocal told
        told += 1
        pace.end(peer.seconds)
        if told < peer.figures:
            pace.begin(f"Measuring {peer.name}, {told + 1} of {peer.figures}")

    pace.begin(f"Measuring {peer.name}, 1 of {peer.figures}")
    return told_by(python, peer.script, heard)


# The page


def beside(figures: dict[str, Any], ours: str, theirs: str, aim: int, how: str) -> Iterator[str]:
    """How many times as many decisions we have; nothing where one of both is missing."""
    ratio = times(figures, ours, theirs)
    if ratio is not None:
        reached = judged(ratio, aim)
        yield f"{ours} / {theirs}: {ratio:.0f} times the decisions (aim {aim}: {reached}). {how}."


def aims(figures: dict[str, Any]) -> Iterator[str]:
    if STEPS in figures:
        rate = figures[STEPS]["median"] / 1e6
        yield (
            f"{STEPS}: {rate:.2f} M decisions/s (aim {STEPS_AIM}: {judged(rate, STEPS_AIM)}). "
            "Masks and observations are written; choosing actions is not in the time."
        )
    for theirs in OPENSPIEL:
        yield from beside(figures, PLAYOUTS, theirs, OPENSPIEL_AIM, TO_OPENSPIEL)
    for theirs in PGX:
        yield from beside(figures, DRAWN, theirs, PGX_AIM, TO_PGX)


def chart(figures: dict[str, Any]) -> str:
    rows = []
    for what, found in sorted(figures.items(), key=lambda pair: -decided(pair[1])):
        share = found.get("decisions", 1.0)
        low, middle, high = (found[which] * share for which in ("least", "median", "most"))
        rows.append(Interval(short(what), low, middle, high))
    return interval_chart(
        "Decisions a second on one core", rows, unit="decisions a second", figure=amount,
        decades=True,
    )  # fmt: skip


def amount(value: float) -> str:
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


def short(what: str) -> str:
    names = {
        "batch, random actions drawn too": "batch, drawn",
        "random playouts in C++": "C++",
        "random playouts": "playouts",
        "random batches on the CPU": "batch",
        "inside OpenSpiel: from Python": "in OpenSpiel",
        "from Python": "Python",
        "Gymnasium, against random": "Gymnasium, random",
        "Gymnasium, against novice": "Gymnasium, novice",
        "Gymnasium, against club": "Gymnasium, club",
    }
    for long, brief in names.items():
        if what.endswith(long):
            return what.removesuffix(long) + brief
    return what


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--record", type=Path, help="the folder to write the results to")
    folder = parser.parse_args().record
    figures, missing, versions = measured()
    on = machine(gpu=False) | versions
    notes = [*aims(figures), *missing]
    found = {"kind": "beside", "machine": on, "figures": figures, "about": ABOUT, "notes": notes}
    print(json.dumps(found, indent=1))
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "beside.svg").write_text(chart(figures), "utf-8")
        record(found | {"charts": ["beside.svg"]}, folder)


if __name__ == "__main__":
    main()
