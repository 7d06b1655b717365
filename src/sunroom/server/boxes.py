"""The games with their referees, and boxes of pieces that somebody has brought."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path

from sqlalchemy import insert, select

from sunroom.engine.referee import Referee, interpreted
from sunroom.players import compiling, workers
from sunroom.players.compiling import Compiler
from sunroom.players.workers import GameRef
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.components import BadComponents
from sunroom.rules.contract import Game
from sunroom.server.store.eventlog import EventLog
from sunroom.table.header import Header

from .refusals import BadRequest, Unknown
from .store import schema
from .store.store import Conflict

DIGEST = re.compile("[0-9a-f]{1,64}")


class Boxes:
    """*folder* is where boxes are unpacked; opponents read them there too."""

    def __init__(self, folder: Path, log: EventLog) -> None:
        self.folder = folder
        self.log = log
        self.brought: OrderedDict[str, Game] = OrderedDict()  # by digest, the latest last
        self.compiler = Compiler()

    def load_all(self) -> None:
        """Before anybody is served."""
        for name in known_games():
            self.referee(load(name))

    async def warm_up(self) -> None:
        """Another process compiles for those that think, while people play already."""
        cold = [name for name in known_games() if not compiling.is_ready(load(name))]
        wanted = [self.compiler.want(GameRef(name), first=False) for name in cold]
        await asyncio.gather(*map(asyncio.wrap_future, wanted))

    def close(self) -> None:
        """Compile no more."""
        self.compiler.close()

    def want(self, game: Game) -> Future[None]:
        """Compile a game before all others."""
        return self.compiler.want(self.which(game))

    def referee(self, game: Game) -> Referee:
        """Who applies the rules to the tables of matches. Interpreted, a step takes some tens of
        microseconds, less than its view; the compiler would take a hundred MiB of every process.
        """
        return interpreted(game)

    async def game_of(self, header: Header) -> tuple[Game, Referee] | None:
        """The game that a match is played with; nothing where its rules have changed since. What
        somebody comes to is compiled first.
        """
        if header.game not in known_games():
            return None
        game = load(header.game)
        if header.components:
            game = await self.brought_box(header.components)
        agreed = game.under(header.rules)
        if agreed is None:
            return None
        self.want(agreed)
        return agreed, self.referee(agreed)

    async def bring(self, name: str, files: Mapping[str, str]) -> str:
        """Store a box; returns its digest. Raises BadComponents."""
        digest = await asyncio.to_thread(digest_of, name, files)
        known = select(schema.boxes.c.digest).where(schema.boxes.c.digest == digest)
        if not await self.log.read(known):
            row = {"digest": digest, "game": name, "files": json.dumps(files)}
            with suppress(Conflict):  # somebody else has just brought the same box
                await self.log.write(insert(schema.boxes).values(row))
        return digest

    async def brought_box(self, digest: str) -> Game:
        if not DIGEST.fullmatch(digest):
            raise BadRequest("no_box", text=digest)
        game = self.brought.get(digest)
        if game is None or not (self.folder / digest).is_dir():  # purged, and brought again
            game = await self._stored_box(digest)
        self.brought[digest] = game
        self.brought.move_to_end(digest)
        if len(self.brought) > workers.BOXES:
            self.brought.popitem(last=False)  # matches in memory keep their own
        return game

    async def stored(self, digest: str) -> Game:
        """A box that somebody looks at; Unknown where there is none."""
        try:
            return await self.brought_box(digest)
        except BadRequest as why:
            raise Unknown("no_box", text=digest) from why

    async def _stored_box(self, digest: str) -> Game:
        table = schema.boxes.c
        rows = await self.log.read(select(schema.boxes).where(table.digest == digest))
        if not rows:
            raise BadRequest("no_box", text=digest)
        files = json.loads(rows[0].files)
        return await asyncio.to_thread(self._unpack, rows[0].game, files)

    def _unpack(self, name: str, files: Mapping[str, str]) -> Game:
        """Lay a box out in a folder of its own, named by what is in it."""
        place = self.folder / digest_of(name, files)
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


def digest_of(name: str, files: Mapping[str, str]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        return read_box(name, files, Path(folder)).box


def component_file(game: Game, file: str) -> Path:
    """Where one of a game's component files lies."""
    known = sorted(f"{box.name}.csv" for box in game.components)
    if file not in known:
        raise BadRequest("box_file", text=file, known=", ".join(known))
    return game.folder / file
