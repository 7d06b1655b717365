"""What goes over the wire: commands of players, frames to them. JSON in both directions.

Bounds live here, in the types: what is longer or larger is refused before anybody looks at it.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from sunroom.kernel.words import Argument, Message, Moves, Seat

Text = Annotated[str, Meta(min_length=1, max_length=200)]  # an action in notation
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Ref = Annotated[int, Meta(ge=0, le=2**53 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(max_length=20, pattern="^[a-z]+$")]
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]

LARGEST_MESSAGE = 8 * 1024
LARGEST_BODY = 1024 * 1024  # of an imported match or a box of components


# Commands: what a player wants. *ref* is theirs and comes back with the answer.


class Command(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True, kw_only=True):
    ref: Ref = 0


class Play(Command, tag="play", frozen=True):
    """Decide, at the version that was seen; *hold* keeps it to oneself until `confirm`."""

    text: Text
    version: Version
    hold: bool = False


class Confirm(Command, tag="confirm", frozen=True):
    """Stand by what was held back."""

    version: Version


class Undo(Command, tag="undo", frozen=True):
    """Take back the last decision of this turn, or all of it."""

    version: Version
    all: bool = False


class Takeback(Command, tag="takeback", frozen=True):
    """Ask the others to take back one's last turn; opponents always agree."""

    version: Version


class Abort(Command, tag="abort", frozen=True):
    """Call the match off, or ask the others to."""


class Answer(Command, tag="answer", frozen=True):
    """Agree to what another has asked for, or not."""

    agree: bool


class Sit(Command, tag="sit", frozen=True):
    """Take an open seat; *key* where one was invited."""

    seat: SeatNumber | None = None
    key: Annotated[str, Meta(max_length=60)] = ""


class Fill(Command, tag="fill", frozen=True):
    """Let an opponent take an open seat."""

    seat: SeatNumber
    level: Level


class Leave(Command, tag="leave", frozen=True):
    """Give one's seat back for somebody else to take."""


class Resign(Command, tag="resign", frozen=True):
    """Give up."""


class Rematch(Command, tag="rematch", frozen=True):
    """The same again, with the seats moved on by one."""


class Say(Command, tag="say", frozen=True):
    """Say something to all."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Mute(Command, tag="mute", frozen=True):
    """Do not hear any more who said something, or hear them again."""

    n: Version  # of the chat
    on: bool


class Look(Command, tag="look", frozen=True):
    """See the table from another seat of one's own, or as a spectator (-1)."""

    seat: Annotated[int, Meta(ge=-1, le=7)]


class Hint(Command, tag="hint", frozen=True):
    """Ask for a good move and the reason."""


AnyCommand = (
    Play | Confirm | Undo | Takeback | Abort | Answer | Sit | Fill | Leave | Resign | Rematch | Say
    | Look | Hint | Mute
)  # fmt: skip
read_command = msgspec.json.Decoder(AnyCommand).decode


# Frames: what a player or spectator is sent.


class SeatInfo(msgspec.Struct, omit_defaults=True):
    """Who sits somewhere."""

    kind: str  # open, reserved, person or ai
    name: str | None = None
    level: str | None = None
    yours: bool = False
    out: str | None = None  # resigned or time


class Result(msgspec.Struct, omit_defaults=True):
    reason: str  # played, resigned, time or aborted
    winners: list[int] = []
    scores: list[int] = []
    points: list[str] = []  # the scores as people say them
    verdict: dict[str, Any] | None = None  # how a game for one has ended
    seed: str = ""  # now everybody can check the dealing


class Vote(msgspec.Struct):
    """What a seat has proposed, and who has still to answer."""

    seat: int
    what: str
    waiting: list[int]


class Clock(msgspec.Struct):
    left: list[int]  # milliseconds for each seat, when this was sent
    running: int  # the seat whose time runs, or -1


class State(msgspec.Struct, tag="state", tag_field="t", omit_defaults=True):
    """The table as one may see it now, and what has happened since the last frame."""

    n: int  # the version to name in the next command
    status: str  # gathering, playing, over or aborted
    turn: int = -2  # the seat to act; -1 is chance, -2 nobody
    view: msgspec.Raw | None = None
    told: list[dict[str, Any]] = []
    legal: list[str] = []  # what you can play
    ask: dict[str, Any] | None = None  # what you are deciding
    held: int = 0  # so many decisions of yours wait for `confirm`
    undo: bool = False  # whether you can undo
    back: bool = False  # the course was turned back: what was told before may not hold any more
    vote: Vote | None = None
    clock: Clock | None = None
    result: Result | None = None
    why: str | None = None  # `read_only`: its rules are not here any more


class Origin(msgspec.Struct):
    """The match, and its step, from which another goes on."""

    match: str
    step: int


class About(msgspec.Struct, tag="match", tag_field="t", omit_defaults=True):
    """A match and who sits where; sent first, and when that changes."""

    id: str
    game: str
    rules: int
    options: dict[str, str]
    visibility: str
    seats: list[SeatInfo]
    commitment: str
    created: int
    host: bool = False  # whether you are
    eye: int = -1  # the seat from which you see the table; -1 for a spectator
    by_hand: bool = False
    hints: bool = False
    components: str = ""
    clock: dict[str, int] | None = None
    next: str | None = None  # the rematch
    origin: Origin | None = None  # where it goes on from another match


class Chat(msgspec.Struct, tag="chat", tag_field="t", omit_defaults=True):
    n: int
    name: str | None
    seat: int
    at: int
    text: str
    yours: bool = False


class Done(msgspec.Struct, tag="done", tag_field="t", omit_defaults=True):
    """Your command was carried out, and is stored."""

    ref: int
    n: int
    answer: Any = None


class Refused(msgspec.Struct, tag="refused", tag_field="t", omit_defaults=True):
    """Your command was not carried out, and why. The state follows where it may have changed."""

    ref: int
    status: int  # as HTTP has it
    id: str
    text: str  # in your language
    rules: list[str] = []  # ids of the rules that say so


class Thinking(msgspec.Struct, tag="thinking", tag_field="t"):
    """An opponent thinks, or waits for its turn to."""

    seat: int
    place: int  # in the queue; 0 thinks


Frame = State | About | Chat | Done | Refused | Thinking
encode = msgspec.json.Encoder().encode


# Messages


def plain(told: Message) -> dict[str, Any]:
    """A message as data: its id and its arguments."""
    args = {key: _plain(value) for key, value in told.args.items()}
    return {"id": told.id, "args": args} if args else {"id": told.id}


def _plain(value: Argument) -> Any:
    if isinstance(value, Message):
        return plain(value)
    if isinstance(value, Seat):
        return {"seat": value.number}
    if isinstance(value, Moves):
        return {"moves": list(value.texts)}
    return value


def message_of(data: dict[str, Any]) -> Message:
    """The inverse of `plain`."""
    return Message(data["id"], {k: _argument(v) for k, v in data.get("args", {}).items()})


def _argument(value: Any) -> Argument:
    if not isinstance(value, dict):
        return value  # type: ignore[no-any-return]
    if "seat" in value:
        return Seat(value["seat"])
    if "moves" in value:
        return Moves(tuple(value["moves"]))
    return message_of(value)
