"""A guild solo board by Bernd Scholz: a companion for a game whose base rules are not known."""

from sunroom.rules.assembly import assemble
from sunroom.rules.contract import Option

from . import fields, notation, outlook, rules
from .pieces import BOARD, GUILD_TILES, QUEUE
from .state import GuildSolo

# The longest game: the queue; then in each of 18 turns four answers to the swap, a number, a
# building, a check, three buildings, a die, a medal, a mine, a tile and the end of the turn, before
# each answer forty corrections; then the points.
ANSWERS = 4 + 1 + 1 + 1 + 1 + 1
TURN_STEPS = ANSWERS * (1 + rules.EDITS) + 1 + 3 + 1 + 1


GAME = assemble(
    __name__,
    prefix="GLD",
    version=1,
    table=GuildSolo,
    seats=(1,),
    options=(
        Option("facts", "GLD-9.1", ("ask", "ledger")),
        Option("swaps", "GLD-3.2a", ("one", "many")),
        Option("finals", "GLD-8.2a", ("each", "together")),
        Option("turns", "GLD-8.1a", ("sixteen", "endless")),
        Option("cards", "GLD-6.2a", ("twenty", "fifteen")),
        Option("ore", "GLD-6.8a", ("mixed", "one-kind")),
        Option(
            "guilds",
            "GLD-9.5",
            examples=("yellow-black-white",),
            read=notation.guilds_number,
            show=notation.guilds_text,
        ),
    ),
    components=(GUILD_TILES, BOARD),
    longest=QUEUE + outlook.ALL_TILES * TURN_STEPS + 1 + rules.EDITS,
    score_sum=(-1, rules.MOST_POINTS + fields.MOST_BALANCE),
    facts={"author": "Bernd Scholz", "hour": 21},
)
