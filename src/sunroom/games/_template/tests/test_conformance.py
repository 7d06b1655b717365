"""What must be true of every game, interpreted and compiled."""

import pytest

from sunroom.checks.conformance import CHECKS
from sunroom.engine.referee import compiled_if_possible, interpreted
from sunroom.games._template import GAME


@pytest.mark.parametrize("way", [interpreted, compiled_if_possible])
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(check, way):
    check(way(GAME))
