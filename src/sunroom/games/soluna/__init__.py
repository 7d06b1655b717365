"""Soluna by Bruno Faidutti: whoever stacks last wins the round."""

from sunroom.rules.contract import Game, Option

from . import layouts, notation, puzzles, rules, solver, view
from .state import DISCS, FOLDER, PLACES, STARS, Soluna

GAME = Game(
    name="soluna",
    prefix="LUN",
    version=1,
    folder=FOLDER,
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
            read=notation.read_pattern,
            show=notation.show_pattern,
        ),
    ),
    words=notation.WORDS,
    components=(DISCS,),
    setup=rules.setup,
    to_act=rules.to_act,
    legal=rules.legal,
    chances=rules.chances,
    apply=rules.apply,
    scores=rules.scores,
    veil=rules.veil,
    redeal=rules.redeal,
    observe=rules.observe,
    show=notation.show,
    read=notation.read,
    ask=notation.ask,
    refuse=notation.refuse,
    view=view.view,
    render=view.render,
    narrate=view.narrate,
    actions=rules.ACTIONS,
    outcomes=rules.OUTCOMES,
    # LUN-6.2a: at most seven rounds, each a throw, a choice and eleven stackings
    longest=STARS * (PLACES + 1 + PLACES - 1),
    score_sum=(1, STARS),
    observation=rules.OBSERVATION,
    layouts=layouts.LAYOUTS,
    pick=rules.pick,
    exact=solver.exact,
    solve=solver.solve,
    starts=solver.patterns,
    puzzle=puzzles.puzzle,
    bench=({"rounds": "single", "pattern": "4-3-3-2"},),  # stackings almost alone
    facts={"author": "Bruno Faidutti", "publisher": "Steffen-Spiele", "age": 7, "minutes": 10},
)
