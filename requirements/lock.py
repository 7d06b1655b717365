"""Write down which version of every package is installed, with the digests of its files.

The ranges of `pyproject.toml` are for those who build on Sunroom; `make` and servers install what
is written here, and nothing else passes. `make lock` renews it.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
PROJECT = HERE.parent / "pyproject.toml"
# What a file is for, and the extras that it has. The first holds the versions of all.
LOCKS = {"all.txt": ("cluster", "dev", "docs", "research"), "play.txt": ()}
WIDEST = next(iter(LOCKS))
OLDEST = "3.11"


def lock(name: str, extras: tuple[str, ...]) -> None:
    """One file for every system and every Python from the oldest on; it names no registry."""
    limits = [] if name == WIDEST else ["--constraint", str(HERE / WIDEST)]
    command = [
        sys.executable, "-m", "uv", "pip", "compile", PROJECT.name, "-", "--quiet", "--upgrade",
        "--universal", "--python-version", OLDEST, "--generate-hashes", "--no-emit-index-url",
        "--no-annotate", "--custom-compile-command", "make lock", *limits,
        *(f"--extra={extra}" for extra in extras), "--output-file", str(HERE / name),
    ]  # fmt: skip
    build = tomllib.loads(PROJECT.read_text("utf-8"))["build-system"]["requires"]
    subprocess.run(command, input="\n".join(build), text=True, check=True, cwd=PROJECT.parent)


if __name__ == "__main__":
    for name, extras in LOCKS.items():
        lock(name, extras)
