"""Solenia by Sébastien Dujardin: deliver between day and night while the world turns."""

from sunroom.rules.assembly import assemble
from sunroom.rules.contract import Option

from .geometry import CHOICES
from .pieces import CARDS, COMPONENTS, SEATS
from .state import Solenia

# The longest game: at set-up the order, the strips, who is first, tiles, hands, Improvements; then
# for each card a choice, a space, up to eight goods paid, a delivery with all its choices, goods
# of every player returned after an expulsion, and a draw. The dummy's turns have fewer steps.
SETUP_STEPS = 1 + 4 + 1 + 8 + 3 * SEATS + 3 * SEATS + 2 * SEATS
TURN_STEPS = 2 + 8 + 1 + 2 + 1 + 1 + 2 + 4 + 10 * SEATS + 2

GAME = assemble(
    __name__,
    prefix="LEN",
    version=4,
    table=Solenia,
    seats=(2, 3, 4, 1),
    options=(
        Option("board", "LEN-9.1", ("summer", "winter", "improvements")),
        Option("strips", "LEN-1.1b", CHOICES),
        Option("diagonals", "LEN-3.3a", ("off", "on")),
        Option("seventh", "LEN-5.3a", ("counts", "refused")),
        Option("order", "LEN-2.1a", ("chance", "night-first", "day-first")),
        Option("first", "LEN-2.4a", ("chance", "1", "2", "3", "4"), seats=True),
    ),
    earlier={3: {"strips": "plain"}},
    components=tuple(COMPONENTS.values()),
    longest=SETUP_STEPS + SEATS * CARDS * TURN_STEPS,
    score_sum=(0, SEATS * 250),
    secrets=("hand", "deck", "chosen"),
    facts={"author": "Sébastien Dujardin", "publisher": "Pearl Games", "minutes": 30, "hour": 12},
)
