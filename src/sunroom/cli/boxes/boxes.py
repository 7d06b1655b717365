"""A box of one's own is checked, what its owner has confirmed becomes a file, and such files are
put into our own box.
"""

from __future__ import annotations

import secrets
import tempfile
from pathlib import Path

import click

from sunroom.cli.files import data_folder
from sunroom.cli.voice import WORDS, escaped, language, show, words
from sunroom.rules.boxes.check import check
from sunroom.rules.boxes.contribution import (
    BadContribution,
    Contribution,
    contribution,
    dumps,
    game_of,
    loads,
)
from sunroom.rules.boxes.merge import Change, Merged, known_owners, merge, write
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.components import Components, read_components
from sunroom.rules.contract import Game
from sunroom.rules.words import Refusal

MARK = 8  # bytes by which an owner is told from others


class NotMerged(Refusal):
    """Contributions that cannot be put into our box."""


def folder_of(text: str) -> Path:
    """A folder, or that of a box which a server here was brought."""
    stored = data_folder() / "boxes" / text
    return stored if stored.is_dir() and not Path(text).is_dir() else Path(text)


def game_in(folder: Path) -> Game:
    """The game whose files are in a folder."""
    for name in known_games():
        files = load(name).components
        if files and all((folder / f"{one.name}.csv").is_file() for one in files):
            return load(name)
    raise Refusal("box_no_game", words=WORDS, folder=str(folder))


def tell(source: str) -> None:
    """All that is to be said of the box in a folder."""
    folder = folder_of(source)
    game = game_in(folder)
    texts = {
        one.name: (folder / f"{one.name}.csv").read_text("utf-8-sig") for one in game.components
    }
    found = check(game, texts)
    for one in found:
        told = escaped(game.words.say(one.message, language()))
        show(f"[bold]{words(f'box_{one.kind}')}[/]  {told}")
    if not found:
        show(words("box_nothing_said"))


def export(source: str, file: Path) -> None:
    """Write what the owner of a box has confirmed."""
    folder = folder_of(source)
    game = game_in(folder)
    mine = contribution(game, game.with_components(folder).components, own_mark())
    n = sum(map(len, mine.rows.values()))
    if not n:
        raise Refusal("box_nothing_yours", words=WORDS)
    file.write_text(dumps(mine, game), "utf-8")
    show(words("box_exported", n=n, file=escaped(str(file))))


def own_mark() -> str:
    """By which this owner is told from others: made by chance once, and kept here."""
    file = data_folder() / "owner"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(secrets.token_hex(MARK), "utf-8")
    return file.read_text("utf-8").strip()


def put_together(files: tuple[Path, ...], folder: Path | None, *, really: bool) -> None:
    """Put contributions into our own box, after the maintainer has confirmed it."""
    game, given = read_all(files)
    folder = game.folder if folder is None else folder
    ours = [read_components(folder / f"{one.name}.csv", one.sheet) for one in game.components]
    before = known_owners(folder, game)
    owners = list({one.owner: one for one in [*before, *given]}.values())
    merged = merge(ours, owners)
    refuse_contradictions(game, merged)
    tell_changes(game, merged, owners)
    if not merged.changes and {one.owner for one in before} == {one.owner for one in owners}:
        show(words("box_known"))
    refuse_unplayable(game, ours, merged, folder)
    if not really and not click.confirm(words("box_confirm", folder=str(folder))):
        show(words("box_not_written"))
        return
    write(folder, game, merged, owners)
    tell_consequences(game, merged, folder)


def read_all(files: tuple[Path, ...]) -> tuple[Game, list[Contribution]]:
    """What some files say, all of one game."""
    texts = {file.name: readable(file) for file in files}
    games = {game_of(text, name) for name, text in texts.items()}
    if len(games) > 1:
        raise Refusal("box_several_games", words=WORDS)
    game = load(games.pop())
    return game, [loads(text, name, game) for name, text in texts.items()]


def readable(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise BadContribution("contribution_unreadable", file=file.name) from None


def refuse_contradictions(game: Game, merged: Merged) -> None:
    for one in merged.contradictions:
        show(escaped(game.words.say(one, language())))
    if merged.contradictions:
        raise NotMerged("box_contradicted", words=WORDS)


def refuse_unplayable(game: Game, ours: list[Components], merged: Merged, folder: Path) -> None:
    """Raise BadComponents where the box that would come of it cannot be played with."""
    changed = {change.file for change in merged.changes}
    with tempfile.TemporaryDirectory() as place:
        for one in ours:
            text = (folder / f"{one.name}.csv").read_text("utf-8")
            made = merged.text(one.name) if one.name in changed else text
            (Path(place) / f"{one.name}.csv").write_text(made, "utf-8")
        if game.recompose is not None:
            game.with_components(Path(place))


def tell_changes(game: Game, merged: Merged, owners: list[Contribution]) -> None:
    show(words("box_owners", n=len(owners), game=game.name))
    for change in merged.changes:
        show(f"  {escaped(told(change, merged.files[change.file]))}")


def told(change: Change, file: Components) -> str:
    id, after = change.after["id"], change.after["status"]
    if not change.is_new:
        before = words(change.before["status"])
        return words("box_surer", file=file.name, piece=id, before=before, after=words(after))
    printed = ", ".join(f"{k} {v}" for k, v in file.sheet.printed(change.after) if v)
    return words("box_other", file=file.name, piece=id, after=f"{printed} ({words(after)})")


def tell_consequences(game: Game, merged: Merged, folder: Path) -> None:
    made = game.with_components(folder) if game.recompose is not None else game
    show(words("box_merged", game=game.name, box=made.box or "-"))
    new = any(change.is_new for change in merged.changes)
    show(words("box_rules_new" if new else "box_rules_same", version=game.version))
