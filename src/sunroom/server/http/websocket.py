"""uvicorn's WebSocket with short cuts for the most frequent messages: small unfragmented texts.

Such a message from a client is read in one step. A message to a client is framed in one step and
written without waking a task. Reading goes on while a few messages are waiting. Everything else
(handshake, long and fragmented messages, pings, closing, slow readers) is left to uvicorn.

RFC 6455, 5.2: a header of two bytes, longer for a longer message, then a client's mask of four.
"""

from __future__ import annotations

from collections.abc import Sequence

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from .connection import CountedConnection

EXTENSION = "sunroom.write"  # an ASGI extension: a function that writes texts at once, if it can
WRITE = "write"
MOST_WAITING = 16  # messages of one client that may wait before reading from it is paused
TEXT, MASKED = 0x81, 0x80  # an unfragmented text; the flag for a client's mask
LONG = 126  # from this size on, the length has bytes of its own
HEAD = 6  # bytes before the payload of a small message from a client
HANDSHAKE_ENDS = b"\r\n\r\n"


def framed(text: bytes) -> bytes:
    """An unfragmented text message from the server, as bytes on the line."""
    size = len(text)
    if size < LONG:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def small_text(data: bytes) -> str | None:
    """The text of a client's message, if the bytes are exactly one small unfragmented message."""
    size = len(data) - HEAD
    if not 0 < size < LONG or data[0] != TEXT or data[1] != MASKED | size:
        return None
    mask = data[2:HEAD] * (size // 4 + 1)
    plain = int.from_bytes(data[HEAD:], "big") ^ int.from_bytes(mask[:size], "big")
    try:
        return plain.to_bytes(size, "big").decode()
    except UnicodeDecodeError:
        return None  # uvicorn closes the connection because of it


def are_whole(data: bytes) -> bool:
    """Whether bytes from a client are complete frames, none of them of a fragmented message."""
    at = 0
    while at + 2 <= len(data):
        size, start = data[at + 1] & 0x7F, at + 2
        if data[at] & 0x8F not in (0x81, 0x82, 0x88, 0x89, 0x8A):
            return False
        if size >= LONG:
            start += 2 if size == LONG else 8
            size = int.from_bytes(data[at + 2 : start], "big")
        at = start + 4 + size
    return at == len(data)


class QuickWebSocket(CountedConnection, WebSocketsSansIOProtocol):
    between = True  # whether all bytes so far were complete frames; if not, uvicorn reads the rest

    def connection_lost(self, exc: Exception | None) -> None:
        self.forget()
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {WRITE: self.write_texts}

    def write_texts(self, texts: Sequence[bytes]) -> bool:
        """Write some texts; returns False if the other side reads too slowly or has gone."""
        if self.conn.state is not State.OPEN or not self.writable.is_set():
            return False
        if self.transport.is_closing():  # the other side has gone without a closing handshake
            return False
        self.transport.write(b"".join(map(framed, texts)))
        return True

    def handle_ping(self) -> None:
        """Answer a ping, unless the other side does not read: pongs would pile up here."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def keepalive_timeout(self) -> None:
        """Close; without a closing handshake if the other side does not read anyway."""
        super().keepalive_timeout()
        if not self.writable.is_set():
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self.between and self.handshake_complete and not self.close_sent:
            text = small_text(data)
            if text is not None and self.conn.state is State.OPEN:
                self.queue.put_nowait({"type": "websocket.receive", "text": text})
                self._pause_if_many_wait()
                return
            self.between = are_whole(data)
        elif not self.handshake_complete:
            self.between = data.endswith(HANDSHAKE_ENDS)
        super().data_received(data)

    def _pause_if_many_wait(self) -> None:
        if not self.read_paused and self.queue.qsize() >= MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()
