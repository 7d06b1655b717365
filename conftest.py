"""Fixtures for the tests of every part and every game."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from sunroom.engine import runner
from sunroom.engine.referee import Referee, compiled_if_possible, interpreted
from sunroom.rules.contract import Game

settings.register_profile("sunroom", deadline=None)  # other tests share the cores
settings.load_profile("sunroom")

WAYS: dict[str, Callable[[Game], Referee]] = {"interpreted": interpreted}
if runner.available():
    WAYS["compiled"] = compiled_if_possible


@pytest.fixture(params=WAYS)
def way(request) -> Callable[[Game], Referee]:
    """The referee of a game, once interpreted and once compiled."""
    return WAYS[request.param]


@pytest.fixture
def copied_box(tmp_path):
    """A copy of a game's CSV files, in which a test changes one text after another."""

    def copied(game: Game) -> Callable[..., Path]:
        for box in game.components:
            shutil.copy(game.folder / f"{box.name}.csv", tmp_path)

        def change(file: str = "", old: str = "", new: str = "") -> Path:
            if file:
                text = (tmp_path / file).read_text()
                assert old in text
                (tmp_path / file).write_text(text.replace(old, new, 1))
            return tmp_path

        return change

    return copied


@pytest.fixture(autouse=True)
def _own_folders(monkeypatch, tmp_path):
    """No test reads or writes the matches or follows the language of whoever runs it."""
    monkeypatch.setenv("SUNROOM_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
