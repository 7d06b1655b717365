"""How a turn ends: goods over the limit, cards expelled, the strip turned over, a new card."""

from __future__ import annotations

from sunroom.games.solenia.pieces import (
    CARD_GOODS,
    CARD_PRODUCT,
    CARD_STAR,
    CARDS,
    COLUMNS,
    DAY_CITY,
    KINDS,
    LEVEL_1,
    LINES,
    ONE_AMOUNT,
    ONE_POWER,
    STRIP,
)
from sunroom.games.solenia.state import CARD, DISCARD, DONE, DRAW, DUMMY, PLACES, SETTLE, Solenia
from sunroom.rules.philox import below
from sunroom.rules.rulebook import rule

HAND = 3  # LEN-2.6
FIRST_LINE = (1 << COLUMNS) - 1
(VOYAGE, STORAGE, SUBSTITUTE, ZERO, DELIVERY, EXPULSION, BIG_HAND, TWO) = range(len(LEVEL_1))


def owners(s: Solenia) -> int:
    """Everybody with cards; alone, that includes the dummy."""
    return 2 if s.seats == 1 else s.seats


def space_kind(s: Solenia, space: int) -> int:
    """What a space is: a good, or DAY_CITY + row."""
    return STRIP[s.strip[space // COLUMNS], space % COLUMNS]


def stored(s: Solenia, seat: int) -> int:
    return s.goods[seat, 0] + s.goods[seat, 1] + s.goods[seat, 2] + s.goods[seat, 3]


@rule("LEN-10.4")
def level_one(s: Solenia, seat: int, power: int) -> int:
    """The amount of a level-1 power where it is active: both its slots are covered. Else 0."""
    tile = s.one[seat] - 1
    if tile < 0 or s.slot[seat, 0, 0] == 0 or s.slot[seat, 1, 0] == 0:
        return 0
    return ONE_AMOUNT[tile] if ONE_POWER[tile] == power else 0


@rule("LEN-4.2")
def has_too_much(s: Solenia, seat: int) -> bool:
    """More goods than storage: the owner returns some at once, of their choice."""
    if stored(s, seat) <= s.storage[seat]:
        return False
    s.owner = seat
    s.phase = DISCARD
    return True


def after_gain(s: Solenia, seat: int) -> None:
    """The turn goes on where it was, unless goods have to be returned first."""
    s.owner = seat
    s.phase = SETTLE


def end_turn(s: Solenia) -> None:
    s.owner = s.seat
    s.phase = SETTLE


@rule("LEN-4.2")
def return_good(s: Solenia, good: int) -> None:
    s.goods[s.owner, good] -= 1
    after_gain(s, s.owner)


@rule("LEN-6.2")
def settle(s: Solenia) -> None:
    """Goods over the limit; then, where the airship has advanced, the first strip is resolved and
    turned over; then a new card.
    """
    if has_too_much(s, s.owner):
        return
    if s.flying == 1:
        expel_next(s)
    if s.phase == SETTLE:
        refill_hand(s)


@rule("LEN-6.2a")
def expel_next(s: Solenia) -> None:
    """The active player first, then clockwise; each returns what is too much before the next."""
    if s.expelling == 0:
        s.expelling = 1
    while s.expelling <= owners(s):
        owner = (s.seat + s.expelling - 1) % owners(s)
        s.expelling += 1
        if s.own[owner] & FIRST_LINE != 0:
            expel(s, owner)
            if owner < s.seats and has_too_much(s, owner):
                return
    s.expelling = 0
    s.flying = 0
    turn_strip(s)


@rule("LEN-6.2", "LEN-11.4")
def expel(s: Solenia, owner: int) -> None:
    """The powers of an owner's cards on the first strip; then they are discarded."""
    for space in range(COLUMNS):
        if s.own[owner] >> space & 1:
            if owner < s.seats:
                resolve(s, owner, s.card[space] - 1 - owner * KINDS, space_kind(s, space))
            s.card[space] = 0
    s.own[owner] &= ~FIRST_LINE
    if owner < s.seats:
        s.stars[owner] += level_one(s, owner, EXPULSION)


@rule("LEN-8.1", "LEN-8.2", "LEN-8.3", "LEN-8.4")
def resolve(s: Solenia, owner: int, kind: int, space: int) -> None:
    """The power of one expelled card."""
    if space >= DAY_CITY:
        s.stars[owner] += CARD_PRODUCT[kind]
    else:
        s.goods[owner, space] += CARD_PRODUCT[kind]
        if CARD_STAR[kind] == space:
            s.stars[owner] += 1
    for good in range(4):
        s.goods[owner, good] += CARD_GOODS[kind, good]


@rule("LEN-6.3", "LEN-6.3a")
def turn_strip(s: Solenia) -> None:
    """The first strip is turned over and laid in front; the board is moved back."""
    turned = s.strip[0] ^ 1
    for line in range(LINES - 1):
        s.strip[line] = s.strip[line + 1]
    s.strip[LINES - 1] = turned
    for space in range(PLACES - COLUMNS):
        s.card[space] = s.card[space + COLUMNS]
    for space in range(PLACES - COLUMNS, PLACES):
        s.card[space] = 0
    for owner in range(owners(s)):
        s.own[owner] >>= COLUMNS
    s.airship -= 1


@rule("LEN-6.4")
def refill_hand(s: Solenia) -> None:
    """Back to three cards, as long as the deck lasts."""
    s.chosen = 0
    left = CARDS - s.played[s.seat] - s.held[s.seat]
    if s.seat < s.seats and left > 0 and s.held[s.seat] < hand_size(s, s.seat):
        s.phase = DRAW
    else:
        next_player(s)


@rule("LEN-2.6", "LEN-6.4")
def hand_size(s: Solenia, seat: int) -> int:
    return HAND + level_one(s, seat, BIG_HAND)


def draw_card(s: Solenia, kind: int) -> None:
    take_card(s, s.seat, kind)
    end_turn(s)


def card_of_deck(s: Solenia, owner: int, random: int) -> int:
    """A random card of a deck. Every kind is looked at: that is faster than stopping at the right
    one, most of all where many tables are played side by side.
    """
    total = 0
    for kind in range(KINDS):
        total += s.deck[owner, kind]
    number = below(random, total)
    upto, found = 0, 0
    for kind in range(KINDS):
        upto += s.deck[owner, kind]
        if upto <= number:
            found = kind + 1
    return found


def take_card(s: Solenia, seat: int, kind: int) -> None:
    s.deck[seat, kind] -= 1
    s.hand[seat, kind] += 1
    s.held[seat] += 1


@rule("LEN-3.1", "LEN-7.1")
def next_player(s: Solenia) -> None:
    """Clockwise; the game is over when the next one has played all cards."""
    s.seat = (s.seat + 1) % owners(s)
    if s.played[s.seat] == CARDS:
        s.phase = DONE
    elif s.seat >= s.seats:
        s.phase = DUMMY
    else:
        s.phase = CARD


@rule("LEN-6.1")
def advance(s: Solenia) -> None:
    """The airship moves one space straight forward, at once."""
    s.airship += 1
    s.flying = 1
