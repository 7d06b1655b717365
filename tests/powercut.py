"""Power cuts: what is on a disk that forgets what was not synced, at any moment of a server's life.

A server plays matches under strace, which writes down every change of the database's files and every
acknowledgement in the order in which they happened. From that a disk is put together as it may be
after a power cut at any moment: what was synced is there; of what was not, any part may be.

    python tests/powercut.py FOLDER LEVEL DECISIONS      the server that is watched
"""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from sqlalchemy import event, select, text

from guests import seated
from sunroom.rules.words import Refusal
from sunroom.server.store import database, schema, sqlite

DATABASE, ACKNOWLEDGED, TRACE = "sunroom.db", "acknowledged", "trace"
KEPT = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-journal")  # -shm is made again when it is opened
SECTOR = 512  # bytes that a disk writes whole or not at all
TABLES = (
    ("soluna", "Ada", "Ben"), ("solenia", "Cem", "Dóra"), ("solaris", "Eve", "Fay", "Gil"),
    ("solaris", "Hal", "Ida", "Jo"), ("solaris", "Kim", "Lea", "Mo"), ("guild-solo", "Nell"),
)  # fmt: skip
AS_SHIPPED = "as shipped"  # the level of `synchronous` that the server has by itself
PATIENCE = 600  # seconds

# What changes files; whatever else could do so is refused when the trace is read.
CALLS = (
    "openat,open,creat,write,writev,pwrite64,pwritev,pwritev2,fsync,fdatasync,sync,syncfs,"
    "sync_file_range,ftruncate,truncate,fallocate,copy_file_range,sendfile,mmap,"
    "rename,renameat,renameat2,link,linkat,unlink,unlinkat"
)


# The server that is watched


def watched(folder, level, decisions):
    """Play under strace; the file of the database before, and all its events in the end."""
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed here: apt-get install strace")
    url = str(folder / DATABASE)
    database.prepare(url, folder / "backups")
    before = Path(url).read_bytes()
    line = [
        "strace", "--follow-forks", "--seccomp-bpf", "--decode-fds=path", "--strings-in-hex=all",
        "--string-limit=1000000", f"--trace={CALLS}", f"--output={folder / TRACE}", "--quiet=all",
        sys.executable, __file__, str(folder), level, str(decisions),
    ]  # fmt: skip
    env = os.environ | {"SUNROOM_INTERPRETED": "1"}
    subprocess.run(line, env=env, check=True, timeout=PATIENCE)
    return before, rows_of(url)


def main():
    folder, level, decisions = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    if level != AS_SHIPPED:
        sqlite.engine = partial(engine_of_level, sqlite.engine, level)
    asyncio.run(play(folder, decisions))


def engine_of_level(shipped, level, path):
    """The engine of the server, with another level of `synchronous`."""
    made = shipped(path)
    event.listen(made, "connect", lambda raw, _: raw.execute(f"PRAGMA synchronous={level}"))
    return made


async def play(folder, decisions):
    from served import open_backend

    told = os.open(folder / ACKNOWLEDGED, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    async with open_backend(folder) as backend:
        tables = [await seated(backend, *who) for who in TABLES]
        await asyncio.gather(*(play_at(people, decisions, told) for people in tables))
        os._exit(0)  # nothing is closed, so that no last checkpoint tidies up


async def play_at(people, decisions, told):
    """Whoever is to decide does; each answer is written down when it is there."""
    random = Random(people[0].name)
    for _ in range(decisions):
        state = people[0].state
        if state["status"] != "playing":
            return
        who = next(one for one in people if one.about["seats"][state["turn"]].get("yours"))
        await who.play(random.choice(who.state["legal"]))
        os.write(told, f"{who.id} {who.state['n']}\n".encode())


# The disk


@dataclass(eq=False)
class Change:
    """What was done to a file: bytes were written, or its size was set."""

    offset: int
    data: bytes | None = None

    def applied(self, content, wanted=None):
        """Do it; of what is written only the *wanted* sectors."""
        if self.data is None:
            resized(content, self.offset)
            return
        for start in range(0, len(self.data), SECTOR):
            if wanted is None or wanted():
                part, at = self.data[start : start + SECTOR], self.offset + start
                resized(content, max(len(content), at + len(part)))
                content[at : at + len(part)] = part


def resized(content, size):
    del content[size:]
    content.extend(bytes(size - len(content)))


@dataclass(eq=False)
class File:
    synced: bytearray = field(default_factory=bytearray)
    pending: list[Change] = field(default_factory=list)

    def sync(self, changes):
        """What a sync that has returned has brought to the disk: all that was done before it began."""
        for change in changes:
            if change in self.pending:
                self.pending.remove(change)
                change.applied(self.synced)

    def after_a_cut(self, random, share):
        content = bytearray(self.synced)
        for change in self.pending:
            whole = random.random() < 0.5
            if not whole:
                change.applied(content, lambda: random.random() < share)
            elif random.random() < share:
                change.applied(content)
        return bytes(content)


@dataclass
class Disk:
    """A folder with files; names are synced with the folder, in the order in which they were made."""

    folder: Path
    names: dict[str, File]  # as the system shows them
    synced: dict[str, File]
    pending: list[tuple[str, File | None]] = field(default_factory=list)

    @classmethod
    def of(cls, folder, content):
        file = File(bytearray(content))
        return cls(folder, {DATABASE: file}, {DATABASE: file})

    def name(self, name, file):
        self.pending.append((name, file))
        named(self.names, name, file)

    def sync(self, names):
        for one in names:
            if one in self.pending:
                self.pending.remove(one)
                named(self.synced, *one)

    def after_a_cut(self, random):
        """The files as they may be: from nothing that was not synced up to all of it."""
        share = random.choice([0, random.random(), 1])
        files = dict(self.synced)
        for one in self.pending[: round(len(self.pending) * share)]:
            named(files, *one)
        return {name: file.after_a_cut(random, share) for name, file in files.items()}


def named(files, name, file):
    if file is None:
        files.pop(name, None)
    else:
        files[name] = file


# The trace


class Call(NamedTuple):
    """A system call as strace writes it; those that others interrupt begin and end by themselves."""

    thread: str
    name: str
    args: str
    begins: bool
    ends: bool


LINE = re.compile(r"(?P<thread>\d+) +(?P<name>\w+)\((?P<args>.*)", re.DOTALL)
RESUMED = re.compile(r"(?P<thread>\d+) +<\.\.\. (?P<name>\w+) resumed>(?P<args>.*)", re.DOTALL)
HANDLE = re.compile(r"\d+<(?P<path>[^>]*)>(?P<rest>.*)")
WRITTEN = re.compile(r', "(?P<data>(?:\\x[0-9a-f]{2})*)", (?P<size>\d+)(?:, (?P<offset>\d+))?')
PATH = re.compile(r'"(?P<path>(?:\\x[0-9a-f]{2})*)"')
UNFINISHED = "<unfinished ...>"


def calls_of(trace):
    with trace.open() as lines:
        for line in lines:
            if found := LINE.match(line):
                ends = not line.rstrip().endswith(UNFINISHED)
                yield Call(found["thread"], found["name"], found["args"], True, ends)
            elif found := RESUMED.match(line):
                yield Call(found["thread"], found["name"], found["args"], False, True)


def plain(written):
    """Bytes as strace writes them; older ones write paths as they are."""
    if written.startswith("\\x"):
        return bytes.fromhex(written.replace("\\x", ""))
    return written.encode()


def file_of(args):
    """The path of a call's first file, and its other arguments."""
    found = HANDLE.match(args)
    return (Path(os.fsdecode(plain(found["path"]))), found["rest"]) if found else (None, "")


class Recorder:
    """A disk, and what was acknowledged, as they were after each call of a trace."""

    def __init__(self, folder, content):
        self.folder = folder
        self.disk = Disk.of(folder, content)
        self.acknowledged = {}  # the last event of each match of which a player was told
        self.syncing = {}  # by thread: what a sync that has begun will have brought to the disk
        self.syncs = 0
        self.written = set()  # names of files
        paths = [str(folder / name) for name in KEPT]
        hexed = ["".join(f"\\x{byte:02x}" for byte in path.encode()) for path in paths]
        self.ours = [path + end for path in paths + hexed for end in '>"']

    def follow(self, call):
        """Whether the call has anything to do with the disk, or with what was acknowledged."""
        if call.name in ("fsync", "fdatasync"):
            return self._sync(call)
        if not call.begins or call.args.startswith("-1, EBADF"):
            return False
        if call.name in ("openat", "open", "unlink", "unlinkat"):
            return self._name(call)
        return self._write(call)

    def _sync(self, call):
        if call.begins:
            path, _ = file_of(call.args)
            file = self.disk.names.get(path.name) if path.parent == self.folder else None
            if path == self.folder:
                self.syncing[call.thread] = self.disk, list(self.disk.pending)
            elif file is not None:
                self.syncing[call.thread] = file, list(file.pending)
        if not call.ends or call.thread not in self.syncing:
            return False
        synced, what = self.syncing.pop(call.thread)
        assert "= 0" in call.args, call
        synced.sync(what)
        self.syncs += 1
        return True

    def _name(self, call):
        path = Path(plain(PATH.search(call.args)["path"]).decode())
        if path.parent != self.folder or path.name not in KEPT:
            return False
        if call.name.startswith("unlink"):
            if path.name in self.disk.names:
                self.disk.name(path.name, None)
            return True
        assert "O_TRUNC" not in call.args, call
        if "O_CREAT" not in call.args or path.name in self.disk.names:
            return False
        self.disk.name(path.name, File())
        return True

    def _write(self, call):
        path, rest = file_of(call.args)
        if path == self.folder / ACKNOWLEDGED:
            match, n = plain(WRITTEN.match(rest)["data"]).decode().split()
            self.acknowledged[match] = int(n)
            return True
        file = self.disk.names.get(path.name) if path and path.parent == self.folder else None
        if file is None:
            # Nothing else touches these files, or this disk would not be what was there.
            assert not any(one in call.args for one in self.ours), call
            return False
        file.pending.append(change_of(call, rest))
        self.written.add(path.name)
        return True


def change_of(call, rest):
    if call.name == "ftruncate":
        return Change(int(re.match(r", (\d+)", rest)[1]))
    assert call.name == "pwrite64", call
    found = WRITTEN.match(rest)
    data = plain(found["data"])
    assert len(data) == int(found["size"]), call
    return Change(int(found["offset"]), data)


# Cuts


@dataclass
class Found:
    """What became of some power cuts."""

    cuts: int = 0
    acknowledged: int = 0  # events of which players were told until the last moment
    syncs: int = 0
    written: set[str] = field(default_factory=set)  # the files that were changed
    losses: list[str] = field(default_factory=list)


def cut(folder, level, decisions, cuts, seed=1):
    """Let a server play, and cut its power at random moments: what was lost each time."""
    before, whole = watched(folder, level, decisions)
    random = Random(seed)
    moments = sum(1 for _ in followed(folder, Recorder(folder, before)))
    wanted = {random.randrange(moments) for _ in range(cuts)}
    recorder, found = Recorder(folder, before), Found()
    for moment in followed(folder, recorder):
        if moment in wanted:
            files, told = recorder.disk.after_a_cut(random), recorder.acknowledged
            found.cuts += 1
            found.losses += lost(folder / "after", files, told, whole)
    found.acknowledged = sum(recorder.acknowledged.values())
    found.syncs, found.written = recorder.syncs, recorder.written
    return found


def followed(folder, recorder):
    """The moments at which a disk, or what was acknowledged, is another one."""
    return (n for n, _ in enumerate(filter(recorder.follow, calls_of(folder / TRACE))))


def lost(place, files, acknowledged, whole):
    """What is missing or damaged when the server's own way opens these files; nothing otherwise."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for name, content in files.items():
        (place / name).write_bytes(content)
    try:
        rows = rows_of(str(place / DATABASE))
    except Refusal as why:
        return [str(why)]
    wanted = {(match, n) for match, last in acknowledged.items() for n in range(1, last + 1)}
    wrong = sorted(one for one in wanted if rows.get(one) != whole[one])
    return [f"{len(wrong)} of {len(wanted)} events are missing"] if wrong else []


def rows_of(url):
    """All events, after SQLite has found nothing wrong with the file."""

    def work(connection):
        found = connection.execute(text("PRAGMA integrity_check")).scalars().all()
        if found != ["ok"]:
            raise database.BadDatabase("no_sqlite", file=url, why=found[0])
        return {(row.match, row.n): row.data for row in connection.execute(select(schema.events))}

    return database.using(url, work)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
