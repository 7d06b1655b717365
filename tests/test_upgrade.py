"""A database of the first version is upgraded, played on, rolled back to what that version reads,
played on there, and upgraded again; on SQLite and on PostgreSQL.

`fixtures/first/` is how the first version read its database: its tables and its events.
"""

import asyncio
import json
import random
import shutil
from dataclasses import replace
from inspect import signature

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import delete, func, insert, inspect, select, update

from fixtures.first import events as first_events
from fixtures.first import schema as first
from guests import Guest, guests, seated
from served import open_backend, postgres
from sunroom.cli.app import app
from sunroom.rules.catalogue import load
from sunroom.rules.words import LANGUAGES, Refusal
from sunroom.server.people import now
from sunroom.server.store import backup, database, revisions, schema
from sunroom.server.store.upgrades import check, outdated, upgrade
from sunroom.table import events as ev
from sunroom.table import wire
from test_fixtures import MATCHES, OTHER_RULES, Sqlite, opened
from test_server import play_on
from test_shares import gathered, shown

KINDS_SINCE = {"promised", "shared"}  # of events that the first version cannot read


def run(*args):
    """A command in this process; what it prints is captured by the test."""
    app(["admin", *args, "--lang", "en"], standalone_mode=False)


def rows(url, tables=first.metadata, *, aside=False):
    """All rows of the tables of a version, by table and key."""

    def work(connection):
        found = {}
        for table in tables.sorted_tables:
            for row in connection.execute(select(table)).mappings():
                key = (table.name, *(row[column.name] for column in table.primary_key))
                found[key] = dict(row)
        return found

    found = database.using(url, work)
    kept = ("aside ", "marks ", database.CAME_FROM, "health ")
    return {
        key: row
        for key, row in found.items()
        if aside or key[0] != "settings" or not key[1].startswith(kept)
    }


def columns(url):
    def work(connection):
        there = inspect(connection)
        return {
            name: sorted(
                (c["name"], str(c["type"]), c["nullable"]) for c in there.get_columns(name)
            )
            for name in there.get_table_names()
        }

    return database.using(url, work)


def read_by_the_first_version(url):
    """Every event as its own reader read it; the number of events."""
    events = [row for key, row in rows(url).items() if key[0] == "events"]
    for row in events:
        first_events.read(row["data"])
    return len(events)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def first_database(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    with opened(request.param, folder) as found:
        command = found.server.command
        url = (
            command[command.index("--database") + 1] if "--database" in command else str(found.file)
        )
        found.url, found.folder = url, folder
        found.columns, found.before, found.done = columns(url), rows(url), []
        last = max(key[2] for key in found.before if key[:2] == ("events", OTHER_RULES))
        found.end = ("events", OTHER_RULES, last + 1)
        yield found


@pytest.fixture
def old(first_database, monkeypatch, capsys, request):
    """The database of the first version. The tests that take it follow one another: what another
    process or a choice of tests has left out comes before.
    """
    monkeypatch.setenv("SUNROOM_DATA", str(first_database.folder))
    given = {"old": first_database, "capsys": capsys}
    for test in those_that_follow():
        if test is request.function:
            break
        if test not in first_database.done:
            test(**{name: given[name] for name in signature(test).parameters})
            first_database.done.append(test)
    yield first_database
    first_database.done.append(request.function)


def those_that_follow():
    """The tests that take the database, in their order."""
    return [
        test
        for name, test in globals().items()
        if name.startswith("test_") and "old" in signature(test).parameters
    ]


def test_an_upgrade_says_what_it_has_done(old, capsys):
    run("upgrade", "--database", old.url)
    said = capsys.readouterr().out
    (saved,) = (old.folder / "backups").iterdir()
    assert "from revision 0001 to 0003" in said
    assert saved.name in said.replace("\n", "")
    assert "soluna: one running match was ended. It was begun under version 99" in said
    run("upgrade", "--database", old.url)
    assert "up to date (revision 0003)" in capsys.readouterr().out


def test_what_is_there_stays_but_for_the_match_that_was_ended(old):
    after = rows(old.url)
    assert json.loads(after.pop(old.end)["data"]) == {"k": "aborted", "why": "rules_changed"}
    match = after["matches", OTHER_RULES]
    assert (match["status"], match["reason"]) == ("aborted", "rules_changed")
    running = {"status": "playing", "reason": None, "ended": None}
    assert old.before["matches", OTHER_RULES] == match | running
    assert after == {**old.before, ("matches", OTHER_RULES): match}


def test_the_end_is_said_to_everybody(old):
    """On the page, in the log and in lists; nobody has won, and it is never rated."""

    async def look():
        async with open_backend(old.folder, old.url) as backend:
            room = await backend.registry.find(OTHER_RULES)
            person = room.state.seating.persons[0]
            ada = await Guest(backend, person, "Ada").watch(OTHER_RULES)
            return ada.state, ada.about

    state, about = asyncio.run(look())
    assert state["status"] == "aborted"
    assert "turn" not in state  # nobody's
    assert state["result"]["reason"] == "rules_changed"
    assert not {"winners", "scores", "points"} & set(state["result"])
    assert state["told"][-1] == {"id": "rules_changed"}
    assert about["seats"][0]["name"] == "Ada"
    for language in LANGUAGES:
        assert load("soluna").words("rules_changed", language)


def test_people_play_on_with_what_is_new(old):
    """A match of before, one with shares in its dealing, a branch, and who has talked there."""

    async def play():
        async with open_backend(old.folder, old.url) as backend:
            old.going_on = MATCHES["soluna-running"]["id"]
            room = await backend.registry.find(old.going_on)
            people = [
                await Guest(backend, one, one).watch(old.going_on)
                for one in room.state.seating.persons
            ]
            await play_on(people, random.Random(1), steps=3)
            sharing = await gathered(backend, "solenia")
            for n, one in enumerate(sharing):
                await one.do(shown(n))
            for one in sharing:
                one.leave_screen()
                await one.watch(one.id)  # from the seat that they have now
            await play_on(sharing, random.Random(2), steps=70)  # past a snapshot
            for one in sharing:
                await one.do(wire.Say(text=f"{one.name} was here"))
            old.shared, old.people = sharing[0].id, [one.person for one in sharing]
            plain = await seated(backend, "soluna", "Fay", "Gus")
            await play_on(plain, random.Random(3), steps=5)
            old.plain = plain[0].id

    asyncio.run(play())
    old.played = rows(old.url, schema.metadata)
    assert {
        json.loads(row["data"])["k"]
        for key, row in old.played.items()
        if key[:2] == ("events", old.shared)
    } >= KINDS_SINCE


def test_a_rollback_leaves_what_the_first_version_reads(old, capsys):
    """Its tables, its events, and all that was played since but what it cannot read."""
    run("rollback", "--database", old.url)
    said = capsys.readouterr().out
    assert "from revision 0003 to 0001" in said
    assert "One match cannot be read by the older version." in said
    assert "One match that was ended because its rules had changed goes on." in said
    assert columns(old.url) == old.columns
    assert read_by_the_first_version(old.url) > 100
    after = rows(old.url)
    assert not [key for key in after if old.shared in key]
    for id in (old.going_on, old.plain):
        key = ("matches", id)
        assert after[key] == {k: v for k, v in old.played[key].items() if k != "known_deal"}
        events = {k: row for k, row in old.played.items() if k[:2] == ("events", id)}
        assert events
        assert events.items() <= after.items()
    unchanged = {key: row for key, row in old.before.items() if old.going_on not in key}
    assert unchanged.items() <= after.items()
    assert after["matches", OTHER_RULES]["status"] == "playing"
    assert old.end not in after


def test_the_first_version_goes_on_with_it(old):
    """It adds an event, a match and a person as it did, and somebody deletes themselves there."""

    def play(connection):
        last = connection.execute(
            select(func.max(first.events.c.n)).where(first.events.c.match == old.going_on)
        ).scalar()
        said = first_events.write(first_events.Proposed(seat=0, what="abort"))
        event = {"match": old.going_on, "n": last + 1, "at": now(), "data": said}
        connection.execute(insert(first.events).values(event))
        match = dict(
            connection.execute(select(first.matches).where(first.matches.c.id == old.plain))
            .mappings()
            .one()
        )
        connection.execute(insert(first.matches).values({**match, "id": "made-then", "next": None}))
        connection.execute(
            insert(first.people).values({"id": "new-then", "confirm": False, "created": now()})
        )
        at = first.people.c.id == old.people[0]
        connection.execute(update(first.people).where(at).values(name=None, gone=now()))
        connection.commit()

    database.using(old.url, play)
    old.then = rows(old.url)


def test_a_second_upgrade_brings_everything_together(old, capsys):
    run("upgrade", "--database", old.url)
    said = capsys.readouterr().out
    assert "A match that the older version could not read is back." in said
    assert "soluna: one running match was ended" in said
    after = rows(old.url, schema.metadata, aside=True)
    gone = old.people[0]
    for key, row in old.played.items():
        if old.shared in key and row.get("person", "") != gone:
            assert after[key] == row, key
        if key[0] == "matches":
            assert after[key]["known_deal"] == row["known_deal"], key
    lines = [row for key, row in after.items() if key[:2] == ("chat", old.shared)]
    assert [row["person"] for row in lines] == [old.people[1]]
    for key, row in old.then.items():
        if OTHER_RULES not in key:
            assert row.items() <= after[key].items(), key
    kept = {key[1] for key in after if key[0] == "settings"}
    assert kept == {"secret", database.CAME_FROM}


def test_everybody_plays_on(old):
    async def play():
        async with open_backend(old.folder, old.url) as backend:
            for id in (old.shared, old.going_on, old.plain):
                room = await backend.registry.find(id)
                people = [
                    await Guest(backend, one, one).watch(id) for one in room.state.seating.persons
                ]
                await play_on(people, random.Random(4), steps=3)
                assert people[0].state["n"] > 3
            room = await backend.registry.find(old.shared)
            assert room.state.promised

    asyncio.run(play())
    assert database.using(old.url, check.fault) == ""


def test_it_can_go_back_to_the_backup_of_before(old, capsys):
    saved = min((old.folder / "backups").iterdir())
    lost = sum(key[0] == "events" for key in rows(old.url))
    run("rollback", "--backup", str(saved), "--database", old.url)
    said = capsys.readouterr().out
    after = rows(old.url)
    assert "at revision 0001" in said
    assert (
        f"{lost - sum(key[0] == 'events' for key in after)} events are not in it"
        in said.replace("\n", " ")
    )
    assert columns(old.url) == old.columns
    assert {key: row for key, row in after.items() if OTHER_RULES not in key} == {
        key: row for key, row in old.before.items() if OTHER_RULES not in key
    }


# What cannot be played on


def other_version(patch, game, version, **what):
    """A game in a version of its rules that is here from now on."""
    changed = replace(load(game), version=version, **what)
    here = outdated.load
    patch.setattr(outdated, "load", lambda name: changed if name == game else here(name))


async def a_match_of_each_kind(backend):
    people = await seated(backend, "soluna", "Ada", "Ben")
    await play_on(people, random.Random(1), steps=4)
    cem, *_ = await guests(backend, "Cem")
    waiting = await cem.create("soluna", "me", "open")
    over = await seated(backend, "soluna", "Dia", "Eli")
    await over[0].do(wire.Resign())
    other = await seated(backend, "solenia", "Fay", "Gus")
    return [people[0].id, waiting.id, over[0].id, other[0].id]


def test_only_what_runs_under_other_rules_is_ended_and_only_once(tmp_path, monkeypatch):
    """Also what only waits for people: nobody could begin it."""
    url = str(tmp_path / "a.db")

    async def made():
        async with open_backend(tmp_path, url) as backend:
            return await a_match_of_each_kind(backend)

    running, waiting, over, other = asyncio.run(made())
    before = rows(url, schema.metadata)
    other_version(monkeypatch, "soluna", 99)
    version = load("soluna").version
    assert database.using(url, outdated.end) == [outdated.Group("soluna", version, 2, 99)]
    assert database.using(url, outdated.end) == []
    after = rows(url, schema.metadata)
    ended = {id: after["matches", id] for id in (running, waiting, over, other)}
    assert [one["reason"] for one in ended.values()] == [
        "rules_changed",
        "rules_changed",
        "resigned",
        None,
    ]
    assert all(one["ended"] for one in ended.values() if one["reason"])
    new = after.keys() - before.keys()
    assert sorted(key[:2] for key in new) == sorted([("events", running), ("events", waiting)])
    assert {k: v for k, v in after.items() if k[0] == "events"}.items() >= {k: v for k, v in before.items() if k[0] == "events"}.items()  # fmt: skip


def test_where_a_game_is_not_here_its_matches_wait(tmp_path, capsys, monkeypatch):
    """It may only have been forgotten when the server was started."""
    monkeypatch.setenv("SUNROOM_DATA", str(tmp_path))
    url = str(tmp_path / "sunroom.db")

    async def made():
        async with open_backend(tmp_path, url) as backend:
            (await seated(backend, "soluna", "Ada", "Ben"))[0]
            await backend.log.write(schema.matches.update().values(game="hill-climb"))

    asyncio.run(made())
    run("upgrade")
    assert "hill-climb: one running match waits" in capsys.readouterr().out
    assert [row["status"] for key, row in rows(url).items() if key[0] == "matches"] == ["playing"]


def test_nothing_is_ended_where_the_rules_of_then_are_those_of_now_with_an_option_fixed(
    tmp_path, monkeypatch
):
    url = str(tmp_path / "a.db")

    async def made():
        async with open_backend(tmp_path, url) as backend:
            return await a_match_of_each_kind(backend)

    asyncio.run(made())
    before = rows(url, schema.metadata)
    then = load("soluna").version
    other_version(monkeypatch, "soluna", 99, earlier={then: {"rounds": "match"}})
    assert database.using(url, outdated.end) == []
    assert rows(url, schema.metadata) == before
    assert outdated.is_here("soluna", then, boxed=True)
    other_version(monkeypatch, "soluna", 99, earlier={then: {"rounds": "match"}}, boxes_since=99)
    assert database.using(url, outdated.end) == []
    assert not outdated.is_here("soluna", then, boxed=True)
    assert not outdated.is_here("soluna", then - 1, boxed=False)
    other_version(monkeypatch, "soluna", 99, earlier={then + 1: {"rounds": "match"}})
    assert database.using(url, outdated.end) == [outdated.Group("soluna", then, 2, 99)]


def test_a_match_that_waited_for_people_goes_on_waiting_after_a_rollback(tmp_path, monkeypatch):
    url = str(tmp_path / "a.db")

    async def made():
        async with open_backend(tmp_path, url) as backend:
            return await a_match_of_each_kind(backend)

    ids = asyncio.run(made())
    before = rows(url, schema.metadata)
    other_version(monkeypatch, "soluna", 99)
    database.using(url, outdated.end)
    done = upgrade.rollback(url, tmp_path / "backups", "0002")
    assert (done.going_on, done.aside) == (2, 0)
    assert rows(url, schema.metadata) == before
    assert {before["matches", id]["status"] for id in ids} == {"playing", "gathering", "over"}


# What is refused


def empty(folder):
    url = str(folder / "a.db")
    database.prepare(url, folder / "backups")
    return url


@pytest.mark.parametrize(
    ("to", "why"), [(None, "never brought up to date"), ("0003", "no older revision"), ("x", "no older")]
)  # fmt: skip
def test_a_way_back_that_there_is_not_is_refused_in_a_sentence(to, why, tmp_path):
    url = empty(tmp_path)
    with pytest.raises(Refusal, match=why):
        upgrade.rollback(url, tmp_path / "backups", to)
    assert database.using(url, revisions.revision) == revisions.latest_revision()


def with_migration(folder, patch, text):
    newer = folder / "migrations"
    shutil.copytree(revisions.MIGRATIONS, newer, ignore=shutil.ignore_patterns("__pycache__"))
    head = revisions.latest_revision()
    heading = f"import sqlalchemy as sa\nfrom alembic import op\nrevision = 'more'\ndown_revision = '{head}'\n"
    (newer / "versions" / "more.py").write_text(heading + text, "utf-8")
    patch.setattr(revisions, "MIGRATIONS", newer)


def test_what_cannot_be_taken_back_goes_back_to_a_backup_only(tmp_path, monkeypatch):
    url, backups = empty(tmp_path), tmp_path / "backups"
    head = revisions.latest_revision()
    with_migration(tmp_path, monkeypatch, "def upgrade():\n    op.drop_table('mutes')\n")
    saved = database.using(url, lambda c: database.bring_up_to_date(c, backups, lambda _: ""))
    with pytest.raises(Refusal, match="--backup FILE"):
        upgrade.rollback(url, backups)
    assert upgrade.rollback(url, backups, file=saved).after == head
    assert database.using(url, check.fault) == ""


def test_an_upgrade_that_fails_leaves_everything_as_it_was(tmp_path, monkeypatch):
    """A table is missing afterwards: that is found before anything is kept."""
    url, backups = empty(tmp_path), tmp_path / "backups"
    before, found = columns(url), rows(url)
    with_migration(tmp_path, monkeypatch, "def upgrade():\n    op.drop_table('mutes')\n")
    with pytest.raises(Refusal, match="is as it was: mutes"):
        upgrade.upgrade(url, backups)
    assert (columns(url), rows(url)) == (before, found)
    assert list(backups.iterdir())


def test_a_backup_that_is_cut_off_leaves_everything_as_it_was(tmp_path):
    url = empty(tmp_path)
    database.using(url, lambda c: backup.save(c, tmp_path / "whole.gz"))
    cut = tmp_path / "cut.gz"
    cut.write_bytes((tmp_path / "whole.gz").read_bytes()[:-12])
    found = rows(url)
    with pytest.raises(Refusal, match="no whole backup"):
        upgrade.rollback(url, tmp_path / "backups", file=cut)
    assert rows(url) == found


@pytest.mark.parametrize("command", ["upgrade", "rollback"])
def test_a_file_that_is_served_is_left_alone(command, tmp_path, monkeypatch):
    monkeypatch.setenv("SUNROOM_DATA", str(tmp_path))
    from sunroom.server.app.run import ADDRESS, beside, locked

    url = empty(tmp_path)
    beside(url, ADDRESS).write_text("http://127.0.0.1:9/", "utf-8")
    with locked(url), pytest.raises(Refusal, match="is being served at"):
        run(command, "--database", url)


def test_on_postgresql_nobody_else_may_be_connected(tmp_path):
    with postgres() as server:
        database.prepare(server.url, tmp_path)
        work = lambda _: upgrade.upgrade(server.url, tmp_path / "backups")  # noqa: E731
        with pytest.raises(Refusal, match="Another program is connected"):
            database.using(server.url, lambda _: in_a_thread(work))
        assert work(None).after == revisions.latest_revision()


def in_a_thread(work):
    """A loop of events runs already where somebody is connected."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work, None).result()


# What is looked through


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (delete(schema.events).where(schema.events.c.n == 2), "1 → 3"),
        (update(schema.events).where(schema.events.c.n == 2).values(data='{"k":"flown"}'), "flown"),
    ],
)
def test_a_gap_and_an_event_that_nobody_can_read_are_found(harm, why, tmp_path):
    url = empty(tmp_path)

    def work(connection):
        row = {"match": "a", "at": 1, "data": '{"k":"left","seat":0}'}
        connection.execute(insert(schema.events), [{**row, "n": n} for n in (1, 2, 3)])
        assert check.fault(connection) == ""
        connection.execute(harm)
        return check.fault(connection)

    assert why in database.using(url, work)


def test_every_kind_of_event_has_the_revision_of_the_version_that_reads_it():
    """A new kind is a new revision, so that an older version says that it cannot read it, and a
    rollback knows what to set aside.
    """
    kinds = {kind.tag for kind in ev.AnyEvent.__args__}
    known = {kind.__struct_config__.tag for kind in first_events.AnyEvent.__args__}
    assert kinds - known == KINDS_SINCE


def test_every_revision_but_the_first_can_be_taken_back():
    """Or a rollback would have nothing but a backup, without what was played since."""
    scripts = ScriptDirectory.from_config(revisions.config()).walk_revisions()
    stuck = [one.revision for one in scripts if not hasattr(one.module, "downgrade")]
    assert stuck == ["0001"]


# On the page


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory):
    """A server that has found the database of the first version."""
    with Sqlite(tmp_path_factory.mktemp("upgraded")).server as server:
        yield server.address


@pytest.mark.parametrize(
    ("language", "ended", "undrawn"),
    [
        ("en", "so this match was ended. Nobody has won.", "Only its own rules could draw"),
        ("de", "darum wurde diese Partie beendet. Niemand hat gewonnen.", "nur seine eigenen Regeln"),
    ],
)  # fmt: skip
def test_the_page_says_why_a_match_was_ended(language, ended, undrawn, upgraded, visit):
    from playwright.sync_api import expect

    somebody = visit(address=upgraded, language=language)
    somebody.open(f"/match/{OTHER_RULES}")
    page = somebody.page
    expect(page.get_by_test_id("headline")).to_contain_text(ended)
    expect(page.locator(".stage")).to_contain_text(undrawn)
    log = page.get_by_test_id("log").locator("li")
    expect(log.last).to_have_text(load("soluna").words("rules_changed", language))
    assert log.count() > 3
