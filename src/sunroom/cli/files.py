"""Saved matches: where they are kept, told again, and checked."""

from __future__ import annotations

import os
import shutil
import sys
from datetime import datetime
from itertools import count
from pathlib import Path

import click

from sunroom.match.match import Match
from sunroom.match.matchfile import BadMatchFile, dealer_steps, false_draws
from sunroom.match.session import session
from sunroom.rules.words import Refusal

from .voice import WORDS, console, escaped, language, say, show, words


class NothingToResume(Refusal):
    """No saved match is unfinished."""


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
    """The latest saved match that is not over, of this game or of any."""
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


# What is read of them


def replay(file: Path, components: Path | None, *, boards: bool) -> None:
    match = Match.load(file, components)
    game = match.game
    show(f"[bold]{game.words('title', language())}[/]  {escaped(' – '.join(match.names))}")
    for step in range(len(match.history)):
        told = match.log_of(step)
        for message in told:
            show(f"[dim]{step + 1:4}[/]  {escaped(match.say(message, language()))}")
        if boards and told:
            show()
            show(match.render(language(), step + 1, console().width))
            show()
    if not boards:
        show()
        show(match.render(language(), width=console().width))
    show()
    show(_result(match))


def print_session(file: Path, components: Path | None) -> None:
    """A match as a text to keep; it was played when its file was written last."""
    match = Match.load(file, components)
    day = datetime.fromtimestamp(file.stat().st_mtime).astimezone().date()
    click.echo(session(match, language(), match.names, day), nl=False)


def _result(match: Match) -> str:
    if not match.over:
        return words("not_over")
    return result_line(match)


def result_line(match: Match) -> str:
    """Who has won, with the scores."""
    if match.game.verdict is not None:
        verdict = match.game.words.say(match.game.verdict(match.table), language())
        return f"{verdict}: {match.scores()[0]}" if match.winners() else verdict
    scores = " : ".join(map(str, match.scores()))
    if (points := match.game.points) is not None:
        told = [f"{name} {points(match.table, n)}" for n, name in enumerate(match.names)]
        scores = escaped(", ".join(told))
    who = escaped(", ".join(match.names[seat] for seat in match.winners()))
    return words("result", who=who, scores=scores, n=len(match.winners()))


def verify(file: Path, components: Path | None) -> int:
    """Derive every draw again; 0 where none is other than the seed says, 1 otherwise."""
    match = Match.load(file, components)
    draws, wrong = dealer_steps(match), false_draws(match)
    for step in wrong:
        text = match.game.show(match.tables[step], match.history[step].action)
        show(words("false_draw", n=step + 1, text=text))
    if wrong:
        show(words("dealt_wrong", n=len(wrong), all=len(draws)))
        return 1
    if draws:
        show(words("commitment", text=match.commitment))
        _show_contributions(match)
        show(words("dealt_right", n=len(draws)))
    else:
        show(words("entered_by_hand" if match.by_hand else "nothing_dealt"))
    return 0


def _show_contributions(match: Match) -> None:
    """Who has added to the dealing, and who has promised to and did not."""
    for id, withheld in (("shares_fit", False), ("share_withheld", True)):
        found = zip(match.names, match.dealer.contributions, strict=False)
        names = [name for name, one in found if one.promise and one.withheld == withheld]
        if names:
            show(words(id, n=len(names), who=escaped(", ".join(names))))
