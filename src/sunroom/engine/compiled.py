"""Rules compiled for CPU cores by numba, through the cache of compiled code."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any

import numpy as np

from sunroom.rules.contract import Game, once_for_each_game

from .arrays import array_of, array_of_all, dtype_of, numbers_of
from .binding import Binding
from .boxes.box_numbers import Buffer, teach_numba
from .boxes.other_box import Places
from .cache import INLINED, OPTIONS, cache_folder, filling, forget, form_of, writable
from .runner import CODES, GRIDS, Runner, answers_of

DAMAGED = (pickle.UnpicklingError, EOFError, ValueError, ImportError, AttributeError)


@once_for_each_game
def buffer(game: Game) -> Buffer | None:
    """The buffer with the numbers of another box; None for our own, whose numbers are constants."""
    return None if game.recomposed_from is None else Buffer(game.recomposed_from[1])


@cache
def _cache_class() -> Any:
    """A numba cache that is stored in the folder that the function names.

    It depends on the name of that folder only: neither on the time at which a source file was
    written nor on the line where the function begins.
    """
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

    class Locator(_CacheLocator):  # type: ignore[misc]
        def __init__(self, function: Any, file: str) -> None:
            self._function, self._py_file = function, file

        def get_cache_path(self) -> str:
            return str(self._function.folder)

        def get_source_stamp(self) -> str:
            return ""

        def get_disambiguator(self) -> str:
            return ""

        @classmethod
        def from_function(cls, function: Any, file: str) -> Locator:
            return cls(function, file)

    class Entry(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (Locator,)

    class FolderCache(FunctionCache):  # type: ignore[misc]
        _impl_class = Entry

    return FolderCache


class CompiledForm:
    """A game's rules compiled for a CPU core, for our own box or for all others. What a function
    calls is compiled together with it.
    """

    def __init__(self, game: Game, places: Places) -> None:
        import numba

        if places:
            teach_numba()
        self.binding = Binding(answers_of(game), game.name, self._inner, numbers_of)
        self.binding.swaps.update(places)
        self.functions: dict[Path, Callable[..., Any]] = {}
        self.lock = Lock()
        record = numba.from_dtype(dtype_of(game.table))
        self.types = {"tables": numba.types.Array(record, 1, "C"), "number": numba.int64} | {
            name: numba.types.Array(numba.from_dtype(np.dtype(code)), 1 + (name in GRIDS), "C")
            for name, code in CODES.items()
        }

    def _inner(self, twin: FunctionType) -> Any:
        import numba

        small = len(twin.__code__.co_code) <= INLINED
        return numba.njit(nogil=True, forceinline=small, **OPTIONS)(twin)

    def function(self, loop: Any, types: str, folder: Path, *, quick: bool) -> Callable[..., Any]:
        """The compiled loop, from the folder of the cache if it is there."""
        with self.lock:  # a Binding makes one twin at a time
            if folder not in self.functions:
                self.functions[folder] = self._make(loop, types, writable(folder), quick=quick)
            return self.functions[folder]

    def _make(self, loop: Any, types: str, folder: Path, *, quick: bool) -> Callable[..., Any]:
        try:
            return self._compile(loop, types, folder, quick=quick)
        except DAMAGED as why:  # the files in the folder: delete them and compile again
            forget(folder, why)
            return self._compile(loop, types, folder, quick=quick)

    def _compile(self, loop: Any, types: str, folder: Path, *, quick: bool) -> Callable[..., Any]:
        import numba

        twin: Any = self.binding.unwrapped(loop)
        twin.folder = folder
        dispatcher = numba.njit(nogil=not quick, **OPTIONS)(twin)
        dispatcher._cache = _cache_class()(twin)  # noqa: SLF001 - as enable_caching does with numba's own
        signature = tuple(self.types[name] for name in types.split())
        with filling(folder):
            dispatcher.compile(signature)
        # There is one signature, so Python calls its code directly and numba checks no arguments.
        return dispatcher.overloads[signature].entry_point  # type: ignore[no-any-return]


@once_for_each_game
def _form(game: Game, places: Places) -> CompiledForm:
    return CompiledForm(game, places)


class CpuRunner(Runner):
    """Runs rules compiled for a CPU core."""

    way = "cpu"
    roomy = True

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.form = _form(*form_of(game))
        self.binding = self.form.binding
        self.box = buffer(game)

    def twin(self, function: Any) -> Any:
        with self.form.lock:
            return self.binding.rebind(function)

    def _make(self, loop: Any, types: str, *, quick: bool) -> Callable[..., Any]:
        """The loop of the form. A *quick* one keeps the interpreter's lock: where other threads
        wait, releasing it takes longer than the call.
        """
        folder = cache_folder(self.game, loop, types, quick=quick)
        function = self.form.function(loop, types, folder, quick=quick)
        return function if self.box is None else self.box.calling(function)

    see = staticmethod(array_of)
    drafts = staticmethod(array_of_all)

    def numbers(self, n: int) -> Any:
        return np.zeros(n, np.int64)

    def scratch(self, n: int) -> Any:
        return np.empty(n, np.int64)

    def array(self, type: str, *shape: int) -> Any:
        return np.zeros(shape, CODES[type])

    def over_arrays(self, loop: Any, types: str) -> Callable[..., Any]:
        return self.function(loop, types)
