"""What the server itself refuses, in the reader's language."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path

from sunroom.rules.contract import IllegalAction
from sunroom.rules.words import Argument, Message, Refusal, Words
from sunroom.table import refusals
from sunroom.table.refusals import Denied, NotYours

WORDS = Words(Path(__file__).with_name("words.toml"), refusals.WORDS)
RULE = re.compile(r"\b[A-Z]{3}-\d+\.\d+[a-z]?\b")


class BadRequest(Denied):
    """Something that the server does not do."""

    vocabulary = WORDS


class Unknown(BadRequest):
    """There is no such match, person or page; or one may not know of it."""

    status = 404


class NotSignedIn(BadRequest):
    """Nobody knows who asks."""

    status = 401


class ForeignOrigin(NotYours):
    """A page that is not ours asks with the cookie of ours."""

    vocabulary = WORDS


class ForeignHost(BadRequest):
    """Asked for by a name that is not this server's."""

    status = 421


class GivenUp(BadRequest):
    """Whoever asked for it does not wait for it any more."""

    status = 409


class TooLarge(BadRequest):
    status = 413


class ComeAgain(BadRequest):
    """Not now, but perhaps *after* this many seconds."""

    def __init__(self, id: str, after: float = 1, **args: Argument) -> None:
        super().__init__(id, **args)
        self.after = max(1, math.ceil(after))


class TooMany(ComeAgain):
    """More than one may ask for in so short a time, or at once."""

    status = 429


class Away(ComeAgain):
    """The database does not answer, or there is nobody to think."""

    status = 503


def said_at_table(why: Refusal, language: str) -> str:
    """The sentence for somebody who sees the table and what can be played there: of a move that is
    not legal, the reason alone.
    """
    reason = why.message.args.get("reason")
    if not isinstance(why, IllegalAction) or not isinstance(reason, Message):
        return why.say(language)
    said = why.words.say(reason, language)
    return said[0].upper() + said[1:]


def rules_of(why: Refusal) -> list[str]:
    """The ids of the rules behind a refusal: those of its words, and those that they name."""

    def behind(said: Message) -> Iterator[str]:
        yield from why.words.entries[said.id].get("rule", "").split()
        for part in said.args.values():
            if isinstance(part, Message):
                yield from behind(part)

    return list(dict.fromkeys([*behind(why.message), *RULE.findall(why.say("en"))]))
