"""A pile of pebbles, and whoever takes the last one wins."""

from sunroom.rules.assembly import assemble

from .state import PEBBLES, Template

GAME = assemble(
    __name__,
    prefix="TPL",  # of the rule ids
    version=1,  # a change of the rules raises it
    table=Template,
    seats=(2,),
    longest=PEBBLES,  # no match has more steps
    score_sum=(1, 1),  # the scores of all seats together: at least, at most
    facts={"minutes": 2, "age": 6, "hour": 9},
)
