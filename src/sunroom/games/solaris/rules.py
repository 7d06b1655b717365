"""The answers of Solaris: who acts, what is legal, what happens. The paragraphs are in the modules
beside this one: setup, tracks, cards, turn, stations, actions, scoring, secrets.
"""

from __future__ import annotations

from sunroom.rules.contract import CHANCE, OVER
from sunroom.rules.masks import count, listed, nth
from sunroom.rules.philox import below
from sunroom.rules.record import Cells

from .chapters.actions import choices, choose_action, fill, move, swap
from .chapters.cards import ENOUGH, card_of_deck, discard, gain_card, has_done_something, take_top
from .chapters.setup import (
    bridges_left,
    choose_colour,
    deal_half,
    dealt,
    free_colours,
    halves_left,
    lay_bridge,
    open_card,
    stack_marker,
)
from .chapters.stations import (
    AMOUNTS,
    DOCKS,
    ONE_WAY,
    SPREADS,
    VICTIMS,
    after_card,
    can_waste,
    charge,
    dock,
    fire,
    rob,
    spend,
    spends_one_by_one,
    spread,
    take_stolen,
    victims,
)
from .chapters.turn import (
    caught_up,
    draw_at_once,
    drawn,
    exchange,
    finish_action,
    flip,
    settle,
    take,
    takeable,
)
from .pieces import COLOURS, KINDS, SEATS
from .state import (
    ACTION,
    AMOUNT,
    BRIDGE,
    CATCH_UP,
    CHARGE,
    COLOUR,
    DEAL,
    DISCARD,
    DOCK,
    DONE,
    DRAW,
    EXCHANGE,
    FILL,
    FIRE,
    FLIP,
    HALF,
    MOVE,
    PLACES,
    REFILL,
    ROB,
    SETTLE,
    SPREAD,
    STACK,
    STEAL,
    SWAP,
    TAKE,
    TAKEN,
    USE_STATION,
    Solaris,
)

# Action codes, in this order: one of five actions, a card for one use and for another, done, a
# shuttle at a station, a victim, an amount, a direction with a number, a card to take, the pile,
# a card to discard, a colour for the own markers.
ACTION_CODE = 0
PLAY_CODE = ACTION_CODE + USE_STATION + 1
OTHER_CODE = PLAY_CODE + KINDS
DONE_CODE = OTHER_CODE + KINDS
DOCK_CODE = DONE_CODE + DOCKS
ROB_CODE = DONE_CODE + VICTIMS
AMOUNT_CODE = DONE_CODE + AMOUNTS
SPREAD_CODE = DONE_CODE + SPREADS
TAKE_CODE = SPREAD_CODE + 2 * ONE_WAY
DISCARD_CODE = TAKE_CODE + KINDS + 1
COLOUR_CODE = DISCARD_CODE + KINDS
ACTIONS = COLOUR_CODE + SEATS
OUTCOMES = KINDS


def to_act(s: Solaris) -> int:
    if s.phase == DONE:
        return OVER
    if s.phase <= CATCH_UP:
        return CHANCE
    return s.owner if s.phase == DISCARD else s.seat


def legal(s: Solaris, out: Cells) -> int:
    return listed(options(s), first_code(s), out)


def first_code(s: Solaris) -> int:
    """The code of the lowest option in this phase."""
    phase = s.phase
    if phase == ACTION:
        return ACTION_CODE
    if phase <= FIRE:
        return PLAY_CODE
    if phase <= SPREAD:
        return DONE_CODE
    if phase == TAKE:
        return TAKE_CODE
    return COLOUR_CODE if phase == COLOUR else DISCARD_CODE


def options(s: Solaris) -> int:
    """What the player to act may choose, as a mask above the first code; nothing for chance."""
    phase = s.phase
    if phase == TAKE:
        return takeable(s)
    if phase == DISCARD:
        return s.holds[s.owner]
    if phase == COLOUR:
        return free_colours(s)
    if phase == ROB:
        return victims(s) << VICTIMS
    if ACTION <= phase <= SWAP:
        return actions_or_choices(s) | done(s)
    return 0


def actions_or_choices(s: Solaris) -> int:
    """Every action that leaves something to choose; or, once chosen, what it leaves to choose."""
    first, last = s.action, s.action
    if s.phase == ACTION:
        first, last = 0, USE_STATION
    mask = 0
    for action in range(first, last + 1):
        found = choices(s, action)
        if s.phase != ACTION:
            mask = found
        elif found != 0 or (action == USE_STATION and can_waste(s)):
            mask |= 1 << action
    return mask


def done(s: Solaris) -> int:
    """Whether it may be enough, as a mask."""
    phase = s.phase
    if phase == SWAP or phase == ACTION:
        return 0
    enough = has_done_something(s)
    if phase == AMOUNT:
        enough = enough or spends_one_by_one(s)
    elif s.action == USE_STATION:
        enough = enough or can_waste(s)
    if not enough:
        return 0
    return 1 << ENOUGH if phase <= FIRE else 1


def pick(s: Solaris, word: int) -> int:
    """What a playout draws, without listing: a random bit of the mask, or a card by its count."""
    if s.phase > CATCH_UP:
        mask = options(s)
        return first_code(s) + nth(mask, below(word, count(mask)))
    if s.phase == STEAL:
        return card_of_hand(s, s.owner, word)
    if draws_card(s):
        return card_of_deck(s, word, s.pile)
    if s.phase == BRIDGE:
        return bridge_of_lot(s, word)
    mask = outcomes(s)
    return nth(mask, below(word, count(mask)))


def apply(s: Solaris, action: int) -> None:
    if s.phase <= CATCH_UP:
        apply_chance(s, action)
    elif s.phase == ACTION:
        choose_action(s, action - ACTION_CODE)
    elif action >= COLOUR_CODE:
        choose_colour(s, action - COLOUR_CODE)
    elif action < DONE_CODE or action >= DISCARD_CODE:
        apply_card(s, action)
    elif action == DONE_CODE:
        apply_done(s)
    elif action < TAKE_CODE:
        apply_choice(s, action)
    else:
        take(s, action - TAKE_CODE)
    if s.phase == TAKEN:
        after_card(s)
    while s.phase == SETTLE:
        settle(s)


def apply_card(s: Solaris, action: int) -> None:
    """A card leaves a hand, for what is being decided: fill, move, charge, fire, swap, discard."""
    phase = s.phase
    other = 1 if OTHER_CODE <= action < DONE_CODE else 0
    kind = action - (DISCARD_CODE if action >= DISCARD_CODE else PLAY_CODE + other * KINDS)
    discard(s, to_act(s), kind)
    if phase == DISCARD:
        s.phase = SETTLE
        return
    if phase == SWAP:
        swap(s)
        return
    s.played += 1
    play_card(s, kind, other)
    draw_at_once(s)


def play_card(s: Solaris, kind: int, other: int) -> None:
    """What a card does that is played, for the action that was chosen."""
    phase = s.phase
    if phase == FILL:
        fill(s)
    elif phase == MOVE:
        move(s, other)
    elif phase == CHARGE:
        charge(s, kind // len(COLOURS), other)
    else:
        fire(s, kind)


def apply_done(s: Solaris) -> None:
    """Enough cards played, shuttles docked or energy spent; more may be spent for nothing."""
    if s.phase != AMOUNT and s.action == USE_STATION and can_waste(s):
        s.phase = AMOUNT
    else:
        finish_action(s)


def apply_choice(s: Solaris, action: int) -> None:
    if s.phase == DOCK:
        dock(s, (action - DOCK_CODE) // PLACES, (action - DOCK_CODE) % PLACES)
    elif s.phase == ROB:
        rob(s, action - ROB_CODE)
    elif s.phase == AMOUNT:
        spend(s, action - AMOUNT_CODE + 1)
    else:
        way = (action - SPREAD_CODE) // ONE_WAY
        spread(s, way, (action - SPREAD_CODE) % ONE_WAY + 1)


# Chance


def chances(s: Solaris, out: Cells, weight: Cells) -> int:
    if draws_card(s) or s.phase == STEAL or s.phase == BRIDGE:
        return weighted_outcomes(s, out, weight)
    n = listed(outcomes(s), 0, out)
    for i in range(n):
        weight[i] = 1
    return n


def draws_card(s: Solaris) -> bool:
    """Whether chance turns the top card of the pile."""
    phase = s.phase
    return phase == DEAL or phase == DRAW or phase == REFILL or phase == FLIP or phase == CATCH_UP


def weighted_outcomes(s: Solaris, out: Cells, weight: Cells) -> int:
    """Cards of the pile or of a hand, or bridges, as likely as there are many."""
    n = 0
    for code in range(len(COLOURS) if s.phase == BRIDGE else KINDS):
        number = number_of(s, code)
        if number > 0:
            out[n] = code
            weight[n] = number
            n += 1
    return n


def number_of(s: Solaris, code: int) -> int:
    if s.phase == BRIDGE:
        return bridges_left(s, code)
    return s.hand[s.owner, code] if s.phase == STEAL else s.deck[code]


def card_of_hand(s: Solaris, owner: int, word: int) -> int:
    """A random card of a hand."""
    left = below(word, s.held[owner])
    kind = 0
    while left >= s.hand[owner, kind]:
        left -= s.hand[owner, kind]
        kind += 1
    return kind


def bridge_of_lot(s: Solaris, word: int) -> int:
    """A random bridge of those that are left."""
    total = 0
    for colour in range(len(COLOURS)):
        total += bridges_left(s, colour)
    left = below(word, total)
    colour = 0
    while left >= bridges_left(s, colour):
        left -= bridges_left(s, colour)
        colour += 1
    return colour


def outcomes(s: Solaris) -> int:
    """What chance may bring where all is equally likely, as a mask; nothing for a player's turn."""
    if s.phase == EXCHANGE:
        return 3
    if s.phase == HALF:
        return halves_left(s)
    if s.phase == STACK:
        return s.outer ^ ((1 << s.seats) - 1)
    return 0


def apply_chance(s: Solaris, outcome: int) -> None:
    phase = s.phase
    if draws_card(s):
        take_top(s, outcome)
        apply_top(s, outcome)
    elif phase == STEAL:
        take_stolen(s, outcome)
    elif phase == EXCHANGE:
        exchange(s, outcome)
    elif phase == BRIDGE:
        lay_bridge(s, outcome)
    elif phase == HALF:
        deal_half(s, outcome)
    else:
        stack_marker(s, outcome)


def apply_top(s: Solaris, kind: int) -> None:
    """The top card of the pile goes to the display, shows a station, or goes to a hand."""
    phase = s.phase
    if phase == REFILL:
        open_card(s, kind)
    elif phase == FLIP:
        flip(s, kind)
    else:
        gain_card(s, s.seat if phase == DRAW else s.owner, kind)
        if phase == DRAW:
            drawn(s)
        elif phase == DEAL:
            dealt(s)
        else:
            caught_up(s)
