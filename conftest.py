"""Fixtures for the tests of the kernel and of every game."""

from collections.abc import Callable

import pytest

from sunroom.kernel import compiled
from sunroom.kernel.contract import Game
from sunroom.kernel.referee import Referee, compiled_if_possible, interpreted

WAYS: dict[str, Callable[[Game], Referee]] = {"interpreted": interpreted}
if compiled.available():
    WAYS["compiled"] = compiled_if_possible


@pytest.fixture(params=WAYS)
def way(request) -> Callable[[Game], Referee]:
    """The referee of a game, once interpreted and once compiled."""
    return WAYS[request.param]


@pytest.fixture(autouse=True)
def _own_folders(monkeypatch, tmp_path):
    """No test reads or writes the matches or follows the language of whoever runs it."""
    monkeypatch.setenv("SUNROOM_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
