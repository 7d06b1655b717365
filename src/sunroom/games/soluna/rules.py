"""The rules of Soluna, in the order of the rulebook."""

from __future__ import annotations

from sunroom.rules.contract import CHANCE, OVER
from sunroom.rules.masks import count, lowest, nth
from sunroom.rules.philox import below
from sunroom.rules.record import Cells
from sunroom.rules.rulebook import rule

from .state import CHOOSE, DONE, FACES, KINDS, PLACES, STACK, THROW, Soluna

# Action codes: a stacking is mover * PLACES + base; then the two ways to start a round.
OPEN = PLACES * PLACES
FOLLOW = OPEN + 1
ACTIONS = FOLLOW + 1
OUTCOMES = KINDS  # of chance: the symbol that the next disc shows

ALL = (1 << PLACES) - 1
START_MOVES = PLACES * (PLACES - 1)  # all towers have height 1

# What the settings mean, by their place in the list that setup reads.
YOUNGER, THROWS, OPENING, ROUNDS, PATTERN = range(1, 6)


def setup(s: Soluna, options: Cells) -> None:
    s.seat = options[YOUNGER]  # LUN-3.2a
    s.throws = options[THROWS]
    s.loser_opens = options[OPENING]
    s.goal = goal(options)
    if options[PATTERN] > 0:
        lay_out(s, options[PATTERN] - 1)
    else:
        s.phase = THROW


def to_act(s: Soluna) -> int:
    if s.phase == THROW:
        return CHANCE
    if s.phase == DONE:
        return OVER
    return s.seat


# 1 Components and 3 Set-up


@rule("LUN-1.1a", "LUN-3.1", "LUN-3.1a")
def chances(s: Soluna, out: Cells, weight: Cells) -> int:
    """The next disc shows one of its two faces."""
    if s.phase != THROW:
        return 0
    for side in range(2):
        out[side] = FACES[s.thrown, side]
        weight[side] = 1
    return 2


@rule("LUN-3.1")
def come_to_rest(s: Soluna, symbol: int) -> None:
    s.face[s.thrown] = symbol
    s.thrown += 1
    if s.thrown == PLACES:
        restore(s)
        start_round(s)


@rule("LUN-3.2", "LUN-3.2a", "LUN-6.3")
def choose(s: Soluna, action: int) -> None:
    """The younger player, later the loser of the last round, opens or plays second."""
    if action == FOLLOW:
        s.seat = 1 - s.seat
    s.phase = STACK


@rule("LUN-3.3")
def lay_out(s: Soluna, pattern: int) -> None:
    """A pattern by hand: two bits of *pattern* for each place."""
    for place in range(PLACES):
        s.face[place] = (pattern >> (2 * place)) & 3
    s.thrown = PLACES
    restore(s)
    start_round(s)


# 4 Play


@rule("LUN-4.2", "LUN-4.3", "LUN-4.4")
def partners(s: Soluna, place: int) -> int:
    """The towers that this one may be set onto: same height or same symbol, and not itself."""
    alike = s.tall[s.height[place]] | s.showing[s.face[s.top[place]]]
    return alike & (ALL ^ (1 << place))


def legal(s: Soluna, out: Cells) -> int:
    if s.phase == CHOOSE:
        out[0] = OPEN
        out[1] = FOLLOW
        return 2
    n = 0
    if s.phase == STACK:
        movers = ALL ^ s.tall[0]
        while movers != 0:
            mover = lowest(movers)
            movers &= movers - 1
            bases = partners(s, mover)
            while bases != 0:
                out[n] = mover * PLACES + lowest(bases)
                bases &= bases - 1
                n += 1
    return n


def pick(s: Soluna, word: int) -> int:
    """What `legal` would list at a random place, without listing; chance likewise."""
    if s.phase == STACK:
        return pick_stacking(s, below(word, s.moves))
    if s.phase == CHOOSE:
        return OPEN + below(word, 2)
    return FACES[s.thrown, below(word, 2)]


def pick_stacking(s: Soluna, k: int) -> int:
    """Stacking number *k* of those that `legal` lists."""
    movers = ALL ^ s.tall[0]
    mover = lowest(movers)
    bases = partners(s, mover)
    n = count(bases)
    while k >= n:
        k -= n
        movers &= movers - 1
        mover = lowest(movers)
        bases = partners(s, mover)
        n = count(bases)
    return mover * PLACES + nth(bases, k)


def apply(s: Soluna, action: int) -> None:
    if s.phase == STACK:
        stack(s, action // PLACES, action % PLACES)
        if s.moves == 0:
            end_round(s)
        else:
            take_turns(s)
    elif s.phase == CHOOSE:
        choose(s, action)
    else:
        come_to_rest(s, action)


@rule("LUN-4.1")
def take_turns(s: Soluna) -> None:
    s.seat = 1 - s.seat


@rule("LUN-4.2", "LUN-4.5", "LUN-4.5a")
def stack(s: Soluna, mover: int, base: int) -> None:
    """Set the whole tower of one place onto that of another; its symbol is on top now."""
    withdraw(s, mover)
    withdraw(s, base)
    s.under[mover] = s.top[base]
    s.top[base] = s.top[mover]
    s.height[base] += s.height[mover]
    s.height[mover] = 0
    s.tall[0] |= 1 << mover
    enter(s, base)


def withdraw(s: Soluna, place: int) -> None:
    """Take a tower out of the masks and the count of stackings."""
    s.moves -= 2 * count(partners(s, place))
    s.tall[s.height[place]] ^= 1 << place
    s.showing[s.face[s.top[place]]] ^= 1 << place


def enter(s: Soluna, place: int) -> None:
    """Put a tower into the masks and the count of stackings."""
    s.moves += 2 * count(partners(s, place))
    s.tall[s.height[place]] ^= 1 << place
    s.showing[s.face[s.top[place]]] ^= 1 << place


# 2 Aim, 5 End of a round and 6 The match


@rule("LUN-2.1", "LUN-5.1", "LUN-6.1")
def end_round(s: Soluna) -> None:
    """The next player cannot stack, so the one who has just stacked takes a star."""
    s.stars[s.seat] += 1
    if wins_match(s, s.seat):
        s.phase = DONE
    else:
        s.seat = 1 - s.seat
        next_round(s)


@rule("LUN-6.2", "LUN-6.2a")
def next_round(s: Soluna) -> None:
    """The same pattern again, or a new throw. The loser of the last round is the seat to act."""
    if s.throws == 1:
        sweep(s)
        s.phase = THROW
    else:
        restore(s)
        start_round(s)


@rule("LUN-3.1", "LUN-6.2")
def restore(s: Soluna) -> None:
    """Twelve towers of one disc, as the discs came to rest."""
    empty_masks(s)
    for place in range(PLACES):
        s.height[place] = 1
        s.top[place] = place
        s.under[place] = place
        s.showing[s.face[place]] |= 1 << place
    s.tall[1] = ALL
    s.moves = START_MOVES


def empty_masks(s: Soluna) -> None:
    for symbol in range(KINDS):
        s.showing[symbol] = 0
    for height in range(PLACES + 1):
        s.tall[height] = 0


@rule("LUN-6.2a")
def sweep(s: Soluna) -> None:
    """All discs back into the hand for a new throw; the table is empty."""
    empty_masks(s)
    for place in range(PLACES):
        s.face[place] = 0
        s.height[place] = 0
        s.top[place] = 0
        s.under[place] = 0
    s.thrown = 0


@rule("LUN-6.3", "LUN-6.3a")
def start_round(s: Soluna) -> None:
    """The seat to act chooses who opens; with `opening=loser` only before the first round."""
    if s.loser_opens == 1 and s.stars[0] + s.stars[1] > 0:
        s.phase = STACK
    else:
        s.phase = CHOOSE


@rule("LUN-6.4", "LUN-6.4a")
def goal(options: Cells) -> int:
    return 4 if options[ROUNDS] == 0 else 1


@rule("LUN-6.4")
def wins_match(s: Soluna, seat: int) -> bool:
    return s.stars[seat] == s.goal


def scores(s: Soluna, out: Cells) -> None:
    for seat in range(2):
        out[seat] = s.stars[seat]


# Nothing is hidden in Soluna.


def veil(s: Soluna, seat: int) -> None:
    pass


def redeal(s: Soluna, seat: int, seed: int) -> None:
    pass


PER_PLACE = KINDS + 1
OBSERVATION = PLACES * PER_PLACE + 5


def observe(s: Soluna, seat: int, out: Cells) -> None:
    """For each place its top symbol one-hot and its height; then stars, phase, turn and goal."""
    for place in range(PLACES):
        start = place * PER_PLACE
        for symbol in range(KINDS):
            out[start + symbol] = (s.showing[symbol] >> place) & 1
        out[start + KINDS] = s.height[place]
    rest = PLACES * PER_PLACE
    out[rest] = s.stars[seat]
    out[rest + 1] = s.stars[1 - seat]
    out[rest + 2] = 1 if s.phase == CHOOSE else 0
    out[rest + 3] = 1 if to_act(s) == seat else 0
    out[rest + 4] = s.goal
