"""What an owner has confirmed of a box, as one file: pieces with their source, and a mark by which
two owners are told apart, and which says nothing of who they are.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sunroom.rules.components import (
    COPIES,
    YOURS,
    Components,
    Fact,
    refuse_bad_rows,
)
from sunroom.rules.contract import Game
from sunroom.rules.words import Refusal

FORMAT = "sunroom-box-1"
MARK = re.compile("[0-9a-f]{16,64}")
MOST = 1_000_000  # characters of a file
LONGEST_SOURCE = 200
SEEN = "the box itself"  # the source of who has not said more


class BadContribution(Refusal):
    """A file that is no contribution to a box."""


@dataclass(frozen=True)
class Contribution:
    """The confirmed rows of some files, by owner."""

    game: str
    owner: str
    rows: Mapping[str, tuple[dict[str, str], ...]]  # by file

    def facts(self, file: Components) -> Counter[Fact]:
        """What the owner says is in the box, and how often."""
        mine = Components(file.name, self.rows.get(file.name, ()), file.sheet)
        return Counter(map(mine.fact, mine.units))

    def source_of(self, file: Components, fact: Fact) -> str:
        """Where the owner has a fact from."""
        return next(row["source"] for row in self.rows[file.name] if file.fact(row) == fact)


def contribution(game: Game, files: Iterable[Components], owner: str) -> Contribution:
    """The pieces of a box that its owner has confirmed or changed. A source that still says how we
    came by a piece is none of the owner's.
    """
    ours = {row["source"] for file in game.components for row in file.rows}
    rows = {
        file.name: tuple(
            row | {"source": SEEN} if row["source"] in ours else row
            for row in file.rows
            if row["status"] == YOURS
        )
        for file in files
    }
    return Contribution(game.name, owner, {name: mine for name, mine in rows.items() if mine})


def dumps(given: Contribution, game: Game) -> str:
    """The file of a contribution."""
    head = {"format": FORMAT, "game": given.game, "owner": given.owner}
    pieces = pieces_of(given, game)
    return json.dumps({**head, "pieces": pieces}, ensure_ascii=False, indent=1) + "\n"


def pieces_of(given: Contribution, game: Game) -> list[dict[str, str]]:
    """Its rows with the columns that the game's files have for them."""
    return [
        {"file": file.name, **{column: row[column] for column in columns_of(file, row)}}
        for file in game.components
        for row in given.rows.get(file.name, ())
    ]


def columns_of(file: Components, row: Mapping[str, str]) -> list[str]:
    known = [column.name for column in file.sheet.columns_of(row) if column.name in row]
    return ["id", *known, COPIES.name, "source"]


def loads(text: str, name: str, game: Game) -> Contribution:
    """The inverse of `dumps`; *name* is told in refusals. Raises BadContribution, or BadComponents
    for a row that is none of this game.
    """
    data = _checked(text, name)
    if data["game"] != game.name:
        raise BadContribution("contribution_game", file=name, game=game.name)
    rows: dict[str, list[dict[str, str]]] = {}
    for n, piece in enumerate(data["pieces"], start=1):
        file = piece.pop("file", "")
        row = piece | {"status": YOURS, "at": f"{name}, {n}"}
        row["source"] = " ".join(row.get("source", "").split())[:LONGEST_SOURCE]
        rows.setdefault(file, []).append(row)
    known = {file.name: file for file in game.components}
    if not rows.keys() <= known.keys():
        raise BadContribution("contribution_unreadable", file=name)
    for file, some in rows.items():
        mine = Components(file, tuple(some), known[file].sheet)
        refuse_bad_rows(mine, game.words)
    found = {file: tuple(some) for file, some in rows.items()}
    return Contribution(game.name, data["owner"], found)


def game_of(text: str, name: str) -> str:
    """The game that a contribution is for."""
    return str(_checked(text, name)["game"])


def _checked(text: str, name: str) -> dict[str, Any]:
    """What every contribution has; its pieces are texts by column."""
    try:
        data = json.loads(text) if len(text) <= MOST else None
    except (ValueError, RecursionError):
        data = None
    if not (
        isinstance(data, dict)
        and data.get("format") == FORMAT
        and isinstance(data.get("game"), str)
        and isinstance(data.get("owner"), str)
        and MARK.fullmatch(data["owner"])
        and isinstance(data.get("pieces"), list)
        and all(map(_is_piece, data["pieces"]))
    ):
        raise BadContribution("contribution_unreadable", file=name)
    return data


def _is_piece(piece: Any) -> bool:
    return isinstance(piece, dict) and all(isinstance(text, str) for text in piece.values())
