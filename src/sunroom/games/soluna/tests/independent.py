"""One round of Soluna, written a second time from the rulebook alone.

It shares no code with the game and was written without looking at it, so that the two can be
checked against each other. Plain rather than quick: a tower is the real list of its discs from
bottom to top, a disc is the letter of the symbol it shows, and every pair of towers is compared.
"""

from collections.abc import Callable, Sequence
from functools import cache, wraps
from itertools import permutations
from typing import TypeVar

Tower = tuple[str, ...]  # the discs from bottom to top
Towers = tuple[Tower, ...]
Key = tuple[tuple[int, str], ...]  # height and symbol of every tower, in ascending order
Answer = TypeVar("Answer")

SYMBOLS = "SMTC"  # sun, moon, stars (T, as S is taken), comet


def start(counts: Sequence[int]) -> Towers:
    """Towers of one disc: the number with the first symbol, with the second, ..."""
    if len(counts) > len(SYMBOLS):
        raise ValueError(f"there are only {len(SYMBOLS)} symbols")
    pairs = zip(SYMBOLS, counts, strict=False)
    return tuple((symbol,) for symbol, count in pairs for _ in range(count))


def may_stack(table: Towers, mover: int, base: int) -> bool:
    """Two different towers (LUN-4.2) of the same height (LUN-4.3) or symbol (LUN-4.4)."""
    if mover == base:
        return False
    upper, lower = table[mover], table[base]
    return len(upper) == len(lower) or upper[-1] == lower[-1]


def moves(table: Towers) -> list[tuple[int, int]]:
    """All legal (index of the moved tower, index of the tower it is set on), ascending."""
    places = range(len(table))
    return [(mover, base) for mover in places for base in places if may_stack(table, mover, base)]


def play(table: Towers, mover: int, base: int) -> Towers:
    """The table after the mover's discs, as a whole, lie on top of the base's (LUN-4.5)."""
    if not may_stack(table, mover, base):
        raise ValueError(f"tower {mover} may not be set on tower {base}")
    towers = list(table)
    towers[base] = table[base] + table[mover]
    del towers[mover]
    return tuple(towers)


def key(table: Towers) -> Key:
    """What matters of a table: heights and symbols on top, whatever the symbols' names.

    Tables that differ by hidden discs, the order of the towers or renamed symbols have one key.
    """
    return _smallest_naming(tuple(sorted((len(tower), tower[-1]) for tower in table)))


@cache
def _smallest_naming(shown: Key) -> Key:
    return min(_renamed(shown, "".join(names)) for names in permutations(SYMBOLS))


def _renamed(shown: Key, names: str) -> Key:
    return tuple(sorted((height, names[SYMBOLS.index(symbol)]) for height, symbol in shown))


def _once_per_key(question: Callable[[Towers], Answer]) -> Callable[[Towers], Answer]:
    """Ask only once for all tables with the same key."""
    answers: dict[Key, Answer] = {}

    @wraps(question)
    def ask(table: Towers) -> Answer:
        name = key(table)
        if name not in answers:
            answers[name] = question(table)
        return answers[name]

    return ask


@_once_per_key
def _next_tables(table: Towers) -> dict[Key, Towers]:
    """The tables one stacking later, one for each key."""
    tables = [play(table, mover, base) for mover, base in moves(table)]
    return {key(later): later for later in tables}


def _after(table: Towers) -> list[Towers]:
    return list(_next_tables(table).values())


@_once_per_key
def grundy(table: Towers) -> int:
    """The least number that no table one stacking later has."""
    taken = {grundy(later) for later in _after(table)}
    return next(number for number in range(len(taken) + 1) if number not in taken)


@_once_per_key
def wins(table: Towers) -> bool:
    """Whether the player to move wins; one who cannot stack has lost (LUN-5.1)."""
    return any(not wins(later) for later in _after(table))


@_once_per_key
def winning_moves(table: Towers) -> int:
    """How many ordered pairs of towers leave the opponent lost."""
    return sum(not wins(play(table, mover, base)) for mover, base in moves(table))


@_once_per_key
def shortest(table: Towers) -> int:
    """The fewest stackings until nobody can stack, whoever wins."""
    return min((1 + shortest(later) for later in _after(table)), default=0)


@_once_per_key
def longest(table: Towers) -> int:
    """The most stackings until nobody can stack, whoever wins."""
    return max((1 + longest(later) for later in _after(table)), default=0)


@_once_per_key
def length(table: Towers) -> int:
    """Stackings when the winner wins as soon as possible and the loser delays it."""
    if wins(table):
        return 1 + min(length(later) for later in _after(table) if not wins(later))
    return max((1 + length(later) for later in _after(table)), default=0)


def reachable(table: Towers) -> int:
    """How many keys any play can reach, this table's and the ends' included."""
    seen = {key(table)}
    waiting = [table]
    while waiting:
        for name, later in _next_tables(waiting.pop()).items():
            if name not in seen:
                seen.add(name)
                waiting.append(later)
    return len(seen)
