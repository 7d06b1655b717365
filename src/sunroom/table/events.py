"""What can happen to a match. Events are only added: what is taken back stays in the record."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sunroom.match import codec
from sunroom.match.codec import Codable

Messages = list[dict[str, Any]]  # messages as plain data, see `words.message_data`
CALLED_OFF, RULES_CHANGED = "aborted", "rules_changed"  # why a match has ended without a result


@dataclass(frozen=True)
class Event(Codable, tag_field="k"):
    """Anything that happens."""


@dataclass(frozen=True)
class Sat(Event, tag="sat"):
    """A person takes a seat; *also* where they look after it beside the one who has it."""

    seat: int
    person: str
    also: bool = False


@dataclass(frozen=True)
class Left(Event, tag="left"):
    """A person gives a seat back; it waits for somebody else."""

    seat: int


@dataclass(frozen=True)
class Filled(Event, tag="filled"):
    """An opponent takes a seat."""

    seat: int
    level: str


@dataclass(frozen=True)
class Promised(Event, tag="promised"):
    """A seat has promised a share in the dealing; a later promise takes the place of an earlier."""

    seat: int
    promise: str  # `dealing.promise_of` the share


@dataclass(frozen=True)
class Shared(Event, tag="shared"):
    """A seat has shown the share that it promised."""

    seat: int
    share: str  # in hex


@dataclass(frozen=True)
class Steps(Event):
    """What changes the table: steps of the match as codes, in notation and in words."""

    codes: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    told: Messages = field(default_factory=list)


@dataclass(frozen=True)
class Began(Steps, tag="began"):
    """All seats are taken; what chance deals before the first decision. A share that was promised
    and not shown until now has no part in the dealing.
    """


@dataclass(frozen=True)
class Played(Steps, tag="played"):
    """A seat, or by hand chance, decides; then what chance deals, unless the decision is *held*:
    then only its own seat sees it until it is confirmed.
    """

    seat: int = -1
    held: bool = False


@dataclass(frozen=True)
class Confirmed(Steps, tag="confirmed"):
    """A seat stands by what it held back; then what chance deals."""

    seat: int = -1


@dataclass(frozen=True)
class Undone(Event, tag="undone"):
    """Back to the table after a number of steps."""

    seat: int
    to: int


@dataclass(frozen=True)
class Proposed(Event, tag="proposed"):
    """A seat asks the others for something: to take back up to a step, or to call it off."""

    seat: int
    what: str  # takeback or abort
    to: int = -1


@dataclass(frozen=True)
class Answered(Event, tag="answered"):
    """A seat agrees to what was proposed, or does not."""

    seat: int
    agree: bool


@dataclass(frozen=True)
class Out(Event, tag="out"):
    """A seat is out of the match: it has resigned, or its time is up."""

    seat: int
    why: str  # resigned or time


@dataclass(frozen=True)
class Aborted(Event, tag="aborted"):
    """The match is called off without a result: by its players, or because its rules have changed
    and it cannot be played on.
    """

    why: str = CALLED_OFF


@dataclass(frozen=True)
class Branched(Event, tag="branched"):
    """A match goes on from another's table after some of its steps; stands before all else."""

    match: str
    step: int


AnyEvent = (
    Branched
    | Sat
    | Left
    | Filled
    | Promised
    | Shared
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
DEALING = (Promised, Shared, Began)  # what the seats have added to the dealing changes


class Entry(NamedTuple):
    """An event of a match's log: its number, which is the version after it, and when it was."""

    n: int
    at: int  # milliseconds since 1970
    event: AnyEvent


def read(data: str) -> AnyEvent:
    event: AnyEvent = codec.from_json(AnyEvent, data)  # type: ignore[arg-type]
    return event


def write(event: AnyEvent) -> str:
    return codec.to_json(event)
