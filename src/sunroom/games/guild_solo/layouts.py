"""What the codes and observations of the guild solo board mean; the reference is made from it."""

from __future__ import annotations

from sunroom.kernel.layout import Layouts, Part

from .fields import MEDAL_KINDS, MOST_PICKED
from .pieces import ENTRIES, FIELDS, GUILDS, ITEMS, QUEUE, ROWS
from .rules import MOST_NUMBER, MOST_POINTS

LAYOUTS = Layouts(
    actions=(
        Part("go on; swap tiles I and II, or II and III", QUEUE),
        Part("yes, the field is met"),
        Part("no, it is not"),
        Part("met as the ledger says"),
        Part("the mine was placed"),
        Part("the mine could not be placed"),
        Part("a medal to lose", MEDAL_KINDS),
        Part("the turn is done"),
        Part("a number to tell, from 0 on", MOST_NUMBER + 1),
        Part("no number"),
        Part("points in the end, from 0 on", MOST_POINTS + 1),
        Part("an entry of the ledger", ENTRIES),
    ),
    outcomes=(Part("a guild's tile, a face of the die, or a building", MOST_PICKED),),
    observation=(
        Part("tiles in the bag, by guild", GUILDS),
        Part("row of each guild + 1", GUILDS),
        Part("tiles of the queue: guild + 1, 0 for none", QUEUE),
        Part("tiles in each row", ROWS),
        Part("fields: 0 not reached, 1 met, 2 failed, 3 met but stuck", FIELDS),
        Part("entries of the ledger", len(ITEMS)),
        Part("phase: what is being decided"),
        Part("turn"),
        Part("swaps in this turn"),
        Part("swaps in the game"),
        Part("field of this turn + 1"),
        Part("finals that were met"),
        Part("mines lost"),
        Part("points lost"),
    ),
)
