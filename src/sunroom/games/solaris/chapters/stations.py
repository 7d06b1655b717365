"""The six station actions, in the order of the printed ring."""

from __future__ import annotations

from sunroom.games.solaris.pieces import (
    BIOTOPE,
    CANTEEN,
    CENTRE,
    COLOURS,
    COMMAND,
    MACHINE,
    MOST,
    PORT,
    SEATS,
)
from sunroom.games.solaris.state import (
    AMOUNT,
    CHARGE,
    DOCK,
    FILL,
    FILL_UP,
    FIRE,
    MOVE,
    MOVE_ENERGY,
    PLACES,
    ROB,
    SPREAD,
    STEAL,
    TAKE,
    TAKEN,
    USE_STATION,
    Solaris,
)
from sunroom.rules.masks import count
from sunroom.rules.rulebook import rule

from .cards import OTHER, of_colour, of_station, steal
from .tracks import active, gain_energy, has_room, own_energy, spend_energy
from .turn import end_turn, finish_action

# What can be chosen at a station is a mask from the code for "done" on: bit 0 is done, then
# shuttles with their stations, opponents, amounts, directions. Cards have masks of their own.
DOCKS = 1
VICTIMS = DOCKS + len(COLOURS) * PLACES
AMOUNTS = VICTIMS + SEATS
SPREADS = AMOUNTS + MOST
ONE_WAY = PLACES - 1  # stations that the biotope can serve


@rule("LAR-7.1", "LAR-7.1a")
def station_choices(s: Solaris) -> int:
    """What can be done with an energy spent here; nothing where it has no effect."""
    station = active(s)
    if s.phase == AMOUNT:
        return amounts(s) << AMOUNTS
    if station == MACHINE:
        return chargeable(s)
    if own_energy(s) == 0:
        return 0
    if station == BIOTOPE:
        return spreadable(s) << SPREADS
    if station == PORT:
        return dockable(s) << DOCKS
    if station == CENTRE:
        return firable(s)
    return amounts(s) << AMOUNTS


@rule("LAR-7.1a")
def can_waste(s: Solaris) -> bool:
    """Whether energy could be spent here for nothing."""
    return s.wasteful == 1 and own_energy(s) > 0


def sells_cards(s: Solaris) -> bool:
    """Whether energy is spent here for cards that one has not seen."""
    return active(s) == COMMAND or active(s) == CANTEEN


def use_station(s: Solaris) -> None:
    """By option also where it has no effect: then all that is left to say is how much is spent."""
    station = active(s)
    if station_choices(s) == 0:
        s.phase = AMOUNT
    elif station == MACHINE:
        s.phase = CHARGE
    elif station == BIOTOPE:
        s.phase = SPREAD
    elif station == PORT:
        s.phase = DOCK
    elif station == CENTRE:
        s.phase = FIRE
    elif s.stepwise == 1:
        spend(s, 1)
    else:
        s.phase = AMOUNT


# Machine deck


@rule("LAR-7.2", "LAR-7.2a")
def chargeable(s: Solaris) -> int:
    """Cards for a new energy, and above them second cards for the one spent last."""
    mask = 0
    for station in range(PLACES):
        if station != MACHINE and has_room(s, station):
            cards = s.holds[s.seat] & of_station(station)
            bound = s.one_target == 1 and s.target > 0 and s.target != station + 1
            if own_energy(s) > 0 and not bound:
                mask |= cards
            if s.charged == station + 1:
                mask |= cards << OTHER
    return mask


@rule("LAR-7.2")
def charge(s: Solaris, station: int, second: int) -> None:
    """An energy for a card of another station; a second card of that station may follow."""
    if second == 0:
        spend_energy(s, MACHINE, 1)
        s.target = station + 1
    s.charged = station + 1 if second == 0 else 0
    gain_energy(s, station, s.seat)


# Command centre and canteen: energy for unseen cards


@rule("LAR-7.3b")
def amounts(s: Solaris) -> int:
    """How much can be spent, as a mask from one energy on."""
    most = own_energy(s)
    if active(s) == CANTEEN and s.wasteful == 0:
        most = min(most, count(victims(s)))
    if spends_one_by_one(s):
        most = min(most, 1)
    return (1 << most) - 1


@rule("LAR-7.3b")
def spends_one_by_one(s: Solaris) -> bool:
    return s.stepwise == 1 and sells_cards(s)


@rule("LAR-7.1a", "LAR-7.3", "LAR-7.8")
def spend(s: Solaris, amount: int) -> None:
    """At the command centre and in the canteen for cards, elsewhere for nothing."""
    spend_energy(s, active(s), amount)
    if active(s) == COMMAND:
        s.due = 2 * amount
        s.phase = TAKE
    elif active(s) == CANTEEN:
        s.amount = min(amount, count(victims(s)))
        s.phase = ROB if s.amount > 0 else TAKEN
    else:
        finish_action(s)


@rule("LAR-7.3b")
def spend_more(s: Solaris) -> None:
    """Energy by energy, as long as there is some and it has an effect."""
    if s.stepwise == 1 and amounts(s) != 0:
        s.phase = AMOUNT
    else:
        end_turn(s)


def after_card(s: Solaris) -> None:
    """A card was taken or stolen; when it was the last one, the turn goes on."""
    if s.due > 0:
        s.phase = TAKE
    elif s.action == USE_STATION and sells_cards(s):
        spend_more(s)
    elif s.at_once == 1 and s.played > 0:
        play_on(s)
    else:
        end_turn(s)


@rule("LAR-8.1b")
def play_on(s: Solaris) -> None:
    """The action goes on with the card that has just come."""
    if s.action == FILL_UP:
        s.phase = FILL
    elif s.action == MOVE_ENERGY:
        s.phase = MOVE
    else:
        s.phase = CHARGE if active(s) == MACHINE else FIRE


# Biotope


@rule("LAR-7.5", "LAR-7.6")
def spreadable(s: Solaris) -> int:
    """How many stations can get an energy, as a mask from one on for each direction: one energy is
    spent first, and full stations are skipped.
    """
    open_stations = 0
    for station in range(PLACES):
        if station != BIOTOPE and s.energy[station, s.seat] < MOST:
            open_stations += 1
    one_way = (1 << min(own_energy(s) - 1, open_stations)) - 1
    return one_way | one_way << ONE_WAY


@rule("LAR-7.5", "LAR-7.6", "LAR-11.4")
def spread(s: Solaris, way: int, number: int) -> None:
    """One energy each for the next stations, clockwise (0) or counterclockwise (1)."""
    spend_energy(s, BIOTOPE, 1 + number)
    s.amount = number
    place = s.at
    while number > 0:
        place = (place + 1 + way * (PLACES - 2)) % PLACES
        if s.energy[s.ring[place], s.seat] < MOST:
            gain_energy(s, s.ring[place], s.seat)
            number -= 1
    if can_waste(s):
        s.phase = AMOUNT
    else:
        end_turn(s)


# Spaceport


@rule("LAR-7.7b", "LAR-7.7c")
def berths(s: Solaris) -> int:
    """The stations where a shuttle can be docked now, as a mask."""
    mask = (1 << PLACES) - 1
    if s.no_centre == 1:
        mask &= ~(1 << CENTRE)
    if s.one_berth == 1:
        for colour in range(len(COLOURS)):
            if s.docked[colour] > 0:
                mask &= ~(1 << (s.docked[colour] - 1))
    return mask


@rule("LAR-7.7", "LAR-7.7a")
def dockable(s: Solaris) -> int:
    """Shuttles beside the pile with every station that they can go to: six bits for each colour."""
    mask = 0
    free = berths(s)
    for colour in range(len(COLOURS)):
        if s.docked[colour] == 0:
            mask |= free << (colour * PLACES)
    return mask


@rule("LAR-7.7")
def dock(s: Solaris, colour: int, station: int) -> None:
    spend_energy(s, PORT, 1)
    s.docked[colour] = station + 1
    s.amount += 1


# Canteen


@rule("LAR-7.8")
def victims(s: Solaris) -> int:
    """Opponents with cards in hand from whom this player has not yet stolen here, as a mask."""
    mask = 0
    for seat in range(s.seats):
        if seat != s.seat and s.held[seat] > 0 and s.aside[s.seat, seat] == 0:
            mask |= 1 << seat
    return mask


def rob(s: Solaris, victim: int) -> None:
    s.owner = victim
    s.phase = STEAL


@rule("LAR-7.8")
def take_stolen(s: Solaris, kind: int) -> None:
    steal(s, s.owner, kind)
    s.amount -= 1
    s.phase = ROB if s.amount > 0 else TAKEN


# Energy centre


@rule("LAR-7.9", "LAR-7.9a", "LAR-7.9b")
def firable(s: Solaris) -> int:
    """Cards in the colour of a shuttle whose station has energy to give."""
    mask = 0
    for colour in range(len(COLOURS)):
        station = s.docked[colour] - 1
        fee = 1 if station == CENTRE else 0
        if station >= 0 and s.energy[station, s.seat] > fee:
            mask |= s.holds[s.seat] & of_colour(colour)
    return mask


@rule("LAR-7.9", "LAR-7.10")
def fire(s: Solaris, kind: int) -> None:
    """A step on the laser for an energy here, one at the shuttle's station, and the card."""
    spend_energy(s, CENTRE, 1)
    spend_energy(s, s.docked[kind % len(COLOURS)] - 1, 1)
    s.laser[s.seat] += 1
