"""Figures told in a terminal, and kept in a file with what was measured and when."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from .measure import Figures


def write_json(found: Figures, folder: Path) -> None:
    """Write the figures to `KIND.json`, with the date and the commit that was measured."""
    folder.mkdir(parents=True, exist_ok=True)
    commit = commit_id()
    found = found | {"when": f"{datetime.now(UTC):%Y-%m-%d}{commit and f', commit {commit}'}"}
    text = json.dumps(found, indent=1, ensure_ascii=False)
    (folder / f"{found['kind']}.json").write_text(text + "\n", "utf-8")


def commit_id() -> str:
    """What was measured: the commit of these sources, where they are a checkout."""
    with suppress(OSError, subprocess.CalledProcessError):
        _git("ls-files", "--error-unmatch", Path(__file__).name)  # not somebody else's repository
        changed = _git("status", "--porcelain", "--", ":/src")
        return _git("rev-parse", "--short", "HEAD") + (" with changes" if changed else "")
    return ""


def _git(*words: str) -> str:
    command, here = ["git", *words], Path(__file__).parent
    run = subprocess.run(command, cwd=here, check=True, capture_output=True, text=True)  # noqa: S603 - ours
    return run.stdout.strip()


def lines(found: Figures) -> Iterator[str]:
    """The figures for a terminal."""
    yield "  ".join(f"{what} {value}" for what, value in found["machine"].items())
    width = max(len(what) for what in found["figures"])
    for what, figure in found["figures"].items():
        yield f"{what:{width}}  {median_of(figure)}  ({range_of(figure)})"


def decisions(figure: Figures) -> float:
    """The decisions among the steps of a second."""
    return float(figure["median"] * figure.get("decisions", 1.0))


def median_of(figure: Figures) -> str:
    share = figure.get("decisions")
    told = "" if share is None else f", {100 * share:.0f} % decisions"
    return amount(figure, "median") + told


def amount(figure: Figures, which: str) -> str:
    value = figure[which]
    if figure["unit"] == "s":
        return f"{value:.3f} s"
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.1f} {unit} {figure['unit']}"
    return f"{value:.0f} {figure['unit']}"


def range_of(figure: Figures) -> str:
    return f"{amount(figure, 'least')} – {amount(figure, 'most')}"
