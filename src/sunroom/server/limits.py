"""What one person or one address may take of the server at most; docs/server.md has the table."""

from __future__ import annotations

from typing import NamedTuple

KIB, MIB = 1024, 1024 * 1024


class Cap(NamedTuple):
    """How much of something there may be at once; 0 where that is not bounded."""

    what: str
    each: int = 0  # of one thing, such as a message
    person: int = 0
    address: int = 0
    all: int = 0


class Pace(NamedTuple):
    """So many a second on average; *burst* at once."""

    rate: float
    burst: int


class Rate(NamedTuple):
    """How often something may be done; as often as anybody likes where that is not bounded."""

    what: str
    person: Pace | None = None
    address: Pace | None = None


USUAL_RATE = 50.0  # requests a second from one address, where `--limit` does not say otherwise

REQUESTS = Rate("requests and new sockets, `--limit`", address=Pace(USUAL_RATE, 250))
NEWCOMERS = Rate("guests, matches and boxes that are created", address=Pace(2.5, 50))
COMMANDS = Rate("commands at one match", person=Pace(20, 60))
LINES = Rate("lines of chat", person=Pace(1, 8), address=Pace(2, 20))
THOUGHTS = Rate("hints, reviews and balances of a box", person=Pace(0.2, 5), address=Pace(1, 20))
DRAFTS = Rate(
    "drafts of a box that are checked or written out", person=Pace(3, 20), address=Pace(5, 30)
)  # fmt: skip

RATES = (REQUESTS, NEWCOMERS, COMMANDS, LINES, THOUGHTS, DRAFTS)

CHAT_PAGE = Cap("lines of chat that somebody gets who comes, or asks for earlier ones", each=50)
CHAT_OF_PLAYER = Cap("lines of chat at a match, of somebody who plays there", person=1000)
CHAT_OF_MATCH = Cap("lines of chat at a match, whoever said them", all=10_000)
CHAT_OF_WATCHERS = Cap(
    "lines of chat at a match, of those who only watch", person=60, address=120, all=300
)  # fmt: skip
OUTBOX = Cap("frames that wait for a socket or stream; it is cut off and may come again", each=400)
MESSAGE = Cap("bytes of a message over a socket", each=8 * KIB)
BODY = Cap("bytes of a request", each=2 * MIB)
CONNECTIONS = Cap("open connections; behind a proxy, open sockets and streams", address=256)
URL = Cap("bytes of a request's address", each=8 * KIB)
HEADERS = Cap("header lines of a request", each=100)
HEADER = Cap("bytes of one header line", each=8 * KIB)
HEAD = Cap("bytes of all header lines of a request", each=32 * KIB)
MATCHES_HERE = Cap(
    "matches in which opponents think for players who are there; more wait until one has moved",
    person=4, address=32,
)  # fmt: skip
MATCHES_AWAY = Cap(
    "matches in which opponents think for players who are away; more wait until one has moved",
    person=2, address=8,
)  # fmt: skip
MATCHES_ALONE = Cap(
    "matches that only opponents play, for those who watch; more wait until one has ended",
    person=2, address=8,
)  # fmt: skip
MATCHES_WAIT = Cap(
    "matches of players who are away that wait for opponents;"
    " in more, those move when somebody comes",
    person=500, address=2000,
)  # fmt: skip
HINTS = Cap("hints that are worked on", person=1, address=8)
HINTS_WAIT = Cap("hints that wait until another is done; more are refused", person=2, address=16)
REVIEWS = Cap("reviews that are made", person=1, address=4)
REVIEWS_WAIT = Cap("reviews that wait until another is done; more are refused", person=2, address=8)
BRANCHES = Cap("branches that are made", person=1, address=4)
BRANCHES_WAIT = Cap(
    "branches that wait until another is done; more are refused", person=4, address=16
)  # fmt: skip
IMPORTS = Cap("match files that are imported", person=1, address=4)
IMPORTS_WAIT = Cap(
    "match files that wait until another is imported; more are refused", person=4, address=16
)  # fmt: skip
PUZZLES = Cap("puzzles that are made or judged", person=2, address=8)
PUZZLES_WAIT = Cap(
    "puzzles that wait until another is done; more are refused", person=8, address=32
)
BALANCES = Cap("balances of a box that are reckoned", person=1, address=2)
BALANCES_WAIT = Cap(
    "balances that wait until another is done; more are refused", person=2, address=4
)  # fmt: skip
QUEUE = Cap(
    "thoughts for hints, reviews, puzzles and balances in the queue; more are refused", all=1000
)

CAPS = (
    CHAT_PAGE, CHAT_OF_MATCH, CHAT_OF_PLAYER, CHAT_OF_WATCHERS, OUTBOX, MESSAGE, BODY, CONNECTIONS,
    URL, HEADERS, HEADER, HEAD, MATCHES_HERE, MATCHES_AWAY, MATCHES_ALONE, MATCHES_WAIT,
    HINTS, HINTS_WAIT, REVIEWS, REVIEWS_WAIT, BRANCHES, BRANCHES_WAIT, IMPORTS, IMPORTS_WAIT,
    PUZZLES, PUZZLES_WAIT, BALANCES, BALANCES_WAIT, QUEUE,
)  # fmt: skip


def table() -> str:
    """All of it as the table of docs/server.md."""
    head = ("at most", "each", "one person", "one address", "all together")
    rates = [(one.what, "", _pace(one.person), _pace(one.address), "") for one in RATES]
    caps = [(cap.what, *map(_cell, cap[1:])) for cap in CAPS]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * 5, *rates, *caps)) + "\n"


def _cell(number: int) -> str:
    return f"{number:,}" if number else ""


def _pace(pace: Pace | None) -> str:
    return "" if pace is None else f"{pace.rate:g} a second, {pace.burst} at once"
