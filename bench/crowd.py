"""People at a server who come from addresses of their own, and how long they wait.

A proxy's header names the addresses, and the server believes it from 127.0.0.1; so limits for
persons and addresses are counted as they are on the internet.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from player import Player

AGAIN = 0.25  # seconds until something is tried again that was not accepted
SLOW = httpx.Timeout(20, read=60)  # a stream sends an empty line every 15 seconds


class Person(NamedTuple):
    token: str
    host: str  # the address that they come from

    @property
    def headers(self) -> dict[str, str]:
        return came_from(self.host) | {"Authorization": f"Bearer {self.token}"}


def came_from(host: str) -> dict[str, str]:
    return {"X-Forwarded-For": host}


class Crowd:
    """Everybody who asks one server for something."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.waits: defaultdict[str, list[float]] = defaultdict(list)  # seconds, by what was wanted
        self.answers: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.guests: set[str] = set()  # tokens that were given out
        self.matches: set[str] = set()  # that were created
        none = httpx.Limits(max_connections=None, max_keepalive_connections=50)
        jar = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # they are not one browser
        api = f"{address}/api/"
        self.client = httpx.AsyncClient(base_url=api, timeout=SLOW, limits=none, cookies=jar)

    async def ask(self, kind: str, who: Person, path: str, body: Any = None) -> Any:
        """One request; the answer, or nothing where it was not accepted."""
        method = "GET" if body is None else "POST"
        try:
            answer = await self.client.request(method, path, json=body, headers=who.headers)
        except httpx.HTTPError as why:
            self.answers[kind][type(why).__name__] += 1
            return None
        self.answers[kind][str(answer.status_code)] += 1
        return answer.json() if answer.is_success else None

    async def served(self, kind: str, who: Person, path: str, body: Any = None) -> Any:
        """The answer, however often it has to be asked for; all of that time has been waited."""
        start = monotonic()
        while (answer := await self.ask(kind, who, path, body)) is None:  # noqa: ASYNC110
            await asyncio.sleep(AGAIN)
        self.waits[kind].append(monotonic() - start)
        return answer

    async def come_in(self, host: str, name: str = "guest") -> Person:
        """A new guest."""
        nobody = Person("", host)
        start = monotonic()
        while True:
            try:
                headers = came_from(host)
                answer = await self.client.post("me", json={"name": name}, headers=headers)
                self.answers["a guest"][str(answer.status_code)] += 1
                if answer.is_success:
                    break
            except httpx.HTTPError as why:
                self.answers["a guest"][type(why).__name__] += 1
            await asyncio.sleep(AGAIN)
        self.waits["a guest comes in"].append(monotonic() - start)
        person = nobody._replace(token=answer.json()["token"])
        self.guests.add(person.token)
        return person

    async def create(self, who: Person, game: str, seats: Sequence[str], **more: Any) -> Any:
        """A match; a seat is `me`, `open` or the level of an opponent."""
        wish = {"game": game, "seats": [seat(kind) for kind in seats]} | more
        made = await self.served("a match is created", who, "matches", wish)
        self.matches.add(made["id"])
        return made

    async def close(self) -> None:
        await self.client.aclose()


def seat(kind: str) -> dict[str, str]:
    return {"kind": kind} if kind in ("me", "open") else {"kind": "ai", "level": kind}


class Honest(Player):  # type: ignore[misc]
    """Plays a seat over a socket. It is known how long each of its moves took until it was stored,
    with all lost connections, and how long its opponents took.
    """

    how = "socket"
    answered = "opponents have decided"

    def __init__(self, crowd: Crowd, match: str, who: Person, **more: Any) -> None:
        super().__init__(crowd.address, match, who.token, **more)
        self.crowd = crowd
        self.who = who
        self.wanted: float | None = None  # when it has sent a move that is not stored yet
        self.owed: float | None = None  # since when others have the turn
        self.alone = False  # whether all others are opponents

    def opened(self, since: int | None = None) -> Any:
        query = f"?since={since}" if since is not None else ""
        address = self.socket_address + query
        return connect(address, additional_headers=self.who.headers, open_timeout=20, proxy=None)

    async def send(self, socket: Any) -> None:
        if self.asked["t"] == "play":
            self.wanted = self.wanted or monotonic()
        await super().send(socket)

    def _take_done(self, frame: dict[str, Any]) -> None:
        super()._take_done(frame)
        self._stored()

    def _take_state(self, frame: dict[str, Any]) -> None:
        super()._take_state(frame)
        mine = frame.get("turn") == self.seat
        if not mine:
            self._stored()  # even if the answer to it was lost
        if mine and self.owed and self.alone:
            self.crowd.waits[self.answered].append(monotonic() - self.owed)
        self.owed = None if mine or self.over else self.owed or monotonic()

    def _stored(self) -> None:
        if self.wanted is not None:
            self.crowd.waits[f"a move is stored ({self.how})"].append(monotonic() - self.wanted)
            self.wanted = None


class OverHttp(Honest):
    """The same over a stream, with a request for each command."""

    how = "HTTP"

    @asynccontextmanager
    async def opened(self, since: int | None = None) -> AsyncIterator[HttpLine]:
        query = f"?since={since}" if since is not None else ""
        path = f"matches/{self.match}"
        client, headers = self.crowd.client, self.who.headers
        try:
            async with client.stream("GET", f"{path}/stream{query}", headers=headers) as answer:
                if not answer.is_success:
                    raise ConnectionError(f"the stream was refused: {answer.status_code}")
                line = HttpLine(client, f"{path}/commands", headers, answer)
                try:
                    yield line
                finally:
                    await line.close()
        except httpx.HTTPError as why:
            raise ConnectionError(str(why)) from why


class HttpLine:
    """A stream and the answers to commands as one line of frames, as a socket has them."""

    local_address = (None, None)

    def __init__(self, client: httpx.AsyncClient, path: str, headers: Any, answer: Any) -> None:
        self.client, self.path, self.headers = client, path, headers
        self.frames: asyncio.Queue[str | None] = asyncio.Queue()
        self.answered = -1  # the newest state that came with an answer
        self.reader = asyncio.create_task(self._read(answer))

    async def _read(self, answer: httpx.Response) -> None:
        try:
            async for line in answer.aiter_lines():
                if line and not self._overtaken(json.loads(line)):
                    self.frames.put_nowait(line)
        except httpx.HTTPError:
            pass
        self.frames.put_nowait(None)

    def _overtaken(self, frame: dict[str, Any]) -> bool:
        """Whether an answer, which takes another way, has come before an older state."""
        return bool(frame["t"] == "state" and frame["n"] < self.answered)

    async def recv(self) -> str:
        if (frame := await self.frames.get()) is None:
            raise ConnectionError("the stream has ended")
        return frame

    async def send(self, text: str) -> None:
        answer = await self.client.post(self.path, content=text, headers=self.headers | JSON)
        if answer.status_code >= 500:
            raise ConnectionError(f"not stored, or not known to be: {answer.status_code}")
        told, ref = answer.json(), json.loads(text)["ref"]
        if answer.is_success:
            self._put({"t": "done", "ref": ref, "n": told["n"]})
            return
        self._put({"t": "refused", "ref": ref, "status": answer.status_code})
        if "state" in told:
            self.answered = told["state"]["n"]
            self._put(told["state"] | {"t": "state"})

    def _put(self, frame: Any) -> None:
        self.frames.put_nowait(json.dumps(frame))

    async def close(self) -> None:
        self.reader.cancel()


JSON = {"Content-Type": "application/json"}


async def stopped(tasks: list[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


# What is told of it


def spread(times: Sequence[float]) -> dict[str, float]:
    """In seconds."""
    inorder, last = sorted(times), len(times) - 1
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {name: inorder[round(last * share)] for name, share in shares.items()}


def waits_table(waits: dict[str, list[float]]) -> list[str]:
    """A line for each thing that was waited for."""
    return [
        f"| {kind} | {len(times):,} | "
        + " | ".join(f"{value:.2f}" for value in spread(times).values())
        + " |"
        for kind, times in sorted(waits.items())
        if times
    ]


WAITS = "| seconds until | times | p50 | p95 | p99 | most |\n|---|---|---|---|---|---|"
