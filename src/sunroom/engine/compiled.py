"""Rules compiled for CPU cores by numba, and where the compiled code is kept.

numba's cache does not notice that a rule called from another file has changed. So each function
that Python calls has a folder of its own, whose name is a digest of all the code compiled into it:
after an edit of a rule the functions that reach it have new folders, and no others.
"""

from __future__ import annotations

import atexit
import hashlib
import logging
import os
import pickle
import platform
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from sunroom.rules.contract import Game

from . import fingerprint
from .arrays import array_of, array_of_all, dtype_of, numbers_of
from .binding import Binding
from .boxes.box_numbers import Buffer, teach_numba
from .referee import ENTRIES, Report, is_quick
from .runner import CODES, GRIDS, Runner, answers_of, available

__all__ = ["CpuRunner", "Report", "available", "cache_folder", "is_ready"]

UNUSED_DAYS = 14
KEPT = "*.nb?"  # the files of numba's cache
READY = "ready"  # a file that exists once a folder is complete, with the digests of all others
INLINED = 400  # bytes of code up to which a rule is inlined into its callers
OPTIONS = {"error_model": "numpy"}
version = cache(metadata.version)  # asked for often while another process compiles
log = logging.getLogger(__name__)
DAMAGED = (pickle.UnpicklingError, EOFError, ValueError, ImportError, AttributeError)


def cache_root() -> Path:
    """Where compiled rules of all versions are kept."""
    if chosen := os.environ.get("SUNROOM_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("sunroom")


def cache_folder(game: Game, function: Any, types: str, *, quick: bool = False) -> Path:
    """The folder for a function compiled for a game, with the code it reaches as it is now."""
    compiler = f"{version('numba')} {version('llvmlite')} {platform.python_version()}"
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "")
    flags = f"{types} {quick} {INLINED} {OPTIONS} {checked}"
    code, record = fingerprints(game).of(function), fingerprint.layout(game.table)
    digest = fingerprint.digest(code, record, flags, compiler)
    return cache_root() / f"{game.name}-{function.__name__}-{digest[:16]}"


@cache
def fingerprints(game: Game) -> fingerprint.Fingerprint:
    box = buffer(game)
    return fingerprint.Fingerprint(answers_of(compiled_as(game)), box.places if box else None)


def compiled_as(game: Game) -> Game:
    """The game whose functions are compiled: for another box, the game with our own box."""
    return game if game.recomposed_from is None else game.recomposed_from[0]


@cache
def buffer(game: Game) -> Buffer | None:
    """The buffer with the numbers of another box; None for our own, whose numbers are constants."""
    return None if game.recomposed_from is None else Buffer(game.recomposed_from[1])


def writable(folder: Path) -> Path:
    """The folder, created if it can be; otherwise one that is removed when the process ends."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    temporary = tempfile.TemporaryDirectory(prefix="sunroom-")
    atexit.register(temporary.cleanup)
    return Path(temporary.name)


def share_cache() -> None:
    """Let the processes that this one starts find what one of them compiles, even where the cache
    cannot be written: then in a folder that is removed when this process ends.
    """
    if (folder := writable(cache_root())) != cache_root():
        os.environ["SUNROOM_CACHE"] = str(folder)


def is_ready(game: Game, loops: Mapping[Any, str] = ENTRIES) -> bool:
    """Whether these loops of a game are in the cache, so that nothing has to be compiled. No lock
    is taken and no compiler is loaded.
    """
    return next(missing(game, loops), None) is None


def missing(game: Game, loops: Mapping[Any, str]) -> Iterator[tuple[Any, str]]:
    """Those of some loops that still have to be compiled for a game, with their types."""
    for loop, types in loops.items():
        if not is_intact(cache_folder(game, loop, types, quick=is_quick(loop))):
            yield loop, types


def contents(folder: Path) -> str:
    """The digests of the compiled code in a folder."""
    files = sorted(folder.glob(KEPT))
    return "".join(
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files
    )


def seal(folder: Path) -> None:
    """Note that a folder is complete, and what is in it, once all of that is on the disk: a power
    cut leaves no note without the files that it speaks of.
    """
    part = folder / f"{READY}.{os.getpid()}"
    part.write_text(contents(folder), "utf-8")
    for written in (*folder.glob(KEPT), part):
        sync(written)
    part.replace(folder / READY)
    sync(folder)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    with suppress(OSError):  # where that cannot be had, the digests find out what is missing
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def is_intact(folder: Path) -> bool:
    """Whether a folder is complete and its files are as they were written. numba does not notice
    when they are not, and the process would crash.
    """
    try:
        noted = (folder / READY).read_text("utf-8")
        return bool(noted) and noted == contents(folder)  # an empty one: a power cut left it
    except (OSError, ValueError):  # missing, or another process is deleting it
        return False


def forget(folder: Path, why: object = "its files have changed") -> None:
    """Delete the compiled code in a folder; log the reason if the folder was complete."""
    if (folder / READY).exists():
        log.warning("compiled rules in %s are damaged (%s) and are compiled again", folder, why)
    (folder / READY).unlink(missing_ok=True)
    for file in folder.glob(KEPT):
        file.unlink(missing_ok=True)


def sweep(keep: Path) -> None:
    """Remove the folders beside this one that have not been used for some time."""
    for folder in keep.parent.iterdir():
        with suppress(FileNotFoundError):  # another process may be sweeping too
            age = time.time() - folder.stat().st_mtime
            if folder.is_dir() and folder != keep and age > UNUSED_DAYS * 86400:
                shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def filling(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder while compiling into it: one process compiles, the others wait and
    then load the result. A complete folder needs no lock.
    """
    from filelock import FileLock

    os.utime(folder)
    if is_intact(folder):
        yield
        return
    if folder.parent == cache_root():  # what is beside a temporary folder is not ours
        sweep(folder)
    with FileLock(folder / "lock"):
        if not is_intact(folder):
            forget(folder)
        yield
        seal(folder)


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


class CpuRunner(Runner):
    """Runs rules compiled for a CPU core. What a function calls is compiled together with it."""

    way = "cpu"
    roomy = True

    def __init__(self, game: Game) -> None:
        import numba

        super().__init__(game)
        self.binding = Binding(answers_of(compiled_as(game)), game.name, self._inner, numbers_of)
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

    def _make(self, loop: Any, types: str, *, quick: bool) -> Callable[..., Any]:
        """The compiled loop, from the cache if it is there. A *quick* one keeps the interpreter's
        lock: where other threads wait, releasing it takes longer than the call.
        """
        folder = writable(cache_folder(self.game, loop, types, quick=quick))
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
