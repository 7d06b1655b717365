"""What can happen to a match. Events are only added: what is taken back stays in the record."""

from __future__ import annotations

from typing import Any

import msgspec

Told = list[dict[str, Any]]  # messages as plain data, see `wire.plain`


class Event(msgspec.Struct, frozen=True, tag_field="k", omit_defaults=True):
    """Anything that happens."""


class Sat(Event, tag="sat", frozen=True):
    """A person takes a seat; *also* where they look after it beside the one who has it."""

    seat: int
    person: str
    also: bool = False


class Left(Event, tag="left", frozen=True):
    """A person gives a seat back; it waits for somebody else."""

    seat: int


class Filled(Event, tag="filled", frozen=True):
    """An opponent takes a seat."""

    seat: int
    level: str


class Steps(Event, frozen=True):
    """What changes the table: steps of the match as codes, in notation and in words."""

    codes: list[int] = []
    texts: list[str] = []
    told: Told = []


class Began(Steps, tag="began", frozen=True):
    """All seats are taken; what chance deals before the first decision."""


class Played(Steps, tag="played", frozen=True):
    """A seat, or by hand chance, decides; then what chance deals, unless the decision is *held*:
    then only its own seat sees it until it is confirmed.
    """

    seat: int = -1
    held: bool = False


class Confirmed(Steps, tag="confirmed", frozen=True):
    """A seat stands by what it held back; then what chance deals."""

    seat: int = -1


class Undone(Event, tag="undone", frozen=True):
    """Back to the table after so many steps."""

    seat: int
    to: int


class Proposed(Event, tag="proposed", frozen=True):
    """A seat asks the others for something: to take back up to a step, or to call it off."""

    seat: int
    what: str  # takeback or abort
    to: int = -1


class Answered(Event, tag="answered", frozen=True):
    """A seat agrees to what was proposed, or does not."""

    seat: int
    agree: bool


class Out(Event, tag="out", frozen=True):
    """A seat is out of the match: it has resigned, or its time is up."""

    seat: int
    why: str  # resigned or time


class Aborted(Event, tag="aborted", frozen=True):
    """The match is called off without a result."""


class Branched(Event, tag="branched", frozen=True):
    """A match goes on from another's table after so many steps; stands before everything else."""

    match: str
    step: int


AnyEvent = (
    Branched
    | Sat
    | Left
    | Filled
    | Began
    | Played
    | Confirmed
    | Undone
    | Proposed
    | Answered
    | Out
    | Aborted
)
SEATING = (Sat, Left, Filled, Out)  # who sits where changes
_reader = msgspec.json.Decoder(AnyEvent)
_writer = msgspec.json.Encoder()


def read(data: str) -> AnyEvent:
    event: AnyEvent = _reader.decode(data)
    return event


def write(event: AnyEvent) -> str:
    return _writer.encode(event).decode()
