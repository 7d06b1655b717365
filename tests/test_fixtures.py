"""Databases and match files of commit 29a3f56: they open, say what they said then, and go on.

`tests/fixtures/make.py` tells how they were made. Everything here goes over HTTP, sockets, the
command line and `Match`, so that it holds whatever the server is made of.
"""

import asyncio
import gzip
import json
import os
import sqlite3
import time
from collections import defaultdict
from contextlib import ExitStack, closing, contextmanager
from copy import deepcopy
from functools import cache
from pathlib import Path

import asyncpg
import pytest

from readback import (
    LOG,
    STRANGER,
    World,
    compared,
    in_sums,
    read_back,
    read_in_short,
    read_lists,
    reworded,
    set_apart,
    without_marks,
    without_moments,
    without_news,
)
from served import Served, postgres
from sunroom.match.match import Match
from sunroom.rules.catalogue import load

HERE = Path(__file__).parent / "fixtures"
KNOWN = json.loads((HERE / "known.json").read_text("utf-8"))
MATCHES = KNOWN["matches"]
OTHER_RULES = MATCHES["soluna-other-rules"]["id"]  # a server of now ends this match when it starts
KEYS = [key["key"] for match in MATCHES.values() for key in match["keys"]]
CLOCKS = [match["id"] for match in MATCHES.values() if match.get("clock")]
# Whoever looks at these moves them on: an opponent has to decide, or the time is up.
UNSEEN = ("opponent", "overdue")
SEEN = {label: m for label, m in MATCHES.items() if not any(m.get(one) for one in UNSEEN)}
FILES = sorted(HERE.glob("matches/*.json"))
WHOLE = "SUNROOM_FIXTURES_WHOLE" in os.environ  # every page for everybody, on both databases
PATIENCE = 60  # seconds until an opponent must have moved


@cache
def answers():
    return json.loads(gzip.decompress((HERE / "answers.json.gz").read_bytes()))


# Databases


class Sqlite:
    """A copy of the file, with a server that can be started again."""

    def __init__(self, folder):
        self.file = folder / "sunroom.db"
        self.file.write_bytes(gzip.decompress((HERE / "sunroom.db.gz").read_bytes()))
        with closing(sqlite3.connect(self.file)) as connection:
            for id in running_clocks():
                connection.execute(MOVE.format("?", "?", "?"), (now(), id, id))
            connection.commit()
        self.server = Served(folder)


class Dump:
    """The dump in a PostgreSQL of its own."""

    def __init__(self, folder, url):
        asyncio.run(self.fill(url))
        self.server = Served(folder, url)

    async def fill(self, url):
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(
                gzip.decompress((HERE / "sunroom.sql.gz").read_bytes()).decode()
            )
            for id in running_clocks():
                await connection.execute(
                    MOVE.format("$1::bigint", "$2", "$2").replace("events", "public.events"),
                    now(),
                    id,
                )
        finally:
            await connection.close()


# The events of a match so much later that the last of them has just happened.
MOVE = "UPDATE events SET at = at + {} - (SELECT max(at) FROM events WHERE match = {}) WHERE match = {}"


def running_clocks():
    return [
        match["id"] for match in MATCHES.values() if match.get("clock") and not match.get("overdue")
    ]


def now():
    return time.time_ns() // 1_000_000


@contextmanager
def opened(kind, folder):
    if kind == "sqlite":
        yield Sqlite(folder)
        return
    with postgres() as database_server:
        yield Dump(folder, database_server.url)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def kept(request, tmp_path_factory):
    """A server that has opened a database of then. The tests of this file follow one another: what
    one of them has played, the next finds.
    """
    with opened(request.param, tmp_path_factory.mktemp(request.param)) as database, database.server:
        database.kind = request.param
        database.matches = deepcopy(MATCHES)
        database.world = World(database.server.address, KNOWN["people"])
        with closing(database.world):
            yield database


def test_everybody_sees_what_they_saw_then(kept):
    """Of the other database, which holds the same rows, the first of each match tells enough."""
    few = kept.kind != "sqlite" and not WHOLE
    who = {m["id"]: m["who"][:1] if few else m["who"] for m in SEEN.values()}
    found = read_back(kept.world, who, strangers=not few, whole=WHOLE)
    without_moments(without_news(found), CLOCKS)
    found |= read_lists(kept.world, KEYS)
    assert without_marks(found) == {one["id"] for label, one in MATCHES.items() if is_known(label)}
    expected = dict(answers())
    was_ended(set_apart(expected, OTHER_RULES), set_apart(found, OTHER_RULES))
    if not WHOLE:
        assert found.keys() <= expected.keys()
        expected = {key: answer for key, answer in expected.items() if key in found}
    assert reworded(expected, found) == []
    assert compared(in_sums(deepcopy(expected)), in_sums(found)) == []


def was_ended(then, now):
    """The match of other rules could be read then and can be now, with all that was told and one
    sentence more; what changes is that it has ended, which everybody is told.
    """
    (pages, lines), (pages_now, lines_now) = then, now
    for key in pages.keys() & pages_now.keys():  # there is more to be had of what has ended
        before, (status, body) = pages[key][1], pages_now[key]
        if key.endswith("/file"):
            assert (pages[key][0], status) == (409, 200)
        elif LOG in key:
            assert body == [*before, load("soluna").words("rules_changed", key[-2:])]
        elif key.endswith("/record"):
            assert told_in(body["line"][:-1]) == told_in(before["line"])
            assert body["line"][-1]["told"] == [{"id": "rules_changed"}]
        elif key.endswith(OTHER_RULES):
            assert body["match"]["seats"] == before["match"]["seats"]
            assert before["state"]["status"] == "playing"
            assert body["state"]["status"] == "aborted"
            assert body["state"]["result"]["reason"] == "rules_changed"
            assert "winners" not in body["state"]["result"]
        elif not key.endswith("/socket"):
            assert [status, body] == pages[key]
    for key, (line, *_) in ((key, found) for key, found in lines_now.items() if found):
        assert [line["status"], line["reason"]] == ["aborted", "rules_changed"], key
        assert "won" not in line["seats"][0]
    here = {key for key, found in lines.items() if found and key in lines_now}
    assert {key for key, found in lines_now.items() if found} == {
        k for k in here if "status" not in k
    }


def told_in(lines):
    return [line["told"] for line in lines]


def is_known(label):
    """Whether whoever made this match knew its deal: no version said so then."""
    return any(one in label for one in ("branched", "by-hand", "imported", "puzzle", "tutorial"))


def test_whoever_is_gone_stays_gone(kept):
    answer = kept.world.client.get("/api/me", headers={"Authorization": f"Bearer {KNOWN['gone']}"})
    assert answer.status_code == 401


def test_running_matches_go_on(kept):
    """Everybody who can decide does, twice; held decisions are confirmed, votes are answered."""
    for label, match in SEEN.items():
        if (
            "other-rules" in label
            or kept.world.state(match["who"][0], match["id"])["status"] != "playing"
        ):
            continue
        moved = [go_on(kept.world, match) for _ in range(2)]
        assert any(moved), label


def go_on(world, match):
    """One decision of somebody at a match; whether there was any to make."""
    id = match["id"]
    rested(world, match)
    for who in match["who"]:
        seen = world.asked(who, f"matches/{id}")
        state, seats = seen["state"], seen["match"]["seats"]
        own = [n for n, seat in enumerate(seats) if seat.get("yours") and not seat.get("out")]
        command = wish(state, own)
        if command is not None:
            done = world.do(who, id, **command)
            assert done["n"] > state["n"]
            assert (
                world.state(STRANGER if seen["match"]["visibility"] != "private" else who, id)["n"]
                >= done["n"]
            )
            return True
    return False


def wish(state, own):
    """What somebody with these seats can do."""
    if state["status"] != "playing":
        return None
    if vote := state.get("vote"):
        return {"t": "answer", "agree": True} if set(own) & set(vote["waiting"]) else None
    if state["turn"] not in (*own, -1):
        return None
    if state.get("held"):
        return {"t": "confirm", "version": state["n"]}
    if state.get("legal"):
        return {"t": "play", "text": state["legal"][0], "version": state["n"]}
    return None


def rested(world, match):
    """The match when no opponent has to decide."""
    end = time.monotonic() + PATIENCE
    while True:
        seen = world.asked(match["who"][0], f"matches/{match['id']}")
        turn = seen["state"].get("turn", -2)
        if turn < 0 or seen["match"]["seats"][turn]["kind"] != "ai":
            return seen["state"]
        assert time.monotonic() < end, "an opponent does not move"
        time.sleep(0.05)


def test_an_opponent_that_had_to_decide_does(kept):
    for match in kept.matches.values():
        if match.get("opponent"):
            who, id = match["who"][0], match["id"]
            before = kept.world.asked(who, f"matches/{id}/record")["line"]
            rested(kept.world, match)
            seats = kept.world.asked(who, f"matches/{id}")["match"]["seats"]
            opponents = [n for n, seat in enumerate(seats) if seat["kind"] == "ai"]
            after = kept.world.asked(who, f"matches/{id}/record")["line"]
            assert after[: len(before)] == before
            assert after[len(before)]["seat"] in opponents
            assert go_on(kept.world, match)


def test_a_clock_goes_on_from_where_it_stood(kept):
    match = kept.matches["soluna-clock"]
    clock = kept.world.state("ada", match["id"])["clock"]
    assert clock["running"] >= 0
    assert all(0 < left <= (1440 + 1) * 60_000 for left in clock["left"])


def test_whose_time_was_up_while_no_server_ran_has_lost(kept):
    match = kept.matches["soluna-overdue"]
    with kept.world.socket("ada", match["id"]) as (socket, frames):
        while "result" not in frames[-1]:
            frames.append(json.loads(socket.recv(PATIENCE)))
    assert frames[-1]["result"]["reason"] == "time"


def test_links_open_what_they_opened(kept):
    """Whoever is invited sits down; a match begins when its last seat is taken, or goes on."""
    world = kept.world
    newcomers = [world.asked(STRANGER, "me", {"name": f"New {n}"})["token"] for n in range(2)]
    world.client.cookies.clear()
    world.people = KNOWN["people"] | {"new": newcomers[0], "newer": newcomers[1]}
    for label in ("gathering-open", "gathering-reserved", "gathering-filled", "solenia-left"):
        match = kept.matches[label]
        for key in match["keys"]:
            found = world.get(STRANGER, f"links/{key['key']}")
            assert found.status_code == (404 if key.get("revoked") else 200)
            if key["kind"] == "invite" and not key.get("revoked"):
                world.do("new", match["id"], "sit", key=key["key"])
        match["who"].append("new")
        assert rested(world, match)["status"] == "playing", label
        assert go_on(world, match), label
    watch = next(
        key for key in kept.matches["soluna-two-devices"]["keys"] if key["kind"] == "watch"
    )
    id = kept.matches["soluna-two-devices"]["id"]
    assert world.get("newer", f"matches/{id}").status_code == 404
    assert world.get("newer", f"matches/{id}?key={watch['key']}").status_code == 200


def test_a_rematch_with_a_clock_begins_when_the_other_says_so_too(kept):
    next = kept.world.do("ben", kept.matches["soluna-time"]["id"], "rematch")["answer"]
    assert next == kept.matches["gathering-clock"]["id"]
    assert kept.world.state("ben", next)["status"] == "playing"


def test_people_talk_on_and_do_not_hear_whom_they_muted(kept):
    world, id = kept.world, kept.matches["soluna-finished"]["id"]
    for who in ("eve", "ben"):
        world.do(who, id, "say", text=f"{who} again")

    def heard(who):
        with world.socket(who, id) as (_, frames):
            return [frame["text"] for frame in frames if frame["t"] == "chat"]

    assert heard("ben")[-2:] == ["eve again", "ben again"]
    assert heard("ada")[-1:] == ["ben again"]
    assert not {"eve again", "I only watch.", "I shall be gone."} & set(heard("ada"))


def test_what_has_ended_is_branched_from_and_played_again(kept):
    world = kept.world
    for label in ("soluna-finished", "solenia-box-finished", "solaris-finished", "guild-by-hand"):
        match = kept.matches[label]
        who, id = match["who"][0], match["id"]
        seats = len(world.asked(who, f"matches/{id}")["match"]["seats"])
        wish = {"step": 40, "seats": [{"kind": "me"}] * seats}
        branched = world.asked(who, f"matches/{id}/branch", wish)["id"]
        assert go_on(world, {"id": branched, "who": [who]})
        again = world.do(who, id, "rematch")["answer"]
        assert world.state(who, again)["status"] == "playing"


def test_a_new_match_is_played_with_the_box_of_then(kept):
    wish = {
        "game": "solenia",
        "seats": [{"kind": "me"}] * 2,
        "components": KNOWN["box"]["components"],
    }
    made = kept.world.asked("ben", "matches", wish)
    assert go_on(kept.world, {"id": made["id"], "who": ["ben"]})
    brought = kept.world.asked("ben", "games/solenia/boxes", {"files": KNOWN["box"]["files"]})
    assert brought["components"] == KNOWN["box"]["components"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_server_takes_a_match_file_of_then(kept, file):
    text = file.read_text("utf-8")
    id = kept.world.asked("cem", "imports", {"file": text, "name": file.name})["id"]
    plain = json.loads(text)
    state = kept.world.state("cem", id)
    assert (state["status"] == "over") == ("result" in plain)
    assert kept.world.asked("cem", f"matches/{id}/replay")["steps"] >= len(plain["history"])
    if state["status"] == "over":
        assert state["result"]["scores"] == plain["result"]["scores"]
        back = kept.world.asked("cem", f"matches/{id}/file")
        assert {**back, "names": 0, "players": 0} == {**plain, "names": 0, "players": 0}


def test_after_a_restart_everything_is_as_it_was_in_memory(kept):
    """Somebody watches each match meanwhile, so that the first server does not read it again."""
    world, who = kept.world, defaultdict(list)
    for match in kept.matches.values():
        who[match["id"]] = list(match["who"])
    for one in (
        world.people if kept.kind == "sqlite" else ()
    ):  # what was brought and made since, too
        for line in world.asked(one, "matches?mine=true"):
            who[line["id"]] += [one] * (one not in who[line["id"]])
    with ExitStack() as stack:
        for id, people in who.items():
            stack.enter_context(world.socket(people[0], id))
            rested(world, {"id": id, "who": people})
        before = read_in_short(world, who) | read_lists(world, KEYS)
    kept.server.stop()
    kept.server.start()
    after = read_in_short(world, who) | read_lists(world, KEYS)
    assert compared(before, after) == []


# Match files


@pytest.fixture
def box(tmp_path):
    """The pieces with which some of the files were played."""
    folder = tmp_path / "box"
    folder.mkdir()
    for name, text in KNOWN["box"]["files"].items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_match_file_of_then_is_loaded_goes_on_and_is_saved_as_it_was(file, box, tmp_path):
    text = file.read_text("utf-8")
    match = Match.load(file, box if json.loads(text).get("components") else None)
    match.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_text("utf-8") == text
    if not match.over:
        match.play(match.legal()[0])


def test_matches_of_solaris_go_on_under_the_start_with_which_they_began():
    """Version 2 has another start by default; what was settled then is in the file."""
    old = Match.load(HERE / "matches" / "saved-solaris-unfinished.json")
    new = Match("solaris", seats=3, seed=1)

    assert (old.game.version, new.game.version) == (1, 2)
    assert "waste" not in old.options
    assert old.options["start"] == "fifteen"
    assert new.options["start"] == "sixteen"
    assert first_energy(old) == {15}
    assert first_energy(new) == {16}


def first_energy(match):
    """What the seats have in all when the first round begins."""
    table = next(table for table in match.tables if table.round == 1)
    return {sum(table.energy[n, seat] for n in range(6)) for seat in range(match.seats)}


def test_there_is_a_file_of_every_kind():
    """All games; finished or not, by hand, with own pieces, against an opponent."""
    kinds = defaultdict(set)
    for file in FILES:
        plain = json.loads(file.read_text("utf-8"))
        for kind in ("result", "components", "players"):
            kinds[plain["game"]] |= {kind} if kind in plain else {f"no {kind}"}
        kinds[plain["game"]] |= {"by hand"} if plain["dealing"]["by_hand"] else set()
    assert set(kinds) == {"soluna", "solenia", "solaris", "guild-solo"}
    assert all({"result", "no result", "by hand"} <= kind for kind in kinds.values())
    assert "components" in kinds["solenia"]
    assert "players" in kinds["soluna"]
