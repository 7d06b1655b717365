"""Looking after a database from the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection

from sunroom.server.app.run import AlreadyRunning, locked
from sunroom.server.store import backup, database, stats
from sunroom.server.store.purge import PurgeCounts
from sunroom.server.store.purge import purge as clear
from sunroom.server.store.upgrades import upgrade as upgrades
from sunroom.server.store.upgrades.upgrade import RollbackResult, UpgradeResult

from .files import data_folder
from .serve import usual_database
from .voice import escaped, figure, show, words


def save(file: Path | None, url: str | None) -> None:
    file = file or data_folder() / "backups" / backup.file_name("backup")
    chosen = existing(url)
    rows = database.using(chosen, lambda connection: backup.save(connection, file))
    show(words("backed_up", n=rows, file=escaped(str(file))))


def restore(file: Path, url: str | None) -> None:
    chosen = database.normal(url or usual_database())
    rows = database.using(chosen, lambda connection: backup.restore(connection, file))
    show(words("restored", n=rows, file=escaped(chosen.rpartition("@")[2])))


def tell(url: str | None, *, as_json: bool) -> None:
    found = database.using(existing(url), stats.count_contents)
    if as_json:
        print(json.dumps(found))
        return
    for name, count in found.items():
        show(f"  {words('stats_' + name):<36} {figure(count):>12}")


def purge(url: str | None, days: int, *, finished: bool, really: bool) -> None:
    boxes = data_folder() / "boxes"

    def work(connection: Connection) -> PurgeCounts:
        return clear(connection, days, boxes, finished=finished, really=really)

    found = database.using(existing(url), work)
    show(words("purged" if really else "would_purge", **found._asdict()))


def upgrade(url: str | None) -> None:
    chosen = there(url)
    with alone(chosen):
        tell_upgraded(upgrades.upgrade(chosen, data_folder() / "backups"))


def rollback(url: str | None, to: str | None, file: Path | None) -> None:
    chosen = there(url)
    with alone(chosen):
        tell_rolled_back(upgrades.rollback(chosen, data_folder() / "backups", to, file))


@contextmanager
def alone(url: str) -> Iterator[None]:
    """While no server is at a file."""
    try:
        with locked(url):
            yield
    except AlreadyRunning as where:
        raise database.BadDatabase("served_database", text=str(where)) from None


def tell_upgraded(done: UpgradeResult) -> None:
    if done.backup is None:
        show(words("up_to_date", after=done.after))
    else:
        file = escaped(str(done.backup))
        show(words("upgraded", before=done.before or "-", after=done.after, file=file))
    if done.back:
        show(words("brought_back", n=done.back))
    for game, rules, n, now in done.ended:
        show(words("outdated_ended", game=escaped(game), rules=rules, n=n, now=now or 0))
    for game, _, n, _ in done.waiting:
        show(words("game_missing", game=escaped(game), n=n))


def tell_rolled_back(done: RollbackResult) -> None:
    file = escaped(str(done.backup))
    if done.lost is not None:
        show(words("from_backup", after=done.after, n=done.lost, file=file))
        return
    show(words("rolled_back", before=done.before, after=done.after, file=file))
    show(words("set_aside", n=done.aside) if done.aside else words("all_kept"))
    if done.going_on:
        show(words("go_on_again", n=done.going_on))


def existing(url: str | None) -> str:
    """A database that is there and up to date."""
    chosen = there(url)
    database.prepare(chosen, data_folder() / "backups")
    return chosen


def there(url: str | None) -> str:
    """A database that is there, whatever version it is of."""
    chosen = database.normal(url or usual_database())
    if not database.is_postgres(chosen) and not Path(chosen).exists():
        raise database.BadDatabase("missing_database", file=chosen)
    return chosen
