"""Solenia as numbers for a network, from one seat's eyes: nothing that the veil hides."""

from __future__ import annotations

from sunroom.kernel.record import Cells
from sunroom.kernel.seats import clockwise

from .pieces import CARD_VALUE, COLUMNS, KINDS, SLOTS, STRIP, TILE_ASKS, TILE_STARS
from .state import DISPLAY, PLACES, SEATS, Solenia

PER_SPACE = 3  # kind, whose card (0 none, 1 own, 2 … clockwise), its value + 1
PER_TILE = 5  # four goods asked, stars
PER_SEAT = 4 + 3 + 2 * SLOTS  # goods, storage, stars, cards played, slots covered
HAND_START = PLACES * PER_SPACE + 2 * DISPLAY * PER_TILE + SEATS * PER_SEAT
OBSERVATION = HAND_START + KINDS + 5


def observe(s: Solenia, seat: int, out: Cells) -> None:
    observe_board(s, seat, out)
    observe_display(s, out)
    observe_players(s, seat, out)
    for kind in range(KINDS):
        out[HAND_START + kind] = s.hand[seat, kind]
    rest = HAND_START + KINDS
    out[rest] = s.phase
    out[rest + 1] = clockwise(seat, s.seat, s.seats) if s.seat < s.seats else s.seats
    out[rest + 2] = s.airship
    out[rest + 3] = s.pay
    out[rest + 4] = s.chosen if s.seat == seat else 0


def observe_board(s: Solenia, seat: int, out: Cells) -> None:
    for space in range(PLACES):
        at = space * PER_SPACE
        out[at] = STRIP[s.strip[space // COLUMNS], space % COLUMNS]
        out[at + 1] = 0
        out[at + 2] = 0
        if s.card[space] > 0:
            owner = (s.card[space] - 1) // KINDS
            out[at + 1] = 1 + (clockwise(seat, owner, s.seats) if owner < s.seats else 1)
            out[at + 2] = 1 + CARD_VALUE[(s.card[space] - 1) % KINDS]


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
        at = PLACES * PER_SPACE + 2 * DISPLAY * PER_TILE + away * PER_SEAT
        for good in range(4):
            out[at + good] = s.goods[other, good]
        out[at + 4] = s.storage[other]
        out[at + 5] = s.stars[other]
        out[at + 6] = s.played[other]
        for row in range(2):
            for column in range(SLOTS):
                covered = s.slot[other, row, column] > 0
                out[at + 7 + row * SLOTS + column] = 1 if covered else 0
