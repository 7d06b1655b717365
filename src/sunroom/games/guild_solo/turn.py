"""A turn on the solo board: swap, place, deal with the field, refill."""

from __future__ import annotations

from sunroom.rules.record import Cells
from sunroom.rules.rulebook import rule

from .fields import begin_field
from .pieces import COLUMNS, GUILDS, JAR, QUEUE, TILES
from .state import DONE, DRAW, FILL, LOST_TURNS, SWAP, TURN, GuildSolo

PRICE = 3  # GLD-3.2: Jar for a swap
LAST_TURN = 16  # GLD-8.1

# What the settings mean, by their place in the list that setup reads.
FACTS_KEPT, SWAPS, FINALS, TURNS, CARDS_OUT, ORE_KIND, NAMES = range(1, 8)


@rule("GLD-2.1")
def setup(s: GuildSolo, options: Cells) -> None:
    s.ledger = options[FACTS_KEPT]
    s.many = options[SWAPS]
    s.together = options[FINALS]
    s.endless = options[TURNS]
    s.fifteen = options[CARDS_OUT]
    s.one_kind = options[ORE_KIND]
    s.guilds = options[NAMES]
    for guild in range(GUILDS):
        s.bag[guild] = TILES
    s.phase = FILL


@rule("GLD-2.2")
def fill_queue(s: GuildSolo, guild: int) -> None:
    """Three tiles on I, II and III."""
    s.bag[guild] -= 1
    n = 0
    while s.queue[n] > 0:
        n += 1
    s.queue[n] = guild + 1
    if n == QUEUE - 1:
        begin_turn(s)


@rule("GLD-3.1")
def begin_turn(s: GuildSolo) -> None:
    """Attack card and dice are up to the base rules; the next thing here is the swap."""
    s.turn += 1
    s.swapped = 0
    s.line = 0
    s.at = 0
    s.phase = SWAP


@rule("GLD-3.2", "GLD-3.2a")
def swappable(s: GuildSolo) -> int:
    """Bit 0: go on without; bits 1 and 2: swap I and II, or II and III."""
    mask = 1
    if (s.swapped == 0 or s.many == 1) and (s.ledger == 0 or s.facts[JAR] >= PRICE):
        for n in range(QUEUE - 1):
            if s.queue[n] > 0 and s.queue[n + 1] > 0 and s.swapped < QUEUE:
                mask |= 2 << n
    return mask


@rule("GLD-3.2", "GLD-3.2b")
def swap(s: GuildSolo, first: int) -> None:
    """Three Jar for the tiles on two neighbouring places."""
    s.queue[first], s.queue[first + 1] = s.queue[first + 1], s.queue[first]
    s.swapped += 1
    s.swaps += 1
    if s.ledger == 1:
        s.facts[JAR] -= PRICE
    if s.many == 0:
        place(s)


@rule("GLD-3.3", "GLD-4.1", "GLD-4.2", "GLD-4.3")
def place(s: GuildSolo) -> None:
    """The tile on I goes to the first free field of its guild's row; a new guild opens a row."""
    guild = s.queue[0] - 1
    if s.row[guild] == 0:
        s.row[guild] = 1 + rows_open(s)
    row = s.row[guild] - 1
    s.filled[row] += 1
    s.at = 1 + row * COLUMNS + s.filled[row] - 1
    begin_field(s)


def rows_open(s: GuildSolo) -> int:
    """How many rows have a guild."""
    number = 0
    for guild in range(GUILDS):
        if s.row[guild] > 0:
            number += 1
    return number


@rule("GLD-3.4", "GLD-8.1")
def refill(s: GuildSolo) -> None:
    """The others move up; a new tile comes as long as there is one. After turn 16 all is over."""
    for n in range(QUEUE - 1):
        s.queue[n] = s.queue[n + 1]
    s.queue[QUEUE - 1] = 0
    if is_last_turn(s):
        s.result = LOST_TURNS
        s.phase = DONE
    elif s.bag[0] + s.bag[1] + s.bag[2] > 0:
        s.phase = DRAW
    else:
        s.phase = TURN


@rule("GLD-8.1", "GLD-8.1a")
def is_last_turn(s: GuildSolo) -> bool:
    """Without the limit the tiles are the end."""
    return s.queue[0] == 0 if s.endless == 1 else s.turn == LAST_TURN


@rule("GLD-3.4")
def draw_tile(s: GuildSolo, guild: int) -> None:
    s.bag[guild] -= 1
    s.queue[QUEUE - 1] = guild + 1
    s.phase = TURN


@rule("GLD-3.5")
def take_actions(s: GuildSolo) -> None:
    """The player has taken their actions at the table."""
    begin_turn(s)
