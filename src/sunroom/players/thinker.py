"""A player who searches: holds the arrays of a tree and gives a decision its time."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from sunroom.kernel import compiled
from sunroom.kernel.binding import Binding
from sunroom.kernel.contract import Game
from sunroom.kernel.record import Table
from sunroom.kernel.referee import answers, compiled_if_possible
from sunroom.kernel.words import KERNEL_WORDS, Refusal, Words

from . import search

WORDS = Words(Path(__file__).with_name("words.toml"), KERNEL_WORDS)
NODES = 400_000  # of a tree, for one decision
DEPTH = 400  # steps down the tree at most
SLICE = 0.008  # seconds between two looks at the clock
WIDTH = 12  # actions of a node that are tried whatever they promise
TYPES = "tables bytes numbers numbers grid grid reals numbers grid numbers numbers reals number"


class BadBudget(Refusal):
    """No time and no simulations to think with."""


class Judgement(NamedTuple):
    """What a search has found out about one action."""

    action: int
    tried: int
    value: float  # from 0, lost, to 1, won


class Thinker:
    """Searches for one game. Its arrays are made once; each decision begins with an empty tree.

    A *plain* one runs the search as it is written, as do all where nothing can be compiled.
    """

    def __init__(self, game: Game, *, plain: bool = False) -> None:
        self.game = game
        self.plain = plain or not compiled.available()
        self.simulate = _plain_search(game) if self.plain else _compiled_search(game)
        width = max(game.actions, game.outcomes)
        self.array = np.zeros(2, game.table.dtype)
        self.raw = self.array.view(np.uint8).reshape(2, -1)
        self.settings = np.zeros(8, np.int64)
        self.counters = np.zeros(3, np.int64)
        self.node = np.zeros((NODES, 2), np.int64)
        self.edge = np.zeros((NODES, 5), np.int64)
        self.value = np.zeros(NODES)
        self.slot = np.zeros(game.actions + 1, np.int64)
        self.path = np.zeros((DEPTH, 2), np.int64)
        self.out, self.weight = np.zeros(width, np.int64), np.zeros(width, np.int64)
        self.reward = np.zeros(max(game.seats))

    def judge(
        self,
        table: Table,
        seat: int,
        seats: int,
        *,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
    ) -> list[Judgement]:
        """Every action that was tried, the most tried first, for a table veiled for the seat."""
        if (simulations or 0) <= 0 and (seconds or 0) <= 0:
            raise BadBudget("bad_budget", words=WORDS)
        self._begin(table, seat, seats, seed)
        self._think(simulations, seconds)
        return sorted(self._root(), key=lambda found: (-found.tried, found.action))

    def _begin(self, table: Table, seat: int, seats: int, seed: int) -> None:
        game = self.game
        self.array[0] = table.array[0]
        limit = game.horizon or game.longest
        branch = 0 if game.secrets else 1
        self.settings[:] = (seat, seats, seed, branch, limit, game.lead, WIDTH, 0)
        self.counters[:] = (1, 0, 0)
        self.node[0] = (search.NONE, 0)

    def _think(self, simulations: int | None, seconds: float | None) -> None:
        start = perf_counter()
        portion = 16
        while simulations is None or self.counters[search.SIMULATIONS] < simulations:
            left = portion
            if simulations is not None:
                left = min(left, simulations - int(self.counters[search.SIMULATIONS]))
            before, began = int(self.counters[search.SIMULATIONS]), perf_counter()
            self._run(left)
            now = perf_counter()
            if int(self.counters[search.SIMULATIONS]) - before < left:
                break  # the tree is full
            if seconds is not None and now - start >= seconds:
                break
            portion = max(1, min(4096, int(left * SLICE / max(now - began, 1e-6))))

    def _run(self, number: int) -> None:
        arrays: list[Any] = [
            self.raw, self.settings, self.counters, self.node, self.edge, self.value, self.slot,
            self.path, self.out, self.weight, self.reward,
        ]  # fmt: skip
        if self.plain:  # plain numbers, not NumPy's
            tables = [self.game.table(self.array[n : n + 1]) for n in range(2)]
            self.simulate(tables, *[memoryview(array) for array in arrays], number)
        else:
            self.simulate(self.array, *arrays, number)

    def _root(self) -> list[Judgement]:
        found = []
        at = int(self.node[0, search.EDGES])
        while at != search.NONE:
            tried = int(self.edge[at, search.TRIED])
            value = float(self.value[at]) / max(tried, 1)
            found.append(Judgement(int(self.edge[at, search.ACTION]), tried, value))
            at = int(self.edge[at, search.NEXT])
        return found


def _names(game: Game) -> dict[str, Any]:
    return answers(game) | {"evaluate": game.evaluate or game.scores}


@cache
def _plain_search(game: Game) -> Any:
    return Binding(_names(game), game.name).rebind(search.simulate)


@cache
def _compiled_search(game: Game) -> Any:
    """The search over one game's rules, compiled or loaded from the cache."""
    compiled_if_possible(game)
    compiler = compiled.Compiler(game, _names(game))
    with compiled.compiling_into(compiler.folder):
        return compiler.entry(search.simulate, TYPES)
