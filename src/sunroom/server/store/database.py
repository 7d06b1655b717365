"""Opening a database: where it is, migrating it, and saying plainly what is wrong with it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from alembic import command
from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from sunroom.server.refusals import BadRequest

from . import backup, health, postgres, schema, sqlite
from .revisions import (
    change_schema,
    known_revisions,
    latest_revision,
    migrate,
    one_transaction,
    revision,
)
from .store import Store

FILE = "sunroom.db"
CAME_FROM = "upgraded from"  # the setting that names the revisions from which a database came
T = TypeVar("T")
Check = Callable[[Connection], str]  # what is wrong with a database; nothing where all is well


class BadDatabase(BadRequest):
    """A database that cannot be used."""


def is_postgres(url: str) -> bool:
    return url.startswith(("postgresql://", "postgres://"))


def normal(url: str) -> str:
    """A database as given on the command line: a PostgreSQL URL in its usual form, or a path."""
    if is_postgres(url):
        return url.replace("postgres://", "postgresql://", 1)
    if "://" in url and not url.startswith("sqlite:///"):
        raise BadDatabase("bad_database", text=url.partition("://")[0])
    return url.removeprefix("sqlite:///")


def using(url: str, work: Callable[[Connection], T]) -> T:
    """Run *work* with a connection, outside of a running server; returns its result. BadDatabase
    where the database cannot be used.
    """
    try:
        if is_postgres(url):
            return asyncio.run(_with_postgres(url, work))
        path = Path(url)
        path.parent.mkdir(parents=True, exist_ok=True)
        engine = sqlite.engine(path)
        try:
            with engine.connect() as connection:
                return work(connection)
        finally:
            engine.dispose()
    except (DBAPIError, OSError) as why:
        raise refusal_for(url, why) from why


async def _with_postgres(url: str, work: Callable[[Connection], T]) -> T:
    engine = postgres.engine(url, poolclass=NullPool)
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


def store(url: str) -> Store:
    return postgres.PostgresStore(url) if is_postgres(url) else sqlite.SqliteStore(Path(url))


def nothing_wrong(_: Connection) -> str:
    return ""


def prepare(url: str, backups: Path, fault: Check = nothing_wrong) -> str:
    """Migrate a database, after a backup if it is older; returns its secret."""

    def work(connection: Connection) -> str:
        bring_up_to_date(connection, backups, fault)
        health.forget(connection)
        return secret(connection)

    if not is_postgres(url) and is_hollow(Path(url)):
        raise BadDatabase("empty_database", file=url)
    return using(url, work)


def is_hollow(file: Path) -> bool:
    """Whether a file is there with nothing in it: a database is lost, or was never begun."""
    return file.is_file() and file.stat().st_size == 0


def refusal_for(url: str, why: DBAPIError | OSError) -> BadDatabase:
    text = str(why.orig if isinstance(why, DBAPIError) else why).strip().partition("\n")[0]
    if is_postgres(url):
        return BadDatabase("no_postgres", why=text)
    if "locked" in text:
        return BadDatabase("locked_database", file=url)
    return BadDatabase("no_sqlite", file=url, why=text)


def bring_up_to_date(connection: Connection, backups: Path, fault: Check) -> Path | None:
    """Migrate a database that is older; returns the backup that was made before. What goes wrong
    then, or what *fault* finds, leaves it as it was.
    """
    found, newest = revision(connection), latest_revision()
    if found is not None and found not in known_revisions():
        raise BadDatabase("newer_database", text=found)
    if found == newest:
        return None
    if found is None:
        migrate(connection)
        return None
    saved = backups / backup.file_name(found)
    backup.save(connection, saved)
    with one_transaction(connection):
        change_schema(connection, command.upgrade, newest)
        remember(connection, [*came_from(connection), found])
        if wrong := fault(connection):
            raise BadDatabase("bad_upgrade", why=wrong, file=str(saved))
    return saved


def came_from(connection: Connection) -> list[str]:
    """The revisions from which a database was brought up to date, the latest last."""
    table = schema.settings.c
    found = connection.execute(select(table.value).where(table.name == CAME_FROM)).scalar()
    return str(found).split() if found else []


def remember(connection: Connection, revisions: Sequence[str]) -> None:
    """Say from which revisions a database came."""
    table = schema.settings
    connection.execute(delete(table).where(table.c.name == CAME_FROM))
    if revisions:
        connection.execute(insert(table).values(name=CAME_FROM, value=" ".join(revisions)))


def secret(connection: Connection) -> str:
    """The key that signs the ids of guests, created once for each database."""
    table = schema.settings
    wanted = select(table.c.value).where(table.c.name == "secret")
    found = connection.execute(wanted).scalar()
    if found is None:
        found = secrets.token_hex(32)
        connection.execute(insert(table).values(name="secret", value=found))
        connection.commit()
    return str(found)
