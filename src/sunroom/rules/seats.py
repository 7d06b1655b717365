"""Seats round a table."""

from __future__ import annotations


def clockwise(seat: int, other: int, seats: int) -> int:
    """How many places clockwise another sits. Without a division: observations ask it for every
    card of a board, and a GPU has none in hardware.
    """
    away = other - seat
    return away if away >= 0 else away + seats
