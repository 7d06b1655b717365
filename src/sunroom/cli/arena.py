"""The arena: a live table while players meet, then ratings, a CSV and a plot."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from sunroom.arena import Arena, GameResult, Rating, ratings
from sunroom.arena.charts import interval_chart
from sunroom.arena.results import Results
from sunroom.arena.runners import on_cluster, on_this_machine
from sunroom.engine.referee import cores
from sunroom.players.workers import GameRef
from sunroom.rules.catalogue import load

from .figures import bar_columns, progress, wait_until_compiled
from .files import data_folder
from .voice import complain, escaped, figure, show, words

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID
    from rich.table import Table

ROUGHLY = 40  # draws of the bootstrap while games are played
SHOWN = 10  # games that went wrong
REFRESH = 2.0  # seconds between two looks at the ratings


def arena(
    game: str,
    players: str,
    games: int,
    *,
    seats: int | None,
    options: Mapping[str, str],
    seed: int,
    jobs: int | None,
    cluster: str | None,
    out: Path | None,
    components: Path | None,
    as_json: bool,
) -> None:
    which = GameRef.of(game, components)
    names = tuple(text.strip() for text in players.split(",") if text.strip())
    seats = load(game).seats[0] if seats is None else seats
    meeting = Arena(which, names, games, seats, dict(options), seed)
    results = Results(folder_of(meeting, out), meeting)
    left = results.remaining(meeting)
    already = len(results.played)
    if already and not as_json:
        show(words("arena_goes_on", n=already, folder=escaped(str(results.folder))))
    if left:
        compile_first(which, on_a_cluster=cluster is not None)
    found = (
        on_this_machine(meeting, left, jobs or cores())
        if cluster is None
        else on_cluster(meeting, left, cluster)
    )
    try:
        watch(results, found, len(left), quiet=as_json)
        finish(meeting, results, as_json=as_json)
    except KeyboardInterrupt:
        complain(words("arena_stopped", n=len(results.played), folder=str(results.folder)))
        raise SystemExit(130) from None
    finally:
        results.close()


def compile_first(which: GameRef, *, on_a_cluster: bool) -> None:
    """What is rated thinks compiled: wait for it here; the machines of a cluster do it themselves,
    before the clock of their first game.
    """
    if on_a_cluster:
        complain(words("compiling_on_cluster", game=which.name))
        return
    with progress() as bars:
        wait_until_compiled(which, bars)


def folder_of(meeting: Arena, out: Path | None) -> Path:
    """Where results are kept: the same command finds them again."""
    if out is not None:
        return out
    chosen = [f"{name}-{value}" for name, value in sorted(meeting.options.items())]
    name = "-".join([meeting.which.name, str(meeting.seats), *meeting.players, *chosen])
    plain = "".join(c if c.isalnum() or c in "-._@" else "_" for c in name)
    return data_folder() / "arena" / (plain if meeting.seed == 1 else f"{plain}-{meeting.seed}")


def watch(results: Results, games: Iterator[GameResult], left: int, *, quiet: bool) -> None:
    """Keep every game as it ends, and show how it stands."""
    with table_on_screen(left, quiet=quiet) as screen:
        last = 0.0
        for done, game in enumerate(games, start=1):
            results.add(game)
            if monotonic() - last > REFRESH or done == left:
                screen.show(ratings(results.played, ROUGHLY), done)
                last = monotonic()
            else:
                screen.advance(done)


class Screen:
    """The ratings as they stand and a bar with the time left."""

    def __init__(self, bars: Progress, task: TaskID, live: Any) -> None:
        self.bars, self.task, self.live = bars, task, live

    def advance(self, done: int) -> None:
        self.bars.update(self.task, completed=done, description=words("arena_playing"))

    def show(self, found: Sequence[Rating], done: int) -> None:
        from rich.console import Group

        self.advance(done)
        self.live.update(Group(table_of(found), self.bars))


@contextmanager
def table_on_screen(left: int, *, quiet: bool) -> Iterator[Screen]:
    """On the error stream, and gone when all is done."""
    from rich.console import Console
    from rich.live import Live
    from rich.progress import Progress

    console = Console(stderr=True, quiet=quiet or not Console(stderr=True).is_terminal)
    bars = Progress(*bar_columns())
    task = bars.add_task(words("arena_preparing"), total=left)
    with Live(bars, console=console, transient=True, refresh_per_second=4) as live:
        yield Screen(bars, task, live)


def table_of(found: Sequence[Rating]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(words("arena_player"))
    for column in ("rating", "interval", "games", "won", "score"):
        table.add_column(words(f"arena_{column}"), justify="right")
    for one in found:
        table.add_row(
            escaped(one.player),
            f"[bold]{figure(one.rating)}[/]",
            f"{figure(one.low)} – {figure(one.high)}",
            figure(one.games),
            f"{figure(100 * one.won, 1)} %",
            figure(one.score, 1),
        )
    return table


def finish(meeting: Arena, results: Results, *, as_json: bool) -> None:
    """The table, what was forfeited and why, and where it is written."""
    found = ratings(results.played)
    plot = results.folder / "ratings.svg"
    title = words("arena_title", game=meeting.which.name, n=len(results.played))
    rows = [(one.player, one.low, one.rating, one.high) for one in found]
    plot.write_text(interval_chart(title, rows), "utf-8")
    (results.folder / "ratings.md").write_text(page(title, found), "utf-8")
    if as_json:
        print(json.dumps(as_data(meeting, results, found)))
        return
    from .voice import console

    show(f"[bold]{escaped(title)}[/]")
    console().print(table_of(found))
    wrong = sorted(game for game in results.played if game.reason)
    for game in wrong[:SHOWN]:
        show(escaped(what_went_wrong(game)))
    if len(wrong) > SHOWN:
        show(words("arena_more", n=len(wrong) - SHOWN))
    show(f"[dim]{escaped(words('arena_written', folder=str(results.folder)))}[/]")


def what_went_wrong(game: GameResult) -> str:
    n, why = game.number + 1, game.reason
    if not game.was_played:
        return words("arena_failed", n=n, why=why)
    return words("arena_forfeit", who=game.players[game.forfeit], n=n, why=why)


def page(title: str, found: Sequence[Rating]) -> str:
    """The ratings as a Markdown table, for documents."""
    names = ("player", "rating", "interval", "games", "won", "score")
    head = (
        f"| {' | '.join(words(f'arena_{name}') for name in names)} |\n|---|---|---|---|---|---|\n"
    )
    rows = [
        f"| {one.player} | {one.rating:.0f} | {one.low:.0f} – {one.high:.0f} | {one.games} |"
        f" {100 * one.won:.1f} % | {one.score:.1f} |"
        for one in found
    ]
    return f"{title}\n\n{head}" + "\n".join(rows) + "\n"


def as_data(meeting: Arena, results: Results, found: Sequence[Rating]) -> dict[str, Any]:
    return {
        "game": meeting.which.name,
        "seats": meeting.seats,
        "games": len(results.played),
        "folder": str(results.folder),
        "ratings": [one._asdict() for one in found],
        "forfeits": [game._asdict() for game in results.played if game.reason],
    }
