"""What goes between a player and a match: commands one way, frames the other.

Bounds live here, in the types: what is longer or larger is refused before anybody looks at it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from sunroom.match.codec import Bounds, Codable

Text = Annotated[str, Bounds(1, 200)]  # an action in notation
Version = Annotated[int, Bounds(0, 2**31 - 1)]
Ref = Annotated[int, Bounds(0, 2**53 - 1)]
SeatNumber = Annotated[int, Bounds(0, 7)]
PromiseText = Annotated[str, Bounds(pattern="^[0-9a-f]{64}$")]
MayPromise = Annotated[str, Bounds(pattern="^([0-9a-f]{64})?$")]
ShareText = Annotated[str, Bounds(pattern="^[0-9a-f]{32}$")]
Level = Annotated[str, Bounds(most=20, pattern="^[a-z]+$")]


# Commands: what a player wants. *ref* is theirs and comes back with the answer.


@dataclass(frozen=True, kw_only=True)
class Command(Codable, strict=True):
    ref: Ref = 0


@dataclass(frozen=True, kw_only=True)
class Play(Command, tag="play"):
    """Decide, at the version that was seen; *hold* keeps it to oneself until `confirm`."""

    text: Text
    version: Version
    hold: bool = False


@dataclass(frozen=True, kw_only=True)
class Confirm(Command, tag="confirm"):
    """Stand by what was held back."""

    version: Version


@dataclass(frozen=True, kw_only=True)
class Undo(Command, tag="undo"):
    """Take back the last decision of this turn, or all of it."""

    version: Version
    all: bool = False


@dataclass(frozen=True, kw_only=True)
class Takeback(Command, tag="takeback"):
    """Ask the others to take back one's last turn; opponents always agree."""

    version: Version


@dataclass(frozen=True, kw_only=True)
class Abort(Command, tag="abort"):
    """Call the match off, or ask the others to."""


@dataclass(frozen=True, kw_only=True)
class Answer(Command, tag="answer"):
    """Agree to what another has asked for, or not."""

    agree: bool


@dataclass(frozen=True, kw_only=True)
class Sit(Command, tag="sit"):
    """Take an open seat; *key* where one was invited."""

    seat: SeatNumber | None = None
    key: Annotated[str, Bounds(most=60)] = ""
    promise: MayPromise = ""


@dataclass(frozen=True, kw_only=True)
class Promise(Command, tag="promise"):
    """Promise a share in the dealing, before the last seat is taken: the SHA-256 of the text
    `sunroom share`, a line feed and the share.
    """

    promise: PromiseText


@dataclass(frozen=True, kw_only=True)
class Share(Command, tag="share"):
    """Show the share that was promised, 16 random bytes in hex: once a state names your seat in
    `revealing`.
    """

    share: ShareText


@dataclass(frozen=True, kw_only=True)
class Fill(Command, tag="fill"):
    """Let an opponent take an open seat: novice (learning), casual (plays now and then), club
    (plays every week), expert (hard to beat) or master (as strong as it gets).
    """

    seat: SeatNumber
    level: Level


@dataclass(frozen=True, kw_only=True)
class Leave(Command, tag="leave"):
    """Give one's seat back for somebody else to take."""


@dataclass(frozen=True, kw_only=True)
class Resign(Command, tag="resign"):
    """Give up."""


@dataclass(frozen=True, kw_only=True)
class Rematch(Command, tag="rematch"):
    """The same again, with the seats moved on by one. Where it waits for its players, whoever comes
    may promise a share in the dealing.
    """

    promise: MayPromise = ""


@dataclass(frozen=True, kw_only=True)
class Say(Command, tag="say"):
    """Say something to all."""

    text: Annotated[str, Bounds(1, 500)]


@dataclass(frozen=True, kw_only=True)
class Earlier(Command, tag="earlier"):
    """Ask what was said before a line of the chat; the answer is a page of lines."""

    before: Version  # its `n`


@dataclass(frozen=True, kw_only=True)
class Mute(Command, tag="mute"):
    """Do not hear any more who said something, or hear them again."""

    n: Version  # of the chat
    on: bool


@dataclass(frozen=True, kw_only=True)
class Look(Command, tag="look"):
    """See the table from another seat of one's own, or as a spectator (-1)."""

    seat: Annotated[int, Bounds(-1, 7)]


@dataclass(frozen=True, kw_only=True)
class Hint(Command, tag="hint"):
    """Ask for a good move and the reason. Over a socket the answer may come after those of later
    commands.
    """


@dataclass(frozen=True, kw_only=True)
class Cancel(Command, tag="cancel"):
    """Wait no longer for a hint, and leave the queue: it is answered with a refusal. The answer to
    this is whether it was still to come.
    """

    of: Ref  # of the command


@dataclass(frozen=True, kw_only=True)
class Changes(Command, tag="changes"):
    """Be sent what changes of a table, instead of the whole of it each time. What comes at the same
    time is one message from then on, a line for each frame.
    """


@dataclass(frozen=True, kw_only=True)
class Ping(Command, tag="ping"):
    """Show that the line holds, every few seconds; from the first on one is told who is here.
    Who is *resting* will not ping for a while.
    """

    resting: bool = False


AnyCommand = (
    Play | Confirm | Undo | Takeback | Abort | Answer | Sit | Fill | Leave | Resign | Rematch | Say
    | Earlier | Look | Hint | Cancel | Mute | Changes | Ping | Promise | Share
)  # fmt: skip


# Frames: what a player or spectator is sent.


@dataclass
class SeatInfo:
    """Who sits somewhere."""

    kind: str  # open, reserved, person or ai
    name: str | None = None
    level: str | None = None
    yours: bool = False
    kept: bool = False  # reserved for you
    out: str | None = None  # resigned or time
    emblem: int | None = None  # where it is not that of the seat: kept in rematches
    promise: str = ""  # of a share in the dealing
    share: str = ""  # what was promised, once it is shown
    withheld: bool = False  # it was not shown in time, and the dealing went on without it


@dataclass
class Result:
    reason: str  # played, resigned, time, aborted or rules_changed
    winners: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    points: list[str] = field(default_factory=list)  # the scores as people say them
    verdict: dict[str, Any] | None = None  # how a game for one has ended
    seed: str = ""  # now everybody can check the dealing


@dataclass
class Vote:
    """What a seat has proposed, and who has still to answer."""

    seat: int
    what: str
    waiting: list[int]


@dataclass
class Clock:
    left: list[int]  # milliseconds for each seat, when this was sent
    running: int  # the seat whose time runs, or -1


@dataclass
class State(Codable, tag="state"):
    """The table as one may see it now, and what has happened since the last frame."""

    n: int  # the version to name in the next command
    status: str  # gathering, playing, over or aborted
    turn: int = -2  # the seat to act; -1 is chance, -2 nobody
    view: dict[str, Any] | None = None
    told: list[dict[str, Any]] = field(default_factory=list)
    legal: list[str] = field(default_factory=list)  # what you can play
    ask: dict[str, Any] | None = None  # what you are deciding
    held: int = 0  # how many decisions of yours wait for `confirm`
    undo: bool = False  # whether you can undo
    back: bool = False  # steps were taken back: what was told before may not hold any more
    vote: Vote | None = None
    clock: Clock | None = None
    result: Result | None = None
    # Everybody sits, and the dealing waits some seconds for the shares of these seats.
    revealing: list[int] = field(default_factory=list)
    why: str | None = None  # `read_only`: its rules are not here any more
    known_deal: bool = False  # the deal of this table is known to its host


@dataclass
class Change(State, tag="change"):
    """The same for viewers who have seen the frame before: `view` says what has changed since, as
    `changes` has it, and is missing where nothing has. Without a `status` it is `playing`. What can
    be played is sent to whoever can play it.
    """

    status: str = "playing"
    view: Any = None


@dataclass
class Origin:
    """The match, and its step, from which another goes on."""

    match: str
    step: int


@dataclass
class About(Codable, tag="match"):
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
    known_deal: bool = False  # to its host, as in every state
    secrets: bool = False  # whether the seats see different things


@dataclass
class Chat(Codable, tag="chat"):
    n: int
    name: str | None
    seat: int
    at: int
    text: str
    yours: bool = False
    earlier: bool = False  # there are lines before it that were not sent


@dataclass
class Done(Codable, tag="done"):
    """Your command was accepted, and is stored."""

    ref: int
    n: int
    answer: Any = None


@dataclass
class Refused(Codable, tag="refused"):
    """Your command was refused, and why. The state follows where it may have changed."""

    ref: int
    status: int  # as HTTP has it
    id: str
    text: str  # in your language
    rules: list[str] = field(default_factory=list)  # ids of the rules that say so


@dataclass
class Thinking(Codable, tag="thinking"):
    """An opponent thinks, or waits for its turn to. With *most* it waits until another match needs
    none: opponents think in so many at once for one person, or for one address.
    """

    seat: int
    place: int  # in the queue; 0 thinks
    most: int = 0
    whose: str = ""  # person or address


@dataclass
class Waiting(Codable, tag="waiting"):
    """What you have asked for has to wait, or does not any more."""

    ref: int  # of your command
    place: int  # in the queue; 0 is thought about


@dataclass
class Presence(Codable, tag="presence"):
    """Who is at the match; sent to those who ping, and when it changes."""

    away: list[int] = field(default_factory=list)  # seats of persons who are not here
    watching: int = 0  # people who have no seat


@dataclass
class Advised(Codable, tag="advised"):
    """A closer look, after a hint that was a first look; the table is still the same."""

    n: int
    advice: list[dict[str, Any]]


Frame = State | Change | About | Chat | Done | Refused | Thinking | Waiting | Presence | Advised
