"""The terminal table: draws it, asks the person whose turn it is, lets the others choose."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import count
from pathlib import Path
from random import SystemRandom
from typing import Any

from sunroom.match.match import AlreadyRevealed, Match
from sunroom.match.matchfile import BadMatchFile
from sunroom.players import LEVELS, hints, level
from sunroom.players.compiling import Compiler
from sunroom.players.levels import NoOpponent, has_opponents
from sunroom.players.roster import apply_decisions
from sunroom.players.thinker import WORDS as LEVEL_WORDS
from sunroom.players.workers import GameRef, Task, Workers, in_haste
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.contract import CHANCE, Game, UnreadableAction
from sunroom.rules.words import Refusal

from .files import result_line
from .voice import WORDS, console, escaped, language, say, show, words

DEFAULT_LEVEL = "club"
LEAVING = ("quit", "exit", "ende")
LOOK = 0.1  # seconds between two looks at a worker
NEVER = -1
SMALL_SEED = 1 << 64  # below that somebody chose it


class BadSeat(Refusal):
    """A seat that is neither a person nor an opponent."""


class NothingToResume(Refusal):
    """No saved match is unfinished."""


class Leave(Exception):
    """The person at the keyboard wants to stop for now."""


# Where matches are kept


def data_folder() -> Path:
    if chosen := os.environ.get("SUNROOM_DATA"):
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("sunroom")


def matches_folder() -> Path:
    return data_folder() / "matches"


def new_file(game: str) -> Path:
    """A file name that says when the match began and that nobody has."""
    started = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    names = (f"{game}-{started}{f'-{n}' if n else ''}.json" for n in count())
    return next(path for name in names if not (path := matches_folder() / name).exists())


def last_unfinished(game: str | None = None) -> Path:
    """The youngest saved match that is not over, of this game or of any."""
    files = matches_folder().glob("*.json")
    for file in sorted(files, key=lambda f: f.stat().st_mtime_ns, reverse=True):
        try:
            match = Match.load(file)
        except BadMatchFile as why:
            show(f"[dim]{escaped(words('skipped', why=say(why)))}[/]")
            continue
        if not match.over and game in (None, match.game.name):
            return file
    raise NothingToResume("nothing_to_resume", words=WORDS)


def command(*args: str) -> str:
    """How to call this program again, as it can be typed here."""
    program = "sunroom" if shutil.which("sunroom") else os.path.relpath(sys.argv[0])
    return " ".join([program, *args])


# Beginning


def ask_and_play() -> None:
    """Ask which game and against whom, then play."""
    show(f"[bold yellow]☀[/] [bold]Sunroom[/]  {words('welcome')}")
    show()
    try:
        last = last_unfinished()
    except NothingToResume:
        last = None
    if last is not None:
        who = " – ".join(Match.load(last).names)
        choices = {"new": words("new_match"), "last": words("go_on", who=escaped(who))}
        if _ask_one("what_to_do", choices, 0) == "last":
            resume(last)
            return
        show()
    games = {name: load(name).words for name in known_games()}
    about = {name: of("why", language()) for name, of in games.items()}
    titles = {name: of("title", language()) for name, of in games.items()}
    game = _ask_one("which_game", about, 0, titles)
    show()
    rules = load(game)
    if not has_opponents(rules):
        start(game, None, {}, None)
        return
    opponents = {
        found.name: f"{level_meaning(found.name)}. {about_level(rules, found.name)}"
        for found in LEVELS
    }
    opponents["friend"] = words("friend")
    called = {found.name: LEVEL_WORDS(found.name, language()) for found in LEVELS}
    called["friend"] = words("friend_short")
    chosen = _ask_one("which_opponent", opponents, 0, called)
    show()
    seats = _ask_people(rules) if chosen == "friend" else opposed(rules, chosen)
    start(game, seats, {}, None)


def level_meaning(name: str) -> str:
    """What a level means for whoever chooses it."""
    means = LEVEL_WORDS(f"means_{name}", language())
    return means[:1].upper() + means[1:]


def about_level(game: Game, name: str) -> str:
    """How a level plays this game."""
    how = "about" if game.knowledge.exact is not None else "searches"
    return LEVEL_WORDS(f"{how}_{name}", language())


def opposed(game: Game, name: str) -> str:
    """You against as many opponents of a level as the usual number of seats has."""
    return ",".join(["you", *[f"ai:{name}"] * (game.seats[0] - 1)])


def _ask_people(game: Game) -> str:
    """How many play and what they are called, as `--seat` has it."""
    number = game.seats[0]
    if len(game.seats) > 1:
        counts = {str(n): "" for n in sorted(game.seats)}
        number = int(_ask_one("how_many", counts, list(counts).index(str(number))))
    names = [input(f"{words('which_name', n=n + 1)} ").strip() for n in range(number)]
    show()
    return ",".join(f"you:{name.replace(',', ' ')}" if name else "you" for name in names)


def _ask_one(
    question: str, choices: Mapping[str, str], default: int, called: Mapping[str, str] | None = None
) -> str:
    """One of some choices, by number or name; Enter takes the default."""
    names = list(choices)
    called = called or {name: name for name in names}
    width = max(map(len, called.values()))
    for number, (name, about) in enumerate(choices.items(), start=1):
        show(f"  [bold]{number}[/] {escaped(called[name]):<{width}}  [dim]{about}[/]")
    while True:
        answer = input(f"{words(question)} [{default + 1}] ").strip().lower()
        if not answer:
            return names[default]
        said = [name for name in names if answer in (name, called[name].lower())]
        if said:
            return said[0]
        if answer in LEAVING:
            raise SystemExit(0)
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        show(words("not_a_choice", text=escaped(answer), n=len(names)))


def start(
    game: str,
    seats: str | None,
    options: Mapping[str, str],
    seed: int | None,
    *,
    by_hand: bool = False,
    components: Path | None = None,
    number: int | None = None,
) -> None:
    """A new match from the table's beginning: these seats, or so many people."""
    rules = load(game) if components is None else load(game).with_components(components)
    if seats is None and number is not None:
        seats = ",".join(["you"] * number)
    chosen = usual_seats(rules) if seats is None else seats
    players = [player.strip() for player in chosen.split(",")]
    names = distinct([_name(rules, player, seat) for seat, player in enumerate(players)])
    match = Match(rules, names, options=options, seed=seed, by_hand=by_hand, players=players)
    run(match, new_file(game), components)


def usual_seats(game: Game) -> str:
    """You against opponents where there are some."""
    return opposed(game, DEFAULT_LEVEL) if has_opponents(game) else "you"


def distinct(names: list[str]) -> list[str]:
    """Names that can be told apart: those that come twice are numbered."""
    return [
        f"{name} {names[: seat + 1].count(name)}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def level_in(player: str) -> str | None:
    """The level of an opponent, `ai` or `ai:LEVEL`; None for anybody else."""
    kind, colon, rest = player.partition(":")
    if kind.lower() != "ai":
        return None
    return rest if colon else DEFAULT_LEVEL


def _name(game: Game, player: str, seat: int) -> str:
    opponent = level_in(player)
    if opponent is not None:
        if not has_opponents(game):
            raise NoOpponent("no_opponent", words=LEVEL_WORDS, game=game.name)
        return LEVEL_WORDS(level(opponent).name, language())
    kind, colon, rest = player.partition(":")
    if kind.lower() != "you" and (colon or not kind):
        raise BadSeat("bad_seat", words=WORDS, text=player)
    if kind.lower() != "you":
        return player
    return rest if colon else words("seat", n=seat + 1)


def resume(file: Path | None, components: Path | None = None, game: str | None = None) -> None:
    """Go on with a saved match."""
    if file is None:
        file = last_unfinished(None if game is None else load(game).name)
    match = Match.load(file, components)
    for seat, player in enumerate(match.players):
        _name(match.game, player, seat)  # refuses who is nobody before the first move, not after it
    run(match, file, components)


# Playing


def run(match: Match, file: Path, components: Path | None = None) -> None:
    """Play to the end, saved after every move; Ctrl-C leaves the match saved."""
    table = TerminalTable(match, file, GameRef.of(match.game.name, components))
    try:
        table.play()
    except (KeyboardInterrupt, EOFError, Leave) as left:
        show()
        if table.save():
            ours = file.parent == matches_folder()
            how = ["--resume"] if ours and components is None else ["--file", str(file)]
            how += [] if components is None else ["--components", str(components)]
            again = command("play", *how)
            show(words("saved", file=escaped(str(file)), command=escaped(again)))
        raise SystemExit(0 if isinstance(left, Leave) else 130) from None
    finally:
        table.close()


class TerminalTable:
    def __init__(self, match: Match, file: Path, which: GameRef) -> None:
        self.match = match
        self.file = file
        self.which = which
        self.workers: Workers | None = None  # where opponents and hints search
        self.compiler: Compiler | None = None  # what makes that quick, meanwhile
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
        show(f"[dim]{self.how_it_is_dealt()}[/]")
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
            self.thinkers()

    def thinkers(self) -> Workers:
        """Whoever searches: at once as the rules are written, and compiled as soon as they are."""
        if self.workers is None:
            self.compiler = Compiler()
            self.compiler.want(self.which)
            self.workers = Workers(begin=in_haste)
            self.workers.prepare(self.which)
        return self.workers

    def close(self) -> None:
        for one in (self.workers, self.compiler):
            if one is not None:
                one.close()

    def save(self) -> bool:
        """Keep the match; where that cannot be done, say so once and play on."""
        try:
            self.match.save(self.file)
        except OSError as error:
            if self.can_save:
                show(words("not_saved", why=error.strerror or str(error)))
            self.can_save = False
        return self.can_save

    def how_it_is_dealt(self) -> str:
        """What is known of the dealing before the first card or disc."""
        if self.match.by_hand:
            return words("dealt_by_hand")
        if int.from_bytes(self.match.dealer.seed, "big") < SMALL_SEED:
            return words("dealt_for_practice")
        return words("dealt_fairly", text=self.match.commitment)

    def opponent(self) -> str | None:
        """The level that decides now; None where a person does."""
        seat = self.match.to_act
        return None if seat == CHANCE else self.level_of(seat)

    def level_of(self, seat: int) -> str | None:
        return level_in(self.match.players[seat]) if self.match.players else None

    def let_choose(self, opponent: str) -> None:
        match = self.match
        veiled = match.veiled(match.to_act)
        if self.workers is None:
            player = level(opponent)
            decisions = list(player.decisions(match.game, veiled, self.rng, match.seats))
        else:
            seed = self.rng.getrandbits(62)
            task = self.workers.decide(self.which, opponent, veiled, match.seats, seed)
            decisions = self.wait_for(task)
        apply_decisions(match, decisions)

    def wait_for(self, task: Task) -> Any:
        """What a worker answers; meanwhile it is said what is going on."""
        with console().status(self.what_goes_on(task)) as status:
            while True:
                try:
                    return task.answer.result(timeout=LOOK)
                except TimeoutError:
                    status.update(self.what_goes_on(task))

    def what_goes_on(self, task: Task) -> str:
        match = self.match
        if task.place > 0:
            told = LEVEL_WORDS("waiting", language(), n=task.place)
        else:
            told = LEVEL_WORDS("thinking", language(), who=match.names[match.to_act])
        return f"[dim]{escaped(told)}[/]"

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
                    possible = self.spoken(list(match.some_legal()))
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

    def spoken(self, moves: list[str]) -> str:
        """Moves in the reader's words, those that begin alike together."""
        game = self.match.game
        return hints.grouped([game.words.notation(move, language()) for move in moves])

    # What can be typed instead of a move

    def help(self) -> None:
        show(words("help"))

    def moves(self) -> None:
        show(escaped(self.spoken(self.match.legal())))

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
            task = self.thinkers().advise(self.which, match.veiled(match.to_act), match.seats)
            found = self.wait_for(task)
        self.looked = len(match.history) if hints.is_first(found) else NEVER
        speaker = hints.tongue(match, language())
        for told in found:
            show(escaped(speaker.say(told)))

    def look_closer(self) -> None:
        """After a first look, as soon as a closer one is possible."""
        if self.looked == len(self.match.history) and self.compiler is not None:
            if self.compiler.is_done(self.which):
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
