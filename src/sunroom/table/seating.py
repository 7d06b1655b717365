"""Who sits where: the seats of one match, and whose eyes somebody may look through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sunroom.rules.contract import SPECTATOR

from .header import AI, OPEN, PERSON, RESERVED, SeatSetup
from .wire import SeatInfo


@dataclass(frozen=True)
class Seat:
    """Who sits somewhere now."""

    kind: str
    was: str  # when it is left
    people: tuple[str, ...] = ()  # the first is the one who plays, or for whom it is reserved
    level: str | None = None
    name: str | None = None
    out: str | None = None  # resigned or time
    emblem: int | None = None

    @classmethod
    def of(cls, setup: SeatSetup) -> Seat:
        was = setup.kind if setup.kind in (OPEN, RESERVED) else OPEN
        people = (setup.person,) if setup.person else ()
        return cls(setup.kind, was, people, setup.level, setup.name, emblem=setup.emblem)

    @property
    def person(self) -> str | None:
        return self.people[0] if self.people else None

    @property
    def taken(self) -> bool:
        return self.kind in (PERSON, AI)


@dataclass(frozen=True)
class Seating:
    """The seats of a match."""

    seats: tuple[Seat, ...]
    # From which seats somebody has seen the match while it was played.
    seen_from: Mapping[str, frozenset[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, setups: Sequence[SeatSetup]) -> Seating:
        return cls(tuple(map(Seat.of, setups)))

    def changed(self, n: int, **change: Any) -> Seating:
        """The same with one seat changed."""
        seat = replace(self.seats[n], **change)
        return replace(self, seats=(*self.seats[:n], seat, *self.seats[n + 1 :]))

    def with_eyes(self) -> Seating:
        """The same when everybody has seen the match from where they sit."""
        seen = dict(self.seen_from)
        for n, seat in enumerate(self.seats):
            for person in seat.people:
                seen[person] = seen.get(person, frozenset()) | {n}
        return replace(self, seen_from=seen)

    def __len__(self) -> int:
        return len(self.seats)

    def __getitem__(self, n: int) -> Seat:
        return self.seats[n]

    @property
    def free(self) -> int:
        """How many seats wait for somebody."""
        return sum(not seat.taken for seat in self.seats)

    @property
    def persons(self) -> list[str]:
        """Everybody who plays, once."""
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person))

    @property
    def played_by(self) -> list[str]:
        """Everybody for whom the match goes on: they have a seat and are not out."""
        playing = [seat.person for seat in self.seats if seat.kind == PERSON and not seat.out]
        return list(dict.fromkeys(person for person in playing if person))

    @property
    def seen_by(self) -> set[str]:
        """Everybody who may look from some seat."""
        return {person for seat in self.seats for person in seat.people}

    @property
    def still_in(self) -> list[int]:
        """The seats that have neither resigned nor run out of time."""
        return [n for n, seat in enumerate(self.seats) if not seat.out]

    def decided_by(self, person: str | None) -> list[int]:
        """The seats for which a person decides."""
        return [n for n in self.eyes_of(person) if self.seats[n].kind == PERSON]

    def reserved_for(self, person: str) -> list[int]:
        """The seats that wait for a person."""
        return [n for n in self.eyes_of(person) if self.seats[n].kind == RESERVED]

    def eyes_of(self, person: str | None) -> list[int]:
        """The seats from which a person may look: also one that they have given up."""
        return [n for n, seat in enumerate(self.seats) if person and person in seat.people]

    def eye_of(self, person: str | None, turn: int) -> int:
        """The seat from which a person sees the table: of their own the one to act."""
        own = self.eyes_of(person)
        return turn if turn in own else own[0] if own else SPECTATOR

    def others(self, seat: int) -> list[int]:
        """Seats of other people, who are asked before something is taken back or called off."""
        mine = set(self.seats[seat].people)
        return [
            n for n, other in enumerate(self.seats)
            if other.kind == PERSON and mine.isdisjoint(other.people)
        ]  # fmt: skip

    def infos(self, person: str | None, names: dict[str, str]) -> list[SeatInfo]:
        """Who sits where, with the names that people go by now."""
        return [_info(seat, person, names) for seat in self.seats]


def _info(seat: Seat, person: str | None, names: dict[str, str]) -> SeatInfo:
    name = seat.name or names.get(seat.person or "") or None
    own, kept = person in seat.people, seat.kind == RESERVED
    return SeatInfo(
        seat.kind, name, seat.level, yours=own and not kept, kept=own and kept,
        out=seat.out, emblem=seat.emblem,
    )  # fmt: skip
