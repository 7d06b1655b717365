"""People with programs of their own: they use a server over HTTP and sockets, as anybody may."""

import json
from contextlib import ExitStack, contextmanager

import httpx
import pytest
from websockets.sync.client import connect

from served import served_on

TRIES = 200  # connections until one has come to another worker


@pytest.fixture(params=["sqlite", "postgres"], scope="module")
def server(request, tmp_path_factory):
    """On SQLite, then with two workers on a PostgreSQL."""
    with served_on(request.param, tmp_path_factory.mktemp(request.param)) as server:
        yield server


class Visitor:
    """A new guest; *elsewhere* are workers at which this one is not to be."""

    def __init__(self, server, name, *elsewhere):
        self.server = server
        self.http, self.worker = connected(server, elsewhere)
        self.token = self.http.post("/me", json={"name": name}).json()["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    @property
    def person(self):
        return self.token.partition(".")[0]

    def post(self, path, **data):
        answer = self.http.post(path, json=data)
        assert answer.is_success, answer.text
        return answer.json()

    def create(self, *seats, game="soluna", **wish):
        """A match; a seat is `me`, `open`, or the name of another player at the same device."""
        wishes = [
            {"kind": one} if one in ("me", "open") else {"kind": "me", "name": one} for one in seats
        ]
        return self.post("/matches", game=game, seats=wishes, **wish)

    def do(self, match, **command):
        """A command's answer, whatever it is."""
        return self.http.post(f"/matches/{match}/commands", json=command)

    @contextmanager
    def socket(self, match, key=""):
        url = f"ws{self.server.address[4:]}/api/matches/{match}/socket?key={key}"
        who = {"Authorization": self.http.headers["Authorization"]}
        with connect(url, additional_headers=who, proxy=None) as self.line:
            yield self

    @contextmanager
    def sockets_at_all_workers(self, match):
        """A socket of this person at each worker of the server."""
        url = f"ws{self.server.address[4:]}/api/matches/{match}/socket"
        who = {"Authorization": self.http.headers["Authorization"]}
        with ExitStack() as stack:
            lines = {}
            for _ in range(TRIES):
                line = stack.enter_context(connect(url, additional_headers=who, proxy=None))
                lines[self.server.worker_at(line.local_address[1])] = line
                if len(lines) == self.server.workers:
                    break
            assert len(lines) == self.server.workers
            yield list(lines.values())

    def until(self, true):
        """Read on until a frame says so."""
        return until(self.line, true)


def connected(server, elsewhere):
    """A client that keeps its connection, and the worker to which that leads."""
    for _ in range(TRIES):
        client = httpx.Client(base_url=f"{server.address}/api", timeout=30)
        stream = client.get(f"{server.address}/livez").extensions["network_stream"]
        worker = server.worker_at(stream.get_extra_info("client_addr")[1])
        if worker is not None and worker not in elsewhere:
            return client, worker
        client.close()
    raise AssertionError("every connection leads to the same worker")


def until(line, true):
    """Read a socket on until a frame says so."""
    while not true(frame := json.loads(line.recv(30))):
        assert frame["t"] != "refused", frame
    return frame
