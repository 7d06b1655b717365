"""What the fields do: light effect, condition, red effect."""

from __future__ import annotations

from sunroom.rules.rulebook import rule

from .pieces import (
    A2,
    A4,
    A5,
    A6,
    B2,
    B4,
    B5,
    B6,
    C1,
    C3,
    C4,
    CARDS,
    COIN,
    COIN_FACT,
    COIN_LEAST,
    CRYSTAL,
    EMPTY,
    FIELD_FACT,
    FIELD_LEAST,
    FIELD_TOKEN,
    FINAL,
    GOODS,
    HAND,
    ITEM_MOST,
    ITEMS,
    JAR,
    MEDAL_ITEM,
    MEDALS,
    MINE,
    NONE,
    ORE,
)
from .state import (
    CHECK,
    DIE,
    DONE,
    FAILED,
    LOST_FINAL,
    LOST_POINTS,
    MEDAL,
    MET,
    NUMBER,
    PICK,
    PLACED,
    POINTS,
    STUCK,
    WON,
    GuildSolo,
)

BOXED_CARDS, MORE_CARDS = 5, 15  # GLD-6.2
COIN_VALUE = 5  # GLD-5.2
CARDS_BACK = 2  # GLD-6.6, GLD-6.6a
MEDAL_KINDS = len(MEDALS)
MOST_PICKED = 60  # buildings that can be told apart

# Points (chapter 8)
MINE_COST = 2  # GLD-8.2
PER_FINAL = 3  # GLD-8.2
BOTH_FINALS = 5  # GLD-8.2
ENOUGH = 70  # GLD-8.3
FINALS_NEEDED = 2  # GLD-7.5
MOST_BALANCE = BOTH_FINALS + FINALS_NEEDED * PER_FINAL


def field(s: GuildSolo) -> int:
    """The field of this turn."""
    return s.at - 1


@rule("GLD-5.1")
def begin_field(s: GuildSolo) -> None:
    """The light effect, where there is one; then the check."""
    here = field(s)
    s.red = 0
    s.number = 0
    s.picked = 0
    s.picks = 0
    s.line = 0
    if FIELD_TOKEN[here] == NONE:
        s.outcome[here] = MET
        s.phase = PLACED
    elif here == A2 or here == B4:
        s.picks = 1
        s.phase = NUMBER
    elif here == A4:
        s.phase = NUMBER
    elif here == B2:
        s.phase = DIE
    else:
        s.phase = CHECK


# Help with chance and arithmetic


@rule("GLD-9.3")
def asks_buildings(s: GuildSolo) -> bool:
    """Whether the number that is asked is that of buildings; otherwise it is that of cards."""
    return field(s) == A2 or field(s) == B4


@rule("GLD-9.3")
def tell_number(s: GuildSolo, number: int) -> None:
    """The number that is there; below 0 the player does it alone."""
    s.number = number + 1
    if asks_buildings(s) and number < 0:
        s.boxed += 1
    if field(s) == C1:
        s.phase = PLACED
    elif asks_buildings(s) and number > 0:
        s.phase = PICK
    else:
        s.picks = 0
        s.phase = CHECK


@rule("GLD-5.5", "GLD-6.1", "GLD-6.5")
def left_to_pick(s: GuildSolo) -> int:
    """The buildings that have not been picked, as a mask."""
    return ((1 << max(s.number - 1, 0)) - 1) & ~s.picked


@rule("GLD-6.1", "GLD-6.5")
def pick_building(s: GuildSolo, building: int) -> None:
    """A random building: the first goes to the box, the others under a foreign guild."""
    s.picked |= 1 << building
    s.picks -= 1
    if s.red == 0:
        s.boxed += 1
        s.phase = CHECK
    else:
        s.foreign += 1
        if s.picks == 0 or left_to_pick(s) == 0:
            s.phase = PLACED


@rule("GLD-5.6")
def roll(s: GuildSolo, face: int) -> None:
    """A line to clear: before the check at B2, after it elsewhere."""
    s.line = face + 1
    s.phase = CHECK if s.red == 0 else PLACED


@rule("GLD-5.5", "GLD-6.2", "GLD-6.2a", "GLD-6.7")
def cards_to_box(s: GuildSolo, red: int) -> int:
    """How many cards go to the box by the light or the red effect; -1 if that is not known."""
    there = s.number - 1
    if there < 0:
        return -1
    if field(s) == C1:
        return there // 2
    first = min(BOXED_CARDS, there)
    if red == 0:
        return first
    return min(more_cards(s), there - first)


@rule("GLD-6.2a")
def more_cards(s: GuildSolo) -> int:
    """How many more go where A4 is not met, if they are there."""
    return MORE_CARDS - (BOXED_CARDS if s.fifteen == 1 else 0)


# The check


@rule("GLD-7.1", "GLD-7.2", "GLD-7.7")
def has_coin(s: GuildSolo, here: int) -> bool:
    """Whether a coin has come to a final."""
    if here == A6:
        return s.outcome[B2] == FAILED
    return here == B6 and s.outcome[A5] == FAILED


def asked_fact(s: GuildSolo, here: int) -> int:
    return COIN_FACT[here] if has_coin(s, here) else FIELD_FACT[here]


def asked_least(s: GuildSolo, here: int) -> int:
    return COIN_LEAST[here] if has_coin(s, here) else FIELD_LEAST[here]


@rule("GLD-5.4", "GLD-6.8", "GLD-6.8a", "GLD-6.9")
def owned(s: GuildSolo, fact: int) -> int:
    """How much of a fact the ledger has."""
    if fact < len(ITEMS):
        return s.facts[fact]
    if fact == EMPTY:
        return 1 if s.facts[HAND] == 0 else 0
    if fact == GOODS:
        if s.one_kind == 1:
            return max(s.facts[ORE], s.facts[CRYSTAL])
        return s.facts[ORE] + s.facts[CRYSTAL]
    return medal_types(s)


@rule("GLD-6.9a")
def medal_types(s: GuildSolo) -> int:
    types = 0
    for medal in range(MEDAL_KINDS):
        if s.facts[MEDAL_ITEM[medal]] > 0:
            types += 1
    return types


@rule("GLD-9.2", "GLD-6.1", "GLD-6.3", "GLD-6.4", "GLD-6.6", "GLD-7.3")
def ledger_says(s: GuildSolo) -> bool:
    """Whether the condition is met by what the ledger has."""
    return owned(s, asked_fact(s, field(s))) >= asked_least(s, field(s))


@rule("GLD-5.1", "GLD-9.1")
def check(s: GuildSolo, met: bool) -> None:
    here = field(s)
    s.outcome[here] = MET if met else FAILED
    if FIELD_TOKEN[here] == FINAL:
        check_final(s, met)
    elif met:
        reward(s)
    else:
        s.red = 1
        punish(s)


@rule("GLD-5.2")
def reward(s: GuildSolo) -> None:
    """A mine is placed by the base rules; a coin is five Jar."""
    s.phase = PLACED
    if FIELD_TOKEN[field(s)] == COIN and s.ledger == 1:
        s.facts[JAR] = min(s.facts[JAR] + COIN_VALUE, ITEM_MOST[JAR])


@rule("GLD-5.2a")
def mine_is_stuck(s: GuildSolo) -> None:
    s.outcome[field(s)] = STUCK


@rule("GLD-5.3", "GLD-6.3", "GLD-6.7", "GLD-6.8", "GLD-6.9")
def punish(s: GuildSolo) -> None:
    """The red effect; a mine goes to the loss box. Where coins go follows from the outcome."""
    here = field(s)
    if FIELD_TOKEN[here] == MINE:
        s.lost_mines += 1
    s.phase = PLACED
    if here == A2 or here == B4:
        hand_buildings_over(s)
    elif here == A5 or here == C3:
        s.phase = DIE
    elif here == B5:
        send_cards_back(s)
    elif here == C1:
        s.phase = NUMBER
    elif here == C4 and s.ledger == 1 and medal_types(s) > 0:
        s.phase = MEDAL


@rule("GLD-6.1", "GLD-6.5", "GLD-8.2b")
def hand_buildings_over(s: GuildSolo) -> None:
    """Two or three random buildings for a foreign guild, and as many points."""
    number = 2 if field(s) == A2 else 3
    s.lost_points += number
    s.picks = number
    if s.number == 0:
        s.foreign += number  # which ones the player has found out alone
    elif left_to_pick(s) != 0:
        s.phase = PICK


@rule("GLD-5.5", "GLD-6.6", "GLD-9.2")
def send_cards_back(s: GuildSolo) -> None:
    s.facts[CARDS] = max(s.facts[CARDS] - CARDS_BACK, 0)


@rule("GLD-6.9", "GLD-9.2")
def lose_medal(s: GuildSolo, medal: int) -> None:
    s.facts[MEDAL_ITEM[medal]] -= 1
    s.phase = PLACED


# Finals and points


@rule("GLD-7.4", "GLD-7.5", "GLD-7.6")
def check_final(s: GuildSolo, met: bool) -> None:
    """Not met: lost at once. The first goes on, the second ends the game."""
    if not met:
        s.result = LOST_FINAL
        s.phase = DONE
        return
    s.met += 1
    s.phase = POINTS if s.met == FINALS_NEEDED else PLACED


@rule("GLD-8.2", "GLD-8.2a", "GLD-8.2b", "GLD-8.4")
def balance(s: GuildSolo) -> int:
    """What the solo board adds to the points of the base game."""
    return finals_worth(s) - MINE_COST * s.lost_mines - s.lost_points


@rule("GLD-8.2", "GLD-8.2a")
def finals_worth(s: GuildSolo) -> int:
    """The points for two finals that are met."""
    return BOTH_FINALS + (PER_FINAL if s.together == 1 else PER_FINAL * FINALS_NEEDED)


@rule("GLD-8.3")
def count_points(s: GuildSolo, points: int) -> None:
    s.points = points
    s.result = WON if points + balance(s) >= ENOUGH else LOST_POINTS
    s.phase = DONE
