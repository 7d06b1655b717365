"""The terminal table: draws it, asks the person whose turn it is, lets the others choose."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom
from typing import Any

from sunroom.match.match import AlreadyRevealed, Match
from sunroom.players import hints, level
from sunroom.players.compiling import Compiler
from sunroom.players.levels import DEFAULT_LEVEL, Decision
from sunroom.players.roster import apply_decisions
from sunroom.players.thinker import WORDS as LEVEL_WORDS
from sunroom.players.workers import GameRef, Task, Workers, in_haste
from sunroom.rules.contract import CHANCE, UnreadableAction
from sunroom.rules.words import Message, Refusal, grouped

from .files import command, result_line
from .voice import console, escaped, language, say, show, words

LEAVING = ("quit", "exit", "ende")
LOOK = 0.1  # seconds between two looks at a worker
NEVER = -1
SMALL_SEED = 1 << 64  # below that somebody chose it


class Leave(Exception):
    """The person at the keyboard wants to stop for now."""


def level_in(player: str) -> str | None:
    """The level of an opponent, `ai` or `ai:LEVEL`; None for anybody else."""
    kind, colon, rest = player.partition(":")
    if kind.lower() != "ai":
        return None
    return rest if colon else DEFAULT_LEVEL


class Helpers:
    """Whoever searches for a table, in a process of its own: at once as the rules are written, and
    compiled as soon as they are.
    """

    def __init__(self, which: GameRef) -> None:
        self.which = which
        self.compiler = Compiler()
        self.compiler.want(which)
        self.workers = Workers(begin=in_haste)
        self.workers.prepare(which)

    def close(self) -> None:
        self.workers.close()
        self.compiler.close()

    def decide(self, opponent: str, match: Match, seed: int) -> list[Decision]:
        veiled = match.veiled(match.to_act)
        task = self.workers.decide(self.which, opponent, veiled, match.seats, seed)
        return self._wait_for(task, match)  # type: ignore[no-any-return]

    def advise(self, match: Match) -> list[Message]:
        task = self.workers.advise(self.which, match.veiled(match.to_act), match.seats)
        return self._wait_for(task, match)  # type: ignore[no-any-return]

    def is_compiled(self) -> bool:
        return self.compiler.is_done(self.which)

    def _wait_for(self, task: Task, match: Match) -> Any:
        """What a worker answers; meanwhile it is said what is going on."""
        with console().status(what_goes_on(task, match)) as status:
            while True:
                try:
                    return task.answer.result(timeout=LOOK)
                except TimeoutError:
                    status.update(what_goes_on(task, match))


def what_goes_on(task: Task, match: Match) -> str:
    if task.place > 0:
        told = LEVEL_WORDS("waiting", language(), n=task.place)
    else:
        told = LEVEL_WORDS("thinking", language(), who=match.names[match.to_act])
    return f"[dim]{escaped(told)}[/]"


def how_it_is_dealt(match: Match) -> str:
    """What is known of the dealing before the first card or disc."""
    if match.by_hand:
        return words("dealt_by_hand")
    if int.from_bytes(match.dealer.seed, "big") < SMALL_SEED:
        return words("dealt_for_practice")
    return words("dealt_fairly", text=match.commitment)


def spoken(match: Match, moves: list[str]) -> str:
    """Moves in the reader's words, those that begin alike together."""
    game = match.game
    return grouped([game.words.notation(move, language()) for move in moves])


class TerminalTable:
    def __init__(self, match: Match, file: Path, which: GameRef) -> None:
        self.match = match
        self.file = file
        self.which = which
        self.helpers: Helpers | None = None  # opponents and hints that search
        self.looked = NEVER  # the step at which a first look was given as a hint
        self.can_save = True
        self.told = 0  # steps that have been told already
        self.sitting: int | None = None  # the person at the keyboard, where hands are secret
        self.rng = SystemRandom()
        self.orders: dict[str, Callable[[], None]] = {
            **dict.fromkeys(("?", "help", "hilfe"), self.help),
            **dict.fromkeys(("hint", "tipp"), self.hint),
            **dict.fromkeys(("moves", "züge", "zuege"), self.moves),
            **dict.fromkeys(("undo", "zurück", "zurueck"), self.undo),
            **dict.fromkeys(("log", "verlauf"), self.log),
            **dict.fromkeys(LEAVING, self.leave),
        }

    def play(self) -> None:
        show(f"[dim]{how_it_is_dealt(self.match)}[/]")
        show()
        self.prepare()
        while not self.match.over or self.takes_back_the_end():
            self.save()
            self.tell()
            opponent = self.opponent()
            if opponent is None:
                self.ask()
            else:
                self.let_choose(opponent)
        self.save()
        self.tell()
        self.finish()

    def takes_back_the_end(self) -> bool:
        """Who plays alone may have slipped at the last answer."""
        if self.match.seats > 1 or not sys.stdin.isatty():
            return False
        self.tell()
        if input(f"{words('take_back_end')} ").strip().lower() not in ("undo", "zurück", "zurueck"):
            return False
        self.undo()
        return True

    def prepare(self) -> None:
        """A worker for opponents who search."""
        if self.match.game.knowledge.exact is None and self.people() < self.match.seats:
            self.ask_helpers()

    def ask_helpers(self) -> Helpers:
        if self.helpers is None:
            self.helpers = Helpers(self.which)
        return self.helpers

    def close(self) -> None:
        if self.helpers is not None:
            self.helpers.close()

    def save(self) -> bool:
        """Keep the match; where that cannot be done, say so once and play on."""
        try:
            self.match.save(self.file)
        except OSError as error:
            if self.can_save:
                show(words("not_saved", why=error.strerror or str(error)))
            self.can_save = False
        return self.can_save

    def opponent(self) -> str | None:
        """The level that decides now; None where a person does."""
        seat = self.match.to_act
        return None if seat == CHANCE else self.level_of(seat)

    def level_of(self, seat: int) -> str | None:
        return level_in(self.match.players[seat]) if self.match.players else None

    def let_choose(self, opponent: str) -> None:
        match = self.match
        if self.helpers is not None:
            decisions = self.helpers.decide(opponent, match, self.rng.getrandbits(62))
        else:
            veiled, player = match.veiled(match.to_act), level(opponent)
            decisions = list(player.decisions(match.game, veiled, self.rng, match.seats))
        apply_decisions(match, decisions)

    def tell(self) -> None:
        """What has happened since it was last told."""
        for step in range(self.told, len(self.match.history)):
            for message in self.match.log_of(step):
                show(escaped(self.match.say(message, language())))
        self.told = len(self.match.history)

    def ask(self) -> None:
        """One decision of a person; everything that is not a move is answered and asked again."""
        match = self.match
        self.hand_over()
        show()
        show(match.render(language(), width=console().width))
        show()
        while True:
            self.look_closer()
            question = match.say(match.ask(), language())
            who = "" if match.to_act == CHANCE else f"{match.names[match.to_act]}: "
            text = input(f"{who}{question} ").strip()
            order = self.orders.get(text.lower())
            text = self.seat_of(text)
            if order is not None:
                order()
                if order == self.undo:
                    return
            elif text:
                try:
                    match.play(text)
                except UnreadableAction as why:
                    possible = spoken(match, list(match.some_legal()))
                    show(escaped(f"{say(why)} {words('possible', moves=possible)}"))
                except Refusal as why:
                    show(escaped(say(why)))
                else:
                    return

    def hand_over(self) -> None:
        """Where hands are secret and people share a keyboard: one looks, then the next one."""
        seat = self.match.to_act
        secret = bool(self.match.game.secrets) and self.people() > 1 and sys.stdin.isatty()
        if not secret or seat in (CHANCE, self.sitting):
            return
        if self.sitting is not None:
            show()
            show(self.match.render(language(), width=console().width, seat=self.sitting))
            show()
            input(f"{words('hide_hand', name=self.match.names[self.sitting])} ")
        console().clear()
        print("\x1b[3J", end="")  # what has scrolled away too
        input(f"{words('take_seat', name=self.match.names[seat])} ")
        self.sitting = seat

    def seat_of(self, text: str) -> str:
        """A player's name means their seat."""
        names = [name.casefold() for name in self.match.names]
        return f"seat-{names.index(text.casefold()) + 1}" if text.casefold() in names else text

    # What can be typed instead of a move

    def help(self) -> None:
        show(words("help"))

    def moves(self) -> None:
        show(escaped(spoken(self.match, self.match.legal())))

    def log(self) -> None:
        for message in self.match.log():
            show(escaped(self.match.say(message, language())))

    def leave(self) -> None:
        raise Leave

    def hint(self) -> None:
        """What the seat to act should do, and why."""
        match = self.match
        if hints.is_quick(match.game) or match.to_act == CHANCE:
            found = hints.hint(match)
        else:
            found = self.ask_helpers().advise(match)
        self.looked = len(match.history) if hints.is_first(found) else NEVER
        speaker = hints.tongue(match, language())
        for told in found:
            show(escaped(speaker.say(told)))

    def look_closer(self) -> None:
        """After a first look, as soon as a closer one is possible."""
        if self.looked == len(self.match.history) and self.helpers is not None:
            if self.helpers.is_compiled():
                self.hint()

    def undo(self) -> None:
        """Take back the last move: alone, with what opponents and chance answered; among people
        only while nothing hidden was revealed.
        """
        match = self.match
        mine = [n for n, step in enumerate(match.history) if self.is_a_persons(step.actor)]
        if not mine:
            show(words("nothing_to_undo"))
            return
        if self.people() > 1:
            try:
                match.take_back()
            except AlreadyRevealed as why:
                show(escaped(say(why)))
                return
        else:
            match.back_to(mine[-1])
        self.told = min(self.told, len(match.history))
        show(words("undone"))

    def people(self) -> int:
        """How many at this table are no opponents of ours."""
        return sum(self.level_of(seat) is None for seat in range(self.match.seats))

    def is_a_persons(self, actor: int) -> bool:
        """Whether a person at the keyboard made a step: their own moves, and chance by hand."""
        return self.match.by_hand if actor == CHANCE else self.level_of(actor) is None

    def finish(self) -> None:
        match = self.match
        show()
        show(match.render(language(), width=console().width))
        show()
        show(f"[bold]{result_line(match)}[/]")
        if match.seed is not None and not match.by_hand:
            check = escaped(command("verify", str(self.file)))
            show(f"[dim]{words('revealed', text=match.seed.hex(), command=check)}[/]")
