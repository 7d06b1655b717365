"""What never changes about a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

OPEN, RESERVED, PERSON, AI = "open", "reserved", "person", "ai"  # kinds of seats


@dataclass(frozen=True)
class SeatSetup:
    """A seat as the match was created."""

    kind: str
    person: str | None = None
    level: str | None = None
    name: str | None = None  # of an imported player, or of another person at the same device
    emblem: int | None = None  # by which a player is known, where it is not that of the seat


def without_names(
    seats: Sequence[SeatSetup], host: str, person: str
) -> tuple[SeatSetup, ...]:  # fmt: skip
    """The same seats without the names that a person has given: to others at their device, and to
    the players of a file that they have brought.
    """
    return tuple(
        replace(seat, name=None) if (seat.person or host) == person else seat for seat in seats
    )


@dataclass(frozen=True)
class ClockRule:
    minutes: int
    increment: int  # seconds, for each turn


@dataclass(frozen=True)
class Header:
    """What never changes about a match."""

    id: str
    game: str
    rules: int
    components: str
    options: dict[str, str]
    seats: tuple[SeatSetup, ...]
    seed: bytes
    commitment: str
    by_hand: bool
    visibility: str
    hints: bool
    clock: ClockRule | None
    host: str
    created: int
    known_deal: bool = False  # somebody has seen the seed, or part of what was dealt, before

    @property
    def may_be_rated(self) -> bool:
        """Whether its result can say something about who plays better."""
        return not self.known_deal and not self.by_hand
