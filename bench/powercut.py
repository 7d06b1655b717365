"""Many power cuts of a server that plays: `make proof` runs it; `tests/powercut.py` says how.

`python bench/powercut.py --rounds 20` lets a server play so many times, cuts its power at random
moments of each, and writes to `bench/POWERCUT.md` what was missing.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

TEXT = """# Power cuts

A server played matches of all games on SQLite while every change of its files and every
acknowledged move was written down. Disks were put together from that as a power cut may leave them
at random moments: with everything that was synced, and any part of what was not. Each was opened
again. With the server's own settings nothing acknowledged was missing; with others much was, so
this would have been seen.

`python bench/powercut.py --rounds {rounds}`, {date}, SQLite {sqlite}.

| `synchronous` | power cuts | acknowledged events | syncs | with something missing |
|---|---|---|---|---|
{rows}
"""
DECISIONS, CUTS = 150, 400  # of a round
OTHERS = ("NORMAL", "OFF")  # levels that are shown to lose what was acknowledged


def rounds_of(level: str, rounds: int) -> list[int]:
    """Cuts, acknowledged events, syncs and losses of some rounds, added up."""
    from powercut import cut

    totals = [0, 0, 0, 0]
    for seed in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            found = cut(Path(folder).resolve(), level, DECISIONS, CUTS, seed)
        one = [found.cuts, found.acknowledged, found.syncs, len(found.losses)]
        totals = [a + b for a, b in zip(totals, one, strict=True)]
        print(f"{level}, round {seed + 1}: {one}, {found.losses[:1]}", flush=True)
    return totals


def main() -> int:
    from powercut import AS_SHIPPED

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    asked = parser.parse_args()
    found = {AS_SHIPPED: rounds_of(AS_SHIPPED, asked.rounds)}
    found |= {level: rounds_of(level, 1) for level in OTHERS}
    (HERE / "POWERCUT.md").write_text(page(found, asked.rounds), "utf-8")
    return 1 if found[AS_SHIPPED][-1] or not all(found[level][-1] for level in OTHERS) else 0


def page(found: dict[str, list[int]], rounds: int) -> str:
    rows = "\n".join(
        f"| {level} | " + " | ".join(f"{n:,}" for n in totals) + " |"
        for level, totals in found.items()
    )
    date = f"{datetime.now(UTC):%Y-%m-%d}"
    return TEXT.format(rounds=rounds, date=date, sqlite=sqlite3.sqlite_version, rows=rows)


if __name__ == "__main__":
    sys.exit(main())
