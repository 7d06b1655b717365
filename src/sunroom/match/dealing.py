"""Fair dealing that anybody can check afterwards.

The dealer's *n*-th draw is HMAC-SHA-256 of *n* under the match's secret seed, whatever was played
in between: nobody can fish for a better one by taking back a move. The seed's SHA-256 is shown
before the first draw, the seed itself at the end; then every draw can be derived again. A match
among people has 128 bits from the operating system as its seed; a small chosen seed is for practice
and tests, because its commitment could be guessed.
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
    """A seed that is no number of the right size."""


@dataclass(frozen=True)
class Dealer:
    seed: bytes

    @classmethod
    def unpredictable(cls) -> Dealer:
        return cls(secrets.token_bytes(SEED_BYTES))

    @classmethod
    def of(cls, seed: int | bytes | None) -> Dealer:
        """A dealer for a chosen seed, or an unpredictable one; BadSeed where it cannot be one."""
        if seed is None:
            return cls.unpredictable()
        if isinstance(seed, bytes) and len(seed) == SEED_BYTES:
            return cls(seed)
        if isinstance(seed, int) and 0 <= seed < 1 << 8 * SEED_BYTES:
            return cls(seed.to_bytes(SEED_BYTES, "big"))
        raise BadSeed("bad_seed", text=str(seed)[:20], n=8 * SEED_BYTES)

    @property
    def commitment(self) -> str:
        """What is shown at the start: it binds the dealer to the seed and does not tell it."""
        return hashlib.sha256(self.seed).hexdigest()

    def draw(self, n: int, chances: Sequence[tuple[int, int]]) -> int:
        """One of the outcomes, each as likely as its weight says, fixed by the seed and how many
        draws came before.
        """
        digest = hmac.digest(self.seed, n.to_bytes(8, "big"), "sha256")
        total = sum(weight for _, weight in chances)
        left = int.from_bytes(digest, "big") * total >> 8 * len(digest)
        for outcome, weight in chances:
            left -= weight
            if left < 0:
                return outcome
        raise AssertionError("the weights of a chance add up to nothing")
