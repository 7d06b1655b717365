"""A referee knows one game's rules and applies them to tables, interpreted or compiled.

Both referees of a game give the same answers to the last byte.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sunroom.rules.contract import OVER, Game
from sunroom.rules.record import Table

from . import entries, rollout
from .runner import Runner, answers, available, runner

if TYPE_CHECKING:
    from .arrays import Array

__all__ = [
    "ENTRIES", "CompiledReferee", "Referee", "answers", "compiled_if_possible", "cores",
    "interpreted", "is_quick",
]  # fmt: skip

# Every function that Python calls, with the types of its arguments.
ENTRIES: dict[Any, str] = {
    entries.set_up_first: "tables numbers",
    entries.actor_of_first: "tables",
    entries.legal_on_first: "tables numbers",
    entries.chances_on_first: "tables numbers numbers",
    entries.apply_to_first: "tables number",
    entries.scores_of_first: "tables numbers",
    entries.veil_first: "tables number",
    entries.redeal_first: "tables number number",
    entries.observe_first: "tables number numbers",
} | rollout.TYPES


Report = Callable[[str, int, int], None]  # what is being prepared, how many are done, of how many


def is_quick(entry: Any) -> bool:
    """Whether an entry takes no longer than giving the interpreter's lock away would."""
    return entry.__module__ == entries.__name__  # type: ignore[no-any-return]


class Referee:
    """Asks a game's answers about tables, one after the other."""

    def __init__(
        self, game: Game, report: Report | None = None, *, by: Runner | None = None
    ) -> None:
        self.game = game
        self.runner = runner(game) if by is None else by
        self.width = max(game.actions, game.outcomes)
        self._functions: dict[str, Any] = {}
        for done, (function, types) in enumerate(ENTRIES.items()):
            name = function.__name__
            if report is not None:
                report(name, done, len(ENTRIES))
            self._functions[name] = self.runner.function(function, types, quick=is_quick(function))

    def _see(self, table: Table) -> Any:
        return self.runner.see(table)

    def _settings(self, settings: Sequence[int]) -> Any:
        numbers = self.runner.numbers(len(settings))
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
        return self._functions["actor_of_first"](self._see(table))  # type: ignore[no-any-return]

    def legal(self, table: Table) -> list[int]:
        """The legal actions of the seat to act; none where chance acts or the game is over."""
        out = self.runner.scratch(self.width)
        n = self._functions["legal_on_first"](self._see(table), out)
        return out[:n].tolist()  # type: ignore[no-any-return]

    def chances(self, table: Table) -> list[tuple[int, int]]:
        """The outcomes of the pending chance with their weights."""
        out, weight = self.runner.scratch(self.width), self.runner.scratch(self.width)
        n = self._functions["chances_on_first"](self._see(table), out, weight)
        return list(zip(out[:n].tolist(), weight[:n].tolist(), strict=True))

    def codes(self, table: Table) -> list[int]:
        """What can be played: actions of the seat to act, or outcomes of the pending chance."""
        return self.legal(table) or [outcome for outcome, _ in self.chances(table)]

    def apply(self, table: Table, action: int) -> None:
        """Advance by one step. Does not check legality."""
        self._functions["apply_to_first"](self._see(table), action)

    def scores(self, table: Table, seats: int) -> list[int]:
        out = self.runner.numbers(seats)
        self._functions["scores_of_first"](self._see(table), out)
        return out.tolist()  # type: ignore[no-any-return]

    def veil(self, table: Table, seat: int) -> None:
        self._functions["veil_first"](self._see(table), seat)

    def redeal(self, table: Table, seat: int, seed: int) -> None:
        self._functions["redeal_first"](self._see(table), seat, seed)

    def observe(self, table: Table, seat: int) -> list[int]:
        out = self.runner.numbers(self.game.observation)
        self._functions["observe_first"](self._see(table), seat, out)
        return out.tolist()  # type: ignore[no-any-return]

    def draw(self, table: Table, word: int) -> int:
        """The action that a random word means here, by listing all."""
        out, weight = self.runner.scratch(self.width), self.runner.scratch(self.width)
        return int(self._functions["draw_on_first"](self._see(table), word, out, weight))

    def playout(
        self, table: Table, seed: int, number: int = 0, step: int = 0, limit: int | None = None
    ) -> int:
        """Play one table on at random; answers how many steps it has come in all."""
        limit = self.game.longest if limit is None else limit
        steps, out, weight = (self.runner.numbers(n) for n in (1, self.width, self.width))
        steps[0] = step
        self._functions["playouts"](self._see(table), steps, seed, number, limit, out, weight)
        return int(steps[0])

    def batch(self, n: int, settings: Sequence[int]) -> Array:
        """*n* tables set up for play, as one array."""
        from .batch import Playouts

        tables = Playouts(self.runner, n)
        tables.deal(settings)
        return tables.tables  # type: ignore[no-any-return]  # NumPy's here, a device's elsewhere

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
        """Play a batch on at random, in place, over *jobs* cores; returns each table's steps."""
        from .batch import Playouts

        these = Playouts.over(self.runner, tables, steps, jobs)
        these.play(seed, limit, first)
        return these.steps  # type: ignore[no-any-return]

    def tallies(self, tables: Array, seats: int) -> Array:
        """The scores of a batch: a row for each table, a column for each seat."""
        from .batch import Playouts

        return Playouts.over(self.runner, tables).scores(seats)

    def is_over(self, table: Table) -> bool:
        return self.to_act(table) == OVER


class CompiledReferee(Referee):
    """Compiled rules: a table is its record, changed in place; a call costs about a microsecond."""

    def __init__(
        self, game: Game, report: Report | None = None, *, by: Runner | None = None
    ) -> None:
        from .compiled import CpuRunner

        super().__init__(game, report, by=CpuRunner(game) if by is None else by)

    def _see(self, table: Table) -> Any:
        """The view that is kept on the table; asking the runner takes longer than a call."""
        seen = table.array
        return self.runner.see(table) if seen is None else seen


@cache
def interpreted(game: Game) -> Referee:
    """The referee that runs the rules as they are written."""
    return Referee(game)


_compiled: dict[Game, CompiledReferee] = {}


def compiled_if_possible(game: Game, report: Report | None = None) -> Referee:
    """The compiled referee, prepared at its first use; the interpreted one where none can be."""
    if not available():
        return interpreted(game)
    if game not in _compiled:
        _compiled[game] = CompiledReferee(game, report, by=runner(game, "cpu"))
    return _compiled[game]


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
