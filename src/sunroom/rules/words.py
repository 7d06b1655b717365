"""Everything that people read, in German and English: `words.toml` has an entry for each message.

    [stacked]
    en = "{who} puts tower {mover} onto {base}."
    de = "{who} setzt Turm {mover} auf {base}."

`en_one` and `de_one` of an entry, if there, are used when its argument `n` is 1. Where an entry has
`grouped = true`, moves that begin alike stand together. What has no German is said in English: a
game from outside need not speak both.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

LANGUAGES = ("en", "de")
LONGEST_ECHO = 300  # characters of somebody's input that a refusal repeats


class Seat(NamedTuple):
    """An argument that becomes the name of the player in this seat."""

    number: int


class Moves(NamedTuple):
    """An argument that becomes some actions in notation, in the words of the reader's language."""

    texts: tuple[str, ...]


class Piece(NamedTuple):
    """An argument that becomes the name of a piece. Its code is what it is called in notation; the
    game's board draws its look, a few words, small in the line.
    """

    code: str
    name: Message
    look: str


@dataclass(frozen=True)
class Message:
    """A sentence in no language yet: an id and its arguments."""

    id: str
    args: dict[str, Argument]


Argument = int | str | Seat | Moves | Piece | Message


def message(id: str, **args: Argument) -> Message:
    return Message(id, args)


def message_data(message: Message) -> dict[str, Any]:
    """A message as data for JSON: its id and its arguments."""
    args = {key: _argument_data(value) for key, value in message.args.items()}
    return {"id": message.id, "args": args} if args else {"id": message.id}


def _argument_data(value: Argument) -> Any:
    if isinstance(value, Message):
        return message_data(value)
    if isinstance(value, Seat):
        return {"seat": value.number}
    if isinstance(value, Moves):
        return {"moves": list(value.texts)}
    if isinstance(value, Piece):
        return {"piece": value.code, "name": message_data(value.name), "look": value.look}
    return value


def message_of(data: dict[str, Any]) -> Message:
    """The inverse of `message_data`."""
    return Message(data["id"], {k: _argument_of(v) for k, v in data.get("args", {}).items()})


def _argument_of(value: Any) -> Argument:
    if not isinstance(value, dict):
        return value  # type: ignore[no-any-return]
    if "seat" in value:
        return Seat(value["seat"])
    if "moves" in value:
        return Moves(tuple(value["moves"]))
    if "piece" in value:
        return Piece(value["piece"], message_of(value["name"]), value["look"])
    return message_of(value)


class Words:
    """The entries of one `words.toml`, optionally added to those of another."""

    def __init__(self, path: Path, beneath: Words | None = None) -> None:
        entries: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        for id, entry in entries.items():
            if not isinstance(entry, dict) or "en" not in entry:
                raise ValueError(f'{path.name}: [{id}] has no text in English, as in en = "…"')
        self.entries: dict[str, dict[str, Any]] = {
            **(beneath.entries if beneath else {}),
            **{id: _in_all_languages(entry) for id, entry in entries.items()},
        }

    def say(self, message: Message, language: str, names: tuple[str, ...] = ()) -> str:
        """The sentence of a message in a language. Raises KeyError for an unknown id."""
        entry = self.entries[message.id]
        text = entry[language]
        if message.args.get("n") == 1:
            text = entry.get(language + "_one", text)
        args = {
            key: self._listed(value, language, bool(entry.get("grouped")))
            if isinstance(value, Moves)
            else self._argument(value, language, names)
            for key, value in message.args.items()
        }
        return str(text.format(**args))

    def __call__(self, id: str, language: str, **args: Argument) -> str:
        return self.say(Message(id, args), language)

    def notation(self, text: str, language: str) -> str:
        """An action's notation with each word replaced by the entry `say_WORD`, if there is one."""

        def spoken(found: re.Match[str]) -> str:
            entry = self.entries.get(f"say_{found[0]}")
            return str(entry[language]) if entry else found[0]

        return re.sub(r"[a-z]+", spoken, text)

    def in_all_languages(self, notation: str) -> list[str]:
        """An action's notation in the words of every language."""
        return [self.notation(notation, language) for language in LANGUAGES]

    def _listed(self, moves: Moves, language: str, alike: bool) -> str:
        texts = [self.notation(text, language) for text in moves.texts]
        return grouped(texts) if alike else ", ".join(texts)

    def _argument(
        self, value: Message | Piece | Seat | int | str, language: str, names: tuple[str, ...]
    ) -> int | str:
        if isinstance(value, Piece):
            return self.say(value.name, language, names)
        if isinstance(value, Message):
            return self.say(value, language, names)
        if isinstance(value, Seat):
            return names[value.number] if names else self("seat", language, n=value.number + 1)
        return value


def grouped(moves: Sequence[str]) -> str:
    """Moves as one text: those that are the same up to the > are put together."""
    groups: dict[str, list[str]] = {}
    for move in moves:
        before, arrow, after = move.rpartition(">")
        groups.setdefault(before + arrow, []).append(after)
    return ", ".join(start + " ".join(ends) for start, ends in groups.items())


def _in_all_languages(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry with its English texts in the place of those that are missing."""
    missing = [language for language in LANGUAGES if language not in entry]
    borrowed = {
        language + form: entry["en" + form]
        for language in missing
        for form in ("", "_one")
        if "en" + form in entry
    }
    return {**borrowed, **entry}


@dataclass(frozen=True)
class Tongue:
    """Words in one language, with the players' names: all that a screen needs to make sentences."""

    words: Words
    language: str
    names: tuple[str, ...] = ()
    width: int = 80  # columns of the screen

    def say(self, message: Message) -> str:
        return self.words.say(message, self.language, self.names)

    def __call__(self, id: str, **args: Argument) -> str:
        return self.say(Message(id, args))

    def name(self, seat: int) -> str:
        return self.names[seat] if self.names else self("seat", n=seat + 1)

    def called(self, name: str) -> str:
        """What people call a value of a view: `view_NAME` of the words, or its name."""
        return self(f"view_{name}") if f"view_{name}" in self.words.entries else spelled(name)


def spelled(name: str) -> str:
    """A name of the code where no words say it better."""
    return name.replace("_", " ")


def say_doubts(doubts: Mapping[str, str], say: Tongue) -> str:
    """Which pieces of a table are not certain, in a line for each degree."""
    lines = []
    for status in ("reconstructed", "likely"):
        what = [say(f"pieces_{file}") for file, found in doubts.items() if found == status]
        if what:
            lines.append(say(f"{status}_here", what=", ".join(what)))
    return "\n".join(lines)


SHARED_WORDS = Words(Path(__file__).with_name("words.toml"))


class Refusal(ValueError):
    """Some input was refused: a sentence for the person who entered it, in their language."""

    def __init__(self, id: str, *, words: Words = SHARED_WORDS, **args: Argument) -> None:
        self.message = Message(id, {key: shortened(value) for key, value in args.items()})
        self.words = words
        super().__init__(self.say("en"))

    def say(self, language: str, names: tuple[str, ...] = ()) -> str:
        return self.words.say(self.message, language, names)


def shortened(value: Argument) -> Argument:
    """The input that a refusal repeats, cut off if it is long."""
    if isinstance(value, str) and len(value) > LONGEST_ECHO:
        return value[:LONGEST_ECHO] + "…"
    return value


def meant(text: str, known: Sequence[str]) -> Message:
    """A hint at what was probably meant: the nearest known word, or all of them."""
    near = get_close_matches(text.lower(), known, n=1, cutoff=0.5)
    if near:
        return message("did_you_mean", text=near[0])
    return message("there_is", known=", ".join(known))


def language_of_locale() -> str:
    """The reader's language from the usual environment variables; English by default."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "de" if value.lower().startswith("de") else "en"
    return "en"
