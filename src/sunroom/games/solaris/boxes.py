"""Solaris with the pieces of another box."""

from __future__ import annotations

from pathlib import Path

from sunroom.engine.boxes.other_box import recomposed
from sunroom.rules.components import digest
from sunroom.rules.contract import GameOf

from .pieces import FILES, NUMBERS, read_pieces
from .state import Solaris


def recompose(game: GameOf[Solaris], folder: Path) -> GameOf[Solaris]:
    files, numbers = read_pieces(folder)
    swaps = {id(NUMBERS[name]): numbers[name] for name in NUMBERS}
    return recomposed(game, swaps, tuple(files.values()), digest(folder, FILES))
