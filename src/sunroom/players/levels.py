"""Opponents from novice to master.

In a game that is solved exactly a level sees what a position is worth when the end is at most
*sight* moves away; further off it knows nothing and follows its nose. Now and then it slips and
looks one move ahead only. Master sees all.

In other games a level searches: the weaker, the fewer simulations, and the more it mistakes one
action's value for another's (*blur*). Master takes a second.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from sunroom.kernel.contract import Game, Outlook
from sunroom.kernel.record import Table
from sunroom.kernel.referee import compiled_if_possible, interpreted
from sunroom.kernel.words import Refusal, meant

from .thinker import WORDS, Thinker

TO_THE_END = 10_000
MASTER_SECONDS = 1.0
SERIOUS = 20  # an action is considered that was tried at least one time in so many of the first


class UnknownLevel(Refusal):
    """No opponent has this name."""


class NoOpponent(Refusal):
    """The game has no opponents yet."""


@dataclass(frozen=True)
class Level:
    name: str
    sight: int  # moves
    slip: float  # chance of looking one move ahead only
    simulations: int | None  # of a search; None: as many as its time allows
    blur: float  # error of its judgement, in parts of a win

    def choose(self, game: Game, table: Table, rng: Random, seats: int = 2) -> int:
        """A legal action of the seat to act, for a table veiled for that seat."""
        if not has_opponents(game):
            raise NoOpponent("no_opponent", words=WORDS, game=game.name)
        if game.exact is None:
            return self._search(game, table, rng, seats)
        sight = 1 if rng.random() < self.slip else self.sight
        judged = game.exact(table)
        ranks = {action: _rank(outlook, sight) for action, outlook in judged.items()}
        best = [action for action, rank in ranks.items() if rank == max(ranks.values())]
        if sight == TO_THE_END and not judged[best[0]].wins:
            return hardest_to_answer(game, table, best)
        return rng.choice(best)

    def _search(self, game: Game, table: Table, rng: Random, seats: int) -> int:
        """The action that a search prefers, seen through this level's eyes."""
        referee = compiled_if_possible(game)
        legal = referee.legal(table)
        if len(legal) == 1:
            return legal[0]
        seconds = MASTER_SECONDS if self.simulations is None else None
        seed = rng.getrandbits(62)
        judged = thinker(game).judge(
            table, referee.to_act(table), seats,
            seed=seed, simulations=self.simulations, seconds=seconds,
        )  # fmt: skip
        if self.blur == 0:
            return judged[0].action
        serious = [found for found in judged if found.tried * SERIOUS >= judged[0].tried]
        return max(serious, key=lambda found: found.value + rng.gauss(0, self.blur)).action


def has_opponents(game: Game) -> bool:
    """Whether somebody can be played against: a companion for one has nobody to beat."""
    return game.exact is not None or max(game.seats) > 1


@cache
def thinker(game: Game) -> Thinker:
    """The search of this process for a game; its rules are compiled at the first call."""
    return Thinker(game)


def _rank(outlook: Outlook, sight: int) -> tuple[int, int]:
    """Quick wins first, then what is not understood, then losses, the longest first."""
    if outlook.length > sight:
        return (0, 0)
    return (1, -outlook.length) if outlook.wins else (-1, outlook.length)


def hardest_to_answer(game: Game, table: Table, actions: list[int]) -> int:
    """In a lost position: the action after which the fewest answers still win."""

    def answers_that_win(action: int) -> float:
        after = table.copy()
        interpreted(game).apply(after, action)
        judged = game.exact(after) if game.exact is not None else {}
        return sum(outlook.wins for outlook in judged.values()) / max(len(judged), 1)

    return min(actions, key=answers_that_win)


LEVELS = (
    Level("novice", sight=1, slip=0.0, simulations=40, blur=0.12),
    Level("casual", sight=2, slip=0.35, simulations=120, blur=0.06),
    Level("club", sight=4, slip=0.35, simulations=500, blur=0.03),
    Level("expert", sight=6, slip=0.3, simulations=3_000, blur=0.01),
    Level("master", sight=TO_THE_END, slip=0.0, simulations=None, blur=0.0),
)


def level(name: str) -> Level:
    """An opponent by name."""
    for found in LEVELS:
        if found.name == name.lower():
            return found
    names = [found.name for found in LEVELS]
    raise UnknownLevel("unknown_level", words=WORDS, text=name, meant=meant(name, names))
