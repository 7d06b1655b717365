"""Energy: markers on the tracks of the stations, their stacks, and whose turn follows from them.

A stack is kept as the order in which markers landed at a station. Of two markers on the same field
of the same track the one that landed later lies higher, so one list for each station is enough.
"""

from __future__ import annotations

from sunroom.kernel.rulebook import rule

from .pieces import MOST
from .state import PLACES, Solaris


def active(s: Solaris) -> int:
    """The active station."""
    return s.ring[s.at]


def own_energy(s: Solaris) -> int:
    """What the player in turn has at the active station."""
    return s.energy[active(s), s.seat]


@rule("LAR-3.5")
def put_on_top(s: Solaris, station: int, seat: int) -> None:
    """A marker that lands goes on top; the others keep their order."""
    found = 0
    for n in range(s.seats - 1):
        if s.stack[station, n] == seat:
            found = 1
        if found == 1:
            s.stack[station, n] = s.stack[station, n + 1]
    s.stack[station, s.seats - 1] = seat


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
    for n in range(s.seats - 1, -1, -1):
        seat = s.stack[station, n]
        if (s.outer >> seat) & 1 == 0 and s.energy[station, seat] > most:
            best = seat
            most = s.energy[station, seat]
    return best


@rule("LAR-11.4")
def neighbour(s: Solaris, way: int) -> int:
    """The station next to the active one: clockwise (0) or counterclockwise (1)."""
    return s.ring[(s.at + 1 + way * (PLACES - 2)) % PLACES]


@rule("LAR-11.4")
def bridge_to(s: Solaris, way: int) -> int:
    """The colour of the bridge to that neighbour."""
    return s.bridge[(s.at + way * (PLACES - 1)) % PLACES]
