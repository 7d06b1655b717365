"""What keeps strangers out: limits, origins, headers. Each is small and knows nothing of games."""

from __future__ import annotations

import logging
import re
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from .refusals import TooMany

CSP = (
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self';"
    " script-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),  # an address may hold an invitation
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cache-control", b"no-store"),
]
LASTING = (b"cache-control", b"public, max-age=31536000, immutable")
HASHED = re.compile("/page/.+-[0-9A-Z]{8}\\.[a-z0-9]+")  # changes its name with its content
ON_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")  # no other page has such a name
BARE = "bare"  # where a socket finds its ends: thousands of frames a second need no layers
REMEMBERED = 20_000  # addresses or seats


class Limit:
    """So many a second on average, for each address or seat; *burst* at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str) -> bool:
        if self.rate <= 0:
            return True
        at = time.monotonic()
        left, then = self.left.pop(who, (self.burst, at))
        left = min(self.burst, left + (at - then) * self.rate)
        self.left[who] = (left - 1 if left >= 1 else left, at)
        if len(self.left) > REMEMBERED:
            self.left.popitem(last=False)
        return left >= 1


class Limits:
    """What one address, seat or person may ask for; 0 for *rate* sets no limit where many ask."""

    def __init__(self, rate: float) -> None:
        self.addresses = Limit(rate, rate * 5)
        self.newcomers = Limit(rate / 20, rate)  # guests and matches that one address creates
        self.seats = Limit(20 if rate else 0, 60)
        self.talk = Limit(1, 8)
        self.voices = Limit(2 if rate else 0, 20)  # what people of one address say together
        self.thought = Limit(0.2, 5)  # hints and reviews

    def admit(self, address: str, *, creates: bool = False) -> None:
        if not self.addresses.allows(address) or (creates and not self.newcomers.allows(address)):
            raise TooMany("too_many")


def same_origin(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a browser says that our own page is asking; programs say nothing of it."""
    found = dict(headers)
    if found.get(b"sec-fetch-site", b"same-origin") not in (b"same-origin", b"none"):
        return False
    origin = found.get(b"origin")
    if origin is None:
        return True
    try:
        place = urlsplit(origin.decode("latin-1")).netloc
    except ValueError:  # half an address
        return False
    return place == found.get(b"host", b"").decode("latin-1")


def is_ours(headers: Iterable[tuple[bytes, bytes]], names: Collection[str]) -> bool:
    """Whether a request is meant for this server: it asks for one of our names, or on this machine.
    Another name that leads here may be that of a page which wants to read what we answer.
    """
    host = dict(headers).get(b"host", b"").decode("latin-1")
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:  # half an address
        return False
    return name.rstrip(".") in {*names, *ON_THIS_MACHINE}


def keep_keys_out_of_the_log() -> None:
    """Uvicorn notes the whole address of every socket, and an invitation may be in it."""
    logging.getLogger("uvicorn.error").addFilter(_names_no_address)


def _names_no_address(record: logging.LogRecord) -> bool:
    return "WebSocket" not in str(record.msg)


def with_headers(app: ASGIApp) -> ASGIApp:
    """Every answer carries the security headers. A socket finds its bare ends in its scope."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.WEBSOCKET:
            scope["state"][BARE] = (receive, send)
            await app(scope, receive, send)
            return

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                if HASHED.fullmatch(scope["path"]) and message["status"] == 200:
                    message["headers"] = [*message["headers"], LASTING]
                has = {name for name, _ in message["headers"]}
                more = [(name, value) for name, value in HEADERS if name not in has]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        await app(scope, receive, send_on)

    return guarded
