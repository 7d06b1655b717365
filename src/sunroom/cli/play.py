"""A match in the terminal: asks what to play and against whom, or goes on with a saved one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sunroom.match.match import Match
from sunroom.players import LEVELS, level
from sunroom.players.levels import DEFAULT_LEVEL, NoOpponent, has_opponents
from sunroom.players.thinker import WORDS as LEVEL_WORDS
from sunroom.players.workers import GameRef
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.contract import Game
from sunroom.rules.words import Refusal

from .files import NothingToResume, command, last_unfinished, matches_folder, new_file
from .table import LEAVING, Leave, TerminalTable, level_in
from .voice import WORDS, escaped, language, show, words


class BadSeat(Refusal):
    """A seat that is neither a person nor an opponent."""


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
    """A new match from the table's beginning: these seats, or this number of people."""
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
