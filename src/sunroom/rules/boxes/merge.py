"""What owners say of a box, put into our own files: contradictions are told, agreement is counted.

Pieces that could be one another's, such as the tiles of a deck, are compared as a whole and not by
their ids: who confirms a tile says that the deck has it. A piece that one owner has is likely, one
that two have is certain. The ledger beside the files remembers what each owner has said.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sunroom.rules.components import CERTAINTY, Components, Fact, written
from sunroom.rules.contract import Game
from sunroom.rules.words import Message, message

from .columns import Having
from .contribution import FORMAT, SEEN, Contribution, loads, pieces_of

LEDGER = "owners.json"
AGREE = 2  # owners who make a piece certain


@dataclass(frozen=True)
class Change:
    """What becomes of a row of ours."""

    file: str
    before: dict[str, str]
    after: dict[str, str]

    @property
    def is_new(self) -> bool:
        """Whether the piece is another one now, so that games play differently."""
        left_out = {"status", "source"}
        return {k: v for k, v in self.before.items() if k not in left_out} != {
            k: v for k, v in self.after.items() if k not in left_out
        }


@dataclass(frozen=True)
class Merged:
    """Our files with what owners say; nothing is to be written where there are contradictions."""

    files: Mapping[str, Components]
    changes: tuple[Change, ...]
    contradictions: tuple[Message, ...]

    def text(self, file: str) -> str:
        return written(self.files[file])


def merge(files: Iterable[Components], owners: Iterable[Contribution]) -> Merged:
    """The files with what all owners say, each of whom counts once."""
    said = list({one.owner: one for one in owners}.values())
    found: dict[str, Components] = {}
    changes: list[Change] = []
    against: list[Message] = []
    for file in files:
        claims = Claims(file, said)
        against += list(claims.contradictions())
        rows = [new for row in claims.rows() for new in row] if not against else list(file.rows)
        found[file.name] = Components(file.name, tuple(rows), file.sheet)
        changes += _changes(file, rows)
    return Merged(found, tuple(changes), tuple(against))


def _changes(file: Components, rows: list[dict[str, str]]) -> Iterator[Change]:
    before = {row["id"]: row for row in file.rows}
    for row in rows:
        old = before.get(row["id"], {})
        if row != old:
            yield Change(file.name, old, row)


class Claims:
    """What is said of one file: by a text, where a row is certain, and by owners."""

    def __init__(self, file: Components, owners: list[Contribution]) -> None:
        self.file = file
        self.owners = owners
        self.said = [one.facts(file) for one in owners]
        self.certain = Counter(file.fact(u) for u in file.units if u["status"] == "certain")

    def times(self, fact: Fact) -> list[int]:
        """How often each owner has it, the most first."""
        return sorted((one[fact] for one in self.said), reverse=True)

    def needed(self, place: Having) -> Counter[Fact]:
        """The least that fits everything that is said of a place."""
        facts = {fact for one in (self.certain, *self.said) for fact in one if fact[0] == place}
        return Counter({one: max([self.certain[one], *self.times(one)]) for one in sorted(facts)})

    def places(self) -> dict[Having, int]:
        """How many pieces belong to each place; none to one that only an owner knows."""
        found = Counter(self.file.sheet.place(unit) for unit in self.file.units)
        return {fact[0]: 0 for one in self.said for fact in one} | dict(found)

    def contradictions(self) -> Iterator[Message]:
        """More different pieces than there are."""
        for place, n in self.places().items():
            needed = self.needed(place)
            if needed.total() > n:
                pieces = "; ".join(f"{k} × {shown(fact[1])}" for fact, k in needed.items())
                where = shown(place) or self.file.name
                yield message(
                    "contribution_contradicts",
                    file=f"{self.file.name}.csv", where=where, found=needed.total(), n=n,
                    pieces=pieces,
                )  # fmt: skip

    def rows(self) -> Iterator[list[dict[str, str]]]:
        """Each row of ours as it becomes: one, or several where its pieces are different now."""
        new = self._units()
        for row in self.file.rows:
            copies = 1 if self.file.sheet.kinds else int(row["copies"])
            yield together(row, [new.pop(0) for _ in range(copies)])

    def _units(self) -> list[dict[str, str]]:
        """Every piece as it becomes, in our order. Pieces that fit keep their place; what is left
        to be said takes the place of the least certain others.
        """
        units = [dict(unit) for unit in self._in_order()]
        left = {place: self.needed(place) for place in self.places()}
        seen: Counter[Fact] = Counter()
        others: dict[Having, list[dict[str, str]]] = defaultdict(list)
        for unit in sorted(units, key=lambda unit: CERTAINTY[unit["status"]]):
            fact = self.file.fact(unit)
            if left[fact[0]][fact] > 0:
                left[fact[0]][fact] -= 1
                self._raise(unit, fact, seen)
            elif unit["status"] != "certain":
                others[fact[0]].append(unit)
        for place, facts in left.items():
            for fact in facts.elements():
                unit = others[place].pop()
                unit.update(fact[1])
                unit["status"] = "reconstructed"
                self._raise(unit, fact, seen)
        return units

    def _in_order(self) -> Iterator[dict[str, str]]:
        for row in self.file.rows:
            copies = 1 if self.file.sheet.kinds else int(row["copies"])
            yield from (row for _ in range(copies))

    def _raise(self, unit: dict[str, str], fact: Fact, seen: Counter[Fact]) -> None:
        """Make a piece as sure as the owners who have so many of it make it."""
        seen[fact] += 1
        owners = sum(times >= seen[fact] for times in self.times(fact))
        status = ("", "likely")[owners] if owners < AGREE else "certain"
        if status and CERTAINTY[status] < CERTAINTY[unit["status"]]:
            unit["status"] = status
            unit["source"] = self._source(fact, owners)

    def _source(self, fact: Fact, owners: int) -> str:
        sources = (
            one.source_of(self.file, fact)
            for one, said in zip(self.owners, self.said, strict=True)
            if said[fact]
        )
        where = next((f": {source}" for source in sources if source != SEEN), "")
        return f"{owners} owner{'s' * (owners > 1)} of the box{where}"


def together(row: dict[str, str], units: list[dict[str, str]]) -> list[dict[str, str]]:
    """The pieces of a row as rows: those that are alike are one. The first keeps the id."""
    kinds: dict[tuple[tuple[str, str], ...], int] = Counter(tuple(unit.items()) for unit in units)
    if len(kinds) == 1:
        return [dict(next(iter(kinds)))]
    return [
        dict(kind) | {"id": f"{row['id']}-{n}" if n > 1 else row["id"], "copies": str(copies)}
        for n, (kind, copies) in enumerate(kinds.items(), start=1)
    ]


def shown(values: Having) -> str:
    return ", ".join(f"{name} {text}" for name, text in values if text)


# The ledger, and what is written


def known_owners(folder: Path, game: Game) -> list[Contribution]:
    """What owners have said so far."""
    file = folder / LEDGER
    if not file.exists():
        return []
    owners = json.loads(file.read_text("utf-8"))["owners"]
    head = {"format": FORMAT, "game": game.name}
    return [
        loads(json.dumps({**head, "owner": owner, "pieces": pieces}), LEDGER, game)
        for owner, pieces in owners.items()
    ]


def write(folder: Path, game: Game, merged: Merged, owners: Iterable[Contribution]) -> None:
    """The files that have changed, and the ledger of all owners."""
    for name in {change.file for change in merged.changes}:
        (folder / f"{name}.csv").write_text(merged.text(name), "utf-8")
    said = {one.owner: pieces_of(one, game) for one in owners}
    ledger = {"owners": dict(sorted(said.items()))}
    (folder / LEDGER).write_text(json.dumps(ledger, ensure_ascii=False, indent=1) + "\n", "utf-8")
