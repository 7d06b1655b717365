"""Cities: what can be delivered, how it is paid, where the tile goes and what the slot gives."""

from __future__ import annotations

from sunroom.games.solenia.pieces import (
    HALF_AMOUNT,
    HALF_POWER,
    ONE_AMOUNT,
    SLOT_AMONG,
    SLOT_CHOOSE,
    SLOT_GOODS,
    SLOT_LEVEL,
    SLOT_STARS,
    SLOT_STORAGE,
    SLOTS,
    TILE_ASKS,
    TILE_TOTAL,
    TILES,
)
from sunroom.games.solenia.state import (
    BONUS,
    DELIVER,
    DISPLAY,
    EARN,
    INSTEAD,
    REFILL,
    SLOT,
    SPARE,
    WINTER,
    Solenia,
)
from sunroom.rules.rulebook import rule

from .turn import DELIVERY, STORAGE, SUBSTITUTE, after_gain, end_turn, level_one, stored

MOST_STORAGE = 8  # LEN-4.2, LEN-9.2
NOT_DELIVERABLE = -1
STARS_NOW = 0  # the level-3 power that gives stars at once


@rule("LEN-5.2")
def missing(s: Solenia, seat: int, tile: int, less: int) -> int:
    """How many goods of a tile a seat lacks; *less* is a good of which one is not counted."""
    lacking = 0
    for good in range(4):
        have = s.goods[seat, good]
        if good == less:
            have -= 1
        if TILE_ASKS[tile, good] > have:
            lacking += TILE_ASKS[tile, good] - have
    return lacking


@rule("LEN-5.2", "LEN-5.2a")
def spare(s: Solenia, seat: int, row: int, less: int) -> int:
    """The most goods that a delivery of this kind can leave; NOT_DELIVERABLE if none can be."""
    if not has_room(s, seat, row):
        return NOT_DELIVERABLE
    best = NOT_DELIVERABLE
    total = stored(s, seat)
    if less >= 0:
        total -= 1
    replaced = level_one(s, seat, SUBSTITUTE)
    for place in range(DISPLAY):
        tile = s.display[row, place] - 1
        if tile >= 0 and total - TILE_TOTAL[tile] > best:
            if missing(s, seat, tile, less) <= replaced:
                best = total - TILE_TOTAL[tile]
    return best


@rule("LEN-5.3a")
def has_room(s: Solenia, seat: int, row: int) -> bool:
    """A seventh tile in a row is allowed unless it is agreed that it is refused."""
    return s.seventh == 0 or tiles_in(s, seat, row) < SLOTS


def tiles_in(s: Solenia, seat: int, row: int) -> int:
    """How many slots of a row are covered."""
    covered = 0
    for column in range(SLOTS):
        if s.slot[seat, row, column] > 0:
            covered += 1
    return covered


@rule("LEN-5.2")
def deliverable(s: Solenia) -> int:
    """The places of the display whose tile can be paid, as a mask."""
    mask = 0
    for place in range(DISPLAY):
        tile = s.display[s.row, place] - 1
        if tile >= 0 and stored(s, s.seat) >= TILE_TOTAL[tile]:
            if missing(s, s.seat, tile, -1) <= level_one(s, s.seat, SUBSTITUTE):
                mask |= 1 << place
    return mask


@rule("LEN-5.2")
def choose_tile(s: Solenia, place: int) -> None:
    s.tile = s.display[s.row, place]
    s.display[s.row, place] = 0
    s.phase = SPARE if level_one(s, s.seat, SUBSTITUTE) > 0 else DELIVER


# The Improvement that lets another good stand in for one that is asked


@rule("LEN-10.6")
def can_spare(s: Solenia, good: int) -> bool:
    """Whether another good can stand in for one of this kind."""
    tile = s.tile - 1
    if TILE_ASKS[tile, good] == 0:
        return False
    lacking = missing(s, s.seat, tile, -1)
    if lacking == 1 and s.goods[s.seat, good] >= TILE_ASKS[tile, good]:
        return False
    for other in range(4):
        if other != good and s.goods[s.seat, other] > TILE_ASKS[tile, other]:
            return True
    return False


@rule("LEN-10.6")
def replaceable(s: Solenia) -> int:
    """Goods that can be replaced, as a mask; the bit after them: nothing need be."""
    mask = 0
    for good in range(4):
        if can_spare(s, good):
            mask |= 1 << good
    if missing(s, s.seat, s.tile - 1, -1) == 0:
        mask |= 1 << 4
    return mask


@rule("LEN-10.6")
def left_over(s: Solenia) -> int:
    """Goods of which more is there than asked, but for the one that is replaced, as a mask."""
    mask = 0
    for good in range(4):
        if good != s.spared - 1 and s.goods[s.seat, good] > TILE_ASKS[s.tile - 1, good]:
            mask |= 1 << good
    return mask


def spare_good(s: Solenia, good: int) -> None:
    s.spared = good + 1
    s.phase = INSTEAD


def pay_instead(s: Solenia, good: int) -> None:
    s.goods[s.seat, good] -= 1
    s.goods[s.seat, s.spared - 1] += 1
    s.spared = 0
    s.phase = DELIVER


# The tile changes hands


@rule("LEN-5.2", "LEN-5.3", "LEN-5.3a", "LEN-9.1")
def hand_over(s: Solenia) -> None:
    """The goods go back to the reserve. The tile goes to the leftmost empty slot in summer, where
    the player chooses in winter, and beside a full row.
    """
    tile = s.tile - 1
    for good in range(4):
        s.goods[s.seat, good] -= TILE_ASKS[tile, good]
    s.stars[s.seat] += level_one(s, s.seat, DELIVERY)
    s.delivered[s.seat, s.row] |= 1 << (tile - s.row * TILES)
    covered = tiles_in(s, s.seat, s.row)
    if covered == SLOTS:
        s.tile = 0
        refill(s)
    elif s.side == WINTER:
        s.phase = SLOT
    else:
        choose_slot(s, covered)


@rule("LEN-5.4", "LEN-9.1a")
def choose_slot(s: Solenia, column: int) -> None:
    """The tile lies on its slot before the next one is revealed."""
    s.slot[s.seat, s.row, column] = s.tile
    s.space = column
    refill(s)


@rule("LEN-5.4", "LEN-5.4a")
def refill(s: Solenia) -> None:
    """A new tile of the same kind is revealed before the bonus is earned, if one is left."""
    if s.pile[s.row] != 0:
        s.phase = REFILL
    else:
        after_refill(s)


def reveal(s: Solenia, tile: int) -> None:
    """A tile from the pile to the first free place of its display."""
    row = tile // TILES
    s.pile[row] ^= 1 << (tile - row * TILES)
    place = 0
    while s.display[row, place] > 0:
        place += 1
    s.display[row, place] = tile + 1


def after_refill(s: Solenia) -> None:
    """Nothing is earned by the dummy, nor for a tile without a slot."""
    if s.tile > 0:
        s.phase = EARN
    else:
        end_turn(s)


@rule("LEN-9.1")
def is_open(s: Solenia, column: int) -> bool:
    """A slot can be covered if more slots of the level below are, or if its level is the first."""
    if s.slot[s.seat, s.row, column] > 0:
        return False
    level = SLOT_LEVEL[WINTER, s.row, column]
    here = 0
    below = 0
    for other in range(SLOTS):
        if s.slot[s.seat, s.row, other] > 0:
            if SLOT_LEVEL[WINTER, s.row, other] == level:
                here += 1
            if SLOT_LEVEL[WINTER, s.row, other] == level - 1:
                below += 1
    return level == 1 or here < below


@rule("LEN-9.1")
def open_slots(s: Solenia) -> int:
    """The slots that the tile may cover, as a mask."""
    mask = 0
    for column in range(SLOTS):
        if is_open(s, column):
            mask |= 1 << column
    return mask


@rule("LEN-5.4", "LEN-10.3")
def earn(s: Solenia) -> None:
    """The slot gives its bonus, or the Improvement tile that lies there does."""
    s.tile = 0
    if s.improved == 1 and s.space == 0:
        activate_one(s)
    elif s.improved == 1 and s.space == SLOTS - 1:
        activate_half(s)
    else:
        earn_bonus(s, s.space)


@rule("LEN-5.5", "LEN-9.2", "LEN-9.4")
def earn_bonus(s: Solenia, column: int) -> None:
    """What is printed on the slot: goods, stars, storage, a choice of goods."""
    for good in range(4):
        s.goods[s.seat, good] += SLOT_GOODS[s.side, s.row, column, good]
    s.stars[s.seat] += SLOT_STARS[s.side, s.row, column]
    add_storage(s, SLOT_STORAGE[s.side, s.row, column])
    s.choose = SLOT_CHOOSE[s.side, s.row, column]
    s.among = SLOT_AMONG[s.side, s.row, column]
    if s.choose > 0:
        s.phase = BONUS
    else:
        after_gain(s, s.seat)


@rule("LEN-9.2")
def add_storage(s: Solenia, spaces: int) -> None:
    s.storage[s.seat] = min(s.storage[s.seat] + spaces, MOST_STORAGE)


@rule("LEN-5.5")
def take_bonus(s: Solenia, good: int) -> None:
    """One of the goods to choose from; when all are taken, storage is checked."""
    s.goods[s.seat, good] += 1
    s.choose -= 1
    if s.choose == 0:
        s.among = 0
        after_gain(s, s.seat)


@rule("LEN-10.3", "LEN-10.4", "LEN-10.6")
def activate_one(s: Solenia) -> None:
    """The level-1 tile replaces the printed bonus; storage comes when both slots are covered."""
    if level_one(s, s.seat, STORAGE) > 0:
        add_storage(s, ONE_AMOUNT[s.one[s.seat] - 1])
    after_gain(s, s.seat)


@rule("LEN-10.3", "LEN-10.5", "LEN-10.7")
def activate_half(s: Solenia) -> None:
    """Each half of the level-3 tile alone; only stars at once are earned now."""
    half = s.half[s.seat, s.row] - 1
    if HALF_POWER[s.row, half] == STARS_NOW:
        s.stars[s.seat] += HALF_AMOUNT[s.row, half]
    after_gain(s, s.seat)
