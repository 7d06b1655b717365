"""Looking after a database from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from sqlalchemy import Connection

from sunroom.server.store import backup, database, maintenance

from .files import data_folder
from .serve import usual_database
from .voice import escaped, figure, show, words


def save(file: Path | None, url: str | None) -> None:
    file = file or data_folder() / "backups" / database.backup_name("backup")
    chosen = existing(url)
    rows = database.using(chosen, lambda connection: backup.save(connection, file))
    show(words("backed_up", n=rows, file=escaped(str(file))))


def restore(file: Path, url: str | None) -> None:
    chosen = database.normal(url or usual_database())
    rows = database.using(chosen, lambda connection: backup.restore(connection, file))
    show(words("restored", n=rows, file=escaped(chosen.rpartition("@")[2])))


def tell(url: str | None, *, as_json: bool) -> None:
    found = database.using(existing(url), maintenance.stats)
    if as_json:
        print(json.dumps(found))
        return
    for name, count in found.items():
        show(f"  {words('stats_' + name):<36} {figure(count):>12}")


def purge(url: str | None, days: int, *, finished: bool, really: bool) -> None:
    def work(connection: Connection) -> tuple[int, int]:
        return maintenance.purge(connection, days, finished=finished, really=really)

    matches, people = database.using(existing(url), work)
    show(words("purged" if really else "would_purge", matches=matches, people=people))


def existing(url: str | None) -> str:
    """A database that is there and up to date."""
    chosen = database.normal(url or usual_database())
    if not database.is_postgres(chosen) and not Path(chosen).exists():
        raise database.BadDatabase("missing_database", file=chosen)
    database.prepare(chosen, data_folder() / "backups")
    return chosen
