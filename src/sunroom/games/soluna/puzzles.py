"""Positions in which exactly one stacking wins, by number: the same for everybody.

Random rounds are played until a position of the wanted size has a single way to win. Of some such
positions the one with the most stackings to choose from is taken. Seven puzzles in a row grow from
four towers to seven; what a position of eight could ask is too rare to be found this way.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import count

from sunroom.rules.contract import Puzzle
from sunroom.rules.philox import below, word

from . import rules
from .notation import show, show_pattern
from .solver import exact
from .state import FACES, PLACES, STACK, Soluna

SEED = 12  # another would make other puzzles of the same numbers
TOWERS = (7, 4, 5, 5, 6, 6, 7)  # that are left, by the number modulo seven
CANDIDATES = 3  # of which the richest is asked
WORDS = 32  # random words that a round may use


@lru_cache(1024)
def puzzle(number: int) -> Puzzle:
    """The puzzle of this number; the first seat is to act."""
    towers = TOWERS[number % len(TOWERS)]
    rounds = (played(number, n, towers) for n in count())
    found = (one for one in rounds if asks(one[0]))
    candidates = [next(found) for _ in range(CANDIDATES)]
    return max(candidates, key=lambda one: int(one[0].moves))[1]


def played(number: int, nth: int, towers: int) -> tuple[Soluna, Puzzle]:
    """A random round down to a number of towers, and how it came about."""
    draws = (word(SEED, number, nth * WORDS + n) for n in count())
    s = Soluna()
    s.goal = 1
    faces = [int(FACES[disc, below(next(draws), 2)]) for disc in range(PLACES)]
    pattern = sum(face << (2 * place) for place, face in enumerate(faces))
    rules.lay_out(s, pattern)
    line: list[str] = []
    start = rules.OPEN if (PLACES - towers) % 2 == 0 else rules.FOLLOW
    for _ in range(PLACES - towers + 1):
        action = start if not line else rules.pick(s, next(draws))
        line.append(show(s, action))
        rules.apply(s, action)
        if s.phase != STACK:
            break
    return s, Puzzle({"rounds": "single", "pattern": show_pattern(1 + pattern)}, tuple(line))


def asks(s: Soluna) -> bool:
    """Whether one stacking wins, and only one, and not at once."""
    winning = [outlook for outlook in exact(s).values() if outlook.wins]
    return s.phase == STACK and len(winning) == 1 and winning[0].length > 1
