"""How far a measurement is, and how long it will still take: one line before each part."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from time import monotonic
from typing import Any

from sunroom.bench.measure import Part

A_MINUTE = 60
TRUST = 0.1  # of the expected time, taken as kept


class Pace:
    """Begun with the seconds that all parts are expected to take; the time left is what is then
    still expected, at the pace so far.
    """

    def __init__(self, expected: float) -> None:
        self.expected = expected
        self.done = 0.0
        self.began = monotonic()

    def begin(self, what: str) -> None:
        left = self.left(monotonic() - self.began)
        share = 100 * min(self.done / self.expected, 1)
        print(f"{share:3.0f} %  {what} … {told(left)} left", file=sys.stderr, flush=True)

    def end(self, seconds: float) -> None:
        """A part is over that was expected to take so long."""
        self.done += seconds

    def through(self, parts: Iterable[Part]) -> dict[str, Any]:
        """What each of these parts has found."""
        found = {}
        for part in parts:
            self.begin(part.what)
            found[part.what] = part.run()
            self.end(part.seconds)
        return found

    def left(self, elapsed: float) -> float:
        """The expected pace counts a little, or the first part, which compiles, would count all."""
        trust = TRUST * self.expected
        pace = (elapsed + trust) / (self.done + trust)
        return max(self.expected - self.done, 0.0) * pace


def told(seconds: float) -> str:
    if seconds < A_MINUTE:
        return f"about {max(round(seconds), 1)} s"
    return f"about {round(seconds / A_MINUTE)} min"
