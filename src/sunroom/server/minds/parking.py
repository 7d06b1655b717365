"""Matches whose opponents would have to decide, if others of the same people did not go on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sunroom.players.turns import Claim
from sunroom.server.limits import Cap
from sunroom.server.match.viewer import Viewer
from sunroom.table.wire import Thinking

from .slots import Slots

Notices = dict[Viewer, Thinking]  # what those who watch know
Key = tuple[str, str]


class ParkedMatch(NamedTuple):
    slots: Slots
    claims: Sequence[Claim]  # any of them will do
    notices: Notices

    @property
    def keys(self) -> set[Key]:
        return {key for claim in self.claims for key in keys_of(claim)}

    @property
    def has_room(self) -> bool:
        return self.slots.free_for(self.claims) is not None


def keys_of(claim: Claim) -> tuple[Key, Key]:
    return ("person", claim.person), ("address", claim.address)


class Parking:
    """Only the ids are kept: a match that nobody is at need not stay in memory for it."""

    def __init__(self, cap: Cap, *, by_address: bool) -> None:
        self.most = {"person": cap.person, "address": cap.address if by_address else 0}
        self.matches: dict[str, ParkedMatch] = {}
        self.ids: defaultdict[Key, dict[str, None]] = defaultdict(dict)  # in order

    def has_room(self, parked: ParkedMatch) -> bool:
        """Whether one more can wait for the same people while nobody is there."""
        full = (0 < self.most[key[0]] <= len(self.ids[key]) for key in parked.keys if key[1])
        return not any(full)

    def put(self, id: str, parked: ParkedMatch) -> None:
        old = self.matches.get(id)
        if old is not None and old.keys != parked.keys:
            self.drop(id)
        self.matches[id] = parked
        for key in parked.keys:
            self.ids[key].setdefault(id)

    def drop(self, id: str) -> None:
        if (parked := self.matches.pop(id, None)) is None:
            return
        for key in parked.keys:
            del self.ids[key][id]
            if not self.ids[key]:
                del self.ids[key]

    def notices(self, id: str) -> Notices:
        return self.matches[id].notices if id in self.matches else {}

    def ready(self, claim: Claim) -> str | None:
        """The first match that can go on now that one for a claim does not; it waits no more."""
        id = next((id for id in self._of(claim) if self.matches[id].has_room), None)
        if id is not None:
            self.drop(id)
        return id

    def _of(self, claim: Claim) -> Iterator[str]:
        for key in keys_of(claim):
            yield from self.ids.get(key, ())
