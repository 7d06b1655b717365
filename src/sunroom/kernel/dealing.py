"""Fair dealing that anybody can check afterwards.

The dealer's draw at a step is HMAC-SHA-256 of the step's number under the match's secret seed. The
seed's SHA-256 is shown before the first draw, the seed itself at the end; then every draw can be
derived again. A match among people has 128 bits from the operating system as its seed; a small
chosen seed is for practice and tests, because its commitment could be guessed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

SEED_BYTES = 16


@dataclass(frozen=True)
class Dealer:
    seed: bytes

    @classmethod
    def unpredictable(cls) -> Dealer:
        return cls(secrets.token_bytes(SEED_BYTES))

    @classmethod
    def practice(cls, seed: int) -> Dealer:
        return cls(seed.to_bytes(SEED_BYTES, "big"))

    @property
    def commitment(self) -> str:
        """What is shown at the start: it binds the dealer to the seed and does not tell it."""
        return hashlib.sha256(self.seed).hexdigest()

    def draw(self, step: int, chances: Sequence[tuple[int, int]]) -> int:
        """One of the outcomes, each as likely as its weight says, fixed by seed and step."""
        digest = hmac.digest(self.seed, step.to_bytes(8, "big"), "sha256")
        total = sum(weight for _, weight in chances)
        left = int.from_bytes(digest, "big") * total >> 8 * len(digest)
        for outcome, weight in chances:
            left -= weight
            if left < 0:
                return outcome
        raise AssertionError("the weights of a chance add up to nothing")
