"""One rule source, three ways to run it.

A rule is a plain Python function. To run it another way, `rebind` makes a twin of it: the same code
over globals in which every Python function it calls is replaced by that function's own twin. What a
twin becomes is up to *wrap*: nothing (interpreted), a CPU function (numba) or a GPU function
(numba-cuda). The plain functions stay as they are: all ways live side by side in one process.

The loops of the kernel name the answers of a game (`legal`, `apply`, …) without having them;
*names* gives them, for one game at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any

Wrap = Callable[[FunctionType], Any]


class Binding:
    """The twins of one game's functions for one way of running; each is made once."""

    def __init__(self, names: Mapping[str, Any], wrap: Wrap, label: str) -> None:
        self.names = names
        self.wrap = wrap
        self.label = label
        self.twins: dict[Any, Any] = {}

    def rebind(self, function: Any) -> Any:
        """The wrapped twin of a function."""
        if function not in self.twins:
            self.twins[function] = self.wrap(self.unwrapped(function))
        return self.twins[function]

    def unwrapped(self, function: Any) -> FunctionType:
        """The twin before it is wrapped: its callees are wrapped twins already."""
        scope = dict(function.__globals__)
        for name in _names(function.__code__):
            value = scope.get(name, self.names.get(name))
            if isinstance(value, FunctionType):
                scope[name] = self.rebind(value)
            elif name not in scope and value is not None:
                scope[name] = value
        twin = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        # The qualified name is part of numba's cache key: one loop of the kernel, a file per game.
        twin.__qualname__ = f"{self.label}.{function.__qualname__}"
        return twin


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
