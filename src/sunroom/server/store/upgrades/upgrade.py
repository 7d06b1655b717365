"""Upgrading a database to this version, and rolling it back to an older one.

Both happen after a backup and in one transaction: a database is as it was, or as it should be. No
server may be at it meanwhile.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select, text

from sunroom.server.store import backup, database, revisions, schema
from sunroom.table.events import RULES_CHANGED

from . import aside, check, outdated
from .outdated import Group

OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND usename = current_user AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)


class UpgradeResult(NamedTuple):
    """What an upgrade has done."""

    before: str | None
    after: str
    backup: Path | None  # none where nothing had to be migrated
    back: int  # matches that an older version could not hold
    ended: list[Group]
    waiting: list[Group]  # matches of games that are not here


class RollbackResult(NamedTuple):
    """What a rollback has done."""

    before: str
    after: str
    backup: Path
    going_on: int  # matches that had been ended because of their rules
    aside: int  # matches that the older version cannot read
    lost: int | None  # events that a backup does not have; none where no backup was asked for


def upgrade(url: str, backups: Path) -> UpgradeResult:
    """Bring a database up to date, end what cannot be played on, and look it all through."""

    def work(connection: Connection) -> UpgradeResult:
        alone(connection)
        before, waited = revisions.revision(connection), aside.matches(connection)
        saved = database.bring_up_to_date(connection, backups, check.fault)
        ended = outdated.end(connection)
        if wrong := check.fault(connection):
            raise database.BadDatabase("bad_content", why=wrong)
        back = waited - aside.matches(connection)
        after, waiting = revisions.latest_revision(), outdated.groups(connection)
        return UpgradeResult(before, after, saved, back, ended, waiting)

    return database.using(url, work)


def rollback(
    url: str, backups: Path, to: str | None = None, file: Path | None = None
) -> RollbackResult:  # fmt: skip
    """Make of a database what an older version reads: with what was played since, or as it is in
    the backup *file*. Without a revision it is the one from which it came.
    """

    def work(connection: Connection) -> RollbackResult:
        alone(connection)
        found = revisions.revision(connection) or ""
        older = backup.known_revision(file) if file else target(connection, found, to)
        saved = backups / backup.file_name(found)
        backup.save(connection, saved)
        if file is not None:
            lost = refilled(connection, file)
            return RollbackResult(found, older, saved, 0, 0, lost)
        going_on, set_aside = downgraded(connection, older)
        return RollbackResult(found, older, saved, going_on, set_aside, None)

    return database.using(url, work)


def alone(connection: Connection) -> None:
    """Refuse where others are connected; one file of SQLite is locked by its server."""
    others = 0
    if connection.dialect.name == "postgresql":
        others = connection.execute(OTHERS).scalar() or 0
    if others:
        raise database.BadDatabase("database_in_use", n=others)


def target(connection: Connection, found: str, to: str | None) -> str:
    """The revision to go back to; refuses where there is no way."""
    scripts = list(ScriptDirectory.from_config(revisions.config()).walk_revisions())
    known = [script.revision for script in scripts]  # the latest first
    if found not in known:
        raise database.BadDatabase("newer_database", text=found)
    here, older = known.index(found), known[known.index(found) + 1 :]
    wanted = to or next(reversed(database.came_from(connection)), None)
    if wanted is None:
        raise database.BadDatabase("no_way_back", known=", ".join(older) or "-")
    if wanted not in older:
        raise database.BadDatabase("not_older", text=wanted, known=", ".join(older) or "-")
    for script in scripts[here : known.index(wanted)]:
        if not hasattr(script.module, "downgrade"):
            raise database.BadDatabase("only_by_backup", text=script.revision)
    return wanted


def downgraded(connection: Connection, older: str) -> tuple[int, int]:
    """Go back, revision by revision; returns how many matches go on that had been ended because of
    their rules, and how many are set aside.
    """
    m = schema.matches.c
    came_from, waited = database.came_from(connection), aside.matches(connection)
    stopped = select(m.id).where(m.reason == RULES_CHANGED)
    ids = set(connection.execute(stopped).scalars())
    with revisions.one_transaction(connection):
        revisions.change_schema(connection, command.downgrade, older)
        earlier = came_from[: came_from.index(older)] if older in came_from else []
        database.remember(connection, earlier)
        fail_if_damaged(connection)
        left = set(connection.execute(select(m.id)).scalars())
        return len(ids & left), aside.matches(connection) - waited


def refilled(connection: Connection, file: Path) -> int:
    """Let a database be what is in a backup; returns the number of events that are not."""
    before = events_in(connection)
    backup.refill(connection, file)
    fail_if_damaged(connection)
    return before - events_in(connection)


def events_in(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(schema.events)).scalar() or 0


def fail_if_damaged(connection: Connection) -> None:
    for wrong in check.damage(connection):
        raise database.BadDatabase("bad_content", why=wrong)
