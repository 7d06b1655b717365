"""Rules compiled for CPU cores by numba, and where the compiled code is kept.

numba's cache does not notice that a rule called from another file has changed. So the folder's name
is a hash over every source and component file that could matter, and over which functions answer
for the game: an edit or another answer means another folder.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from .binding import Binding
from .contract import Game

KERNEL = Path(__file__).parent
SOURCES = ("*.py", "*.csv")  # what the words say changes no rule
TYPED = os.urandom(16)  # stands for a function without a file: nobody can tell when it changes
UNUSED_DAYS = 14
READY = "ready"  # a file that is there when everything is compiled
INLINED = 400  # bytes of code up to which a rule is put into its callers
Report = Callable[[str, int, int], None]  # what is being prepared, how many are done, of how many


def available() -> bool:
    """Whether rules can be compiled here; SUNROOM_PLAIN=1 says no."""
    return os.environ.get("SUNROOM_PLAIN", "") in ("", "0") and find_spec("numba") is not None


def cache_root() -> Path:
    """Where compiled rules of all versions are kept."""
    if chosen := os.environ.get("SUNROOM_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("sunroom")


def cache_folder(game: Game) -> Path:
    """The folder for this game exactly as its sources, the kernel's and numba are now."""
    from importlib.metadata import version

    digest = hashlib.sha256()
    for folder in (KERNEL, game.folder):
        for file in sorted(f for pattern in SOURCES for f in folder.rglob(pattern)):
            name = file.relative_to(folder)
            if "tests" not in name.parts:
                digest.update(name.as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    for answer, function in functions(game):
        digest.update(f"{answer} {function.__module__} {fingerprint(function.__code__)}\0".encode())
        source = Path(function.__code__.co_filename)
        if not source.is_relative_to(KERNEL) and not source.is_relative_to(game.folder):  # yours
            digest.update(source.read_bytes() if source.is_file() else TYPED)
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "")
    digest.update(f"{version('numba')} {platform.python_version()} {checked}".encode())
    digest.update(game.pieces.encode())
    return writable(cache_root() / f"{game.name}-{digest.hexdigest()[:16]}")


def functions(game: Game) -> Iterator[tuple[str, FunctionType]]:
    """What answers for a game, by name."""
    for field in fields(game):
        value = getattr(game, field.name)
        if isinstance(value, FunctionType):
            yield field.name, value


def fingerprint(code: CodeType) -> str:
    """What tells a function apart from others of its file."""
    numbers = [constant for constant in code.co_consts if isinstance(constant, int | float)]
    return f"{code.co_qualname} {code.co_firstlineno} {code.co_code.hex()} {numbers}"


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
    return (cache_folder(game) / READY).exists()


def forget(game: Game) -> None:
    """Throw away what is compiled of a game."""
    (cache_folder(game) / READY).unlink(missing_ok=True)
    for file in cache_folder(game).rglob("*.nb*"):
        file.unlink(missing_ok=True)


def sweep(keep: Path) -> None:
    """Remove folders of other versions that nobody has used for a while."""
    for folder in keep.parent.iterdir():
        age = time.time() - folder.stat().st_mtime
        if folder.is_dir() and folder != keep and age > UNUSED_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def compiling_into(folder: Path) -> Iterator[None]:
    """One process compiles, the others wait and then load what it left."""
    import numba
    from filelock import FileLock

    os.utime(folder)
    sweep(folder)
    before = numba.config.CACHE_DIR
    with FileLock(folder / "lock"):
        numba.config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            numba.config.CACHE_DIR = before


class Compiler:
    """Compiles entry points of one game; what they call is compiled along with them."""

    def __init__(self, game: Game, names: dict[str, Any]) -> None:
        import numba

        self.folder = cache_folder(game)
        record = numba.from_dtype(game.table.dtype)
        self.inner = Binding(names, game.name, self._inner)
        self.types = {
            "tables": numba.types.Array(record, 1, "C"),
            "number": numba.int64,
            "numbers": numba.types.Array(numba.int64, 1, "C"),
            "grid": numba.types.Array(numba.int64, 2, "C"),
            "reals": numba.types.Array(numba.float64, 1, "C"),
            "real_grid": numba.types.Array(numba.float64, 2, "C"),
            "bytes": numba.types.Array(numba.uint8, 2, "C"),
            "shorts": numba.types.Array(numba.int16, 2, "C"),
        }

    def _inner(self, twin: FunctionType) -> Any:
        import numba

        small = len(twin.__code__.co_code) <= INLINED
        return numba.njit(nogil=True, error_model="numpy", forceinline=small)(twin)

    def entry(self, function: Any, arguments: str, *, quick: bool = False) -> Any:
        """A function that Python calls, compiled now or loaded from the cache. A *quick* one keeps
        the interpreter's lock: giving it away takes longer, where others wait for it.

        Must run inside `compiling_into(self.folder)`.
        """
        import numba

        jit = numba.njit(nogil=not quick, error_model="numpy", cache=True)
        dispatcher = jit(self.inner.unwrapped(function))
        types = tuple(self.types[name] for name in arguments.split())
        dispatcher.compile(types)
        # There is one signature, so Python calls its code and numba need not look at the arguments.
        return dispatcher.overloads[types].entry_point
