"""The time that each seat has left. What time it is comes in as an argument."""

from __future__ import annotations

from dataclasses import dataclass, replace

from . import wire
from .header import ClockRule

NOBODY = -1


@dataclass(frozen=True)
class Clock:
    """Runs for one seat at a time. Without a rule it never runs."""

    increment: int = 0  # milliseconds
    left: tuple[float, ...] = ()  # milliseconds
    since: int = 0  # when the running time was last taken off

    @classmethod
    def of(cls, rule: ClockRule | None, seats: int) -> Clock:
        if rule is None:
            return cls()
        return cls(rule.increment * 1000, (rule.minutes * 60_000.0,) * seats)

    def charged(self, seat: int, at: int) -> Clock:
        """When the time that has gone by is taken off a seat, or off NOBODY."""
        if seat == NOBODY:
            return replace(self, since=at)
        left = max(self.left[seat] - (at - self.since), 0)
        return replace(self._with(seat, left), since=at)

    def rewarded(self, seat: int) -> Clock:
        """When a seat gets back something for its turn."""
        return self._with(seat, self.left[seat] + self.increment)

    def _with(self, seat: int, time: float) -> Clock:
        return replace(self, left=(*self.left[:seat], time, *self.left[seat + 1 :]))

    def deadline(self, seat: int) -> float | None:
        """When the time of the seat that has to decide is up."""
        return None if seat == NOBODY else self.since + self.left[seat]

    def shown(self, seat: int, at: int) -> wire.Clock:
        """The clock as everybody may read it."""
        left = [int(time) for time in self.left]
        if seat != NOBODY:
            left[seat] = max(int(left[seat] - (at - self.since)), 0)
        return wire.Clock(left, seat)
