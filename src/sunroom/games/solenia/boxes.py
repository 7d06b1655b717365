"""Solenia with the pieces of another box."""

from __future__ import annotations

from pathlib import Path

from sunroom.engine.boxes.other_box import recomposed
from sunroom.rules.components import digest
from sunroom.rules.contract import GameOf

from .balance import IDS, ids
from .pieces import FILES, NUMBERS, read_pieces
from .presentation.notation import NAMES, piece_names
from .state import Solenia


def recompose(game: GameOf[Solenia], folder: Path) -> GameOf[Solenia]:
    files, numbers = read_pieces(folder)
    theirs = numbers | piece_names(files) | ids(files)
    swaps = {id(ours): theirs[name] for name, ours in (NUMBERS | NAMES | IDS).items()}
    return recomposed(game, swaps, tuple(files.values()), digest(folder, FILES))
