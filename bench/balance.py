"""What strong play makes of the reconstructed pieces of Solenia: the figures of decision 0005.

    python bench/balance.py [--games N] [--simulations N] [--only NAMES] [--components FOLDER]

Every seat is played by the same search. Figures are printed as Markdown.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import fmean, quantiles
from typing import Any

from sunroom.engine.referee import compiled_if_possible, cores
from sunroom.games.solenia.chapters.scoring import good_stars, pair_stars, tile_stars, tiles_of
from sunroom.games.solenia.pieces import COMPONENTS, LEVEL_1
from sunroom.games.solenia.rules import DISCARD_CODE, ONE_CODE, PAIR_CODE, SLOT_CODE
from sunroom.games.solenia.state import CARD, DRAFT, SLOT, SPACE
from sunroom.match.match import Match
from sunroom.players.levels import TO_THE_END, Level
from sunroom.players.thinker import Budget
from sunroom.players.workers import GameRef, Workers

TABLES = {
    "summer-2": (2, {}),
    "summer-3": (3, {}),
    "summer-4": (4, {}),
    "summer-2-diagonals": (2, {"diagonals": "on"}),
    "summer-4-diagonals": (4, {"diagonals": "on"}),
    "winter-2": (2, {"board": "winter"}),
    "winter-4": (4, {"board": "winter"}),
    "improvements-2": (2, {"board": "improvements"}),
    "improvements-4": (4, {"board": "improvements"}),
    "solo": (1, {}),
}
Found = dict[str, Any]


def play(which: GameRef, table: str, deal: int, simulations: int) -> Found:
    """One game of the search against itself, and what was counted in it."""
    seats, options = TABLES[table]
    game = which.load()
    rng = Random(deal)  # noqa: S311 - players' noise, no secret
    player = Level("strong", TO_THE_END, 0, Budget(simulations))
    match = Match(game, seats=seats, options=options, seed=deal, referee=compiled_if_possible(game))
    while not match.over:
        match.apply(player.choose(game, match.veiled(match.to_act), rng, seats))
    counts: Counter[str] = Counter()
    for n, step in enumerate(match.history):
        if step.actor >= 0:
            count(match.tables[n], step.action, match.referee.legal(match.tables[n]), counts)
    s = match.table
    places = [(seat - s.first) % seats for seat in range(seats)]
    scores, winners = match.scores(), match.winners()
    rows = [
        {
            "place": places[seat],
            "score": scores[seat],
            "won": 1 / len(winners) if seat in winners else 0,
            "pairs": pair_stars(s, seat),
            "deliveries": tile_stars(s, seat),
            "stars": s.stars[seat],
            "goods": good_stars(s, seat),
            "tiles": tiles_of(s, seat),
        }
        for seat in range(seats)
    ]
    return {"rows": rows, "counts": dict(counts)}


def count(s: Any, action: int, legal: list[int], counts: Counter[str]) -> None:
    """Stuck turns, and what is taken of what is offered."""
    if s.phase == CARD:
        counts["turns"] += 1
    elif s.phase == SPACE:
        counts["stuck"] += DISCARD_CODE in legal
        counts["discarded"] += action == DISCARD_CODE
    elif len(legal) > 1 and s.phase in (SLOT, DRAFT):
        for code in legal:
            name = named(s, code)
            counts[f"offered {name}"] += 1
            counts[f"taken {name}"] += code == action


def named(s: Any, code: int) -> str:
    """A slot of the winter side, a level-1 power, or a half of level 3."""
    if code < ONE_CODE:
        return f"slot {code - SLOT_CODE + 1}"
    if code < PAIR_CODE:
        return f"level 1: {LEVEL_1[s.offered_one[code - ONE_CODE] - 1]}"
    pair = code - PAIR_CODE
    return "level 3: " + " + ".join(halves(s, pair))


def halves(s: Any, pair: int) -> Iterator[str]:
    rows = [r for r in COMPONENTS["improvements"].pieces if r["level"] == "3"]
    for side, row in enumerate(("day", "night")):
        mine = [r for r in rows if r["row"] == row]
        piece = mine[s.offered_half[side, pair] - 1]
        yield f"{piece['power']} {piece['good']}".strip()


def summary(table: str, found: list[Found]) -> Found:
    seats = TABLES[table][0]
    rows = [row for game in found for row in game["rows"]]
    counts: Counter[str] = Counter()
    for game in found:
        counts.update(game["counts"])
    names = ("score", "pairs", "deliveries", "stars", "goods", "tiles")
    by_place = [[row for row in rows if row["place"] == place] for place in range(seats)]
    return {
        "games": len(found),
        "mean": {name: fmean(row[name] for row in rows) for name in names},
        "per_tile": sum(row["deliveries"] for row in rows) / max(sum(r["tiles"] for r in rows), 1),
        "quantiles": quantiles([row["score"] for row in rows], n=20),
        "by_place": [
            {"score": fmean(r["score"] for r in some), "won": fmean(r["won"] for r in some)}
            for some in by_place
        ],
        "stuck": counts["stuck"] / max(counts["turns"], 1),
        "discarded": counts["discarded"] / max(counts["turns"], 1),
        "taken": taken(counts),
    }


def taken(counts: Counter[str]) -> dict[str, float]:
    """How often something was chosen where it was offered with something else; the two halves of a
    pair are counted apart.
    """
    offered: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    for key, number in counts.items():
        kind, _, name = key.partition(" ")
        level, _, powers = name.partition(": ")
        parts = [f"{level}: {p}" for p in powers.split(" + ")] if powers else [name]
        for part in parts:
            if kind == "offered":
                offered[part] += number
            elif kind == "taken":
                chosen[part] += number
    return {name: chosen[name] / offered[name] for name in sorted(offered)}


def page(found: dict[str, Found]) -> Iterator[str]:
    yield "| table | games | score | pairs | deliveries | stars | goods | tiles | a tile | stuck |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for table, one in found.items():
        mean = one["mean"]
        cells = [
            f"{mean[n]:.1f}" for n in ("score", "pairs", "deliveries", "stars", "goods", "tiles")
        ]
        yield (
            f"| {table} | {one['games']} | {' | '.join(cells)} | {one['per_tile']:.2f} |"
            f" {100 * one['stuck']:.2f} % |"
        )
    yield ""
    for table, one in found.items():
        places = ", ".join(f"{100 * p['won']:.1f} % ({p['score']:.1f})" for p in one["by_place"])
        yield f"- {table}: won by place at the table (mean score): {places}"
        yield f"  5 % to 95 %: {', '.join(f'{q:.0f}' for q in one['quantiles'])}"
        for name, share in one["taken"].items():
            yield f"  {name}: {100 * share:.0f} %"


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--simulations", type=int, default=300)
    asked.add_argument("--jobs", type=int, default=cores())
    asked.add_argument("--only", default=",".join(TABLES))
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--components")
    asked.add_argument("--out")
    args = asked.parse_args()
    found, which = {}, GameRef("solenia", args.components)
    with Workers(args.jobs) as workers:
        workers.prepare(which).answer.result()
        for table in args.only.split(","):
            deals = range(args.first, args.first + args.games)
            tasks = [workers.ask(play, which, table, deal, args.simulations) for deal in deals]
            found[table] = summary(table, [task.answer.result() for task in tasks])
            print("\n".join(page({table: found[table]})), flush=True)
    if args.out:
        with open(args.out, "w", encoding="utf-8") as file:  # noqa: PTH123
            json.dump(found, file, indent=1)


if __name__ == "__main__":
    main()
