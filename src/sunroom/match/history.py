"""The history of a match: its steps, and the tables between them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from sunroom.engine.referee import Referee
from sunroom.rules.record import Table

KEEP_EVERY = 16  # steps between two tables that are kept


class Step(NamedTuple):
    """One action in a match's history, with its actor."""

    actor: int  # a seat or CHANCE
    action: int


class Steps(Sequence[Step]):
    """All steps of a match, in order.

    They are stored in two arrays because they are copied at every move of a match among people:
    copying a list would touch every step.
    """

    def __init__(self) -> None:
        self.actors = array("b")
        self.actions = array("i")

    def copy(self) -> Steps:
        """The same steps, independent of these."""
        other = Steps.__new__(Steps)
        other.actors, other.actions = self.actors[:], self.actions[:]
        return other

    def add(self, actor: int, action: int) -> None:
        """Add a step at the end."""
        self.actors.append(actor)
        self.actions.append(action)

    def cut(self, length: int) -> None:
        """Remove all steps after the first *length*."""
        del self.actors[length:], self.actions[length:]

    def __len__(self) -> int:
        return len(self.actors)

    @overload
    def __getitem__(self, n: int) -> Step: ...
    @overload
    def __getitem__(self, n: slice) -> list[Step]: ...
    def __getitem__(self, n: int | slice) -> Step | list[Step]:
        if isinstance(n, slice):
            return list(map(Step, self.actors[n], self.actions[n]))
        return Step(self.actors[n], self.actions[n])

    def __iter__(self) -> Iterator[Step]:
        return map(Step, self.actors, self.actions)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Steps):
            return self.actors == other.actors and self.actions == other.actions
        return list(self) == other

    __hash__ = None  # type: ignore[assignment]  # it changes


class MatchTables(Sequence[Table]):
    """All tables of a match from the first to the latest: one more than there are steps.

    Some of them are kept as bytes; a table between them is replayed from the last one kept before
    it when it is needed. A caller must not change a table that it gets here.
    """

    def __init__(self, referee: Referee, first: Table) -> None:
        self.referee = referee
        self.history = Steps()
        self.now = first
        self.kept = {0: first.tobytes()}
        self._replayed = (0, first)  # the last that was replayed: the next one is often needed then
        self.paused = False  # while steps are only noted, as nobody needs their tables
        # The tables that a trial has reached, by the table before and the action: made once.
        self.tried: dict[tuple[int, int], tuple[Table, Table]] = {}
        self.trying = False
        self.passed: dict[int, Table] = {}  # the tables that a trial has come by, by their steps

    def fork(self) -> MatchTables:
        """The same tables, to be continued independently of these."""
        other = MatchTables.__new__(MatchTables)
        other.__dict__.update(self.__dict__)
        other.history, other.kept = self.history.copy(), dict(self.kept)
        other.passed = dict(self.passed)
        return other

    def trial(self) -> MatchTables:
        """A fork whose new tables are reused if the same actions are then played here."""
        self.tried = {}
        other = self.fork()
        other.trying = True
        return other

    def advance(self, actor: int, action: int) -> None:
        """Add a step and make the table after it; while paused, only note the step."""
        if self.paused:
            self.note(actor, action)
            return
        self._replayed = (len(self.history), self.now)
        if self.trying:
            self.passed[len(self.history)] = self.now
        self.now = self._after(action)
        self.history.add(actor, action)
        if len(self.history) % KEEP_EVERY == 0:
            self.keep(len(self.history), self.now.tobytes())

    def _after(self, action: int) -> Table:
        """The table after an action; the one that a trial has made, if there is one."""
        key = (id(self.now), action)
        known = self.tried.get(key)
        if known is not None and known[0] is self.now:
            return known[1]
        after = self.now.copy()
        self.referee.apply(after, action)
        if self.trying:
            self.tried[key] = (self.now, after)
        return after

    def note(self, actor: int, action: int) -> None:
        """Add a step without playing it; `resume` supplies the table after the last of them."""
        self.history.add(actor, action)

    def pause(self) -> None:
        """Only note further steps until `resume`."""
        self.paused = True

    def resume(self, table: bytes) -> None:
        """Go on from the latest table, which was stored elsewhere."""
        self.paused = False
        self.now = type(self.now).frombytes(table)
        self.keep(len(self.history), table)

    def keep(self, step: int, table: bytes) -> None:
        """Keep the table after the first *step* steps."""
        self.kept[step] = table

    def back_to(self, step: int) -> None:
        """Go back to the table after the first *step* steps, and forget all later ones."""
        if not self.paused:
            self.now = self[step]
            self._replayed = (step, self.now)
        self.history.cut(step)
        self.kept = {n: table for n, table in self.kept.items() if n <= step}
        self.passed = {}

    def __len__(self) -> int:
        return len(self.history) + 1

    @overload
    def __getitem__(self, step: int) -> Table: ...
    @overload
    def __getitem__(self, step: slice) -> list[Table]: ...
    def __getitem__(self, step: int | slice) -> Table | list[Table]:
        if isinstance(step, slice):
            return [self[n] for n in range(*step.indices(len(self)))]
        last = len(self.history)
        n = step + last + 1 if step < 0 else step
        if not 0 <= n <= last:
            raise IndexError(step)
        return self.now if n == last else self._replay(n)

    def _replay(self, step: int) -> Table:
        """An earlier table, replayed from the nearest one before it."""
        start, table = self._replayed
        if start == step:
            return table
        if step in self.passed:
            return self.passed[step]
        kept = next(n for n in range(step, -1, -1) if n in self.kept)
        if not kept <= start <= step:
            start, table = kept, type(self.now).frombytes(self.kept[kept])
        table = table.copy()
        for action in self.history.actions[start:step]:
            self.referee.apply(table, action)
        self._replayed = (step, table)
        return table

    def __iter__(self) -> Iterator[Table]:
        return (self[n] for n in range(len(self)))

    def __setitem__(self, step: int, table: Table) -> None:
        """Replace a table, to try what would have happened from another one."""
        n = step % len(self)
        self.keep(n, table.tobytes())
        if n == len(self.history):
            self.now = table
        self._replayed, self.passed = (n, table), {}
