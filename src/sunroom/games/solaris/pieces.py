"""The box: component files read, checked against its contents, and made into numbers for rules."""

from __future__ import annotations

from pathlib import Path

from sunroom.rules.components import (
    BadComponents,
    Components,
    amount,
    check_count,
    choice,
    frozen,
    least_certain,
    read_components,
)
from sunroom.rules.record import Cells
from sunroom.rules.words import SHARED_WORDS, Words

FOLDER = Path(__file__).parent
WORDS = Words(FOLDER / "words.toml", SHARED_WORDS)
FILES = ("cards", "bridges", "shuttles", "halves", "markers", "stations")

STATIONS = ("machine", "command", "biotope", "port", "canteen", "centre")  # LAR-1.1
MACHINE, COMMAND, BIOTOPE, PORT, CANTEEN, CENTRE = range(len(STATIONS))
COLOURS = ("purple", "pink", "green", "blue")  # LAR-1.2
KINDS = len(STATIONS) * len(COLOURS)  # of cards: station by station, each in four colours
CARDS = 108  # LAR-1.2, LAR-1.2a
BRIDGES = 8  # LAR-1.3, LAR-1.3a
SHUTTLES = len(COLOURS)  # LAR-1.4, LAR-1.4a
PLAYERS = ("white", "grey", "yellow", "black", "orange")  # LAR-1.5
SEATS = len(PLAYERS)
MARKERS = 7  # LAR-1.5
MOST = 7  # LAR-3.6: energy at a station
HALVES = ("A", "B")  # LAR-1.6
PLACE_NAMES = ("first", "second", "third", "fourth", "fifth", "centre")  # LAR-11.3
HALF_COPIES = 5  # LAR-1.6


def card_copies(cards: Components) -> Cells:
    copies = [0] * KINDS
    for row in cards.rows:
        kind = choice(row, "station", STATIONS) * len(COLOURS) + choice(row, "colour", COLOURS)
        copies[kind] += int(row["copies"])
    return frozen(copies)


def bridge_copies(bridges: Components) -> Cells:
    copies = [0] * len(COLOURS)
    for row in bridges.rows:
        copies[choice(row, "colour", COLOURS)] += int(row["copies"])
    return frozen(copies)


def half_numbers(halves: Components) -> Cells:
    """The start energy by kind of half, number and place; 0 where the other half has the place."""
    rows = [[row for row in halves.pieces if row["half"] == half] for half in HALVES]
    for place in PLACE_NAMES:
        printed = [all(row.get(place) for row in side) for side in rows]
        blank = [not any(row.get(place) for row in side) for side in rows]
        if sorted(zip(printed, blank, strict=True)) != [(False, True), (True, False)]:
            raise BadComponents("components_halves", words=WORDS, file="halves.csv", column=place)
    return frozen(
        [
            [[amount(row, p, 0, MOST) if row[p] else 0 for p in PLACE_NAMES] for row in side]
            for side in rows
        ]
    )


def ring_order(stations: Components) -> Cells:
    """The stations clockwise; the energy centre is the last."""
    return frozen([choice(row, "station", STATIONS) for row in stations.rows])


def check_box(files: dict[str, Components]) -> None:
    """As many pieces as the box has; what they say is up to the files."""
    check_count(files["cards"], CARDS)
    check_count(files["bridges"], BRIDGES)
    for colour in COLOURS:
        check_count(files["shuttles"], 1, colour=colour)
    check_count(files["shuttles"], SHUTTLES)
    for half in HALVES:
        check_count(files["halves"], HALF_COPIES, half=half)
    check_count(files["halves"], len(HALVES) * HALF_COPIES)
    for player in PLAYERS:
        check_count(files["markers"], MARKERS, player=player)
    check_count(files["markers"], SEATS * MARKERS)
    for station in STATIONS:
        check_count(files["stations"], 1, station=station)
    if [row["station"] for row in files["stations"].rows] != list(STATIONS):
        known = ", ".join(STATIONS)
        raise BadComponents("components_ring", words=WORDS, file="stations.csv", known=known)


def read_pieces(folder: Path) -> tuple[dict[str, Components], dict[str, Cells]]:
    """All component files of a folder, and the numbers that rules read."""
    files = {name: read_components(folder / f"{name}.csv") for name in FILES}
    check_box(files)
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
