"""Whose thought is next, where several people wait for the same processes.

Everybody has one turn in each round: every address first, and within an address every person who
comes from there, so nobody gets more by sending more, nor by being several. Within a round short
thoughts come before long ones. What nobody is there for comes after all others, but not never.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from operator import itemgetter
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

LATER = 10.0  # seconds that a long thought lets short ones pass
AWAY_AFTER = 8  # thoughts for who is there, after which one is made for who is not

T = TypeVar("T")


class Claim(NamedTuple):
    """For whom a thought is, and how it stands to others."""

    person: str = ""
    address: str = ""  # unknown where it is empty
    long: bool = False  # it takes a second or more
    away: bool = False  # nobody is there who waits for it

    @property
    def household(self) -> str:
        """With whom a person shares the turns of an address."""
        return self.address or self.person


class Entry(NamedTuple, Generic[T]):
    what: T
    claim: Claim
    due: float  # by which those of a round are sorted
    number: int  # in which they came

    @property
    def urgency(self) -> tuple[float, int]:
        return self.due, self.number


class Rounds:
    """Who has had a turn in the present round."""

    def __init__(self) -> None:
        self.now = 0
        self.next: dict[Hashable, int] = {}  # the round of somebody's next turn, if it is later

    def of(self, who: Hashable) -> int:
        return self.next.get(who, self.now)

    def take(self, who: Hashable) -> None:
        """Somebody has a turn; the present round is that of whoever is served."""
        if (mine := self.of(who)) > self.now:
            self.now = mine
            self.next = {one: n for one, n in self.next.items() if n > mine}
        self.next[who] = mine + 1


Line = list[Entry[T]]


def in_turn(lines: Iterable[tuple[int, Line[T]]]) -> Line[T]:
    """One of each line after the other, from the round on in which the line has its next turn."""
    turns = [((first + n, one.urgency), one) for first, line in lines for n, one in enumerate(line)]
    return [one for _, one in sorted(turns, key=itemgetter(0))]


class Households:
    """The rounds of addresses, and those of the people of each."""

    def __init__(self) -> None:
        self.addresses = Rounds()
        self.people: defaultdict[str, Rounds] = defaultdict(Rounds)

    def order(self, waiting: Line[T]) -> Line[T]:
        lines: defaultdict[tuple[str, str], Line[T]] = defaultdict(list)
        for one in sorted(waiting, key=lambda one: one.urgency):
            lines[one.claim.household, one.claim.person].append(one)
        homes: defaultdict[str, list[tuple[int, Line[T]]]] = defaultdict(list)
        for (home, person), line in lines.items():
            homes[home].append((self.people[home].of(person), line))
        return in_turn((self.addresses.of(home), in_turn(all)) for home, all in homes.items())

    def take(self, claim: Claim, waiting: Line[T]) -> None:
        """It is the turn of a claim; those who neither wait nor had one of late are forgotten."""
        self.addresses.take(claim.household)
        self.people[claim.household].take(claim.person)
        kept = {one.claim.household for one in waiting} | self.addresses.next.keys()
        for home in self.people.keys() - kept:
            del self.people[home]


class Turns(Generic[T]):
    """What waits, in the order in which it will be served."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.waiting: dict[T, Entry[T]] = {}
        self.here, self.away = Households(), Households()
        self.since = 0  # turns of who is there since one of who is not
        self.came = 0
        self._places: dict[T, int] | None = None

    def __len__(self) -> int:
        return len(self.waiting)

    def add(self, what: T, claim: Claim) -> None:
        self.came += 1
        due = self.clock() + LATER * claim.long
        self.waiting[what] = Entry(what, claim, due, self.came)
        self._places = None

    def remove(self, what: T) -> bool:
        """Whether it has waited."""
        self._places = None
        return self.waiting.pop(what, None) is not None

    def move(self, what: T, claim: Claim) -> None:
        """The same thought with another claim, at the time at which it came."""
        if (old := self.waiting.get(what)) is not None and old.claim != claim:
            self.waiting[what] = old._replace(claim=claim)
            self._places = None

    def place(self, what: T) -> int:
        """How many are served before it and with it; 0 where it does not wait."""
        return self.places.get(what, 0)

    @property
    def places(self) -> dict[T, int]:
        if self._places is None:
            self._places = {one.what: n for n, one in enumerate(self._order(), start=1)}
        return self._places

    def next(self) -> T:
        """Take what is served now out of those that wait."""
        what = next(iter(self.places))
        claim = self.waiting[what].claim
        self.remove(what)
        (self.away if claim.away else self.here).take(claim, list(self.waiting.values()))
        self.since = 0 if claim.away else min(self.since + 1, AWAY_AFTER)
        return what

    def _order(self) -> Line[T]:
        every = self.waiting.values()
        here = self.here.order([one for one in every if not one.claim.away])
        away = self.away.order([one for one in every if one.claim.away])
        places = [(float(n), one) for n, one in enumerate(here, start=1)]
        places += [(AWAY_AFTER * n - self.since + 0.5, one) for n, one in enumerate(away, start=1)]
        return [one for _, one in sorted(places, key=itemgetter(0))]
