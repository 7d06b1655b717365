"""What statistics count of a decision in Solaris: stuck turns, stations used and cards taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sunroom.rules.components import Files
from sunroom.rules.contract import Noted

from .pieces import COLOURS, COMPONENTS, KINDS, STATIONS
from .rules import TAKE_CODE
from .state import ACTION, PASS, TAKE, USE_STATION, Solaris


def ids(files: Files) -> dict[str, Any]:
    """The rows of the stations and of the kinds of cards, as rules number them."""
    stations = {row["station"]: row["id"] for row in files["stations"].rows}
    cards = {(row["station"], row["colour"]): row["id"] for row in files["cards"].rows}
    return {
        "station_ids": [stations[station] for station in STATIONS],
        "card_ids": [cards.get((s, colour), "") for s in STATIONS for colour in COLOURS],
    }


IDS = ids(COMPONENTS)
STATION_IDS, CARD_IDS = IDS["station_ids"], IDS["card_ids"]


def note(s: Solaris, action: int, legal: Sequence[int]) -> Iterator[Noted]:
    if s.phase == ACTION:
        yield Noted("turn")
        if list(legal) == [PASS]:
            yield Noted("stuck")
        elif USE_STATION in legal:
            station = STATION_IDS[s.ring[s.at]]
            yield Noted("offered", "stations", station)
            if action == USE_STATION:
                yield Noted("taken", "stations", station)
    elif s.phase == TAKE and len(legal) > 1:
        for code in legal:
            if code - TAKE_CODE < KINDS:
                yield Noted("offered", "cards", CARD_IDS[code - TAKE_CODE])
        if action - TAKE_CODE < KINDS:
            yield Noted("taken", "cards", CARD_IDS[action - TAKE_CODE])
