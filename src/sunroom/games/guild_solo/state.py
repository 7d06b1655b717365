"""What lies on the table of the guild solo board."""

from __future__ import annotations

from sunroom.rules.record import Table, i8, i16, i64

from .pieces import FIELDS, GUILDS, ITEMS, QUEUE, ROWS

# What is being decided. Chance decides up to PICK.
FILL, DRAW, DIE, PICK, SWAP, NUMBER, CHECK, PLACED, MEDAL, TURN, POINTS, DONE = range(12)
# How a field has turned out.
UNREACHED, MET, FAILED, STUCK = range(4)  # STUCK: met, but the mine could not be placed
PLAYING, WON, LOST_FINAL, LOST_TURNS, LOST_POINTS = range(5)


class GuildSolo(Table):
    """The solo board, the queue before it, the bag, and what the player has told."""

    # agreed before the game
    ledger = i8()  # 1: facts are kept here, 0: they are asked
    many = i8()  # 1: several swaps in a turn
    together = i8()  # 1: 3 points for both finals
    endless = i8()  # 1: no limit of 16 turns
    fifteen = i8()  # 1: 15 action cards in all at A4
    one_kind = i8()  # 1: three ore or three crystal at C3
    guilds = i16()  # what the guilds are called

    # the tiles: a guild is its number + 1, 0 is none
    bag = i8(GUILDS)
    queue = i8(QUEUE)
    row = i8(GUILDS)  # the row of each guild + 1
    filled = i8(ROWS)  # tiles in each row

    # the fields
    outcome = i8(FIELDS)
    met = i8()  # finals whose condition was met
    lost_mines = i8()
    lost_points = i8()  # at A2 and B4
    foreign = i8()  # buildings under a foreign guild
    boxed = i8()  # buildings that went to the box

    # what the player owns, in ledger mode
    facts = i8(len(ITEMS))

    # the turn
    phase = i8()
    turn = i8()
    swapped = i8()  # in this turn
    swaps = i8()  # in the game
    edits = i8()  # corrections since the last decision
    at = i8()  # the field of this turn + 1
    red = i8()  # 1: its red effect is under way
    number = i16()  # cards or buildings that were there + 1; 0: not known
    picked = i64()  # buildings that were picked, as a mask
    picks = i8()  # still to pick
    line = i8()  # what the die showed
    points = i16()  # of the base game
    result = i8()
