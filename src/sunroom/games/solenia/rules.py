"""The answers of Solenia: who acts, what is legal, what happens. The paragraphs are in the modules
beside this one: setup, voyage, delivery, turn, solo, scoring, secrets.
"""

from __future__ import annotations

from sunroom.rules.contract import CHANCE, OVER
from sunroom.rules.masks import count, listed, nth
from sunroom.rules.philox import below
from sunroom.rules.record import Cells

from . import pieces as p
from .chapters.delivery import (
    after_refill,
    choose_slot,
    choose_tile,
    deliverable,
    earn,
    hand_over,
    left_over,
    open_slots,
    pay_instead,
    replaceable,
    reveal,
    spare_good,
    take_bonus,
)
from .chapters.setup import (
    DAY_NIGHT_STRIPS,
    choose_first,
    choose_order,
    deal,
    draft_one,
    draft_pair,
    draftable,
    drawable,
    lay_strip,
    offer_half,
    offer_one,
    reveal_next,
)
from .chapters.solo import DUMMY_OWNER, FACES, roll, turn_up
from .chapters.turn import card_of_deck, draw_card, return_good, settle
from .chapters.voyage import (
    choose_card,
    choose_space,
    discard_card,
    pay_voyage,
    payable,
    place_card,
    spaces_or_discard,
)
from .pieces import KINDS, SEATS, TILES
from .state import (
    BONUS,
    CARD,
    DEAL,
    DELIVER,
    DIE,
    DISCARD,
    DISPLAY,
    DONE,
    DRAFT,
    DRAW,
    DUMMY,
    EARN,
    FIRST,
    INSTEAD,
    LAND,
    OFFER_DAY,
    OFFER_NIGHT,
    OFFER_ONE,
    ORDER,
    PAY,
    PLACES,
    REFILL,
    REVEAL,
    SETTLE,
    SLOT,
    SPACE,
    SPARE,
    STRIPS,
    TILE,
    Solenia,
)

# Action codes, in this order: a card, a space, the discard, a good, as asked, a tile of the
# display, a slot, and the two offers of the draft.
CARD_CODE = 0
SPACE_CODE = CARD_CODE + KINDS
DISCARD_CODE = SPACE_CODE + PLACES
GOOD_CODE = DISCARD_CODE + 1
AS_ASKED = GOOD_CODE + 4
TILE_CODE = AS_ASKED + 1
SLOT_CODE = TILE_CODE + DISPLAY
ONE_CODE = SLOT_CODE + p.SLOTS
PAIR_CODE = ONE_CODE + SEATS
ACTIONS = PAIR_CODE + SEATS
OUTCOMES = 2 * TILES


def to_act(s: Solenia) -> int:
    if s.phase == DONE:
        return OVER
    if s.phase <= DIE:
        return CHANCE
    return s.owner if s.phase == DISCARD else s.seat


def legal(s: Solenia, out: Cells) -> int:
    return listed(options(s), first_code(s), out)


def first_code(s: Solenia) -> int:
    """The code of the lowest option in this phase."""
    if s.phase == CARD:
        return CARD_CODE
    if s.phase == SPACE:
        return SPACE_CODE
    if s.phase == TILE:
        return TILE_CODE
    if s.phase == SLOT:
        return SLOT_CODE
    if s.phase == DRAFT:
        return ONE_CODE
    return GOOD_CODE


def options(s: Solenia) -> int:
    """What the player to act may choose, as a mask above the first code; nothing for chance."""
    phase = s.phase
    if phase == CARD:
        return cards_in_hand(s)
    if phase == SPACE:
        return spaces_or_discard(s)
    if phase == PAY:
        return payable(s)
    if phase == TILE:
        return deliverable(s)
    if phase == SLOT:
        return open_slots(s)
    if phase == BONUS:
        return s.among
    if phase == DISCARD:
        return goods_of(s, s.owner)
    if phase == SPARE:
        return replaceable(s)
    if phase == INSTEAD:
        return left_over(s)
    if phase == DRAFT:
        return draftable(s)
    return 0


def cards_in_hand(s: Solenia) -> int:
    """Any card: where one can go, all can, and who is stuck discards one."""
    mask = 0
    for kind in range(KINDS):
        if s.hand[s.seat, kind] > 0:
            mask |= 1 << kind
    return mask


def goods_of(s: Solenia, seat: int) -> int:
    """The goods that a seat has, as a mask."""
    mask = 0
    for good in range(4):
        if s.goods[seat, good] > 0:
            mask |= 1 << good
    return mask


def pick(s: Solenia, word: int) -> int:
    """What a playout draws, without listing: a random bit of the mask, or a card by its count."""
    if s.phase > DIE:
        mask = options(s)
        return first_code(s) + nth(mask, below(word, count(mask)))
    owner = drawing(s)
    if owner >= 0:
        return card_of_deck(s, owner, word)
    mask = outcomes(s)
    return first_outcome(s) + nth(mask, below(word, count(mask)))


def apply(s: Solenia, action: int) -> None:
    if s.phase <= DIE:
        apply_chance(s, action)
    elif s.phase == CARD:
        choose_card(s, action - CARD_CODE)
    elif action == DISCARD_CODE:
        discard_card(s)
    elif action == AS_ASKED:
        s.phase = DELIVER
    elif action < DISCARD_CODE:
        choose_space(s, action - SPACE_CODE)
    elif action < AS_ASKED:
        apply_good(s, action - GOOD_CODE)
    elif action < SLOT_CODE:
        choose_tile(s, action - TILE_CODE)
    elif action < ONE_CODE:
        choose_slot(s, action - SLOT_CODE)
    elif action < PAIR_CODE:
        draft_one(s, action - ONE_CODE)
    else:
        draft_pair(s, action - PAIR_CODE)
    go_on(s)


def go_on(s: Solenia) -> None:
    """What follows by itself. Each rule is called in one place: that keeps compiled code small."""
    if s.phase == LAND:
        place_card(s)
    if s.phase == DELIVER:
        hand_over(s)
    if s.phase == EARN:
        earn(s)
    if s.phase == SETTLE:
        settle(s)


def apply_good(s: Solenia, good: int) -> None:
    """A good means what is being decided: pay, return, take, spare or pay instead."""
    if s.phase == PAY:
        pay_voyage(s, good)
    elif s.phase == DISCARD:
        return_good(s, good)
    elif s.phase == BONUS:
        take_bonus(s, good)
    elif s.phase == SPARE:
        spare_good(s, good)
    else:
        pay_instead(s, good)


# Chance


def chances(s: Solenia, out: Cells, weight: Cells) -> int:
    owner = drawing(s)
    if owner >= 0:
        return card_chances(s, owner, out, weight)
    n = listed(outcomes(s), first_outcome(s), out)
    for i in range(n):
        weight[i] = 1
    return n


def drawing(s: Solenia) -> int:
    """Whose deck the next card comes from; -1 if it is no card."""
    if s.phase == DRAW:
        return s.seat
    if s.phase == DEAL:
        return s.owner
    return DUMMY_OWNER if s.phase == DUMMY else -1


def card_chances(s: Solenia, owner: int, out: Cells, weight: Cells) -> int:
    n = 0
    for kind in range(KINDS):
        if s.deck[owner, kind] > 0:
            out[n] = kind
            weight[n] = s.deck[owner, kind]
            n += 1
    return n


def first_outcome(s: Solenia) -> int:
    """Night tiles have the codes after those of the day tiles."""
    if s.phase == REFILL or s.phase == REVEAL:
        return s.row * TILES
    return 0


def outcomes(s: Solenia) -> int:
    """What chance may bring where all is equally likely, as a mask; nothing for a player's turn."""
    phase = s.phase
    if phase == REFILL or phase == REVEAL:
        return s.pile[s.row]
    if phase == DIE:
        return (1 << FACES) - 1
    if phase == STRIPS:
        return s.among ^ ((1 << DAY_NIGHT_STRIPS) - 1)
    if phase == ORDER:
        return 3
    if phase == FIRST:
        return (1 << s.seats) - 1
    if phase == OFFER_ONE:
        return drawable(s, 2)
    if phase == OFFER_DAY:
        return drawable(s, 0)
    if phase == OFFER_NIGHT:
        return drawable(s, 1)
    return 0


def apply_chance(s: Solenia, outcome: int) -> None:
    phase = s.phase
    if phase == DRAW:
        draw_card(s, outcome)
    elif phase == REFILL:
        reveal(s, outcome)
        after_refill(s)
    elif phase == DEAL:
        deal(s, outcome)
    elif phase == REVEAL:
        reveal_next(s, outcome)
    elif phase == DUMMY:
        turn_up(s, outcome)
    elif phase == DIE:
        roll(s, outcome)
    elif phase == STRIPS:
        lay_strip(s, outcome)
    elif phase == ORDER:
        choose_order(s, outcome)
    elif phase == FIRST:
        choose_first(s, outcome)
    elif phase == OFFER_ONE:
        offer_one(s, outcome)
    elif phase == OFFER_DAY:
        offer_half(s, 0, outcome)
    else:
        offer_half(s, 1, outcome)
