"""Opponents from novice to master.

In a game that is solved exactly a level sees what a position is worth when the end is at most
*sight* moves away; further off it knows nothing and follows its nose. Now and then it slips and
looks one move ahead only. Master sees all.

In other games a level searches: the weaker, the shorter its sight, the fewer simulations, and the
more it mistakes one action's value for another's (*blur*). Master takes a second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

from sunroom.engine.referee import Referee, compiled_if_possible, interpreted
from sunroom.rules.contract import Game, Outlook
from sunroom.rules.record import Table
from sunroom.rules.words import Refusal, meant

from .thinker import TEXTBOOK, WORDS, Budget, Judgement, Style, Thinker

TO_THE_END = 10_000
USUAL = Style()
NO_CHOICE = Budget(simulations=1)  # enough to go on with the same tree
SERIOUS = 20  # an action is considered that was tried at least one time in so many of the first


class UnknownLevel(Refusal):
    """No opponent has this name."""


class NoOpponent(Refusal):
    """The game has no opponents yet."""


class Decision(NamedTuple):
    """What a player does at a table as its seat sees it."""

    table: bytes
    action: int


@dataclass(frozen=True)
class Level:
    name: str
    sight: int  # moves, where a game is solved
    slip: float  # chance of looking one move ahead only there
    budget: Budget  # of a search
    blur: float = 0  # error of its judgement, in parts of a win
    style: Style = USUAL

    def choose(self, game: Game, table: Table, rng: Random, seats: int = 2) -> int:
        """A legal action of the seat to act, for a table veiled for that seat."""
        return next(self.decisions(game, table, rng, seats)).action

    def decisions(
        self, game: Game, table: Table, rng: Random, seats: int = 2
    ) -> Iterator[Decision]:
        """What it does until somebody else or chance is next."""
        if not has_opponents(game):
            raise NoOpponent("no_opponent", words=WORDS, game=game.name)
        if game.knowledge.exact is not None:
            yield Decision(table.tobytes(), self._know(game, table, rng))
        else:
            yield from self._search(game, table, rng, seats)

    def _know(self, game: Game, table: Table, rng: Random) -> int:
        """The action that this level prefers of those that exact play judges."""
        assert game.knowledge.exact is not None
        sight = 1 if rng.random() < self.slip else self.sight
        judged = game.knowledge.exact(table)
        ranks = {action: _rank(outlook, sight) for action, outlook in judged.items()}
        best = [action for action, rank in ranks.items() if rank == max(ranks.values())]
        if sight == TO_THE_END and not judged[best[0]].wins:
            return hardest_to_answer(game, table, best)
        return rng.choice(best)

    def _search(self, game: Game, table: Table, rng: Random, seats: int) -> Iterator[Decision]:
        """The actions that a search prefers, seen through this level's eyes. The tree grows on
        through the small decisions of a turn.
        """
        referee, thinks = compiled_if_possible(game), thinker(game)
        seat, action = referee.to_act(table), None
        while referee.to_act(table) == seat:
            budget = self.budget if len(referee.legal(table)) > 1 else NO_CHOICE
            if action is None:
                judged = thinks.judge(
                    table, seat, seats,
                    seed=rng.getrandbits(62), budget=budget, style=self.style, decide=True,
                )  # fmt: skip
            else:
                judged = thinks.go_on(table, action, budget=budget)
            action = self._prefer(judged, rng)
            yield Decision(table.tobytes(), action)
            after = foreseen(referee, table, action)
            if after is None:
                return
            table = after

    def _prefer(self, judged: list[Judgement], rng: Random) -> int:
        if self.blur == 0:
            return judged[0].action
        considered = [found for found in judged if serious(found, judged[0])]
        return max(considered, key=lambda found: found.value + rng.gauss(0, self.blur)).action


def serious(one: Judgement, first: Judgement) -> bool:
    """Whether an action was tried often enough to be considered beside the first one."""
    return one.tried * SERIOUS >= first.tried


def foreseen(referee: Referee, table: Table, action: int) -> Table | None:
    """The table after an action as the seat that takes it will see it; None where that depends on
    what the seat cannot know.
    """
    seat = referee.to_act(table)
    after, world = table.copy(), table.copy()
    referee.apply(after, action)
    referee.redeal(world, seat, 0)
    referee.apply(world, action)
    referee.veil(world, seat)
    return after if after == world else None


def has_opponents(game: Game) -> bool:
    """Whether somebody can be played against: a companion for one has nobody to beat."""
    return game.knowledge.exact is not None or max(game.seats) > 1


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
        judged = exact(after) if (exact := game.knowledge.exact) is not None else {}
        return sum(outlook.wins for outlook in judged.values()) / max(len(judged), 1)

    return min(actions, key=answers_that_win)


LEVELS = (
    Level("novice", 1, 0.0, Budget(40), 0.09, Style(horizon=10)),
    Level("casual", 2, 0.35, Budget(80), 0.055, Style(horizon=22)),
    Level("club", 4, 0.35, Budget(100), 0.02),
    Level("expert", 6, 0.3, Budget(250)),
    Level("master", TO_THE_END, 0.0, Budget(seconds=1.0)),
)
# Not for people: the textbook's search without knowledge, to measure what knowledge is worth.
REFERENCE = Level("textbook", TO_THE_END, 0.0, Budget(seconds=1.0), style=TEXTBOOK)


def level(name: str) -> Level:
    """An opponent by name."""
    return named(name, LEVELS)


def opponent(game: Game, name: str) -> Level:
    """An opponent by name, in a game that has any."""
    if not has_opponents(game):
        raise NoOpponent("no_opponent", words=WORDS, game=game.name)
    return level(name)


def named(name: str, levels: Sequence[Level], *others: str) -> Level:
    """The level of this name; UnknownLevel tells all names, those of *others* too."""
    for found in levels:
        if found.name == name.lower():
            return found
    names = [*(found.name for found in levels), *others]
    raise UnknownLevel("unknown_level", words=WORDS, text=name, meant=meant(name, names))
