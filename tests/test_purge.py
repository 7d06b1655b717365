"""Purging while people play: what is old goes, what is played stays, and the disk is given back."""

import json
import sqlite3
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, update
from websockets.exceptions import ConnectionClosed

from sunroom import load
from sunroom.cli.app import app
from sunroom.server.people import now
from sunroom.server.store import database, schema
from sunroom.server.store.purge import DAY, OF_A_MATCH, is_incremental, make_incremental
from visitors import Visitor, server

__all__ = ["server"]
OLD = 400  # matches that nobody has touched for a year
YEAR_AGO = now() - 365 * DAY
M, E = schema.matches.c, schema.events.c


@pytest.fixture
def come(server):
    with ExitStack() as stack:

        def come(name):
            visitor = Visitor(server, name)
            stack.callback(visitor.http.close)
            return visitor

        yield come


def purged(server, monkeypatch, capsys):
    """What the command says that it has removed."""
    monkeypatch.setenv("SUNROOM_DATA", str(server.folder))
    app(
        ["admin", "purge", "--yes", "--lang", "en", "--database", server.url], standalone_mode=False
    )
    return capsys.readouterr().out


def aged(server, *matches):
    """Nobody has touched them for a year."""

    def work(connection):
        connection.execute(update(schema.events).where(E.match.in_(matches)).values(at=YEAR_AGO))
        at = M.id.in_(matches)
        connection.execute(update(schema.matches).where(at).values(created=YEAR_AGO))
        connection.commit()

    database.using(server.url, work)


def filled(server, like):
    """Many old matches with long records."""

    def work(connection):
        row = dict(connection.execute(select(schema.matches).where(M.id == like)).one()._mapping)
        ids = [f"old{n}" for n in range(OLD)]
        rows = [row | {"id": id, "created": YEAR_AGO} for id in ids]
        connection.execute(insert(schema.matches), rows)
        text = json.dumps({"k": "aborted", "x": "x" * 2000})
        events = [
            {"match": id, "n": n, "at": YEAR_AGO, "data": text} for id in ids for n in (1, 2, 3)
        ]
        connection.execute(insert(schema.events), events)
        connection.commit()

    database.using(server.url, work)


def orphans(server):
    """Rows of matches that are not there."""

    def work(connection):
        there = select(M.id)
        wanted = [select(func.count()).where(table.c.match.not_in(there)) for table in OF_A_MATCH]
        return sum(connection.execute(one).scalar() for one in wanted)

    return database.using(server.url, work)


class Playing(threading.Thread):
    """Somebody who plays one match after the other until told to stop."""

    def __init__(self, visitor):
        super().__init__()
        self.visitor, self.over, self.answers, self.matches = visitor, threading.Event(), [], []

    def run(self):
        while not self.over.is_set():
            id = self.visitor.create("me", "me")["id"]
            self.matches.append(id)
            for _ in range(6):
                state = self.visitor.http.get(f"/matches/{id}").json()["state"]
                if state["status"] != "playing":
                    break
                move = {"text": state["legal"][0], "version": state["n"]}
                answer = self.visitor.http.post(f"/matches/{id}/moves", json=move)
                self.answers.append((id, answer.status_code, answer.json().get("n")))


def test_a_purge_beside_people_who_play_costs_them_nothing(server, come, monkeypatch, capsys):
    like = come("Old").create("me", "me")["id"]
    filled(server, like)
    playing = Playing(come("Ada"))
    playing.start()
    try:
        size = Path(server.url).stat().st_size if server.workers == 1 else 0
        said = purged(server, monkeypatch, capsys)
    finally:
        playing.over.set()
        playing.join(60)
    assert f"Removed: matches {OLD}," in said
    assert {status for _, status, _ in playing.answers} == {200}
    last = {id: n for id, _, n in playing.answers}
    kept = database.using(server.url, lambda connection: dict(tuple(row) for row in connection.execute(select(E.match, func.max(E.n)).group_by(E.match))))  # fmt: skip
    assert last
    assert all(kept[id] == n for id, n in last.items())
    assert orphans(server) == 0
    if size:
        assert Path(server.url).stat().st_size < size - OLD * 3 * 2000


def test_who_looks_at_a_match_that_is_purged_is_told_so(server, come, monkeypatch, capsys):
    ada = come("Ada")
    id = ada.create("me", "me")["id"]
    aged(server, id)
    with ada.socket(id):
        state = ada.until(lambda frame: frame["t"] == "state")
        assert "matches 1," in purged(server, monkeypatch, capsys)
        move = {"t": "play", "text": state["legal"][0], "version": state["n"]}
        ada.line.send(json.dumps(move))
        with pytest.raises(ConnectionClosed):
            ada.until(lambda frame: frame["t"] == "done")
    assert ada.http.get(f"/matches/{id}").status_code == 404
    assert orphans(server) == 0


def test_a_box_that_no_match_has_goes_with_its_folder(server, come, monkeypatch, capsys):
    ada = come("Ada")
    names = [f"{box.name}.csv" for box in load("solenia").components]
    own = {name: ada.http.get(f"/games/solenia/boxes/{name}").text for name in names}
    files = {name: text.replace("reconstructed", "certain") for name, text in own.items()}
    digest = ada.post("/games/solenia/boxes", files=files)["components"]
    id = ada.create("me", "me", game="solenia", components=digest)["id"]
    folder = server.folder / "boxes" / digest
    assert folder.is_dir()
    assert "boxes 0." in purged(server, monkeypatch, capsys)
    assert folder.is_dir()
    aged(server, id)
    assert "matches 1, guests 0, boxes 1." in purged(server, monkeypatch, capsys)
    assert not folder.exists()
    wish = {"game": "solenia", "seats": [{"kind": "me"}] * 2, "components": digest}
    refused = ada.http.post("/matches", json=wish)
    assert (refused.status_code, refused.json()["id"]) == (400, "no_box")
    assert ada.post("/games/solenia/boxes", files=files)["components"] == digest
    assert ada.create("me", "me", game="solenia", components=digest)["id"]
    assert folder.is_dir()


def test_a_file_of_an_older_version_is_written_again_once(tmp_path):
    file = tmp_path / "old.db"
    with sqlite3.connect(file) as old:
        old.execute("create table kept (n)")
        old.execute("insert into kept values (7)")
    old.close()
    database.using(str(file), make_incremental)
    with sqlite3.connect(file) as new:
        assert is_incremental(new)
        assert new.execute("select n from kept").fetchall() == [(7,)]
    new.close()
