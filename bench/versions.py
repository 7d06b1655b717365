"""Two versions of Sunroom in turns on one machine: `python bench/versions.py CHECKOUT`.

CHECKOUT is a folder with the sources of the other one, as `git worktree add CHECKOUT COMMIT` makes
it. With `--gpu` the same on a GPU. `--record DIR` writes the figures and `DIR/VERSIONS.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

import older_numpy  # noqa: F401
from pace import Pace
from results import markdown_table

from sunroom import known_games
from sunroom.bench.measure import machine

HERE = Path(__file__).parent
SECONDS = 25.0  # that one version takes for one game, about
FILES = {False: "versions.json", True: "versions-gpu.json"}
COLUMNS = ("what", "before", "now", "now / before", "before, least – most")
HEAD = """# Two versions in turns

Written by `python bench/versions.py CHECKOUT --record bench`, on a GPU with `--gpu`. Both versions
play the same on one machine, one after the other, and who begins changes. *Now / before* is the
median over the rounds.
"""
Figures = dict[str, list[float]]


def told_by(sources: Path, game: str, *, gpu: bool) -> dict[str, float]:
    """What one version does with one game."""
    command = [sys.executable, str(HERE / "peer_version.py"), game, *(["--gpu"] if gpu else [])]
    paths = os.pathsep.join([str(sources / "src"), str(HERE)])
    done = subprocess.run(
        command,
        env=os.environ | {"PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return {f"{one['what']}, {one['unit']}": one["values"][0] for one in lines}


def in_turns(
    versions: tuple[Path, Path], games: list[str], rounds: int, *, gpu: bool
) -> list[Figures]:
    """All figures of both versions. Who begins changes from round to round."""
    found: list[Figures] = [defaultdict(list), defaultdict(list)]
    pace = Pace(2 * rounds * len(games) * SECONDS)
    for number in range(rounds):
        for game in games:
            for which in (0, 1) if number % 2 == 0 else (1, 0):
                pace.begin(
                    f"{game}, round {number + 1} of {rounds}, {'before' if which == 0 else 'now'}"
                )
                for what, value in told_by(versions[which], game, gpu=gpu).items():
                    found[which][what].append(value)
                pace.end(SECONDS)
    return found


def commit_of(sources: Path) -> str:
    """The commit of a checkout; the folder's name where it is none."""
    asked = ["git", "-C", str(sources), "rev-parse", "--short", "HEAD", "--show-prefix"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    commit, *prefix = done.stdout.split() or [sources.name]
    return sources.name if prefix else commit


def row(what: str, before: list[float], now: list[float]) -> str:
    """Medians, and the ratio of neighbours: what else the machine does is in both of a pair."""
    ratio = median(b / a for a, b in zip(before, now, strict=True))
    cells = (f"{median(before):,.0f}", f"{median(now):,.0f}", f"{ratio:.3f}")
    return f"| {what} | {' | '.join(cells)} | {min(before):,.0f} – {max(before):,.0f} |"


def section(part: dict[str, Any]) -> str:
    on = part["machine"]
    rows = [row(what, *both) for what, both in part["figures"].items()]
    told = f"{part['before']} against {part['now']}, {part['rounds']} rounds, {part['when']}."
    return f"## {on.get('gpu') or on['processor']}\n\n{told}\n\n{markdown_table(COLUMNS, rows)}\n"


def write(found: dict[str, Any], folder: Path, *, gpu: bool) -> None:
    (folder / FILES[gpu]).write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    there = [folder / name for name in FILES.values() if (folder / name).exists()]
    parts = [json.loads(file.read_text("utf-8")) for file in there]
    (folder / "VERSIONS.md").write_text("\n".join([HEAD, *map(section, parts)]), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkout", type=Path, help="the other version's folder")
    parser.add_argument("--games", nargs="+", default=list(known_games()))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--record", type=Path, help="the folder to write the results to")
    given = parser.parse_args()
    versions = (given.checkout.resolve(), HERE.parent)
    both = in_turns(versions, given.games, given.rounds, gpu=given.gpu)
    found = {
        "machine": machine(gpu=given.gpu),
        "before": commit_of(versions[0]),
        "now": commit_of(versions[1]),
        "rounds": given.rounds,
        "when": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "figures": {what: [both[0][what], values] for what, values in both[1].items()},
    }
    print(section(found))
    if given.record is not None:
        write(found, given.record, gpu=given.gpu)


if __name__ == "__main__":
    main()
