"""Opponents from novice to master for games that are solved exactly.

A level sees what a position is worth when the end is at most *sight* moves away; further off it
knows nothing and follows its nose. Now and then it slips and looks one move ahead only. Master
sees all.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from sunroom.kernel.contract import Game, Outlook
from sunroom.kernel.record import Table
from sunroom.kernel.referee import interpreted
from sunroom.kernel.words import KERNEL_WORDS, Refusal, Words, meant

WORDS = Words(Path(__file__).with_name("words.toml"), KERNEL_WORDS)
TO_THE_END = 10_000


class UnknownLevel(Refusal):
    """No opponent has this name."""


class NoOpponent(Refusal):
    """The game has no opponents yet."""


@dataclass(frozen=True)
class Level:
    name: str
    sight: int  # moves
    slip: float  # chance of looking one move ahead only

    def choose(self, game: Game, table: Table, rng: Random) -> int:
        """A legal action of the seat to act, for a table veiled for that seat."""
        if game.exact is None:
            raise NoOpponent("no_opponent", words=WORDS, game=game.name)
        sight = 1 if rng.random() < self.slip else self.sight
        judged = game.exact(table)
        ranks = {action: _rank(outlook, sight) for action, outlook in judged.items()}
        best = [action for action, rank in ranks.items() if rank == max(ranks.values())]
        if sight == TO_THE_END and not judged[best[0]].wins:
            return hardest_to_answer(game, table, best)
        return rng.choice(best)


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
    Level("novice", sight=1, slip=0.0),
    Level("casual", sight=2, slip=0.35),
    Level("club", sight=4, slip=0.35),
    Level("expert", sight=6, slip=0.3),
    Level("master", sight=TO_THE_END, slip=0.0),
)


def level(name: str) -> Level:
    """An opponent by name."""
    for found in LEVELS:
        if found.name == name.lower():
            return found
    names = [found.name for found in LEVELS]
    raise UnknownLevel("unknown_level", words=WORDS, text=name, meant=meant(name, names))
