"""Seats around a table."""

from __future__ import annotations


def clockwise(seat: int, other: int, seats: int) -> int:
    """The number of places clockwise from one seat to another. Without a division: observations
    call it for every card of a board, and a GPU has none in hardware.
    """
    away = other - seat
    return away if away >= 0 else away + seats
