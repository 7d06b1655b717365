"""The revisions of a database: which one it is at, which are known here, and the way from one to
another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, select

MIGRATIONS = Path(__file__).with_name("migrations")


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS))
    made.set_main_option("path_separator", "os")
    return made


def latest_revision() -> str:
    return ScriptDirectory.from_config(config()).get_current_head() or ""


def known_revisions() -> set[str]:
    return {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}


def revision(connection: Connection) -> str | None:
    """The revision of a database; None where it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(connection: Connection, to: str = "head") -> None:
    """Make the tables of a revision in a database that is empty or older."""
    change_schema(connection, command.upgrade, to)
    connection.commit()


def change_schema(
    connection: Connection, change: Callable[[Config, str], None], to: str
) -> None:  # fmt: skip
    """Upgrade or downgrade to a revision, in the transaction that has begun."""
    made = config()
    made.attributes["connection"] = connection
    change(made, to)


@contextmanager
def one_transaction(connection: Connection) -> Iterator[None]:
    """All or nothing, with whatever changes the tables."""
    if connection.in_transaction():
        connection.commit()
    with connection.begin():
        yield


def is_empty(connection: Connection) -> bool:
    """Whether nothing is kept yet; tables without rows are nothing."""
    tables = reflected(connection).tables
    kept = [table for name, table in tables.items() if name not in ("alembic_version", "settings")]
    return not any(connection.execute(select(table).limit(1)).first() for table in kept)


def clear(connection: Connection) -> None:
    """Remove the tables of a database in which nothing is kept."""
    reflected(connection).drop_all(connection)


def reflected(connection: Connection) -> MetaData:
    found = MetaData()
    found.reflect(connection)
    return found
