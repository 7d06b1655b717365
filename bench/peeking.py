"""Thousands of random matches in which every byte sent is accounted for: `make proof` runs it.

`python bench/peeking.py --seconds 600` plays matches of every game for so long, on all cores, and
writes what it has looked at to `bench/PEEKING.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from sunroom.engine.referee import cores  # noqa: E402
from sunroom.rules.catalogue import known_games  # noqa: E402

TEXT = """# Nobody peeks

Every frame that any player or spectator got, in random matches with undo, tentative turns,
takebacks, lost connections and resignations, was made of what `veil` leaves to them and of what is
told to all. At every moment everybody also asked for a table of before, a hint, a review, the file
and to play on: they got what their eye may know, or a refusal, and what a hint is made of was
looked at. All matches were played to their end.

`python bench/peeking.py --seconds {seconds}`, {date}.

| game | matches | frames |
|---|---|---|
{rows}
"""
FIRST = 1000  # seeds below are for the tests


def play(game: str, first: int, stride: int, seconds: float) -> tuple[int, int]:
    """Matches of one game for so long; returns how many, and how many frames were looked at."""
    return asyncio.run(_play(game, first, stride, seconds))


async def _play(game: str, first: int, stride: int, seconds: float) -> tuple[int, int]:
    from served import open_backend
    from whispers import random_match

    end, matches, frames = monotonic() + seconds, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        async with open_backend(folder) as backend:
            for seed in count(first, stride):
                frames += await random_match(backend, game, seed, everybody=True)
                matches += 1
                if monotonic() > end:
                    return matches, frames
    raise AssertionError("counting never ends")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--jobs", type=int, default=cores())
    asked = parser.parse_args()
    games = known_games()
    share = asked.seconds / len(games)
    found: dict[str, list[int]] = {game: [0, 0] for game in games}
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        for game in games:
            starts = range(FIRST, FIRST + asked.jobs)
            done = [pool.submit(play, game, start, asked.jobs, share) for start in starts]
            for matches, frames in (one.result() for one in done):
                found[game][0] += matches
                found[game][1] += frames
            m, f = found[game]
            print(f"{game}: {m:,} matches, {f:,} frames, no secret in them", flush=True)
    (HERE / "PEEKING.md").write_text(page(found, asked.seconds), "utf-8")


def page(found: dict[str, list[int]], seconds: float) -> str:
    rows = "\n".join(f"| {game} | {m:,} | {f:,} |" for game, (m, f) in found.items())
    return TEXT.format(seconds=round(seconds), date=f"{datetime.now(UTC):%Y-%m-%d}", rows=rows)


if __name__ == "__main__":
    main()
