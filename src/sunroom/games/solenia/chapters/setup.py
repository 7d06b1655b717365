"""Setting up: strips, display, hands, and the draft of Improvement tiles."""

from __future__ import annotations

from collections.abc import Sequence

from sunroom.games.solenia.geometry import FIRST_READING
from sunroom.games.solenia.pieces import (
    CARD_COPIES,
    HALF_GOOD,
    HALF_POWER,
    KINDS,
    LINES,
    OFFERS,
    SEATS,
    TILES,
)
from sunroom.games.solenia.state import (
    CARD,
    DEAL,
    DISPLAY,
    DRAFT,
    FIRST,
    OFFER_DAY,
    OFFER_NIGHT,
    OFFER_ONE,
    ORDER,
    REVEAL,
    STRIPS,
    SUMMER,
    WINTER,
    Solenia,
)
from sunroom.rules.masks import count
from sunroom.rules.record import Cells
from sunroom.rules.rulebook import rule
from sunroom.rules.words import Message, message

from .delivery import MOST_STORAGE, reveal
from .turn import HAND, owners, take_card

DAY_NIGHT_STRIPS = 4  # LEN-1.1: the fifth is dawn and dusk
TWILIGHT = 2 * DAY_NIGHT_STRIPS  # its face by dawn; by dusk one more
WINTER_STORAGE = 6  # LEN-9.2
WOOD, STONE = 0, 2

# What the settings mean, by their place in the list that setup reads.
SIDE, STRIPS_LIE, DIAGONALS, SEVENTH, BOARD_ORDER, FIRST_PLAYER = range(1, 7)


def objection(settings: Sequence[int]) -> Message | None:
    """The first player must be one of those who play."""
    first, seats = settings[FIRST_PLAYER], settings[0]
    return message("no_such_seat", n=first, seats=seats) if first > seats else None


@rule("LEN-1.5", "LEN-2.2")
def setup(s: Solenia, options: Cells) -> None:
    s.seats = options[0]
    s.side = SUMMER if options[SIDE] == 0 else WINTER
    s.improved = 1 if options[SIDE] == 2 else 0
    s.reading = FIRST_READING[options[STRIPS_LIE]] + options[DIAGONALS]
    s.seventh = options[SEVENTH]
    s.airship = LINES // 2
    for row in range(2):
        s.pile[row] = (1 << TILES) - 1
    for owner in range(owners(s)):
        s.storage[owner] = MOST_STORAGE if s.side == SUMMER else WINTER_STORAGE
        for kind in range(KINDS):
            s.deck[owner, kind] = CARD_COPIES[kind]
    s.first = options[FIRST_PLAYER] - 1
    choose_order(s, options[BOARD_ORDER] - 1)


@rule("LEN-2.1a")
def choose_order(s: Solenia, order: int) -> None:
    """Night strips first (0) or day strips first (1); below that chance decides."""
    if order < 0:
        s.phase = ORDER
    else:
        s.order = order
        s.phase = STRIPS


@rule("LEN-2.1")
def lay_strip(s: Solenia, strip: int) -> None:
    """Two strips of one light, the twilight strip, two of the other light."""
    laid = count(s.among)
    line = laid if laid < 2 else laid + 1
    night = 1 - s.order if laid < 2 else s.order
    s.strip[line] = 2 * strip + night
    s.among |= 1 << strip
    if laid + 1 == DAY_NIGHT_STRIPS:
        s.strip[2] = TWILIGHT + s.order
        s.among = 0
        choose_first(s, s.first)


@rule("LEN-2.4", "LEN-2.4a")
def choose_first(s: Solenia, seat: int) -> None:
    """The first player; below 0 chance decides, unless one plays alone."""
    if seat < 0 and s.seats > 1:
        s.phase = FIRST
    else:
        s.first = max(seat, 0)
        s.seat = s.first
        give_goods(s)
        s.phase = REVEAL


@rule("LEN-2.5")
def give_goods(s: Solenia) -> None:
    """The third player has a wood, the fourth a stone."""
    if s.seats >= 3:
        s.goods[(s.first + 2) % s.seats, WOOD] = 1
    if s.seats == 4:
        s.goods[(s.first + 3) % s.seats, STONE] = 1


@rule("LEN-2.3")
def display_size(s: Solenia) -> int:
    return DISPLAY if s.seats == 4 else 3


@rule("LEN-2.3")
def reveal_next(s: Solenia, tile: int) -> None:
    """Day tiles until their display is full, then night tiles."""
    reveal(s, tile)
    if s.display[s.row, display_size(s) - 1] > 0:
        if s.row == 0:
            s.row = 1
        else:
            s.row = 0
            s.phase = DEAL


@rule("LEN-2.6")
def deal(s: Solenia, kind: int) -> None:
    """Three cards to every player out of their own deck."""
    take_card(s, s.owner, kind)
    if s.held[s.owner] == HAND:
        s.owner += 1
        if s.owner == s.seats:
            s.owner = 0
            s.phase = OFFER_ONE if s.improved == 1 else CARD


# The draft of Improvement tiles


@rule("LEN-10.1")
def offer_one(s: Solenia, tile: int) -> None:
    """As many level-1 tiles as players."""
    s.offered_one[s.owner] = tile + 1
    s.owner += 1
    if s.owner == s.seats:
        s.owner = 0
        s.phase = OFFER_DAY


@rule("LEN-10.1", "LEN-11.1")
def offer_half(s: Solenia, row: int, tile: int) -> None:
    """As many pairs of a day half and a night half as players. Who is alone takes what there is."""
    s.offered_half[row, s.owner] = tile + 1
    if row == 0:
        s.phase = OFFER_NIGHT
        return
    s.owner += 1
    s.phase = OFFER_DAY
    if s.owner == s.seats:
        s.owner = 0
        s.phase = DRAFT
        s.seat = drafter(s)
        if s.seats == 1:
            draft_one(s, 0)
            draft_pair(s, 0)


def is_offered(s: Solenia, row: int, tile: int) -> bool:
    """Whether a half, or for row 2 a level-1 tile, lies in the offer already."""
    for place in range(s.seats):
        if row == 2 and s.offered_one[place] == tile + 1:
            return True
        if row < 2 and s.offered_half[row, place] == tile + 1:
            return True
    return False


@rule("LEN-10.1a")
def fits_day_half(s: Solenia, night: int) -> bool:
    """The halves of a pair have different powers; an equal night half is drawn again."""
    day = s.offered_half[0, s.owner] - 1
    if HALF_POWER[0, day] != HALF_POWER[1, night]:
        return True
    return HALF_GOOD[0, day] != HALF_GOOD[1, night]


@rule("LEN-10.1")
def drawable(s: Solenia, row: int) -> int:
    """The halves of a row, or for row 2 the level-1 tiles, that can be offered next, as a mask."""
    mask = 0
    for tile in range(OFFERS):
        if not is_offered(s, row, tile) and (row != 1 or fits_day_half(s, tile)):
            mask |= 1 << tile
    return mask


@rule("LEN-10.2")
def drafter(s: Solenia) -> int:
    """The last player first, then in reverse order; the second round in the same order."""
    return (s.first + s.seats - 1 - s.owner % s.seats) % s.seats


@rule("LEN-10.2")
def draftable(s: Solenia) -> int:
    """A tile of either level; in the second round one of the other level. Bits for the level-1
    tiles, then for the pairs.
    """
    mask = 0
    for place in range(s.seats):
        if s.offered_one[place] > 0 and s.one[s.seat] == 0:
            mask |= 1 << place
        if s.offered_half[0, place] > 0 and s.half[s.seat, 0] == 0:
            mask |= 1 << (SEATS + place)
    return mask


@rule("LEN-10.2", "LEN-10.3")
def draft_one(s: Solenia, place: int) -> None:
    s.one[s.seat] = s.offered_one[place]
    s.offered_one[place] = 0
    next_drafter(s)


@rule("LEN-10.2", "LEN-10.3")
def draft_pair(s: Solenia, place: int) -> None:
    for row in range(2):
        s.half[s.seat, row] = s.offered_half[row, place]
        s.offered_half[row, place] = 0
    next_drafter(s)


def next_drafter(s: Solenia) -> None:
    s.owner += 1
    if s.owner == 2 * s.seats:
        s.owner = 0
        s.seat = s.first
        s.phase = CARD
    else:
        s.seat = drafter(s)
