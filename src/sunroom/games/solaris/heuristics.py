"""What a sensible player leans to in Solaris, and what a position may become. For searches only:
no rule asks it.
"""

from __future__ import annotations

from sunroom.rules.masks import count
from sunroom.rules.record import Cells

from .chapters.cards import of_colour
from .chapters.scoring import LASER
from .chapters.stations import sells_cards, station_choices
from .chapters.tracks import active, own_energy
from .pieces import CENTRE, COLOURS
from .rules import DOCK_CODE, DONE_CODE, OTHER_CODE, PLAY_CODE, legal
from .state import (
    ACTION,
    AMOUNT,
    CHARGE,
    DOCK,
    FILL_UP,
    FIRE,
    MOVE_ENERGY,
    PLACES,
    SWAP_CARD,
    USE_STATION,
    Solaris,
)

HORIZON = 60  # steps
LEAD = 20  # two steps on the laser
ENERGY, CENTRE_ENERGY, CARD = 1, 3, 1  # in tenths of a step on the laser


def evaluate(s: Solaris, out: Cells) -> None:
    """The laser, and what is there for more steps: energy, most of all at the centre, and cards.

    Weights fitted to what positions brought by the end (centre 4.7) won fewer games than these.
    """
    for seat in range(s.seats):
        worth = s.energy[CENTRE, seat] * (CENTRE_ENERGY - ENERGY) + s.held[seat] * CARD
        for station in range(PLACES):
            worth += s.energy[station, seat] * ENERGY
        out[seat] = s.laser[seat] * LASER + worth


def lean(s: Solaris, out: Cells, weight: Cells) -> int:
    n = legal(s, out)
    phase = s.phase
    for i in range(n):
        if phase == ACTION:
            weight[i] = for_action(s, out[i])
        elif out[i] == DONE_CODE:
            weight[i] = 1
        elif phase == FIRE:
            weight[i] = 40
        elif phase == DOCK:
            weight[i] = for_dock(s, out[i] - DOCK_CODE)
        elif phase == AMOUNT:
            weight[i] = out[i] - DONE_CODE if sells_cards(s) else 1
        elif phase == CHARGE:
            weight[i] = for_charge(out[i])
        else:
            weight[i] = 3
    return n


def for_action(s: Solaris, action: int) -> int:
    if action == USE_STATION:
        if s.wasteful == 1 and station_choices(s) == 0:
            return 1
        return 60 if active(s) == CENTRE else 4 + 4 * own_energy(s)
    if action == FILL_UP:
        return 16 if active(s) == CENTRE else 10
    if action == MOVE_ENERGY:
        return 4
    return 2 if action == SWAP_CARD else 1


def for_dock(s: Solaris, dock: int) -> int:
    """A shuttle where the player has energy, in a colour of which they have cards."""
    station = dock % PLACES
    cards = count(s.holds[s.seat] & of_colour(dock // PLACES))
    return 1 + 4 * cards * min(s.energy[station, s.seat], 3)


def for_charge(code: int) -> int:
    kind = code - (OTHER_CODE if code >= OTHER_CODE else PLAY_CODE)
    return 12 if kind // len(COLOURS) == CENTRE else 4
