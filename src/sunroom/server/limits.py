"""What one person or one address may take of the server at most; docs/server.md has the table."""

from __future__ import annotations

from typing import NamedTuple


class Cap(NamedTuple):
    """How many of something there may be at once; nothing where that is not bounded."""

    what: str
    person: int | None = None
    address: int | None = None
    all: int | None = None


CHAT_PAGE = Cap("lines of chat that somebody gets who comes, or asks for earlier ones", person=50)
CHAT_OF_PLAYER = Cap("lines of chat at a match, of somebody who plays there", person=1000)
CHAT_OF_WATCHERS = Cap("lines of chat at a match, of those who only watch", all=300)

CAPS = (CHAT_PAGE, CHAT_OF_PLAYER, CHAT_OF_WATCHERS)


def table() -> str:
    """The caps as a table of docs/server.md."""
    rows = [(cap.what, *map(_cell, cap[1:])) for cap in CAPS]
    head = ("at most", "one person", "one address", "all together")
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * 4, *rows)) + "\n"


def _cell(number: int | None) -> str:
    return "" if number is None else f"{number:,}"
