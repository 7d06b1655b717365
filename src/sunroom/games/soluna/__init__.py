"""Soluna by Bruno Faidutti: whoever stacks last wins the round."""

from sunroom.rules.assembly import assemble
from sunroom.rules.contract import Option

from .notation import read_pattern, show_pattern
from .state import DISCS, PLACES, STARS, Soluna

GAME = assemble(
    __name__,
    prefix="LUN",
    version=1,
    table=Soluna,
    seats=(2,),
    options=(
        Option("younger", "LUN-3.2a", ("1", "2")),
        Option("throw", "LUN-6.2a", ("once", "each-round")),
        Option("opening", "LUN-6.3a", ("choose", "loser")),
        Option("rounds", "LUN-6.4a", ("match", "single")),
        Option(
            "pattern",
            "LUN-3.3",
            examples=("5-4-3-0", "SSSMMMTTTCCC", "12-0-0-0"),
            read=read_pattern,
            show=show_pattern,
        ),
    ),
    components=(DISCS,),
    # LUN-6.2a: at most seven rounds, each a throw, a choice and eleven stackings
    longest=STARS * (PLACES + 1 + PLACES - 1),
    score_sum=(1, STARS),
    bench=({"rounds": "single", "pattern": "4-3-3-2"},),  # stackings almost alone
    facts={
        "author": "Bruno Faidutti",
        "publisher": "Steffen-Spiele",
        "age": 7,
        "minutes": 10,
        "hour": 0,
    },
)
