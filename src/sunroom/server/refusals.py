"""What the server refuses, with a status as HTTP has it and a sentence for whoever asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sunroom.kernel.contract import IllegalAction, UnreadableAction
from sunroom.kernel.match import MatchOver
from sunroom.kernel.words import KERNEL_WORDS, Argument, Message, Refusal, Words

WORDS = Words(Path(__file__).with_name("words.toml"), KERNEL_WORDS)
RULE = re.compile(r"\b[A-Z]{3}-\d+\.\d+[a-z]?\b")


class Denied(Refusal):
    """Something that the server does not do."""

    status = 400

    def __init__(self, id: str, **args: Argument) -> None:
        super().__init__(id, words=WORDS, **args)


class Unknown(Denied):
    """There is no such match, person or page; or one may not know of it."""

    status = 404


class NotSignedIn(Denied):
    """Nobody knows who asks."""

    status = 401


class NotYours(Denied):
    """Somebody else's business."""

    status = 403


class NotNow(Denied):
    """Stale, illegal, or not possible as things stand."""

    status = 409


class TooLarge(Denied):
    status = 413


class TooMany(Denied):
    """More than one may ask for in so short a time."""

    status = 429


class Away(Denied):
    """The database does not answer, or there is nobody to think."""

    status = 503


def status_of(why: Refusal) -> int:
    """What is no legal action now is a conflict with how things stand; another refusal of the games
    (a bad option, name or file) is the fault of whoever asked.
    """
    if isinstance(why, IllegalAction | UnreadableAction | MatchOver):
        return NotNow.status
    return why.status if isinstance(why, Denied) else Denied.status


def rules_of(why: Refusal) -> list[str]:
    """The ids of the rules behind a refusal: those of its words, and those that they name."""

    def behind(said: Message) -> Iterator[str]:
        yield from why.words.entries[said.id].get("rule", "").split()
        for part in said.args.values():
            if isinstance(part, Message):
                yield from behind(part)

    return list(dict.fromkeys([*behind(why.message), *RULE.findall(why.say("en"))]))
