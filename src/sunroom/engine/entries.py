"""What Python calls: each answer of a game, for the first table of an array.

Compiled code takes an array in a tenth of a microsecond, a single record in two.
"""

from __future__ import annotations

from typing import Any

from sunroom.rules.record import Cells

from . import rollout
from .answers import (
    apply,
    chances,
    legal,
    observe,
    redeal,
    scores,
    setup,
    to_act,
    veil,
)


def set_up_first(tables: Any, options: Cells) -> None:
    setup(tables[0], options)


def actor_of_first(tables: Any) -> Any:
    return to_act(tables[0])


def legal_on_first(tables: Any, out: Cells) -> Any:
    return legal(tables[0], out)


def chances_on_first(tables: Any, out: Cells, weight: Cells) -> Any:
    return chances(tables[0], out, weight)


def apply_to_first(tables: Any, action: int) -> None:
    apply(tables[0], action)


def scores_of_first(tables: Any, out: Cells) -> None:
    scores(tables[0], out)


def veil_first(tables: Any, seat: int) -> None:
    veil(tables[0], seat)


def redeal_first(tables: Any, seat: int, seed: int) -> None:
    redeal(tables[0], seat, seed)


def observe_first(tables: Any, seat: int, out: Cells) -> None:
    observe(tables[0], seat, out)


# Every function that Python calls, with the types of its arguments: see `runner.CODES`.
ENTRIES: dict[Any, str] = {
    set_up_first: "tables numbers",
    actor_of_first: "tables",
    legal_on_first: "tables numbers",
    chances_on_first: "tables numbers numbers",
    apply_to_first: "tables number",
    scores_of_first: "tables numbers",
    veil_first: "tables number",
    redeal_first: "tables number number",
    observe_first: "tables number numbers",
} | rollout.TYPES


def is_quick(entry: Any) -> bool:
    """Whether a call takes no longer than releasing the interpreter's lock would."""
    return entry.__module__ == __name__  # type: ignore[no-any-return]
