"""Results on disk: a line for every game as soon as it is over, so that an arena can be resumed."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from sunroom.players.roster import player
from sunroom.players.thinker import WORDS
from sunroom.rules.words import Refusal

from .schedule import NOBODY, Arena, Fixture, GameResult

COLUMNS = (
    "game",
    "deal",
    "players",
    "scores",
    "winners",
    "forfeit",
    "reason",
    "decisions",
    "seconds",
)


class OtherArena(Refusal):
    """A folder with the results of other players or settings, or one that is in use."""


class Results:
    """A folder with the games of one arena in `games.csv`, and its description in `arena.json`.

    Raises OtherArena for a folder that belongs to another arena or is in use.
    """

    def __init__(self, folder: Path, arena: Arena) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.lock = FileLock(folder / "lock")
        try:
            self.lock.acquire(timeout=0)
        except Timeout as error:
            raise OtherArena("arena_in_use", words=WORDS, folder=str(folder)) from error
        about = json.dumps(description(arena), indent=1, ensure_ascii=False) + "\n"
        file = folder / "arena.json"
        if not file.exists():
            file.write_text(about, "utf-8")
        elif file.read_text("utf-8") != about:
            raise OtherArena("other_arena", words=WORDS, folder=str(folder))
        self.file = folder / "games.csv"
        read = {game.number: game for game in self._read()}
        self.played = [game for game in read.values() if game.was_played]  # others are tried again
        self._rewrite()

    def close(self) -> None:
        """Release the lock: another process can write to the folder."""
        self.lock.release()

    def _read(self) -> Iterator[GameResult]:
        """The games of earlier runs, up to a line that was cut off."""
        if not self.file.exists():
            return
        with self.file.open(encoding="utf-8", errors="replace", newline="") as lines:
            for row in csv.DictReader(lines):
                try:
                    yield read_row(row)
                except (TypeError, ValueError, AttributeError, KeyError):
                    return

    def _rewrite(self) -> None:
        """Write the file again without a damaged line; the old one stays until the new one is
        complete.
        """
        new = self.file.with_suffix(".new")
        with new.open("w", encoding="utf-8", newline="") as lines:
            csv.writer(lines).writerows([COLUMNS, *map(row_of, self.played)])
        new.replace(self.file)

    def remaining(self, arena: Arena) -> list[Fixture]:
        """The games that have not been played yet."""
        done = {game.number for game in self.played}
        return [fixture for fixture in arena.fixtures() if fixture.number not in done]

    def add(self, game: GameResult) -> None:
        """Add a game; it is on the disk when this returns."""
        self.played.append(game)
        with self.file.open("a", encoding="utf-8", newline="") as lines:
            csv.writer(lines).writerow(row_of(game))
            lines.flush()
            os.fsync(lines.fileno())


def description(arena: Arena) -> dict[str, Any]:
    """Everything that must be the same in all games of a folder; their number may grow."""
    game = arena.which.load()
    return {
        "game": game.name,
        "rules": game.version,
        "pieces": game.box,
        "players": {text: repr(player(text)) for text in arena.players},
        "seats": arena.seats,
        "options": game.settings_in_words(game.settings(arena.options, arena.seats)),
        "seed": arena.seed,
    }


def row_of(game: GameResult) -> list[Any]:
    """A game as a row of the file."""
    return [
        game.number,
        game.deal,
        " ".join(game.players),
        " ".join(map(str, game.scores)),
        " ".join(map(str, game.winners)),
        "" if game.forfeit == NOBODY else game.forfeit,
        game.reason,
        game.decisions,
        f"{game.seconds:.3f}",
    ]


def read_row(row: dict[str, str]) -> GameResult:
    """The inverse of `row_of`. Raises various errors for a damaged row."""
    return GameResult(
        number=int(row["game"]),
        deal=int(row["deal"]),
        players=tuple(row["players"].split()),
        scores=tuple(map(int, row["scores"].split())),
        winners=tuple(map(int, row["winners"].split())),
        forfeit=int(row["forfeit"] or NOBODY),
        reason=row["reason"],
        decisions=int(row["decisions"]),
        seconds=float(row["seconds"]),
    )
