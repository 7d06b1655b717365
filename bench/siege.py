"""A server under siege: `python bench/siege.py --seconds 1200`, part of `make proof`.

Matches of all games are played on PostgreSQL with two workers, by honest people over sockets and
HTTP and by opponents, while processes and the database are killed, the disk is filled and guests
flood everything that can be flooded. In the end nothing acknowledged may be missing, nothing may be
stored that nobody sent, every honest player must have been served, and memory must be bounded.
`--record` writes it to `bench/SIEGE.md`. What is played and killed, and when, follows the seed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import httpx
from crowd import WAITS, Crowd, Honest, OverHttp, Person, came_from, spread, stopped, waits_table
from floods import FLOODS

import served
from sunroom.bench.measure import processor
from sunroom.bench.report import commit_id
from sunroom.engine.referee import cores
from sunroom.rules.catalogue import known_games

HERE = Path(__file__).parent
SEED = 20_261_119
WORKERS = 2
DISK = 768 << 20  # bytes, of which the database needs a part
BOUND = 2048  # MiB that no process may reach
CALM = (8.0, 16.0)  # seconds between two faults
AWAY = (0.5, 4.0)  # seconds for which the database is away, or the disk full
PATIENCE = 240.0  # seconds until everybody must have ended their match when the siege is over
PROBE = came_from("10.100.0.3") | {"Connection": "close"}  # whichever worker takes it
UNTOUCHED = 5.0  # seconds at the end in which nothing breaks
Sizes = defaultdict[str, dict[int, float]]  # the most MiB of processes, by what they are


class Plan(NamedTuple):
    """A table at which one match is played after the other."""

    game: str
    seats: tuple[str, ...]
    player: type[Honest]
    pace: float  # seconds that somebody thinks
    enough: int | None = None  # decisions, after which all agree to call it off


TABLES = (
    Plan("soluna", ("me", "open"), Honest, 0.3),
    Plan("soluna", ("me", "open"), OverHttp, 0.3),
    Plan("soluna", ("me", "novice"), Honest, 0.3),
    Plan("soluna", ("me", "master"), OverHttp, 0.3),
    Plan("solenia", ("me", "open", "open"), Honest, 0.3),
    Plan("solenia", ("me", "novice"), Honest, 0.3),
    Plan("solenia", ("me", "open", "casual"), OverHttp, 0.3),
    Plan("solaris", ("me", "open", "open"), Honest, 0.2, 60),
    Plan("solaris", ("me", "novice", "novice"), OverHttp, 0.2, 30),
    Plan("guild-solo", ("me",), Honest, 0.3),
    Plan("guild-solo", ("me",), OverHttp, 0.3),
)


class Fault(NamedTuple):
    kind: str
    away: float  # seconds until a request was served again
    on_purpose: float  # of them, those for which something was held away


class Siege:
    """One server, its database, and everybody who comes."""

    def __init__(self, server: Any, database: Any, disk: Disk, seed: int, tables: Any) -> None:
        self.server, self.database, self.disk = server, database, disk
        self.random = Random(seed)  # noqa: S311 - what happens when, no secrets
        self.crowd = Crowd(server.address)
        self.tables = tables
        self.commit = commit_id()  # of what is besieged; it may be another one at the end
        self.players: list[Honest] = []
        self.faults: list[Fault] = []
        self.largest: Sizes = defaultdict(dict)
        self.ending = asyncio.Event()
        self.found: list[str] = []  # what should not have happened
        self.done = 0  # matches

    async def run(self, seconds: float, faults: Sequence[str], floods: Sequence[str]) -> None:
        end = monotonic() + seconds
        playing = [asyncio.create_task(self.keep_playing(n, p)) for n, p in enumerate(self.tables)]
        besides = (
            self.ask_for_hints(), self.read_pages(), self.watch_memory(), self.tell(end),
            self.flood(floods),
        )  # fmt: skip
        *others, flood = [asyncio.create_task(work) for work in besides]
        await self.break_things(end, faults)
        self.ending.set()
        await self.end_all(playing)
        await asyncio.wait([flood], timeout=PATIENCE)
        await stopped([*others, flood])
        await self.crowd.close()

    # Honest people

    async def keep_playing(self, number: int, plan: Plan) -> None:
        """One match after another at one table."""
        match = 0
        while not self.ending.is_set():
            match += 1
            players = await self.seated(number, match, plan)
            self.players += players
            if self.ending.is_set():
                hurry(players)
            await asyncio.gather(*(player.play() for player in players))
            self.done += 1

    async def seated(self, number: int, match: int, plan: Plan) -> list[Honest]:
        """A new match with everybody at it. Each comes from an address of their own."""
        persons = [kind for kind in plan.seats if kind in ("me", "open")]
        hosts = [f"10.{number}.{seat}.{match % 250}" for seat in range(len(persons))]
        people = [await self.crowd.come_in(host) for host in hosts]
        made = await self.crowd.create(people[0], plan.game, plan.seats)
        for one in people[1:]:
            await self.sit(made, one)
        seeds = [1000 * number + 10 * match + seat for seat in range(len(people))]
        how = {"pace": plan.pace, "enough": plan.enough}
        players = [
            plan.player(self.crowd, made["id"], one, seed=seed, **how)
            for one, seed in zip(people, seeds, strict=True)
        ]
        for player in players:
            player.alone = len(people) == 1
        return players

    async def sit(self, made: Any, who: Person) -> None:
        """Where the answer was lost, the second try is refused: they sit already."""
        command = {"t": "sit", "key": made["invites"][0]["key"]}
        start = monotonic()
        while await self.crowd.ask("sit", who, f"matches/{made['id']}/commands", command) is None:
            seen = await self.crowd.ask("sit", who, f"matches/{made['id']}")
            if seen and any(seat.get("yours") for seat in seen["match"]["seats"]):
                break
            await asyncio.sleep(0.25)
        self.crowd.waits["somebody sits down"].append(monotonic() - start)

    async def ask_for_hints(self) -> None:
        who = await self.crowd.come_in("10.100.0.1")
        made = await self.crowd.create(who, "solenia", ("me", "me"), hints=True)
        path = f"matches/{made['id']}/commands"
        while True:
            await self.crowd.served("a hint comes", who, path, {"t": "hint"})
            await asyncio.sleep(6)

    async def read_pages(self) -> None:
        who = await self.crowd.come_in("10.100.0.2")
        while True:
            await self.crowd.served("a list of matches comes", who, "matches?status=gathering")
            await asyncio.sleep(1)

    async def end_all(self, playing: list[asyncio.Task[None]]) -> None:
        """Everybody hurries, and calls off what takes too long."""
        hurry(self.players)
        _, left = await asyncio.wait(playing, timeout=PATIENCE)
        for player in self.players:
            if not player.over:
                where = {k: v for k, v in (player.state or {}).items() if k not in ("view", "told")}
                self.found.append(f"{player.match}, seat {player.seat} was not served: {where}")
        for task in playing:
            if task.done() and task.exception() is not None:
                self.found.append(f"a player failed: {task.exception()!r}")
        await stopped(list(left))

    # Who floods

    async def flood(self, names: Sequence[str]) -> None:
        """In another process, which is told what is being played."""
        script, seed = str(HERE / "floods.py"), str(self.random.getrandbits(30))
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, script, self.server.address, seed, *names, stdin=pipe, stdout=pipe,
            limit=1 << 26,
        )  # fmt: skip
        assert process.stdin
        assert process.stdout
        with suppress(ConnectionError):
            while not self.ending.is_set():
                running = [player.match for player in self.players[-30:] if not player.over]
                process.stdin.write(json.dumps(running).encode() + b"\n")
                await asyncio.sleep(1)
        process.stdin.close()
        told = json.loads(
            await process.stdout.readline() or '{"failed": ["the process that floods"]}'
        )
        for kind, answers in told.get("answers", {}).items():
            self.crowd.answers[kind].update(answers)
        self.crowd.matches.update(told.get("matches", []))
        self.found += [f"a flood failed: {why}" for why in told["failed"]]
        await process.wait()

    # What breaks

    async def break_things(self, end: float, faults: Sequence[str]) -> None:
        """One fault after the other, in a shuffled order that has each as often."""
        left: list[str] = []
        while monotonic() < end - UNTOUCHED:
            left = left or self.random.sample(faults, len(faults))
            await asyncio.sleep(self.random.uniform(*CALM))
            kind = left.pop()
            start = monotonic()
            held = await FAULTS[kind](self) or 0.0
            await self.until_served(start)
            self.faults.append(Fault(kind, monotonic() - start, held))
        await asyncio.sleep(max(end - monotonic(), 0))

    async def until_served(self, start: float) -> None:
        """Until the server is well. Whoever runs it starts what has ended by itself."""
        health = f"{self.server.address}/healthz"
        async with httpx.AsyncClient(timeout=10) as client:
            while True:
                if self.server.process.poll() is not None:
                    self.found.append("the server ended by itself")
                    await asyncio.to_thread(self.server.start)
                with suppress(httpx.HTTPError):
                    answer = await client.get(health, headers=PROBE)
                    if answer.status_code == 200:
                        return
                if monotonic() - start > PATIENCE:
                    self.found.append("the server was not well again in time")
                    return
                await asyncio.sleep(0.1)

    async def kill_server(self) -> None:
        await asyncio.to_thread(self.server.kill)
        await asyncio.to_thread(self.server.start)

    async def kill_worker(self) -> None:
        kill(self.random, self.server.pids())

    async def kill_thinker(self) -> None:
        kill(self.random, [pid for worker in self.server.pids() for pid in thinkers(worker)])

    async def kill_backend(self) -> None:
        """PostgreSQL ends all others then, and recovers."""
        all_of_it = children(self.database_pid())
        kill(self.random, [pid for pid in all_of_it if "sunroom postgres" in served.cmdline(pid)])

    async def restart_database(self) -> float:
        how = self.random.choice(("fast", "immediate"))
        await asyncio.to_thread(self.database.stop, how)
        held = self.random.uniform(*AWAY)
        await asyncio.sleep(held)
        await asyncio.to_thread(self.database.start)
        return held

    async def fill_disk(self) -> float:
        held = self.random.uniform(*AWAY)
        with self.disk.full(self.database_pid()):
            await asyncio.sleep(held)
        await self.revive_database()
        return held

    async def revive_database(self) -> None:
        """A database that could not go on is started by whoever runs it."""
        with suppress(OSError, IndexError, ValueError):
            os.kill(self.database_pid(), 0)
            return
        await asyncio.to_thread(self.database.start)

    def database_pid(self) -> int:
        return int((self.database.folder / "data" / "postmaster.pid").read_text().split()[0])

    # What is looked at

    async def watch_memory(self) -> None:
        while True:
            note_sizes(self.largest, self.processes())
            await asyncio.sleep(1)

    def processes(self) -> Iterator[tuple[str, int]]:
        yield "parent", self.server.process.pid
        yield from serving(self.server)
        with suppress(OSError, IndexError, ValueError):
            first = self.database_pid()
            yield from (("database", pid) for pid in (first, *children(first)))

    async def tell(self, end: float) -> None:
        """How far it is, and the time left."""
        start = monotonic()
        while True:
            now = min(monotonic(), end)
            moves = sum(len(player.stored) for player in self.players)
            done = f"{100 * (now - start) / (end - start):3.0f} %  {len(self.faults)} faults,"
            left = f"{(end - now) / 60:.1f} min left"
            told = f"{done} {self.done} matches, {moves:,} moves … {left}"
            print(told, file=sys.stderr, flush=True)
            await asyncio.sleep(15)


def hurry(players: list[Honest]) -> None:
    for player in players:
        player.pace = 0
        player.enough = 0


def kill(random: Random, pids: list[int]) -> None:
    with suppress(ProcessLookupError, IndexError):
        os.kill(random.choice(pids), signal.SIGKILL)


def children(pid: int) -> list[int]:
    try:
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def thinkers(worker: int) -> list[int]:
    """What a worker has started, from whichever of its threads."""
    found: list[int] = []
    with suppress(OSError):
        for file in Path(f"/proc/{worker}/task").glob("*/children"):
            found += map(int, file.read_text().split())
    return [pid for pid in found if "spawn_main" in served.cmdline(pid)]


def serving(server: Any) -> Iterator[tuple[str, int]]:
    """The processes that serve, and what they have started."""
    with suppress(OSError):
        for worker in server.pids():
            yield "worker", worker
            yield from (("thinker or compiler", pid) for pid in thinkers(worker))


def note_sizes(largest: Sizes, processes: Iterable[tuple[str, int]]) -> None:
    for kind, pid in processes:
        largest[kind][pid] = max(largest[kind].get(pid, 0), resident(pid))


def resident(pid: int) -> float:
    """MiB."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


# The disk of the database


class Disk:
    """A small disk of its own where one may be mounted; otherwise files that may not grow."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)]
        self.mounted = bool(shutil.which("mount")) and not failed(mount)

    @property
    def told(self) -> str:
        if self.mounted:
            return f"a disk of {DISK >> 20} MiB in memory, which is filled by another file"
        return "a limit for the size of files (RLIMIT_FSIZE) of all its processes"

    @contextmanager
    def full(self, postmaster: int) -> Iterator[None]:
        with self._filled() if self.mounted else limited([postmaster, *children(postmaster)]):
            yield

    @contextmanager
    def _filled(self) -> Iterator[None]:
        ballast = self.folder / "ballast"
        with ballast.open("wb") as file:
            for step in (1 << 24, 1 << 20, 1 << 12):
                with suppress(OSError):
                    while True:
                        os.posix_fallocate(file.fileno(), os.fstat(file.fileno()).st_size, step)
        try:
            yield
        finally:
            ballast.unlink()

    def close(self) -> None:
        if self.mounted:
            failed(["umount", "--lazy", str(self.folder)])


def failed(command: list[str]) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode != 0


@contextmanager
def limited(pids: list[int]) -> Iterator[None]:
    """Processes whose files cannot grow past a MiB."""
    before = {pid: resource.prlimit(pid, resource.RLIMIT_FSIZE) for pid in pids}
    for pid, (_, hard) in before.items():
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (1 << 20, hard))
    try:
        yield
    finally:
        for pid, limits in before.items():
            with suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


FAULTS: dict[str, Callable[[Siege], Awaitable[float | None]]] = {
    "server killed": Siege.kill_server,
    "worker killed": Siege.kill_worker,
    "thinker killed": Siege.kill_thinker,
    "database backend killed": Siege.kill_backend,
    "database stopped": Siege.restart_database,
    "disk full": Siege.fill_disk,
}


# Whether it is all there


def check(siege: Siege) -> None:
    """Compare what is stored with what everybody was told; then look at a server that was started
    again.
    """
    from test_crash import check_alike, check_stored, events_of

    events = events_of(siege.database.url)
    for player in siege.players:
        try:
            if player.seat is not None:
                check_stored([player], events)
        except (AssertionError, KeyError) as why:
            siege.found.append(f"{type(why).__name__}: {why}")
    if lost := siege.crowd.matches - events.keys():
        siege.found.append(f"{len(lost)} matches were created and are not stored")
    siege.server.stop()
    siege.server.start()
    for player in siege.players[-20:]:
        try:
            if player.over:
                check_alike([player], siege.server.address)
        except AssertionError as why:
            siege.found.append(f"shown otherwise after a start: {why}")
    for size, kind in ((max(found.values()), kind) for kind, found in siege.largest.items()):
        if size > BOUND:
            siege.found.append(f"a {kind} had {size:.0f} MiB")


def errors(folder: Path) -> Counter[str]:
    """What the server has logged as an error, with how often."""
    found: Counter[str] = Counter()
    for line in (folder / "log").read_text("utf-8", "replace").splitlines():
        with suppress(ValueError):
            told = json.loads(line) if line.startswith("{") else {}
            if told.get("level") == "error":
                last = str(told.get("exception", "")).strip().rpartition("\n")[2]
                found[f"{told['event']}: {last}"[:160]] += 1
    return found


# The page

TEXT = """# The siege

Written by `python bench/siege.py --record`. {minutes:.1f} minutes on PostgreSQL with {workers}
workers: matches of {games}, by honest people over sockets and
HTTP, each from an address of their own, and by opponents. Meanwhile servers, workers, thinkers and
backends of the database were killed, the database was stopped and started, its disk was filled
({disk}), and guests flooded chat, queue, opponents,
sockets, connections and boxes from a few addresses. Limits were the usual ones.

{machine}. {when}, commit {commit}, `{command}`. {beside}

**{verdict}** {players:,} honest players had {matches:,} matches; {moves:,} of their moves were
acknowledged. {unsure:,} more had no answer or "not known", and were looked for.

## How long honest people waited

With all lost connections and outages: from the first try until it was accepted.

{head}
{waits}

## What broke

Seconds until the server was well again; in brackets those for which the database was held away, or
its disk full.

| | times | p50 | most |
|---|---|---|---|
{faults}

## What was flooded

| | answers |
|---|---|
{floods}

## Memory

The most that a process had, in MiB, and how many processes there were. None may have {bound:,}.

| | processes | p50 | most |
|---|---|---|---|
{memory}

## Errors in the log

{errors}
"""


PASSED = (
    "Nothing acknowledged is missing, nothing is stored that nobody sent, everybody was served."
)


def page(siege: Siege, seconds: float, command: str, beside: str, logged: Counter[str]) -> str:
    return TEXT.format(
        minutes=seconds / 60, workers=WORKERS, games=", ".join(known_games()), disk=siege.disk.told,
        machine=f"{processor()}, {cores()} cores", when=f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
        commit=siege.commit or "unknown", command=command, beside=beside,
        verdict="Not passed: " + "; ".join(siege.found[:20]) if siege.found else PASSED,
        matches=siege.done, players=len(siege.players),
        moves=sum(len(player.stored) for player in siege.players),
        unsure=sum(len(player.unsure) for player in siege.players), bound=BOUND,
        head=WAITS, waits="\n".join(waits_table(siege.crowd.waits)),
        faults="\n".join(fault_rows(siege.faults)), floods="\n".join(flood_rows(siege.crowd)),
        memory="\n".join(memory_rows(siege.largest)),
        errors="\n".join(f"- {n} × {what}" for what, n in logged.most_common(20)) or "None.",
    )  # fmt: skip


def fault_rows(faults: list[Fault]) -> Iterator[str]:
    for kind in FAULTS:
        if of_kind := [one for one in faults if one.kind == kind]:
            away = spread([one.away for one in of_kind])
            held = spread([one.on_purpose for one in of_kind])
            most = both(away, held, "max")
            yield f"| {kind} | {len(of_kind)} | {both(away, held, 'p50')} | {most} |"


def both(away: dict[str, float], held: dict[str, float], which: str) -> str:
    return f"{away[which]:.1f}" + (f" ({held[which]:.1f})" if held["max"] else "")


def flood_rows(crowd: Crowd) -> Iterator[str]:
    for kind, answers in sorted(crowd.answers.items()):
        told = ", ".join(f"{n:,} × {status}" for status, n in answers.most_common(6))
        yield f"| {kind} | {told} |"


def memory_rows(largest: Any) -> Iterator[str]:
    for kind, sizes in sorted(largest.items()):
        found = spread(list(sizes.values()))
        yield f"| {kind} | {len(sizes)} | {found['p50']:.0f} | {found['max']:.0f} |"


# The command


@contextmanager
def besieged(seed: int, tables: Any = TABLES) -> Iterator[Siege]:
    """A server and a database of its own."""
    with tempfile.TemporaryDirectory(prefix="sunroom-siege-") as folder, ExitStack() as stack:
        place = Path(folder) / "database"
        place.mkdir()
        Path(folder).chmod(0o755)
        disk = Disk(place)
        stack.callback(disk.close)
        database = served.Postgres(place)
        database.create()
        stack.callback(suppressed(database.stop))
        server = served.Served(folder, database.url, workers=WORKERS, more=("--limit", "50"))
        stack.callback(server.stop)
        server.start()
        yield Siege(server, database, disk, seed, tables)


def suppressed(call: Callable[[], None]) -> Callable[[], None]:
    def quiet() -> None:
        with suppress(subprocess.CalledProcessError):
            call()

    return quiet


def besiege(
    seconds: float, seed: int, *, tables: Any = TABLES, faults: Sequence[str] = tuple(FAULTS),
    floods: Sequence[str] = tuple(FLOODS),
) -> tuple[Siege, Counter[str]]:  # fmt: skip
    """All of it; what was found wrong is in `found`."""
    with besieged(seed, tables) as siege:
        asyncio.run(siege.run(seconds, faults, floods))
        check(siege)
        return siege, errors(siege.server.folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=180)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--beside", default="", help="what else the machine did, for the page")
    parser.add_argument("--record", action="store_true", help="write bench/SIEGE.md")
    asked = parser.parse_args()
    if served.postgres_programs() is None:
        print("The siege needs PostgreSQL: apt-get install postgresql")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is stopped
    siege, logged = besiege(asked.seconds, asked.seed)
    command = f"python bench/siege.py --seconds {asked.seconds:g} --seed {asked.seed}"
    told = page(siege, asked.seconds, command, asked.beside, logged)
    print(told)
    if asked.record:
        (HERE / "SIEGE.md").write_text(told, "utf-8")
    return 1 if siege.found else 0


if __name__ == "__main__":
    sys.exit(main())
