"""One source, several ways to run it."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from sunroom import load
from sunroom.engine import answers, cache, compiled, entries, rollout
from sunroom.engine.binding import Binding
from sunroom.engine.referee import interpreted
from sunroom.engine.runner import available


def double(n):
    return 2 * n


def quadruple(n):
    return double(double(n))


def endless(n):
    return endless(n)


def test_a_twin_calls_twins_and_the_original_stays():
    seen = []

    def noticing(twin):
        def noticed(n):
            seen.append(twin.__name__)
            return twin(n)

        return noticed

    twin = Binding({}, "test", noticing).rebind(quadruple)

    assert twin(3) == quadruple(3) == 12
    assert seen == ["quadruple", "double", "double"]


def test_names_left_open_are_put_in_for_one_game():
    twin = Binding({"pick": lambda s, word: s + word}, "test").rebind(rollout.picked)

    assert twin(1, 2, None, None) == 3
    assert rollout.pick is answers.pick
    with pytest.raises(NotImplementedError):
        rollout.picked(1, 2, None, None)


def test_a_rule_that_calls_itself_is_refused():
    with pytest.raises(TypeError, match="endless calls itself"):
        Binding({}, "test").rebind(endless)


def test_two_threads_that_want_a_twin_get_the_same_one():
    first_is_at_it, made = Event(), Event()

    def slowly(twin):
        first_is_at_it.set()
        made.wait(0.2)  # in which the other one asks for it
        return twin

    binding = Binding({}, "test", slowly)
    with ThreadPoolExecutor(2) as threads:
        one = threads.submit(binding.rebind, double)
        first_is_at_it.wait()
        other = threads.submit(binding.rebind, double)

        assert one.result() is other.result()


needs_numba = pytest.mark.skipif(
    not available(), reason="compiled rules are switched off by SUNROOM_INTERPRETED"
)

COUNT = """
import sys; sys.path.insert(0, sys.argv[1])
import numba.core.caching as caching
from numba.core.caching import Cache
loads = []
original = caching.IndexDataCacheFile.load
def load(self, key):
    found = original(self, key)
    loads.append(found is not None)
    return found
caching.IndexDataCacheFile.load = load
import toy
from sunroom.engine.referee import CompiledReferee
referee = CompiledReferee(toy.GAME)
table = referee.new(toy.GAME.settings(seats=2))
print(sum(loads), len(loads) - sum(loads), referee.playout(table, 1), table.deck[0])
"""


def in_a_process(toy, cache):
    done = subprocess.run(
        [sys.executable, "-c", COUNT, str(toy)],
        env=os.environ | {"SUNROOM_CACHE": str(cache)},
        check=True,
        capture_output=True,
        text=True,
    )
    return [int(word) for word in done.stdout.split()]


@needs_numba
def test_a_second_process_loads_what_the_first_compiled_and_an_edited_rule_is_noticed(tmp_path):
    """Numba alone would go on playing the old rule from its cache."""
    import high_card

    toy = tmp_path / "toy"
    shutil.copytree(Path(high_card.__file__).parent, toy)
    cache = tmp_path / "cache"
    hits, misses, steps, deck = in_a_process(tmp_path, cache)
    assert hits == 0
    assert misses > 5

    again = in_a_process(tmp_path, cache)
    assert again == [misses, 0, steps, deck]

    source = (toy / "__init__.py").read_text()
    assert "COPIES = 2" in source
    (toy / "__init__.py").write_text(source.replace("COPIES = 2", "COPIES = 9"))
    before = set(cache.iterdir())
    hits, again, _, other_deck = in_a_process(tmp_path, cache)
    assert other_deck > deck
    assert hits == misses - again
    assert {folder.name.rsplit("-", 2)[1] for folder in set(cache.iterdir()) - before} == {
        "set_up_first",
        "setups",
        "redeal_first",
    }


@needs_numba
def test_a_game_with_another_answer_is_compiled_apart():
    game = load("soluna")
    others = [double, quadruple, *(lambda s, n: 1, lambda s, n: 2), eval("lambda s, n: 3")]
    games = [game, *(replace(game, scores=other) for other in others)]

    def folder(one):
        return cache.cache_folder(one, entries.scores_of_first, "tables numbers")

    assert len({folder(one) for one in games}) == len(games)
    assert folder(replace(game)) == folder(game)


def test_folders_that_nobody_uses_are_swept(tmp_path):
    used, fresh, stale = (tmp_path / name for name in ("used", "fresh", "stale"))
    for folder in (used, fresh, stale):
        folder.mkdir()
    os.utime(stale, (0, 0))

    cache.sweep(used)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["fresh", "used"]


@needs_numba
def test_what_lies_beside_a_passing_folder_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("SUNROOM_CACHE", str(tmp_path / "cache"))
    passing, theirs = tmp_path / "passing", tmp_path / "theirs"
    for folder in (passing, theirs):
        folder.mkdir()
    os.utime(theirs, (0, 0))
    with cache.filling(passing):
        pass

    assert theirs.exists()


@needs_numba
def test_the_callers_own_numba_cache_is_left_alone(tmp_path, monkeypatch):
    import numba

    from high_card import GAME

    theirs = tmp_path / "theirs"
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(theirs))
    monkeypatch.setenv("SUNROOM_CACHE", str(tmp_path / "ours"))
    compiled.CpuRunner(replace(GAME)).function(entries.actor_of_first, "tables")

    assert str(theirs) == numba.config.CACHE_DIR
    assert not theirs.exists()
    assert list((tmp_path / "ours").glob("*/*.nbi"))


@pytest.fixture
def runner(monkeypatch, tmp_path):
    """Compiles a small game into a folder of its own; each call as a new process would."""
    from high_card import GAME

    monkeypatch.setenv("SUNROOM_CACHE", str(tmp_path))
    return lambda: compiled.CpuRunner(replace(GAME))


def elsewhere(entry, types):
    """Another process compiles one entry of the small game: whether it ends."""
    code = (
        "from high_card import GAME; from sunroom.engine import compiled, entries;"
        f"compiled.CpuRunner(GAME).function(entries.{entry.__name__}, {types!r})"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen([sys.executable, "-c", code], env=env)


@needs_numba
def test_entries_are_compiled_side_by_side_and_one_waits_for_its_own(runner):
    from filelock import FileLock

    acts, legal = (entries.actor_of_first, "tables"), (entries.legal_on_first, "tables numbers")
    folder = cache.writable(cache.cache_folder(runner().game, *acts))
    with FileLock(folder / "lock"):
        waiting, other = elsewhere(*acts), elsewhere(*legal)
        assert other.wait(120) == 0
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(2)
    assert waiting.wait(120) == 0
    assert (folder / cache.READY).exists()


@needs_numba
def test_what_is_ready_is_loaded_without_a_lock(runner):
    from filelock import FileLock

    acts = (entries.actor_of_first, "tables")
    runner().function(*acts)
    folder = cache.cache_folder(runner().game, *acts)
    with FileLock(folder / "lock"):
        loading = elsewhere(*acts)
        assert loading.wait(120) == 0


def flipped(file):
    """A file of which some bits of the machine code are wrong, as a bad disk gives it back."""
    data = bytearray(file.read_bytes())
    start = data.index(b"\x7fELF") + 16
    for at in range(start, start + 48):
        data[at] ^= 0x55
    file.write_bytes(data)


@needs_numba
def test_flipped_bits_in_compiled_code_end_no_process(runner, capfd):
    """Nothing but a digest finds them: numba runs what it reads."""
    acts = (entries.actor_of_first, "tables")
    runner().function(*acts)
    folder = cache.cache_folder(runner().game, *acts)
    for file in folder.glob("*.nbc"):
        flipped(file)

    assert elsewhere(*acts).wait(120) == 0
    assert f"{folder} are damaged" in capfd.readouterr().err
    assert cache.is_intact(folder)
    assert elsewhere(*acts).wait(120) == 0
    assert not capfd.readouterr().err


@needs_numba
def test_an_empty_note_of_what_is_compiled_is_what_a_power_cut_left(runner, caplog):
    acts = (entries.actor_of_first, "tables")
    runner().function(*acts)
    folder = cache.cache_folder(runner().game, *acts)
    for file in folder.glob("*.nb?"):
        file.write_bytes(b"")
    (folder / cache.READY).write_bytes(b"")

    assert not cache.is_intact(folder)
    runner().function(*acts)
    assert f"{folder} are damaged" in caplog.text
    assert cache.is_intact(folder)
    assert all(file.read_bytes() for file in folder.glob("*.nb?"))


def test_a_folder_is_sealed_when_everything_in_it_is_on_the_disk(tmp_path, monkeypatch):
    for name in ("a.nbi", "a.1.nbc"):
        (tmp_path / name).write_bytes(b"code")
    done = []
    fsync, replace = os.fsync, Path.replace
    monkeypatch.setattr(os, "fsync", lambda file: (done.append(Path(f"/proc/self/fd/{file}").readlink()), fsync(file)))  # fmt: skip
    monkeypatch.setattr(Path, "replace", lambda old, new: (done.append(new), replace(old, new)))

    cache.seal(tmp_path)

    note = tmp_path / cache.READY
    before = done[: done.index(note)]
    assert {file.name for file in before} == {"a.nbi", "a.1.nbc", f"{cache.READY}.{os.getpid()}"}
    assert done[-2:] == [note, tmp_path]  # its name is on the disk, too
    assert cache.is_intact(tmp_path)


@needs_numba
def test_a_damaged_entry_is_compiled_again(runner):
    acts = (entries.actor_of_first, "tables")
    runner().function(*acts)
    files = list(cache.cache_folder(runner().game, *acts).glob("*.nb*"))
    for file in files:
        file.write_bytes(b"junk")

    table = runner().see(interpreted(runner().game).new([2]))
    assert runner().function(*acts)(table) == -1
    assert files
    assert all(file.read_bytes() != b"junk" for file in files)
