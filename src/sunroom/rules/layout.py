"""What rows of numbers mean: the codes of a game's actions and outcomes, and what a seat observes.

A game declares its layouts with the constants that its code uses, and the reference is generated
from them. A test checks the widths against the numbers in the game's declaration.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias


class Part(NamedTuple):
    """Neighbouring numbers that mean the same kind of thing.

    *names* has a name for each of them; for a single number, a name for each value from 0 on.
    """

    what: str
    size: int = 1
    names: tuple[str, ...] = ()


class Each(NamedTuple):
    """Parts that are repeated, once for each of something."""

    of: str
    times: int
    parts: tuple[Part, ...]


Layout: TypeAlias = Sequence[Part | Each]


class Layouts(NamedTuple):
    """The three rows of numbers of a game."""

    actions: Layout
    outcomes: Layout
    observation: Layout


class Span(NamedTuple):
    """The place of a part; if it is repeated, for each of what, how often and how far apart."""

    what: str
    first: int
    size: int
    of: str = ""
    times: int = 1
    stride: int = 0
    names: tuple[str, ...] = ()


def width(layout: Layout) -> int:
    """The number of numbers in all."""
    total = 0
    for part in layout:
        if isinstance(part, Each):
            total += part.times * width(part.parts)
        else:
            total += part.size
    return total


def spans(layout: Layout) -> Iterator[Span]:
    """Every part with its place, in order."""
    at = 0
    for part in layout:
        if isinstance(part, Part):
            yield Span(part.what, at, part.size, names=part.names)
        else:
            stride, inner = width(part.parts), at
            for one in part.parts:
                yield Span(one.what, inner, one.size, part.of, part.times, stride, one.names)
                inner += one.size
        at += width([part])
