"""Cards on their way between pile, display, hands and discards, and who knows where they are."""

from __future__ import annotations

from sunroom.games.solaris.pieces import COLOURS, KINDS, SEATS
from sunroom.games.solaris.state import DISPLAY, Solaris
from sunroom.rules.philox import below
from sunroom.rules.rulebook import rule

EVERY_KIND = (1 << KINDS) - 1
ONE_STATION = (1 << len(COLOURS)) - 1
# Masks of cards to play: the kinds for one use, above them the kinds for the other, then "done".
OTHER = KINDS
ENOUGH = 2 * KINDS
ONE_COLOUR = EVERY_KIND // ONE_STATION  # the lowest of each four bits


def of_station(station: int) -> int:
    """The kinds with a station's symbol, as a mask."""
    return ONE_STATION << (len(COLOURS) * station)


def of_colour(colour: int) -> int:
    """The kinds in a colour, as a mask."""
    return ONE_COLOUR << colour


# The pile


def take_top(s: Solaris, kind: int) -> None:
    """The top card of the pile, which turned out to be this one, leaves it."""
    s.deck[kind] -= 1
    s.pile -= 1
    if s.pile == 0:
        shuffle_discards(s)


@rule("LAR-8.4", "LAR-8.4a")
def shuffle_discards(s: Solaris) -> None:
    """The discards become the pile. There are always some: too few cards can be elsewhere."""
    for kind in range(KINDS):
        s.deck[kind] += s.discards[kind]
        s.pile += s.discards[kind]
        s.discards[kind] = 0


def card_of_deck(s: Solaris, random: int, total: int) -> int:
    """A random one of all the cards in the deck. Every kind is looked at: that is faster than
    stopping at the right one, most of all where many tables are played side by side.
    """
    number = below(random, total)
    upto, kind = 0, 0
    for other in range(KINDS):
        upto += s.deck[other]
        if upto <= number:
            kind = other + 1
    return kind


# The display


def on_display(s: Solaris) -> int:
    """The kinds of the open cards, as a mask."""
    mask = 0
    for n in range(DISPLAY):
        if s.display[n] > 0:
            mask |= 1 << (s.display[n] - 1)
    return mask


@rule("LAR-12.2")
def take_open(s: Solaris, kind: int) -> None:
    """The player in turn takes a card of the display; everybody knows then that they have it."""
    n = 0
    while s.display[n] != kind + 1:
        n += 1
    s.display[n] = 0
    gain_card(s, s.seat, kind)
    s.shown[s.seat, kind] += 1


# Hands


def gain_card(s: Solaris, seat: int, kind: int) -> None:
    s.hand[seat, kind] += 1
    s.held[seat] += 1
    s.holds[seat] |= 1 << kind


def lose_card(s: Solaris, seat: int, kind: int) -> None:
    s.hand[seat, kind] -= 1
    s.held[seat] -= 1
    if s.hand[seat, kind] == 0:
        s.holds[seat] ^= 1 << kind


@rule("LAR-8.2", "LAR-12.4")
def discard(s: Solaris, seat: int, kind: int) -> None:
    """A card leaves a hand openly."""
    lose_card(s, seat, kind)
    s.discards[kind] += 1
    forget_one(s, seat, kind)
    bound_told(s, seat)


@rule("LAR-4.1a")
def has_done_something(s: Solaris) -> bool:
    """Who has played a card, docked a shuttle or spread energy may stop."""
    return s.played > 0 or s.amount > 0


# Who knows what


def apart(knower: int, holder: int) -> int:
    """Where `seen` has what one seat knows of another's hand: the seats between them."""
    return (holder - knower + SEATS - 1) % SEATS


@rule("LAR-12.2")
def forget_one(s: Solaris, holder: int, kind: int) -> None:
    """A known card of this kind may be the one that has gone."""
    known_to_all = s.shown[holder, kind] > 0
    if known_to_all:
        s.shown[holder, kind] -= 1
    for knower in range(s.seats):
        if not known_to_all:
            forget_seen(s, knower, holder, kind)


def bound_told(s: Solaris, holder: int) -> None:
    """Nobody knows more cards of a hand than it has."""
    for knower in range(s.seats):
        s.told[knower, holder] = min(s.told[knower, holder], s.held[holder])


def forget_seen(s: Solaris, knower: int, holder: int, kind: int) -> None:
    if s.told[knower, holder] > 0 and s.seen[knower, apart(knower, holder), kind] > 0:
        s.seen[knower, apart(knower, holder), kind] -= 1


@rule("LAR-7.8", "LAR-12.3")
def steal(s: Solaris, victim: int, kind: int) -> None:
    """The player in turn draws a card unseen. Those who do not see it must reckon with any card."""
    thief = s.seat
    lose_card(s, victim, kind)
    s.aside[thief, victim] = kind + 1
    for other in range(KINDS):
        if s.shown[victim, other] > 0:
            s.shown[victim, other] -= 1
            learn(s, thief, victim, other, 0 if other == kind else 1)
        else:
            for knower in range(s.seats):
                if knower != thief or other == kind:
                    forget_seen(s, knower, victim, other)
    bound_told(s, victim)


@rule("LAR-12.3")
def learn(s: Solaris, knower: int, holder: int, kind: int, number: int) -> None:
    """Some cards of a hand that one other player knows; that there may be some is no secret."""
    s.told[knower, holder] = min(s.told[knower, holder] + 1, s.held[holder])
    s.seen[knower, apart(knower, holder), kind] += number


@rule("LAR-7.8a", "LAR-12.3")
def join_hands(s: Solaris) -> None:
    """What was stolen joins the hands; the victims still know it."""
    for thief in range(s.seats):
        for victim in range(s.seats):
            kind = s.aside[thief, victim] - 1
            if kind >= 0:
                s.aside[thief, victim] = 0
                gain_card(s, thief, kind)
                learn(s, victim, thief, kind, 1)
