"""Solaris as numbers for a network, from one seat's eyes: nothing that the veil hides."""

from __future__ import annotations

from sunroom.rules.record import Cells
from sunroom.rules.seats import clockwise

from .chapters.cards import apart
from .pieces import COLOURS, KINDS, SEATS
from .state import DISPLAY, PLACES, Solaris

# For each place of the ring its station, the bridge after it, then for each seat, the observer's
# own first and the others clockwise: energy, height in the stack, 1 on the outer track.
PER_PLACE = 2 + 3 * SEATS
SEATS_START = PLACES * PER_PLACE
# laser, cards in hand, face down; the cards known in hand, of the observer all; known face down
PER_SEAT = 3 + 2 * KINDS
CARDS_START = SEATS_START + SEATS * PER_SEAT
SHUTTLES_START = CARDS_START + 2 * KINDS  # on display, discarded
REST_START = SHUTTLES_START + len(COLOURS) + 2  # docked, spare bridges
COLOURS_START = 27
REST = COLOURS_START + SEATS
OBSERVATION = REST_START + REST


def observe(s: Solaris, seat: int, out: Cells) -> None:
    for i in range(OBSERVATION):
        out[i] = 0
    observe_ring(s, seat, out)
    observe_players(s, seat, out)
    for kind in range(KINDS):
        out[CARDS_START + KINDS + kind] = s.discards[kind]
    for n in range(DISPLAY):
        if s.display[n] > 0:
            out[CARDS_START + s.display[n] - 1] += 1
    for colour in range(len(COLOURS)):
        out[SHUTTLES_START + colour] = s.docked[colour]
    for n in range(2):
        out[SHUTTLES_START + len(COLOURS) + n] = s.spare[n]
    observe_turn(s, seat, out)


def observe_ring(s: Solaris, seat: int, out: Cells) -> None:
    for place in range(PLACES):
        at = place * PER_PLACE
        station = s.ring[place]
        out[at] = station
        out[at + 1] = s.bridge[place]
        for marker in range(s.seats):
            away = at + 2 + 3 * clockwise(seat, marker, s.seats)
            out[away] = s.energy[station, marker]
            for below in range(s.seats):
                out[away + 1] += (s.above[station] >> (SEATS * marker + below)) & 1
            out[away + 2] = s.outer >> marker & 1 if place == s.at else 0


def observe_players(s: Solaris, seat: int, out: Cells) -> None:
    for away in range(s.seats):
        other = (seat + away) % s.seats
        at = SEATS_START + away * PER_SEAT
        out[at] = s.laser[other]
        out[at + 1] = s.held[other]
        for victim in range(s.seats):
            kind = s.aside[other, victim] - 1
            if s.aside[other, victim] != 0:
                out[at + 2] += 1
            if kind >= 0 and (other == seat or victim == seat):
                out[at + 3 + KINDS + kind] += 1
        for kind in range(KINDS):
            if away == 0:
                out[at + 3 + kind] = s.hand[seat, kind]
            else:
                out[at + 3 + kind] = s.shown[other, kind] + s.seen[seat, apart(seat, other), kind]


def observe_turn(s: Solaris, seat: int, out: Cells) -> None:
    out[REST_START] = s.phase
    out[REST_START + 1] = clockwise(seat, s.seat, s.seats)
    out[REST_START + 2] = clockwise(seat, s.owner, s.seats)
    out[REST_START + 3] = s.round
    out[REST_START + 4] = s.at
    out[REST_START + 5] = s.pile
    out[REST_START + 6] = s.played
    out[REST_START + 7] = s.charged
    out[REST_START + 8] = s.target
    out[REST_START + 9] = s.amount
    out[REST_START + 10] = s.due
    out[REST_START + 11] = s.race
    out[REST_START + 12] = s.action
    out[REST_START + 13] = s.drew
    out[REST_START + 14] = s.lost
    out[REST_START + 15] = s.one_target
    out[REST_START + 16] = s.open_first
    out[REST_START + 17] = s.stepwise
    out[REST_START + 18] = s.one_berth
    out[REST_START + 19] = s.no_centre
    out[REST_START + 20] = s.turn_limit
    out[REST_START + 21] = s.ending
    out[REST_START + 22] = s.seats
    out[REST_START + 23] = s.within
    out[REST_START + 24] = s.scarce
    out[REST_START + 25] = s.wasteful
    out[REST_START + 26] = s.at_once
    for away in range(s.seats):
        out[REST_START + COLOURS_START + away] = s.colour[(seat + away) % s.seats]
