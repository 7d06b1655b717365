"""A referee knows one game's rules and applies them to tables, interpreted or compiled.

Both referees of a game give the same answers to the last byte.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from operator import index
from typing import Any

import numpy as np

from . import compiled, entries, rollout
from .binding import Binding
from .contract import OVER, Game
from .record import Array, Table

# The answers of a game that are compiled.
ANSWERS = (
    "setup", "to_act", "legal", "chances", "apply", "scores", "veil", "redeal", "observe",
)  # fmt: skip
# Every function that Python calls, with the types of its arguments.
ENTRIES = {
    entries.set_up_first: "tables numbers",
    entries.actor_of_first: "tables",
    entries.legal_on_first: "tables numbers",
    entries.chances_on_first: "tables numbers numbers",
    entries.apply_to_first: "tables number",
    entries.scores_of_first: "tables numbers",
    entries.veil_first: "tables number",
    entries.redeal_first: "tables number number",
    entries.observe_first: "tables number numbers",
    rollout.draw_on_first: "tables number numbers numbers",
    rollout.playouts: "tables numbers number number number numbers numbers",
    rollout.setups: "tables number numbers",
    rollout.tallies: "tables number number numbers",
}


def answers(game: Game) -> dict[str, Any]:
    """The names that the kernel's functions leave open, answered by one game."""
    names = {name: getattr(game, name) for name in ANSWERS}
    names["pick"] = game.pick
    names["draw"] = rollout.listed if game.pick is None else rollout.picked
    return names


class Referee:
    """Interpreted rules: a table is read and written through its fields."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.width = max(game.actions, game.outcomes)
        self._functions = self._prepare()

    def _prepare(self) -> dict[str, Any]:
        binding = Binding(answers(self.game), self.game.name)
        return {function.__name__: binding.rebind(function) for function in ENTRIES}

    def _see(self, table: Table) -> Any:
        """A table as the functions take it: the only one of an array."""
        return (table,)

    def _numbers(self, n: int) -> Any:
        return memoryview(np.zeros(n, np.int64))  # type: ignore[arg-type]  # plain ints inside

    def _settings(self, settings: Sequence[int]) -> Any:
        numbers = self._numbers(len(settings))
        for i, code in enumerate(settings):
            numbers[i] = code
        return numbers

    def new(self, settings: Sequence[int]) -> Table:
        """A table set up for a game with these settings."""
        table = self.game.table()
        numbers = self._settings(settings)
        self._functions["set_up_first"](self._see(table), numbers)
        return table

    def to_act(self, table: Table) -> int:
        return int(self._functions["actor_of_first"](self._see(table)))

    def legal(self, table: Table) -> list[int]:
        """The legal actions of the seat to act; none where chance acts or the game is over."""
        out = self._numbers(self.width)
        n = self._functions["legal_on_first"](self._see(table), out)
        return out[:n].tolist()  # type: ignore[no-any-return]

    def chances(self, table: Table) -> list[tuple[int, int]]:
        """The outcomes of the pending chance with their weights."""
        out, weight = self._numbers(self.width), self._numbers(self.width)
        n = self._functions["chances_on_first"](self._see(table), out, weight)
        return list(zip(out[:n].tolist(), weight[:n].tolist(), strict=True))

    def codes(self, table: Table) -> list[int]:
        """What can be played: actions of the seat to act, or outcomes of the pending chance."""
        return self.legal(table) or [outcome for outcome, _ in self.chances(table)]

    def apply(self, table: Table, action: int) -> None:
        """Advance by one step. Does not check legality."""
        self._functions["apply_to_first"](self._see(table), action)

    def scores(self, table: Table, seats: int) -> list[int]:
        out = self._numbers(seats)
        self._functions["scores_of_first"](self._see(table), out)
        return out.tolist()  # type: ignore[no-any-return]

    def veil(self, table: Table, seat: int) -> None:
        self._functions["veil_first"](self._see(table), seat)

    def redeal(self, table: Table, seat: int, seed: int) -> None:
        self._functions["redeal_first"](self._see(table), seat, seed)

    def observe(self, table: Table, seat: int) -> list[int]:
        out = self._numbers(self.game.observation)
        self._functions["observe_first"](self._see(table), seat, out)
        return out.tolist()  # type: ignore[no-any-return]

    def draw(self, table: Table, word: int) -> int:
        """The action that a random word means here, by listing all."""
        out, weight = self._numbers(self.width), self._numbers(self.width)
        return int(self._functions["draw_on_first"](self._see(table), word, out, weight))

    def playout(
        self, table: Table, seed: int, number: int = 0, step: int = 0, limit: int | None = None
    ) -> int:
        """Play one table on at random; answers how many steps it has come in all."""
        steps = np.array([step], np.int64)
        return int(self.playouts(table.array, seed, steps, limit=limit, first=number)[0])

    def batch(self, n: int, settings: Sequence[int]) -> Array:
        """*n* tables set up for play, as one array."""
        tables = np.zeros(n, self.game.table.dtype)
        numbers = self._settings(settings)
        self._functions["setups"](self._see_all(tables), n, numbers)
        return tables

    def playouts(
        self,
        tables: Array,
        seed: int,
        steps: Array | None = None,
        *,
        limit: int | None = None,
        first: int = 0,
        jobs: int = 1,
    ) -> Array:
        """Play a batch on at random, in place, over *jobs* cores; answers each table's steps.

        *seed* has at most 63 bits. Tables and steps lie in memory one after the other.
        """
        limit = self.game.longest if limit is None else limit
        steps = np.zeros(len(tables), np.int64) if steps is None else steps
        self._check_batch(tables, steps, seed)
        bounds = [len(tables) * job // jobs for job in range(jobs + 1)]

        def play(start: int, end: int) -> None:
            out, weight = self._numbers(self.width), self._numbers(self.width)
            part = self._see_all(tables[start:end])
            loop = self._functions["playouts"]
            loop(part, self._see_numbers(steps[start:end]), seed, first + start, limit, out, weight)

        if jobs == 1:
            play(0, len(tables))
        else:
            with ThreadPoolExecutor(jobs) as pool:
                list(pool.map(play, bounds[:-1], bounds[1:]))
        return steps

    def _check_batch(self, tables: Array, steps: Array, seed: int) -> None:
        """Compiled code trusts what it is given, so this does not."""
        if tables.dtype != self.game.table.dtype or not tables.flags.c_contiguous:
            raise ValueError(f"tables must be a contiguous array of {self.game.name} tables")
        if steps.dtype != np.int64 or not steps.flags.c_contiguous or len(steps) != len(tables):
            raise ValueError("steps must be a contiguous int64 array, one number for each table")
        if not 0 <= index(seed) < 1 << 63:
            raise ValueError(f"seed is {seed}, not a number from 0 to 2**63 - 1")

    def tallies(self, tables: Array, seats: int) -> Array:
        """The scores of a batch: a row for each table, a column for each seat."""
        out = np.zeros(len(tables) * seats, np.int64)
        loop = self._functions["tallies"]
        loop(self._see_all(tables), len(tables), seats, self._see_numbers(out))
        return out.reshape(len(tables), seats)

    def _see_all(self, tables: Array) -> Any:
        return [self.game.table(tables[i : i + 1]) for i in range(len(tables))]

    def _see_numbers(self, numbers: Array) -> Any:
        return memoryview(numbers)  # type: ignore[arg-type]  # plain ints, not NumPy's

    def is_over(self, table: Table) -> bool:
        return self.to_act(table) == OVER


class CompiledReferee(Referee):
    """Compiled rules: a table is its record, changed in place; a call costs about a microsecond."""

    def __init__(self, game: Game, report: compiled.Report | None = None) -> None:
        self.report = report
        super().__init__(game)

    def _prepare(self) -> dict[str, Any]:
        try:
            return self._compile()
        except (pickle.UnpicklingError, EOFError, ValueError, ImportError, AttributeError):
            # What the cache holds is damaged: throw it away and compile again.
            compiled.forget(self.game)
            return self._compile()

    def _compile(self) -> dict[str, Any]:
        compiler = compiled.Compiler(self.game, answers(self.game))
        functions = {}
        with compiled.compiling_into(compiler.folder):
            for done, (function, types) in enumerate(ENTRIES.items()):
                name = function.__name__
                if self.report is not None:
                    self.report(name, done, len(ENTRIES))
                quick = function.__module__ == entries.__name__
                functions[name] = compiler.entry(function, types, quick=quick)
            (compiler.folder / compiled.READY).touch()
        return functions

    def _see(self, table: Table) -> Any:
        return table.array

    def _numbers(self, n: int) -> Any:
        return np.zeros(n, np.int64)

    def _see_all(self, tables: Array) -> Any:
        return tables

    def _see_numbers(self, numbers: Array) -> Any:
        return numbers


@cache
def interpreted(game: Game) -> Referee:
    """The referee that runs the rules as they are written."""
    return Referee(game)


_compiled: dict[Game, CompiledReferee] = {}


def compiled_if_possible(game: Game, report: compiled.Report | None = None) -> Referee:
    """The compiled referee, prepared at its first use; the interpreted one where none can be."""
    if not compiled.available():
        return interpreted(game)
    if game not in _compiled:
        _compiled[game] = CompiledReferee(game, report)
    return _compiled[game]


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
