"""The rulebook, paragraph by paragraph: a test has the id in its name."""

import pytest

from sunroom import Match
from sunroom.games._template import GAME
from sunroom.rules.contract import IllegalAction


def test_tpl_1_1_twenty_one_pebbles():
    assert Match(GAME).view(0)["left"] == 21


def test_tpl_2_1_one_two_or_three():
    match = Match(GAME)
    assert match.legal() == ["take 1", "take 2", "take 3"]

    for n in (3, 3, 3, 3, 3, 3, 1):
        match.play(f"take {n}")

    assert match.legal() == ["take 1", "take 2"]
    with pytest.raises(IllegalAction, match="Not that many"):
        match.play("take 3")


def test_tpl_2_2_the_last_pebble_wins():
    match = Match(GAME)
    for _ in range(7):
        match.play("take 3")

    assert match.over
    assert match.winners() == [0]
