"""Who may know what: the hands of the others are secret; everything else lies open.

Decks are counts, so nobody's future draws are on the table, and what a player still has in hand and
deck together follows from what has been played. Secret is only which of these cards are in hand.
"""

from __future__ import annotations

from sunroom.games.solenia.pieces import KINDS, SEATS
from sunroom.games.solenia.state import PAY, SPACE, Solenia
from sunroom.rules.philox import below, word
from sunroom.rules.rulebook import rule

from .turn import card_of_deck


@rule("LEN-2.6a")
def veil(s: Solenia, seat: int) -> None:
    """The hands of the others go back into their decks, and a card not yet laid is not known."""
    for other in range(s.seats):
        if other != seat:
            for kind in range(KINDS):
                s.deck[other, kind] += s.hand[other, kind]
                s.hand[other, kind] = 0
    if seat != s.seat and (s.phase == SPACE or s.phase == PAY):
        s.chosen = 0


def redeal(s: Solenia, seat: int, seed: int) -> None:
    """Every other player draws as many cards as they hold."""
    for other in range(s.seats):
        if other != seat:
            in_hand = 0
            for kind in range(KINDS):
                in_hand += s.hand[other, kind]
            for n in range(in_hand, s.held[other]):
                kind = card_of_deck(s, other, word(seed, other, n))
                s.deck[other, kind] -= 1
                s.hand[other, kind] += 1
    if s.chosen == 0 and (s.phase == SPACE or s.phase == PAY):
        s.chosen = card_of_hand(s, s.seat, word(seed, SEATS, 0)) + 1


def card_of_hand(s: Solenia, owner: int, random: int) -> int:
    """A random card of a hand."""
    left = below(random, s.held[owner])
    kind = 0
    while left >= s.hand[owner, kind]:
        left -= s.hand[owner, kind]
        kind += 1
    return kind
