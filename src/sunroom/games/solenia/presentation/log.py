"""Solenia told in words, as everybody at the table may know it."""

from __future__ import annotations

from typing import NamedTuple

from sunroom.games.solenia.chapters.solo import DUMMY_OWNER, column_of, dummy_space
from sunroom.games.solenia.chapters.turn import EXPULSION, level_one, owners, resolve, space_kind
from sunroom.games.solenia.pieces import (
    CARD_VALUE,
    COLUMNS,
    GOODS,
    KINDS,
    TILE_ASKS,
    TILE_STARS,
    TILES,
)
from sunroom.games.solenia.rules import (
    AS_ASKED,
    DISCARD_CODE,
    GOOD_CODE,
    SLOT_CODE,
    SPACE_CODE,
    TILE_CODE,
    to_act,
)
from sunroom.games.solenia.state import (
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
    OFFER_NIGHT,
    PAY,
    REFILL,
    REVEAL,
    SLOT,
    SPACE,
    SPARE,
    STRIPS,
    TILE,
    Solenia,
)
from sunroom.rules.words import Message, Seat, message

from .names import card_piece, good_piece, improvement_name, space_piece, tile_piece
from .notation import ONE_NAMES, joined, show

STARS = 0  # the place of the stars in what is gained; the goods come after it
VERBS = {PAY: "pays", DISCARD: "returns", BONUS: "takes", SPARE: "spares", INSTEAD: "pays"}


def narrate(before: Solenia, action: int, after: Solenia) -> list[Message]:
    """What has just happened, as everybody may know it."""
    if before.phase <= DIE:
        told = narrate_chance(before, action, after)
    else:
        told = narrate_choice(before, action, after)
    told += narrate_gains(before, action, after)
    if after.phase == DONE:
        told.append(message("game_over"))
    return told


def narrate_chance(before: Solenia, action: int, after: Solenia) -> list[Message]:
    if before.phase == DRAW:
        return [message("draws", who=Seat(before.seat))]
    if before.phase == REFILL:
        return [message("revealed", tile=tile_piece(action))]
    if before.phase in (STRIPS, FIRST) and after.phase == REVEAL and after.seats > 1:
        return [message("begins", who=Seat(after.first))]
    if before.phase == DUMMY:
        return [message("dummy_card", card=card_piece(action, DUMMY_OWNER))]
    if before.phase == DIE:
        return [message("dummy_rolls", n=action + 1), *narrate_dummy(before, action, after)]
    if before.phase == DEAL and after.phase != DEAL:
        return [message("hands_dealt")]
    if before.phase == OFFER_NIGHT and after.phase == CARD:
        return narrate_alone(after)
    return []


def narrate_alone(s: Solenia) -> list[Message]:
    """The Improvement tiles of one who plays alone come without a choice."""
    tiles = ONE_NAMES[s.one[0] - 1], joined(s.half[0, 0] - 1, s.half[0, 1] - 1)
    return [message("drafts_one", who=Seat(0), tile=improvement_name(tile)) for tile in tiles]


def narrate_choice(before: Solenia, action: int, after: Solenia) -> list[Message]:
    who = Seat(to_act(before))
    told = []
    if before.phase == TILE:
        number = before.display[before.row, action - TILE_CODE] - 1
        stars = TILE_STARS[number]
        told.append(message("delivers", who=who, tile=tile_piece(number), stars=stars))
    elif before.phase == SLOT:
        told.append(message("covers", who=who, n=action - SLOT_CODE + 1))
    elif before.phase == DRAFT:
        told.append(message("drafts_one", who=who, tile=improvement_name(show(before, action))))
    elif before.phase in VERBS and action != AS_ASKED:
        good = good_piece(action - GOOD_CODE)
        told.append(message(VERBS[before.phase], who=who, good=good))
    return told + narrate_card(before, action, after)


def narrate_card(before: Solenia, action: int, after: Solenia) -> list[Message]:
    """The card that has left the hand, and the airship that a 0 moves."""
    kind, who = laid(before, after), Seat(to_act(before))
    if kind < 0:
        return []
    card = card_piece(kind, who.number)
    if action == DISCARD_CODE:
        return [message("discards", who=who, card=card)]
    space = space_piece(before, goal(before, action))
    return [message("plays", who=who, card=card, space=space), *narrate_airship(kind)]


def narrate_airship(kind: int) -> list[Message]:
    return [message("airship_advances")] if CARD_VALUE[kind] == 0 else []


def goal(before: Solenia, action: int) -> int:
    """The space to which a player's card goes."""
    return action - SPACE_CODE if before.phase == SPACE else before.space


def laid(before: Solenia, after: Solenia) -> int:
    """The kind of card that has left the hand and the deck of the player in turn; -1 for none."""
    seat = before.seat
    for kind in range(KINDS):
        had = before.hand[seat, kind] + before.deck[seat, kind]
        if had > after.hand[seat, kind] + after.deck[seat, kind]:
            return kind
    return -1


def narrate_dummy(before: Solenia, action: int, after: Solenia) -> list[Message]:
    """Where the dummy's card goes, and which tile it takes."""
    space = dummy_space(before, column_of(action))
    if space < 0:
        return [message("dummy_discards")]
    told = [message("dummy_places", space=space_piece(before, space))]
    told += narrate_airship(before.chosen - 1)
    for row in range(2):
        for place in range(DISPLAY):
            if before.display[row, place] > 0 and after.display[row, place] == 0:
                tile = tile_piece(before.display[row, place] - 1)
                told.append(message("dummy_takes", tile=tile))
    return told


# What came by itself


class Expelled(NamedTuple):
    """A card that has left with the first strip."""

    owner: int
    kind: int
    space: int


def narrate_gains(before: Solenia, action: int, after: Solenia) -> list[Message]:
    """Goods and stars of the space or of a bonus; then those of the cards that have left."""
    leaving = [(card, power_of(before, card)) for card in expelled(before, action, after)]
    told = []
    for seat in range(before.seats):
        own = [gains for card, gains in leaving if card.owner == seat]
        more = gained(before, action, after, seat)
        more[STARS] -= bonus_of_expulsion(after, seat) if own else 0
        told += narrate_gain(seat, [n - sum(of) for n, *of in zip(more, *own, strict=True)])
    told += narrate_expelled(before, after, leaving)
    if has_turned(before, after):
        told.append(message("strip_turned"))
    return told


def narrate_gain(seat: int, gains: list[int]) -> list[Message]:
    stars, *goods = gains
    told = [message("gains_stars", who=Seat(seat), n=stars)] if stars > 0 else []
    for good, more in enumerate(goods):
        if more > 0:
            told.append(message("gains_goods", who=Seat(seat), n=more, good=good_piece(good)))
    return told


def narrate_expelled(
    before: Solenia, s: Solenia, leaving: list[tuple[Expelled, list[int]]]
) -> list[Message]:
    """Each card with what its power gives; after the last one of a player what an Improvement
    tile adds.
    """
    told = []
    for n, (card, gains) in enumerate(leaving):
        name, space = card_piece(card.kind, card.owner), space_piece(before, card.space)
        if card.owner >= s.seats:
            told.append(message("dummy_expelled", card=name, space=space))
            continue
        told.append(message("expelled", who=Seat(card.owner), card=name, space=space))
        told += narrate_gain(card.owner, gains)
        if card.owner not in [later.owner for later, _ in leaving[n + 1 :]]:
            more = bonus_of_expulsion(s, card.owner)
            told += narrate_gain(card.owner, [more] + [0] * len(GOODS))
    return told


def expelled(before: Solenia, action: int, after: Solenia) -> list[Expelled]:
    """The cards that have left in this step, in the order of the rule: by owner, then by space."""
    lying = {space: before.card[space] for space in range(COLUMNS)} | placed(before, action, after)
    gone = [
        Expelled((card - 1) // KINDS, (card - 1) % KINDS, space)
        for space, card in sorted(lying.items())
        if card > 0 and (has_turned(before, after) or after.card[space] == 0)
    ]
    return sorted(gone, key=lambda card: (card.owner - before.seat) % owners(before))


def placed(before: Solenia, action: int, after: Solenia) -> dict[int, int]:
    """The space of the first strip on which a card was laid in this step, with that card."""
    kind = laid(before, after)
    owner, space = before.seat, goal(before, action)
    if before.phase == DIE:
        owner, kind = DUMMY_OWNER, before.chosen - 1
        space = dummy_space(before, column_of(action))
    if kind < 0 or action == DISCARD_CODE or not 0 <= space < COLUMNS:
        return {}
    return {space: 1 + owner * KINDS + kind}


def has_turned(before: Solenia, after: Solenia) -> bool:
    return before.phase > DEAL and after.strip[0] != before.strip[0]


def power_of(before: Solenia, card: Expelled) -> list[int]:
    """What the power of an expelled card gives its owner; the rule itself is asked."""
    s = before.copy()
    if card.owner < s.seats:
        resolve(s, card.owner, card.kind, space_kind(before, card.space))
    return held_more(before, s, card.owner)


def bonus_of_expulsion(s: Solenia, seat: int) -> int:
    """Stars of an Improvement tile, once in a turn in which own cards are expelled."""
    return level_one(s, seat, EXPULSION)


def held_more(before: Solenia, after: Solenia, seat: int) -> list[int]:
    goods = [after.goods[seat, good] - before.goods[seat, good] for good in range(len(GOODS))]
    return [after.stars[seat] - before.stars[seat], *goods]


def gained(before: Solenia, action: int, after: Solenia, seat: int) -> list[int]:
    """Stars and goods of each kind that a seat has got, without those that are named anyway."""
    stars, *goods = held_more(before, after, seat)
    return [stars, *(n + given(before, action, after, seat, g) for g, n in enumerate(goods))]


def given(before: Solenia, action: int, after: Solenia, seat: int, good: int) -> int:
    """Goods of a kind that a seat gave away in this step, less those that the log names anyway."""
    if seat != to_act(before):
        return 0
    total = 0
    chosen = action - GOOD_CODE == good
    if before.phase in (PAY, DISCARD, INSTEAD) and chosen:
        total += 1
    if before.phase == BONUS and chosen:
        total -= 1
    if before.phase == INSTEAD and good == before.spared - 1:
        total -= 1
    for tile in range(2 * TILES):
        new = after.delivered[seat, tile // TILES] & ~before.delivered[seat, tile // TILES]
        if new >> (tile % TILES) & 1:
            total += TILE_ASKS[tile, good]
    return total
