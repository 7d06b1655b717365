"""How play goes on: turns at a station, stations in a round, rounds until the end."""

from __future__ import annotations

from sunroom.games.solaris.pieces import CANTEEN, COLOURS, KINDS
from sunroom.games.solaris.state import (
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
    TAKEN,
    Solaris,
)
from sunroom.rules.rulebook import rule

from .cards import join_hands, on_display, take_open
from .tracks import active, next_in_order, put_on_top

HAND = 7  # LAR-7.4, LAR-9.4
GOAL = 7  # LAR-10.1
RACE_ROUNDS = 4  # LAR-11.1
LAST_ROUND = 30  # LAR-10.4
LITTLE = 1  # LAR-9.3
PILE = KINDS  # the option above those of the display

# What has just ended.
TURN, STATION, BRIDGES, ROUND = range(4)


def end_turn(s: Solaris) -> None:
    s.ending = TURN
    s.phase = SETTLE


def settle(s: Solaris) -> None:
    """Play goes on after whatever has ended: who has too many cards discards, then what is next."""
    if s.ending == BRIDGES:
        catch_up(s)
        return
    seat = over_limit(s)
    if seat >= 0:
        s.owner = seat
        s.phase = DISCARD
    elif s.ending == TURN and has_gap(s):
        s.phase = REFILL
    elif s.ending == STATION and s.at == PLACES - 1:
        end_round(s)
    else:
        if s.ending != TURN:
            next_station(s)
        next_turn(s)


@rule("LAR-3.1")
def next_station(s: Solaris) -> None:
    """The next one clockwise; the energy centre has the last place, and a round begins after it."""
    s.at = (s.at + 1) % PLACES
    s.outer = 0
    if s.at == 0:
        s.round += 1


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


@rule("LAR-3.8", "LAR-7.8a")
def end_station(s: Solaris) -> None:
    """Markers go back to the energy track in the order in which they lie; stolen cards to hands."""
    s.outer = 0
    if active(s) == CANTEEN:
        join_hands(s)
    s.ending = STATION
    s.phase = SETTLE


# New cards


@rule("LAR-8.1")
def earned_cards(s: Solaris) -> int:
    """One card for every two that were played."""
    return s.played // 2


@rule("LAR-8.1b")
def draw_at_once(s: Solaris) -> None:
    """By option a new card comes after every second one, before the next is played."""
    if s.at_once == 1 and s.played % 2 == 0:
        s.due = 1
        s.phase = TAKE


@rule("LAR-8.1b")
def finish_action(s: Solaris) -> None:
    """The new cards come after the action, where they have not come already."""
    s.due = earned_cards(s) if s.at_once == 0 else 0
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
        s.phase = TAKEN


def drawn(s: Solaris) -> None:
    """The card of the pile that was chosen is in hand."""
    s.drew = 1
    s.due -= 1
    s.phase = TAKEN


# The limit


@rule("LAR-7.4", "LAR-9.4", "LAR-9.4a")
def over_limit(s: Solaris) -> int:
    """The first seat with too many cards; -1 if there is none."""
    for seat in range(s.seats):
        if counted_cards(s, seat) > HAND:
            return seat
    return -1


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
def has_gap(s: Solaris) -> bool:
    """Whether a card of the display was taken."""
    gaps = 0
    for n in range(DISPLAY):
        if s.display[n] == 0:
            gaps += 1
    return gaps > 0


def fill_gap(s: Solaris, kind: int) -> None:
    n = 0
    while s.display[n] > 0:
        n += 1
    s.display[n] = kind + 1


# The end of a round


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
    s.ending = BRIDGES
    s.phase = SETTLE


@rule("LAR-9.3")
def catch_up(s: Solaris) -> None:
    """The next seat that is due a card for a station with little energy; then the limit."""
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


def caught_up(s: Solaris) -> None:
    """A card for a station with little energy is in hand."""
    s.due -= 1
    if s.due == 0:
        s.phase = SETTLE
