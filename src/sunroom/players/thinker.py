"""A player who searches: holds the arrays of a tree and gives a decision its time."""

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
FIRST_NODES = 4_000  # that there is room for at first where rules are interpreted
DEPTH = 400  # steps down the tree at most
SLICE = 0.006  # seconds between two looks at the clock
FIRST_PORTION, MOST_AT_ONCE, FIXED_PORTION = 4, 4096, 64  # simulations between them
TYPES = (
    "tables numbers numbers grid grid reals numbers grid numbers numbers reals reals"
    " real_grid number"
)


class BadBudget(Refusal):
    """No time and no simulations to think with."""


@dataclass(frozen=True)
class Budget:
    """What a decision may cost: simulations, seconds, or whichever ends first."""

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        given = [n for n in (self.simulations, self.seconds) if n is not None]
        if not given or min(given) <= 0:
            raise BadBudget("bad_budget", words=WORDS)

    def simulations_left(self, done: int, spent: float) -> int:
        """How many there may still be, after so many in so many seconds."""
        left = [self.simulations - done] if self.simulations is not None else []
        if self.seconds is not None:
            left.append(int((self.seconds - spent) * done / spent))
        return min(left)


@dataclass(frozen=True)
class Style:
    """How a search weighs what it finds. The defaults are what won most games at equal time."""

    explore: float = 0.3  # how much it looks at what it has seldom tried
    bias: float = 0.5  # how much it trusts what the game leans to
    for_win: float = 0.7  # of a reward is for the win; the rest for the lead
    width: int = 12  # actions of a node that are tried whatever they promise
    guided: bool = True  # plays on as the game leans to; otherwise at random
    horizon: int | None = None  # steps it plays on before it evaluates; 0: to the end; None: the
    # game's own


# The reference that knowledge is measured against: UCT over redealt tables as in the textbook.
TEXTBOOK = Style(explore=1.4, bias=0, for_win=1, width=10_000, guided=False, horizon=0)


class Judgement(NamedTuple):
    """What a search has found out about one action."""

    action: int
    tried: int
    value: float  # from 0, lost, to 1, won
    points: tuple[float, ...] = ()  # what each seat scores after it, on average
    values: tuple[float, ...] = ()  # and what that is worth to each seat


class Thinker:
    """Searches for one game. Its arrays are made once, for one decision after the other.

    A *plain* one runs the search as it is written, as do all where nothing can be compiled.
    """

    def __init__(self, game: Game, *, plain: bool = False) -> None:
        self.game = game
        self.style = Style()  # of the last decision
        self.runner = runner_for(game, "interpreted" if plain else best_way())
        self.simulate = self.runner.function(search.simulate, TYPES)
        self.tables = Tables.new(game.table, 2)  # the one to judge, and the one of a simulation
        array, width = self.runner.array, max(game.actions, game.outcomes)
        self.settings = array("numbers", search.SETTINGS)
        self.taste = array("reals", search.TASTES)
        self.counters = array("numbers", search.COUNTERS)
        self.slot = array("numbers", game.actions + 1)
        self.path = array("grid", DEPTH, 2)
        self.out, self.weight = array("numbers", width), array("numbers", width)
        self.reward = array("reals", max(game.seats))
        self.points = array("real_grid", game.actions, 1 + 2 * max(game.seats))
        self._plant(NODES if self.runner.way == "cpu" else FIRST_NODES)

    def _plant(self, room: int) -> None:
        """Arrays for a tree of so many nodes."""
        array = self.runner.array
        self.node, self.edge = array("grid", room, search.NODE), array("grid", room, search.EDGE)
        self.value = array("reals", room)

    def _make_room(self, simulations: int) -> None:
        """Grow the arrays so that the next simulations find them as large as they will ever need.
        Without secrets, every step down the tree can be a new node.
        """
        most = DEPTH if self.settings[search.BRANCH] else 1
        needed = min(int(self.counters[search.NODES]) + simulations * most + 3, NODES)
        if needed > len(self.node):
            before = (self.node, self.edge, self.value)
            self._plant(min(2 * needed, NODES))
            for old, new in zip(before, (self.node, self.edge, self.value), strict=True):
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
        """Every action that was tried, the most tried first, for a table veiled for the seat.

        To *decide* it ends as soon as no other action can be tried more often. *stop* is asked
        every few milliseconds.
        """
        self._begin(table, seat, seats, seed, style or Style())
        self._think(budget, stop, decide=decide)
        return self._judged()

    def go_on(
        self, table: Table, action: int, *, budget: Budget, stop: Callable[[], bool] | None = None
    ) -> list[Judgement]:
        """Judge the next decision of the same seat, which has taken an action since and has learned
        nothing new: what the tree holds about it is kept.
        """
        if self.counters[search.NODES] > NODES // 2:  # room for this decision too
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
        return self._judged()

    @property
    def simulations(self) -> int:
        """How many there were since the last `judge`."""
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
            self.runner.see_all(self.tables), self.settings, self.counters, self.node, self.edge,
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

    def _judged(self) -> list[Judgement]:
        found = [self._judgement(at) for at in self._edges()]
        return sorted(found, key=lambda found: (-found.tried, found.action))

    def _judgement(self, at: int) -> Judgement:
        action, tried = (int(self.edge[at, column]) for column in (search.ACTION, search.TRIED))
        seats = int(self.settings[search.SEATS])
        times, *sums = (self.points[action, column] for column in range(1 + 2 * seats))
        means = [float(one / max(times, 1)) for one in sums]
        points, values = tuple(means[:seats]), tuple(means[seats : 2 * seats])
        return Judgement(action, tried, float(self.value[at]) / max(tried, 1), points, values)


def fill(array: Any, values: Sequence[float]) -> None:
    for place, value in enumerate(values):
        array[place] = value
