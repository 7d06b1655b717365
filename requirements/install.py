"""Install a lock into the environment of the Python that runs this, and say how far it is.

python requirements/install.py play.txt [what is asked of pip besides]
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

HERE = Path(__file__).parent
PIP = (
    sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off",
    "--require-hashes",
)  # fmt: skip
FETCHED = re.compile(r"(?:Collecting|Requirement already satisfied:) ([\w.-]+)==")
UNPACKED = "Installing collected packages: "


def pins(text: str) -> int:
    """How many packages a lock has at most; those of other systems are not fetched."""
    return len(re.findall("(?m)^[A-Za-z0-9]", text))


def told(lines: Iterable[str], of: int) -> Iterator[str]:
    """What pip is doing, from what it says."""
    done = 0
    for line in lines:
        if found := FETCHED.match(line):
            done += 1
            yield f"{done} of {of}: {found[1]}"
        elif line.startswith(UNPACKED):
            many = line.count(",") + 1
            yield f"unpacking {many} packages"


def show(said: str, *, last: str = "\n") -> None:
    """In one line that changes, or a line now and then where nobody watches it change."""
    if sys.stdout.isatty():
        print(f"\r\x1b[K  {said}", end="", flush=True)
    elif not said[0].isdecimal():
        print(f"  {said}", end=last, flush=True)


def install(name: str, *more: str) -> int:
    """The exit status of pip; what it says is shown where it has failed."""
    command = [*PIP, *more, "--requirement", str(HERE / name)]
    said = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    ) as pip:
        assert pip.stdout is not None

        def listened() -> Iterator[str]:
            for line in pip.stdout or ():
                said.append(line)
                yield line

        for doing in told(listened(), pins((HERE / name).read_text("utf-8"))):
            show(doing)
    if sys.stdout.isatty():
        print("\r\x1b[K", end="", flush=True)
    if pip.returncode != 0:
        print("".join(said[-20:]), end="")
    return pip.returncode


if __name__ == "__main__":
    sys.exit(install(*sys.argv[1:]))
