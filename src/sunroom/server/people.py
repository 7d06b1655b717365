"""Who is who, without accounts: a guest is a random id, signed by the server.

The signed id is the cookie of a browser and the token of a program. Keys are for links: an
invitation, a seat on another device, a place to watch from; the database holds their digests only.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64encode

KEY_BYTES = 18
ID_BYTES = 12


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES).replace("-", "a").replace("_", "b")


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


class Seal:
    """Signs the ids of guests."""

    def __init__(self, secret: str) -> None:
        self.secret = bytes.fromhex(secret)

    def token(self, person: str) -> str:
        return f"{person}.{self._sign(person)}"

    def person(self, token: str) -> str | None:
        """Whose token it is; nobody's if it was not made here."""
        person, _, signature = token.rpartition(".")
        genuine = hmac.compare_digest(signature.encode(), self._sign(person).encode())
        return person if person and genuine else None

    def _sign(self, person: str) -> str:
        return urlsafe_b64encode(hmac.digest(self.secret, person.encode(), "sha256")).decode()[:32]
