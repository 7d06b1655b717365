"""Connections have bounds: how many, how long a head may take, and how large it may be."""

import resource
import socket
import threading
import time
from contextlib import ExitStack, closing, contextmanager

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from player import asked, guest
from served import Served, free_port
from sunroom.server import limits
from sunroom.server.http import connection
from sunroom.server.http.connection import LARGEST_REQUEST, BoundedHttp
from sunroom.server.http.websocket import QuickWebSocket
from sunroom.server.security import Tally

MOST = limits.CONNECTIONS.address
ATTACK = 1004  # connections with which a process was stopped whose limit is 1,024
OTHER = "127.0.0.2"  # Linux has all of 127.0.0.0/8


# A server as it is started, with the file limit that systems give


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """It believes nobody at 127.0.0.1, as if nothing stood before it."""
    more = ["--limit", "1000", "--proxies", "127.0.0.9"]
    with few_files(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("SUNROOM_INTERPRETED", "1")
        server = Served(tmp_path_factory.mktemp("served"), more=more).start()
    with server_stopped(server):
        yield server


@contextmanager
def server_stopped(server):
    try:
        yield
    finally:
        server.stop()


@contextmanager
def few_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def many_files():
    """For those who attack."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4096)), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_file_limit_is_raised_as_far_as_the_system_allows(served):
    soft, hard = resource.prlimit(served.process.pid, resource.RLIMIT_NOFILE)
    assert soft == min(hard, 65_536)


def test_who_opens_a_thousand_connections_locks_nobody_else_out(served):
    with many_files(), ExitStack() as stack:
        opened = [stack.enter_context(closing(plain(served.port))) for _ in range(ATTACK)]
        told = refusal(opened[-1])
        assert told.startswith("HTTP/1.1 429 ")
        assert "\r\nretry-after: 1\r\n" in told
        with httpx.Client(transport=httpx.HTTPTransport(local_address=OTHER), timeout=10) as pages:
            for _ in range(20):
                assert pages.get(f"{served.address}/livez").status_code == 200
        held = [one for one in opened if is_open(one)]
        assert len(held) == MOST
    await_room(served)


def test_who_opens_a_thousand_sockets_locks_nobody_else_out(served):
    token = guest(served.address, "Ann")
    wish = {"game": "guild-solo", "seats": [{"kind": "me"}]}
    match = asked(served.address, token, "matches", wish)["id"]
    handshake = (
        f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    await_room(served)
    with many_files(), ExitStack() as stack:
        for _ in range(MOST):
            one = stack.enter_context(closing(plain(served.port)))
            one.sendall(handshake)
            assert one.recv(12) == b"HTTP/1.1 101"
        assert refusal(stack.enter_context(closing(plain(served.port)))).startswith("HTTP/1.1 429 ")
        elsewhere = socket.create_connection(("127.0.0.1", served.port), 10, (OTHER, 0))
        with closing(elsewhere) as other:
            other.sendall(handshake)
            assert other.recv(12) == b"HTTP/1.1 101"
    await_room(served)


def plain(port):
    return socket.create_connection(("127.0.0.1", port), 10)


def refusal(one):
    """All that a connection gets before it is closed."""
    with closing(one.makefile("rb")) as file:
        return file.read().decode()


def is_open(one):
    one.settimeout(0)
    try:
        return one.recv(1) != b"" and is_open(one)
    except BlockingIOError:
        return True
    except OSError:
        return False


def await_room(served):
    """Closed connections are forgotten."""
    end = time.monotonic() + 10
    while True:
        try:
            if httpx.get(f"{served.address}/livez").status_code == 200:
                return
        except httpx.HTTPError:
            pass
        assert time.monotonic() < end


# Behind a proxy


def test_behind_a_proxy_the_address_that_it_names_is_counted(tmp_path, monkeypatch):
    monkeypatch.setenv("SUNROOM_INTERPRETED", "1")
    with Served(tmp_path, more=["--limit", "1000"]) as served, many_files(), ExitStack() as stack:
        token = guest(served.address, "Ann")
        wish = {"game": "guild-solo", "seats": [{"kind": "me"}]}
        match = asked(served.address, token, "matches", wish)["id"]
        address = f"ws://127.0.0.1:{served.port}/api/matches/{match}/socket"

        def watching(host):
            headers = {"X-Forwarded-For": host}
            one = connect(address, additional_headers=headers, proxy=None, ping_interval=None)
            one = stack.enter_context(one)
            first = one.recv(timeout=20)
            return one, '"t":"match"' in first

        sockets = [watching("192.0.2.1") for _ in range(MOST)]
        assert all(welcome for _, welcome in sockets)
        refused, welcome = watching("192.0.2.1")
        assert not welcome
        with pytest.raises(ConnectionClosed) as closed:
            refused.recv(timeout=20)
        assert closed.value.rcvd.code == 4429
        stream = f"{served.address}/api/matches/{match}/stream"
        answer = httpx.get(stream, headers={"X-Forwarded-For": "192.0.2.1"}, timeout=20)
        assert answer.status_code == 429
        assert f"{MOST} connections" in answer.json()["text"]
        assert watching("192.0.2.2")[1]
        sockets[0][0].close()
        end = time.monotonic() + 10
        while not watching("192.0.2.1")[1]:
            assert time.monotonic() < end


# One connection


class Hasty(BoundedHttp):
    head_within = body_within = 0.5


class Small:
    """A server in this process that answers with the size of what it got."""

    def __init__(self):
        self.port = free_port()
        config = uvicorn.Config(
            self.answer, port=self.port, http=Hasty, ws=QuickWebSocket, lifespan="off",
            interface="asgi3",
            log_config=None, timeout_keep_alive=5,
        )  # fmt: skip
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)

    async def answer(self, scope, receive, send):
        size, more = 0, True
        while more:
            message = await receive()
            size, more = size + len(message.get("body", b"")), message.get("more_body", False)
        text = str(size).encode()
        headers = [(b"content-length", str(len(text)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": text})

    def said(self, *parts):
        """What is answered to some bytes until the connection is closed."""
        with closing(plain(self.port)) as one:
            try:
                for part in parts:
                    one.sendall(part)
            except OSError:
                return "cut off"
            try:
                return refusal(one)
            except OSError:
                return "cut off"


@pytest.fixture(scope="module")
def small():
    server = Small()
    server.thread.start()
    while not server.server.started:
        time.sleep(0.01)
    yield server
    server.server.should_exit = True
    server.thread.join(10)


GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
ONCE = b"Connection: close\r\n"


def test_headers_that_do_not_end_are_cut_off_in_time(small):
    start = time.monotonic()
    assert small.said(GET).startswith("HTTP/1.1 408 ")
    assert small.said(b"") == ""
    assert small.said(b"\r\n").startswith("HTTP/1.1 408 ")
    whole = GET + b"\r\n"
    assert small.said(whole + GET).count("HTTP/1.1 ") == 2, "the second of two is not waited for"
    assert 0.5 <= time.monotonic() - start < 10


def test_headers_that_drip_do_not_win_time(small):
    with closing(plain(small.port)) as one:
        one.sendall(GET)
        start = time.monotonic()
        while time.monotonic() < start + 5:
            try:
                one.sendall(b"a: b\r\n")
            except OSError:
                break
            time.sleep(0.05)
        assert time.monotonic() < start + 4


def test_a_body_that_does_not_end_is_cut_off_in_time(small):
    post = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"
    assert small.said(post) in ("", "cut off")


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"a: " + b"b" * (limits.HEADER.each - 3), 200),
        (b"a: " + b"b" * (limits.HEADER.each + 3), 431),
        (b"\r\n".join(b"a: b" for _ in range(limits.HEADERS.each - 2)), 200),
        (b"\r\n".join(b"a: b" for _ in range(limits.HEADERS.each + 1)), 431),
        (b"\r\n".join(b"a: " + b"b" * 4000 for _ in range(7)), 200),
        (b"\r\n".join(b"a: " + b"b" * 4000 for _ in range(9)), 431),
    ],
    ids=["long line", "too long a line", "many lines", "too many", "much", "too much"],
)
def test_headers_are_so_large_and_so_many(small, head, status):
    assert small.said(GET + ONCE + head + b"\r\n\r\n").startswith(f"HTTP/1.1 {status} ")


def test_a_header_without_an_end_is_not_kept(small):
    assert small.said(GET, b"a" * 100_000).startswith("HTTP/1.1 431 ")
    assert small.said(GET + b"a: ", b"b" * 100_000).startswith("HTTP/1.1 431 ")
    assert small.said(GET, *[b"a: b\r\n" * 10_000] * 300) == "cut off"


def test_an_address_is_so_long(small):
    line = b"GET /%s HTTP/1.1\r\nHost: x\r\n" + ONCE + b"\r\n"
    assert small.said(line % (b"a" * (limits.URL.each - 1))).startswith("HTTP/1.1 200 ")
    assert small.said(line % (b"a" * limits.URL.each)).startswith("HTTP/1.1 414 ")
    assert small.said(b"GET /" + b"a" * 100_000).startswith("HTTP/1.1 414 ")


def test_what_follows_a_body_is_not_kept(small):
    chunked = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n"
    assert "\r\n\r\n1" in small.said(chunked + b"a: b\r\n\r\n" + GET + ONCE + b"\r\n")
    trailer = b"a: " + b"b" * 100_000 + b"\r\n"
    assert small.said(chunked, *[trailer] * (LARGEST_REQUEST // len(trailer) + 20)) == "cut off"


def test_chunks_do_not_go_on_for_ever(small):
    head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"186a0\r\n" + b"a" * 100_000 + b"\r\n"
    assert small.said(head, *[chunk] * (LARGEST_REQUEST // len(chunk) + 20)) == "cut off"


def test_one_connection_takes_any_number_of_requests(small):
    with httpx.Client(base_url=f"http://127.0.0.1:{small.port}") as client:
        for n in range(60):
            answer = client.post("/", content=b"a" * 100_000, headers={"a": "b" * 2000})
            assert answer.text == "100000", n


def test_nonsense_is_refused(small):
    assert small.said(b"nonsense\r\n\r\n").startswith("HTTP/1.1 400 ")


def test_a_process_keeps_files_for_itself(small, monkeypatch):
    monkeypatch.setattr(connection.OPEN, "most", 2)
    with closing(plain(small.port)), closing(plain(small.port)):
        time.sleep(0.05)
        assert small.said(GET + b"\r\n").startswith("HTTP/1.1 503 ")


def test_what_was_given_back_can_be_taken_again():
    held = Tally(1)
    held.take("a")
    held.take("b")
    with pytest.raises(Exception, match="1 connections"):
        held.take("a")
    held.give_back("a")
    held.take("a")
    assert dict(held.now) == {"a": 1, "b": 1}
