"""What whoever runs a server leans on: names, health, locks, and that nothing is left behind."""

import asyncio
import os
import resource
import signal
import subprocess
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg
import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from player import asked, guest
from served import Served, cmdline, postgres


@pytest.fixture(autouse=True)
def _interpreted_rules(monkeypatch):
    """Servers start in half the time where no compiled rules are loaded."""
    monkeypatch.setenv("SUNROOM_INTERPRETED", "1")


# Names


def test_by_a_name_that_is_not_its_own_nothing_is_to_be_had(tmp_path):
    """A page elsewhere may let its own name lead here and then read what is answered."""
    with Served(tmp_path, more=["--host-name", "Sunroom.example.org"]) as served:
        token = guest(served.address, "Ann")
        match = asked(served.address, token, "matches", {"game": "guild-solo", "seats": [{"kind": "me"}]})["id"]  # fmt: skip
        paths = ["/", "/api/me", f"/api/matches/{match}", "/healthz", "/page/none.js", "/nothing"]
        for host in ("evil.example", f"evil.example:{served.port}", "sunroom.example.org.evil.example", "[", ""):  # fmt: skip
            answers = [httpx.get(served.address + path, headers={"Host": host}) for path in paths]
            assert {answer.status_code for answer in answers} == {421}, host
            assert not socket_opens(served, match, token, host)
        refused = httpx.post(f"{served.address}/api/me", json={}, headers={"Host": "evil.example"})
        assert refused.status_code == 421
        assert refused.json()["id"] == "foreign_host"
        assert "'evil.example'" in refused.json()["text"]
        assert "set-cookie" not in refused.headers
        for host in ("sunroom.example.org", "SUNROOM.example.org:443", "localhost", "127.0.0.1:1"):
            assert httpx.get(f"{served.address}/healthz", headers={"Host": host}).is_success, host
            assert socket_opens(served, match, token, host)


def socket_opens(served, match, token, host):
    address = f"ws://127.0.0.1:{served.port}/api/matches/{match}/socket"
    headers = {"Authorization": f"Bearer {token}", "Host": host}
    try:
        with connect(address, additional_headers=headers, proxy=None) as socket:
            return '"t":"match"' in socket.recv(timeout=20)
    except InvalidStatus as why:
        return why.response.status_code != 403


# Health


def health(served):
    return httpx.get(f"{served.address}/healthz", timeout=20).status_code


def await_status(served, wanted):
    end = time.monotonic() + 60
    while health(served) != wanted:
        assert time.monotonic() < end
        time.sleep(0.1)


def creates(served):
    return httpx.post(f"{served.address}/api/me", json={"name": "x"}, timeout=20).status_code


def check_alive(served):
    assert httpx.get(f"{served.address}/livez", timeout=20).json() == {"alive": True}


def test_a_server_that_cannot_store_anything_is_alive_and_not_ready(tmp_path):
    """A file that must not grow fails as a full disk does."""
    with Served(tmp_path) as served:
        assert health(served) == 200
        pid = served.process.pid
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (400_000, hard))
        while (status := creates(served)) != 503:
            assert status == 200
        await_status(served, 503)
        check_alive(served)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))
        await_status(served, 200)
        assert creates(served) == 200


def test_a_database_that_only_reads_is_not_ready_either(tmp_path):
    with postgres() as database_server, Served(tmp_path, database_server.url) as served:
        assert health(served) == 200
        asyncio.run(only_reads(database_server.url, "on"))
        assert creates(served) == 503
        await_status(served, 503)
        check_alive(served)
        asyncio.run(only_reads(database_server.url, "off"))
        await_status(served, 200)
        assert creates(served) == 200


async def only_reads(url, how):
    connection = await asyncpg.connect(url)
    await connection.execute("SET default_transaction_read_only = off")
    await connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {how}")
    await connection.execute("SELECT pg_reload_conf()")
    await connection.close()


def test_many_who_ask_for_health_cost_one_write(tmp_path):
    with Served(tmp_path) as served:
        wal = tmp_path / "sunroom.db-wal"
        health(served)
        before, start = wal.stat().st_size, time.monotonic()
        for _ in range(50):
            assert health(served) == 200
        commits = time.monotonic() - start + 1
        assert wal.stat().st_size - before <= commits * 8 * (4096 + 24)


# One server for one file


def said_by(served, folder):
    """What a server says that cannot start."""
    env = os.environ | {"SUNROOM_DATA": str(folder), "LC_ALL": "en_GB.UTF-8"}
    done = subprocess.run(
        served.command, env=env, capture_output=True, text=True, timeout=200, check=False
    )
    assert done.returncode in (1, 2), done.stderr
    return " ".join((done.stdout + done.stderr).split())


def test_a_second_server_does_not_start_on_the_same_file(tmp_path):
    """Even from another data folder, and by another way to the file."""
    file, link = tmp_path / "one" / "played.db", tmp_path / "link.db"
    link.symlink_to(file)
    file.parent.mkdir()
    with Served(tmp_path, str(file)) as first:
        for number, way in enumerate((file, link, file.parent / ".." / "one" / file.name)):
            other = tmp_path / f"other{number}"
            assert f"open already at {first.address}/" in said_by(Served(other, str(way)), other)
        assert creates(first) == 200
    with Served(tmp_path, str(link)) as again:
        assert creates(again) == 200


def test_an_empty_file_is_no_database(tmp_path):
    file = tmp_path / "sunroom.db"
    file.touch()
    assert f"{file} is empty" in said_by(Served(tmp_path, str(file)), tmp_path)
    assert file.stat().st_size == 0


# Nothing is left behind


def descendants(pid):
    """All processes below one."""
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, file.read_text().split()):
            yield child
            yield from descendants(child)


@contextmanager
def left_of(served):
    """The processes below a server that was killed alone, as a shortage of memory does it."""
    left = list(descendants(served.process.pid))
    os.kill(served.process.pid, signal.SIGKILL)
    served.process.wait()
    served.process.stdout.close()
    try:
        yield left
    finally:
        for pid in left:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def await_end(pids):
    end = time.monotonic() + 60
    while left := {pid: cmdline(pid) for pid in pids if cmdline(pid)}:  # a dead one has no command
        assert time.monotonic() < end, left
        time.sleep(0.1)


def await_thinkers(served, serving):
    end = time.monotonic() + 60
    while True:
        below = [cmdline(pid) for pid in descendants(served.process.pid)]
        if sum("spawn_main" in command for command in below) > serving:
            return
        assert time.monotonic() < end, below
        time.sleep(0.1)


def think(served, game="solenia"):
    """A match in which opponents are asked."""
    token = guest(served.address, "Ann")
    seats = [{"kind": "ai", "level": "master"}, {"kind": "ai", "level": "master"}, {"kind": "me"}]
    asked(served.address, token, "matches", {"game": game, "seats": seats})


def test_workers_end_with_their_parent_however_it_dies(tmp_path):
    with postgres() as database_server:
        served = Served(tmp_path, database_server.url, workers=2)
        with served:
            think(served)
            await_thinkers(served, serving=2)
            with left_of(served) as left:
                await_end(left)
        with served:  # at the same port
            assert health(served) == 200


def test_thinkers_end_with_their_server_however_it_dies(tmp_path):
    with Served(tmp_path) as served:
        think(served)
        await_thinkers(served, serving=0)
        with left_of(served) as left:
            await_end(left)


def test_a_worker_that_is_slow_is_not_taken_for_dead(tmp_path):
    """On a busy machine starting one takes seconds; who is replaced meanwhile never starts."""
    with postgres() as database_server, Served(tmp_path, database_server.url, workers=2) as served:
        slow = served.pids()[0]
        os.kill(slow, signal.SIGSTOP)
        time.sleep(7)
        os.kill(slow, signal.SIGCONT)
        time.sleep(1)

        assert slow in served.pids()
        assert health(served) == 200
