"""What a game answers, and nothing else.

A rule is a plain Python function over a table. The answers in the first group are compiled as well,
so they use fixed-size integers only: no strings, dictionaries, exceptions, floats or allocation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from .components import BadComponents, Components
from .layout import Layouts
from .record import Table
from .words import Message, Refusal, Tongue, Words, meant

CHANCE = -1  # what to_act returns when dice, a bag or a throw decide
OVER = -2  # what to_act returns when nobody decides any more

SPECTATOR = (
    -1
)  # the seat of somebody who only watches: veil hides from them what any seat may not know

Rule = Callable[..., Any]


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


class Puzzle(NamedTuple):
    """A table prepared for somebody to find the only winning action: how it came about."""

    options: Mapping[str, str]
    line: tuple[str, ...]  # what was decided so far, in notation


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its table, its answers, and what a player wants to know before sitting down."""

    name: str
    prefix: str  # of the rule ids
    version: int  # of the rules; a change of behaviour raises it
    folder: Path
    table: type[Table]
    seats: tuple[int, ...]  # how many may play, the usual number first
    options: tuple[Option, ...]
    words: Words
    components: tuple[Components, ...]

    # compiled, in place
    setup: Rule  # (s, options): the table before the first decision
    to_act: Rule  # (s): a seat, CHANCE or OVER
    legal: Rule  # (s, out): how many action codes it wrote to out, ascending
    chances: Rule  # (s, out, weight): the outcomes of the pending chance, ascending, with weights
    apply: Rule  # (s, action): one small deterministic step; does not check legality
    scores: Rule  # (s, out): each seat's result; more is better, equal is shared, below 0 lost
    veil: Rule  # (s, seat): hides in place what this seat, or a SPECTATOR, cannot know
    redeal: Rule  # (s, seat, seed): fills what is hidden with a sample that fits the veil
    observe: Rule  # (s, seat, out): numbers for a network

    # Python only
    show: Callable[[Any, int], str]  # an action in notation
    read: Callable[[Any, str], int]  # its inverse, forgiving; UnreadableAction otherwise
    ask: Callable[[Any], Message]  # what is being decided, as a question
    refuse: Callable[[Any, int], Message]  # why an action that is not legal is not
    view: Callable[[Any, int], dict[str, Any]]  # plain data for a screen
    render: Callable[[Mapping[str, Any], Tongue], str]  # a view as terminal markup
    narrate: Callable[[Any, int, Any], list[Message]]  # (before, action, after): the log for all

    # declared, and checked by the conformance suite
    actions: int  # action codes of seats are 0 to actions - 1
    outcomes: int  # codes of chance are 0 to outcomes - 1
    longest: int  # no game has more steps
    score_sum: tuple[int, int]  # least and most that all scores add up to
    observation: int  # how many numbers observe writes

    secrets: tuple[str, ...] = ()  # the fields that veil hides from somebody
    layouts: Layouts | None = None  # what the codes and the numbers of observe mean, in English

    # offered by games that have them
    pick: Rule | None = None  # (s, word): the action a playout draws, without listing all
    evaluate: Rule | None = None  # (s, out): scores as they may become, while the game goes on
    lean: Rule | None = None  # (s, out, weight): legal actions, as much as a sensible player leans
    horizon: int = 0  # steps that a search plays on before it evaluates; 0 for the whole game
    lead: int = 1  # by how much one leads who has all but won
    exact: Callable[[Any], dict[int, Outlook]] | None = None  # every legal action judged
    worth: Callable[[Any], dict[int, float]] | None = None  # the exact chance after each choice
    solve: Callable[[str], dict[str, Any]] | None = None  # a position in notation, solved
    starts: Callable[[], list[str]] | None = None  # every start that solve knows
    puzzle: Callable[[int], Puzzle] | None = None  # by number, from 1 on; needs exact
    advise: Callable[[Any], list[Message]] | None = None  # what the seat to act should know
    odds: Callable[[int | None], tuple[dict[str, Any], Message]] | None = None  # from the start
    verdict: Callable[[Any], Message] | None = None  # how a game for one has ended
    points: Callable[[Any, int], str] | None = None  # a seat's result as people say it
    bench: tuple[Mapping[str, str], ...] = ()  # further settings that are worth a figure
    objection: Callable[[Sequence[int]], Message | None] | None = None  # to settings as a whole
    recompose: Callable[[Path], Game] | None = None  # the same game with another box of pieces
    box: str = ""  # which box that is: a digest, or nothing for our own
    # Of another box: the game with our own, and its values by the identity of ours.
    recomposed_from: tuple[Game, Mapping[int, Any]] | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)  # author, minutes (our guess), age

    def with_components(self, folder: Path) -> Game:
        """The same game with the pieces that the CSV files of a folder describe.

        Raises BadComponents with file and line.
        """
        if self.recompose is None:
            raise BadComponents("components_fixed", game=self.name)
        return self.recompose(folder)

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
        codes = [o.encode(chosen.pop(o.name)) if o.name in chosen else 0 for o in self.options]
        for name in chosen:
            names = [o.name for o in self.options]
            raise BadOption("bad_option", game=self.name, text=name, meant=meant(name, names))
        settings = [seats, *codes]
        why = self.objection(settings) if self.objection is not None else None
        if why is not None:
            raise BadOption(why.id, words=self.words, **why.args)
        return settings

    def settings_in_words(self, settings: Sequence[int]) -> dict[str, str]:
        """Inverse of settings: every option by name."""
        return {o.name: o.decode(c) for o, c in zip(self.options, settings[1:], strict=True)}


def winning_seats(scores: Sequence[int]) -> list[int]:
    """Who has won with these final scores; several share a win, and below zero one has lost."""
    best = max(0, *scores)
    return [seat for seat, score in enumerate(scores) if score == best]


def span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}–{high}"
