"""Where compiled code is kept. Whoever asks what is there loads no compiler.

numba's cache does not notice that a rule called from another file has changed. So each function
that Python calls has a folder of its own, whose name is a digest of all the code compiled into it:
after an edit of a rule the functions that reach it have new folders, and no others.
"""

from __future__ import annotations

import atexit
import hashlib
import logging
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from sunroom.rules.contract import Game, once_for_each_game

from . import fingerprint
from .boxes.other_box import Places, places
from .entries import ENTRIES, is_quick
from .runner import answers_of

UNUSED_DAYS = 14
KEPT = "*.nb?"  # the files of numba's cache
READY = "ready"  # a file that exists once a folder is complete, with the digests of all others
INLINED = 400  # bytes of code up to which a rule is inlined into its callers
OPTIONS = {"error_model": "numpy"}
version = cache(metadata.version)  # asked for often while another process compiles
log = logging.getLogger(__name__)
Form = tuple[Game, Places]  # the game with our own box, and where the numbers of another one are


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


def fingerprints(game: Game) -> fingerprint.Fingerprint:
    return _fingerprints(*form_of(game))


@once_for_each_game
def _fingerprints(game: Game, places: Places) -> fingerprint.Fingerprint:
    return fingerprint.Fingerprint(answers_of(game), dict(places))


@once_for_each_game
def form_of(game: Game) -> Form:
    """What is compiled of a game: for all boxes but our own the same."""
    if game.recomposed_from is None:
        return game, ()
    ours, swaps = game.recomposed_from
    return ours, tuple(places(swaps).items())


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
