"""Soluna solved: every position that a round can reach, by its Grundy value.

For winning only heights and shown symbols matter, and which symbol is which does not. So a position
is, for each symbol, the heights of the towers that show it; all twelve-disc patterns together reach
little more than two thousand of them, solved in a fraction of a second at first use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from sunroom.rules.contract import Outlook

from .notation import Tower, read_position, show_position, towers_of
from .rules import FOLLOW, OPEN, partners
from .state import CHOOSE, KINDS, PLACES, SIDES, STACK, Soluna

Position = tuple[
    tuple[int, ...], ...
]  # per symbol its towers' heights, ascending; symbols descending


class Solution(NamedTuple):
    grundy: int  # 0: the player to move loses
    length: int  # moves if the winner hurries and the loser holds out
    shortest: int  # fewest moves that any play can take
    longest: int  # most moves that any play can take


def position(towers: Iterable[Tower]) -> Position:
    """The position that these towers are."""
    heights: dict[int, list[int]] = {}
    for symbol, height in towers:
        heights.setdefault(symbol, []).append(height)
    return _canonical(heights.values())


def _canonical(groups: Iterable[list[int]]) -> Position:
    return tuple(sorted((tuple(sorted(g)) for g in groups if g), reverse=True))


@cache
def stackings(here: Position) -> dict[Position, int]:
    """The positions after one stacking; for each, how many pairs of towers lead to it."""
    ways: Counter[Position] = Counter()
    groups = [Counter(heights) for heights in here]
    for i, movers in enumerate(groups):
        for j, bases in enumerate(groups):
            for mover, base in product(movers, bases):
                if i == j or mover == base:
                    same = i == j and mover == base
                    pairs = movers[mover] * (bases[base] - 1 if same else bases[base])
                    if pairs:
                        ways[_stacked(here, i, mover, j, base)] += pairs
    return dict(ways)


def _stacked(here: Position, i: int, mover: int, j: int, base: int) -> Position:
    groups = [list(heights) for heights in here]
    groups[i].remove(mover)
    groups[j].remove(base)
    groups[i].append(mover + base)
    return _canonical(groups)


@cache
def solved(here: Position) -> Solution:
    after = [solved(there) for there in stackings(here)]
    if not after:
        return Solution(0, 0, 0, 0)
    values = {s.grundy for s in after}
    grundy = next(g for g in range(len(values) + 1) if g not in values)
    if grundy:
        length = min(s.length for s in after if s.grundy == 0)
    else:
        length = max(s.length for s in after)
    shortest = min(s.shortest for s in after)
    longest = max(s.longest for s in after)
    return Solution(grundy, 1 + length, 1 + shortest, 1 + longest)


def reachable(here: Position) -> set[Position]:
    """All positions that play from here can come to, here and the ends included."""
    seen = {here}
    new = [here]
    while new:
        new = [p for p in {q for p in new for q in stackings(p)} if p not in seen]
        seen.update(new)
    return seen


@cache
def throws() -> Counter[Position]:
    """How many of the 4,096 equally likely throws show each pattern."""
    return Counter(position((symbol, 1) for symbol in faces) for faces in product(*SIDES))


def exact(s: Soluna) -> dict[int, Outlook]:
    """Every legal action of a table judged for the player to act, for the round at hand."""
    here = position(towers_of(s))
    if s.phase == CHOOSE:
        opener = solved(here)
        return {
            OPEN: Outlook(opener.grundy > 0, opener.length),
            FOLLOW: Outlook(opener.grundy == 0, opener.length),
        }
    if s.phase != STACK:
        return {}
    return {
        mover * PLACES + base: _after(s, here, mover, base)
        for mover in range(PLACES)
        if s.height[mover] > 0
        for base in range(PLACES)
        if partners(s, mover) >> base & 1
    }


def _after(s: Soluna, here: Position, mover: int, base: int) -> Outlook:
    towers = [
        (s.face[s.top[place]], s.height[place])
        for place in range(PLACES)
        if s.height[place] > 0 and place not in (mover, base)
    ]
    towers.append((s.face[s.top[mover]], s.height[mover] + s.height[base]))
    there = solved(position(towers))
    return Outlook(there.grundy == 0, 1 + there.length)


def solve(text: str) -> dict[str, Any]:
    """Everything about a pattern or position in notation; raises UnreadablePosition."""
    towers = read_position(text)
    here = position(towers)
    answer = solved(here)
    ways = stackings(here)
    winning = {there: n for there, n in ways.items() if solved(there).grundy == 0}
    result = {
        "start": " ".join(text.split()),
        "winner": "first" if answer.grundy else "second",
        "grundy": answer.grundy,
        "winning_moves": sum(winning.values()),
        "moves": sum(ways.values()),
        "wins_by": winning_stackings(towers),
        "length": answer.length,
        "shortest": answer.shortest,
        "longest": answer.longest,
        "states": len(reachable(here)),
    }
    if all(height == 1 for _, height in towers) and len(towers) == PLACES:
        result["throws"] = throws()[here]
    return result


def winning_stackings(towers: list[Tower]) -> list[str]:
    """The stackings that win, by kind of tower: `S1>M1`."""
    found = []
    for i, mover in enumerate(towers):
        for j, base in enumerate(towers):
            if i != j and (mover[0] == base[0] or mover[1] == base[1]):
                rest = [tower for k, tower in enumerate(towers) if k not in (i, j)]
                if solved(position([*rest, (mover[0], mover[1] + base[1])])).grundy == 0:
                    found.append(f"{show_position([mover])}>{show_position([base])}")
    return sorted(set(found))


def starts() -> list[str]:
    """The 34 count patterns of twelve faces over four symbols, the most even last."""

    def parts(n: int, k: int, most: int) -> Iterable[tuple[int, ...]]:
        if k == 1:
            return [(n,)] if n <= most else []
        return [(a, *rest) for a in range(min(n, most), -1, -1) for rest in parts(n - a, k - 1, a)]

    return ["-".join(map(str, counts)) for counts in parts(PLACES, KINDS, PLACES)]
