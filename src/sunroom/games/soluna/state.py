"""What lies on the table in Soluna."""

from __future__ import annotations

from pathlib import Path

from sunroom.rules.boxes.columns import Column, Sheet
from sunroom.rules.components import frozen, read_components
from sunroom.rules.record import Table, i8, i16

FOLDER = Path(__file__).parent

SYMBOLS = ("sun", "moon", "stars", "comet")  # LUN-1.1
SIDE_COLUMNS = (Column("front", SYMBOLS), Column("back", SYMBOLS))
DISCS = read_components(FOLDER / "discs.csv", Sheet("discs", SIDE_COLUMNS))
KINDS = len(SYMBOLS)
PLACES = len(DISCS.pieces)  # LUN-1.1: where a disc came to rest; a tower stands there or nothing
STARS = 7  # LUN-1.2

# The two symbols of every disc, the lower code first.
SIDES = [sorted(side.code(disc) for side in SIDE_COLUMNS) for disc in DISCS.pieces]
FACES = frozen(SIDES)

THROW, CHOOSE, STACK, DONE = range(4)  # what is being decided


class Soluna(Table):
    """Two players, twelve places with towers between them, and the stars they have won."""

    # agreed before the match
    goal = i8()  # stars that win it
    throws = i8()  # 1: every round has a new throw
    loser_opens = i8()  # 1: without a choice

    # the match
    phase = i8()
    seat = i8()  # who decides
    stars = i8(2)
    thrown = i8()  # how many discs have come to rest
    face = i8(PLACES)  # the symbol that the throw showed at each place: the pattern

    # the towers: disc p came to rest at place p and is the lowest of whatever stands there
    height = i8(PLACES)  # 0 where the tower has been moved away
    top = i8(PLACES)  # which disc lies on top
    under = i8(PLACES)  # which disc was on top where the tower of this place was put; else itself

    # kept in step with the towers for speed; a test derives them again from scratch
    showing = i16(KINDS)  # the places whose tower shows this symbol, as a mask
    tall = i16(PLACES + 1)  # the places whose tower has this height, as a mask; 0: no tower
    moves = i16()  # how many stackings are possible
