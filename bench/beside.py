"""Sunroom beside OpenSpiel, Pgx and RLCard, in one run on one machine: `python bench/beside.py`.

The others are installed into environments of their own, under the folder of the cache. One that
cannot be installed, or fails, is told of on the page. `--record DIR` writes `DIR/beside.json`,
`DIR/beside.svg` and the page of all results.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from sunroom.cli.machine import machine, record
from sunroom.kernel.chart import Interval, intervals
from sunroom.kernel.compiled import cache_root

HERE = Path(__file__).parent
LONGEST = 900  # seconds for one script


class Peer(NamedTuple):
    name: str
    script: str
    packages: tuple[str, ...]


PEERS = (
    Peer("OpenSpiel", "peer_openspiel.py", ("open_spiel==2.0.2",)),
    Peer("Pgx", "peer_pgx.py", ("pgx==2.6.0", "jax==0.10.2", "jaxlib==0.10.2")),
    Peer("RLCard", "peer_rlcard.py", ("rlcard==1.2.0",)),
)
ABOUT = """Written by `make bench`. One core each, in processor time: other work on the machine
counts for nobody. The games differ, and so does what a step is; what is compared is how much random
play a researcher gets out of one core, by the fastest way that each package has for it.

- **Sunroom**: *random playouts* are whole games in compiled code, which draws an action without
  listing all where the game has a shortcut for that. A *batch* of 1,024 tables gives the legal
  actions and the observation of the seat to act after every step; chance is dealt inside, so its
  steps are decisions. *From Python* asks one table for its legal actions and applies one. *Inside
  OpenSpiel* is the same through OpenSpiel's Python interface and our adapter.
- **OpenSpiel**: *in C++* is the rollout evaluator of its own search, the fastest loop that its
  Python package offers; it lists all legal actions. *From Python* is its Python interface.
- **Pgx**: batches in one compiled loop (`jit`, `vmap`) on the CPU with random legal actions, the
  best of three batch sizes; its steps are decisions too.
- **RLCard**: its environment's `step`."""
SUNROOM = "Sunroom solenia: random playouts"
BATCH = "Sunroom solenia: batch, masks and observations"
DRAWN = "Sunroom solenia: batch, random actions drawn too"


# Measuring


def python_of(peer: Peer) -> Path | None:
    """The interpreter of a peer's own environment, made at the first run; None if that fails."""
    folder = cache_root() / "peers" / "-".join(peer.packages)
    python = folder / "bin" / "python"
    ready = folder / "ready"
    if not ready.exists():
        print(f"Installing {peer.name} …", file=sys.stderr)
        folder.parent.mkdir(parents=True, exist_ok=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        for command in ([sys.executable, "-m", "venv", str(folder)], [*pip, *peer.packages]):
            if subprocess.run(command, check=False).returncode != 0:
                return None
        ready.touch()
    return python


def told_by(python: str, script: str) -> tuple[dict[str, Any], bool]:
    """The figures that a script prints, and whether it came to its end. Nobody else's interpreter
    is to find our packages.
    """
    own = os.environ if python == sys.executable else os.environ | {"PYTHONPATH": ""}
    command = [python, str(HERE / script)]
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, timeout=LONGEST, check=False, env=own
        )
        said, well = done.stdout, done.returncode == 0
    except subprocess.TimeoutExpired as late:
        said, well = late.stdout or b"", False
    told = [json.loads(line) for line in said.decode().splitlines() if line.startswith("{")]
    return {one.pop("what"): figure(one) for one in told}, well


def figure(told: dict[str, Any]) -> dict[str, Any]:
    values = sorted(told.pop("values"))
    found = {"median": median(values), "least": values[0], "most": values[-1]} | told
    if told["unit"] == "decisions/s" or told["decisions"] == 1:
        found |= {"unit": "decisions/s"}
        del found["decisions"]
    return found


def measured() -> tuple[dict[str, Any], list[str]]:
    """All figures, and who is missing."""
    figures, missing = {}, []
    scripts = [("Sunroom", sys.executable, "peer_sunroom.py")]
    for peer in PEERS:
        python = python_of(peer)
        if python is None:
            missing.append(f"{peer.name} is missing: it could not be installed here.")
        else:
            scripts.append((peer.name, str(python), peer.script))
    for name, python, script in scripts:
        print(f"Measuring {name} …", file=sys.stderr)
        found, well = told_by(python, script)
        figures |= found
        if not well:
            missing.append(f"{name}: its script failed, so that figures may be missing.")
    return figures, missing


# The page


def decisions(figure: dict[str, Any]) -> float:
    return figure["median"] * figure.get("decisions", 1.0)


def times(figures: dict[str, Any], ours: str, theirs: str, aim: int) -> Iterator[str]:
    """How many times as many decisions we have; nothing where one of both is missing."""
    if ours in figures and theirs in figures:
        ratio = decisions(figures[ours]) / decisions(figures[theirs])
        reached = "reached" if ratio >= aim else "missed"
        yield f"{ours} / {theirs}: {ratio:.0f} times the decisions (aim {aim}: {reached})."


def aims(figures: dict[str, Any]) -> Iterator[str]:
    if BATCH in figures:
        rate = figures[BATCH]["median"] / 1e6
        reached = "reached" if rate >= 3 else "missed"
        yield f"{BATCH}: {rate:.2f} M decisions/s (aim 3: {reached})."
    for game in ("gin_rummy", "backgammon"):
        yield from times(figures, SUNROOM, f"OpenSpiel {game}: random playouts in C++", 10)
    for game in ("backgammon", "sparrow_mahjong"):
        yield from times(figures, DRAWN, f"Pgx {game}: random batches on the CPU", 20)


def chart(figures: dict[str, Any]) -> str:
    """Decisions a second; every line to the right is ten times as many."""
    rows = []
    for what, found in sorted(figures.items(), key=lambda pair: -decisions(pair[1])):
        share = found.get("decisions", 1.0)
        low, middle, high = (
            math.log10(found[which] * share) for which in ("least", "median", "most")
        )
        rows.append(Interval(short(what), low, middle, high))
    title = "Decisions a second on one core"
    return intervals(title, rows, unit="decisions a second", figure=amount)


def short(what: str) -> str:
    names = {
        "batch, masks and observations": "batch",
        "batch, random actions drawn too": "batch, drawn",
        "random playouts in C++": "C++",
        "random playouts": "playouts",
        "random batches on the CPU": "batch",
        "inside OpenSpiel: from Python": "in OpenSpiel",
        "from Python": "Python",
    }
    for long, brief in names.items():
        if what.endswith(long):
            return what.removesuffix(long) + brief
    return what


def amount(power: float) -> str:
    value = 10**power
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--record", type=Path, help="the folder to write the results to")
    folder = parser.parse_args().record
    figures, missing = measured()
    on = machine(gpu=False) | {peer.name: peer.packages[0].split("==")[1] for peer in PEERS}
    notes = [*aims(figures), *missing]
    found = {"kind": "beside", "machine": on, "figures": figures, "about": ABOUT, "notes": notes}
    print(json.dumps(found, indent=1))
    if folder is not None:
        (folder / "beside.svg").write_text(chart(figures), "utf-8")
        record(found | {"charts": ["beside.svg"]}, folder)


if __name__ == "__main__":
    main()
