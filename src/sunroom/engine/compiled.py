"""Rules compiled for CPU cores by numba, and where the compiled code is kept.

numba's cache does not notice that a rule called from another file has changed. So each function
that Python calls has a folder of its own, whose name is a digest of all that is compiled into it:
an edit of a rule means other folders for the functions that reach it, and no others.
"""

from __future__ import annotations

import atexit
import os
import pickle
import platform
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from sunroom.rules.contract import Game

from . import fingerprint
from .arrays import array_of, array_of_all, dtype_of, numbers_of
from .binding import Binding
from .box_numbers import Buffer, teach_numba
from .referee import ENTRIES, Report, is_quick
from .runner import CODES, GRIDS, Runner, answers, available

__all__ = ["CpuRunner", "Report", "available", "cache_folder", "is_ready"]

UNUSED_DAYS = 14
READY = "ready"  # a file that is there when what belongs into a folder is complete
INLINED = 400  # bytes of code up to which a rule is put into its callers
OPTIONS = {"error_model": "numpy"}
DAMAGED = (pickle.UnpicklingError, EOFError, ValueError, ImportError, AttributeError)


def cache_root() -> Path:
    """Where compiled rules of all versions are kept."""
    if chosen := os.environ.get("SUNROOM_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("sunroom")


def cache_folder(game: Game, function: Any, types: str, *, quick: bool = False) -> Path:
    """The folder of a function compiled for a game, exactly as all that it reaches is now."""
    compiler = f"{version('numba')} {version('llvmlite')} {platform.python_version()}"
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "")
    flags = f"{types} {quick} {INLINED} {OPTIONS} {checked}"
    code, record = fingerprints(game).of(function), fingerprint.layout(game.table)
    digest = fingerprint.digest(code, record, flags, compiler)
    return cache_root() / f"{game.name}-{function.__name__}-{digest[:16]}"


@cache
def fingerprints(game: Game) -> fingerprint.Fingerprint:
    box = buffer(game)
    return fingerprint.Fingerprint(answers(compiled_as(game)), box.places if box else None)


def compiled_as(game: Game) -> Game:
    """The game whose functions are compiled: with another box it is the one with our own."""
    return game if game.recomposed_from is None else game.recomposed_from[0]


@cache
def buffer(game: Game) -> Buffer | None:
    """Where the numbers of another box lie; nothing for our own, whose numbers are constants."""
    return None if game.recomposed_from is None else Buffer(game.recomposed_from[1])


def writable(folder: Path) -> Path:
    """A folder, made where it can be; otherwise one that lasts as long as the process."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    passing = tempfile.TemporaryDirectory(prefix="sunroom-")
    atexit.register(passing.cleanup)
    return Path(passing.name)


def is_ready(game: Game) -> bool:
    """Whether the rules are in the cache, so that loading them takes no time."""
    return all(
        (cache_folder(game, function, types, quick=is_quick(function)) / READY).exists()
        for function, types in ENTRIES.items()
    )


def forget(folder: Path) -> None:
    """Throw away what is compiled in a folder."""
    (folder / READY).unlink(missing_ok=True)
    for file in folder.glob("*.nb*"):
        file.unlink(missing_ok=True)


def sweep(keep: Path) -> None:
    """Remove folders that nobody has used for a while."""
    for folder in keep.parent.iterdir():
        with suppress(FileNotFoundError):  # another process sweeps, too
            age = time.time() - folder.stat().st_mtime
            if folder.is_dir() and folder != keep and age > UNUSED_DAYS * 86400:
                shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def filling(folder: Path) -> Iterator[None]:
    """One process compiles into a folder, the others wait and then load what it left. Where it is
    complete, nobody waits.
    """
    from filelock import FileLock

    os.utime(folder)
    if (folder / READY).exists():
        yield
        return
    if folder.parent == cache_root():  # what lies beside a passing folder is not ours
        sweep(folder)
    with FileLock(folder / "lock"):
        yield
        (folder / READY).touch()


@cache
def _kept() -> Any:
    """A cache of numba that lies in the folder which the function names. What is in it depends on
    the folder alone: neither on when a file was written nor on the line that a function stands in.
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

    class Kept(FunctionCache):  # type: ignore[misc]
        _impl_class = Entry

    return Kept


class CpuRunner(Runner):
    """Runs rules compiled for a CPU core; what a function calls is compiled along with it."""

    way = "cpu"

    def __init__(self, game: Game) -> None:
        import numba

        super().__init__(game)
        self.binding = Binding(answers(compiled_as(game)), game.name, self._inner, numbers_of)
        if (box := buffer(game)) is not None:
            teach_numba()
            self.binding.swaps.update(box.places)
        self.box = box
        record = numba.from_dtype(dtype_of(game.table))
        self.types = {"tables": numba.types.Array(record, 1, "C"), "number": numba.int64} | {
            name: numba.types.Array(numba.from_dtype(np.dtype(code)), 1 + (name in GRIDS), "C")
            for name, code in CODES.items()
        }

    def _inner(self, twin: FunctionType) -> Any:
        import numba

        small = len(twin.__code__.co_code) <= INLINED
        return numba.njit(nogil=True, forceinline=small, **OPTIONS)(twin)

    def _made(self, loop: Any, types: str, *, quick: bool) -> Callable[..., Any]:
        """The loop compiled, now or before; a *quick* one keeps the interpreter's lock: giving it
        away takes longer, where others wait for it.
        """
        folder = writable(cache_folder(self.game, loop, types, quick=quick))
        try:
            return self._compiled(loop, types, folder, quick=quick)
        except DAMAGED:  # what the folder holds: throw it away and compile again
            forget(folder)
            return self._compiled(loop, types, folder, quick=quick)

    def _compiled(self, loop: Any, types: str, folder: Path, *, quick: bool) -> Callable[..., Any]:
        import numba

        twin: Any = self.binding.unwrapped(loop)
        twin.folder = folder
        dispatcher = numba.njit(nogil=not quick, **OPTIONS)(twin)
        dispatcher._cache = _kept()(twin)  # noqa: SLF001 - as enable_caching does with numba's own
        signature = tuple(self.types[name] for name in types.split())
        with filling(folder):
            dispatcher.compile(signature)
        # There is one signature, so Python calls its code and numba need not look at the arguments.
        entry: Callable[..., Any] = dispatcher.overloads[signature].entry_point
        return entry if self.box is None else self.box.calling(entry)

    see = staticmethod(array_of)
    see_all = staticmethod(array_of_all)

    def numbers(self, n: int) -> Any:
        return np.zeros(n, np.int64)

    def scratch(self, n: int) -> Any:
        return np.empty(n, np.int64)

    def array(self, type: str, *shape: int) -> Any:
        return np.zeros(shape, CODES[type])

    def over_arrays(self, loop: Any, types: str) -> Callable[..., Any]:
        return self.function(loop, types)
