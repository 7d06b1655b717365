"""What never changes about a match."""

from __future__ import annotations

import msgspec


class SeatSetup(msgspec.Struct, omit_defaults=True):
    """A seat as the match was created."""

    kind: str
    person: str | None = None
    level: str | None = None
    name: str | None = None  # of an imported player, or of another person at the same device


class ClockRule(msgspec.Struct):
    minutes: int
    increment: int  # seconds, for each turn


class Facts(msgspec.Struct, frozen=True):
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
