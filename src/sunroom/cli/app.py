"""The commands and their options. What they do is in the modules beside this one."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from sunroom.rules import catalogue
from sunroom.rules.words import LANGUAGES, Refusal, meant

from .voice import WORDS, chosen

F = TypeVar("F", bound=Callable[..., Any])


class Commands(click.Group):
    """A group that answers an unknown command with the nearest one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            raise Refusal("unknown_command", words=WORDS, text=args[0], meant=meant(args[0], known))
        return super().resolve_command(ctx, args)


class BadSetting(Refusal):
    """An --option that is not NAME=VALUE."""


def _speak(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        chosen.set(value)


def _find_games(ctx: click.Context, param: click.Parameter, folders: tuple[Path, ...]) -> None:
    """Games in these folders are found, here and by all processes that are started from here."""
    if folders:
        there = os.environ.get(catalogue.FOLDERS, "")
        paths = [str(folder.resolve()) for folder in folders]
        os.environ[catalogue.FOLDERS] = os.pathsep.join(filter(None, [*paths, there]))


def in_language(command: F) -> F:
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        callback=_speak,
        expose_value=False,
        is_eager=True,
        help="Language; otherwise that of the locale.",
    )(command)


def with_settings(command: F) -> F:
    """--seats and --option, for whatever plays a game."""
    command = click.option("--seats", type=int, help="How many play.")(command)
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="A setting of the game; 'sunroom games GAME' lists them.",
    )(command)


def settings_of(options: tuple[str, ...]) -> dict[str, str]:
    for text in options:
        if "=" not in text:
            raise BadSetting("bad_setting", words=WORDS, text=text)
    return dict(text.split("=", 1) for text in options)


components_option = click.option(
    "--components",
    type=click.Path(path_type=Path, file_okay=False),
    help="A folder with the game's CSV files as your box has them.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
seed_option = click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True
)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="sunroom")
@click.option("--lan", is_flag=True, help="Without a command: let others in the network play too.")
@click.option("--port", type=click.IntRange(1, 65535), help="Without a command: listen there.")
@click.option("--no-browser", is_flag=True, help="Without a command: open no browser.")
@click.option(
    "--game-folder", "folders", multiple=True, callback=_find_games, expose_value=False,
    is_eager=True, type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="A folder with a game of your own; before any command.",
)  # fmt: skip
@in_language
@click.pass_context
def app(ctx: click.Context, lan: bool, port: int | None, no_browser: bool) -> None:
    """A table for games of the sun and the moon. Without a command it opens in your browser."""
    if ctx.invoked_subcommand is None:
        from .serve import at_home

        at_home(lan=lan, port=port, browser=not no_browser)
    elif lan or port is not None or no_browser:
        raise click.UsageError(
            "--lan, --port and --no-browser go without a command, or after serve."
        )


database_option = click.option(
    "--database", metavar="URL",
    help="postgresql://USER@HOST/NAME, or a file; otherwise one in your data folder.",
)  # fmt: skip


@app.command()
@database_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", type=click.IntRange(1, 65535), default=8700, show_default=True)
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True,
    help="Processes that serve; more than one need PostgreSQL.",
)  # fmt: skip
@click.option(
    "--thinkers", type=click.IntRange(1, 64), default=1, show_default=True,
    help="Processes for opponents, for each worker.",
)  # fmt: skip
@click.option(
    "--limit", type=click.FloatRange(0), default=50, show_default=True,
    help="Requests a second from one address; 0 for any number.",
)  # fmt: skip
@click.option(
    "--proxies", default="127.0.0.1", show_default=True,
    help="Addresses of proxies whose X-Forwarded headers are believed.",
)  # fmt: skip
@click.option(
    "--host-name", "host_names", multiple=True, metavar="NAME",
    help="A name by which browsers know this server; by others it is not to be had.",
)  # fmt: skip
@in_language
def serve(
    database: str | None, host: str, port: int, workers: int, thinkers: int, limit: float,
    proxies: str, host_names: tuple[str, ...],
) -> None:  # fmt: skip
    """Serve matches to many."""
    from .serve import for_many

    for_many(
        database, host=host, port=port, workers=workers, thinkers=thinkers, limit=limit,
        proxies=proxies, host_names=host_names,
    )  # fmt: skip


@app.group()
@in_language
def admin() -> None:
    """Look after the database of a server."""


@admin.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@database_option
@in_language
def backup(file: Path | None, database: str | None) -> None:
    """Write everything to FILE, also while games are played."""
    from .admin import save

    save(file, database)


@admin.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@database_option
@in_language
def restore(file: Path, database: str | None) -> None:
    """Fill an empty database from a backup; it may be of the other kind."""
    from .admin import restore as fill

    fill(file, database)


@admin.command()
@database_option
@in_language
def upgrade(database: str | None) -> None:
    """Bring a database to this version: backup, change, check."""
    from .admin import upgrade as bring_up_to_date

    bring_up_to_date(database)


@admin.command()
@click.option("--to", metavar="REVISION", help="How far back; where it came from otherwise.")
@click.option(
    "--backup", "file", type=click.Path(path_type=Path, dir_okay=False),
    help="To what is in this file, without what was played since.",
)  # fmt: skip
@database_option
@in_language
def rollback(to: str | None, file: Path | None, database: str | None) -> None:
    """Let an older version read a database again, with what was played since."""
    from .admin import rollback as take_back

    take_back(database, to, file)


@admin.command()
@database_option
@as_json
@in_language
def stats(database: str | None, as_json: bool) -> None:
    """What is in a database."""
    from .admin import tell

    tell(database, as_json=as_json)


@admin.command()
@click.option(
    "--days", type=click.IntRange(1), default=90, show_default=True,
    help="Remove what nobody has touched for so long.",
)  # fmt: skip
@click.option("--finished", is_flag=True, help="Also matches that have ended.")
@click.option("--yes", is_flag=True, help="Do it; otherwise it is only counted.")
@database_option
@in_language
def purge(days: int, finished: bool, yes: bool, database: str | None) -> None:
    """Remove abandoned matches and guests without any."""
    from .admin import purge as clear

    clear(database, days, finished=finished, really=yes)


@app.command()
@click.argument("game", required=False)
@components_option
@in_language
def games(game: str | None, components: Path | None) -> None:
    """List the games, or tell about one."""
    from . import about

    if game is None:
        about.list_games()
    else:
        about.tell_game(game, components)


@app.group()
@in_language
def box() -> None:
    """Check a box of your own, and contribute what you have seen in it."""


@box.command("check")
@click.argument("source", metavar="FOLDER|DIGEST")
@in_language
def check_box(source: str) -> None:
    """Tell all that is to be said of a box: mistakes, what is strange, what is as the text says."""
    from .boxes import boxes

    boxes.tell(source)


@box.command("export")
@click.argument("source", metavar="FOLDER|DIGEST")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@in_language
def export_box(source: str, file: Path) -> None:
    """Write the rows that are yours to FILE, for the project to merge."""
    from .boxes import boxes

    boxes.export(source, file)


@box.command("merge")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--into", "folder", type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="The folder with our CSV files, instead of the game's own.",
)  # fmt: skip
@click.option("--yes", is_flag=True, help="Do not ask before it is written.")
@in_language
def merge_box(files: tuple[Path, ...], folder: Path | None, yes: bool) -> None:
    """Put what owners have confirmed into our own box: one makes a piece likely, two certain."""
    from .boxes import boxes

    boxes.put_together(files, folder, really=yes)


@app.command("new-game")
@click.argument("name")
@in_language
def new_game(name: str) -> None:
    """Write a small game that runs, NAME, to be changed into your own."""
    from . import new_game as maker

    maker.new_game(name, Path())


@app.command()
@click.argument("game", required=False)
@click.option("--seat", "seats", metavar="WHO,WHO", help="you, a name, or ai:LEVEL for each seat.")
@click.option("--seats", "number", type=int, help="The number of people at one keyboard.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A setting of the game; 'sunroom games GAME' lists them.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), help="Deal from a chosen seed, for practice."
)
@click.option("--by-hand", is_flag=True, help="Enter what chance decides: you throw at the table.")
@click.option(
    "--resume", is_flag=True, help="Go on with the last match (of GAME) that is not over."
)
@click.option("--file", type=click.Path(path_type=Path), help="Go on with the match in this file.")
@components_option
@in_language
def play(
    game: str | None,
    seats: str | None,
    number: int | None,
    options: tuple[str, ...],
    seed: int | None,
    by_hand: bool,
    resume: bool,
    file: Path | None,
    components: Path | None,
) -> None:
    """Play in the terminal."""
    from . import play as table

    if resume or file is not None:
        if seats or number or options or seed is not None or by_hand or (game and file):
            raise click.UsageError("A match that goes on keeps its game, seats and options.")
        table.resume(file, components, game)
    elif by_hand and seed is not None:
        raise click.UsageError("With --by-hand nothing is dealt, so there is no use for a --seed.")
    elif game is None:
        table.ask_and_play()
    else:
        table.start(
            game,
            seats,
            settings_of(options),
            seed,
            by_hand=by_hand,
            components=components,
            number=number,
        )


@app.command()
@click.argument("game")
@click.argument("position", nargs=-1)
@as_json
@in_language
def solve(game: str, position: tuple[str, ...], as_json: bool) -> None:
    """Who wins a POSITION with best play, and how. Without one: all starts."""
    from . import about

    about.solve(game, " ".join(position) if position else None, as_json=as_json)


@app.command()
@click.argument("game")
@click.option("--swaps", type=click.IntRange(0), help="At most this many; otherwise any number.")
@as_json
@in_language
def odds(game: str, swaps: int | None, as_json: bool) -> None:
    """The exact chances from the start, with the best play."""
    from . import about

    about.odds(game, swaps, as_json=as_json)


@app.command()
@click.argument("game")
@click.option("--games", "number", type=click.IntRange(1), default=10_000, show_default=True)
@seed_option
@with_settings
@as_json
@in_language
def simulate(
    game: str, number: int, seed: int, seats: int | None, options: tuple[str, ...], as_json: bool
) -> None:
    """Statistics of random play."""
    from . import figures

    figures.simulate(game, number, seed, seats, settings_of(options), as_json=as_json)


@app.command()
@click.argument("game")
@click.option("--depth", type=click.IntRange(0, 12), default=3, show_default=True)
@seed_option
@with_settings
@in_language
def perft(game: str, depth: int, seed: int, seats: int | None, options: tuple[str, ...]) -> None:
    """Count the ways to play on, by depth, after what chance deals first."""
    from . import figures

    figures.perft(game, depth, seed, seats, settings_of(options))


@app.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--boards", is_flag=True, help="Draw the table after every move.")
@click.option("--markdown", is_flag=True, help="As a text to keep or to print.")
@components_option
@in_language
def replay(file: Path, boards: bool, markdown: bool, components: Path | None) -> None:
    """Tell a saved match from its first step to its last."""
    from . import files

    if markdown:
        files.print_session(file, components)
    else:
        files.replay(file, components, boards=boards)


@app.command()
@click.argument("file", type=click.Path(path_type=Path))
@components_option
@in_language
def verify(file: Path, components: Path | None) -> None:
    """Check that a saved match was dealt fairly."""
    from . import files

    raise SystemExit(files.verify(file, components))


@app.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--simulations", type=click.IntRange(1),
    help="For each decision, where a search judges; 3000 otherwise.",
)  # fmt: skip
@click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw it here.")
@components_option
@as_json
@in_language
def review(
    file: Path, simulations: int | None, plot: Path | None, components: Path | None, as_json: bool
) -> None:
    """What every decision of a saved match was worth, and what was better."""
    from . import review as again

    again.review(file, components, simulations=simulations, plot=plot, as_json=as_json)


@app.command()
@click.argument("id")
@in_language
def rule(id: str) -> None:
    """A rule by its id: text, code and tests."""
    from . import about

    about.tell_rule(id)


@app.command()
@as_json
@click.option("--gpu", is_flag=True, help="Measure on the GPU of this machine.")
@click.option("--record", type=click.Path(path_type=Path, file_okay=False), help="Write it here.")
@in_language
def bench(as_json: bool, gpu: bool, record: Path | None) -> None:
    """Measure this machine."""
    from . import figures

    figures.bench(as_json=as_json, gpu=gpu, record=record)


@app.command()
@click.argument("game")
@click.option(
    "--players",
    required=True,
    help="Levels (master, master@0.2s, master@500), random, textbook, MODULE:FUNCTION.",
)
@click.option(
    "--games", "number", type=click.IntRange(1), default=100, show_default=True,
    help="At least this many; more in the same folder go on.",
)  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), help="Processes; as many as cores otherwise.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster: its address, or local.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where results are kept; the same folder goes on where it stopped.",
)
@seed_option
@with_settings
@components_option
@as_json
@in_language
def arena(
    game: str, players: str, number: int, jobs: int | None, cluster: str | None, out: Path | None,
    seed: int, seats: int | None, options: tuple[str, ...], components: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Let players meet and rate them: paired deals, rotated seats, 95 % intervals."""
    from .arena import arena as meet

    meet(
        game, players, number, seats=seats, options=settings_of(options), seed=seed, jobs=jobs,
        cluster=cluster, out=out, components=components, as_json=as_json,
    )  # fmt: skip
