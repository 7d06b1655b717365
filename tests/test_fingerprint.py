"""What is compiled again after an edit: whatever reaches it, and nothing else."""

import os
import runpy
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from sunroom import known_games, load
from sunroom.engine import cache, entries, runner

pytestmark = pytest.mark.skipif(
    not runner.available(), reason="compiled rules are switched off by SUNROOM_INTERPRETED"
)

RULES = """
from sunroom.rules.components import frozen
from extra import bonus

PRICES = frozen([[1, 2], [3, 4]])
LIMIT = 7
OTHER = 5


def price(kind):
    return PRICES[kind, 0] + bonus(kind)


def setup(s, options):
    s.seat = LIMIT


def scores(s, out):
    out[0] = sum_of(2)


def sum_of(n):
    total = 0
    for kind in range(n):
        total += price(kind)
    return total


def to_act(s):
    return [place for place in (OTHER, 1)][0]
"""
EXTRA = """
def bonus(kind):
    return 2 * kind
"""
ENTRIES = {
    "setup": (entries.set_up_first, "tables numbers"),
    "scores": (entries.scores_of_first, "tables numbers"),
    "to_act": (entries.actor_of_first, "tables"),
}


def folders(tmp_path, monkeypatch, rules, extra):
    """Where the compiled answers of a game lie whose two files say this."""
    (tmp_path / "extra.py").write_text(extra)
    (tmp_path / "rules.py").write_text(rules)
    module = ModuleType("extra")
    vars(module).update(runpy.run_path(str(tmp_path / "extra.py"), run_name="extra"))
    monkeypatch.setitem(sys.modules, "extra", module)
    said = runpy.run_path(str(tmp_path / "rules.py"), run_name="rules")
    game = replace(load("soluna"), **{answer: said[answer] for answer in ENTRIES})
    return {answer: cache.cache_folder(game, *entry) for answer, entry in ENTRIES.items()}


@pytest.mark.parametrize(
    ("changed", "old", "new"),
    [
        ("", "def price", "# What a kind costs.\n\n\ndef price"),
        ("", "def price(kind):", 'def price(kind):\n    """What a kind costs."""'),
        ("", "def bonus(kind):", 'def bonus(kind):\n    """More of it."""\n'),
        ("", "def sum_of", "def unused(s):\n    return 3\n\n\ndef sum_of"),
        ("scores", "total += price", "total -= price"),
        ("scores", "total = 0", "total = 1"),
        ("scores", "total = 0", "total = 0.0"),
        ("scores", "PRICES[kind, 0]", "PRICES[kind, 1]"),
        ("scores", "[3, 4]", "[3, 5]"),
        ("scores", "[[1, 2], [3, 4]]", "[[1, 2, 3, 4]]"),
        ("scores", "2 * kind", "3 * kind"),
        ("setup", "LIMIT = 7", "LIMIT = 8"),
        ("setup", "LIMIT = 7", "LIMIT = 7.0"),
        ("to_act", "(OTHER, 1)", "(OTHER, 2)"),
        ("to_act", "OTHER = 5", "OTHER = 6"),
    ],
)
def test_an_edit_concerns_what_reaches_it_and_nothing_else(
    tmp_path, monkeypatch, changed, old, new
):
    assert (old in RULES) + (old in EXTRA) == 1
    before = folders(tmp_path, monkeypatch, RULES, EXTRA)
    after = folders(tmp_path, monkeypatch, RULES.replace(old, new), EXTRA.replace(old, new))

    assert {answer for answer in before if before[answer] != after[answer]} == set(changed.split())


def test_types_flags_and_versions_are_part_of_it(monkeypatch):
    game = load("soluna")
    entry = (entries.scores_of_first, "tables numbers")
    found = {cache.cache_folder(game, *entry), cache.cache_folder(game, *entry, quick=True)}
    found.add(cache.cache_folder(game, entry[0], "tables reals"))
    found.add(cache.cache_folder(replace(game, table=load("solaris").table), *entry))
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    found.add(cache.cache_folder(game, *entry))
    monkeypatch.delenv("NUMBA_BOUNDSCHECK")
    monkeypatch.setattr(cache, "INLINED", 9)
    found.add(cache.cache_folder(game, *entry))
    monkeypatch.setattr(cache, "version", lambda package: "0.0")
    found.add(cache.cache_folder(game, *entry))

    assert len(found) == 7


NAMES = """
import sys
from sunroom import load
from sunroom.engine import cache
from sunroom.engine.entries import ENTRIES, is_quick
from sunroom.players import search, thinker
from sunroom.research import tables
loops = ENTRIES | {search.simulate: thinker.TYPES} | tables.ENTRIES
for game in map(load, sys.argv[1:]):
    for loop, types in loops.items():
        print(cache.cache_folder(game, loop, types, quick=is_quick(loop)).name)
"""


def test_charts_checks_comments_and_provenance_are_no_part_of_it(tmp_path):
    ours = Path(cache.__file__).parents[1]
    copy = tmp_path / "src" / "sunroom"
    left_out = shutil.ignore_patterns("page", "tests", "__pycache__", "server", "board")
    shutil.copytree(ours, copy, ignore=left_out)

    def names():
        env = os.environ | {"PYTHONPATH": str(tmp_path / "src")}
        done = subprocess.run(
            [sys.executable, "-c", NAMES, "solenia"],
            env=env,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.split()

    def edit(file, old, new):
        text = (copy / file).read_text()
        assert old in text
        (copy / file).write_text(text.replace(old, new, 1))

    before = names()
    for file in ("arena/charts.py", "checks/conformance.py", "engine/runner.py"):
        edit(file, "\nfrom __future__", "\n\n\nfrom __future__")
    edit("games/solenia/chapters/turn.py", "\ndef ", "\n# Edited.\ndef ")
    edit("games/solenia/cards.csv", ",likely,", ",certain,")
    edit("games/solenia/words.toml", "[", "# Edited.\n[")
    assert names() == before

    edit("games/solenia/cards.csv", "LEN-C01,0,", "LEN-C01,2,")
    changed = {one.rsplit("-", 1)[0] for one in set(names()) - set(before)}
    assert "solenia-scores_of_first" not in changed
    assert {"solenia-apply_to_first", "solenia-step_all", "solenia-simulate"} <= changed


def test_two_runs_of_python_agree(tmp_path):
    found = {
        subprocess.run(
            [sys.executable, "-c", NAMES, *known_games()],
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(found) == 1
