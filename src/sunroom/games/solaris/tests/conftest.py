"""What the tests of Solaris share."""

import pytest

from .scene import GAME, Scene


@pytest.fixture
def scene(way):
    """A table arranged by hand, once for interpreted and once for compiled rules."""
    return lambda seats=5, **options: Scene(way(GAME), seats, **options)
