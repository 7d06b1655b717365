"""How much of one kind goes on at once for one person and for one address."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sunroom.players.turns import Claim
from sunroom.server.limits import Cap
from sunroom.server.security import Tally


class Bound(NamedTuple):
    """What there is no room for: more than so many, of one person or of one address."""

    most: int
    whose: str


class Slots:
    """What goes on; each has a claim. Addresses count where *by_address*."""

    def __init__(self, cap: Cap, *, by_address: bool) -> None:
        self.people = Tally(cap.person)
        self.addresses = Tally(cap.address if by_address else 0)

    def bound(self, claim: Claim) -> Bound | None:
        """Why no more can go on for a claim."""
        if claim.person and self.people.is_full(claim.person):
            return Bound(self.people.most, "person")
        if self.addresses.is_full(claim.address):
            return Bound(self.addresses.most, "address")
        return None

    def free_for(self, claims: Iterable[Claim]) -> Claim | None:
        """The first claim that there is room for."""
        return next((claim for claim in claims if self.bound(claim) is None), None)

    def take(self, claim: Claim) -> None:
        self.people.add(claim.person)
        self.addresses.add(claim.address)

    def give_back(self, claim: Claim) -> None:
        self.people.give_back(claim.person)
        self.addresses.give_back(claim.address)
