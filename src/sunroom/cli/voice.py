"""How the command line speaks: its words, its language, its console."""

from __future__ import annotations

import sys
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from sunroom.rules.words import SHARED_WORDS, Message, Refusal, Seat, Words, language_of_locale

if TYPE_CHECKING:
    from rich.console import Console

WORDS = Words(Path(__file__).with_name("words.toml"), SHARED_WORDS)
chosen: ContextVar[str | None] = ContextVar("chosen", default=None)


def language() -> str:
    """What `--lang` says, or else the locale."""
    return chosen.get() or language_of_locale()


def words(id: str, **args: int | str | Seat | Message) -> str:
    """One of the command line's own sentences."""
    return WORDS(id, language(), **args)


def say(why: Refusal) -> str:
    return why.say(language())


@cache
def console() -> Console:
    from rich.console import Console

    # A terminal wraps at words; a pipe or a file gets lines as they are.
    return Console(highlight=False, soft_wrap=not sys.stdout.isatty())


def show(markup: str = "") -> None:
    """Print text with markup, in colour where the terminal has it."""
    console().print(markup)


def figure(value: float, digits: int = 0) -> str:
    """A number as the language writes it."""
    text = f"{value:,.{digits}f}"
    return text.translate(str.maketrans(",.", ".,")) if language() == "de" else text


def complain(sentence: str) -> None:
    from rich.console import Console
    from rich.markup import escape

    Console(stderr=True, highlight=False, soft_wrap=True).print(escape(sentence))


def escaped(text: str) -> str:
    """Text of somebody else, safe inside markup."""
    from rich.markup import escape

    return escape(text)
