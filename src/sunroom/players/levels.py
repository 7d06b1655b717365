"""Opponents from novice to master.

In a solved game a level knows the value of a position if the end is at most *sight* moves away;
beyond that it knows nothing and chooses at random. Now and then it slips and looks only one move
ahead. Master sees everything.

In other games a level searches. A weaker one looks less far ahead, has fewer simulations, and
confuses the values of actions more (*blur*). Master takes a second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from sunroom.engine.referee import HASTE, Referee, compiled_if_possible, interpreted
from sunroom.engine.runner import available
from sunroom.rules.contract import Game, Outlook
from sunroom.rules.record import Table
from sunroom.rules.words import Refusal, meant

from .thinker import LOOPS, TEXTBOOK, WORDS, Budget, Judgement, Style, Thinker

TO_THE_END = 10_000  # moves: more than any game that is solved has
USUAL = Style()
NO_CHOICE = Budget(simulations=1)  # for a single legal action: enough to go on with the tree
SERIOUS = 20  # an action is considered if it was tried at least 1 / SERIOUS as often as the first


class UnknownLevel(Refusal):
    """No opponent has this name."""


class NoOpponent(Refusal):
    """The game has no opponents yet."""


class Decision(NamedTuple):
    """What a player does at a table, which is given as its seat sees it."""

    table: bytes
    action: int


@dataclass(frozen=True)
class Level:
    """An opponent: how far it sees, how long it searches, and how wrong it is."""

    name: str
    sight: int  # moves, where a game is solved
    slip: float  # there, the chance of looking only one move ahead
    budget: Budget  # of a search
    blur: float = 0  # the standard deviation of its error, as a share of a win
    style: Style = USUAL

    @property
    def is_long(self) -> bool:
        """Whether it thinks by the clock, and does not only look."""
        return self.budget.seconds is not None

    def choose(self, game: Game, table: Table, rng: Random, seats: int = 2) -> int:
        """A legal action of the seat to act, at a table that is veiled for that seat.

        Raises NoOpponent for a game in which there is nobody to play against.
        """
        return next(self.decisions(game, table, rng, seats)).action

    def decisions(
        self, game: Game, table: Table, rng: Random, seats: int = 2
    ) -> Iterator[Decision]:
        """Its decisions until somebody else or chance is next."""
        if not has_opponents(game):
            raise NoOpponent("no_opponent", words=WORDS, game=game.name)
        if game.knowledge.exact is not None:
            yield Decision(table.tobytes(), self._know(game, table, rng))
        else:
            yield from self._search(game, table, rng, seats)

    def _know(self, game: Game, table: Table, rng: Random) -> int:
        """The action that this level prefers in a solved game."""
        assert game.knowledge.exact is not None
        sight = 1 if rng.random() < self.slip else self.sight
        outlooks = game.knowledge.exact(table)
        ranks = {action: _rank(outlook, sight) for action, outlook in outlooks.items()}
        best = [action for action, rank in ranks.items() if rank == max(ranks.values())]
        if sight == TO_THE_END and not outlooks[best[0]].wins:
            return hardest_to_answer(game, table, best)
        return rng.choice(best)

    def _search(self, game: Game, table: Table, rng: Random, seats: int) -> Iterator[Decision]:
        """The actions that this level prefers after a search. The tree is kept for all decisions of
        a turn.
        """
        referee, thinks = compiled_if_possible(game), thinker(game)
        seat, action = referee.to_act(table), None
        while referee.to_act(table) == seat:
            budget = self.budget if len(referee.legal(table)) > 1 else NO_CHOICE
            if action is None:
                found = thinks.judge(
                    table, seat, seats,
                    seed=rng.getrandbits(62), budget=budget, style=self.style, decide=True,
                )  # fmt: skip
            else:
                found = thinks.go_on(table, action, budget=budget)
            action = self._prefer(found, rng)
            yield Decision(table.tobytes(), action)
            after = foreseen(referee, table, action)
            if after is None:
                return
            table = after

    def _prefer(self, found: list[Judgement], rng: Random) -> int:
        if self.blur == 0:
            return found[0].action
        considered = [one for one in found if serious(one, found[0])]
        return max(considered, key=lambda one: one.value + rng.gauss(0, self.blur)).action


def serious(one: Judgement, first: Judgement) -> bool:
    """Whether an action was tried often enough to be considered beside the first one."""
    return one.tried * SERIOUS >= first.tried


def foreseen(referee: Referee, table: Table, action: int) -> Table | None:
    """The table after an action as its seat will see it; None if that depends on what the seat
    cannot know.
    """
    seat = referee.to_act(table)
    after, world = table.copy(), table.copy()
    referee.apply(after, action)
    referee.redeal(world, seat, 0)
    referee.apply(world, action)
    referee.veil(world, seat)
    return after if after == world else None


def has_opponents(game: Game) -> bool:
    """Whether a game has opponents: in a game for one there is nobody to beat."""
    return game.knowledge.exact is not None or max(game.seats) > 1


def searches(game: Game) -> bool:
    """Whether opponents or hints of a game search: it is neither solved nor always known."""
    known = game.knowledge
    return known.exact is None and (known.worth is None or known.advise is None)


def is_first_look(game: Game) -> bool:
    """Whether the search of a game is run interpreted, only until it is compiled."""
    return available() and searches(game) and _way(game) == "interpreted"


def thinker(game: Game) -> Thinker:
    """The search for a game in the way that it is run now; a process has one for each way. The
    first call compiles it, except in a process that does not wait for that.
    """
    way = _way(game)
    if (Thinker, way) not in game.kept:
        game.kept.pop((Thinker, "interpreted"), None)  # compiled from now on
        game.kept[Thinker, way] = Thinker(game, way)
    return game.kept[Thinker, way]  # type: ignore[no-any-return]


def _way(game: Game) -> str:
    """How the search of a game is run now; what was compiled once stays so."""
    return "cpu" if (Thinker, "cpu") in game.kept else HASTE.way(game, LOOPS)


def _rank(outlook: Outlook, sight: int) -> tuple[int, int]:
    """A rank: quick wins are best, then what is out of sight, then losses, the longest first."""
    if outlook.length > sight:
        return (0, 0)
    return (1, -outlook.length) if outlook.wins else (-1, outlook.length)


def hardest_to_answer(game: Game, table: Table, actions: list[int]) -> int:
    """In a lost position, the action after which the smallest share of the replies wins."""

    def share_of_winning_replies(action: int) -> float:
        after = table.copy()
        interpreted(game).apply(after, action)
        outlooks = game.knowledge.exact(after) if game.knowledge.exact is not None else {}
        return sum(outlook.wins for outlook in outlooks.values()) / max(len(outlooks), 1)

    return min(actions, key=share_of_winning_replies)


LEVELS = (
    Level("novice", 1, 0.0, Budget(40), 0.09, Style(horizon=10)),
    Level("casual", 2, 0.35, Budget(80), 0.055, Style(horizon=22)),
    Level("club", 4, 0.35, Budget(100), 0.02),
    Level("expert", 6, 0.3, Budget(250)),
    Level("master", TO_THE_END, 0.0, Budget(seconds=1.0)),
)
DEFAULT_LEVEL = LEVELS[0].name  # where nobody says whom; pages take the first one, too
# Not for people: the textbook search without knowledge, to measure what knowledge is worth.
REFERENCE = Level("textbook", TO_THE_END, 0.0, Budget(seconds=1.0), style=TEXTBOOK)


def level(name: str) -> Level:
    """The opponent of this name. Raises UnknownLevel, which lists the names."""
    return named(name, LEVELS)


def opponent(game: Game, name: str) -> Level:
    """The opponent of this name. Raises NoOpponent for a game without any, or UnknownLevel."""
    if not has_opponents(game):
        raise NoOpponent("no_opponent", words=WORDS, game=game.name)
    return level(name)


def named(name: str, levels: Sequence[Level], *others: str) -> Level:
    """The level of this name. Raises UnknownLevel, which lists all names and *others*."""
    for found in levels:
        if found.name == name.lower():
            return found
    names = [*(found.name for found in levels), *others]
    raise UnknownLevel("unknown_level", words=WORDS, text=name, meant=meant(name, names))
