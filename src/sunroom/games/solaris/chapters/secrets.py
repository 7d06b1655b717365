"""Who may know what: hands are secret, but for the cards that somebody has seen go there.

In a veiled table a hand holds only the cards that the seat knows to be in it; all other cards that
it cannot place, in hands, face down or in the pile, are together in the deck.
"""

from __future__ import annotations

from sunroom.games.solaris.pieces import KINDS, SEATS
from sunroom.games.solaris.state import HIDDEN, Solaris
from sunroom.rules.philox import below, word
from sunroom.rules.rulebook import rule

from .cards import apart, card_of_deck

UNKNOWN_HANDS, UNKNOWN_ASIDE, WHAT_THEY_KNOW = range(3)  # which random words are for what


@rule("LAR-12.1", "LAR-12.2", "LAR-12.3", "LAR-12.5")
def veil(s: Solaris, seat: int) -> None:
    """Whatever this seat cannot place goes into the deck."""
    for other in range(s.seats):
        if other != seat:
            s.holds[other] = 0
            for kind in range(KINDS):
                known = s.shown[other, kind]
                if seat >= 0:
                    known += s.seen[seat, apart(seat, other), kind]
                s.deck[kind] += s.hand[other, kind] - known
                s.hand[other, kind] = known
                if known > 0:
                    s.holds[other] |= 1 << kind
    for one in range(s.seats):
        for other in range(s.seats):
            if one != seat and other != seat and one != other:
                hide_between(s, one, other)


@rule("LAR-7.8a", "LAR-12.3")
def hide_between(s: Solaris, one: int, other: int) -> None:
    """What one of two others knows of the other's hand, and what one has stolen from the other."""
    if s.told[one, other] > 0:
        for kind in range(KINDS):
            s.seen[one, apart(one, other), kind] = 0
    if s.aside[one, other] > 0:
        s.deck[s.aside[one, other] - 1] += 1
        s.aside[one, other] = HIDDEN


def redeal(s: Solaris, seat: int, seed: int) -> None:
    """Every hand and every hidden card is filled out of what cannot be placed."""
    total = 0
    for kind in range(KINDS):
        total += s.deck[kind]
    for other in range(s.seats):
        if other != seat:
            total = fill_hand(s, other, total, seed)
    for one in range(s.seats):
        for other in range(s.seats):
            if s.aside[one, other] == HIDDEN:
                kind = card_of_deck(s, word(seed, UNKNOWN_ASIDE, one * SEATS + other), total)
                s.deck[kind] -= 1
                total -= 1
                s.aside[one, other] = kind + 1
            if one != seat and other != seat and s.told[one, other] > 0:
                guess_between(s, one, other, seed)


@rule("LAR-12.5")
def fill_hand(s: Solaris, owner: int, total: int, seed: int) -> int:
    """As many cards as the hand has, besides those that are known, out of *total* in the deck.

    Returns how many are left there.
    """
    known = 0
    for kind in range(KINDS):
        known += s.hand[owner, kind]
    for n in range(known, s.held[owner]):
        kind = card_of_deck(s, word(seed, UNKNOWN_HANDS, owner * KINDS + n), total)
        s.deck[kind] -= 1
        total -= 1
        s.hand[owner, kind] += 1
        s.holds[owner] |= 1 << kind
    return total


def guess_between(s: Solaris, knower: int, holder: int, seed: int) -> None:
    """Cards of a hand that another may know: as many as can be, any of those not known to all."""
    left = s.held[holder]
    for kind in range(KINDS):
        left -= s.shown[holder, kind]
    wanted = min(s.told[knower, holder], left)
    for kind in range(KINDS):
        for n in range(s.hand[holder, kind] - s.shown[holder, kind]):
            at = ((knower * SEATS + holder) * KINDS + kind) * KINDS + n
            if below(word(seed, WHAT_THEY_KNOW, at), left) < wanted:
                s.seen[knower, apart(knower, holder), kind] += 1
                wanted -= 1
            left -= 1
