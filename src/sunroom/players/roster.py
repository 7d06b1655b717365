"""Players by their names, as written on the command line.

- `master` is a level; `master@0.2s` has 0.2 seconds for each decision, `master@500` has 500
  simulations.
- `random` takes any legal action; `textbook` is a search without knowledge, the reference.
- `package.module:bot` is your own function: bot(game, table, rng, seats) returns an action.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Protocol

from sunroom.engine.referee import compiled_if_possible
from sunroom.match.match import Match
from sunroom.rules.contract import Game
from sunroom.rules.record import Table
from sunroom.rules.words import Refusal

from .levels import LEVELS, REFERENCE, Decision, named
from .thinker import WORDS, Budget

Choose = Callable[[Game, Table, Random, int], int]


class UnknownBot(Refusal):
    """No bot can be imported by this name."""


class BadPlayer(Refusal):
    """A budget that cannot be read."""


class Forfeit(Exception):
    """A player has returned something that is not a legal action."""


class Player(Protocol):
    """Decides for a seat, at tables that are veiled for that seat."""

    def decisions(self, game: Game, table: Table, rng: Random, seats: int) -> Iterator[Decision]:
        """At least one decision, and any number more until somebody else or chance is next."""


@dataclass(frozen=True)
class Bot:
    """A player that is one function."""

    bot: Choose

    def __repr__(self) -> str:
        return f"{self.bot.__module__}:{getattr(self.bot, '__qualname__', '')}"

    def decisions(self, game: Game, table: Table, rng: Random, seats: int) -> Iterator[Decision]:
        yield Decision(table.tobytes(), self.bot(game, table, rng, seats))


def apply_decisions(match: Match, decisions: Iterable[Decision]) -> None:
    """Play what a player has decided, as long as the table is the one that it expected.

    Raises Forfeit for an action that is not legal.
    """
    for action in as_expected(match, decisions):
        match.apply(action)


def as_expected(match: Match, decisions: Iterable[Decision]) -> Iterator[int]:
    """What a player has decided, as long as the table is the one that it expected.

    The caller plays each action before it takes the next one. Raises Forfeit for an action that is
    not legal.
    """
    seat = match.to_act
    for decision in decisions:
        if match.to_act != seat or match.veiled(seat).tobytes() != decision.table:
            return
        if decision.action not in match.actions():
            raise Forfeit(f"{decision.action!r} is not a legal action")
        yield decision.action


def at_random(game: Game, table: Table, rng: Random, seats: int) -> int:
    """Any legal action."""
    return rng.choice(compiled_if_possible(game).legal(table))


def player(text: str) -> Player:
    """The player that a text names. Raises UnknownLevel, UnknownBot, BadPlayer or BadBudget."""
    name, at, budget = text.strip().partition("@")
    if at and (":" in name or name.lower() == "random"):
        raise BadPlayer("no_budget", words=WORDS, text=text)
    if name.lower() == "random":
        return Bot(at_random)
    if ":" in name:
        return Bot(imported(name))
    found = named(name, (*LEVELS, REFERENCE), "random")
    return replace(found, budget=read_budget(text, budget)) if at else found


def read_budget(text: str, budget: str) -> Budget:
    """The budget that a text names: `0.2s` is in seconds, `500` in simulations."""
    number = re.fullmatch(r"(-?\d+(?:\.\d+)?)(s?)", budget)
    if number is None:
        raise BadPlayer("bad_player_budget", words=WORDS, text=text)
    if number[2]:
        return Budget(seconds=float(number[1]))
    return Budget(simulations=int(float(number[1])))


def imported(text: str) -> Choose:
    """A function by `module:name`, from a module that Python can find. Raises UnknownBot."""
    module, _, name = text.partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        bot = getattr(import_module(module), name)
    except Exception as error:
        raise UnknownBot("unknown_bot", words=WORDS, text=text, why=str(error)) from error
    if not callable(bot):
        raise UnknownBot("bot_is_no_function", words=WORDS, text=text)
    return bot  # type: ignore[no-any-return]
