"""Golden files: the rules do what they did when somebody last looked."""

import pytest

import golden
from sunroom import known_games, load


@pytest.mark.parametrize(
    ("name", "file"), golden.files(), ids=lambda value: getattr(value, "name", value)
)
def test_golden(name, file, way):
    assert golden.written(name, file, way(load(name))) == file.read_text("utf-8")


@pytest.mark.parametrize("name", known_games())
def test_every_game_has_node_counts_and_three_playthroughs(name):
    files = [file for game, file in golden.files() if game == name]

    assert sum(file.suffix == ".txt" for file in files) >= 3
    lines = [line for f in files if f.suffix == ".perft" for line in f.read_text().splitlines()]
    assert len(lines) >= 5
