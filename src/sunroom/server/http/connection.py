"""uvicorn's connections with bounds: how many one address may have open, how large the head of a
request may be, and how long a request may take to come in.

The connections of a proxy that is believed carry many addresses: it bounds them itself, and
`Service` bounds the sockets and streams of each address that it names.
"""

from __future__ import annotations

from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from sunroom.server import limits
from sunroom.server.refusals import TooMany
from sunroom.server.security import Tally, counted_as
from sunroom.server.wire import LARGEST_BODY

LARGEST_REQUEST = 4 * LARGEST_BODY  # with everything that stands between the parts of its body
HEAD_WITHIN, BODY_WITHIN = 15.0, 60.0  # seconds
LINGER = 1.0  # seconds in which a refused client may read why

REASONS = {
    400: "This is no request that can be understood.",
    408: f"All headers of a request must have come in within {HEAD_WITHIN:g} seconds.",
    414: f"The address of a request has at most {limits.URL.each:,} bytes.",
    429: "Too many connections are open from this address.",
    431: f"The headers of a request are at most {limits.HEADERS.each:,} lines of"
    f" {limits.HEADER.each:,} bytes, and {limits.HEAD.each:,} bytes together.",
    503: "Too many connections are open.",
}
PASSING = (429, 503)  # it is worth trying again


class OpenConnections:
    """Those of one process."""

    def __init__(self) -> None:
        self.of_address = Tally(0)
        self.most = 0  # of all addresses together; 0 for any number


OPEN = OpenConnections()


class CountedConnection:
    """A connection that counts for its address as long as it is open."""

    counted: str | None = None

    def count(self, address: str | None) -> None:
        """Refuses an address that has too many."""
        if address is not None:
            OPEN.of_address.take(address)
            self.counted = address

    def forget(self) -> str | None:
        """Count it no more; returns the address for which it was counted."""
        address, self.counted = self.counted, None
        if address is not None:
            OPEN.of_address.give_back(address)
        return address


class OutOfBounds(Exception):
    """The head of a request is too large."""


class BoundedHttp(CountedConnection, HttpToolsProtocol):
    head_within = HEAD_WITHIN
    body_within = BODY_WITHIN
    in_head = True  # whether the next bytes belong to the head of a request
    received = 0  # bytes of the request so far
    lines = 0  # bytes of its header lines so far
    verdict = 400  # what an unreadable request is refused with
    refused = False
    deadline: TimerHandle | None = None

    # Coming and going

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if OPEN.most and len(self.connections) > OPEN.most:
            self.refuse(503)
            return
        try:
            self.count(self.address)
        except TooMany:
            self.refuse(429)
        else:
            self.expect_within(self.head_within)

    @property
    def address(self) -> str | None:
        """What it counts for; nothing where it comes from a proxy that is believed."""
        host = self.client[0] if self.client else ""
        return None if host in getattr(self.app, "trusted_hosts", ()) else counted_as(host)

    def connection_lost(self, exc: Exception | None) -> None:
        self.forget()
        self.expect_nothing()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        self.expect_nothing()
        address = self.forget()
        super().handle_websocket_upgrade()
        follower: Any = self.transport.get_protocol()
        follower.count(address)

    # Time

    def expect_within(self, seconds: float) -> None:
        self.expect_nothing()
        self.deadline = self.loop.call_later(seconds, self.is_late)

    def expect_nothing(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def is_late(self) -> None:
        """Nothing was heard, or half a request; the next one may wait for an answer to the last."""
        if self.in_head and self.is_answering:
            self.expect_within(self.head_within)
        elif self.in_head and self.received:
            self.refuse(408)
        else:
            self.transport.abort()

    @property
    def is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    # Size

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        if self.received > LARGEST_REQUEST:
            self.transport.abort()
        elif not self.refused:
            if self.deadline is None and self.in_head:
                self.expect_within(self.head_within)
            super().data_received(data)
            if self.in_head and self.received > limits.HEAD.each and not self.refused:
                self.refuse(431 if self.headers else 414)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self.deadline is None:  # it came along with the end of the one before
            self.received = 1
            self.expect_within(self.head_within)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > limits.URL.each:
            self.stop(414)

    def on_header(self, name: bytes, value: bytes) -> None:
        """What follows a body is not kept."""
        if not self.in_head:
            return
        super().on_header(name, value)
        size = len(name) + len(value)
        self.lines += size
        too_many = len(self.headers) > limits.HEADERS.each
        if too_many or size > limits.HEADER.each or self.lines > limits.HEAD.each:
            self.stop(431)

    def on_headers_complete(self) -> None:
        self.in_head = False
        self.expect_within(self.body_within)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.in_head, self.received, self.lines = True, 0, 0
        self.expect_nothing()

    # Refusing

    def stop(self, status: int) -> None:
        """Read no further."""
        self.verdict = status
        raise OutOfBounds

    def send_400_response(self, msg: str) -> None:
        """Where the parser cannot or must not go on."""
        self.refuse(self.verdict)

    def refuse(self, status: int) -> None:
        """Say why and close; whoever goes on sending is not listened to."""
        self.refused = True
        self.expect_nothing()
        if self.is_answering or self.transport.is_closing():
            self.transport.abort()
            return
        text = REASONS[status].encode()
        head = b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\ncontent-length: %d"
        again = b"\r\nretry-after: 1" if status in PASSING else b""
        self.transport.write(STATUS_LINE[status] + head % len(text) + again + b"\r\n\r\n" + text)
        self.transport.write_eof()
        self.deadline = self.loop.call_later(LINGER, self.transport.abort)
