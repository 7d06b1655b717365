"""Every discovered game through the conformance suite, interpreted and compiled."""

import pytest

from sunroom import games, load
from sunroom.kernel import compiled
from sunroom.kernel.conformance import CHECKS
from sunroom.kernel.referee import compiled_if_possible, interpreted

WAYS = {"interpreted": interpreted, "compiled": compiled_if_possible}
if not compiled.available():
    del WAYS["compiled"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(check, name, way):
    check(WAYS[way](load(name)))


def test_no_two_games_share_a_prefix():
    prefixes = [load(name).prefix for name in games()]

    assert len(prefixes) == len(set(prefixes))
