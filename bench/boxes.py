"""The form of the rules that all other boxes share, beside our own box: `python bench/boxes.py`.

Both play with the same numbers: constants of the code in one, read from a buffer in the other. The
two take turns on one core and are measured in processor time, so that whatever else the machine
does is in both of a pair. The table goes into docs/decisions/0012.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from typing import Any

import peer_version
from results import markdown_table
from said import on_one_core
from versions import row

from sunroom.rules.catalogue import known_games, load

WORKS: dict[str, Callable[[Any], Callable[[], float]]] = {
    "playouts, steps/s": peer_version.playouts,
    "search, simulations/s": peer_version.search,
}
COLUMNS = ("one core", "our box", "any other", "ratio", "our box, least – most")


def in_turns(name: str, rounds: int) -> dict[str, tuple[list[float], list[float]]]:
    """The rates of both forms of a game, by what is done."""
    ours = load(name)
    both = (ours, ours.with_components(ours.folder))
    found: dict[str, tuple[list[float], list[float]]] = {}
    for what, make in WORKS.items():
        works = [make(game) for game in both]
        rates: tuple[list[float], list[float]] = ([], [])
        for number in range(rounds):
            for which in (0, 1) if number % 2 == 0 else (1, 0):
                rates[which].append(peer_version.rate(works[which]))
        found[f"{name}: {what}"] = rates
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", nargs="+", default=own_boxes())
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    on_one_core()
    rows = []
    for name in asked.games:
        for what, (ours, other) in in_turns(name, asked.rounds).items():
            rows.append(row(what, ours, other))
            print(f"{what}: {median(other) / median(ours):.2f}", flush=True)
    print(markdown_table(COLUMNS, rows))


def own_boxes() -> list[str]:
    """The games that can be played with other boxes."""
    return [name for name in known_games() if load(name).recompose is not None]


if __name__ == "__main__":
    main()
