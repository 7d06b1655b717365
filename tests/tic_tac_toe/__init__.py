"""Three in a row: a small game that somebody outside Sunroom could have written, by the guide."""

from sunroom.rules.assembly import assemble

from .rules import SQUARES
from .state import TicTacToe

GAME = assemble(
    __name__,
    prefix="TIC",  # of the rule ids
    version=1,  # a change of the rules raises it
    table=TicTacToe,
    seats=(2,),
    longest=SQUARES,  # no match has more steps
    score_sum=(0, 1),  # the scores of all seats together: at least, at most
    facts={"minutes": 2, "age": 5, "hour": 9},
)
