"""Every discovered game through the conformance suite, interpreted and compiled."""

import pytest

from sunroom import known_games, load
from sunroom.checks.conformance import CHECKS


@pytest.mark.parametrize("name", known_games())
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(check, name, way):
    check(way(load(name)))


def test_no_two_games_share_a_prefix():
    prefixes = [load(name).prefix for name in known_games()]

    assert len(prefixes) == len(set(prefixes))
