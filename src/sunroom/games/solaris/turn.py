"""How play goes on: turns at a station, stations in a round, rounds until the end."""

from __future__ import annotations

from sunroom.kernel.rulebook import rule

from .cards import gain_card, join_hands, on_display, take_open, take_top
from .pieces import CANTEEN, COLOURS, KINDS
from .state import (
    ACTION,
    CATCH_UP,
    DISCARD,
    DISPLAY,
    DONE,
    DRAW,
    EXCHANGE,
    FLIP,
    PLACES,
    REFILL,
    SETTLE,
    TAKE,
    Solaris,
)
from .tracks import active, next_in_order, put_on_top

HAND = 7  # LAR-7.4, LAR-9.4
GOAL = 7  # LAR-10.1
RACE_ROUNDS = 4  # LAR-11.1
LAST_ROUND = 30  # LAR-10.4
LITTLE = 1  # LAR-9.3
PILE = KINDS  # the option above those of the display

# What has just ended, when hands are checked.
TURN, STATION, ROUND = range(3)


@rule("LAR-3.1")
def begin_round(s: Solaris) -> None:
    s.round += 1
    begin_station(s, 0)


@rule("LAR-3.1")
def begin_station(s: Solaris, place: int) -> None:
    """The next station clockwise; the energy centre has the last place."""
    s.at = place
    s.outer = 0
    next_turn(s)


@rule("LAR-3.2", "LAR-3.4")
def next_turn(s: Solaris) -> None:
    """Whoever is next moves their marker to the outer track and chooses an action."""
    seat = next_in_order(s)
    if seat < 0:
        end_station(s)
        return
    s.seat = seat
    s.outer |= 1 << seat
    put_on_top(s, active(s), seat)
    s.played = 0
    s.charged = 0
    s.target = 0
    s.amount = 0
    s.drew = 0
    s.phase = ACTION


# New cards


@rule("LAR-8.1", "LAR-8.1b")
def finish_action(s: Solaris) -> None:
    """One card for every two that were played."""
    s.due = s.played // 2
    if s.due > 0:
        s.phase = TAKE
    else:
        end_turn(s)


@rule("LAR-6.1", "LAR-7.3a", "LAR-8.1")
def takeable(s: Solaris) -> int:
    """The open cards, and above them the top card of the pile."""
    mask = 1 << PILE
    if s.open_first == 0 or s.drew == 0:
        mask |= on_display(s)
    return mask


@rule("LAR-7.3a")
def take(s: Solaris, choice: int) -> None:
    if choice == PILE:
        s.phase = DRAW
    else:
        take_open(s, choice)
        s.due -= 1


def draw(s: Solaris, kind: int) -> None:
    """What the top card of the pile turned out to be."""
    take_top(s, kind)
    gain_card(s, s.seat, kind)
    s.drew = 1
    s.due -= 1


# The limit


def end_turn(s: Solaris) -> None:
    s.ending = TURN
    s.phase = SETTLE


@rule("LAR-7.4", "LAR-9.4", "LAR-9.4a")
def settle(s: Solaris) -> None:
    """Whoever has too many cards discards, seat by seat; then play goes on with what is next."""
    for seat in range(s.seats):
        if counted_cards(s, seat) > HAND:
            s.owner = seat
            s.phase = DISCARD
            return
    if s.ending == TURN:
        refill_display(s)
    elif s.ending == STATION:
        next_station(s)
    else:
        begin_round(s)


@rule("LAR-7.8b")
def counted_cards(s: Solaris, seat: int) -> int:
    """The cards in hand; by option, at the end of a turn, those that were stolen in it too."""
    number = s.held[seat]
    if s.turn_limit == 1 and s.ending == TURN and seat == s.seat:
        for victim in range(s.seats):
            if s.aside[seat, victim] > 0:
                number += 1
    return number


@rule("LAR-8.3")
def refill_display(s: Solaris) -> None:
    """After the turn; then the next one."""
    for n in range(DISPLAY):
        if s.display[n] == 0:
            s.phase = REFILL
            return
    next_turn(s)


def turn_up(s: Solaris, kind: int) -> None:
    """The top card of the pile fills the first gap."""
    take_top(s, kind)
    n = 0
    while s.display[n] > 0:
        n += 1
    s.display[n] = kind + 1


# The end of a station and of a round


@rule("LAR-3.8", "LAR-7.8a")
def end_station(s: Solaris) -> None:
    """Markers go back to the energy track in the order in which they lie; stolen cards to hands."""
    s.outer = 0
    if active(s) == CANTEEN:
        join_hands(s)
    s.ending = STATION
    s.phase = SETTLE


def next_station(s: Solaris) -> None:
    if s.at + 1 < PLACES:
        begin_station(s, s.at + 1)
    else:
        end_round(s)


@rule("LAR-9.1", "LAR-10.1a")
def end_round(s: Solaris) -> None:
    """Shuttles back, then a card says which bridges change; not after the last round."""
    if is_last_round(s):
        s.phase = DONE
        return
    for colour in range(len(COLOURS)):
        s.docked[colour] = 0
    s.phase = FLIP


@rule("LAR-10.1", "LAR-10.4", "LAR-11.1")
def is_last_round(s: Solaris) -> bool:
    if s.race == 1:
        return s.round == RACE_ROUNDS
    for seat in range(s.seats):
        if s.laser[seat] >= GOAL:
            return True
    return s.round == LAST_ROUND


@rule("LAR-9.2", "LAR-9.2a")
def flip(s: Solaris, kind: int) -> None:
    """The card of the station whose bridges change. Equal spare bridges need no lot."""
    take_top(s, kind)
    s.discards[kind] += 1
    s.target = kind // len(COLOURS) + 1
    if s.spare[0] == s.spare[1]:
        exchange(s, 0)
    else:
        s.phase = EXCHANGE


@rule("LAR-9.2", "LAR-9.2a", "LAR-11.4")
def exchange(s: Solaris, crossed: int) -> None:
    """The spare bridges take the place of those before and after the station."""
    after = s.place[s.target - 1]
    before = (after + PLACES - 1) % PLACES
    one, two = s.bridge[before], s.bridge[after]
    s.bridge[before] = s.spare[crossed]
    s.bridge[after] = s.spare[1 - crossed]
    s.spare[0] = min(one, two)
    s.spare[1] = max(one, two)
    s.target = 0
    s.owner = -1
    catch_up_next(s)


@rule("LAR-9.3")
def catch_up_next(s: Solaris) -> None:
    """The next seat that is due a card for a station with little energy."""
    s.due = 0
    while s.due == 0 and s.owner < s.seats:
        s.owner += 1
        if s.owner < s.seats:
            for station in range(PLACES):
                if s.energy[station, s.owner] <= LITTLE:
                    s.due += 1
    if s.due > 0:
        s.phase = CATCH_UP
    else:
        s.owner = 0
        s.ending = ROUND
        s.phase = SETTLE


@rule("LAR-9.3")
def catch_up(s: Solaris, kind: int) -> None:
    take_top(s, kind)
    gain_card(s, s.owner, kind)
    s.due -= 1
    if s.due == 0:
        catch_up_next(s)
