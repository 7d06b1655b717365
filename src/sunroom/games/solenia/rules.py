"""The answers of Solenia: who acts, what is legal, what happens. The paragraphs are in the modules
beside this one: setup, voyage, delivery, turn, solo, scoring, secrets.
"""

from __future__ import annotations

from sunroom.kernel.contract import CHANCE, OVER
from sunroom.kernel.record import Cells

from . import pieces as p
from .delivery import (
    after_refill,
    choose_tile,
    hand_over,
    legal_instead,
    legal_slots,
    legal_spares,
    legal_tiles,
    pay_instead,
    put_tile,
    reveal,
    spare_good,
    take_bonus,
)
from .pieces import KINDS, TILES
from .setup import (
    DAY_NIGHT_STRIPS,
    choose_first,
    choose_order,
    deal,
    draft_one,
    draft_pair,
    lay_strip,
    legal_drafts,
    offer_chances,
    offer_half,
    offer_one,
    reveal_next,
)
from .solo import DUMMY_OWNER, FACES, roll, turn_up
from .state import (
    BONUS,
    CARD,
    DEAL,
    DIE,
    DISCARD,
    DISPLAY,
    DONE,
    DRAFT,
    DRAW,
    DUMMY,
    FIRST,
    INSTEAD,
    OFFER_DAY,
    OFFER_NIGHT,
    OFFER_ONE,
    ORDER,
    PAY,
    PLACES,
    REFILL,
    REVEAL,
    SEATS,
    SLOT,
    SPACE,
    SPARE,
    STRIPS,
    TILE,
    Solenia,
)
from .turn import draw_card, return_good
from .voyage import (
    choose_card,
    choose_space,
    discard_card,
    legal_payments,
    legal_spaces,
    pay_voyage,
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
    phase = s.phase
    if phase == CARD:
        return legal_cards(s, out)
    if phase == SPACE:
        return legal_spaces(s, SPACE_CODE, DISCARD_CODE, out)
    if phase == PAY:
        return legal_payments(s, GOOD_CODE, out)
    if phase == TILE:
        return legal_tiles(s, TILE_CODE, out)
    if phase == SLOT:
        return legal_slots(s, SLOT_CODE, out)
    if phase == BONUS or phase == DISCARD:
        return legal_goods(s, out)
    if phase == SPARE:
        return legal_spares(s, AS_ASKED, GOOD_CODE, out)
    if phase == INSTEAD:
        return legal_instead(s, GOOD_CODE, out)
    if phase == DRAFT:
        return legal_drafts(s, ONE_CODE, PAIR_CODE, out)
    return 0


def legal_cards(s: Solenia, out: Cells) -> int:
    """Any card: where one can go, all can, and who is stuck discards one."""
    n = 0
    for kind in range(KINDS):
        if s.hand[s.seat, kind] > 0:
            out[n] = CARD_CODE + kind
            n += 1
    return n


def legal_goods(s: Solenia, out: Cells) -> int:
    """Goods to return, or to choose as a bonus."""
    n = 0
    for good in range(4):
        if s.phase == BONUS:
            allowed = s.among >> good & 1 == 1
        else:
            allowed = s.goods[s.owner, good] > 0
        if allowed:
            out[n] = GOOD_CODE + good
            n += 1
    return n


def apply(s: Solenia, action: int) -> None:
    if s.phase <= DIE:
        apply_chance(s, action)
    elif s.phase == CARD:
        choose_card(s, action - CARD_CODE)
    elif action == DISCARD_CODE:
        discard_card(s)
    elif action == AS_ASKED:
        hand_over(s)
    elif action < DISCARD_CODE:
        choose_space(s, action - SPACE_CODE)
    elif action < AS_ASKED:
        apply_good(s, action - GOOD_CODE)
    elif action < SLOT_CODE:
        choose_tile(s, action - TILE_CODE)
    elif action < ONE_CODE:
        put_tile(s, action - SLOT_CODE)
    elif action < PAIR_CODE:
        draft_one(s, action - ONE_CODE)
    else:
        draft_pair(s, action - PAIR_CODE)


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
    phase = s.phase
    if phase == DRAW:
        return card_chances(s, s.seat, out, weight)
    if phase == DEAL:
        return card_chances(s, s.owner, out, weight)
    if phase == DUMMY:
        return card_chances(s, DUMMY_OWNER, out, weight)
    if phase == REFILL or phase == REVEAL:
        return tile_chances(s, out, weight)
    if phase == OFFER_ONE:
        return offer_chances(s, 2, out, weight)
    if phase == OFFER_DAY:
        return offer_chances(s, 0, out, weight)
    if phase == OFFER_NIGHT:
        return offer_chances(s, 1, out, weight)
    if phase == STRIPS:
        return strip_chances(s, out, weight)
    if phase == ORDER:
        return even_chances(2, out, weight)
    if phase == FIRST:
        return even_chances(s.seats, out, weight)
    if phase == DIE:
        return even_chances(FACES, out, weight)
    return 0


def even_chances(n: int, out: Cells, weight: Cells) -> int:
    for outcome in range(n):
        out[outcome] = outcome
        weight[outcome] = 1
    return n


def card_chances(s: Solenia, owner: int, out: Cells, weight: Cells) -> int:
    n = 0
    for kind in range(KINDS):
        if s.deck[owner, kind] > 0:
            out[n] = kind
            weight[n] = s.deck[owner, kind]
            n += 1
    return n


def tile_chances(s: Solenia, out: Cells, weight: Cells) -> int:
    n = 0
    for tile in range(TILES):
        if s.pile[s.row] >> tile & 1:
            out[n] = s.row * TILES + tile
            weight[n] = 1
            n += 1
    return n


def strip_chances(s: Solenia, out: Cells, weight: Cells) -> int:
    n = 0
    for strip in range(DAY_NIGHT_STRIPS):
        if s.among >> strip & 1 == 0:
            out[n] = strip
            weight[n] = 1
            n += 1
    return n


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
