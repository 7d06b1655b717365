"""Energy: markers on the tracks of the stations, their stacks, and whose turn follows from them.

Of two markers on the same field of the same track the one that landed later lies higher. So a bit
for each pair of seats at a station is enough: whose marker landed after whose. For each seat there
are five bits in a row, one for each other that lies below.
"""

from __future__ import annotations

from sunroom.games.solaris.pieces import MOST, SEATS
from sunroom.games.solaris.state import PLACES, Solaris
from sunroom.rules.rulebook import rule

ALL_OTHERS = (1 << SEATS) - 1
IN_EACH_ROW = ((1 << SEATS * SEATS) - 1) // ALL_OTHERS


def active(s: Solaris) -> int:
    """The active station."""
    return s.ring[s.at]


def own_energy(s: Solaris) -> int:
    """What the player in turn has at the active station."""
    return s.energy[active(s), s.seat]


@rule("LAR-3.5")
def put_on_top(s: Solaris, station: int, seat: int) -> None:
    """A marker that lands goes on top: all others below it, it below none."""
    s.above[station] = (s.above[station] | ALL_OTHERS << (SEATS * seat)) & ~(IN_EACH_ROW << seat)


def lies_above(s: Solaris, station: int, one: int, other: int) -> bool:
    return (s.above[station] >> (SEATS * one + other)) & 1 == 1


@rule("LAR-3.6", "LAR-3.6a")
def gain_energy(s: Solaris, station: int, seat: int) -> None:
    """One energy more; at a full station it is lost, and the marker stays where it lies."""
    if s.energy[station, seat] < MOST:
        s.energy[station, seat] += 1
        put_on_top(s, station, seat)


def spend_energy(s: Solaris, station: int, amount: int) -> None:
    """The player in turn moves back."""
    s.energy[station, s.seat] -= amount
    put_on_top(s, station, s.seat)


@rule("LAR-3.6a")
def has_room(s: Solaris, station: int) -> bool:
    """Whether the player in turn may add energy to a station."""
    return s.lost == 1 or s.energy[station, s.seat] < MOST


@rule("LAR-3.2", "LAR-3.3", "LAR-3.7a")
def next_in_order(s: Solaris) -> int:
    """Of those who have not had their turn: most energy first, from the top of a stack; or -1."""
    station = active(s)
    best, most = -1, -1
    for seat in range(s.seats):
        if (s.outer >> seat) & 1 == 0:
            energy = s.energy[station, seat]
            if energy > most or (energy == most and lies_above(s, station, seat, best)):
                best = seat
                most = energy
    return best


@rule("LAR-11.4")
def neighbour(s: Solaris, way: int) -> int:
    """The station next to the active one: clockwise (0) or counterclockwise (1)."""
    return s.ring[(s.at + 1 + way * (PLACES - 2)) % PLACES]


@rule("LAR-11.4")
def bridge_to(s: Solaris, way: int) -> int:
    """The colour of the bridge to that neighbour."""
    return s.bridge[(s.at + way * (PLACES - 1)) % PLACES]


def stacked(s: Solaris, station: int) -> list[int]:
    """The seats in the order in which their markers landed, the top one last. For people only."""
    row = (1 << SEATS) - 1
    return sorted(
        range(s.seats), key=lambda seat: (s.above[station] >> SEATS * seat & row).bit_count()
    )
