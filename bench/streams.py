"""Thousands of matches over the stream: `python bench/streams.py`, a part of `make proof`.

Once a bot of 272 waited for a state that did not come. Bots play all kinds of tables at once, with
pauses at bad moments, streams that are left and opened again, and held decisions; every state must
come to everybody who listens, in order. `--record` writes it to `bench/STREAMS.md`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import monotonic

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

import test_stream  # noqa: E402
from served import Served  # noqa: E402
from streaming import check, play_all  # noqa: E402
from sunroom.bench.measure import processor  # noqa: E402
from sunroom.bench.report import commit_id  # noqa: E402

AT_ONCE = 24  # matches
SEED = 20_261_119
TEXT = """# The stream of a match

Written by `python bench/streams.py --record`. Bots played at random over NDJSON streams, {at_once}
matches at a time: alone, two to four of them, and with opponents. They paused at bad moments
(before and after a decision, and when a stream had just been opened), left streams and opened
others, from where they were or from the start, and held decisions.

{matches:,} matches, {bots:,} bots, {frames:,} frames, {stored:,} decisions, {held:,} of them held;
{visits:,} streams were opened, {again:,} commands were refused for haste (429) and sent again.
**{verdict}** It took {seconds:.0f} s, with a load average of {load:.0f} on {cores} cores.

{processor}. {when}, commit {commit}, `python bench/streams.py --matches {matches}`.
"""


def play(matches: int, seed: int) -> tuple[Counter[str], list[str]]:
    """What was counted, and what went wrong."""
    random, found, wrong = Random(seed), Counter[str](), list[str]()  # noqa: S311 - no secrets
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(folder, more=("--limit", "10000")) as server,
    ):
        for first in range(0, matches, AT_ONCE):
            bots = []
            for n in range(first, min(first + AT_ONCE, matches)):
                game, seats = test_stream.TABLES[n % len(test_stream.TABLES)]
                how = manner(random)
                bots += test_stream.bots_at(server, game, seats, seed=seed + 10 * n, **how)
            wrong += play_all(bots)
            try:
                check(server.address, bots)
            except AssertionError as why:
                wrong.append(str(why)[:300])
            found.update(counted(bots))
            print(
                f"{n + 1:,} of {matches:,} matches, {len(wrong)} wrong", file=sys.stderr, flush=True
            )
    return found, wrong


def manner(random: Random) -> dict[str, object]:
    """How the bots of one match behave: one of ten plays to its end, the others resign before."""
    enough = None if random.random() < 0.1 else random.randrange(2, 12)
    return {
        "pause": random.choice((None, (0, 0, 0.1), (0, 0, 0, 0, 1.0))),
        "leave": random.choice((0.0, 0.05, 0.3)), "hold": random.choice((0.0, 0.3)),
        "enough": enough or 40,
    }  # fmt: skip


def counted(bots: list[test_stream.Bot]) -> dict[str, int]:
    return {
        "bots": len(bots),
        "frames": sum(len(bot.frames) for bot in bots),
        "stored": sum(len(bot.stored) for bot in bots),
        "held": sum(len(bot.held) for bot in bots),
        "visits": sum(len(bot.visits) for bot in bots),
        "again": sum(bot.refused.count(429) for bot in bots),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--record", action="store_true", help="write bench/STREAMS.md")
    asked = parser.parse_args()
    start, commit = monotonic(), commit_id()  # what is measured; it may be another one at the end
    found, wrong = play(asked.matches, SEED)
    verdict = "; ".join(wrong[:10]) or "No state was missing, and none came out of order."
    told = TEXT.format(
        **found, matches=asked.matches, verdict=verdict, at_once=AT_ONCE,
        seconds=monotonic() - start, processor=processor(), cores=os.cpu_count(),
        load=os.getloadavg()[1],
        when=f"{datetime.now(UTC):%Y-%m-%d %H:%M}", commit=commit or "unknown",
    )  # fmt: skip
    print(told)
    if asked.record:
        (HERE / "STREAMS.md").write_text(told, "utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
