"""What the tests of the guild solo board share."""

import pytest

from .scene import GAME, Scene


@pytest.fixture
def scene(way):
    """A board arranged by hand, once for interpreted and once for compiled rules."""
    return lambda **options: Scene(way(GAME), **options)
