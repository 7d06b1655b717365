"""Batches on a GPU, measured and held to the CPU's: `python bench/batches.py`.

Each game is first played on both side by side, and everything must be the same to the last byte.
`--record DIR` writes `DIR/batches.json` and the page of all results.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module, metadata
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import older_numpy  # noqa: F401
from results import record

from sunroom import load
from sunroom.bench.measure import machine, repeated
from sunroom.engine import gpu
from sunroom.research import batch
from sunroom.rules.contract import Game

# Decisions of a random game and more: until then the tables are at all stages of their games.
GAMES = {"soluna": 300, "solenia": 300, "solaris": 2500, "guild-solo": 300}
SIDE_BY_SIDE = 4096  # tables
LEAST = 400  # decisions at each of them
FIRST = 20  # decisions at each table, always the first that is legal
SIZES = (1 << 18, 1 << 20, 1 << 21)
ROUNDS = 60
TILE = "LEN-N02,night,1,2,0,0,"  # the next number is its stars
OTHER_STARS = (0, 20)
ABOUT = """All tables live on the device: masks and observations are written there after every
decision. Actions are drawn on the device, each legal one as likely as the others; of *steps alone*
only the time of the steps is counted, as the device itself measures it."""


def on_host(array: Any) -> Any:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


class Pair:
    """The same batch on the CPU and there. What comes with an end of a game is compared at every
    decision, all else in the end.
    """

    def __init__(self, game: Game) -> None:
        self.ours, self.theirs = (
            batch(game, SIDE_BY_SIDE, seed=5, device=device) for device in ("cpu", "cuda")
        )
        self.ended = np.zeros(SIDE_BY_SIDE, np.int64)
        self.same = True

    def step(self) -> None:
        actions, drawn = self.ours.sample(), self.theirs.sample()
        self.same &= np.array_equal(actions, on_host(drawn))
        self.ours.step(actions)
        self.theirs.step(drawn)
        self.same &= equal(self.ours, self.theirs, ("ended", "reward", "length"))
        self.ended += self.ours.ended

    def is_same(self) -> bool:
        self.theirs.check()
        return self.same and equal(
            self.ours, self.theirs, ("tables", "mask", "observation", "seat")
        )


def compared(name: str, *games: Game) -> str:
    """Whether batches there are what they are on the CPU, until a game has ended at every table.
    Those of several games, or boxes of one game, take turns.
    """
    pairs = [Pair(game) for game in games]
    decisions = 0
    while all(pair.same for pair in pairs) and (
        decisions < LEAST or not all(pair.ended.all() for pair in pairs)
    ):
        for pair in pairs:
            pair.step()
        decisions += 1
    same = all(pair.is_same() for pair in pairs)
    ended = sum(int(pair.ended.sum()) for pair in pairs)
    return (
        f"{name}: byte for byte {'identical to' if same else 'DIFFERENT from'} the CPU's after "
        f"{decisions:,} decisions at each of {SIDE_BY_SIDE:,} tables; {ended:,} games ended."
    )


def boxes() -> Iterator[str]:
    """How soon two other boxes of Solenia start (they share one form), and what is played."""
    others = [with_stars(stars) for stars in OTHER_STARS]
    for n, game in enumerate(others, 1):
        start = perf_counter()
        batch(game, SIDE_BY_SIDE, device="cuda").check()
        yield f"solenia: other box {n} is ready there after {perf_counter() - start:.2f} s."
    yield compared("solenia, two other boxes in turns", *others)


def with_stars(stars: int) -> Game:
    """Solenia with another number of stars on one of its tiles."""
    game = load("solenia")
    with tempfile.TemporaryDirectory() as folder:
        there = shutil.copytree(game.folder, Path(folder) / "box")
        text = (there / "tiles.csv").read_text("utf-8")
        (there / "tiles.csv").write_text(text.replace(f"{TILE}5,", f"{TILE}{stars},"), "utf-8")
        return game.with_components(there)


def equal(ours: Any, theirs: Any, arrays: tuple[str, ...]) -> bool:
    return all(np.array_equal(getattr(ours, a), on_host(getattr(theirs, a))) for a in arrays)


TAKES = {  # how a package takes an array of the GPU, and where it then has its numbers
    "torch": (
        lambda torch, array: torch.as_tensor(array, device="cuda"),
        lambda array: array.data_ptr(),
    ),
    "cupy": (lambda cupy, array: cupy.asarray(array), lambda array: array.data.ptr),
    "jax.numpy": (
        lambda jnp, array: jnp.asarray(array),
        lambda array: array.unsafe_buffer_pointer(),
    ),
}


def shared() -> Iterator[str]:
    """Which packages take the arrays of a batch without copying, and decide at it rightly."""
    for name, (take, place) in TAKES.items():
        ours, theirs = (batch("soluna", 1024, seed=5, device=d) for d in ("cpu", "cuda"))
        try:
            package = import_module(name)
            mask = take(package, theirs.mask)
            for _ in range(FIRST):
                theirs.step(take(package, theirs.mask).argmax(1))
            theirs.check()
        except (ImportError, TypeError, ValueError, RuntimeError) as error:
            yield f"{name}: not shared ({error})."
        else:
            for _ in range(FIRST):
                ours.step(ours.mask.argmax(1))
            there = theirs.mask.__cuda_array_interface__["data"][0]
            taken = "takes arrays as they are" if place(mask) == there else "takes a copy of arrays"
            same = np.array_equal(ours.observation, theirs.observation.copy_to_host())
            yield f"{name}: {taken}; its decisions were {'kept' if same else 'LOST'}."


def mark() -> Any:
    """A moment on the GPU: when it comes to this in its queue."""
    from numba import cuda

    event = cuda.event(timing=True)
    event.record()
    return event


def between(start: Any, end: Any) -> float:
    from numba import cuda

    end.synchronize()
    return cuda.event_elapsed_time(start, end) / 1000


def drawn(tables: Any) -> float:
    """Decisions a second by the clock, with the drawing."""
    tables.check()  # waits
    start = perf_counter()
    for _ in range(ROUNDS):
        tables.step(tables.sample())
    tables.check()
    return tables.size * ROUNDS / (perf_counter() - start)


def alone(tables: Any) -> float:
    """Decisions a second of the steps, without the drawing in between."""
    marks = []
    for _ in range(ROUNDS):
        actions, start = tables.sample(), mark()
        tables.step(actions)
        marks.append((start, mark()))
    return tables.size * ROUNDS / sum(between(*both) for both in marks)


def rates(name: str, size: int) -> Iterator[tuple[str, dict[str, Any]]]:
    tables = batch(name, size, seed=5, device="cuda")
    for _ in range(GAMES[name]):
        tables.step(tables.sample())
    label = f"{name}: {size:,} tables, cuda"
    yield f"{label}, random actions drawn there", repeated(lambda: drawn(tables), "decisions/s")
    yield f"{label}, steps alone", repeated(lambda: alone(tables), "decisions/s")


def versions() -> dict[str, str]:
    """Of what else takes part, where it is there."""
    packages = ("numba-cuda", "torch", "cupy", "jax")
    return {name: found for name in packages if (found := version_of(name))}


def version_of(package: str) -> str | None:
    """CuPy is distributed under several names."""
    names = {package, *metadata.packages_distributions().get(package, ())}
    for name in sorted(names):
        with suppress(metadata.PackageNotFoundError):
            return metadata.version(name)
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--record", type=Path, help="the folder to write the results to")
    folder = parser.parse_args().record
    if (why := gpu.missing()) is not None:
        sys.exit(why)
    figures: dict[str, Any] = {}
    notes = []
    for name in GAMES:
        notes.append(compared(name, load(name)))
        print(notes[-1], file=sys.stderr, flush=True)
        for size in SIZES:
            figures |= dict(rates(name, size))
    notes += [*boxes(), *shared()]
    on = machine(gpu=True) | versions()
    found = {"kind": "batches", "machine": on, "figures": figures, "about": ABOUT, "notes": notes}
    print(json.dumps(found, indent=1))
    if folder is not None:
        record(found, folder)


if __name__ == "__main__":
    main()
