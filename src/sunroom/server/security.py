"""What keeps strangers out: limits, origins, headers. Each is small and knows nothing of games."""

from __future__ import annotations

import logging
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from . import limits
from .limits import Pace
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
    """So many a second on average, for each address or person; *burst* at once."""

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

    def check(self, who: str) -> None:
        """Refuses whoever comes too often, and says when to come again."""
        if not self.allows(who):
            left, _ = self.left[who]
            raise TooMany("too_many", after=(1 - left) / self.rate)


class Tally:
    """How many of something each address or person has now; *most* is 0 for any number."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.now: Counter[str] = Counter()

    def is_full(self, who: str) -> bool:
        return 0 < self.most <= self.now[who]

    def take(self, who: str) -> None:
        """One more that is open; refuses one too many."""
        if self.is_full(who):
            raise TooMany("too_many_open", n=self.most)
        self.add(who)

    def add(self, who: str) -> None:
        self.now[who] += 1

    def give_back(self, who: str) -> None:
        self.now[who] -= 1
        if self.now[who] <= 0:
            del self.now[who]


class Spent:
    """How many of something each has had; *most* is 0 for any number. It is never given back, but
    those who have had none for long are forgotten. One too many is refused with the words *full*.
    """

    def __init__(self, most: int, full: str) -> None:
        self.most = most
        self.full = full
        self.had: OrderedDict[str, int] = OrderedDict()

    def check(self, who: str) -> None:
        if self.most and self.had.get(who, 0) >= self.most:
            raise TooMany(self.full, n=self.most)

    def add(self, who: str) -> None:
        self.had[who] = self.had.pop(who, 0) + 1
        if len(self.had) > REMEMBERED:
            self.had.popitem(last=False)


@lru_cache(4096)
def counted_as(host: str) -> str:
    """The address that somebody is counted by; of IPv6 the network that one household has."""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if isinstance(found, IPv4Address):
        return host
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found), 64), strict=False))


def paced(pace: Pace | None, factor: float = 1) -> Limit:
    return Limit(pace.rate * factor, pace.burst * factor) if pace else Limit(0, 0)


class Limits:
    """What one address or person may ask for, as `limits` has it. *rate* is how many requests a
    second one address may send; at 0 nothing is counted by address, nor commands at a match.
    """

    def __init__(self, rate: float) -> None:
        factor, known = rate / limits.USUAL_RATE, float(rate > 0)
        self.by_address = rate > 0
        self.addresses = paced(limits.REQUESTS.address, factor)
        self.newcomers = paced(limits.NEWCOMERS.address, factor)
        self.seats = paced(limits.COMMANDS.person, known)
        self.talk = paced(limits.LINES.person)
        self.voices = paced(limits.LINES.address, known)  # what people of one address say together
        crowd = limits.CHAT_OF_WATCHERS.address
        # watchers of one address at a match
        self.crowd = Spent(crowd if self.by_address else 0, "chat_full")
        self.thought = paced(limits.THOUGHTS.person)
        self.thoughts = paced(limits.THOUGHTS.address, known)
        self.draft = paced(limits.DRAFTS.person)
        self.drafts = paced(limits.DRAFTS.address, known)
        self.watching = Tally(limits.CONNECTIONS.address if self.by_address else 0)

    def admit(self, address: str, *, creates: bool = False) -> None:
        self.addresses.check(address)
        if creates:
            self.newcomers.check(address)

    def admit_thought(self, person: str, address: str) -> None:
        """Refuses whoever asks for hints and reviews too often."""
        self.thought.check(person)
        self.thoughts.check(address)

    def admit_draft(self, person: str, address: str) -> None:
        """Refuses whoever has drafts of a box checked too often; somebody may be nobody yet."""
        if person:
            self.draft.check(person)
        self.drafts.check(address)


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
