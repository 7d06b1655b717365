"""uvicorn's WebSocket with short cuts for what there is most of: small whole text messages.

Such a message of a client is read in one step. One for a client is framed in one step, and written
without a task that has to be woken for it. Reading goes on while a few messages wait. Everything
else, handshake, long and divided messages, pings, closing and slow readers, is left to uvicorn.

RFC 6455, 5.2: a head of two bytes, then four of a client's mask; a longer one says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

EXTENSION = "sunroom.write"  # of ASGI: a function that writes texts at once, if it can
WRITE = "write"
MOST_WAITING = 16  # messages of one client before nothing more is read from it
TEXT, MASKED = 0x81, 0x80  # a whole text; a client's mask
LONG = 126  # from here on a length stands apart
HEAD = 6  # bytes before a small message of a client
HANDSHAKE_ENDS = b"\r\n\r\n"


def framed(text: bytes) -> bytes:
    """A whole text message of a server."""
    size = len(text)
    if size < LONG:
        return bytes((TEXT, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


def small_text(data: bytes) -> str | None:
    """The text of a client's message, where the bytes are just one whole small one."""
    size = len(data) - HEAD
    if not 0 < size < LONG or data[0] != TEXT or data[1] != MASKED | size:
        return None
    mask = data[2:HEAD] * (size // 4 + 1)
    plain = int.from_bytes(data[HEAD:], "big") ^ int.from_bytes(mask[:size], "big")
    try:
        return plain.to_bytes(size, "big").decode()
    except UnicodeDecodeError:
        return None  # uvicorn closes the line for it


def are_whole(data: bytes) -> bool:
    """Whether bytes of a client are whole frames, none of them part of a divided message."""
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


class QuickWebSocket(WebSocketsSansIOProtocol):
    between = True  # whether nothing but whole frames has come; once it was not, uvicorn reads all

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {WRITE: self.write_texts}

    def write_texts(self, texts: Sequence[bytes]) -> bool:
        """Write some texts, unless the other side reads too slowly or has gone."""
        if self.conn.state is not State.OPEN or not self.writable.is_set():
            return False
        if self.transport.is_closing():  # the other side has gone without a word
            return False
        self.transport.write(b"".join(map(framed, texts)))
        return True

    def handle_ping(self) -> None:
        """Who does not read answers gets none: they would wait here without end."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def keepalive_timeout(self) -> None:
        """Who reads nothing for so long does not read that the line is closed either."""
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
