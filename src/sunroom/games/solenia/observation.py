"""Solenia as numbers for a network, from one seat's eyes: nothing that the veil hides.

The table as it lies: what one would have to remember (cards gone by, tiles seen) is not in it.
"""

from __future__ import annotations

from sunroom.rules.masks import count
from sunroom.rules.record import Cells
from sunroom.rules.seats import clockwise

from .pieces import COLUMNS, KINDS, SEATS, SLOTS, STRIP, TILE_ASKS, TILE_STARS
from .state import DISPLAY, PLACES, Solenia

PER_SPACE = 3  # kind, whose card (0 none, 1 own, 2 … clockwise), its kind + 1
PER_TILE = 5  # four goods asked, stars
# goods, storage, stars, cards played and held, tiles delivered, Improvement tiles, tiles in slots
PER_SEAT = 4 + 4 + 2 + 3 + 2 * SLOTS
SEATS_START = PLACES * PER_SPACE + 2 * DISPLAY * PER_TILE
HAND_START = SEATS_START + SEATS * PER_SEAT
TURN_START = HAND_START + KINDS
TURN = 13
OFFERS_START = TURN_START + TURN
AGREED_START = OFFERS_START + 3 * SEATS
OBSERVATION = AGREED_START + 5


def observe(s: Solenia, seat: int, out: Cells) -> None:
    observe_board(s, seat, out)
    observe_display(s, out)
    observe_players(s, seat, out)
    for kind in range(KINDS):
        out[HAND_START + kind] = s.hand[seat, kind]
    observe_turn(s, seat, out)
    observe_agreed(s, out)


def observe_board(s: Solenia, seat: int, out: Cells) -> None:
    for space in range(PLACES):
        at = space * PER_SPACE
        out[at] = STRIP[s.strip[space // COLUMNS], space % COLUMNS]
        out[at + 1] = 0
        out[at + 2] = 0
        if s.card[space] > 0:
            owner = (s.card[space] - 1) // KINDS
            out[at + 1] = 1 + (clockwise(seat, owner, s.seats) if owner < s.seats else 1)
            out[at + 2] = 1 + (s.card[space] - 1) % KINDS


def observe_display(s: Solenia, out: Cells) -> None:
    for row in range(2):
        for place in range(DISPLAY):
            at = PLACES * PER_SPACE + (row * DISPLAY + place) * PER_TILE
            tile = s.display[row, place] - 1
            for good in range(4):
                out[at + good] = TILE_ASKS[tile, good] if tile >= 0 else 0
            out[at + 4] = TILE_STARS[tile] if tile >= 0 else 0


def observe_players(s: Solenia, seat: int, out: Cells) -> None:
    for away in range(s.seats):
        other = (seat + away) % s.seats
        at = SEATS_START + away * PER_SEAT
        for good in range(4):
            out[at + good] = s.goods[other, good]
        out[at + 4] = s.storage[other]
        out[at + 5] = s.stars[other]
        out[at + 6] = s.played[other]
        out[at + 7] = s.held[other]
        out[at + 8] = count(s.delivered[other, 0])
        out[at + 9] = count(s.delivered[other, 1])
        out[at + 10] = s.one[other]
        out[at + 11] = s.half[other, 0]
        out[at + 12] = s.half[other, 1]
        for row in range(2):
            for column in range(SLOTS):
                out[at + 13 + row * SLOTS + column] = s.slot[other, row, column]


def observe_turn(s: Solenia, seat: int, out: Cells) -> None:
    out[TURN_START] = s.phase
    out[TURN_START + 1] = clockwise(seat, s.seat, s.seats) if s.seat < s.seats else s.seats
    out[TURN_START + 2] = clockwise(seat, s.owner, s.seats) if s.owner < s.seats else s.seats
    out[TURN_START + 3] = s.airship
    out[TURN_START + 4] = s.flying
    out[TURN_START + 5] = s.chosen if s.seat == seat else 0
    out[TURN_START + 6] = s.space
    out[TURN_START + 7] = s.pay
    out[TURN_START + 8] = s.row
    out[TURN_START + 9] = s.tile
    out[TURN_START + 10] = s.spared
    out[TURN_START + 11] = s.choose
    out[TURN_START + 12] = s.among


def observe_agreed(s: Solenia, out: Cells) -> None:
    """What is offered in the draft, and what was agreed before the game."""
    if s.improved == 1:
        for n in range(SEATS):
            out[OFFERS_START + n] = s.offered_one[n]
            out[OFFERS_START + SEATS + n] = s.offered_half[0, n]
            out[OFFERS_START + 2 * SEATS + n] = s.offered_half[1, n]
    out[AGREED_START] = s.seats
    out[AGREED_START + 1] = s.side
    out[AGREED_START + 2] = s.improved
    out[AGREED_START + 3] = s.reading
    out[AGREED_START + 4] = s.seventh
