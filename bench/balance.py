"""What play makes of the reconstructed pieces of Solenia: the figures of decisions 0005 and 0013.

    python bench/balance.py [--games N] [--player NAME] [--only NAMES] [--components FOLDER]

Every seat is played by the same player, by default a search of 300 simulations; other names are
those of the arena, like `club` or `random`. Figures are printed as Markdown.
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
from sunroom.games.solenia.geometry import AHEAD
from sunroom.match.match import Match
from sunroom.players.roster import apply_decisions, player
from sunroom.players.workers import GameRef, Workers
from sunroom.rules.contract import Game, Noted

TABLES: dict[str, tuple[int, dict[str, str]]] = {
    "summer-2": (2, {}),
    "summer-3": (3, {}),
    "summer-4": (4, {}),
    "winter-2": (2, {"board": "winter"}),
    "winter-4": (4, {"board": "winter"}),
    "improvements-2": (2, {"board": "improvements"}),
    "improvements-4": (4, {"board": "improvements"}),
}
# How the strips lie, without and with corners, which change nothing where every column is stepped.
for strips in AHEAD:
    for diagonals in ("off", "on") if strips != "steps" else ("off",):
        for seats in (1, 2, 3, 4):
            corners = "-corners" if diagonals == "on" else ""
            options = {"strips": strips, "diagonals": diagonals}
            TABLES[f"{strips}{corners}-{seats}"] = (seats, options)
Found = dict[str, Any]


def play(which: GameRef, at: str, deal: int, name: str) -> Found:
    """One game of a player against itself, and what was counted in it."""
    seats, options = TABLES[at]
    game = which.load()
    rng = Random(deal)  # noqa: S311 - players' noise, no secret
    everybody = player(name)
    match = Match(game, seats=seats, options=options, seed=deal, referee=compiled_if_possible(game))
    while not match.over:
        apply_decisions(match, everybody.decisions(game, match.veiled(match.to_act), rng, seats))
    counts, names, note = Counter[Noted](), called(game), game.knowledge.note
    assert note is not None
    for n, step in enumerate(match.history):
        if step.actor >= 0:
            table = match.tables[n]
            for one in note(table, step.action, match.referee.legal(table)):
                counts[one._replace(id=names.get((one.file, one.id), ""))] += 1
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
    decisions = sum(step.actor >= 0 for step in match.history)
    return {"rows": rows, "counts": counts, "decisions": decisions}


def summary(table: str, found: list[Found]) -> Found:
    seats = TABLES[table][0]
    rows = [row for game in found for row in game["rows"]]
    counts: Counter[Noted] = Counter()
    for game in found:
        counts.update(game["counts"])
    turns, stuck, discarded = (counts[Noted(what)] for what in ("turn", "stuck", "discarded"))
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
        "stuck": stuck / max(turns, 1),
        "discarded": discarded / max(turns, 1),
        "stuck_games": fmean(game["counts"][Noted("stuck")] > 0 for game in found),
        "decisions": fmean(game["decisions"] for game in found),
        "taken": taken(counts),
    }


def taken(counts: Counter[Noted]) -> dict[str, float]:
    """How often something was chosen where it was offered with something else; the two halves of a
    pair are counted apart.
    """
    offered = {one.id: one for one in counts if one.what == "offered" and one.id}
    return {
        name: counts[one._replace(what="taken")] / counts[one]
        for name, one in sorted(offered.items())
    }


def called(game: Game) -> dict[tuple[str, str], str]:
    """What is counted together: a slot of both rows, and the same power by day and by night."""
    return {
        (box.name, row["id"]): NAMED[box.name](row)
        for box in game.components
        if box.name in NAMED
        for row in box.rows
    }


def improvement(row: dict[str, str]) -> str:
    return f"level {row['level']}: {row['power']} {row['good']}".strip()


NAMED = {"winter": lambda row: f"slot {row['column']}", "improvements": improvement}


def page(found: dict[str, Found]) -> Iterator[str]:
    yield (
        "| table | games | score | pairs | deliveries | stars | goods | tiles | a tile"
        " | stuck turns | games with any | decisions |"
    )
    yield f"|{'---|' * 12}"
    for table, one in found.items():
        mean = one["mean"]
        cells = [
            f"{mean[n]:.1f}" for n in ("score", "pairs", "deliveries", "stars", "goods", "tiles")
        ]
        yield (
            f"| {table} | {one['games']} | {' | '.join(cells)} | {one['per_tile']:.2f} |"
            f" {100 * one['stuck']:.2f} % | {100 * one['stuck_games']:.1f} % |"
            f" {one['decisions']:.0f} |"
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
    asked.add_argument("--player", default="master@300")
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
            tasks = [workers.ask(play, which, table, deal, args.player) for deal in deals]
            found[table] = summary(table, [task.answer.result() for task in tasks])
            print("\n".join(page({table: found[table]})), flush=True)
    if args.out:
        with open(args.out, "w", encoding="utf-8") as file:  # noqa: PTH123
            json.dump(found, file, indent=1)


if __name__ == "__main__":
    main()
