"""A digest of what is compiled: all code and all numbers that a function reaches.

Two functions with the same digest compile to the same code. Comments, docstrings, line numbers and
file names are not part of it; neither are other functions of the same file.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from dis import get_instructions
from types import CodeType, FunctionType, ModuleType
from typing import Any

from sunroom.rules.record import Table

from .binding import bound, globals_of
from .boxes.other_box import BoxNumbers

UNKNOWN = os.urandom(16).hex()  # for values that cannot be compared: never equal, so never cached


class Fingerprint:
    """The digests of one game's functions, each taken once."""

    def __init__(self, names: Mapping[str, Any], swaps: Mapping[int, Any] | None = None) -> None:
        self.names = names
        self.swaps = swaps or {}  # the value that replaces a global, by the global's identity
        self.found: dict[FunctionType, str] = {}

    def of(self, function: FunctionType) -> str:
        """The digest of a function with everything that it calls and reads."""
        if function not in self.found:
            self.found[function] = ""  # one that calls itself cannot be compiled anyway
            scope = function.__globals__
            reads = [
                f"{name} {self._value(self._read(scope.get(name)))}"
                for name in sorted(globals_of(function.__code__))
            ]
            head = [function.__name__, repr(function.__defaults__), repr(function.__kwdefaults__)]
            self.found[function] = digest(*head, instructions(function.__code__), *reads)
        return self.found[function]

    def _read(self, value: Any) -> Any:
        value = bound(value, self.names)
        return self.swaps.get(id(value), value)

    def _value(self, value: Any) -> str:
        if isinstance(value, FunctionType):
            return self.of(value)
        if value is None or isinstance(value, bool | int | float | str | tuple):
            return f"{type(value).__name__} {value!r}"
        if isinstance(value, type) or type(value).__name__ == "builtin_function_or_method":
            return f"{value.__module__}.{value.__qualname__}"
        if isinstance(value, BoxNumbers):
            return repr(value)
        if isinstance(value, ModuleType) and value.__name__ in sys.stdlib_module_names:
            return f"module {value.__name__}"
        try:
            cells = memoryview(value)
        except TypeError:
            return UNKNOWN
        return digest(cells.format, str(cells.shape), cells.tobytes().hex())


def instructions(code: CodeType) -> str:
    """The bytecode of a function and of the code inside it, one instruction a line."""
    steps = [str(code.co_varnames[: code.co_argcount])]
    for step in get_instructions(code):
        value = step.argval
        inner = (
            instructions(value)
            if isinstance(value, CodeType)
            else f"{type(value).__name__} {value!r}"
        )
        steps.append(f"{step.opname} {inner}")
    return "\n".join(steps)


def layout(kind: type[Table]) -> str:
    """A digest of the fields of a table and their places."""
    fields = [f"{name} {f.code} {f.shape} {kind.spans[name]}" for name, f in kind.fields.items()]
    return digest(*fields, str(kind.size))


def digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
