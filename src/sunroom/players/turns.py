"""Whose thought is next, where several people wait for the same processes.

Everybody has one turn in each round: every address first, and within an address every person who
comes from there, so nobody gets more by sending more, nor by being several. Within a round short
thoughts come before long ones. What nobody is there for comes after all others, but not never.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from operator import attrgetter, itemgetter
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

LATER = 10.0  # seconds that a long thought lets short ones pass
AWAY_AFTER = 8  # thoughts for who is there, after which one is made for who is not
FEW = 100  # that wait, up to which a place is told to the point
PLACES_FOR = 0.25  # seconds for which the places of more are told before they are counted again

T = TypeVar("T")


class Claim(NamedTuple):
    """For whom a thought is, and how it stands to others."""

    person: str = ""
    address: str = ""  # unknown where it is empty
    long: bool = False  # it takes a second or more
    away: bool = False  # nobody is there who waits for it

    @property
    def household(self) -> str:
        """With whom a person shares the turns of an address; those who are not here share one, if
        nobody knows from where they came.
        """
        return self.address or ("" if self.away else self.person)


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


Line = list[Entry[T]]  # by urgency
by_urgency = attrgetter("urgency")


def in_turn(lines: Iterable[tuple[int, Line[T]]]) -> Line[T]:
    """One of each line after the other, from the round on in which the line has its next turn."""
    turns = [((first + n, one.urgency), one) for first, line in lines for n, one in enumerate(line)]
    return [one for _, one in sorted(turns, key=itemgetter(0))]


def first_in_turn(heads: Iterable[tuple[int, Entry[T]]]) -> Entry[T]:
    """The first of `in_turn`, by the first of each line."""
    return min((first, one.urgency, one) for first, one in heads)[-1]


class Household(Generic[T]):
    """The people of one address: who waits, and whose turn it is among them."""

    def __init__(self) -> None:
        self.rounds = Rounds()
        self.lines: dict[str, Line[T]] = {}

    def add(self, one: Entry[T]) -> None:
        insort(self.lines.setdefault(one.claim.person, []), one, key=by_urgency)

    def remove(self, one: Entry[T]) -> None:
        line = self.lines[one.claim.person]
        del line[bisect_left(line, one.urgency, key=by_urgency)]
        if not line:
            del self.lines[one.claim.person]

    def first(self) -> Entry[T]:
        return first_in_turn((self.rounds.of(who), line[0]) for who, line in self.lines.items())

    def order(self) -> Line[T]:
        return in_turn((self.rounds.of(who), line) for who, line in self.lines.items())


class Households(Generic[T]):
    """The rounds of addresses, and those of the people of each."""

    def __init__(self) -> None:
        self.addresses = Rounds()
        self.people: defaultdict[str, Household[T]] = defaultdict(Household)

    def add(self, one: Entry[T]) -> None:
        self.people[one.claim.household].add(one)

    def remove(self, one: Entry[T]) -> None:
        self.people[one.claim.household].remove(one)

    def _heads(self) -> Iterable[tuple[int, Entry[T]]]:
        for home, people in self.people.items():
            if people.lines:
                yield self.addresses.of(home), people.first()

    def first(self) -> Entry[T] | None:
        """Who is served next, of those who wait."""
        heads = list(self._heads())
        return first_in_turn(heads) if heads else None

    def order(self) -> Line[T]:
        homes = self.people.items()
        return in_turn((self.addresses.of(home), people.order()) for home, people in homes)

    def take(self, claim: Claim) -> None:
        """It is the turn of a claim; those who neither wait nor had one of late are forgotten."""
        self.addresses.take(claim.household)
        self.people[claim.household].rounds.take(claim.person)
        known = self.addresses.next
        gone = [home for home, one in self.people.items() if not one.lines and home not in known]
        for home in gone:
            del self.people[home]


class Turns(Generic[T]):
    """What waits, in the order in which it will be served."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.waiting: dict[T, Entry[T]] = {}
        self.here: Households[T] = Households()
        self.away: Households[T] = Households()
        self.since = 0  # turns of who is there since one of who is not
        self.came = 0
        self._places: dict[T, int] = {}
        self._counted = -PLACES_FOR  # when that was
        self._changed = False  # whether something has come or gone since

    def __len__(self) -> int:
        return len(self.waiting)

    def add(self, what: T, claim: Claim) -> None:
        self.came += 1
        due = self.clock() + LATER * claim.long
        self._enter(Entry(what, claim, due, self.came))

    def remove(self, what: T) -> bool:
        """Whether it has waited."""
        if (one := self.waiting.pop(what, None)) is None:
            return False
        self._side(one.claim).remove(one)
        self._changed = True
        return True

    def move(self, what: T, claim: Claim) -> None:
        """The same thought with another claim, at the time at which it came."""
        if (old := self.waiting.get(what)) is not None and old.claim != claim:
            self.remove(what)
            self._enter(old._replace(claim=claim))

    def place(self, what: T) -> int:
        """How many are served before it and with it; 0 where it does not wait. Where many wait,
        that may be a moment old, and for who has just come it is how many they are.
        """
        if what not in self.waiting:
            return 0
        many, known = len(self.waiting) > FEW, self.clock() - self._counted < PLACES_FOR
        places = self._places if many and known else self.places
        return places.get(what, len(self.waiting))

    @property
    def places(self) -> dict[T, int]:
        if self._changed:
            self._places = {one.what: n for n, one in enumerate(self._order(), start=1)}
            self._counted, self._changed = self.clock(), False
        return self._places

    def next(self) -> T:
        """Take what is served now out of those that wait."""
        here, away = self.here.first(), self.away.first()
        one = away if here is None or (away and self.since >= AWAY_AFTER) else here
        assert one is not None, "nobody waits"
        self.remove(one.what)
        self._side(one.claim).take(one.claim)
        self.since = 0 if one.claim.away else min(self.since + 1, AWAY_AFTER)
        return one.what

    def _enter(self, one: Entry[T]) -> None:
        self.waiting[one.what] = one
        self._side(one.claim).add(one)
        self._changed = True

    def _side(self, claim: Claim) -> Households[T]:
        return self.away if claim.away else self.here

    def _order(self) -> Line[T]:
        here, away = self.here.order(), self.away.order()
        places = [(float(n), one) for n, one in enumerate(here, start=1)]
        places += [(AWAY_AFTER * n - self.since + 0.5, one) for n, one in enumerate(away, start=1)]
        return [one for _, one in sorted(places, key=itemgetter(0))]
