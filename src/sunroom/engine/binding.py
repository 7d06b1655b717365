"""One rule source, several ways to run it.

A rule is an ordinary Python function. To run it another way, `rebind` makes a twin of it: the same
code over globals in which every Python function it calls is replaced by that function's own twin.
*wrap* decides what a twin becomes: nothing (interpreted), a CPU function (numba) or a GPU function
(numba-cuda). For the last two, *lay* turns the numbers of components into arrays. The original
functions stay as they are, so all ways can be used side by side in one process.

Loops that work with any game import its answers (`legal`, `apply`, …) from `answers`; *names* maps
these names to the functions of one game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dis import get_instructions
from threading import RLock
from types import CodeType, FunctionType
from typing import Any

from . import answers

Wrap = Callable[[FunctionType], Any]


class Binding:
    """The twins of one game's functions for one way of running; each is made once."""

    def __init__(
        self,
        names: Mapping[str, Any],
        label: str,
        wrap: Wrap | None = None,
        lay: Callable[[Any], Any] | None = None,
    ) -> None:
        self.names = names
        self.label = label
        self.wrap = wrap  # None: interpreted
        self.lay = lay  # makes arrays of the numbers of components; None: leaves them as they are
        self.swaps: dict[
            int, Any
        ] = {}  # the value that replaces a global, by the global's identity
        self.twins: dict[Any, Any] = {}
        self.lock = RLock()  # a twin that another thread is making does not call itself

    def rebind(self, function: Any) -> Any:
        """The wrapped twin of a function. Raises TypeError for one that calls itself."""
        with self.lock:
            if function not in self.twins:
                self.twins[function] = None  # as long as it is being made
                twin = self.unwrapped(function)
                self.twins[function] = twin if self.wrap is None else self.wrap(twin)
            if self.twins[function] is None:
                raise TypeError(f"{function.__qualname__} calls itself; a rule cannot.")
            return self.twins[function]

    def unwrapped(self, function: Any) -> FunctionType:
        """The twin before it is wrapped; the functions that it calls are wrapped twins already."""
        scope = dict(function.__globals__)
        for name in globals_of(function.__code__):
            value = bound(scope.get(name), self.names)
            value = self._swapped(value)
            if isinstance(value, FunctionType):
                scope[name] = self.rebind(value)
            elif isinstance(value, memoryview) and self.lay is not None:
                scope[name] = self.swaps[id(value)] = self.lay(value)
            elif name in scope:
                scope[name] = value
        twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        # The qualified name is part of numba's cache key: one loop, a file per game.
        twin.__qualname__ = f"{self.label}.{function.__qualname__}"
        return twin

    def _swapped(self, value: Any) -> Any:
        """The value that a twin reads instead of a global.

        An array of another box must have the shape of ours, which compiled code relies on.
        """
        other = self.swaps.get(id(value), value)
        if isinstance(value, memoryview) and getattr(other, "shape", None) != value.shape:
            raise ValueError(f"{other!r} takes the place of an array of the shape {value.shape}")
        return other


def bound(value: Any, names: Mapping[str, Any]) -> Any:
    """The game's own function where a global is one of the placeholders in `answers`."""
    is_placeholder = isinstance(value, FunctionType) and value.__module__ == answers.__name__
    return names[value.__name__] if is_placeholder else value


def globals_of(code: CodeType) -> set[str]:
    """The global names that code reads, also inside its comprehensions."""
    names = {step.argval for step in get_instructions(code) if step.opname == "LOAD_GLOBAL"}
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return names.union(*map(globals_of, inner))
