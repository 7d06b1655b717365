"""What every measuring script here has in common; it runs in the environments of others too.

A single core is measured in processor time: whatever else the machine does then counts for nobody.
"""

import json
import os

REPEATS = 5


def on_one_core() -> None:
    """Keep this process on one core, whatever its libraries think of threads."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def say(what: str, values: list[float], decisions: float, unit: str = "steps/s") -> None:
    """One figure, with how many of its steps are decisions."""
    told = {"what": what, "values": values, "decisions": decisions, "unit": unit}
    print(json.dumps(told), flush=True)
