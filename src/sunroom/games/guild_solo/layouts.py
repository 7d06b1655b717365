"""What the codes and observations of the guild solo board mean; the reference is made from it."""

from __future__ import annotations

from sunroom.rules.layout import Layouts, Part

from .fields import MOST_PICKED
from .notation import SWAPS, guild_names
from .pieces import FIELD_NAMES, FIELDS, GUILDS, ITEMS, LEDGER, MEDALS, QUEUE, ROWS
from .rules import FIRST_MEDALS, MOST_NUMBER, MOST_POINTS

BY_DEFAULT = tuple(guild_names(0))
MEDAL_NAMES = tuple(ITEMS[medal] for medal in MEDALS)
# In the order of the state's phases; the player decides from the swap on.
PHASES = (
    "tiles for the queue", "a tile for the queue", "the die", "a building", "a swap",
    "a number that is asked", "whether the field is met", "whether the mine was placed",
    "a medal to lose", "the actions of the turn", "the points in the end", "over",
)  # fmt: skip

LAYOUTS = Layouts(
    actions=(
        Part("place the first tile, or swap two of the queue before", QUEUE, SWAPS),
        Part("yes, the field is met"),
        Part("no, it is not"),
        Part("met or not, as the ledger says"),
        Part("the mine was placed"),
        Part("the mine could not be placed"),
        Part("a medal to lose", FIRST_MEDALS, MEDAL_NAMES[:FIRST_MEDALS]),
        Part("the turn is done"),
        Part(f"the number that is asked, 0 to {MOST_NUMBER}", MOST_NUMBER + 1),
        Part("no number"),
        Part(f"the points in the end, 0 to {MOST_POINTS}", MOST_POINTS + 1),
        *(
            Part(f"the ledger's {item} becomes 0 to {most}", most + 1)
            for item, most in LEDGER.items()
        ),
        Part(
            "another medal to lose",
            len(MEDALS) - FIRST_MEDALS,
            MEDAL_NAMES[FIRST_MEDALS:],
        ),
    ),
    outcomes=(Part("by phase: a guild's tile, a face of the die, a building", MOST_PICKED),),
    observation=(
        Part("tiles in the bag of each guild, by the option guilds", GUILDS, BY_DEFAULT),
        Part("row of each guild, 1 to 3, 0 for none yet", GUILDS, BY_DEFAULT),
        Part("tile of the queue: its guild, 1 to 3, 0 for none", QUEUE, ("I", "II", "III")),
        Part("tiles in each row", ROWS, ("A", "B", "C")),
        Part("fields: 0 not reached, 1 met, 2 failed, 3 met but stuck", FIELDS, FIELD_NAMES),
        Part("entries of the ledger", len(ITEMS), ITEMS),
        Part("phase: what is being decided", names=PHASES),
        Part("turn"),
        Part("swaps in this turn"),
        Part("swaps in the game"),
        Part("field of this turn", names=("none", *FIELD_NAMES)),
        Part("finals that were met"),
        Part("mines lost"),
        Part("points lost"),
    ),
)
