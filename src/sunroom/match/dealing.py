"""Fair dealing that anybody can check afterwards.

The dealer's *n*-th draw is the HMAC-SHA-256 of *n* under the match's secret seed, whatever was
played in between: nobody can try for a better one by taking back a move. The seed's SHA-256 is
shown before the first draw, the seed itself at the end, and then every draw can be derived again.
The seed of a match among people is 128 bits from the operating system; a small chosen seed is for
practice and tests only, because it could be found from its commitment by trying.

Among people everybody who plays may contribute to it (version 2 of the dealing): first a promise,
which is the SHA-256 of a secret share, and when all promises are known, the share. Then the draws
come from the SHA-256 of the seed and all shares, so nobody alone decides what is dealt.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sunroom.rules.words import Refusal

SEED_BYTES = SHARE_BYTES = 16
PROMISE = b"sunroom share\n"  # what a share is hashed with, so that it means nothing elsewhere
DEALING = b"sunroom dealing 2\n"  # what seed and shares are hashed with


class BadSeed(Refusal):
    """A seed that is not a number of the right size."""


def promise_of(share: bytes) -> str:
    """What is said of a share first: it binds to the share without revealing it."""
    return hashlib.sha256(PROMISE + share).hexdigest()


@dataclass(frozen=True)
class Contribution:
    """What one seat has added to the dealing; a promise without a share was withheld."""

    promise: str = ""
    share: bytes = b""

    @property
    def withheld(self) -> bool:
        return bool(self.promise) and not self.share

    @property
    def genuine(self) -> bool:
        """Whether the share, if there is one, is what was promised."""
        return not self.share or promise_of(self.share) == self.promise


def framed(part: bytes) -> bytes:
    """A part of what is hashed, with its length before it: no two lists of parts look alike."""
    return len(part).to_bytes(2, "big") + part


@dataclass(frozen=True)
class Dealer:
    """Draws all outcomes of chance in a match from its secret seed, and from what the seats have
    contributed: one Contribution for each, or none at all in version 1.
    """

    seed: bytes
    contributions: tuple[Contribution, ...] = ()

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

    @property
    def version(self) -> int:
        """How the draws are derived: 1 from the seed alone, 2 from the shares as well."""
        return 2 if self.contributions else 1

    @cached_property
    def key(self) -> bytes:
        """The secret that all draws come from."""
        if not self.contributions:
            return self.seed
        parts = (self.seed, *(one.share for one in self.contributions))
        return hashlib.sha256(DEALING + b"".join(map(framed, parts))).digest()

    def draw(self, n: int, chances: Sequence[tuple[int, int]]) -> int:
        """Draw number *n*: one of the outcomes, with a probability in proportion to its weight."""
        digest = hmac.digest(self.key, n.to_bytes(8, "big"), "sha256")
        total = sum(weight for _, weight in chances)
        left = int.from_bytes(digest, "big") * total >> 8 * len(digest)
        for outcome, weight in chances:
            left -= weight
            if left < 0:
                return outcome
        raise AssertionError("the weights of a chance add up to zero")
