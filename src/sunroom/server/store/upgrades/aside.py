"""Rows that an older version cannot hold, kept for the day on which a newer one is back.

They lie in `settings`, the one table from which a version reads only what it knows: so they are in
its backups too, and nothing there looks at them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

import sqlalchemy as sa

from sunroom.server.store.backup import from_json, to_json
from sunroom.server.store.schema import ASIDE

SETTINGS = sa.table("settings", sa.column("name", sa.Text), sa.column("value", sa.Text))
OF_A_MATCH = ("seats", "events", "snapshots", "keys", "chat")


def keep(connection: sa.Connection, name: str, value: Any) -> None:
    """Keep something under a name, which is the revision that can hold it and what it is."""
    connection.execute(sa.insert(SETTINGS).values(name=name, value=json.dumps(value)))


def kept(connection: sa.Connection, prefix: str) -> Iterator[Any]:
    """Everything that is kept under names with a prefix; it is not kept any longer."""
    found = SETTINGS.c.name.startswith(prefix, autoescape=True)
    names = connection.execute(sa.select(SETTINGS.c.name).where(found)).scalars().all()
    for name in names:
        at = SETTINGS.c.name == name
        value = connection.execute(sa.select(SETTINGS.c.value).where(at)).scalar_one()
        connection.execute(sa.delete(SETTINGS).where(at))
        yield json.loads(value)


def matches(connection: sa.Connection) -> int:
    """The number of matches that wait for a newer version."""
    if not sa.inspect(connection).has_table(SETTINGS.name):
        return 0
    waiting = SETTINGS.c.name.startswith(ASIDE, autoescape=True)
    return connection.execute(sa.select(sa.func.count()).where(waiting)).scalar() or 0


def set_aside(connection: sa.Connection, revision: str, ids: Collection[str]) -> None:
    """Take matches out of their tables, with all that belongs to them, and keep them until the
    database is at a revision again.
    """
    tables = _tables(connection)
    matches = tables["matches"]
    rematches = sa.select(matches.c.next, matches.c.id).where(matches.c.next.is_not(None))
    led = {row.next: row.id for row in connection.execute(rematches)}
    for id in ids:
        rows = {"matches": _taken(connection, matches, matches.c.id == id)} | {
            name: _taken(connection, tables[name], tables[name].c.match == id)
            for name in OF_A_MATCH
        }
        led_here = sa.update(matches).where(matches.c.id == led.get(id))
        connection.execute(led_here.values(next=None))
        keep(connection, f"{ASIDE}{revision} {id}", {"rows": rows, "led_here": led.get(id)})


def _taken(connection: sa.Connection, table: sa.Table, at: Any) -> list[dict[str, Any]]:
    rows = connection.execute(sa.select(table).where(at)).mappings().all()
    connection.execute(sa.delete(table).where(at))
    return [{name: to_json(value) for name, value in row.items()} for row in rows]


def bring_back(connection: sa.Connection, revision: str) -> list[str]:
    """Put matches that were kept back into their tables; returns their ids. Of who has left
    meanwhile, nothing comes back: neither what they said, nor the names they gave to others.
    """
    tables = _tables(connection)
    gone = _gone(connection, tables["people"])
    ids = []
    for one in kept(connection, f"{ASIDE}{revision} "):
        rows = one["rows"]
        rows["chat"] = [line for line in rows["chat"] if line["person"] not in gone]
        for match in rows["matches"]:
            ids.append(match["id"])
            if match["host"] in gone:
                match["setup"] = _nameless(match["setup"])
        _put(connection, tables, rows)
        led_here = tables["matches"].c.id == one["led_here"]
        connection.execute(sa.update(tables["matches"]).where(led_here).values(next=ids[-1]))
    return ids


def _put(connection: sa.Connection, tables: Any, rows: dict[str, list[dict[str, Any]]]) -> None:
    for name, some in rows.items():
        if some:
            values = [{key: from_json(value) for key, value in row.items()} for row in some]
            connection.execute(sa.insert(tables[name]), values)


def _gone(connection: sa.Connection, people: sa.Table) -> set[str]:
    return set(
        connection.execute(sa.select(people.c.id).where(people.c.gone.is_not(None))).scalars()
    )


def _nameless(setup: str) -> str:
    seats = json.loads(setup)
    nameless = [{k: v for k, v in seat.items() if k != "name"} for seat in seats]
    return json.dumps(nameless, separators=(",", ":"), ensure_ascii=False)


def _tables(connection: sa.Connection) -> Any:
    found = sa.MetaData()
    found.reflect(connection)
    return found.tables
