"""What people call the columns of component files, and the words in them."""

from __future__ import annotations

from sunroom.rules.contract import Game
from sunroom.rules.words import spelled


def column_label(game: Game, file: str, column: str, language: str) -> str:
    """`column_FILE_COLUMN` of the words, or `column_COLUMN`."""
    return _label(game, (f"column_{file}_{column}", f"column_{column}"), column, language)


def word_label(game: Game, file: str, word: str, language: str) -> str:
    """`printed_FILE_WORD` of the words, `printed_WORD`, or what the game calls it anyway."""
    return _label(game, (f"printed_{file}_{word}", f"printed_{word}", word), word, language)


def _label(game: Game, ids: tuple[str, ...], name: str, language: str) -> str:
    entries = game.words.entries
    id = next((id for id in ids if id in entries), None)
    return spelled(name) if id is None else game.words(id, language)
