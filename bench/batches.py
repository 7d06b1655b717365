"""Batches on a GPU, measured and held to the CPU's: `python bench/batches.py --device cuda`.

Each game is first played on both side by side, and everything must be the same to the last byte.
`--record DIR` writes `DIR/batches.json` and the page of all results.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

if not hasattr(
    np, "row_stack"
):  # a numba-cuda that still uses it; spelled so that no linter mends it
    setattr(np, "row_stack", np.vstack)  # noqa: B010

from sunroom.cli.machine import machine, repeated
from sunroom.cli.results import record
from sunroom.kernel import gpu
from sunroom.research import batch

GAMES = {"soluna": 2, "solenia": 2, "solaris": 3, "guild-solo": 1}
SIDE_BY_SIDE, DECISIONS = 4096, 400  # tables, and decisions at each: more than a game has
FIRST = 20  # decisions at each table, always the first that is legal
APART = 300  # decisions until the tables are at all phases of their games
SIZES = (1 << 18, 1 << 20, 1 << 21)
ROUNDS = 60
ABOUT = """All tables live on the device: masks and observations are written there after every
decision. *Steps alone* take actions that are drawn already; otherwise they are drawn on the device,
each legal action as likely as the others."""


def on_host(array: Any) -> Any:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


def identical(name: str, seats: int, device: str) -> bool:
    """Whether a batch there is what it is on the CPU, after many decisions."""
    ours, theirs = (
        batch(name, SIDE_BY_SIDE, seats=seats, seed=5, device=d) for d in ("cpu", device)
    )
    for _ in range(DECISIONS):
        actions = ours.sample()
        drawn = theirs.sample()
        if not np.array_equal(actions, on_host(drawn)):
            return False
        ours.step(actions)
        theirs.step(drawn)
    if device == "cuda":
        theirs.check()
    return all(
        np.array_equal(getattr(ours, array), on_host(getattr(theirs, array)))
        for array in ("tables", "mask", "observation", "reward", "seat", "ended", "length")
    )


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
            yield f"{name}: {taken}; its decisions were {'carried out' if same else 'LOST'}."


def waiting(device: str) -> Callable[[], None]:
    if device == "cpu":
        return lambda: None
    from numba import cuda

    return cuda.synchronize


def timed(work: Callable[[], Any], device: str) -> float:
    wait = waiting(device)
    wait()
    start = perf_counter()
    for _ in range(ROUNDS):
        work()
    wait()
    return perf_counter() - start


def rates(name: str, seats: int, size: int, device: str) -> Iterator[tuple[str, dict[str, Any]]]:
    tables = batch(name, size, seats=seats, seed=5, device=device)
    for _ in range(APART):
        tables.step(tables.sample())
    decisions = size * ROUNDS

    def drawn() -> float:
        return decisions / timed(lambda: tables.step(tables.sample()), device)

    def alone() -> float:
        both = timed(lambda: tables.step(tables.sample()), device)
        return decisions / (both - timed(tables.sample, device))

    label = f"{name}: {size:,} tables, {device}"
    yield f"{label}, random actions drawn there", repeated(drawn, "decisions/s")
    yield f"{label}, steps alone", repeated(alone, "decisions/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--device", default="cuda", choices=["cpu", "cuda"])
    parser.add_argument("--record", type=Path, help="the folder to write the results to")
    asked = parser.parse_args()
    if asked.device == "cuda" and (why := gpu.missing()) is not None:
        sys.exit(why)
    figures: dict[str, Any] = {}
    notes = []
    for name, seats in GAMES.items():
        same = "identical to" if identical(name, seats, asked.device) else "DIFFERENT from"
        notes.append(f"{name}: byte for byte {same} the CPU's after {DECISIONS} decisions.")
        print(notes[-1], file=sys.stderr, flush=True)
        for size in SIZES if asked.device == "cuda" else (4096,):
            figures |= dict(rates(name, seats, size, asked.device))
    if asked.device == "cuda":
        notes += shared()
    on = machine(gpu=asked.device == "cuda")
    found = {"kind": "batches", "machine": on, "figures": figures, "about": ABOUT, "notes": notes}
    print(json.dumps(found, indent=1))
    if asked.record is not None:
        record(found, asked.record)


if __name__ == "__main__":
    main()
