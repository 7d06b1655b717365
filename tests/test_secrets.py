"""Nobody gets a byte of what is hidden from them; `make proof` plays thousands of such matches."""

import asyncio

import pytest

from served import open_backend
from whispers import random_match

MATCHES = {"soluna": 12, "solenia": 4, "solaris": 1, "guild-solo": 4}


@pytest.mark.parametrize("game", MATCHES)
def test_every_byte_that_is_sent_may_be_known_to_whoever_gets_it(game, tmp_path):
    async def main():
        async with open_backend(tmp_path) as backend:
            return sum([await random_match(backend, game, n) for n in range(MATCHES[game])])

    assert asyncio.run(main()) > 100 * MATCHES[game]
