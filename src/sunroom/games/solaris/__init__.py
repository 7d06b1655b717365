"""Solaris by Brigitte and Wolfgang Ditt: charge six stations, and fire what they hold to Earth."""

from sunroom.rules.assembly import assemble
from sunroom.rules.contract import Option

from .chapters import turn
from .pieces import COMPONENTS, SEATS
from .presentation import notation
from .state import PLACES, Solaris

# The longest game. Set-up: colours, hands, display, bridges, halves, stacks. A turn at the command
# centre, the longest of all: the action, 7 times an amount, 14 cards chosen and drawn, 14
# discarded, three for the display. After the canteen four cards each are discarded. After a round:
# a card, a lot, six cards for everybody and as many discarded.
SETUP_STEPS = SEATS + 5 * SEATS + 3 + 6 + 2 * SEATS + PLACES * SEATS
TURN_STEPS = 1 + 7 + 2 * 14 + 14 + 3
ROUND_STEPS = PLACES * SEATS * TURN_STEPS + 4 * SEATS + 2 + 12 * SEATS

GAME = assemble(
    __name__,
    prefix="LAR",
    version=2,
    table=Solaris,
    seats=(4, 3, 5),
    options=(
        Option("ending", "LAR-11.1", ("laser", "race")),
        Option(
            "ring",
            "LAR-11.2",
            examples=(
                "biotope-canteen-port-machine-command",
                "command-machine-port-biotope-canteen",
            ),
            order=notation.RING_STATIONS,
            read=notation.ring_number,
            show=notation.ring_text,
        ),
        Option("start", "LAR-1.6a", ("sixteen", "fifteen")),
        Option("cards", "LAR-1.2b", ("even", "scarce")),
        Option("stacks", "LAR-2.6", ("chance", "seats")),
        Option("colours", "LAR-2.9", ("seats", "chosen")),
        Option("overflow", "LAR-3.6a", ("refused", "lost")),
        Option("waste", "LAR-7.1a", ("refused", "allowed")),
        Option("charge", "LAR-7.2a", ("many", "one")),
        Option("drawing", "LAR-7.3a", ("one-by-one", "display-first")),
        Option("fresh", "LAR-8.1b", ("after", "at-once")),
        Option("spend", "LAR-7.3b", ("at-once", "stepwise")),
        Option("berths", "LAR-7.7b", ("many", "one")),
        Option("centre", "LAR-7.7c", ("docks", "no-dock")),
        Option("limit", "LAR-7.8b", ("joining", "turn")),
    ),
    components=tuple(COMPONENTS.values()),
    longest=SETUP_STEPS + turn.LAST_ROUND * ROUND_STEPS,
    score_sum=(0, SEATS * 300),
    earlier={1: {"cards": "even", "colours": "seats", "waste": "refused", "fresh": "after"}},
    boxes_since=2,
    secrets=("hand", "holds", "deck", "seen", "aside"),
    bench=({"ending": "race"},),
    facts={
        "author": "Brigitte & Wolfgang Ditt",
        "publisher": "Queen Games",
        "age": 12,
        "minutes": 60,
        "hour": 18,
    },
)
