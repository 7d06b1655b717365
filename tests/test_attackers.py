"""Attackers over HTTP and sockets: however many matches they make, as however many guests, others
are served. The proxy in front, which tells the addresses, is the test.
"""

import json
import re
import time
from contextlib import ExitStack, contextmanager

import httpx
import pytest
from websockets.sync.client import connect

from served import Served, postgres
from sunroom.server import limits

ATTACKER, CONFEDERATE = "203.0.113.1", "203.0.113.2"
MASTERS = ("ai:master",) * 4
PATIENCE = 120  # seconds, on a machine that does other things as well


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with Served(tmp_path_factory.mktemp("served"), more=["--limit", "5000"]) as server:
        yield server


class Somebody:
    """A guest who comes from an address."""

    def __init__(self, served, address):
        self.served = served
        self.headers = {"x-forwarded-for": address}
        self.headers["authorization"] = f"Bearer {self.post('me', {'name': 'Eve'})['token']}"

    def ask(self, method, path, wish=None):
        address = f"{self.served.address}/api/{path}"
        return httpx.request(method, address, json=wish, headers=self.headers, timeout=PATIENCE)

    def post(self, path, wish):
        answer = self.ask("POST", path, wish)
        assert answer.is_success, answer.text
        return answer.json()

    def create(self, *seats, game="solenia"):
        wishes = [{"kind": "ai", "level": s[3:]} if s.startswith("ai:") else {"kind": s} for s in seats]  # fmt: skip
        return self.post("matches", {"game": game, "seats": wishes})["id"]

    def at(self, id):
        path = f"ws://127.0.0.1:{self.served.port}/api/matches/{id}/socket"
        return connect(path, additional_headers=self.headers, compression=None)

    @contextmanager
    def matches(self, n, *seats):
        """So many, which are called off in the end, as far as they can be."""
        ids = [self.create(*seats) for _ in range(n)]
        try:
            yield ids
        finally:
            for id in ids:
                self.ask("POST", f"matches/{id}/commands", {"t": "abort"})


def frames(socket):
    while True:
        yield from map(json.loads, socket.recv(timeout=PATIENCE).split("\n"))


def thinking(served):
    """In how many matches opponents think now."""
    said = httpx.get(f"{served.address}/metrics", timeout=PATIENCE).text
    return int(float(re.search(r"^sunroom_thinking (\S+)$", said, re.MULTILINE)[1]))


def place_against_novice(somebody):
    """The worst place in the queue that somebody is told until a Novice has moved."""
    id = somebody.create("me", "ai:novice", game="soluna")
    worst, turn, n = 0, 0, -1
    with somebody.at(id) as socket:
        said = frames(socket)
        while turn == 0:  # until the Novice has to move
            frame = next(one for one in said if one["t"] == "state" and one["n"] > n)
            turn, n = frame["turn"], frame["n"]
            if turn == 0:
                play = {"t": "play", "text": frame["legal"][0], "version": n}
                socket.send(json.dumps(play))
        while (frame := next(said))["t"] != "state" or frame["n"] <= n:
            worst = max(worst, frame.get("place", 0))
    return worst


def masters_alone(served):
    """Guests of one address make matches of Masters, and somebody else watches all of them."""
    attackers = [Somebody(served, ATTACKER) for _ in range(10)]
    ids = [one.create(*MASTERS) for one in attackers]
    assert thinking(served) == 0, "nobody watches"

    watcher, most = Somebody(served, CONFEDERATE), limits.MATCHES_ALONE.person
    with ExitStack() as stack:
        sockets = [stack.enter_context(watcher.at(id)) for id in ids]
        told = [next(one for one in frames(so) if one["t"] == "thinking") for so in sockets]
        waiting = {(one["most"], one["whose"]) for one in told if one.get("most")}
        assert waiting == {(most, "person")}
        assert sum(bool(one.get("most")) for one in told) >= len(ids) - most * served.workers
        assert thinking(served) <= most * served.workers
        assert place_against_novice(Somebody(served, "198.51.100.1")) <= 2
    settle(served)


def test_whoever_makes_matches_of_masters_alone_takes_nothing_from_others(served):
    masters_alone(served)


def test_nor_where_several_processes_serve(tmp_path):
    """Each knows from where those come who watch at it, and nobody else's addresses."""
    more = ["--limit", "5000"]
    with postgres() as database, Served(tmp_path, database.url, workers=2, more=more) as served:
        masters_alone(served)


def test_watchers_of_one_address_have_room_for_so_many_matches_together(served):
    most = limits.MATCHES_ALONE.address
    ids = [Somebody(served, ATTACKER).create(*MASTERS) for _ in range(most + 2)]
    with ExitStack() as stack:
        for id in ids:
            last = stack.enter_context(Somebody(served, CONFEDERATE).at(id))
        told = next(one for one in frames(last) if one["t"] == "thinking")
        assert (told["most"], told["whose"]) == (most, "address")
        assert thinking(served) <= most
        assert place_against_novice(Somebody(served, "198.51.100.2")) <= 2
    settle(served)


def test_guests_of_one_address_who_play_against_masters_take_nothing_from_others(served):
    with ExitStack() as stack:
        for _ in range(10):
            attacker = Somebody(served, ATTACKER)
            stack.enter_context(attacker.matches(3, "me", *MASTERS[1:]))
        assert 0 < thinking(served) <= limits.MATCHES_AWAY.address
        assert place_against_novice(Somebody(served, "198.51.100.3")) <= 2
    settle(served)


def settle(served):
    """Nobody thinks for who has gone."""
    end = time.monotonic() + PATIENCE
    while thinking(served):
        assert time.monotonic() < end
        time.sleep(0.2)
