"""What a game answers, and nothing else.

A rule is a plain Python function over a table. The answers in the first group, and heuristics, are
compiled as well, so they use fixed-size integers only: no strings, dictionaries, exceptions, floats
or allocation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeAlias, TypeVar

from . import defaults
from .boxes.findings import Finding
from .components import BadComponents, Components
from .layout import Layouts
from .record import Cells, Table
from .words import Message, Refusal, Tongue, Words, meant, spelled

CHANCE = -1  # what to_act returns when dice, a bag or a throw decide
OVER = -2  # what to_act returns when nobody decides any more

SPECTATOR = -1  # the seat of whoever only watches: veil hides what any seat may not know

S = TypeVar("S", bound=Table)


class UnreadableAction(Refusal):
    """The text is not an action of this game."""


class IllegalAction(Refusal):
    """The action exists but is not allowed now."""


class BadOption(Refusal):
    """A setting that the game does not know, or a value that it cannot have."""


@dataclass(frozen=True)
class Option:
    """A setting of a game: the first choice is the default, a choice's code is its place.

    An option with too many values to list has *read* and *show* instead; its default is code 0.
    """

    name: str
    rule: str
    choices: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()  # where there are no choices to go through
    order: tuple[str, ...] = ()  # a value is all of these words in some order, joined by hyphens
    read: Callable[[str], int] | None = None
    show: Callable[[int], str] | None = None
    seats: bool = False  # after the first its choices are numbers of seats

    def encode(self, text: str) -> int:
        if self.read is not None:
            return self.read(text)
        if text not in self.choices:
            raise BadOption("bad_choice", name=self.name, text=text, known=", ".join(self.choices))
        return self.choices.index(text)

    def decode(self, code: int) -> str:
        return self.show(code) if self.show is not None else self.choices[code]


class Outlook(NamedTuple):
    """What exact play makes of one action: whether it wins, and how many moves are left then."""

    wins: bool
    length: int


class Noted(NamedTuple):
    """Something that statistics count of a decision: what, and the piece that it is about. Of a
    piece that could be taken or used it is `offered`, of the one that was also `taken`; of turns
    `turn`, and of those in which nothing could be done `stuck`.
    """

    what: str
    file: str = ""
    id: str = ""  # of the row


class Puzzle(NamedTuple):
    """A table prepared for somebody to find the only winning action: how it came about."""

    options: Mapping[str, str]
    line: tuple[str, ...]  # what was decided so far, in notation


@dataclass(frozen=True, eq=False)
class Heuristics(Generic[S]):
    """What helps a search to play well. Compiled like rules; a search plays without any of it."""

    pick: Callable[[S, int], int] | None = None
    """The action or outcome that a playout draws with a random word: the one that it would draw
    from the list, without making the list."""

    lean: Callable[[S, Cells, Cells], int] | None = None
    """Writes the legal actions, and with how much weight a sensible player leans to each, at least
    1; returns how many there are."""

    evaluate: Callable[[S, Cells], None] | None = None
    """Writes the score that each seat may come to, while the game goes on."""

    horizon: int = 0  # steps that a search plays on before it evaluates; 0 for the whole game
    lead: int = 1  # by how much one leads who has all but won


@dataclass(frozen=True, eq=False)
class Knowledge(Generic[S]):
    """What a game knows of itself for certain, without a search. Python only."""

    exact: Callable[[S], dict[int, Outlook]] | None = None
    """What exact play makes of every legal action."""

    worth: Callable[[S], dict[int, float]] | None = None
    """The exact chance to win after each choice; nothing where it knows none."""

    advise: Callable[[S], list[Message]] | None = None
    """What the seat to act should know before it decides."""

    solve: Callable[[str], dict[str, Any]] | None = None
    """A position in notation, solved: plain data. Refuses what is no position."""

    starts: Callable[[], list[str]] | None = None
    """Every start that `solve` knows, in notation."""

    puzzle: Callable[[int], Puzzle] | None = None
    """The puzzle with this number, from 1 on; always the same one. Needs `exact`."""

    odds: Callable[[int | None], tuple[dict[str, Any], Message]] | None = None
    """The chances at the start, as plain data and as a sentence."""

    inspect: Callable[[Mapping[str, Components]], Iterator[Finding]] | None = None
    """What is to be said of the files of a box, each row of which is well formed: mistakes first,
    then what is strange, or looks odd and is as the text says."""

    note: Callable[[S, int, Sequence[int]], Iterator[Noted]] | None = None
    """What statistics count of a decision: at this table, this action out of those that were
    legal."""

    @property
    def is_exact(self) -> bool:
        """Whether it says what choices are worth, so that no search need guess."""
        return self.exact is not None or self.worth is not None


@dataclass(frozen=True, eq=False, kw_only=True)
class GameOf(Generic[S]):
    """One game: its table, its answers, and what a player wants to know before sitting down.

    Every answer leaves the table alone, but for those of which it says that they change it.
    """

    name: str
    prefix: str  # of the rule ids
    version: int  # of the rules; a change of behaviour raises it
    folder: Path
    table: type[S]
    seats: tuple[int, ...]  # how many may play, the usual number first
    options: tuple[Option, ...] = ()
    earlier: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """Older versions of the rules that are these rules with what they left no choice about: the
    options that came later, each with what it was. Their matches go on."""

    boxes_since: int = 0  # the oldest version whose boxes of others mean what they mean now
    settled: Mapping[str, str] = field(default_factory=dict)  # what it leaves no choice about
    words: Words
    components: tuple[Components, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What people want to know: author, publisher, minutes (our guess), age; and the hour of the
    day whose light the game has, from 0 to 23: the start page goes by it."""

    # compiled

    setup: Callable[[S, Cells], None] = defaults.setup
    """Changes a table of zeros into the one before the first decision; reads the settings: how many
    seats, then the code of each option."""

    to_act: Callable[[S], int]
    """Returns the seat that decides, CHANCE or OVER."""

    legal: Callable[[S, Cells], int]
    """Writes the codes that the seat to act may choose, ascending and distinct, and returns how
    many there are: none exactly when no seat is to act."""

    chances: Callable[[S, Cells, Cells], int] = defaults.chances
    """Writes the outcomes of the pending chance, ascending and distinct, with their weights, and
    returns how many there are: none exactly when chance is not to act."""

    apply: Callable[[S, int], None]
    """Changes the table by one action or outcome: a small deterministic step. It does not check
    that the action is legal."""

    scores: Callable[[S, Cells], None]
    """Writes each seat's result: more is better, equal is shared, below 0 has lost."""

    veil: Callable[[S, int], None] = defaults.veil
    """Changes the table into what this seat, or a SPECTATOR, may see: hides the rest."""

    redeal: Callable[[S, int, int], None] = defaults.redeal
    """Changes a veiled table into one that can be played on: fills what is hidden from the seat
    with a sample, drawn with a seed, that fits all that the seat may know."""

    observe: Callable[[S, int, Cells], None]
    """Writes what the seat sees as numbers for a network."""

    # Python only

    show: Callable[[S, int], str]
    """An action or outcome that is possible now, in notation; no two look alike."""

    read: Callable[[S, str], int]
    """The inverse of `show`, forgiving; raises UnreadableAction for what is no action."""

    ask: Callable[[S], Message] = defaults.ask
    """What is being decided, as a question."""

    refuse: Callable[[S, int], Message] = defaults.refuse
    """Why an action that is not legal now is not."""

    view: Callable[[S, int], dict[str, Any]]
    """What a seat, or a SPECTATOR, sees of a table veiled for it: plain data for a screen."""

    render: Callable[[Mapping[str, Any], Tongue], str] = defaults.render
    """A view as terminal markup."""

    narrate: Callable[[S, int, S], list[Message]]
    """What the log tells everybody of a step: the table before, the action, the table after, both
    veiled for a SPECTATOR."""

    part: Callable[[S], Message | None] = defaults.part
    """Which part of the game a table is in, a turn or a round: a heading in what is kept of it."""

    verdict: Callable[[S], Message] | None = None
    """How a game for one has ended, in a sentence."""

    points: Callable[[S, int], str] | None = None
    """A seat's result as people say it; without it, its score."""

    objection: Callable[[Sequence[int]], Message | None] | None = None
    """What is wrong with settings as a whole, each of which is right; None if nothing."""

    # declared, and checked by the conformance suite

    actions: int  # action codes of seats are 0 to actions - 1
    outcomes: int = 0  # codes of chance are 0 to outcomes - 1
    longest: int  # no game has more steps
    score_sum: tuple[int, int]  # least and most that all scores add up to
    observation: int  # how many numbers observe writes
    secrets: tuple[str, ...] = ()  # the fields that veil hides from somebody
    layouts: Layouts | None = None  # what the codes and the numbers of observe mean, in English
    bench: tuple[Mapping[str, str], ...] = ()  # further settings that are worth a figure

    heuristics: Heuristics[S] = field(default_factory=Heuristics)
    knowledge: Knowledge[S] = field(default_factory=Knowledge)

    # the box of pieces

    recompose: Callable[[GameOf[S], Path], GameOf[S]] | None = None
    """This game with the pieces that the CSV files of a folder describe; raises BadComponents."""

    box: str = ""  # which box this game has: a digest, or nothing for our own
    # Of another box: the game with our own, and its values by the identity of ours.
    recomposed_from: tuple[GameOf[S], Mapping[int, Any]] | None = None

    # What was made for this game and goes with it: boxes that people bring come and go.
    kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    def with_components(self, folder: Path) -> GameOf[S]:
        """The same game with the pieces that the CSV files of a folder describe.

        Raises BadComponents with file and line.
        """
        if self.recompose is None:
            raise BadComponents("components_fixed", game=self.name)
        return self.recompose(self, folder)

    def called(self, box: Components, language: str) -> str:
        """What people call the pieces of a file: `pieces_FILE` of the words, or the file's name."""
        id = f"pieces_{box.name}"
        named = id in self.words.entries
        return self.words(id, language) if named else spelled(box.name)

    def with_so_many(self, seats: int, language: str) -> str:
        """What is to be known before so many play, or nothing: `note_seats_N` of the words."""
        id = f"note_seats_{seats}"
        return self.words(id, language) if id in self.words.entries else ""

    def option(self, name: str) -> Option:
        return next(option for option in self.options if option.name == name)

    def settings(
        self, chosen: Mapping[str, str] | None = None, seats: int | None = None
    ) -> list[int]:
        """The numbers that setup reads: how many seats, then a code for each option in order.

        Raises BadOption with a sentence for the person who chose.
        """
        seats = self.seats[0] if seats is None else seats
        if seats not in self.seats:
            raise BadOption("bad_seats", game=self.name, seats=span(self.seats), n=seats)
        chosen = dict(chosen or {})
        codes = [self._code(option, chosen) for option in self.options]
        for name in chosen:
            names = [o.name for o in self.options if o.name not in self.settled]
            raise BadOption("bad_option", game=self.name, text=name, meant=meant(name, names))
        settings = [seats, *codes]
        why = self.objection(settings) if self.objection is not None else None
        if why is not None:
            raise BadOption(why.id, words=self.words, **why.args)
        return settings

    def _code(self, option: Option, chosen: dict[str, str]) -> int:
        """The code of an option, which is taken out of what was *chosen*."""
        if option.name in self.settled:
            return option.encode(self.settled[option.name])
        return option.encode(chosen.pop(option.name)) if option.name in chosen else 0

    def settings_in_words(self, settings: Sequence[int]) -> dict[str, str]:
        """Inverse of settings: every option by name."""
        codes = zip(self.options, settings[1:], strict=True)
        return {o.name: o.decode(code) for o, code in codes if o.name not in self.settled}

    def under(self, version: int) -> GameOf[S] | None:
        """The same game by another version of its rules; None where they are not here any more."""
        if version == self.version:
            return self
        return _under(self, version) if self.goes_on(version, boxed=bool(self.box)) else None

    def goes_on(self, version: int, *, boxed: bool) -> bool:
        """Whether matches of this version go on; *boxed*, with pieces that somebody has brought."""
        kept = version in self.earlier and not (boxed and version < self.boxes_since)
        return version == self.version or kept


Game: TypeAlias = GameOf[Any]  # a game of whatever table
More = ParamSpec("More")
Made = TypeVar("Made")


def once_for_each_game(
    make: Callable[Concatenate[Game, More], Made],
) -> Callable[Concatenate[Game, More], Made]:
    """Remember what a function returns for a game as long as the game itself is remembered.

    `functools.cache` would keep every box that anybody has brought.
    """

    @wraps(make)
    def remembered(game: Game, /, *args: More.args, **more: More.kwargs) -> Made:
        key = (make, args, *more.items())
        if key not in game.kept:
            game.kept.setdefault(key, make(game, *args, **more))
        return game.kept[key]  # type: ignore[no-any-return]

    return remembered


@once_for_each_game
def _under(game: Game, version: int) -> Game:
    return replace(game, version=version, settled=game.earlier[version], earlier={})


def winning_seats(scores: Sequence[int]) -> list[int]:
    """Who has won with these final scores; several share a win, and below zero one has lost."""
    best = max(0, *scores)
    return [seat for seat, score in enumerate(scores) if score == best]


def span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}–{high}"
