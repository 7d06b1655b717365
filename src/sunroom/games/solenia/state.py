"""What lies on the table in Solenia."""

from __future__ import annotations

from sunroom.rules.record import Table, i8, i16, i32

from .pieces import COLUMNS, KINDS, LINES, SEATS, SLOTS

PLACES = LINES * COLUMNS  # spaces of the board, line by line from the first strip to the last
DISPLAY = 4  # tiles of a kind at most

SUMMER, WINTER = range(2)  # sides of the player board

# What is being decided. Chance decides up to DIE; those after DONE never outlast a step.
(
    ORDER, STRIPS, FIRST, REVEAL, DEAL, OFFER_ONE, OFFER_DAY, OFFER_NIGHT, REFILL, DRAW, DUMMY, DIE,
    DRAFT, CARD, SPACE, PAY, TILE, SPARE, INSTEAD, SLOT, BONUS, DISCARD, DONE,
    LAND, DELIVER, EARN, SETTLE,
) = range(27)  # fmt: skip


class Solenia(Table):
    """The board of five strips, up to four players, and the tiles between them."""

    # agreed before the game
    seats = i8()  # people; alone, a dummy is owner 1
    side = i8()  # of the player boards
    improved = i8()  # 1: with Improvement tiles
    reading = i8()  # of what is adjacent: how strips lie, and whether corners count
    seventh = i8()  # 1: a seventh tile in a row is refused
    order = i8()  # which strips are first: 0 night, 1 day

    # the board
    strip = i8(LINES)  # the face of each strip, first to last
    card = i8(PLACES)  # 0, or 1 + owner * KINDS + kind
    own = i32(SEATS)  # the spaces with an owner's cards, as a mask
    airship = i8()  # its line; its column is always the middle one

    # the cards
    hand = i8(SEATS, KINDS)
    deck = i8(SEATS, KINDS)
    held = i8(SEATS)  # cards in hand: everybody sees how many
    played = i8(SEATS)  # cards played or discarded

    # the tiles: a tile is its number + 1, 0 is none; in masks day and night have TILES bits each
    pile = i32(2)  # tiles not yet revealed
    display = i8(2, DISPLAY)
    delivered = i32(SEATS, 2)
    slot = i8(SEATS, 2, SLOTS)
    offered_one = i8(SEATS)  # Improvement tiles to draft, number + 1
    offered_half = i8(2, SEATS)
    one = i8(SEATS)  # Improvement tiles drafted, number + 1
    half = i8(SEATS, 2)

    # the players
    goods = i8(SEATS, 4)
    storage = i8(SEATS)
    stars = i16(SEATS)

    # the turn
    phase = i8()
    first = i8()  # who began
    seat = i8()  # whose turn
    owner = i8()  # who returns goods, or is dealt to
    chosen = i8()  # the card being played, kind + 1
    space = i8()  # where it goes; then the slot of the tile
    pay = i8()  # goods still to pay for the voyage
    row = i8()  # of the delivery
    tile = i8()  # being delivered, number + 1, until its bonus is earned
    spared = i8()  # good that is replaced, + 1
    choose = i8()  # goods still to choose as a bonus
    among = i8()  # of which, as a mask
    flying = i8()  # 1: the airship has advanced in this turn
    expelling = i8()  # 0, or 1 + how many owners have been served
