"""The search as Python calls it: it holds the arrays of the tree and watches the budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from sunroom.engine.runner import best_way, runner_for
from sunroom.rules.contract import Game
from sunroom.rules.record import Table, Tables
from sunroom.rules.words import SHARED_WORDS, Refusal, Words

from . import search

WORDS = Words(Path(__file__).with_name("words.toml"), SHARED_WORDS)
NODES = 400_000  # of a tree, for one decision
FIRST_NODES = 4_000  # nodes that the arrays have room for at first where memory is not for free
DEPTH = 400  # steps down the tree at most
SLICE = 0.006  # seconds between two readings of the clock
FIRST_PORTION, MOST_AT_ONCE, FIXED_PORTION = 4, 4096, 64  # simulations between two readings
TYPES = (
    "tables numbers numbers grid grid reals numbers grid numbers numbers reals reals"
    " real_grid number"
)
LOOPS = {search.simulate: TYPES}


class BadBudget(Refusal):
    """A budget with neither time nor simulations."""


@dataclass(frozen=True)
class Budget:
    """What a decision may cost, in simulations or seconds: whichever is used up first."""

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        given = [n for n in (self.simulations, self.seconds) if n is not None]
        if not given or min(given) <= 0:
            raise BadBudget("bad_budget", words=WORDS)

    def simulations_left(self, done: int, spent: float) -> int:
        """An estimate of the simulations left after *done* simulations in *spent* seconds."""
        left = [self.simulations - done] if self.simulations is not None else []
        if self.seconds is not None:
            left.append(int((self.seconds - spent) * done / spent))
        return min(left)


@dataclass(frozen=True)
class Style:
    """How a search weighs what it finds. The defaults are what won most games at equal time."""

    explore: float = 0.3  # how much it prefers what it has seldom tried
    bias: float = 0.5  # how much it trusts what the game leans to
    for_win: float = 0.7  # the part of a reward for the win; the rest is for the lead
    width: int = 12  # actions of a node that are always tried
    guided: bool = True  # plays on as the game leans to; otherwise at random
    # Steps it plays on before it evaluates; 0: to the end; None: the game's own horizon.
    horizon: int | None = None


# The reference for measuring knowledge: UCT over redealt tables, as in the textbook.
TEXTBOOK = Style(explore=1.4, bias=0, for_win=1, width=10_000, guided=False, horizon=0)


class Judgement(NamedTuple):
    """What a search has found out about one action."""

    action: int
    tried: int
    value: float  # from 0, lost, to 1, won
    points: tuple[float, ...] = ()  # the average score of each seat after it
    values: tuple[float, ...] = ()  # the average reward of each seat after it


class Thinker:
    """Searches for one game, one decision after the other, in arrays that are made once.

    It runs in the fastest way that works here, or in the *way* that it is told.
    """

    def __init__(self, game: Game, way: str | None = None) -> None:
        self.game = game
        self.style = Style()  # of the last decision
        self.runner = runner_for(game, way or best_way())
        self.simulate = self.runner.function(search.simulate, TYPES)
        self.tables = Tables.new(game.table, 2)  # the one to judge, and that of a simulation
        array, width = self.runner.array, max(game.actions, game.outcomes)
        self.settings = array("numbers", search.SETTINGS)
        self.taste = array("reals", search.TASTES)
        self.counters = array("numbers", search.COUNTERS)
        self.slot = array("numbers", game.actions + 1)
        self.path = array("grid", DEPTH, 2)
        self.out, self.weight = array("numbers", width), array("numbers", width)
        self.reward = array("reals", max(game.seats))
        self.points = array("real_grid", game.actions, 1 + 2 * max(game.seats))
        self._allocate_tree(NODES if self.runner.roomy else FIRST_NODES)

    def _allocate_tree(self, nodes: int) -> None:
        array = self.runner.array
        self.node, self.edge = array("grid", nodes, search.NODE), array("grid", nodes, search.EDGE)
        self.value = array("reals", nodes)

    def _make_room(self, simulations: int) -> None:
        """Enlarge the arrays so that the next simulations cannot fill them.

        In a game without secrets every step down the tree can add a node.
        """
        most = DEPTH if self.settings[search.BRANCH] else 1
        needed = min(int(self.counters[search.NODES]) + simulations * most + 3, NODES)
        if needed > len(self.node):
            node, edge, value = self.node, self.edge, self.value
            self._allocate_tree(min(2 * needed, NODES))
            self.value[: len(value)] = value
            for old, new in ((node, self.node), (edge, self.edge)):
                cells = memoryview(old).cast("B")
                memoryview(new).cast("B")[: len(cells)] = cells

    def judge(
        self,
        table: Table,
        seat: int,
        seats: int,
        *,
        seed: int,
        budget: Budget,
        style: Style | None = None,
        decide: bool = False,
        stop: Callable[[], bool] | None = None,
    ) -> list[Judgement]:
        """Every action that was tried, the most tried first, at a table veiled for the seat.

        With *decide* it ends as soon as no other action can become the most tried. It also ends
        when *stop*, which is called every few milliseconds, returns true.
        """
        self._begin(table, seat, seats, seed, style or Style())
        self._think(budget, stop, decide=decide)
        return self._judgements()

    def go_on(
        self, table: Table, action: int, *, budget: Budget, stop: Callable[[], bool] | None = None
    ) -> list[Judgement]:
        """Judge the next decision of the same seat after an action by which it has learned nothing
        new. What the tree already contains about that decision is kept.
        """
        if self.counters[search.NODES] > NODES // 2:  # too full for another decision
            seat, seats, seed = (int(n) for n in self.settings[: search.BRANCH])
            return self.judge(
                table, seat, seats, seed=seed, budget=budget, style=self.style, decide=True,
                stop=stop,
            )  # fmt: skip
        self.tables[0] = table
        taken = next(at for at in self._edges() if self.edge[at, search.ACTION] == action)
        self.settings[search.ROOT] = self.edge[taken, search.CHILD]
        self._clear_points()
        self._think(budget, stop, decide=True)
        return self._judgements()

    @property
    def simulations(self) -> int:
        """The number of simulations since the last call of `judge`."""
        return int(self.counters[search.SIMULATIONS])

    def _begin(self, table: Table, seat: int, seats: int, seed: int, style: Style) -> None:
        game = self.game
        self.style = style
        self.tables[0] = table
        helps = game.heuristics
        limit = (helps.horizon if style.horizon is None else style.horizon) or game.longest
        branch = 0 if game.secrets else 1
        guided = int(style.guided and helps.lean is not None)
        fill(self.settings, (
            seat, seats, seed, branch, limit, helps.lead, style.width, guided, 0,
        ))  # fmt: skip
        fill(self.taste, (style.explore, style.for_win, style.bias))
        fill(self.counters, (1, 0, 0))
        search.plant(0, self.node)
        self._clear_points()

    def _clear_points(self) -> None:
        cells = memoryview(self.points).cast("B")
        cells[:] = bytes(len(cells))

    def _think(self, budget: Budget, stop: Callable[[], bool] | None, *, decide: bool) -> None:
        start, before = perf_counter(), self.simulations
        portion = FIRST_PORTION
        while not (stop is not None and stop()):
            done, began = self.simulations - before, perf_counter()
            if budget.simulations is not None:  # the same portions on every machine
                portion = min(FIXED_PORTION, budget.simulations - done)
            self._run(portion)
            now = perf_counter()
            if self.simulations - before - done < portion:
                break  # the tree is full
            left = budget.simulations_left(done + portion, now - start)
            if left <= 0 or (decide and self._is_decided(left)):
                break
            portion = int(portion * SLICE / max(now - began, 1e-6))
            portion = max(1, min(MOST_AT_ONCE, portion, left))

    def _is_decided(self, left: int) -> bool:
        tried = sorted(self.edge[at, search.TRIED] for at in self._edges())
        return len(tried) > 1 and tried[-1] - tried[-2] > left

    def _run(self, number: int) -> None:
        self._make_room(number)
        self.simulate(
            self.runner.drafts(self.tables), self.settings, self.counters, self.node, self.edge,
            self.value, self.slot, self.path, self.out, self.weight, self.reward, self.taste,
            self.points, number,
        )  # fmt: skip

    def _edges(self) -> list[int]:
        """The edges of the root."""
        found = []
        at = int(self.node[self.settings[search.ROOT], search.EDGES])
        while at != search.NONE:
            found.append(at)
            at = int(self.edge[at, search.NEXT])
        return found

    def _judgements(self) -> list[Judgement]:
        found = [self._judgement(at) for at in self._edges()]
        return sorted(found, key=lambda one: (-one.tried, one.action))

    def _judgement(self, at: int) -> Judgement:
        action, tried = (int(self.edge[at, column]) for column in (search.ACTION, search.TRIED))
        seats = int(self.settings[search.SEATS])
        times, *sums = (self.points[action, column] for column in range(1 + 2 * seats))
        means = [float(one / max(times, 1)) for one in sums]
        points, values = tuple(means[:seats]), tuple(means[seats : 2 * seats])
        return Judgement(action, tried, float(self.value[at]) / max(tried, 1), points, values)


def fill(array: Any, values: Sequence[float]) -> None:
    """Write values into an array, from its beginning."""
    for place, value in enumerate(values):
        array[place] = value
