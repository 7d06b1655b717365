"""How much the server takes: `python bench/load.py`, over loopback only, with matches of Soluna.

It starts servers of its own with databases of their own, lets people create matches and connect,
plays random moves, and looks in the end whether everything that was acknowledged is stored.
`--record DIR` writes `DIR/load.json` and `DIR/LOAD.md`, and keeps what is known of other runs.

Where does the server spend its time? `--profile py-spy` (`pip install py-spy`) samples the measured
seconds only and slows the server little; `--profile cprofile` needs nothing, slows it a lot and
sees the event loop's thread only. Both print the costliest functions and leave a file to look into.

Server and players share the machine, so the players are light: one process, frames made by hand,
no JSON read while it counts. Their own share is reported beside the server's.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import gc
import json
import os
import platform
import random
import re
import resource
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from itertools import product
from pathlib import Path
from time import perf_counter
from typing import Any

import uvloop
from rich.console import Console
from rich.table import Table as Grid

from sunroom.bench.measure import processor
from sunroom.bench.report import commit_id

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))  # for `served`

LOCAL = "127.0.0.1"
GAME = "soluna"
LINES = 32  # HTTP connections and half-open sockets at a time
WARM_UP = 2.0  # seconds of play that do not count
PATIENCE = 30.0  # seconds until everything that was sent must have been answered
SHORT_MATCH, USUAL_MATCH = 39, 61  # moves of random players
NOBODY = -2
READ_ON = json.JSONDecoder().raw_decode
SEED = 20_261_116
CONSOLE = Console(highlight=False, width=None if sys.stdout.isatty() else 110)


@dataclass(frozen=True)
class Scenario:
    name: str
    matches: int
    seconds: float
    rate: float  # moves a second in each match; 0: the next as soon as both have seen the last
    spare: int | None = None  # matches that take the place of those that end


SCENARIOS = (
    Scenario("steady", 200, 20, 1),
    Scenario("many", 1000, 20, 1),
    Scenario("saturation", 300, 10, 0),
)


# Players


class Player(asyncio.Protocol):
    """A socket at a match."""

    def __init__(self, table: Table, seat: int, token: str) -> None:
        self.table = table
        self.seat = seat
        self.hello = greeting(table.id, token)
        self.rest = b""
        self.talks = False  # the handshake is over
        self.asked = not table.load.changes  # for something that counts
        self.n = -1  # the version that was shown last
        self.turn = NOBODY
        self.legal: list[str] = []  # what can be played

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.hello)

    def connection_lost(self, why: Exception | None) -> None:
        self.table.load.lost(self.table)

    def data_received(self, data: bytes) -> None:
        if self.rest:
            data = self.rest + data
        at, end = 0 if self.talks else self.shake(data), len(data)
        while self.talks and end - at >= 2:
            size, start = data[at + 1], at + 2
            if size > 125:
                start += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : start], "big")
            if start + size > end:
                break
            self.take(data, at, start, start + size)
            at = start + size
        self.rest = data[at:]

    def shake(self, data: bytes) -> int:
        """Where the first frame begins, once the whole answer is there."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if b" 101 " not in data[:20]:
            raise ConnectionError(data[:300].decode())
        self.talks = True
        if self.table.load.changes:
            self.transport.write(masked(0x81, b'{"t":"changes"}'))
        return end + 4

    def take(self, data: bytes, at: int, start: int, end: int) -> None:
        """A frame that begins at *at*, with its text from *start* to *end*."""
        load = self.table.load
        if data[at] != 0x81:
            if data[at] == 0x89:  # a ping wants its content back
                self.transport.write(masked(0x8A, data[start:end]))
            return
        load.bytes += end - at
        for line in data[start:end].split(b"\n"):
            load.frames += 1
            if line.startswith((b'{"t":"state"', b'{"t":"change"')):
                self.see(line)
            elif line.startswith(b'{"t":"done"'):
                load.dones += self.asked
                self.asked = True
            elif line.startswith(b'{"t":"refused"'):
                load.refused(self.table, line)

    def see(self, line: bytes) -> None:
        """A state: its version, whose turn it is, and what can be played. Little of it is read."""
        at = line.index(b'"n":') + 4
        stop = line.index(b",", at)
        self.n = int(line[at:stop])
        at = line.find(b'"turn":', stop, stop + 40)  # right behind the status, or not at all
        self.turn = line[at + 7] - 48 if at >= 0 else NOBODY
        at = line.find(b'"legal":', stop)
        self.legal = READ_ON(line[at + 8 :].decode())[0] if at >= 0 else []
        self.table.shown()


def masked(kind: int, text: bytes) -> bytes:
    """A short frame as a client must send it; with a key of zeros the text stays as it is."""
    return bytes((kind, 0x80 | len(text), 0, 0, 0, 0)) + text


def greeting(match: str, token: str) -> bytes:
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /api/matches/{match}/socket HTTP/1.1\r\nHost: {LOCAL}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        f"Authorization: Bearer {token}\r\n\r\n"
    ).encode()


class Table:
    """A match with two players."""

    def __init__(self, load: Load, id: str) -> None:
        self.load = load
        self.id = id
        self.lane = 0
        self.players: list[Player] = []
        self.ready = asyncio.get_running_loop().create_future()
        self.n = -1  # the version that both have seen
        self.sent = 0.0  # when the move was sent that is awaited
        self.text = ""
        self.played: list[str] = []  # what was acknowledged

    @property
    def over(self) -> bool:
        turn = self.players[0].turn
        return turn < 0 or not self.players[turn].legal

    def play(self) -> None:
        player = self.players[self.players[0].turn]
        self.text = text = self.load.choose(player.legal)
        move = b'{"t":"play","text":"%b","version":%d,"ref":1}' % (text.encode(), self.n)
        self.load.waiting += 1
        self.sent = perf_counter()
        player.transport.write(masked(0x81, move))

    def shown(self) -> None:
        """Somebody has seen a state; something is done when both have."""
        one, two = self.players
        if one.n != two.n or one.n == self.n:
            return
        self.n = one.n
        if self.sent:
            self.load.done(self)
        elif not self.ready.done():
            self.ready.set_result(None)


class Load:
    """What is played, and what is counted meanwhile."""

    def __init__(self, lanes: int, *, changes: bool = True) -> None:
        self.changes = changes  # whether players ask for changes, as our page does
        self.choose = random.Random(SEED).choice  # noqa: S311 - moves, no secrets
        self.lanes: list[Table] = []
        self.spares: list[Table] = []
        self.tables: list[Table] = []
        self.size = lanes
        self.pairs: list[tuple[str, str]] = []  # tokens of people who play with each other
        self.eager = False  # the next move follows at once
        self.waiting = 0
        self.closing = False
        self.dry = asyncio.Event()  # no match is left to be played
        self.begin()

    def begin(self) -> None:
        """Count from here."""
        self.bytes = self.frames = self.dones = self.skipped = self.broken = 0
        self.times: list[float] = []  # from sending a move until both have seen it
        self.lags: list[float] = []  # how late we sent it ourselves
        self.refusals: Counter[str] = Counter()
        self.dry.clear()

    def go(self, lane: int) -> None:
        """The next move at a place; where a match is over another one begins."""
        table = self.lanes[lane]
        if table.sent:
            self.skipped += 1
            return
        if table.over:
            if not self.spares:
                self.dry.set()
                return
            table = self.lanes[lane] = self.spares.pop()
            table.lane = lane
        table.play()

    def done(self, table: Table) -> None:
        self.times.append(perf_counter() - table.sent)
        table.played.append(table.text)
        self._free(table)
        if self.eager:
            self.go(table.lane)

    def refused(self, table: Table, frame: bytes) -> None:
        self.refusals[json.loads(frame)["text"]] += 1
        if table.sent:
            self._free(table)
            if self.eager:  # it may have been too often; what was refused at once must not spin
                asyncio.get_running_loop().call_later(0.1, self.go, table.lane)

    def lost(self, table: Table) -> None:
        self.broken += not self.closing
        if not table.ready.done():
            table.ready.set_exception(ConnectionError("closed before anything was shown"))

    def _free(self, table: Table) -> None:
        table.sent = 0.0
        self.waiting -= 1

    async def rest(self) -> bool:
        """Send nothing more; whether everything that was sent has been answered."""
        self.eager = False
        end = perf_counter() + PATIENCE
        while perf_counter() < end:
            if not self.waiting and self.dones == len(self.times):
                return True
            await asyncio.sleep(0.01)
        return False

    def close(self) -> None:
        self.closing = True
        for table in self.tables:
            for player in table.players:
                player.transport.abort()


# Creating matches

Work = Callable[[Any, Any], Awaitable[Any]]


class Line:
    """A connection that is kept for one request after the other."""

    @classmethod
    async def open(cls, port: int) -> Line:
        line = cls()
        line.reader, line.writer = await asyncio.open_connection(LOCAL, port)
        return line

    async def ask(self, path: str, body: Any = None, token: str = "") -> bytes:
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", f"Host: {LOCAL}"]
        lines += [f"Content-Length: {len(data)}", "Content-Type: application/json"]
        lines += [f"Authorization: Bearer {token}"] if token else []
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
        answer = await self.reader.readexactly(int(head.split("content-length:")[1].split()[0]))
        if head.split()[1] not in ("200", "201"):
            raise ConnectionError(f"{path}: {head.split()[1]} {answer[:300].decode()}")
        return answer

    async def post(self, path: str, body: Any, token: str = "") -> Any:
        return json.loads(await self.ask(path, body, token))


async def shared(hands: Iterable[Any], work: Work, on: Sequence[Any]) -> list[Any]:
    """Some hands do the same work on everything; what came of it, in order."""
    found: list[Any] = [None] * len(on)
    left = iter(enumerate(on))

    async def go_on(hand: Any) -> None:
        for n, one in left:
            found[n] = await work(hand, one)

    await asyncio.gather(*map(go_on, hands))
    return found


async def ask_all(port: int, work: Work, on: Sequence[Any]) -> list[Any]:
    """The same, over HTTP."""
    lines = [await Line.open(port) for _ in range(LINES)]
    try:
        return await shared(lines, work, on)
    finally:
        for line in lines:
            line.writer.close()


async def come_in(line: Line, name: str) -> str:
    token: str = (await line.post("/api/me", {"name": name}))["token"]
    return token


async def create(line: Line, pair: tuple[str, str]) -> str:
    """A match of two people that has begun."""
    host, guest = pair
    wish = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}
    made = await line.post("/api/matches", wish, host)
    sit = {"t": "sit", "key": made["invites"][0]["key"]}
    await line.post(f"/api/matches/{made['id']}/commands", sit, guest)
    id: str = made["id"]
    return id


async def set_up(load: Load, port: int) -> None:
    """People, their matches, and a socket for each of them at each."""
    names = [f"Player {n}" for n in range(2 * load.size)]
    tokens = await ask_all(port, come_in, names)
    load.pairs = [(tokens[n], tokens[n + 1]) for n in range(0, len(tokens), 2)]
    load.lanes = await new_tables(load, port, load.size)
    for lane, table in enumerate(load.lanes):
        table.lane = lane


async def new_tables(load: Load, port: int, count: int) -> list[Table]:
    """Matches that have begun, with both players connected."""
    pairs = [load.pairs[n % load.size] for n in range(count)]
    ids = await ask_all(port, create, pairs)
    tables = [Table(load, id) for id in ids]
    loop = asyncio.get_running_loop()

    async def connect(_: int, n: int) -> None:
        table = tables[n]
        table.players = [Player(table, seat, token) for seat, token in enumerate(pairs[n])]
        for player in table.players:
            await loop.create_connection(lambda player=player: player, LOCAL, port)
        await asyncio.wait_for(table.ready, PATIENCE)

    await shared(range(LINES), connect, range(count))
    load.tables += tables
    return tables


# What the machine says


def family(pid: int) -> list[int]:
    """A process and its children."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(one for child in children for one in family(int(child)))]


def cpu_seconds(pid: int | None) -> float:
    """Of a process, its threads and its children, also of those that have ended."""
    ticks = 0
    for one in family(pid) if pid else []:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15] if one == pid else fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def busy_seconds() -> float:
    """Of all processors, whoever uses them; also another guest of the same host."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
    user, nice, system, _, _, irq, softirq, steal = map(int, fields)
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def used(at: Serving) -> dict[str, float]:
    """Processor seconds so far, by who has used them."""
    ours = {
        "server": cpu_seconds(at.pid),
        "client": time.process_time(),
        "database": cpu_seconds(at.database_pid),
    }
    return ours | {"others": busy_seconds() - sum(ours.values())}


def memory(pid: int) -> dict[str, float]:
    """MiB of a process and its children."""
    found = {"rss": 0.0, "pss": 0.0}
    for one in family(pid):
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
                key = line.partition(":")[0].lower()
                if key in found:
                    found[key] += int(line.split()[1]) / 1024
    return {key: round(value, 1) for key, value in found.items()}


async def counters(port: int) -> dict[str, float]:
    """What /metrics counts."""
    line = await Line.open(port)
    text = (await line.ask("/metrics")).decode()
    line.writer.close()
    pairs = [row.rsplit(" ", 1) for row in text.splitlines() if row and row[0] != "#"]
    return {name: float(value) for name, value in pairs}


def sync_time(folder: str) -> float:
    """Milliseconds until 4 KiB are on the disk: what a commit cannot be quicker than."""
    spent = []
    with (Path(folder) / "probe").open("wb") as file:
        for _ in range(50):
            file.write(bytes(4096))
            file.flush()
            start = perf_counter()
            os.fsync(file.fileno())
            spent.append(perf_counter() - start)
    return round(statistics.median(spent) * 1000, 2)


# One run


Profile = Callable[[int], contextlib.AbstractContextManager[None]]  # of a process


@dataclass
class Serving:
    """A server that runs, and its database."""

    port: int
    pid: int
    database_pid: int | None


@contextlib.contextmanager
def database_of(kind: str, folder: str) -> Iterator[tuple[str, int | None]]:
    """The address of a new database, and its process where it has one."""
    import served

    if kind == "sqlite":
        yield str(Path(folder) / "load.db"), None
        return
    with served.postgres() as server:
        first = (server.folder / "data" / "postmaster.pid").read_text().split()[0]
        yield server.url, int(first)


@contextlib.contextmanager
def serving(
    database: str, database_pid: int | None, folder: str, stats: Path | None
) -> Iterator[Serving]:
    """A server as a user starts it; under cProfile where *stats* says where that goes."""
    import served

    server = served.Served(folder, database)
    if stats is not None:
        server.command[1:3] = ["-m", "cProfile", "-o", str(stats), "-m", "sunroom"]
    try:
        server.start()
        yield Serving(server.port, server.process.pid, database_pid)
    finally:
        if stats is not None and server.process is not None:
            server.process.send_signal(signal.SIGINT)  # so that cProfile writes what it knows
            server.process.wait(30)
            server.process.stdout.close()
        server.stop()


async def keep_pace(load: Load, plan: Scenario) -> None:
    """Moves by schedule, evenly over each second; a match that still waits skips."""
    rate = plan.rate * plan.matches
    start, total, sent = perf_counter(), int(rate * plan.seconds), 0
    while sent < total:
        late = perf_counter() - start - sent / rate
        if late < 0:
            await asyncio.sleep(-late)
            continue
        load.lags.append(late)
        load.go(sent % plan.matches)
        sent += 1
        if sent % 64 == 0:
            await asyncio.sleep(0)  # where we are late ourselves: listen, too


async def race(load: Load, plan: Scenario) -> None:
    """As many moves as the server takes."""
    load.eager = True
    for lane in range(plan.matches):
        load.go(lane)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(load.dry.wait(), plan.seconds)
    load.eager = False


async def tell(load: Load, what: str) -> None:
    """A line that is written over every second."""
    start = perf_counter()
    while sys.stdout.isatty():
        await asyncio.sleep(1)
        spent = perf_counter() - start
        sys.stdout.write(f"\r{what}: {spent:.0f} s, {len(load.times):,} moves \x1b[K")
        sys.stdout.flush()


async def play(load: Load, plan: Scenario, at: Serving) -> dict[str, Any]:
    """Play for some seconds; what was counted until both players had seen everything."""
    load.begin()
    counted, cpu, start = await counters(at.port), used(at), perf_counter()
    await (keep_pace if plan.rate else race)(load, plan)
    spent, moves = perf_counter() - start, len(load.times)
    answered = await load.rest()
    whole, now = perf_counter() - start, used(at)
    cpu = {who: now[who] - before for who, before in cpu.items()}
    new = {name: n - counted.get(name, 0) for name, n in (await counters(at.port)).items()}
    return {
        "seconds": round(spent, 1),
        "moves": len(load.times),
        "moves_per_second": round(moves / spent, 1),
        "answered": answered,
        "ran_out": load.dry.is_set(),
        **figures(load, new),
        "cpu_seconds": {who: round(value, 2) for who, value in cpu.items()},
        "cpu_us_per_move": {
            who: round(1e6 * value / max(len(load.times), 1))
            for who, value in cpu.items()
            if who != "others"
        },
        "cores": {who: round(value / whole, 2) for who, value in cpu.items()},
    }


def figures(load: Load, new: dict[str, float]) -> dict[str, Any]:
    moves, commits = max(len(load.times), 1), max(new["sunroom_commit_writes_count"], 1)
    return {
        "latency_ms": spread(load.times),
        "client_lag_ms": spread(load.lags),
        "skipped": load.skipped,
        "refused": dict(load.refusals),
        "sockets_lost": load.broken,
        "bytes_per_move": round(load.bytes / moves, 1),
        "frames_per_move": round(load.frames / moves, 2),
        "frame_bytes_by_the_server": round(new["sunroom_sent_bytes_total"] / moves, 1),
        "commits": int(new["sunroom_commit_writes_count"]),
        "writes_per_commit": round(new["sunroom_commit_writes_sum"] / commits, 2),
        "commit_ms": round(1000 * new["sunroom_commit_seconds_sum"] / commits, 2),
    }


def spread(times: list[float]) -> dict[str, float] | None:
    """In milliseconds."""
    if not times:
        return None
    inorder = sorted(times)
    shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    last = len(inorder) - 1
    return {name: round(1000 * inorder[int(last * share)], 2) for name, share in shares.items()}


async def attend(
    plan: Scenario, at: Serving, profile: Profile, what: str, *, changes: bool
) -> tuple[dict[str, Any], Load]:
    """All of a scenario that happens while the server runs."""
    sizes = {"at rest": memory(at.pid)}
    load, start = Load(plan.matches, changes=changes), perf_counter()
    said(f"{what}: {plan.matches:,} matches are created …")
    await set_up(load, at.port)
    await asyncio.sleep(0.5)
    sizes["connected"] = memory(at.pid)
    said(f"{what}: {2 * plan.matches:,} sockets after {perf_counter() - start:.1f} s; warming up …")
    teller = asyncio.create_task(tell(load, what))
    with no_pauses():
        warm = await play(load, replace(plan, seconds=WARM_UP), at)
    if spares := spares_for(plan, warm):
        said(f"{what}: {spares:,} matches are created for those that will end …")
        load.spares = await new_tables(load, at.port, spares)
    said(f"{what}: {plan.seconds:g} s are measured …")
    with no_pauses(), profile(at.pid):
        found = await play(load, plan, at)
    sizes["at the end"] = memory(at.pid)
    teller.cancel()
    load.close()
    return found | {"memory_mib": sizes}, load


def spares_for(plan: Scenario, warm: dict[str, Any]) -> int:
    """So many matches may end, even if it goes twice as quick as in the warm-up."""
    if plan.spare is not None:
        return plan.spare
    pace = plan.rate * plan.matches or 2 * warm["moves_per_second"]
    moves = warm["moves"] + plan.seconds * pace
    return max(int((moves - SHORT_MATCH * plan.matches) / USUAL_MATCH), 0)


@contextlib.contextmanager
def no_pauses() -> Iterator[None]:
    """Nothing of ours is collected meanwhile, so that all pauses are the server's."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def said(text: str) -> None:
    CONSOLE.print(f"\r{text}" if sys.stdout.isatty() else text)


def run(
    plan: Scenario, kind: str, how: str | None, into: Path, *, changes: bool = True
) -> dict[str, Any]:
    """One scenario on one database, on a server of its own."""
    what = f"{plan.name}, {kind}"
    file = into / f"profile-{plan.name}-{kind}.{'pstats' if how == 'cprofile' else 'txt'}"
    profile: Profile = nothing
    if how == "py-spy":
        profile = partial(sampled, seconds=plan.seconds, file=file)
    with tempfile.TemporaryDirectory(prefix="sunroom-load-") as folder:
        with database_of(kind, folder) as (database, pid):
            with serving(database, pid, folder, file if how == "cprofile" else None) as at:
                found, load = uvloop.run(attend(plan, at, profile, what, changes=changes))
            found["stored"] = stored(database, load)
        found["sync_ms"] = sync_time(folder)
    if how is not None:
        {"cprofile": show_stats, "py-spy": show_samples}[how](file)
    about = {"scenario": plan.name, "database": kind, "rate": plan.rate, "changes": changes}
    return about | {"matches": plan.matches, "tables": len(load.tables)} | found


def nothing(_: int) -> Any:
    """No profile."""
    return contextlib.nullcontext()


# Whether it is all there


def stored(database: str, load: Load) -> dict[str, Any]:
    """Whether the database has every acknowledged move, in order, and nothing else."""
    known: dict[str, list[str]] = {}
    numbers: dict[str, list[int]] = {}
    for match, n, data in events(database):
        event = json.loads(data)
        numbers.setdefault(match, []).append(n)
        if event["k"] == "played":
            known.setdefault(match, []).append(event["texts"][0])
    wrong = [
        table.id
        for table in load.tables
        if known.get(table.id, []) != table.played
        or numbers.get(table.id) != [*range(1, table.n + 1)]
    ]
    return {
        "acknowledged": sum(len(table.played) for table in load.tables),
        "in_database": sum(map(len, known.values())),
        "matches_that_differ": len(wrong),
    }


def events(database: str) -> list[Any]:
    wanted = "SELECT match, n, data FROM events ORDER BY match, n"
    if not database.startswith("postgresql:"):
        with contextlib.closing(sqlite3.connect(database)) as file:
            return file.execute(wanted).fetchall()

    async def fetch() -> list[Any]:
        import asyncpg

        connection = await asyncpg.connect(database)
        try:
            return [tuple(row) for row in await connection.fetch(wanted)]
        finally:
            await connection.close()

    return asyncio.run(fetch())


def is_sound(found: dict[str, Any]) -> bool:
    there = found["stored"]
    same = there["acknowledged"] == there["in_database"] and not there["matches_that_differ"]
    return found["answered"] and same and not found["sockets_lost"]


# Profiles


@contextlib.contextmanager
def sampled(pid: int, seconds: float, file: Path) -> Iterator[None]:
    """Samples of all working threads, for a number of seconds."""
    program = shutil.which("py-spy", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if program is None:
        raise SystemExit("py-spy is not installed here: pip install py-spy, or --profile cprofile")
    line = [
        program,
        "record",
        "--gil",
        "--pid",
        pid,
        "--duration",
        int(seconds),
        "--rate",
        200,
        "--threads",
    ]
    line += ["--format", "raw", "--output", file]
    with subprocess.Popen(
        [*map(str, line)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as spy:
        yield
        _, error = spy.communicate(timeout=PATIENCE)
    if not file.exists():
        CONSOLE.print(error.decode()[-500:], markup=False)


def show_samples(file: Path, top: int = 30) -> None:
    """Where most samples lie: in functions by themselves, and in ours with all that they call."""
    own: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    for line in file.read_text("utf-8").splitlines() if file.exists() else []:
        stack, _, count = line.rpartition(" ")
        frames = [re.sub(r":\d+\)$", ")", frame) for frame in stack.split(";")]  # without lines
        if frames[-1].startswith("_worker (concurrent"):
            continue  # a reader that waits for work
        own[frames[-1]] += int(count)
        ours = [frame for frame in frames if "(sunroom/" in frame and "(sunroom/cli" not in frame]
        whole.update(dict.fromkeys(ours, int(count)))
    total = max(sum(own.values()), 1)
    grid = Grid("by itself", "", "ours, with what it calls", "", title=file.name, box=None)
    for one, two in zip(own.most_common(top), whole.most_common(top), strict=False):
        grid.add_row(one[0], f"{one[1] / total:.1%}", two[0], f"{two[1] / total:.1%}")
    CONSOLE.print(grid)


def show_stats(file: Path, top: int = 30) -> None:
    import pstats

    pstats.Stats(str(file)).strip_dirs().sort_stats("tottime").print_stats(top)


# What is shown and recorded

Row = dict[str, Any]


def speed(row: Row) -> dict[str, str]:
    late, there = row["latency_ms"] or {}, row["stored"]
    return {
        "moves/s": f"{row['moves_per_second']:,.0f}",
        **{f"{share} ms": f"{value:.1f}" for share, value in late.items()},
        "skipped": f"{row['skipped']:,}",
        "moves": f"{there['acknowledged']:,}",
        "stored": f"{there['in_database']:,}" + ("" if is_sound(row) else " !"),
    }


def cost(row: Row) -> dict[str, str]:
    """Processor time for a move hardly depends on what else the machine does."""
    return {
        "bytes": f"{row['bytes_per_move']:,.0f}",
        **{f"{who} µs": f"{n:,}" for who, n in row["cpu_us_per_move"].items()},
        "writes in a commit": f"{row['writes_per_commit']:.1f}",
        "commit ms": f"{row['commit_ms']:.2f}",
    }


def cores(row: Row) -> dict[str, str]:
    return {who: f"{share:.2f}" for who, share in row["cores"].items()}


def sizes(row: Row) -> dict[str, str]:
    """RSS and PSS in MiB."""
    found = {when: f"{s['rss']:.0f} ({s['pss']:.0f})" for when, s in row["memory_mib"].items()}
    return {"sockets": f"{2 * row['tables']:,}", **found}


PARTS = {
    "From sending a move until both players have seen it": speed,
    "What a move costs": cost,
    "Cores that were busy": cores,
    "Memory of the server in MiB, RSS (PSS)": sizes,
}


def lines(rows: list[Row], part: Callable[[Row], dict[str, str]]) -> list[list[str]]:
    """A table: its head, then a line for each run."""
    found = [part(row) for row in rows]
    names = [[row["scenario"], row["database"]] for row in rows]
    head = ["scenario", "database", *found[0]]
    return [head, *([*name, *one.values()] for name, one in zip(names, found, strict=True))]


def show(rows: list[Row]) -> None:
    """The tables on the terminal, and what was not as it should be."""
    for title, part in PARTS.items():
        head, *body = lines(rows, part)
        grid = Grid(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
        for n, name in enumerate(head):
            grid.add_column(name, justify="left" if n < 2 else "right", no_wrap=n < 2)
        for line in body:
            grid.add_row(*line)
        CONSOLE.print(grid, "")
    for row in rows:
        for text in remarks(row):
            CONSOLE.print(f"{row['scenario']}, {row['database']}: {text}")


def remarks(row: dict[str, Any]) -> list[str]:
    late = row["client_lag_ms"]
    found = [f"{n:,} × refused: {text}" for text, n in row["refused"].items()]
    found += [f"ended after {row['seconds']:g} s: no matches were left (--spare)"] * row["ran_out"]
    found += ["not everything was answered"] * (not row["answered"])
    found += [f"{row['sockets_lost']} sockets were lost"] * bool(row["sockets_lost"])
    if not is_sound(row):
        found.append(f"stored is not what was acknowledged: {row['stored']}")
    if late and late["p99"] > 5:
        found.append(
            f"the players themselves were late: p99 {late['p99']} ms, max {late['max']} ms"
        )
    return found


def surroundings() -> dict[str, Any]:
    """The machine and the versions."""
    size = int(Path("/proc/meminfo").read_text().split()[1]) / 2**20
    names = (
        "sunroom",
        "uvicorn",
        "litestar",
        "websockets",
        "uvloop",
        "SQLAlchemy",
        "asyncpg",
        "msgspec",
    )
    return {
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(size, 1),
        "system": f"{platform.system()} {platform.release()}",
        "versions": {
            "Python": platform.python_version(), "SQLite": sqlite3.sqlite_version,
            "PostgreSQL": postgres_version(), **{name: version(name) for name in names},
        },
    }  # fmt: skip


def postgres_version() -> str | None:
    import served

    folder = served.postgres_programs()
    if folder is None:
        return None
    said = subprocess.run(
        [folder / "postgres", "--version"], check=False, capture_output=True, text=True
    )
    return said.stdout.strip().partition(") ")[2].split()[0] if said.stdout else None


def record(rows: list[dict[str, Any]], folder: Path) -> None:
    """Beside what is known of other scenarios."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "load.json"
    known = json.loads(file.read_text("utf-8"))["runs"] if file.exists() else []
    new = {(row["scenario"], row["database"]) for row in rows}
    order = [plan.name for plan in SCENARIOS]
    rows = [row for row in known if (row["scenario"], row["database"]) not in new] + rows
    rows.sort(key=lambda row: (order.index(row["scenario"]), row["database"] != "sqlite"))
    about = surroundings()
    file.write_text(
        json.dumps(about | {"runs": rows}, indent=1, ensure_ascii=False) + "\n", "utf-8"
    )
    (folder / "LOAD.md").write_text(page(about, rows), "utf-8")


HEAD = """# The server under load

Written by `python bench/load.py --record bench`: matches of Soluna over loopback, server and
players on one machine. Latencies are from sending a move until both players have been shown the new
state, which is stored by then. Bytes are all that the server sends for a move, to both, with the
headers of the frames; the first moves of a match offer more choices and take more bytes.
"Others" is whatever else the machine did meanwhile: where that is much, latencies and moves a
second say little. In the end the database was compared with what was acknowledged, move by move.
"""


def page(about: dict[str, Any], rows: list[Row]) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in about["versions"].items() if number)
    machine = f"{about['processor']}, {about['cores']} cores, {about['memory_gib']:g} GiB"
    parts = [HEAD, f"{machine}, {about['system']}. {versions}.\n"]
    for title, part in PARTS.items():
        head, *body = lines(rows, part)
        grid = [f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *body)]
        parts.append("\n".join([f"## {title}", *grid, ""]))
    told = [*map(plan_line, rows)]
    told += [
        f"- {row['scenario']}, {row['database']}: {text}" for row in rows for text in remarks(row)
    ]
    return "\n".join([*parts, "## What was run", *told, ""])


def plan_line(row: Row) -> str:
    pace = f"{row['rate']:g} a second in each" if row["rate"] else "as many as it takes"
    return (
        f"- {row['scenario']}, {row['database']}: {row['matches']:,} matches, moves: {pace}, for "
        f"{row['seconds']:g} s; 4 KiB on the disk after {row['sync_ms']:g} ms; {row['date']}, "
        f"{row['commit']}, `{row['command']}`"
    )


# The command


def arguments() -> argparse.Namespace:
    names = [plan.name for plan in SCENARIOS]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scenario", choices=[*names, "all"], default="all")
    parser.add_argument("--database", choices=["sqlite", "postgres", "both"], default="both")
    parser.add_argument(
        "--seconds", type=float, help="to be measured; otherwise 20, for saturation 10"
    )
    parser.add_argument("--matches", type=int, help="at a time; otherwise 200, 1,000 and 300")
    parser.add_argument("--spare", type=int, help="matches that take the place of those that end")
    parser.add_argument(
        "--profile", choices=["py-spy", "cprofile"], help="say where the server spends its time"
    )
    parser.add_argument("--whole", action="store_true", help="players ask for no changes")
    parser.add_argument(
        "--against", type=Path, metavar="CHECKOUT",
        help="measure the server of another checkout before each run, with whole states",
    )  # fmt: skip
    parser.add_argument(
        "--record", type=Path, metavar="DIR", help="where load.json and LOAD.md are written"
    )
    return parser.parse_args()


def chosen(wish: argparse.Namespace) -> list[Scenario]:
    """The scenarios that were asked for, changed as was asked for."""
    plans = [plan for plan in SCENARIOS if wish.scenario in (plan.name, "all")]
    change = {"seconds": wish.seconds, "matches": wish.matches, "spare": wish.spare}
    change = {key: value for key, value in change.items() if value is not None}
    return [replace(plan, **change) for plan in plans]


@contextlib.contextmanager
def served_from(checkout: Path) -> Iterator[None]:
    """Servers that are started meanwhile are those of another checkout."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str((checkout / "src").resolve())
    try:
        yield
    finally:
        os.environ.pop("PYTHONPATH")
        if before is not None:
            os.environ["PYTHONPATH"] = before


def main() -> int:
    import served

    wish = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that our servers are stopped, too
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))  # the server inherits it
    if 2 * max(plan.matches for plan in chosen(wish)) > limit - 500:
        raise SystemExit(f"this many matches need more open files than the {limit} allowed here")
    kinds = ["sqlite", "postgres"] if wish.database == "both" else [wish.database]
    if "postgres" in kinds and served.postgres_programs() is None:
        CONSOLE.print("postgres is left out: it is not installed here (apt-get install postgresql)")
        kinds.remove("postgres")
    about = {
        "date": time.strftime("%Y-%m-%d %H:%M"), "commit": commit_id(),
        "command": " ".join(["python bench/load.py", *sys.argv[1:]]),
    }  # fmt: skip
    into = wish.record or Path()
    into.mkdir(parents=True, exist_ok=True)
    rows = []
    for plan, kind in product(chosen(wish), kinds):
        if wish.against:
            with served_from(wish.against):
                before = run(plan, kind, None, into, changes=False)
            show([before | about | {"scenario": f"{plan.name} ({wish.against.name})"}])
        rows.append(run(plan, kind, wish.profile, into, changes=not wish.whole) | about)
        if wish.record:
            record(rows, wish.record)
    show(rows)
    return 0 if all(map(is_sound, rows)) else 1


if __name__ == "__main__":
    sys.exit(main())
