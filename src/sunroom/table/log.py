"""The log of a match read back: its steps as they stand, and what was undone on the way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from . import events as ev
from .events import Entry, Messages


class Line(NamedTuple):
    """An event that moved the table on."""

    n: int
    at: int
    seat: int
    steps: int  # of the match, after it
    texts: list[str]
    told: Messages


class Log(NamedTuple):
    line: list[Line]
    undone: list[list[Line]]  # branches that were taken back, in the order of their end
    turned: int  # the last event that took steps back


def read_log(entries: Iterable[Entry]) -> Log:
    """What stands at the end. What is held back counts once it is confirmed."""
    line: list[Line] = []
    undone: list[list[Line]] = []
    held: list[str] = []
    turned = steps = 0
    for n, at, event in entries:
        if isinstance(event, ev.Undone):
            kept = [made for made in line if made.steps <= event.to]
            if len(kept) < len(line):
                undone.append(line[len(kept) :])
                line, turned = kept, n
            steps = line[-1].steps if line else 0
            held = held[: event.to - steps]
        elif isinstance(event, ev.Played) and event.held:
            held += event.texts
        elif isinstance(event, ev.Steps):
            texts = held + event.texts
            steps, held = steps + len(texts), []
            seat = getattr(event, "seat", -1)
            line.append(Line(n, at, seat, steps, texts, event.told))
        elif isinstance(event, ev.Out):
            held = []
        elif isinstance(event, ev.Aborted) and event.why == ev.RULES_CHANGED:
            line.append(Line(n, at, -1, steps, [], [{"id": event.why}]))  # its players did not
    return Log(line, undone, turned)


def told_of(line: Iterable[Line]) -> Messages:
    return [told for made in line for told in made.told]
