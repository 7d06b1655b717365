"""What a power cut leaves: everything that was acknowledged, because it was synced before that."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from powercut import (
    ACKNOWLEDGED,
    AS_SHIPPED,
    DATABASE,
    Disk,
    Recorder,
    calls_of,
    cut,
)
from served import open_backend
from sunroom.server.store import schema
from sunroom.table.state import PLAYING

LONG, SHORT = 120, 15  # decisions at each table; after the long ones the log was moved to the file
CUTS = 150


def test_nothing_acknowledged_is_lost_by_a_power_cut(tmp_path):
    """At moments of all kinds: between the parts of a commit, and while the log is moved over."""
    found = cut(tmp_path, AS_SHIPPED, LONG, CUTS)
    assert found.losses == []
    assert found.cuts > CUTS / 2
    assert found.acknowledged > 300
    assert found.syncs > 100
    assert found.written == {DATABASE, f"{DATABASE}-wal"}
    asyncio.run(everything_goes_on(tmp_path / "after"))


async def everything_goes_on(folder):
    """A server that finds the disk as it was after the last cut."""
    async with open_backend(folder) as backend:
        rows = await backend.log.read(schema.matches.select())
        rooms = [await backend.registry.find(row.id) for row in rows]
        running = [room for room in rooms if room.state.status == PLAYING]
        assert running
        for room in running:
            assert room.state.match.legal()


@pytest.mark.parametrize("level", ["NORMAL", "OFF"])
def test_with_less_than_full_synchronous_it_would_be(level, tmp_path):
    """So the disk forgets, and the test above can fail."""
    found = cut(tmp_path, level, SHORT, CUTS)
    assert len(found.losses) > found.cuts / 10


# The disk itself


FOLDER = "/data"
FILE = "/data/sunroom.db"


def trace(tmp_path, *lines):
    """A disk after some calls as strace writes them, with a file that held `....`"""
    (tmp_path / "trace").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    recorder = Recorder(Path(FOLDER), b"....")
    for call in calls_of(tmp_path / "trace"):
        recorder.follow(call)
    return recorder


def hexed(text):
    return "".join(f"\\x{byte:02x}" for byte in text.encode())


def written(text, offset):
    return f'pwrite64(5<{FILE}>, "{hexed(text)}", {len(text)}, {offset}'


def contents(recorder, tries=50):
    """Everything that the file may hold after a power cut."""
    return {recorder.disk.after_a_cut(Random(n))[DATABASE] for n in range(tries)}


def test_what_is_not_synced_may_be_there_or_not(tmp_path):
    done = trace(tmp_path, f"1 {written('AB', 0)}) = 2", f"1 {written('C', 3)}) = 1")
    assert contents(done) == {b"....", b"AB..", b"...C", b"AB.C"}


def test_what_is_synced_stays(tmp_path):
    sync = f"1 fdatasync(5<{FILE}>) = 0"
    done = trace(tmp_path, f"1 {written('AB', 0)}) = 2", sync, f"1 ftruncate(5<{FILE}>, 3) = 0")
    assert contents(done) == {b"AB..", b"AB."}


def test_a_sync_brings_over_what_was_written_before_it_began(tmp_path):
    begins, ends = f"1 fsync(5<{FILE}> <unfinished ...>", "1 <... fsync resumed>) = 0"
    unfinished = f"2 {written('B', 1)} <unfinished ...>", "2 <... pwrite64 resumed>) = 1"
    before = trace(tmp_path, f"1 {written('A', 0)}) = 1", begins)
    assert contents(before) == {b"....", b"A..."}
    after = trace(tmp_path, f"1 {written('A', 0)}) = 1", begins, *unfinished, ends)
    assert contents(after) == {b"A...", b"AB.."}


def test_sectors_of_one_write_may_be_torn(tmp_path):
    two = trace(tmp_path, f"1 {written('A' * 1024, 0)}) = 1024")
    halves = {(found[:1], found[512:513]) for found in contents(two, 200)}
    assert halves >= {(b"A", b"A"), (b"A", b""), (b".", b"A"), (b".", b"")}


def test_a_file_has_no_name_until_its_folder_is_synced(tmp_path):
    log = f"{FILE}-wal"
    new = f'1 openat(AT_FDCWD<{FOLDER}>, "{hexed(log)}", O_RDWR|O_CREAT, 0600) = 6<{log}>'
    full = f'1 pwrite64(6<{log}>, "{hexed("L")}", 1, 0) = 1'
    sync = f"1 fdatasync(6<{log}>) = 0"
    nameless = trace(tmp_path, new, full, sync)
    assert {len(nameless.disk.after_a_cut(Random(n))) for n in range(20)} == {1, 2}
    named = trace(tmp_path, new, full, sync, f"1 fsync(7<{FOLDER}>) = 0")
    assert all(named.disk.after_a_cut(Random(n))[f"{DATABASE}-wal"] == b"L" for n in range(20))
    gone = trace(tmp_path, new, f"1 fsync(7<{FOLDER}>) = 0", f'1 unlink("{hexed(log)}") = 0')
    assert {len(gone.disk.after_a_cut(Random(n))) for n in range(20)} == {1, 2}


def test_what_is_acknowledged_is_remembered(tmp_path):
    told = f'1 write(9<{FOLDER}/{ACKNOWLEDGED}>, "{hexed("a 7")}", 3) = 3'
    assert trace(tmp_path, told).acknowledged == {"a": 7}


@pytest.mark.parametrize(
    "line", [f'1 write(5<{FILE}>, "\\x00", 1) = 1', f"1 mmap(NULL, 9, 0, 0, 5<{FILE}>, 0) = 0x1", f'1 rename("{hexed(FILE)}", "") = 0'],
)  # fmt: skip
def test_a_change_that_the_disk_does_not_know_is_no_silent_one(line, tmp_path):
    with pytest.raises(AssertionError):
        trace(tmp_path, line)


def test_a_disk_begins_with_what_it_is_given():
    assert Disk.of(FOLDER, b"x").after_a_cut(Random(1)) == {DATABASE: b"x"}
