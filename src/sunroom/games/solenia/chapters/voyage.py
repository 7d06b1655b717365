"""Playing a card: where it may go, what the voyage costs, and what the island gives."""

from __future__ import annotations

from sunroom.games.solenia.geometry import STEPS, TOUCHING
from sunroom.games.solenia.pieces import CARD_VALUE, CITIES, COLUMNS, DAY_CITY, KINDS, LINES
from sunroom.games.solenia.state import LAND, PAY, PLACES, SPACE, TILE, Solenia
from sunroom.rules.rulebook import rule

from .delivery import spare
from .turn import (
    TWO,
    VOYAGE,
    ZERO,
    advance,
    after_gain,
    end_turn,
    level_one,
    owners,
    space_kind,
    stored,
)

ALL = (1 << PLACES) - 1
MIDDLE = COLUMNS // 2


def choose_card(s: Solenia, kind: int) -> None:
    s.chosen = kind + 1
    s.phase = SPACE


@rule("LEN-1.1b", "LEN-3.3", "LEN-3.3a", "LEN-3.4a")
def grown(s: Solenia, mask: int) -> int:
    """A set of spaces and all that are adjacent to it."""
    found = mask
    for n in range(len(STEPS)):
        near = TOUCHING[s.reading, n]
        found |= ((mask & near) << STEPS[n]) | ((mask >> STEPS[n]) & near)
    return found


@rule("LEN-3.3", "LEN-6.1a")
def sources(s: Solenia) -> int:
    """Where a voyage starts: the airship and the player's own cards."""
    return s.own[s.seat] | (1 << (s.airship * COLUMNS + MIDDLE))


@rule("LEN-3.2")
def empty(s: Solenia) -> int:
    taken = 0
    for owner in range(owners(s)):
        taken |= s.own[owner]
    return ALL ^ taken


def cities(s: Solenia, row: int) -> int:
    """The spaces with a city of this kind."""
    mask = 0
    for line in range(LINES):
        mask |= CITIES[row, s.strip[line]] << (line * COLUMNS)
    return mask


@rule("LEN-3.4", "LEN-10.6")
def cost_of(s: Solenia, ring: int) -> int:
    """Goods for a space *ring* steps away: one for each space between."""
    return max(ring - 1 - level_one(s, s.seat, VOYAGE), 0)


@rule("LEN-5.2", "LEN-5.2a")
def reach_of(s: Solenia, limit: int) -> int:
    """The spaces to which a voyage costs at most this many goods; none for less than 0."""
    if limit < 0:
        return 0
    reached = grown(s, sources(s))
    rings = limit + level_one(s, s.seat, VOYAGE)
    while rings > 0 and reached != ALL:
        reached = grown(s, reached)
        rings -= 1
    return reached


@rule("LEN-3.5", "LEN-3.5a", "LEN-5.2a")
def spaces_or_discard(s: Solenia) -> int:
    """Where the card may go, as a mask: an island as far as all goods reach, a city as far as what
    a delivery there can leave over. Where nothing adjacent is among them the player is stuck, and
    the bit after the spaces says that the card may be discarded.
    """
    free = empty(s)
    islands, found = free, 0
    for row in range(3):  # the cities of each kind, then the islands
        wanted, limit = islands, stored(s, s.seat)
        if row < 2:
            wanted, limit = free & cities(s, row), spare(s, s.seat, row, -1)
            islands &= ~wanted
        found |= wanted & reach_of(s, limit)
    if found & grown(s, sources(s)) == 0:
        found |= 1 << PLACES
    return found


@rule("LEN-3.4")
def choose_space(s: Solenia, space: int) -> None:
    """Where the card goes; a longer voyage is paid first."""
    s.space = space
    s.pay = voyage_cost(s, space)
    s.phase = PAY if s.pay > 0 else LAND


def voyage_cost(s: Solenia, space: int) -> int:
    ring = 1
    reached = grown(s, sources(s))
    while reached >> space & 1 == 0:
        reached = grown(s, reached)
        ring += 1
    return cost_of(s, ring)


@rule("LEN-3.4", "LEN-5.2a")
def payable(s: Solenia) -> int:
    """Goods of any kind, as long as enough is left for the rest of the way and the delivery."""
    kind = space_kind(s, s.space)
    mask = 0
    for good in range(4):
        if s.goods[s.seat, good] > 0:
            if kind < DAY_CITY or spare(s, s.seat, kind - DAY_CITY, good) >= s.pay - 1:
                mask |= 1 << good
    return mask


@rule("LEN-3.4")
def pay_voyage(s: Solenia, good: int) -> None:
    s.goods[s.seat, good] -= 1
    s.pay -= 1
    if s.pay == 0:
        s.phase = LAND


def place_card(s: Solenia) -> None:
    """The card lies; a 0 moves the airship at once; then the island or the city."""
    kind = s.chosen - 1
    play_from_hand(s)
    s.card[s.space] = 1 + s.seat * KINDS + kind
    s.own[s.seat] |= 1 << s.space
    if CARD_VALUE[kind] == 0:
        advance(s)
    where = space_kind(s, s.space)
    if where < DAY_CITY:
        produce(s, where, CARD_VALUE[kind])
    else:
        visit_city(s, where - DAY_CITY, CARD_VALUE[kind])


def play_from_hand(s: Solenia) -> None:
    s.hand[s.seat, s.chosen - 1] -= 1
    s.held[s.seat] -= 1
    s.played[s.seat] += 1


@rule("LEN-4.1", "LEN-10.6")
def produce(s: Solenia, good: int, value: int) -> None:
    """As many goods of the island's kind as the card says."""
    s.goods[s.seat, good] += value
    if value == 0:
        s.goods[s.seat, good] += level_one(s, s.seat, ZERO)
    elif value == 2:
        s.goods[s.seat, good] += level_one(s, s.seat, TWO)
    after_gain(s, s.seat)


@rule("LEN-5.1", "LEN-5.2")
def visit_city(s: Solenia, row: int, value: int) -> None:
    """As many stars as the card says; then the player must deliver."""
    s.stars[s.seat] += value
    s.row = row
    s.phase = TILE


@rule("LEN-3.5", "LEN-3.5b")
def discard_card(s: Solenia) -> None:
    """Stuck: the card is discarded without its power, the airship advances, and that is all."""
    play_from_hand(s)
    advance(s)
    end_turn(s)
