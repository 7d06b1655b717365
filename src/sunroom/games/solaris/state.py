"""What lies on the table in Solaris."""

from __future__ import annotations

from sunroom.rules.record import Table, i8, i32

from .pieces import COLOURS, KINDS, SEATS, STATIONS

PLACES = len(STATIONS)
DISPLAY = 3  # LAR-2.1

# What is being decided. Chance decides up to CATCH_UP; TAKEN and SETTLE never outlast
# a step.
(
    DEAL, BRIDGE, HALF, STACK, DRAW, REFILL, STEAL, FLIP, EXCHANGE, CATCH_UP,
    ACTION, FILL, MOVE, CHARGE, FIRE, DOCK, ROB, AMOUNT, SPREAD, SWAP, TAKE, DISCARD, COLOUR, DONE,
    TAKEN, SETTLE,
) = range(26)  # fmt: skip

FILL_UP, MOVE_ENERGY, SWAP_CARD, PASS, USE_STATION = range(5)  # LAR-3.7
HIDDEN = -1  # a card that somebody knows to lie there, but not which


class Solaris(Table):
    """The ring of six stations around the laser, up to five players, and the cards."""

    # agreed before the game
    seats = i8()
    race = i8()  # 1: exactly four rounds
    within = i8()  # 1: the 15 energy of the start include the one at the energy centre
    scarce = i8()  # 1: few cards of the energy centre, as many of each other kind
    by_seat = i8()  # 1: stacks at the start by seat
    lost = i8()  # 1: surplus energy is lost, 0: refused
    one_target = i8()  # 1: the machine deck charges one station a turn
    open_first = i8()  # 1: cards of the display come before those of the pile
    at_once = i8()  # 1: a new card comes after every second card that is played
    wasteful = i8()  # 1: energy may be spent without effect
    stepwise = i8()  # 1: energy for unseen cards is spent one by one
    one_berth = i8()  # 1: a station has one shuttle at most
    no_centre = i8()  # 1: no shuttle at the energy centre
    turn_limit = i8()  # 1: stolen cards count at the end of the thief's turn

    # the ring: a place is a number clockwise from the one after the energy centre
    ring = i8(PLACES)  # the station at each place
    place = i8(PLACES)  # the place of each station
    bridge = i8(PLACES)  # the colour from each place to the next
    spare = i8(2)
    docked = i8(len(COLOURS))  # each shuttle's station + 1; 0 beside the pile
    colour = i8(SEATS)  # of each seat's markers, + 1
    half = i8(SEATS, 2)  # the start halves, number + 1

    # energy, by station and seat
    energy = i8(PLACES, SEATS)
    above = i32(PLACES)  # whose marker lies above whose where both are on one field (see tracks)
    laser = i8(SEATS)

    # the cards, by kind
    pile = i8()  # how many are face down
    deck = i8(KINDS)  # which
    discards = i8(KINDS)
    display = i8(DISPLAY)  # kind + 1; 0 is a gap
    hand = i8(SEATS, KINDS)
    held = i8(SEATS)  # cards in hand: everybody sees how many
    holds = i32(SEATS)  # the kinds in hand, as a mask
    aside = i8(SEATS, SEATS)  # by thief and victim: kind + 1, face down until they join the hand

    # who knows what
    shown = i8(SEATS, KINDS)  # cards that everybody knows to be in a hand
    seen = i8(SEATS, SEATS - 1, KINDS)  # by knower and holder (see `apart`): more that one knows
    told = i8(SEATS, SEATS)  # by knower and holder: no more than that can be in `seen`

    # the turn
    phase = i8()
    round = i8()  # 0 during set-up
    at = i8()  # the place of the active station
    outer = i8()  # seats that have had their turn there, as a mask
    seat = i8()  # whose turn
    owner = i8()  # who is dealt to, robbed or discards
    action = i8()
    played = i8()  # cards in this turn
    charged = i8()  # station + 1 that can get a second card for the same energy
    target = i8()  # station + 1 that was charged in this turn
    amount = i8()  # cards still to steal; shuttles docked in this turn
    due = i8()  # cards still to take
    drew = i8()  # 1: a card of the pile was among them
    ending = i8()  # what has just ended: a turn, a station, a round or its exchange of bridges
