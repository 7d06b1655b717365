"""Matches of rules that are not here any more: found, and ended where their game has others now.

A match is gone on with under its own rules only. A game is here in one version, so whatever runs
under another one cannot go on. Where a game is not here at all nothing is ended: it may only have
been forgotten, and its matches go on when it is back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from sunroom.rules.catalogue import known_games, load
from sunroom.server.people import now
from sunroom.server.store import schema
from sunroom.server.store.projections import header_of, projections
from sunroom.server.wire import encode, read_event
from sunroom.table.decide import rules_have_changed
from sunroom.table.events import Entry
from sunroom.table.fold import fold_all
from sunroom.table.state import GATHERING, PLAYING, Unplayable

RUNNING = (GATHERING, PLAYING)


class Group(NamedTuple):
    """Matches that have not ended, of one version of a game's rules that is not here."""

    game: str
    rules: int
    matches: int
    now: int | None  # the version that is here; None where the game is not


def groups(connection: Connection) -> list[Group]:
    """What cannot be played on here, by games and their versions."""
    m = schema.matches.c
    columns = (m.game, m.rules, m.components != "")
    wanted = select(*columns, func.count()).where(m.status.in_(RUNNING)).group_by(*columns)
    counted: Counter[tuple[str, int]] = Counter()
    for game, rules, boxed, count in connection.execute(wanted.order_by(*columns)).all():
        if not is_here(game, rules, boxed=bool(boxed)):
            counted[game, rules] += count
    return [Group(*which, count, version_of(which[0])) for which, count in counted.items()]


def is_here(game: str, rules: int, *, boxed: bool) -> bool:
    """Whether matches of a version of a game's rules can be played here; *boxed*, those with other
    pieces.
    """
    return game in known_games() and load(game).goes_on(rules, boxed=boxed)


def version_of(game: str) -> int | None:
    """The version of a game's rules that is here."""
    return load(game).version if game in known_games() else None


def end(connection: Connection) -> list[Group]:
    """End the matches whose game has other rules here; returns them by games and versions."""
    ended = [group for group in groups(connection) if group.now is not None]
    for row in _rows(connection, ended):
        with suppress(IntegrityError), connection.begin_nested():
            _end(connection, row)  # unless another server has just done it
    connection.commit()
    return ended


def _rows(connection: Connection, ended: Sequence[Group]) -> Sequence[Row[Any]]:
    m = schema.matches.c
    of = [and_(m.game == group.game, m.rules == group.rules) for group in ended]
    if not of:
        return ()
    running = select(schema.matches).where(m.status.in_(RUNNING), or_(*of))
    found = connection.execute(running).all()
    return [row for row in found if not is_here(row.game, row.rules, boxed=bool(row.components))]


def _end(connection: Connection, row: Row[Any]) -> None:
    """Append the event that ends a match, with its projections."""
    before = fold_all(Unplayable(header_of(row)), _entries(connection, row.id))
    before.status = row.status  # no table tells whether it was played to its end
    at = now()
    events = enumerate(rules_have_changed(before), before.n + 1)
    new = [Entry(n, at, event) for n, event in events]
    after = fold_all(before.fork(), new)
    rows = [
        {"match": row.id, "n": n, "at": at, "data": encode(event).decode()} for n, at, event in new
    ]
    connection.execute(insert(schema.events), rows)
    for statement in projections(before, after, new):
        connection.execute(statement)


def _entries(connection: Connection, id: str) -> list[Entry]:
    table = schema.events.c
    rows = connection.execute(select(schema.events).where(table.match == id).order_by(table.n))
    return [Entry(row.n, row.at, read_event(row.data)) for row in rows]
