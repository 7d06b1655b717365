"""The games with their referees, and boxes of pieces that somebody has brought."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import select

from sunroom.engine import compiled
from sunroom.engine.referee import Referee, compiled_if_possible, interpreted
from sunroom.players.workers import GameRef, Workers
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.components import BadComponents
from sunroom.rules.contract import Game
from sunroom.server.store.eventlog import EventLog
from sunroom.table.header import Header

from .refusals import BadRequest
from .store import schema

DIGEST = re.compile("[0-9a-f]{1,64}")


class Boxes:
    """*folder* is where boxes are unpacked; opponents read them there too."""

    def __init__(self, folder: Path, log: EventLog) -> None:
        self.folder = folder
        self.log = log
        self.referees: dict[str, Referee] = {}  # compiled rules that are ready
        self.brought: dict[str, Game] = {}  # by digest

    def prepare(self, name: str) -> None:
        """Load compiled rules from the cache, so that a step costs microseconds."""
        self.referees[name] = compiled_if_possible(load(name))

    def prepare_all(self) -> list[str]:
        """Before anybody is served: load all rules, compile what is not in the cache."""
        for name in known_games():
            self.prepare(name)
        return []

    def prepare_ready(self) -> list[str]:
        """Load what is in the cache; answers the games whose rules still have to be compiled."""
        if not compiled.available():
            return []
        ready = [name for name in known_games() if compiled.is_ready(load(name))]
        for name in ready:
            self.prepare(name)
        return [name for name in known_games() if name not in ready]

    async def warm_up(self, cold: list[str]) -> None:
        """Another process compiles while people play already; then the rules are loaded here."""
        workers = Workers(1)
        try:
            for name in cold:
                await asyncio.wrap_future(workers.ask(compile_rules, name).answer)
                self.prepare(name)
        finally:
            await asyncio.to_thread(workers.close)

    def referee(self, game: Game) -> Referee:
        """Compiled where that is ready; a box that somebody has brought runs interpreted."""
        ready = self.referees.get(game.name)
        return ready if ready is not None and not game.box else interpreted(game)

    async def game_of(self, header: Header) -> tuple[Game, Referee] | None:
        """The game that a match is played with; nothing where its rules have changed since."""
        if header.game not in known_games():
            return None
        game = load(header.game)
        if header.components:
            game = await self.brought_box(header.components)
        return (game, self.referee(game)) if header.rules == game.version else None

    async def brought_box(self, digest: str) -> Game:
        if not DIGEST.fullmatch(digest):
            raise BadRequest("no_box", text=digest)
        if digest not in self.brought:
            table = schema.boxes.c
            rows = await self.log.read(select(schema.boxes).where(table.digest == digest))
            if not rows:
                raise BadRequest("no_box", text=digest)
            files = json.loads(rows[0].files)
            self.brought[digest] = await asyncio.to_thread(self._unpack, rows[0].game, files)
        return self.brought[digest]

    def _unpack(self, name: str, files: Mapping[str, str]) -> Game:
        """Lay a box out in a folder of its own, named by what is in it."""
        with tempfile.TemporaryDirectory() as folder:
            game = read_box(name, files, Path(folder))
        place = self.folder / game.box
        place.mkdir(parents=True, exist_ok=True)
        for file, text in files.items():
            (place / file).write_text(text, "utf-8")
        return load(name).with_components(place)

    def which(self, game: Game) -> GameRef:
        """The game as another process can load it."""
        return GameRef.of(game.name, self.folder / game.box if game.box else None)


def read_box(name: str, files: Mapping[str, str], folder: Path) -> Game:
    """A game with the pieces of some CSV files; BadComponents with file and line otherwise."""
    game = load(name)
    for file, text in files.items():
        (folder / component_file(game, file).name).write_text(text, "utf-8")
    made = game.with_components(folder)
    if not made.box:
        raise BadComponents("components_fixed", game=name)
    return made


def component_file(game: Game, file: str) -> Path:
    """Where one of a game's component files lies."""
    known = sorted(f"{box.name}.csv" for box in game.components)
    if file not in known:
        raise BadRequest("box_file", text=file, known=", ".join(known))
    return game.folder / file


# What runs in a worker


def compile_rules(name: str) -> None:
    compiled_if_possible(load(name))
