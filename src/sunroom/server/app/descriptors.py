"""How many files and connections a process may have open."""

from __future__ import annotations

import sys
from contextlib import suppress

USEFUL = 65_536  # more than one process can serve
KEPT = 128  # for databases, thinkers and files, whoever connects


def raise_limit() -> None:
    """As far as the system allows; whoever is started later inherits it."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = USEFUL if hard == resource.RLIM_INFINITY else min(USEFUL, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    for limit in (wanted, 10_240):  # macOS names no hard limit, and takes no more than this
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            return


def most_connections() -> int:
    """The number of connections with which a process can still open what it needs; 0 for any."""
    if sys.platform == "win32":
        return 0
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 0 if soft == resource.RLIM_INFINITY else max(soft - KEPT, soft // 2)
