"""Databases: backed up while people play, restored, moved, migrated, and what is said when they
cannot be used.
"""

import asyncio
import json
import os
import random
import shutil
import socket
import sqlite3
import subprocess
import sys

import pytest
from sqlalchemy import select

from guests import guests, seated
from served import open_backend, postgres
from sunroom.cli.app import app
from sunroom.rules.words import Refusal
from sunroom.server.app.run import bound
from sunroom.server.people import now
from sunroom.server.store import backup, database, purge, revisions, schema
from sunroom.table import wire
from test_server import play_on, same


def run(*args):
    """A command in this process; what it prints is captured by the test."""
    app(list(args), standalone_mode=False)


def test_a_backup_taken_while_games_are_played_restores_to_a_consistent_state(tmp_path):
    url, file, other = str(tmp_path / "a.db"), tmp_path / "b.jsonl.gz", str(tmp_path / "c.db")

    async def main():
        async with open_backend(tmp_path, url) as backend:
            people = await seated(backend, "soluna", "Ada", "Ben")
            saving = asyncio.create_task(
                asyncio.to_thread(database.using, url, lambda c: backup.save(c, file))
            )
            await play_on(people, random.Random(1), steps=40)
            await saving
            await asyncio.to_thread(database.using, other, lambda c: backup.restore(c, file))
            id, room = people[0].id, await backend.registry.find(people[0].id)
            rows = await backend.log.entries(id)
            (tmp_path / "x").mkdir()
            async with open_backend(tmp_path / "x", other) as restored:
                again = await restored.registry.find(id)
                kept = await restored.log.entries(id)
                assert kept == rows[: len(kept)]
                assert (
                    again.state.match.history
                    == room.state.match.history[: len(again.state.match.history)]
                )
                (ada,) = await guests(restored, "Ada")
                ada.person = people[0].person
                await ada.watch(id)
                assert ada.about["seats"][0]["name"] == "Ada"

    asyncio.run(main())


def test_a_house_moves_from_sqlite_to_postgresql(tmp_path):
    url, file = str(tmp_path / "a.db"), tmp_path / "b.jsonl.gz"

    async def before():
        async with open_backend(tmp_path, url) as backend:
            people = await seated(backend, "solenia", "Ada", "Ben")
            await play_on(people, random.Random(1), steps=30)
            await people[0].do(wire.Say(text="Grüße ✨"))
            return people[0].id, await backend.registry.find(people[0].id), people[0].person

    async def after(there, id, room, person):
        async with open_backend(tmp_path, there) as backend:
            same(await backend.registry.find(id), room)
            (ada,) = await guests(backend, "x")
            ada.person = person
            await ada.watch(id)
            assert ada.last("chat")["text"] == "Grüße ✨"
            if ada.state["turn"] == 0:
                await ada.play(ada.state["legal"][0])

    with postgres() as pg:
        id, room, person = asyncio.run(before())
        database.using(url, lambda c: backup.save(c, file))
        rows = database.using(pg.url, lambda c: backup.restore(c, file))
        assert rows > 30
        asyncio.run(after(pg.url, id, room, person))


def test_a_backup_is_restored_into_an_empty_database_only(tmp_path):
    url, file = str(tmp_path / "a.db"), tmp_path / "b.jsonl.gz"
    database.prepare(url, tmp_path)
    database.using(url, lambda c: backup.save(c, file))
    database.using(url, lambda c: backup.restore(c, file))  # tables without rows are nothing
    row = {"id": "a", "confirm": False, "created": 0}

    def keep(connection):
        connection.execute(schema.people.insert().values(row))
        connection.commit()

    database.using(url, keep)
    with pytest.raises(Refusal, match="empty"):
        database.using(url, lambda c: backup.restore(c, file))
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(Refusal, match="no whole backup"):
        database.using(str(tmp_path / "c.db"), lambda c: backup.restore(c, file))
    (tmp_path / "d").write_text("hello")
    with pytest.raises(Refusal, match="no backup of Sunroom"):
        database.using(str(tmp_path / "e.db"), lambda c: backup.restore(c, tmp_path / "d"))


def test_an_older_database_is_backed_up_before_it_is_migrated(tmp_path, monkeypatch):
    url = str(tmp_path / "a.db")
    database.prepare(url, tmp_path / "backups")
    assert not (tmp_path / "backups").exists()
    newer = tmp_path / "migrations"
    shutil.copytree(revisions.MIGRATIONS, newer, ignore=shutil.ignore_patterns("__pycache__"))
    head = revisions.latest_revision()
    (newer / "versions" / "more.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\n"
        f"revision = 'more'\ndown_revision = '{head}'\n\n"
        "def upgrade():\n    op.add_column('people', sa.Column('mail', sa.Text()))\n"
    )
    monkeypatch.setattr(revisions, "MIGRATIONS", newer)

    database.prepare(url, tmp_path / "backups")

    (saved,) = (tmp_path / "backups").iterdir()
    assert head in saved.name
    assert database.using(url, revisions.revision) == "more"
    there = str(tmp_path / "b.db")
    database.using(there, lambda c: backup.restore(c, saved))
    assert database.using(there, revisions.revision) == "more"
    monkeypatch.undo()
    with pytest.raises(Refusal, match="newer Sunroom"):
        database.prepare(url, tmp_path / "backups")


def test_the_migrations_lead_to_the_schema(tmp_path):
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    url = str(tmp_path / "a.db")
    database.prepare(url, tmp_path)

    def differences(connection):
        return compare_metadata(MigrationContext.configure(connection), schema.metadata)

    assert database.using(url, differences) == []


def test_stats_and_purge(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("SUNROOM_DATA", str(tmp_path))
    url = str(tmp_path / "sunroom.db")

    async def main():
        async with open_backend(tmp_path, url) as backend:
            ada, _ = await seated(backend, "soluna", "Ada", "Ben")
            await ada.do(wire.Resign())
            old = await seated(backend, "soluna", "Cem", "Dia")
            await guests(backend, "Eve")
            year_ago = now() - 365 * purge.DAY
            await backend.log.write(schema.people.update().values(created=year_ago))
            at = schema.events.c.match == old[0].id
            await backend.log.write(schema.events.update().where(at).values(at=year_ago))
            return old[0].id

    old = asyncio.run(main())
    run("admin", "stats", "--json")
    assert json.loads(capsys.readouterr().out)["playing"] == 1
    run("admin", "stats", "--lang", "de")
    assert "laufende Partien" in capsys.readouterr().out
    run("admin", "purge", "--days", "30", "--lang", "en")
    assert "matches 1, guests 1" in capsys.readouterr().out
    run("admin", "purge", "--days", "30", "--yes", "--lang", "en")
    assert "Removed: matches 1" in capsys.readouterr().out

    def left(connection):
        return connection.execute(select(schema.events.c.match).distinct()).scalars().all()

    assert old not in database.using(url, left)
    run("admin", "backup", str(tmp_path / "b.jsonl.gz"))
    run("admin", "restore", str(tmp_path / "b.jsonl.gz"), "--database", str(tmp_path / "n.db"))
    assert "rows are back" in capsys.readouterr().out
    with pytest.raises(Refusal, match="There is no database"):
        run("admin", "stats", "--database", str(tmp_path / "missing.db"))


def test_a_taken_port_is_said_in_one_sentence(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = serve(tmp_path, "--port", str(port))
    assert done.returncode == 2
    assert done.stderr.strip() == f"Port {port} is taken by another program; choose another with --port."  # fmt: skip
    with pytest.raises(Refusal, match="Nothing can listen"):
        bound("192.0.2.1", 9)


def serve(folder, *args):
    line = [sys.executable, "-m", "sunroom", "serve", *args]
    env = os.environ | {"SUNROOM_DATA": str(folder), "LC_ALL": "en_GB.UTF-8"}
    return subprocess.run(line, env=env, capture_output=True, text=True, timeout=120, check=False)


def test_a_database_that_cannot_be_used_is_said_in_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr("sunroom.server.store.sqlite.PATIENCE", 0.1)
    url = str(tmp_path / "a.db")
    database.prepare(url, tmp_path)
    with sqlite3.connect(url, isolation_level=None) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Refusal, match="locked by another program"):
            database.prepare(url, tmp_path)
        other.execute("ROLLBACK")
    other.close()
    (tmp_path / "b.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(Refusal, match="cannot be used"):
        database.prepare(str(tmp_path / "b.db"), tmp_path)
    with pytest.raises(Refusal, match="PostgreSQL does not answer"):
        database.prepare("postgresql://nobody@127.0.0.1:9/none", tmp_path)
    with pytest.raises(Refusal, match="mysql"):
        database.normal("mysql://x")


def test_several_workers_need_postgresql(tmp_path):
    done = serve(tmp_path, "--workers", "2")
    assert done.returncode == 2
    assert "SQLite serves one worker" in done.stderr
