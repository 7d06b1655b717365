"""Setting up: cards, bridges, start energy and its stacks."""

from __future__ import annotations

from math import factorial

from sunroom.games.solaris.pieces import (
    BRIDGE_COPIES,
    CARD_COPIES,
    COLOURS,
    HALF_COPIES,
    HALF_ENERGY,
    HALVES,
    KINDS,
    RING,
    SEATS,
)
from sunroom.games.solaris.state import (
    BRIDGE,
    COLOUR,
    DEAL,
    DISPLAY,
    HALF,
    PLACES,
    REFILL,
    SETTLE,
    STACK,
    Solaris,
)
from sunroom.rules.masks import count, lowest
from sunroom.rules.record import Cells
from sunroom.rules.rulebook import rule

from .tracks import put_on_top
from .turn import ROUND, fill_gap

DEALT = 5  # LAR-2.1
RING_ORDERS = factorial(PLACES - 1)

# What the settings mean, by their place in the list that setup reads.
(
    ENDING, RING_ORDER, START, CARD_SPLIT, STACKS, COLOURING, OVERFLOW, WASTE, CHARGES, DRAWING,
    NEW_CARDS, SPENDING, BERTHS, AT_CENTRE, LIMIT,
) = range(1, 16)  # fmt: skip


@rule("LAR-2.5", "LAR-2.7", "LAR-2.8")
def setup(s: Solaris, options: Cells) -> None:
    """The laser at 0 and the shuttles beside the pile are zeros already."""
    s.seats = options[0]
    s.race = options[ENDING]
    s.within = options[START]
    s.scarce = options[CARD_SPLIT]
    s.by_seat = options[STACKS]
    s.lost = options[OVERFLOW]
    s.wasteful = options[WASTE]
    s.at_once = options[NEW_CARDS]
    s.one_target = options[CHARGES]
    s.open_first = options[DRAWING]
    s.stepwise = options[SPENDING]
    s.one_berth = options[BERTHS]
    s.no_centre = options[AT_CENTRE]
    s.turn_limit = options[LIMIT]
    lay_stations(s, options[RING_ORDER])
    for kind in range(KINDS):
        s.deck[kind] = CARD_COPIES[s.scarce, kind]
        s.pile += s.deck[kind]
    if options[COLOURING] == 1:
        s.phase = COLOUR
    else:
        for seat in range(s.seats):
            s.colour[seat] = seat + 1
        s.phase = DEAL


@rule("LAR-2.2", "LAR-11.2")
def lay_stations(s: Solaris, order: int) -> None:
    """Order number 0 is the printed one; the others are counted as `ring_number` counts them."""
    left = (1 << (PLACES - 1)) - 1
    ways = RING_ORDERS
    for place in range(PLACES - 1):
        ways //= PLACES - 1 - place
        skip = order // ways
        order %= ways
        n = 0
        while skip > 0 or (left >> n) & 1 == 0:
            skip -= (left >> n) & 1
            n += 1
        left &= ~(1 << n)
        s.ring[place] = RING[n]
    s.ring[PLACES - 1] = RING[PLACES - 1]
    for place in range(PLACES):
        s.place[s.ring[place]] = place


@rule("LAR-2.9")
def free_colours(s: Solaris) -> int:
    """The colours that nobody has, as a mask."""
    mask = (1 << SEATS) - 1
    for seat in range(s.seats):
        if s.colour[seat] > 0:
            mask ^= 1 << (s.colour[seat] - 1)
    return mask


@rule("LAR-2.9")
def choose_colour(s: Solaris, colour: int) -> None:
    """Everybody in the order of seats, before the cards are dealt."""
    s.colour[s.seat] = colour + 1
    s.seat += 1
    if s.seat == s.seats:
        s.seat = 0
        s.phase = DEAL


@rule("LAR-2.1")
def dealt(s: Solaris) -> None:
    """Five cards each, then three open ones."""
    if s.held[s.owner] == DEALT:
        s.owner += 1
        if s.owner == s.seats:
            s.owner = 0
            s.phase = REFILL


@rule("LAR-2.1", "LAR-8.3")
def open_card(s: Solaris, kind: int) -> None:
    """A card for the display, at set-up or after a turn."""
    fill_gap(s, kind)
    if s.round > 0:
        s.phase = SETTLE
    elif s.display[DISPLAY - 1] > 0:
        s.at = 0
        s.phase = BRIDGE


@rule("LAR-2.3")
def bridges_left(s: Solaris, colour: int) -> int:
    """How many bridges of a colour are still to be drawn."""
    left = BRIDGE_COPIES[colour]
    for place in range(s.at):
        if s.bridge[place] == colour:
            left -= 1
    return left


@rule("LAR-2.3")
def lay_bridge(s: Solaris, colour: int) -> None:
    s.bridge[s.at] = colour
    s.at += 1
    if s.at == PLACES:
        set_spare_aside(s)
        s.at = 0
        s.phase = HALF


@rule("LAR-2.3")
def set_spare_aside(s: Solaris) -> None:
    n = 0
    for colour in range(len(COLOURS)):
        for _ in range(bridges_left(s, colour)):
            s.spare[n] = colour
            n += 1


def halves_left(s: Solaris) -> int:
    """The halves of the kind that is being dealt, as a mask."""
    mask = (1 << HALF_COPIES) - 1
    for seat in range(s.owner):
        mask &= ~(1 << (s.half[seat, s.amount] - 1))
    return mask


@rule("LAR-2.4")
def deal_half(s: Solaris, number: int) -> None:
    """An A half for everybody, then a B half."""
    s.half[s.owner, s.amount] = number + 1
    s.owner += 1
    if s.owner == s.seats:
        s.owner = 0
        s.amount += 1
        if s.amount == len(HALVES):
            s.amount = 0
            place_markers(s)


@rule("LAR-1.6a", "LAR-2.4", "LAR-11.3")
def place_markers(s: Solaris) -> None:
    """The numbers are for places of the ring, whatever station lies there."""
    for place in range(PLACES):
        for seat in range(s.seats):
            energy = 0
            for side in range(len(HALVES)):
                energy += HALF_ENERGY[s.within, side, s.half[seat, side] - 1, place]
            s.energy[s.ring[place], seat] = energy
        for seat in range(s.seats - 1, -1, -1):
            put_on_top(s, s.ring[place], seat)
    stack_from(s, 0)


@rule("LAR-2.6")
def stack_from(s: Solaris, place: int) -> None:
    """From this place on, chance stacks the markers of each station where some share a field."""
    while place < PLACES and (s.by_seat == 1 or not shares_field(s, s.ring[place])):
        place += 1
    s.outer = 0
    if place < PLACES:
        s.at = place
        s.phase = STACK
    else:
        s.at = PLACES - 1
        s.ending = ROUND
        s.phase = SETTLE


def shares_field(s: Solaris, station: int) -> bool:
    for seat in range(s.seats):
        for other in range(seat):
            if s.energy[station, seat] == s.energy[station, other]:
                return True
    return False


@rule("LAR-2.6")
def stack_marker(s: Solaris, seat: int) -> None:
    """The next marker upwards; the last one follows by itself."""
    put_on_top(s, s.ring[s.at], seat)
    s.outer |= 1 << seat
    if count(s.outer) == s.seats - 1:
        put_on_top(s, s.ring[s.at], lowest(s.outer ^ ((1 << s.seats) - 1)))
        stack_from(s, s.at + 1)
