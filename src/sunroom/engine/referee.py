"""A referee knows one game's rules and applies them to tables, interpreted or compiled.

Both referees of a game return the same results, to the last byte.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sunroom.rules.contract import OVER, Game, once_for_each_game
from sunroom.rules.record import Table

from .entries import ENTRIES, is_quick
from .runner import Runner, available, new_runner, runner_for

if TYPE_CHECKING:
    from .arrays import Array

Report = Callable[
    [str, int, int], None
]  # what is being prepared, how many are done, out of how many


class Referee:
    """Applies a game's rules to one table at a time, as they are written."""

    def __init__(
        self, game: Game, report: Report | None = None, *, runner: Runner | None = None
    ) -> None:
        self.game = game
        self.runner = runner_for(game) if runner is None else runner
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
        """A new table, set up with these settings."""
        table: Table = self.game.table()
        numbers = self._settings(settings)
        self._functions["set_up_first"](self._see(table), numbers)
        return table

    def to_act(self, table: Table) -> int:
        """The seat that decides, CHANCE or OVER."""
        return self._functions["actor_of_first"](self._see(table))  # type: ignore[no-any-return]

    def legal(self, table: Table) -> list[int]:
        """The legal actions of the seat to act; none if chance acts or the game is over."""
        out = self.runner.scratch(self.width)
        n = self._functions["legal_on_first"](self._see(table), out)
        return out[:n].tolist()  # type: ignore[no-any-return]

    def chances(self, table: Table) -> list[tuple[int, int]]:
        """The outcomes of the pending chance with their weights."""
        out, weight = self.runner.scratch(self.width), self.runner.scratch(self.width)
        n = self._functions["chances_on_first"](self._see(table), out, weight)
        return list(zip(out[:n].tolist(), weight[:n].tolist(), strict=True))

    def codes(self, table: Table) -> list[int]:
        """What can be applied: actions of the seat to act, or outcomes of the pending chance."""
        return self.legal(table) or [outcome for outcome, _ in self.chances(table)]

    def apply(self, table: Table, action: int) -> None:
        """Advance the table by one step. Does not check that the action is legal."""
        self._functions["apply_to_first"](self._see(table), action)

    def scores(self, table: Table, seats: int) -> list[int]:
        """The result of each seat as the table is now."""
        out = self.runner.numbers(seats)
        self._functions["scores_of_first"](self._see(table), out)
        return out.tolist()  # type: ignore[no-any-return]

    def veil(self, table: Table, seat: int) -> None:
        """Hide in the table everything that a seat, or a SPECTATOR, cannot know."""
        self._functions["veil_first"](self._see(table), seat)

    def redeal(self, table: Table, seat: int, seed: int) -> None:
        """Replace what the veil hides from a seat by a sample that agrees with what it knows."""
        self._functions["redeal_first"](self._see(table), seat, seed)

    def observe(self, table: Table, seat: int) -> list[int]:
        """What a seat sees, as numbers for a network."""
        out = self.runner.numbers(self.game.observation)
        self._functions["observe_first"](self._see(table), seat, out)
        return out.tolist()  # type: ignore[no-any-return]

    def draw(self, table: Table, word: int) -> int:
        """The action that a random word selects among all that can be applied."""
        out, weight = self.runner.scratch(self.width), self.runner.scratch(self.width)
        return int(self._functions["draw_on_first"](self._see(table), word, out, weight))

    def playout(
        self, table: Table, seed: int, number: int = 0, step: int = 0, limit: int | None = None
    ) -> int:
        """Play one table on at random, up to *limit* steps in all; returns the steps so far."""
        limit = self.game.longest if limit is None else limit
        steps, out, weight = (self.runner.numbers(n) for n in (1, self.width, self.width))
        steps[0] = step
        self._functions["playouts"](self._see(table), steps, seed, number, limit, out, weight)
        return int(steps[0])

    def batch(self, n: int, settings: Sequence[int]) -> Array:
        """*n* tables set up for play, as one array."""
        from .batch import Playouts

        tables = Playouts(self.runner, n)
        tables.set_up(settings)
        return tables.tables  # type: ignore[no-any-return]  # a NumPy array here, a device array elsewhere

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
        """Play a batch on at random, in place, with *jobs* threads; returns each table's steps."""
        from .batch import Playouts

        batch = Playouts.over(self.runner, tables, steps, jobs)
        batch.play(seed, limit, first)
        return batch.steps  # type: ignore[no-any-return]

    def tallies(self, tables: Array, seats: int) -> Array:
        """The scores of a batch: a row for each table, a column for each seat."""
        from .batch import Playouts

        return Playouts.over(self.runner, tables).scores(seats)

    def is_over(self, table: Table) -> bool:
        return self.to_act(table) == OVER


class CompiledReferee(Referee):
    """Applies compiled rules to a table's record, in place; a call takes about a microsecond."""

    def __init__(
        self, game: Game, report: Report | None = None, *, runner: Runner | None = None
    ) -> None:
        super().__init__(game, report, runner=runner or new_runner(game, "cpu"))

    def _see(self, table: Table) -> Any:
        """The array that is kept on the table; asking the runner takes longer than a call."""
        seen = table.array
        return self.runner.see(table) if seen is None else seen


@once_for_each_game
def interpreted(game: Game) -> Referee:
    """The referee that runs the rules as they are written."""
    return Referee(game)


class Haste:
    """Whether this process waits until something is compiled, as programs want it, or runs it
    interpreted until another process has compiled it, as people want it.
    """

    def __init__(self) -> None:
        self.waits = True

    @contextmanager
    def waiting(self, waits: bool) -> Iterator[None]:
        """For a while, wait for what is not compiled yet, or run it interpreted."""
        before, self.waits = self.waits, waits
        try:
            yield
        finally:
            self.waits = before

    def way(self, game: Game, loops: Mapping[Any, str]) -> str:
        """How these loops of a game are to be run now."""
        if not available():
            return "interpreted"
        return "cpu" if self.waits or self._is_ready(game, loops) else "interpreted"

    def _is_ready(self, game: Game, loops: Mapping[Any, str]) -> bool:
        from .cache import is_ready

        return is_ready(game, loops)


HASTE = Haste()


def compiled_if_possible(game: Game, report: Report | None = None) -> Referee:
    """The compiled referee, prepared by the first call; the interpreted one without numba, and in
    a process that does not wait until the rules are compiled.
    """
    if CompiledReferee not in game.kept:
        if HASTE.way(game, ENTRIES) == "interpreted":
            return interpreted(game)
        game.kept[CompiledReferee] = CompiledReferee(game, report, runner=runner_for(game, "cpu"))
    return game.kept[CompiledReferee]  # type: ignore[no-any-return]


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
