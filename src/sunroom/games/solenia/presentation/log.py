"""Solenia told in words, as everybody at the table may know it."""

from __future__ import annotations

from sunroom.games.solenia.pieces import COLUMNS, GOODS, KINDS, TILE_ASKS, TILE_STARS, TILES
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
    PLACES,
    REFILL,
    SLOT,
    SPACE,
    SPARE,
    STRIPS,
    TILE,
    Solenia,
)
from sunroom.rules.words import Message, Moves, Seat, message

from .notation import CARD_NAMES, ONE_NAMES, SPACE_NAMES, TILE_NAMES, joined, show

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
        return [message("revealed", tile=TILE_NAMES[action])]
    if before.phase == FIRST:
        return [message("begins", who=Seat(action))]
    if before.phase == DUMMY:
        return [message("dummy_card", card=Moves((CARD_NAMES[action],)))]
    if before.phase == DIE:
        return [message("dummy_rolls", n=action + 1), *narrate_dummy(before, after)]
    if before.phase == DEAL and after.phase != DEAL:
        return [message("hands_dealt")]
    if before.phase == OFFER_NIGHT and after.phase == CARD:
        return narrate_alone(after)
    return []


def narrate_alone(s: Solenia) -> list[Message]:
    """The Improvement tiles of one who plays alone come without a choice."""
    tiles = ONE_NAMES[s.one[0] - 1], joined(s.half[0, 0] - 1, s.half[0, 1] - 1)
    return [message("drafts_one", who=Seat(0), tile=tile) for tile in tiles]


def narrate_choice(before: Solenia, action: int, after: Solenia) -> list[Message]:
    who = Seat(to_act(before))
    told = []
    if before.phase == TILE:
        number = before.display[before.row, action - TILE_CODE] - 1
        told.append(message("delivers", who=who, tile=TILE_NAMES[number], stars=TILE_STARS[number]))
    elif before.phase == SLOT:
        told.append(message("covers", who=who, n=action - SLOT_CODE + 1))
    elif before.phase == DRAFT:
        told.append(message("drafts_one", who=who, tile=show(before, action)))
    elif before.phase in VERBS and action != AS_ASKED:
        good = message(GOODS[action - GOOD_CODE])
        told.append(message(VERBS[before.phase], who=who, good=good))
    kind = laid(before, after)
    if kind >= 0 and action == DISCARD_CODE:
        told.append(message("discards", who=who, card=Moves((CARD_NAMES[kind],))))
    elif kind >= 0:
        space = action - SPACE_CODE if before.phase == SPACE else before.space
        told.append(
            message("plays", who=who, card=Moves((CARD_NAMES[kind],)), space=SPACE_NAMES[space])
        )
    return told


def laid(before: Solenia, after: Solenia) -> int:
    """The kind of card that has left the hand and the deck of the player in turn; -1 for none."""
    seat = before.seat
    for kind in range(KINDS):
        had = before.hand[seat, kind] + before.deck[seat, kind]
        if had > after.hand[seat, kind] + after.deck[seat, kind]:
            return kind
    return -1


def narrate_dummy(before: Solenia, after: Solenia) -> list[Message]:
    """Where the dummy's card lies, and which tile it has taken."""
    told = []
    turned = COLUMNS if after.strip[0] != before.strip[0] else 0  # the board has moved by a strip
    for space in range(PLACES):
        was = before.card[space]
        now = after.card[space - turned] if space >= turned else was
        if now > 0 and was == 0:
            told.append(message("dummy_places", space=SPACE_NAMES[space]))
    for row in range(2):
        for place in range(DISPLAY):
            if before.display[row, place] > 0 and after.display[row, place] == 0:
                tile = TILE_NAMES[before.display[row, place] - 1]
                told.append(message("dummy_takes", tile=tile))
    return told


def narrate_gains(before: Solenia, action: int, after: Solenia) -> list[Message]:
    """Goods and stars that came by themselves, and the strip that was turned."""
    told = []
    for seat in range(before.seats):
        stars = after.stars[seat] - before.stars[seat]
        if stars > 0:
            told.append(message("gains_stars", who=Seat(seat), n=stars))
        for good, name in enumerate(GOODS):
            more = after.goods[seat, good] - before.goods[seat, good]
            more += given(before, action, after, seat, good)
            if more > 0 and before.phase > STRIPS:
                told.append(message("gains_goods", who=Seat(seat), n=more, good=message(name)))
    if after.strip[0] != before.strip[0] and before.phase > DEAL:
        told.append(message("strip_turned"))
    return told


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
