"""The odds, exact: every order in which the tiles can still come is counted.

A position is what everybody sees: how many tiles of each guild lie on the board, and the queue.
What is in the bag follows. `won` counts the orders of the bag in which the best use of some swaps
reaches two finals; since all orders are equally likely, that number over the number of all orders
is the chance. Conditions are taken to be met. Guilds are exchangeable here, so positions are kept
with the guilds in a standard order.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations
from math import factorial
from typing import Any, NamedTuple

from sunroom.rules.rulebook import rule
from sunroom.rules.words import Message, message

from .fields import FINALS_NEEDED
from .pieces import COLUMNS, GUILDS, QUEUE, ROWS, TILES
from .state import SWAP, GuildSolo
from .turn import LAST_TURN, rows_open

ALL_TILES = GUILDS * TILES
SHOWN = 6  # numbers of swaps whose chance is told, from none on

Counts = tuple[int, ...]
Wins = tuple[int, ...]  # orders won with at most 0, 1, 2, … swaps


class Rules(NamedTuple):
    """What the options say about the odds."""

    turns: int  # tiles that can be placed
    a_turn: int  # swaps in a turn

    @property
    def swaps(self) -> int:
        """More swaps than that nobody can make."""
        return self.turns * self.a_turn


# The order of the queue after some swaps, by how many it takes at least.
ORDERS = {
    order: sum(a > b for n, a in enumerate(order) for b in order[n + 1 :])
    for size in range(1, QUEUE + 1)
    for order in permutations(range(size))
}


def orders_of(bag: Counts) -> int:
    """In how many orders the tiles of a bag can come."""
    ways = factorial(sum(bag))
    for number in bag:
        ways //= factorial(number)
    return ways


def bag_of(placed: Counts, queue: Counts) -> Counts:
    return tuple(TILES - placed[guild] - queue.count(guild) for guild in range(GUILDS))


def finals(placed: Counts) -> int:
    return sum(number == COLUMNS for number in placed)


def standard(placed: Counts, queue: Counts) -> tuple[Counts, Counts]:
    """The same position with the guilds renamed into a standard order."""
    where = [
        (placed[g], tuple(n for n, tile in enumerate(queue) if tile == g)) for g in range(GUILDS)
    ]
    order = sorted(range(GUILDS), key=lambda g: where[g])
    names = {guild: name for name, guild in enumerate(order)}
    return tuple(placed[guild] for guild in order), tuple(names[tile] for tile in queue)


def won(placed: Counts, queue: Counts, rules: Rules) -> Wins:
    """At the beginning of a turn, before the swap."""
    return _won(*standard(placed, queue), rules)


@cache
@rule("GLD-9.4")
def _won(placed: Counts, queue: Counts, rules: Rules) -> Wins:
    if finals(placed) >= FINALS_NEEDED:
        return (orders_of(bag_of(placed, queue)),) * (rules.swaps + 1)
    if sum(placed) == rules.turns or not queue:
        return (0,) * (rules.swaps + 1)
    return best_order(placed, queue, rules, rules.a_turn)


def best_order(placed: Counts, queue: Counts, rules: Rules, most: int) -> Wins:
    """The best order into which the queue can be brought with at most this many swaps."""
    found: dict[Counts, tuple[int, Wins]] = {}
    for order, cost in ORDERS.items():
        if len(order) == len(queue) and cost <= most:
            then = tuple(queue[n] for n in order)
            if then not in found or cost < found[then][0]:
                found[then] = (cost, placed_first(placed, then, rules))
    return tuple(
        max(wins[k - cost] for cost, wins in found.values() if cost <= k)
        for k in range(rules.swaps + 1)
    )


def placed_first(placed: Counts, queue: Counts, rules: Rules) -> Wins:
    """After placing the first tile: over all tiles that can be drawn next."""
    after = tuple(number + (guild == queue[0]) for guild, number in enumerate(placed))
    bag = bag_of(placed, queue)
    if sum(bag) == 0:
        return won(after, queue[1:], rules)
    drawn = [won(after, (*queue[1:], guild), rules) for guild in range(GUILDS) if bag[guild]]
    return tuple(map(sum, zip(*drawn, strict=True)))


# The chances of a table


def rules_of(s: GuildSolo) -> Rules:
    return Rules(ALL_TILES if s.endless else LAST_TURN, QUEUE if s.many else 1)


def position(s: GuildSolo) -> tuple[Counts, Counts]:
    """Tiles on the board by guild, and the queue; a tile that was placed lies in the queue no more,
    though the others have not moved up yet.
    """
    placed = tuple(s.filled[s.row[g] - 1] if s.row[g] else 0 for g in range(GUILDS))
    queue = tuple(s.queue[n] - 1 for n in range(QUEUE) if s.queue[n])
    bag = sum(s.bag[guild] for guild in range(GUILDS))
    return placed, queue[1:] if sum(placed) + len(queue) + bag > ALL_TILES else queue


def won_from(s: GuildSolo) -> Wins:
    """Orders won from here; between turns over all tiles that can be drawn next."""
    placed, queue = position(s)
    bag, rules = bag_of(placed, queue), rules_of(s)
    if s.phase == SWAP:
        return best_order(placed, queue, rules, rules.a_turn - s.swapped)
    if len(queue) == QUEUE or sum(bag) == 0:
        return won(placed, queue, rules)
    drawn = [won(placed, (*queue, guild), rules) for guild in range(GUILDS) if bag[guild]]
    return tuple(map(sum, zip(*drawn, strict=True)))


def share(wins: int, bag: Counts) -> Fraction:
    return Fraction(wins, orders_of(bag))


def outlook(s: GuildSolo, purse: int | None) -> dict[str, Any]:
    """What can be said about the rest of the game.

    *purse* is how many swaps can be paid now; None where that is not known.
    """
    placed, queue = position(s)
    rules, bag = rules_of(s), bag_of(placed, queue)
    wins = won_from(s)
    return {
        "without": share(wins[0], bag),
        "purse": None if purse is None else share(wins[min(purse, rules.swaps)], bag),
        "unlimited": share(wins[-1], bag),
        "by_swaps": [share(wins[k], bag) for k in range(SHOWN)],
        "swaps": judged(s, purse) if s.phase == SWAP else {},
        "unfinished": [unfinished(s, guild) for guild in range(GUILDS)],
        "coming": coming(s),
        "reachable": wins[-1] > 0,
    }


def judged(s: GuildSolo, purse: int | None) -> dict[str, Fraction]:
    """The chance after each choice at the swap, with the swaps that can be paid, or any number."""
    placed, queue = position(s)
    rules, bag = rules_of(s), bag_of(placed, queue)
    k = rules.swaps if purse is None else min(purse, rules.swaps)
    left = rules.a_turn - s.swapped
    found = {"keep": share(placed_first(placed, queue, rules)[k], bag)}
    for n in range(len(queue) - 1):
        if k > 0 and left > 0 and queue[n] != queue[n + 1]:  # equal tiles are not worth 3 Jar
            other = (*queue[:n], queue[n + 1], queue[n], *queue[n + 2 :])
            wins = best_order(placed, other, rules, left - 1)[k - 1]
            found[("swap-1-2", "swap-2-3")[n]] = share(wins, bag)
    return found


@rule("GLD-9.4")
def unfinished(s: GuildSolo, guild: int) -> Fraction:
    """The chance that a guild's row stays unfinished if nobody swaps any more."""
    placed, queue = position(s)
    bag = bag_of(placed, queue)
    # The tiles that are never placed are the last ones; without a limit the last row to be finished
    # is that of the very last tile.
    left = max(ALL_TILES - rules_of(s).turns, 1)
    size = sum(bag)
    if guild in queue[len(queue) - max(left - size, 0) :]:
        return Fraction(1)
    none = Fraction(1)
    for n in range(min(left, size)):
        none *= Fraction(size - bag[guild] - n, size - n)
    return 1 - max(none, Fraction(0))


def coming(s: GuildSolo) -> list[dict[str, Any]]:
    """The fields that the tiles of the queue will come to, and the turns in which they do; those
    that the last turn leaves over come to none.
    """
    filled = [s.filled[row] for row in range(ROWS)]
    row_of = [s.row[guild] - 1 for guild in range(GUILDS)]
    opened = rows_open(s)
    _, queue = position(s)
    first = s.turn if s.phase == SWAP else s.turn + 1
    found = []
    for n, guild in enumerate(queue[: rules_of(s).turns - first + 1]):
        if row_of[guild] < 0:
            row_of[guild] = opened
            opened += 1
        row = row_of[guild]
        filled[row] += 1
        found.append({"guild": guild, "field": row * COLUMNS + filled[row] - 1, "turn": first + n})
    return found


# From the start


def start_chance(swaps: int | None) -> Fraction:
    """Before the first tile is drawn, with at most this many swaps in the game, one a turn."""
    rules = Rules(LAST_TURN, 1)
    k = rules.swaps if swaps is None else min(swaps, rules.swaps)
    nothing = (0,) * GUILDS
    total = sum(
        won(nothing, (a, b, c), rules)[k]
        for a in range(GUILDS)
        for b in range(GUILDS)
        for c in range(GUILDS)
    )
    return Fraction(total, orders_of((TILES,) * GUILDS))


def odds(swaps: int | None) -> tuple[dict[str, Any], Message]:
    """What `sunroom odds` tells programs and people."""
    chance = start_chance(swaps)
    found = {
        "game": "guild-solo",
        "swaps": swaps,
        "two_finals": {"fraction": str(chance), "value": float(chance)},
    }
    value, fraction = f"{100 * float(chance):.2f} %", str(chance)
    if swaps is None:
        return found, message("odds_any", value=value, fraction=fraction)
    return found, message("odds_swaps", n=swaps, value=value, fraction=fraction)
