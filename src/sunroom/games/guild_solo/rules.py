"""The answers of the guild solo board: who acts, what is legal, what happens."""

from __future__ import annotations

from sunroom.rules.contract import CHANCE, OVER
from sunroom.rules.masks import listed
from sunroom.rules.record import Cells
from sunroom.rules.rulebook import rule

from .fields import (
    MEDAL_KINDS,
    MOST_PICKED,
    asks_buildings,
    balance,
    check,
    count_points,
    field,
    ledger_says,
    left_to_pick,
    lose_medal,
    mine_is_stuck,
    pick_building,
    roll,
    tell_number,
)
from .pieces import (
    ENTRIES,
    FIELD_TOKEN,
    FIELDS,
    GUILDS,
    ITEM_CODE,
    ITEM_MOST,
    ITEMS,
    MEDAL_ITEM,
    MINE,
    QUEUE,
    ROWS,
)
from .state import (
    CHECK,
    DIE,
    DONE,
    DRAW,
    FILL,
    MEDAL,
    MET,
    NUMBER,
    PICK,
    PLACED,
    SWAP,
    TURN,
    WON,
    GuildSolo,
)
from .turn import draw_tile, fill_queue, place, refill, swap, swappable, take_actions

FACES = 6
EDITS = 40  # GLD-9.2: corrections before one decision
MOST_NUMBER = 150  # action cards in the pile
MOST_POINTS = 200

# Action codes, in this order: go on, swap I and II or II and III; yes, no; met by the ledger; a
# mine placed, or not; a medal; the turn is done; a number, or none; points; a ledger's entry; one
# of the medals that came later.
SWAP_CODE = 0
YES = SWAP_CODE + QUEUE
NO = YES + 1
BY_LEDGER = NO + 1
MINE_PLACED = BY_LEDGER + 1
MINE_STUCK = MINE_PLACED + 1
MEDAL_CODE = MINE_STUCK + 1
FIRST_MEDALS = 4
TURN_DONE = MEDAL_CODE + FIRST_MEDALS
NUMBER_CODE = TURN_DONE + 1
SKIP = NUMBER_CODE + MOST_NUMBER + 1
POINTS_CODE = SKIP + 1
ENTRY_CODE = POINTS_CODE + MOST_POINTS + 1
LATER_MEDALS = ENTRY_CODE + ENTRIES
ACTIONS = LATER_MEDALS + MEDAL_KINDS - FIRST_MEDALS
OUTCOMES = MOST_PICKED


def to_act(s: GuildSolo) -> int:
    if s.phase == DONE:
        return OVER
    return CHANCE if s.phase <= PICK else 0


def legal(s: GuildSolo, out: Cells) -> int:
    if s.phase <= PICK or s.phase == DONE:
        return 0
    return later_medals(s, out, entries(s, out, choices(s, out)))


def choices(s: GuildSolo, out: Cells) -> int:
    """What can be decided now, corrections aside."""
    if s.phase == SWAP:
        return listed(swappable(s), SWAP_CODE, out)
    if s.phase == CHECK:
        return listed(1, BY_LEDGER, out) if s.ledger == 1 else listed(3, YES, out)
    if s.phase == PLACED:
        return listed(3, MINE_PLACED, out)
    if s.phase == MEDAL:
        return listed(medals(s, 0, FIRST_MEDALS), MEDAL_CODE, out)
    if s.phase == TURN:
        return listed(1, TURN_DONE, out)
    if s.phase == NUMBER:
        most = MOST_PICKED if asks_buildings(s) else MOST_NUMBER
        n = numbers(NUMBER_CODE, most, 0, out)
        out[n] = SKIP
        return n + 1
    return numbers(POINTS_CODE, MOST_POINTS, 0, out)


def numbers(code: int, most: int, n: int, out: Cells) -> int:
    """The codes of the numbers from 0 to *most*, written from place *n* on."""
    for number in range(most + 1):
        out[n] = code + number
        n += 1
    return n


def medals(s: GuildSolo, first: int, end: int) -> int:
    """The kinds of medals that the player has, from the first one on, as a mask."""
    mask = 0
    for medal in range(first, end):
        if s.facts[MEDAL_ITEM[medal]] > 0:
            mask |= 1 << (medal - first)
    return mask


@rule("GLD-6.9a")
def later_medals(s: GuildSolo, out: Cells, n: int) -> int:
    """The other kinds that can be lost have the last codes."""
    if s.phase == MEDAL:
        mask = medals(s, FIRST_MEDALS, MEDAL_KINDS)
        for medal in range(MEDAL_KINDS - FIRST_MEDALS):
            if mask >> medal & 1:
                out[n] = LATER_MEDALS + medal
                n += 1
    return n


@rule("GLD-9.2")
def entries(s: GuildSolo, out: Cells, n: int) -> int:
    """With a ledger any item can be corrected before any decision, to any other value."""
    if s.ledger == 1 and s.edits < EDITS:
        for item in range(len(ITEMS)):
            for value in range(ITEM_MOST[item] + 1):
                if value != s.facts[item]:
                    out[n] = ENTRY_CODE + ITEM_CODE[item] + value
                    n += 1
    return n


def apply(s: GuildSolo, action: int) -> None:
    if s.phase <= PICK:
        apply_chance(s, action)
    elif ENTRY_CODE <= action < LATER_MEDALS:
        enter(s, action - ENTRY_CODE)
        return
    else:
        s.edits = 0
        apply_choice(s, action)
    if s.phase == PLACED and needs_no_answer(s):
        refill(s)


@rule("GLD-9.2")
def enter(s: GuildSolo, entry: int) -> None:
    """An item of the ledger gets another value."""
    item = len(ITEMS) - 1
    while ITEM_CODE[item] > entry:
        item -= 1
    s.facts[item] = entry - ITEM_CODE[item]
    s.edits += 1


def apply_choice(s: GuildSolo, action: int) -> None:
    if action == SWAP_CODE:
        place(s)
    elif action < YES:
        swap(s, action - SWAP_CODE - 1)
    elif action == YES or action == NO:
        check(s, action == YES)
    elif action == BY_LEDGER:
        check(s, ledger_says(s))
    elif action == MINE_PLACED or action == MINE_STUCK:
        if action == MINE_STUCK:
            mine_is_stuck(s)
        refill(s)
    elif action < TURN_DONE:
        lose_medal(s, action - MEDAL_CODE)
    elif action >= LATER_MEDALS:
        lose_medal(s, action - LATER_MEDALS + FIRST_MEDALS)
    elif action == TURN_DONE:
        take_actions(s)
    elif action <= SKIP:
        tell_number(s, action - NUMBER_CODE if action < SKIP else -1)
    else:
        count_points(s, action - POINTS_CODE)


@rule("GLD-5.2")
def needs_no_answer(s: GuildSolo) -> bool:
    """Only a mine that was won has to be placed somewhere."""
    return FIELD_TOKEN[field(s)] != MINE or s.outcome[field(s)] != MET


def scores(s: GuildSolo, out: Cells) -> None:
    """All points of a game that was won; below 0 nobody has won."""
    out[0] = s.points + balance(s) if s.result == WON else -1


# Chance


def chances(s: GuildSolo, out: Cells, weight: Cells) -> int:
    n = 0
    if s.phase == FILL or s.phase == DRAW:
        for guild in range(GUILDS):
            if s.bag[guild] > 0:
                out[n] = guild
                weight[n] = s.bag[guild]
                n += 1
        return n
    if s.phase == DIE:
        n = listed((1 << FACES) - 1, 0, out)
    elif s.phase == PICK:
        n = listed(left_to_pick(s), 0, out)
    for i in range(n):
        weight[i] = 1
    return n


def apply_chance(s: GuildSolo, outcome: int) -> None:
    if s.phase == FILL:
        fill_queue(s, outcome)
    elif s.phase == DRAW:
        draw_tile(s, outcome)
    elif s.phase == DIE:
        roll(s, outcome)
    else:
        pick_building(s, outcome)


# Nothing is hidden: the order in the bag is chance's


def veil(s: GuildSolo, seat: int) -> None:
    """What is still in the bag is known to all; in which order it comes, to nobody."""


def redeal(s: GuildSolo, seat: int, seed: int) -> None:
    """Nothing is hidden, so there is nothing to fill."""


OBSERVATION = 2 * GUILDS + QUEUE + ROWS + FIELDS + len(ITEMS) + 8


def observe(s: GuildSolo, seat: int, out: Cells) -> None:
    """Bag, rows of the guilds, queue, rows, fields, facts, and where the turn is."""
    for guild in range(GUILDS):
        out[guild] = s.bag[guild]
        out[GUILDS + guild] = s.row[guild]
    at = 2 * GUILDS
    for n in range(QUEUE):
        out[at + n] = s.queue[n]
    at += QUEUE
    for row in range(ROWS):
        out[at + row] = s.filled[row]
    at += ROWS
    for here in range(FIELDS):
        out[at + here] = s.outcome[here]
    at += FIELDS
    for item in range(len(ITEMS)):
        out[at + item] = s.facts[item]
    at += len(ITEMS)
    out[at] = s.phase
    out[at + 1] = s.turn
    out[at + 2] = s.swapped
    out[at + 3] = s.swaps
    out[at + 4] = s.at
    out[at + 5] = s.met
    out[at + 6] = s.lost_mines
    out[at + 7] = s.lost_points
