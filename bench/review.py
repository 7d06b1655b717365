"""How long the review of a whole match takes, from the click.

python bench/review.py                     some matches of Solenia, compiled
python bench/review.py --cold              and one with an empty cache, as after an installation
python bench/review.py --record bench      and keep the figures in bench/review.json

Everything is compiled in a folder of its own first, which takes a minute or more. A server is
started as `sunroom` starts it. Somebody brings matches that two opponents have played, and has each
reviewed, as a browser would: measured are the first mistake that is shown, the moment at which
every decision has been looked at, and that at which all are looked at closely.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx
from first import PATIENCE, Served, compile_all, conclusion, post, served

from sunroom import Match, load
from sunroom.bench.measure import machine
from sunroom.bench.report import write_json
from sunroom.match import matchfile
from sunroom.players import level
from sunroom.players.review import BLUNDER, INACCURACY, MISTAKE

GAME, SEATS = "solenia", ("club", "casual")
MATCHES = 5
AIMS = {"mistake": 1.0, "all": 4.0}  # seconds, on two quiet cores
ERRORS = (INACCURACY, MISTAKE, BLUNDER)


def played(seed: int, game: str = GAME, **options: str) -> Match:
    """A match between two opponents."""
    match = Match(load(game), list(SEATS), seed=seed, options=options)
    noise = Random(seed)  # noqa: S311 - no secret
    while not match.over:
        seat = match.to_act
        match.apply(level(SEATS[seat]).choose(match.game, match.veiled(seat), noise, len(SEATS)))
    return match


def lines(address: str, token: str, match: Match) -> Iterator[dict[str, Any]]:
    """What the page is told about a match that somebody brings."""
    body = {"file": matchfile.dumps(match), "name": "match"}
    id = post(address, "/api/imports", token, body)["id"]
    with httpx.stream(
        "POST", f"{address}/api/matches/{id}/review/stream", timeout=PATIENCE,
        headers={"authorization": f"Bearer {token}"},
    ) as answer:  # fmt: skip
        answer.raise_for_status()
        yield from (json.loads(line) for line in answer.iter_lines() if line)


def reviewed(server: Served, match: Match) -> dict[str, float]:
    """Seconds from the click; of a match without mistakes, until that was known. And the seconds of
    the processor that it took: on a busy machine they say more.
    """
    token = post(server.address, "/api/me", "", {"name": "Ann"})["token"]
    before, clicked, found = server.spent(), time.perf_counter(), {}
    for line in lines(server.address, token, match):
        now = time.perf_counter() - clicked
        if line.get("judged", {}).get("verdict") in ERRORS:
            found.setdefault("mistake", now)
        if line.get("looked") == line["of"]:
            found.setdefault("looked", now)
        if line["done"] == line["of"]:
            found["all"] = now
    found.setdefault("mistake", found["all"])
    return found | {"processor": server.spent() - before, "decisions": line["of"]}


def measured(folder: Path, matches: list[Match]) -> dict[str, Any]:
    with served(folder) as server:
        reviewed(server, matches[0])  # the thinkers load what is compiled
        found = [reviewed(server, match) for match in matches]
    return {
        what: {
            "least": round(min(one[what] for one in found), 3),
            "median": round(median(one[what] for one in found), 3),
            "most": round(max(one[what] for one in found), 3),
        }
        for what in found[0]
    }


def measured_cold(match: Match) -> dict[str, Any]:
    """The first review after an installation, while everything is compiled."""
    with tempfile.TemporaryDirectory() as empty, served(Path(empty)) as server:
        found = reviewed(server, match)
    return {what: {"median": round(seconds, 3)} for what, seconds in found.items()}


def missed(figures: dict[str, Any]) -> list[str]:
    """What took longer than it should, compiled."""
    return [
        f"{what}: {figures['compiled'][what]['median']:.2f} s, should be {aim:.0f} s"
        for what, aim in AIMS.items()
        if figures["compiled"][what]["median"] > aim
    ]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--matches", type=int, default=MATCHES)
    arguments.add_argument("--cold", action="store_true", help="also with an empty cache")
    arguments.add_argument("--record", type=Path)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        compile_all(Path(folder), [GAME])
        matches = [played(seed) for seed in range(1, given.matches + 1)]
        figures = {"compiled": measured(Path(folder), matches)}
    if given.cold:
        figures["cold"] = measured_cold(matches[0])
    for way, found in figures.items():
        for what, seconds in found.items():
            print(f"{way:<9} {what:<10} {seconds}", flush=True)
    print(*conclusion(missed(figures)), sep="\n")
    if given.record is not None:
        about = {"load": f"{os.getloadavg()[1]:.1f} processes wanted the cores besides"}
        found = {"kind": "review", "machine": machine(gpu=False) | about, "figures": figures}
        write_json(found, given.record)


if __name__ == "__main__":
    main()
