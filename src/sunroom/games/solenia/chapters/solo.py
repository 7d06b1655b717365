"""Playing alone: a dummy gets in the way. Reconstructed, as the printed sheet is unknown."""

from __future__ import annotations

from sunroom.games.solenia.pieces import CARD_VALUE, COLUMNS, DAY_CITY, KINDS, LINES, TILE_STARS
from sunroom.games.solenia.state import DIE, DISPLAY, Solenia
from sunroom.rules.rulebook import rule

from .delivery import refill
from .turn import advance, end_turn, space_kind
from .voyage import MIDDLE, empty

DUMMY_OWNER = 1
FACES = 6  # LEN-11.2: of the die
RANKS = (40, 48, 56, 64)  # LEN-11.5: stars from which the next rank begins


@rule("LEN-11.1", "LEN-11.2")
def turn_up(s: Solenia, kind: int) -> None:
    """A card of the dummy's deck; then the die says where it goes."""
    s.deck[DUMMY_OWNER, kind] -= 1
    s.played[DUMMY_OWNER] += 1
    s.chosen = kind + 1
    s.phase = DIE


@rule("LEN-11.2")
def roll(s: Solenia, face: int) -> None:
    space = dummy_space(s, column_of(face))
    kind = s.chosen - 1
    if space < 0:
        advance(s)
        end_turn(s)
        return
    s.card[space] = 1 + DUMMY_OWNER * KINDS + kind
    s.own[DUMMY_OWNER] |= 1 << space
    if CARD_VALUE[kind] == 0:
        advance(s)
    where = space_kind(s, space)
    if where >= DAY_CITY:
        spoil(s, where - DAY_CITY)
    else:
        end_turn(s)


@rule("LEN-11.2")
def column_of(face: int) -> int:
    """Faces 1 to 5 are columns, 6 is the airship's."""
    return face if face < COLUMNS else MIDDLE


@rule("LEN-11.2")
def dummy_space(s: Solenia, column: int) -> int:
    """The first empty space of a column, nearest to the airship's line and ahead before behind;
    where the column is full, of the next one to the right. -1 on a full board.
    """
    free = empty(s)
    for shift in range(COLUMNS):
        for step in range(LINES):
            away = (step + 1) // 2
            line = s.airship + away if step % 2 == 1 else s.airship - away
            space = line * COLUMNS + (column + shift) % COLUMNS
            if free >> space & 1:
                return space
    return -1


@rule("LEN-11.3")
def spoil(s: Solenia, row: int) -> None:
    """The dummy in a city takes the tile with the most stars out of the display."""
    best = -1
    for place in range(DISPLAY):
        tile = s.display[row, place] - 1
        if tile >= 0 and (best < 0 or TILE_STARS[tile] > TILE_STARS[s.display[row, best] - 1]):
            best = place
    s.row = row
    if best < 0:
        end_turn(s)
        return
    s.display[row, best] = 0
    refill(s)
