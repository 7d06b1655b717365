"""What a match has gone through: its steps, and the tables between them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from sunroom.engine.referee import Referee
from sunroom.rules.record import Table

EVERY = 16  # so many steps lie between two tables that are kept


class Step(NamedTuple):
    """One entry of a match's history."""

    actor: int  # a seat or CHANCE
    action: int


class Steps(Sequence[Step]):
    """A match's history. It is copied at every move of a match among people, so it is two arrays: a
    list of steps would have to touch each of them.
    """

    def __init__(self) -> None:
        self.actors = array("b")
        self.actions = array("i")

    def copy(self) -> Steps:
        other = Steps.__new__(Steps)
        other.actors, other.actions = self.actors[:], self.actions[:]
        return other

    def add(self, actor: int, action: int) -> None:
        self.actors.append(actor)
        self.actions.append(action)

    def cut(self, length: int) -> None:
        """Forget every step from this one on."""
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

    __hash__ = None  # type: ignore[assignment]  # it goes on


class Tables(Sequence[Table]):
    """All tables from the first to the one now: one more than there are steps.

    Some are kept, as bytes; a table between them is played again from the last one kept when
    somebody asks for it. Nobody changes a table that they got here.
    """

    def __init__(self, referee: Referee, first: Table) -> None:
        self.referee = referee
        self.history = Steps()
        self.now = first
        self.kept = {0: first.tobytes()}
        self._asked = (0, first)  # the last that was played again: often the next is asked then
        self.resting = False  # while steps are noted whose tables nobody asks for
        # Tables that a trial has come to, by the one before and the action: made once.
        self.tried: dict[tuple[int, int], tuple[Table, Table]] = {}
        self.trying = False

    def fork(self) -> Tables:
        """The same tables, to go on in another direction."""
        other = Tables.__new__(Tables)
        other.__dict__.update(self.__dict__)
        other.history, other.kept = self.history.copy(), dict(self.kept)
        return other

    def trial(self) -> Tables:
        """A fork whose tables need not be made again if the same is done in earnest."""
        self.tried = {}
        other = self.fork()
        other.trying = True
        return other

    def go(self, actor: int, action: int) -> None:
        """One step further; only noted while the course is resting."""
        if self.resting:
            self.note(actor, action)
            return
        self._asked = (len(self.history), self.now)
        self.now = self._after(action)
        self.history.add(actor, action)
        if len(self.history) % EVERY == 0:
            self.keep(len(self.history), self.now.tobytes())

    def _after(self, action: int) -> Table:
        """The table after an action, which may have been tried before."""
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
        """One step further without playing it; `wake` brings the table after the last of them."""
        self.history.add(actor, action)

    def rest(self) -> None:
        """Only note what comes, until `wake`."""
        self.resting = True

    def wake(self, table: bytes) -> None:
        """The table now, for whoever has kept it elsewhere."""
        self.resting = False
        self.now = type(self.now).frombytes(table)
        self.keep(len(self.history), table)

    def keep(self, step: int, table: bytes) -> None:
        """Remember the table after so many steps."""
        self.kept[step] = table

    def back_to(self, step: int) -> None:
        """Forget every step from this one on."""
        if not self.resting:
            self.now = self[step]
            self._asked = (step, self.now)
        self.history.cut(step)
        self.kept = {n: table for n, table in self.kept.items() if n <= step}

    def __len__(self) -> int:
        return len(self.history) + 1

    @overload
    def __getitem__(self, step: int) -> Table: ...
    @overload
    def __getitem__(self, step: slice) -> list[Table]: ...
    def __getitem__(self, step: int | slice) -> Table | list[Table]:
        if isinstance(step, slice):
            return [self[n] for n in range(*step.indices(len(self)))]
        n = step + len(self) if step < 0 else step
        if not 0 <= n < len(self):
            raise IndexError(step)
        return self.now if n == len(self.history) else self._again(n)

    def _again(self, step: int) -> Table:
        """A table of the past."""
        asked, table = self._asked
        if asked == step:
            return table
        start = next(n for n in range(step, -1, -1) if n in self.kept)
        if not start <= asked <= step:
            asked, table = start, type(self.now).frombytes(self.kept[start])
        table = table.copy()
        for action in self.history.actions[asked:step]:
            self.referee.apply(table, action)
        self._asked = (step, table)
        return table

    def __iter__(self) -> Iterator[Table]:
        return (self[n] for n in range(len(self)))

    def __setitem__(self, step: int, table: Table) -> None:
        """Another table in the place of one, for whoever tries what would have been."""
        n = step % len(self)
        self.keep(n, table.tobytes())
        if n == len(self.history):
            self.now = table
        self._asked = (n, table)
