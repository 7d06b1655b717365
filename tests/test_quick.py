"""The short cuts of the socket: they do what the library does, and leave to it what they do not."""

import contextlib
import json
import os
import socket as sockets
import threading

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from served import free_port
from sunroom.server.http.websocket import (
    EXTENSION,
    WRITE,
    QuickWebSocket,
    are_whole,
    framed,
    small_text,
)

SIZES = [0, 1, 3, 4, 124, 125, 126, 127, 65535, 65536]


def of_client(text, *, opcode=Opcode.TEXT, fin=True):
    data = text if isinstance(text, bytes) else text.encode()
    return Frame(opcode, data, fin).serialize(mask=True)


@pytest.mark.parametrize("size", SIZES)
def test_a_text_is_framed_as_the_library_does_it(size):
    text = os.urandom(size).hex().encode()[:size]

    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@given(st.text(max_size=200))
def test_a_small_message_is_read_as_it_was_written(text):
    size = len(text.encode())
    assert small_text(of_client(text)) == (text if 0 < size < 126 else None)


ODD = {
    "nothing": b"",
    "half a head": b"\x81",
    "a part": of_client("hello")[:-1],
    "one and a part": of_client("hello") + b"\x81",
    "two": of_client("hello") * 2,
    "divided": of_client("hello", fin=False),
    "bytes": of_client("hello", opcode=Opcode.BINARY),
    "no UTF-8": of_client(b"\xff"),
    "a ping": of_client("hello", opcode=Opcode.PING),
    "without a mask": framed(b"hello"),
    "long": of_client("x" * 126),
}


@pytest.mark.parametrize("data", ODD.values(), ids=ODD)  # a mask is random, so no id is made of it
def test_what_is_no_small_whole_text_is_left_to_the_library(data):
    assert small_text(data) is None


@given(
    st.lists(st.sampled_from([1, 5, 125, 126, 300, 70_000]), max_size=4), st.integers(0, 6)
)  # less than a frame
def test_whole_frames_are_told_from_parts(sizes, cut):
    data = b"".join(of_client("x" * size) for size in sizes)
    assert are_whole(data)
    assert are_whole(data[: len(data) - cut]) == (cut == 0 or not data)
    assert not are_whole(data + of_client("part", fin=False))


# On a line


async def echo(scope, receive, send):
    """Says each message back: at once if it can, and where it is asked for, in many pieces."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text") or message["bytes"].decode()
        if text.startswith("often "):
            for n in range(int(text[6:])):
                scope["extensions"][EXTENSION][WRITE]([b"%d" % n])
        elif not scope["extensions"][EXTENSION][WRITE]([text.encode()]):
            await send({"type": "websocket.send", "text": text})


@pytest.fixture(scope="module")
def port():
    at = free_port()
    config = uvicorn.Config(
        echo, port=at, ws=QuickWebSocket, lifespan="off", log_level="error",
        ws_per_message_deflate=False,
    )  # fmt: skip
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.01)
    yield at
    server.should_exit = True
    thread.join()


class Raw:
    """A client that says byte for byte what is sent."""

    def __init__(self, port):
        self.line = sockets.create_connection(("127.0.0.1", port), timeout=10)
        self.line.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
        self.line.sendall(
            b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        self.rest = b""
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.line.recv(4096)
        self.rest = self.rest.partition(b"\r\n\r\n")[2]

    def message(self):
        while len(self.rest) < 2 or len(self.rest) < 2 + self.rest[1]:
            self.rest += self.line.recv(4096)
        size = self.rest[1]
        text, self.rest = self.rest[2 : 2 + size], self.rest[2 + size :]
        return text.decode()


@pytest.fixture
def raw(port):
    made = Raw(port)
    yield made
    made.line.close()


def test_messages_are_heard_however_they_are_cut(raw):
    for n in range(len(of_client("hello"))):
        data = of_client("hello")
        raw.line.sendall(data[:n])
        raw.line.sendall(data[n:])
        assert raw.message() == "hello"
    raw.line.sendall(of_client("one") + of_client("two"))
    assert [raw.message(), raw.message()] == ["one", "two"]


def test_a_divided_message_is_put_together_and_a_ping_between_is_answered(raw):
    raw.line.sendall(of_client("first"))
    assert raw.message() == "first"
    raw.line.sendall(of_client("hel", fin=False))
    raw.line.sendall(of_client("p", opcode=Opcode.PING))
    raw.line.sendall(of_client("lo", opcode=Opcode.CONT))
    assert [raw.message(), raw.message()] == ["p", "hello"]
    raw.line.sendall(of_client("last"))
    assert raw.message() == "last"


def test_many_messages_at_once_are_all_answered_in_order(port):
    with connect(f"ws://127.0.0.1:{port}", compression=None) as line:
        sent = [json.dumps({"n": n, "x": "y" * (n % 200)}) for n in range(500)]
        for text in sent:
            line.send(text)
        assert [line.recv(timeout=10) for _ in sent] == sent


def test_what_is_no_utf_8_closes_the_line(raw):
    raw.line.sendall(of_client(b"\xff\xfe"))
    answer = raw.line.recv(4096)
    assert answer[0] == 0x88
    assert int.from_bytes(answer[2:4], "big") == 1007


def test_pings_of_who_does_not_read_are_not_answered_without_end(raw):
    ping, sent = of_client("x" * 125, opcode=Opcode.PING), 120_000
    raw.line.settimeout(0.5)
    with contextlib.suppress(TimeoutError):
        for _ in range(sent // 100):
            raw.line.sendall(ping * 100)
    heard = len(raw.rest)
    with contextlib.suppress(TimeoutError):
        while more := raw.line.recv(1 << 20):
            heard += len(more)
    assert 0 < heard < sent * 127 * 0.9


def test_who_does_not_read_is_not_written_to_without_end(raw):
    raw.line.sendall(of_client("often 3000000"))
    raw.line.settimeout(20)
    heard = raw.line.recv(1 << 16)
    assert heard
    raw.line.sendall(of_client("still there"))
    while b"still there" not in heard[-200:]:
        heard = heard[-200:] + raw.line.recv(1 << 16)
