"""Servers, workers and databases that die while people play: what was acknowledged is there, and
every match goes on.
"""

import asyncio
import json
import os
import re
import signal
import sqlite3
import time
from collections import Counter
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace

import asyncpg
import httpx
import pytest
from sqlalchemy import insert, select

import guests
from player import Player, asked, guest, seated
from served import Served, open_backend, owner, postgres
from sunroom.match import matchfile
from sunroom.server.store import database, schema
from sunroom.server.store.postgres import PostgresStore
from sunroom.server.store.store import Conflict, EventRow, Unavailable, Write

# A game, its seats, how long a player thinks, and after how many decisions it has enough.
SOLUNA = ("soluna", 2, 0.12, None)
TABLES = [
    *[SOLUNA] * 7,
    ("solenia", 2, 0.08, None),
    ("solenia", 3, 0.05, None),
    ("solaris", 3, 0.02, 40),
    ("guild-solo", 1, 0.15, None),
    ("guild-solo", 1, 0.15, None),
]
FEWER = TABLES[5:-1]  # for PostgreSQL
KILLED = 6  # times
WORKERS_KILLED = 3
RESTARTED = 2
MOMENTS = (0.4, 1.6)  # seconds between two crashes
LOOKED_AT = 20  # moves
AT_ONCE = 1.0  # seconds until another worker shows a move
PATIENCE = 60  # seconds until all matches must have ended
CLAIMS = """
    SELECT client_port FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted
    AND (classid::bigint << 32) | objid::bigint = hashtextextended('opponents of ' || $1, 0)
"""


@pytest.fixture(autouse=True)
def _plain_rules(monkeypatch):
    """Servers start in half the time where no compiled rules are loaded."""
    monkeypatch.setenv("SUNROOM_INTERPRETED", "1")


# Playing


def seated_at(address, tables):
    """Players for all tables."""
    return [
        player
        for game, seats, pace, enough in tables
        for player in seated(address, game, seats, pace=pace, enough=enough)
    ]


async def played(players, meanwhile):
    """Let everybody play while something happens; then they hurry, until all matches are over."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        await meanwhile
        for player in players:
            player.pace = 0
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*tasks)
    except TimeoutError:
        pytest.fail("\n".join(where(player) for player in players if not player.over))
    finally:
        for task in tasks:
            task.cancel()


def where(player):
    state = {key: value for key, value in player.state.items() if key not in ("view", "told")}
    return f"{player.match} seat {player.seat} waits: asked {player.asked}, {state}"


async def moment(random):
    await asyncio.sleep(random.uniform(*MOMENTS))


# What must be true afterwards


def events_of(url):
    """The events of every match as they are stored."""

    def work(connection):
        table = schema.events.c
        rows = connection.execute(select(schema.events).order_by(table.match, table.n)).all()
        return [(row.match, row.n, json.loads(row.data)) for row in rows]

    found = {}
    for match, n, event in database.using(url, work):
        found.setdefault(match, []).append((n, event))
    return found


def check_stored(players, events):
    """Everything that was acknowledged is stored where it was said to be; nothing else is."""
    for player in players:
        stored = events[player.match]
        assert [n for n, _ in stored] == list(range(1, len(stored) + 1)), player.match
        mine = {n: e["texts"][0] for n, e in stored if e["k"] == "played" and e["seat"] == player.seat}  # fmt: skip
        lost = {n: text for n, text in player.stored.items() if mine.get(n) != text}
        assert not lost, f"{player.match}, seat {player.seat}: {lost} of {mine}"
        others = Counter(text for n, text in mine.items() if n not in player.stored)
        assert not others - Counter(player.unsure), f"{player.match}: nobody has played {others}"
        assert not player.vanished, f"{player.match}: shown, but not stored: {player.vanished}"


def check_alike(players, address):
    """A server that has just been started shows what everybody saw last."""
    for player in players:
        seen = asked(address, player.token, f"matches/{player.match}")["state"]
        for key in ("n", "status", "view", "result"):
            assert seen.get(key) == player.state.get(key), (player.match, key, seen["n"])


def check_files(players, address):
    """The record tells every move by its number; the file can be read and its draws are honest."""
    for player in players:
        record = asked(address, player.token, f"matches/{player.match}/record")
        texts = {line["n"]: line["texts"][0] for line in record["line"] if line["seat"] >= 0}
        assert texts.items() >= player.stored.items(), player.match
    for player in {player.match: player for player in players}.values():
        text = json.dumps(asked(address, player.token, f"matches/{player.match}/file"))
        match = matchfile.loads(text, player.match)
        assert matchfile.dealer_steps(match)
        assert matchfile.false_draws(match) == []
        assert match.over == (player.state["status"] == "over")
        assert player.state["result"]["reason"] == ("played" if match.over else "aborted")


def check_log(folder):
    """The server has met nothing that it did not expect."""
    lines = [line for line in (Path(folder) / "log").read_text().splitlines() if line[:1] == "{"]
    errors = [line for line in lines if json.loads(line).get("level") == "error"]
    assert not errors, "\n".join(json.loads(line).get("exception", line) for line in errors[:3])


def check_all(players, served, url):
    check_stored(players, events_of(url))
    served.stop()
    with served:
        check_alike(players, served.address)
        check_files(players, served.address)
    check_log(served.folder)


def move(text):
    return {"k": "played", "seat": 0, "texts": [text]}


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([(1, {"k": "began"})], "seat 0: {2: 'a1'}"),
        ([(1, {"k": "began"}), (2, move("b2"))], "seat 0: {2: 'a1'}"),
        ([(1, {"k": "began"}), (2, move("a1")), (4, move("c3"))], "1, 2, 4"),
        ([(1, {"k": "began"}), (2, move("a1")), (3, move("d4"))], "nobody has played"),
        ([(1, {"k": "began"}), (2, move("a1")), (3, move("c3"))], "shown, but not stored"),
    ],
)
def test_the_checks_notice_what_is_lost(events, why):
    player = Player("http://nowhere", "match", "token")
    player.seat, player.stored, player.unsure, player.vanished = 0, {2: "a1"}, ["c3"], [(4, 3)]
    with pytest.raises(AssertionError, match=re.escape(why)):
        check_stored([player], {"match": events})


# SQLite


def test_what_was_acknowledged_survives_the_death_of_a_server(tmp_path):
    served = Served(tmp_path)

    async def killed():
        random = Random(1)
        for _ in range(KILLED):
            await moment(random)
            await asyncio.to_thread(served.kill)
            await asyncio.to_thread(served.start)

    with served:
        players = seated_at(served.address, TABLES)
        asyncio.run(played(players, killed()))
        assert all(player.visits > 1 for player in players)
        check_all(players, served, str(tmp_path / "sunroom.db"))
    with sqlite3.connect(tmp_path / "sunroom.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


# PostgreSQL


def test_what_was_acknowledged_survives_the_death_of_a_worker(tmp_path):
    with postgres() as database_server:
        served = Served(tmp_path, database_server.url, workers=2)

        async def killed():
            random = Random(2)
            for _ in range(WORKERS_KILLED):
                await moment(random)
                os.kill(await busy_worker(served, players, random), signal.SIGKILL)

        with served:
            players = seated_at(served.address, FEWER)
            asyncio.run(played(players, killed()))
            assert sum(player.visits for player in players) > len(players)
            check_all(players, served, database_server.url)


async def busy_worker(served, players, random):
    """A worker at which somebody plays; it may take some seconds until dead ones are replaced."""
    while True:
        port = random.choice(players).port
        if port and (found := owner(served.pids(), served.port, port)) not in (
            None,
            served.process.pid,
        ):
            return found
        await asyncio.sleep(0.02)


def test_a_server_survives_a_restart_of_its_database(tmp_path):
    with postgres() as database_server:
        served = Served(tmp_path, database_server.url)

        async def restarted():
            random = Random(3)
            for _ in range(RESTARTED):
                await moment(random)
                await asyncio.to_thread(database_server.stop, "immediate")
                await asyncio.to_thread(until_away, served)
                await asyncio.to_thread(database_server.start)

        with served:
            first = served.process.pid
            players = seated_at(served.address, FEWER)
            asyncio.run(played(players, restarted()))
            assert served.process.poll() is None
            assert served.process.pid == first
            refused = sum((player.refused for player in players), Counter())
            assert refused[503]
            assert set(refused) <= {409, 429, 503}
            check_all(players, served, database_server.url)


def health(served):
    return httpx.get(f"{served.address}/healthz", timeout=10)


def until_away(served):
    """Wait for the server to say that its database is away; what it found a second ago may be kept."""
    end = time.monotonic() + 10
    while health(served).status_code != 503:
        assert time.monotonic() < end, "healthz says ok without a database"
        time.sleep(0.1)


def test_two_workers_show_each_other_their_moves(tmp_path):
    with postgres() as database_server, Served(tmp_path, database_server.url, workers=2) as served:
        players = seated(served.address, "soluna", 2)
        waits = asyncio.run(alternating(served, players))
    assert len(waits) == LOOKED_AT
    assert max(waits) < AT_ONCE


async def alternating(served, players):
    """Both at different workers; the seconds between an answer and the other's seeing it."""
    async with at_different_workers(served, players) as sockets:
        for player, socket in zip(players, sockets, strict=True):
            await until(player, socket, lambda player=player: player.state is not None)
        return [await one_move(players, sockets) for _ in range(LOOKED_AT)]


async def one_move(players, sockets):
    mover = next(n for n, player in enumerate(players) if player.state["turn"] == player.seat)
    await players[mover].go_on(sockets[mover])
    await until(players[mover], sockets[mover], lambda: players[mover].asked is None)
    start = time.monotonic()
    other = 1 - mover
    await until(players[other], sockets[other], lambda: players[other].seen == players[mover].seen)
    return time.monotonic() - start


async def until(player, socket, reached):
    """Read frames until something is true."""
    async with asyncio.timeout(PATIENCE):
        while not reached():
            await player.take(json.loads(await socket.recv()))


@asynccontextmanager
async def at_different_workers(served, players):
    """A socket for each of two players, open at two different workers."""
    one, two = players
    async with one.opened() as first, asyncio.timeout(PATIENCE) as limit:
        while True:  # the second worker may have begun to listen a moment ago
            async with two.opened() as second:
                if len({worker(served, one) for one in (first, second)} - {None}) > 1:
                    limit.reschedule(None)
                    yield first, second
                    return
            await asyncio.sleep(0.02)


def worker(served, socket):
    return served.worker_at(socket.local_address[1])


def test_one_worker_moves_an_opponent_and_another_takes_over_when_it_dies(tmp_path):
    """The processes that think are started for the first move, so it takes long enough."""
    with postgres() as database_server, Served(tmp_path, database_server.url, workers=2) as served:
        token = guest(served.address, "host")
        seats = [{"kind": "me"}, {"kind": "ai", "level": "novice"}]
        wish = {"game": "soluna", "seats": seats}
        match = asked(served.address, token, "matches", wish)["id"]
        players = [Player(served.address, match, token, seed=n) for n in range(2)]
        asyncio.run(taken_over(served, database_server, players))
        assert players[0].turned == 0  # no move was in vain
        check_stored(players[:1], events_of(database_server.url))


async def taken_over(served, database_server, players):
    async with at_different_workers(served, players) as sockets:
        player, socket = players[0], sockets[0]
        await until(player, socket, lambda: player.state is not None)
        while player.state["turn"] == player.seat:
            await player.go_on(socket)
            await until(player, socket, lambda: player.asked is None)
        first = await thinking_worker(served, database_server, player.match)
        os.kill(first, signal.SIGKILL)
    start = player.seen
    async with asyncio.timeout(PATIENCE):
        await player.play()
    assert player.seen > start


async def thinking_worker(served, database_server, match):
    """The only worker that thinks about a match."""
    connection = await asyncpg.connect(database_server.url)
    try:
        async with asyncio.timeout(PATIENCE):
            while not (found := await connection.fetch(CLAIMS, match)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    finally:
        await connection.close()
    assert len(found) == 1
    return owner(served.pids(), found[0]["client_port"], database_server.port)


def test_who_comes_back_at_another_worker_is_shown_nothing_older(tmp_path):
    """Even where that one has not been told yet what the first one has written."""

    async def main(url):
        async with open_backend(tmp_path, url) as one, open_backend(tmp_path, url) as two:
            (ann,) = await guests.guests(one, "Ann")
            ann.id = (await ann.create("soluna", "me", "me")).id
            there = guests.Guest(two, ann.person, "Ann")
            await there.watch(ann.id)  # so the other worker has it in memory
            two.registry.touched = lambda *_: []  # no notice arrives
            await ann.watch(ann.id)
            for _ in range(3):
                await ann.play(ann.state["legal"][0])
            again = guests.Guest(two, ann.person, "Ann")
            await again.watch(ann.id, since=ann.state["n"])
            assert again.state["n"] == ann.state["n"]

    with postgres() as server:
        asyncio.run(main(server.url))


# The store itself


def test_claims_of_many_matches_at_once_are_all_answered():
    async def claims(url):
        one, two = PostgresStore(url), PostgresStore(url)
        matches = [str(n) for n in range(20)]
        for store in (one, two):
            await store.open(lambda match, n: None)
        assert all(await asyncio.gather(*map(one.claim, matches)))
        assert not any(await asyncio.gather(*map(one.claim, matches)))
        assert not any(await asyncio.gather(*map(two.claim, matches)))
        await asyncio.gather(*map(one.release, matches[:10]))
        assert await asyncio.gather(*map(two.claim, matches)) == [True] * 10 + [False] * 10
        await one.close()
        assert all(await asyncio.gather(*map(two.claim, matches[10:])))
        await two.close()

    with postgres() as database_server:
        asyncio.run(claims(database_server.url))


def test_an_answer_that_was_cut_off_means_that_the_database_is_away():
    """A connection that is killed amid an answer may say no more than this."""

    class CutOff:
        async def __aenter__(self):
            raise asyncpg.InternalClientError("got result for unknown protocol state 3")

        async def __aexit__(self, *_):
            raise AssertionError("it was never entered")

        async def fetchval(self, *_, **__):
            await self.__aenter__()

        def terminate(self):
            self.terminated = True

    async def main():
        store = PostgresStore("postgresql://nobody@127.0.0.1/nothing")
        store.engine = SimpleNamespace(connect=CutOff, begin=CutOff)
        store.own_notices, store.claimed = set(), set()
        store.querying, store.listener = asyncio.Lock(), (listener := CutOff())
        with pytest.raises(Unavailable):
            await store.read(select(schema.boxes))
        write = Write([EventRow("m", 1, 0, "{}")])
        assert isinstance(await store._attempt([write]), Unavailable)
        assert not await store.claim("m")
        assert (listener.terminated, store.listener) == (True, None)

    asyncio.run(main())


def test_others_are_told_of_every_write_of_a_commit_and_its_writer_of_none(tmp_path):
    ids = [f"{n:040}" for n in range(300)]  # as long as ids of matches may be

    async def heard(url):
        told, own = [], []
        one, two = PostgresStore(url), PostgresStore(url)
        await one.open(lambda *notice: own.append(notice))
        await two.open(lambda *notice: told.append(notice))
        writes = [
            Write([EventRow(id, 1, 0, "{}")], notice=(id, -n - 1)) for n, id in enumerate(ids)
        ]
        await asyncio.gather(*map(one.write, writes))
        await guests.until(lambda: len(told) >= len(ids) and not one.own_notices)
        await one.close()
        await two.close()
        return told, own

    with postgres() as database_server:
        database.prepare(database_server.url, tmp_path)
        told, own = asyncio.run(heard(database_server.url))
    assert sorted(told) == [(id, -n - 1) for n, id in enumerate(ids)]
    assert own == []


def test_what_one_writes_wrongly_does_not_fail_the_others(tmp_path):
    """They share a commit."""

    async def writes(url):
        store = database.store(url)
        await store.open(lambda match, n: None)
        rows = [new_box(name) for name in ("a", "b\0", "c", "a")]
        done = await asyncio.gather(*map(store.write, rows), return_exceptions=True)
        found = await store.read(select(schema.boxes.c.digest).order_by(schema.boxes.c.digest))
        await store.close()
        return done, [row.digest for row in found]

    with postgres() as database_server:
        database.prepare(database_server.url, tmp_path)
        (first, nul, third, again), found = asyncio.run(writes(database_server.url))
    assert first is None
    assert third is None
    assert isinstance(nul, Exception)
    assert not isinstance(nul, Unavailable)
    assert isinstance(again, Conflict)
    assert found == ["a", "c"]


def new_box(digest):
    return Write(statements=[insert(schema.boxes).values(digest=digest, game="soluna", files="{}")])
