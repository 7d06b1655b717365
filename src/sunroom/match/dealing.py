"""Fair dealing that anybody can check afterwards.

The dealer's *n*-th draw is the HMAC-SHA-256 of *n* under the match's secret seed, whatever was
played in between: nobody can try for a better one by taking back a move. The seed's SHA-256 is
shown before the first draw, the seed itself at the end, and then every draw can be derived again.
The seed of a match among people is 128 bits from the operating system; a small chosen seed is for
practice and tests only, because it could be found from its commitment by trying.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sunroom.rules.words import Refusal

SEED_BYTES = 16


class BadSeed(Refusal):
    """A seed that is not a number of the right size."""


@dataclass(frozen=True)
class Dealer:
    """Draws all outcomes of chance in a match from its secret seed."""

    seed: bytes

    @classmethod
    def unpredictable(cls) -> Dealer:
        """A dealer with a random seed from the operating system."""
        return cls(secrets.token_bytes(SEED_BYTES))

    @classmethod
    def of(cls, seed: int | bytes | None) -> Dealer:
        """A dealer with this seed, or without one an unpredictable dealer.

        Raises BadSeed unless the seed is 16 bytes or a number that fits into them.
        """
        if seed is None:
            return cls.unpredictable()
        if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
            return cls(seed)
        if isinstance(seed, int) and 0 <= seed < 1 << 8 * SEED_BYTES:
            return cls(seed.to_bytes(SEED_BYTES, "big"))
        raise BadSeed("bad_seed", text=str(seed)[:20], n=8 * SEED_BYTES)

    @property
    def commitment(self) -> str:
        """What is shown at the start: it binds the dealer to the seed without revealing it."""
        return hashlib.sha256(self.seed).hexdigest()

    def draw(self, n: int, chances: Sequence[tuple[int, int]]) -> int:
        """Draw number *n*: one of the outcomes, with a probability in proportion to its weight."""
        digest = hmac.digest(self.seed, n.to_bytes(8, "big"), "sha256")
        total = sum(weight for _, weight in chances)
        left = int.from_bytes(digest, "big") * total >> 8 * len(digest)
        for outcome, weight in chances:
            left -= weight
            if left < 0:
                return outcome
        raise AssertionError("the weights of a chance add up to zero")
