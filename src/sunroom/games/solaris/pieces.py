"""The box: component files read, checked against its contents, and made into numbers for rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sunroom.rules.boxes.columns import Column, Count, Row, Sheet
from sunroom.rules.boxes.findings import MISTAKE, Finding, remark
from sunroom.rules.components import Components, Files, frozen, least_certain, read_box
from sunroom.rules.record import Cells
from sunroom.rules.words import SHARED_WORDS, Words

FOLDER = Path(__file__).parent
WORDS = Words(FOLDER / "words.toml", SHARED_WORDS)

STATIONS = ("machine", "command", "biotope", "port", "canteen", "centre")  # LAR-1.1
MACHINE, COMMAND, BIOTOPE, PORT, CANTEEN, CENTRE = range(len(STATIONS))
COLOURS = ("purple", "pink", "green", "blue")  # LAR-1.2
KINDS = len(STATIONS) * len(COLOURS)  # of cards: station by station, each in four colours
CARDS = 108  # LAR-1.2, LAR-1.2a
SCARCE = "scarce"  # LAR-1.2b: the column with the other reading
BRIDGES = 8  # LAR-1.3, LAR-1.3a
SHUTTLES = len(COLOURS)  # LAR-1.4, LAR-1.4a
PLAYERS = ("white", "grey", "yellow", "black", "orange")  # LAR-1.5
SEATS = len(PLAYERS)
MARKERS = 7  # LAR-1.5
MOST = 7  # LAR-3.6: energy at a station
HALVES = ("A", "B")  # LAR-1.6
PLACE_NAMES = ("first", "second", "third", "fourth", "fifth", "centre")  # LAR-11.3
SECOND = "_within"  # the columns with the numbers of a start in which 15 include the energy centre
WITHIN = tuple(f"{place}{SECOND}" for place in PLACE_NAMES)
HALF_COPIES = 5  # LAR-1.6

STATION = Column("station", STATIONS, place=True)
COLOUR = Column("colour", COLOURS, place=True)
SHEETS = (
    Sheet(
        "cards",
        (STATION, COLOUR, Column(SCARCE, numbers=(0, 99), optional=True)),
        (Count(CARDS),),
        kinds=True,
    ),
    Sheet("bridges", (COLOUR,), (Count(BRIDGES),), kinds=True),
    Sheet(
        "shuttles",
        (COLOUR,),
        (*(Count(1, (("colour", colour),)) for colour in COLOURS), Count(SHUTTLES)),
        kinds=True,
    ),
    Sheet(
        "halves",
        (
            Column("half", HALVES, place=True),
            *(
                Column(place, numbers=(0, MOST), optional=True)
                for place in ("centre", "first", "second", "third", "fourth", "fifth")  # LAR-11.3
            ),
            Column(f"fifth{SECOND}", numbers=(0, MOST), optional=True),  # LAR-1.6a
        ),
        (
            *(Count(HALF_COPIES, (("half", half),)) for half in HALVES),
            Count(len(HALVES) * HALF_COPIES),
        ),
    ),
    Sheet(
        "markers",
        (Column("player", PLAYERS, place=True),),
        (*(Count(MARKERS, (("player", player),)) for player in PLAYERS), Count(SEATS * MARKERS)),
        kinds=True,
    ),
    Sheet(
        "stations",
        (STATION,),
        tuple(Count(1, (("station", station),)) for station in STATIONS),
        kinds=True,
    ),
)
FILES = tuple(sheet.name for sheet in SHEETS)


def has_two_readings(file: Components) -> bool:
    """Whether the second numbers of a file hold: what somebody has read on a piece has no other."""
    return "certain" not in file.by_status()


def scarce_copies(cards: Components, row: Row) -> int:
    """How many of a card by the other reading; as many as by the first where it says nothing."""
    return int(row.get(SCARCE) or row["copies"]) if has_two_readings(cards) else int(row["copies"])


def card_copies(cards: Components) -> Cells:
    """How many cards of each kind, by both readings."""
    copies = [[0] * KINDS for _ in range(2)]
    for row in cards.rows:
        kind = cards.code(row, "station") * len(COLOURS) + cards.code(row, "colour")
        copies[0][kind] += int(row["copies"])
        copies[1][kind] += scarce_copies(cards, row)
    return frozen(copies)


def bridge_copies(bridges: Components) -> Cells:
    copies = [0] * len(COLOURS)
    for row in bridges.rows:
        copies[bridges.code(row, "colour")] += int(row["copies"])
    return frozen(copies)


def half_numbers(halves: Components) -> Cells:
    """The start energy by reading, kind of half, number and place; 0 where the other half has the
    place.
    """
    readings = (PLACE_NAMES, WITHIN if has_two_readings(halves) else PLACE_NAMES)
    return frozen(
        [
            [
                [[number_on(halves, row, p) for p in places] for row in side]
                for side in halves_of(halves)
            ]
            for places in readings
        ]
    )


def number_on(halves: Components, row: Row, column: str) -> int:
    """A number on a half; the second reading of a place is the first where it says nothing else."""
    column = column if row.get(column) else column.removesuffix(SECOND)
    return max(halves.code(row, column), 0)


def halves_of(halves: Components) -> list[list[dict[str, str]]]:
    """Those with A, and those with B."""
    return [[row for row in halves.pieces if row["half"] == half] for half in HALVES]


def ring_order(stations: Components) -> Cells:
    """The stations clockwise; the energy centre is the last."""
    return frozen([stations.code(row, "station") for row in stations.rows])


def mistakes(files: Files) -> Iterator[Finding]:
    """What keeps a box from being played with, beside what each row says by itself."""
    if [row["station"] for row in files["stations"].rows] != list(STATIONS):
        known = ", ".join(STATIONS)
        yield remark(MISTAKE, "components_ring", "stations", file="stations.csv", known=known)
    yield from _wrong_second_count(files["cards"])
    sides = halves_of(files["halves"])
    for place in PLACE_NAMES:
        printed = [all(row.get(place) for row in side) for side in sides]
        blank = [not any(row.get(place) for row in side) for side in sides]
        if sorted(zip(printed, blank, strict=True)) != [(False, True), (True, False)]:
            args = {"file": "halves.csv", "column": place}
            yield remark(MISTAKE, "components_halves", "halves", "", place, **args)


def _wrong_second_count(cards: Components) -> Iterator[Finding]:
    """The mistake of another number of cards by the other reading (LAR-1.2b)."""
    found = sum(scarce_copies(cards, row) for row in cards.rows)
    if found != CARDS:
        args = {"file": "cards.csv", "what": SCARCE, "found": found, "n": CARDS}
        yield remark(MISTAKE, "components_count", "cards", "", SCARCE, **args)


def read_pieces(folder: Path) -> tuple[dict[str, Components], dict[str, Cells]]:
    """All component files of a folder, and the numbers that rules read."""
    files = read_box(folder, SHEETS, WORDS, mistakes)
    numbers = {
        "CARD_COPIES": card_copies(files["cards"]),
        "BRIDGE_COPIES": bridge_copies(files["bridges"]),
        "HALF_ENERGY": half_numbers(files["halves"]),
        "RING": ring_order(files["stations"]),
        "LEAST_CERTAIN": least_certain(files),
    }
    return files, numbers


COMPONENTS, NUMBERS = read_pieces(FOLDER)
CARD_COPIES, BRIDGE_COPIES = NUMBERS["CARD_COPIES"], NUMBERS["BRIDGE_COPIES"]
HALF_ENERGY, RING = NUMBERS["HALF_ENERGY"], NUMBERS["RING"]
LEAST_CERTAIN = NUMBERS["LEAST_CERTAIN"]  # of each file
