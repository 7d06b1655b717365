"""The way of one move through the server: `python bench/one_move.py`.

Follows every function of ours on the event loop's thread, from the command to the frames of two
people who watch, with interpreted rules of Soluna. Prints how many there are and in how many files,
in the order in which they are first called; `--calls` says how often each is.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import sunroom

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))  # for `served` and `guests`

ROOT = Path(sunroom.__file__).parent
MOVES_BEFORE = 4  # until everything has been asked for once
INNER = ("<genexpr>", "<listcomp>", "<dictcomp>", "<lambda>")  # parts of a function


async def followed() -> Counter[tuple[str, str]]:
    """Each function by file and name, in the order of their first calls, and how often."""
    from guests import seated
    from served import open_backend

    calls: Counter[tuple[str, str]] = Counter()

    def note(frame: FrameType, event: str, _: Any) -> None:
        file = Path(frame.f_code.co_filename)
        if event == "call" and file.is_relative_to(ROOT) and frame.f_code.co_name not in INNER:
            calls[file.relative_to(ROOT).as_posix(), frame.f_code.co_qualname] += 1

    with tempfile.TemporaryDirectory() as folder:
        async with open_backend(folder) as backend:
            people = await seated(backend, "soluna", "Ada", "Ben", options={"rounds": "single"})
            for n in range(MOVES_BEFORE + 1):
                turn = people[0].state["turn"]
                who, text = people[turn], people[turn].state["legal"][0]
                if n == MOVES_BEFORE:
                    sys.setprofile(note)
                await who.play(text)
                sys.setprofile(None)
    return calls


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--calls", action="store_true", help="how often each function is called")
    with_calls = asked.parse_args().calls
    calls = asyncio.run(followed())
    file = ""
    for (where, name), times in calls.items():
        if where != file:
            print(where)
            file = where
        print(f"    {name}" + (f" × {times}" if with_calls else ""))
    files = {where for where, _ in calls}
    print(f"{calls.total()} calls, {len(calls)} functions, {len(files)} files")


if __name__ == "__main__":
    main()
