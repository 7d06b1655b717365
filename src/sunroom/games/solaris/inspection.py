"""What is to be said of a box of Solaris: kinds that are nowhere, and halves that do not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sunroom.rules.boxes.findings import STRANGE, Finding, remark
from sunroom.rules.components import Components, Files
from sunroom.rules.words import message

from .pieces import COLOURS, HALVES, PLACE_NAMES, STATIONS, halves_of, mistakes

AT_CENTRE = 1  # LAR-1.6a
CENTRE_NAME = PLACE_NAMES[-1]


def inspect(files: Files) -> Iterator[Finding]:
    yield from mistakes(files)
    yield from missing_kinds(files["cards"])
    for colour in COLOURS:
        if all(row["colour"] != colour for row in files["bridges"].rows):
            yield remark(STRANGE, "box_no_bridge", "bridges", colour=message(colour))
    yield from of_halves(files["halves"])


def missing_kinds(cards: Components) -> Iterator[Finding]:
    """A station or a colour without any card, and kinds without one."""
    there = {(row["station"], row["colour"]) for row in cards.rows}
    for station in STATIONS:
        lacking = [colour for colour in COLOURS if (station, colour) not in there]
        if len(lacking) == len(COLOURS):
            yield remark(STRANGE, "box_no_station", "cards", station=message(station))
        else:
            for colour in lacking:
                args = {"station": message(station), "colour": message(colour)}
                yield remark(STRANGE, "box_no_card", "cards", **args)


def of_halves(halves: Components) -> Iterator[Finding]:
    """All halves of a kind have one sum, as the designers say that everybody has the same total;
    and everybody has the same at the energy centre.
    """
    for half, side in zip(HALVES, halves_of(halves), strict=True):
        sums = {row["id"]: sum(int(row[p] or 0) for p in PLACE_NAMES) for row in side}
        usual, _ = Counter(sums.values()).most_common(1)[0] if sums else (0, 0)
        for row in side:
            id, found = row["id"], sums[row["id"]]
            if found != usual:
                yield remark(
                    STRANGE, "box_half_sum", "halves", id, id=id, half=half, found=found, n=usual
                )
            if row[CENTRE_NAME] and int(row[CENTRE_NAME]) != AT_CENTRE:
                yield remark(STRANGE, "box_half_centre", "halves", id, CENTRE_NAME, id=id)
