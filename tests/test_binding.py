"""One source, several ways to run it."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from sunroom import load
from sunroom.kernel import compiled, rollout
from sunroom.kernel.binding import Binding


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
    assert not hasattr(rollout, "pick")


def test_a_rule_that_calls_itself_is_refused():
    with pytest.raises(TypeError, match="endless calls itself"):
        Binding({}, "test").rebind(endless)


needs_numba = pytest.mark.skipif(
    not compiled.available(), reason="compiled rules are switched off by SUNROOM_PLAIN"
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
from sunroom.kernel.referee import CompiledReferee
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
    import shutil
    from pathlib import Path

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
    hits, _, _, other_deck = in_a_process(tmp_path, cache)
    assert hits == 0
    assert other_deck > deck
    assert len(list(cache.iterdir())) == 2


@needs_numba
def test_a_game_with_another_answer_is_compiled_apart():
    game = load("soluna")
    others = [double, quadruple, *(lambda s, n: 1, lambda s, n: 2), eval("lambda s, n: 3")]
    games = [game, *(replace(game, scores=other) for other in others)]

    assert len({compiled.cache_folder(one) for one in games}) == len(games)
    assert compiled.cache_folder(replace(game)) == compiled.cache_folder(game)


def test_folders_that_nobody_uses_are_swept(tmp_path):
    used, fresh, stale = (tmp_path / name for name in ("used", "fresh", "stale"))
    for folder in (used, fresh, stale):
        folder.mkdir()
    os.utime(stale, (0, 0))

    compiled.sweep(used)

    assert sorted(path.name for path in tmp_path.iterdir()) == ["fresh", "used"]


@needs_numba
def test_the_callers_own_numba_cache_is_left_alone(tmp_path):
    import numba

    before = numba.config.CACHE_DIR
    (tmp_path / "inside").mkdir()
    with compiled.compiling_into(tmp_path / "inside"):
        assert str(tmp_path / "inside") == numba.config.CACHE_DIR

    assert before == numba.config.CACHE_DIR
