"""What a player in turn can do anywhere: fill up, move energy, swap a card, pass."""

from __future__ import annotations

from sunroom.games.solaris.state import (
    FILL,
    FILL_UP,
    MOVE,
    MOVE_ENERGY,
    PASS,
    SWAP,
    SWAP_CARD,
    TAKE,
    Solaris,
)
from sunroom.rules.rulebook import rule

from .cards import OTHER, of_colour, of_station
from .stations import station_choices, use_station
from .tracks import (
    active,
    bridge_to,
    gain_energy,
    has_room,
    neighbour,
    own_energy,
    spend_energy,
)
from .turn import end_turn


@rule("LAR-3.7", "LAR-6.2")
def choices(s: Solaris, action: int) -> int:
    """What an action leaves to choose next, as a mask; nothing where it has no effect."""
    if action == FILL_UP:
        return fillable(s)
    if action == MOVE_ENERGY:
        return movable(s)
    if action == SWAP_CARD:
        return s.holds[s.seat]
    return 1 if action == PASS else station_choices(s)


@rule("LAR-3.7")
def choose_action(s: Solaris, action: int) -> None:
    s.action = action
    if action == FILL_UP:
        s.phase = FILL
    elif action == MOVE_ENERGY:
        s.phase = MOVE
    elif action == SWAP_CARD:
        s.phase = SWAP
    elif action == PASS:
        end_turn(s)
    else:
        use_station(s)


@rule("LAR-4.1")
def fillable(s: Solaris) -> int:
    """Cards with the symbol of the active station."""
    return s.holds[s.seat] & of_station(active(s)) if has_room(s, active(s)) else 0


@rule("LAR-4.1")
def fill(s: Solaris) -> None:
    gain_energy(s, active(s), s.seat)


@rule("LAR-5.1", "LAR-5.2", "LAR-5.2a", "LAR-5.3")
def movable(s: Solaris) -> int:
    """Cards for the bridge clockwise, and above them cards for the other one."""
    if own_energy(s) == 0:
        return 0
    mask = 0
    for way in range(2):
        if has_room(s, neighbour(s, way)):
            mask |= (s.holds[s.seat] & of_colour(bridge_to(s, way))) << (way * OTHER)
    return mask


@rule("LAR-5.1")
def move(s: Solaris, way: int) -> None:
    spend_energy(s, active(s), 1)
    gain_energy(s, neighbour(s, way), s.seat)


@rule("LAR-6.1", "LAR-6.1a", "LAR-8.1a")
def swap(s: Solaris) -> None:
    """A card has gone to the discards, not played; another one for it."""
    s.due = 1
    s.phase = TAKE
