"""The record of a match read back: its course as it stands, and what was undone on the way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from . import events as ev
from .events import Told
from .store import Happened


class Entry(NamedTuple):
    """An event that moved the table on."""

    n: int
    at: int
    seat: int
    steps: int  # of the course, after it
    texts: list[str]
    told: Told


class Course(NamedTuple):
    line: list[Entry]
    undone: list[list[Entry]]  # branches that were taken back, in the order of their end
    turned: int  # the last event that turned the course back


def course(happened: Iterable[Happened]) -> Course:
    """What stands at the end. What is held back counts once it is confirmed."""
    line: list[Entry] = []
    undone: list[list[Entry]] = []
    held: list[str] = []
    turned = steps = 0
    for row in happened:
        event = ev.read(row.data)
        if isinstance(event, ev.Undone):
            kept = [entry for entry in line if entry.steps <= event.to]
            if len(kept) < len(line):
                undone.append(line[len(kept) :])
                line, turned = kept, row.n
            steps = line[-1].steps if line else 0
            held = held[: event.to - steps]
        elif isinstance(event, ev.Played) and event.held:
            held += event.texts
        elif isinstance(event, ev.Steps):
            texts = held + event.texts
            steps, held = steps + len(texts), []
            seat = getattr(event, "seat", -1)
            line.append(Entry(row.n, row.at, seat, steps, texts, event.told))
        elif isinstance(event, ev.Out):
            held = []
    return Course(line, undone, turned)


def log(entries: Iterable[Entry]) -> Told:
    return [told for entry in entries for told in entry.told]
