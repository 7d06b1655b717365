"""The long proofs, minutes instead of seconds: `make proof`. Figures go to `bench/PROOF.md`.

`python bench/proof.py solaris` proves one game again and keeps what is known of the others.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import Progress

from sunroom import known_games, load
from sunroom.arena import rating
from sunroom.arena.runners import on_this_machine
from sunroom.arena.schedule import Arena
from sunroom.checks.conformance import CHECKS, check_fields, variants
from sunroom.engine import gpu
from sunroom.engine.batch import open_playouts
from sunroom.engine.referee import compiled_if_possible, cores, interpreted
from sunroom.players import LEVELS
from sunroom.players.levels import has_opponents
from sunroom.players.workers import GameRef
from sunroom.rules.contract import Game

HERE = Path(__file__).parent
AUDITED = 100_000  # games with each number of seats and each choice of the first option
CHUNK = 4_000  # tables at a time, as many as stay in a processor's cache
COMPARED = 300  # games of each variant played interpreted and compiled
DEALS = 100  # of each duel, each played twice
SEED = 20_261_116
BY_GAME = itemgetter("game")


def audit(game: Game) -> str:
    """Every field of every table after every step of a great many random games."""
    referee = compiled_if_possible(game)
    option = game.options[0]
    settings = [game.settings({option.name: c}, n) for n in game.seats for c in option.choices]
    steps = sum(
        check_fields(referee, referee.batch(CHUNK, s), SEED + first)
        for s in settings
        for first in range(0, AUDITED, CHUNK)
    )
    games = AUDITED * len(settings)
    return f"{games:,} games, {steps:,} steps, no field touched its bound after any of them"


def compare(game: Game) -> str:
    """The same tables interpreted and compiled, to the last byte."""
    ways = (interpreted(game), compiled_if_possible(game))
    for settings in variants(game):
        tables = [way.batch(COMPARED, settings) for way in ways]
        for way, batch in zip(ways, tables, strict=True):
            way.playouts(batch, SEED)
        assert tables[0].tobytes() == tables[1].tobytes(), settings
    return f"{COMPARED * len(list(variants(game))):,} games byte for byte the same"


def conform(game: Game) -> str:
    for check in CHECKS:
        check(compiled_if_possible(game))
    return f"{len(CHECKS)} checks"


def ladder(game: Game) -> str:
    """Every level against every level below."""
    if not has_opponents(game):
        return "it is played alone"
    if game.knowledge.exact is None:
        return "not measured here: these levels search (`sunroom arena`, docs/players.md)"
    names = [level.name for level in LEVELS]
    return "; ".join(duel(game, one, two) for n, one in enumerate(names) for two in names[:n])


def duel(game: Game, one: str, two: str) -> str:
    """How often a level beats another, every deal from both seats."""
    arena = Arena(GameRef(game.name), (one, two), 2 * DEALS, 2, {}, SEED)
    played = list(on_this_machine(arena, list(arena.fixtures()), cores()))
    games, share, _, forfeits = rating.totals(played, one)
    assert forfeits == 0, (one, two)
    return f"{one} – {two} {100 * share:.1f} % of {games}"


def on_gpu(game: Game) -> str:
    """The same tables on a GPU, where there is one."""
    if why := gpu.missing():
        return f"left out: {why}"
    n = 1 << 22
    batch = open_playouts(game, n, "cuda")
    batch.set_up(game.settings())
    batch.play(SEED)
    referee = compiled_if_possible(game)
    tables = referee.batch(n, game.settings())
    referee.playouts(tables, SEED, jobs=cores())
    assert tables.tobytes() == batch.tables.copy_to_host().tobytes()
    return f"{n:,} tables byte for byte the same"


PROOFS = {
    "fields": audit,
    "interpreted = compiled": compare,
    "conformance": conform,
    "GPU = CPU": on_gpu,
    "levels": ladder,
}


def run(progress: Progress, names: list[str]) -> Iterator[dict[str, str]]:
    task = progress.add_task("proving", total=len(PROOFS) * len(names))
    for name in names:
        for what, proof in PROOFS.items():
            progress.update(task, description=f"{name}: {what}")
            start = perf_counter()
            found = proof(load(name))
            spent = f"{perf_counter() - start:.0f} s"
            progress.advance(task)
            progress.console.print(f"{name}: {what}: {found} ({spent})", highlight=False)
            yield {"game": name, "what": what, "found": found, "time": spent}


def main() -> int:
    names = sys.argv[1:] or known_games()
    with Progress(console=Console()) as progress:
        found = list(run(progress, names))
    known = json.loads((HERE / "proof.json").read_text("utf-8"))
    rows = sorted([row for row in known if row["game"] not in names] + found, key=BY_GAME)
    (HERE / "proof.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")
    lines = [f"| {r['game']} | {r['what']} | {r['found']} | {r['time']} |" for r in rows]
    head = (
        "# Proofs\n\nWritten by `make proof`; what takes minutes and is not part of `make test`.\n"
        f"Python {platform.python_version()}, {cores()} cores, seed {SEED}.\n\n"
        "| game | what | found | time |\n|---|---|---|---|\n"
    )
    (HERE / "PROOF.md").write_text(head + "\n".join(lines) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
