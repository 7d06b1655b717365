"""What is refused at a match, with a status as HTTP has it and a sentence for whoever asked."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from sunroom.match.match import MatchOver
from sunroom.rules.contract import IllegalAction, UnreadableAction
from sunroom.rules.words import SHARED_WORDS, Argument, Refusal, Words

from .header import Header

WORDS = Words(Path(__file__).with_name("words.toml"), SHARED_WORDS)


class Denied(Refusal):
    """Something that cannot be done at all."""

    status: ClassVar[int] = 400
    vocabulary: ClassVar[Words] = WORDS

    def __init__(self, id: str, **args: Argument) -> None:
        super().__init__(id, words=self.vocabulary, **args)


class NotYours(Denied):
    """Somebody else's business."""

    status = 403


class NotNow(Denied):
    """Stale, illegal, or not possible as things stand."""

    status = 409


def read_only(header: Header) -> NotNow:
    """Why a match cannot be played on here."""
    return NotNow("read_only", game=header.game, n=header.rules)


def status_of(why: Refusal) -> int:
    """What is no legal action now is a conflict with how things stand; another refusal of the games
    (a bad option, name or file) is the fault of whoever asked.
    """
    if isinstance(why, IllegalAction | UnreadableAction | MatchOver):
        return NotNow.status
    return why.status if isinstance(why, Denied) else Denied.status
