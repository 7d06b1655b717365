"""Writes web/wire.ts: what goes between page and server, from the types that the server has for it.

python web/wire.py           write it
python web/wire.py --check   fail where it is not what the server sends

A field that the server leaves out at its default is optional. What Python leaves open (a message
is a dictionary there, a status a text) is said here, by the server's own constants where it has
them.
"""

from __future__ import annotations

import dataclasses
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from sunroom.players.review import VERDICTS
from sunroom.rules.boxes.findings import KINDS as FINDING_KINDS
from sunroom.rules.components import STATUS as PIECE_STATUS
from sunroom.rules.components import YOURS
from sunroom.rules.words import LANGUAGES
from sunroom.server import wire as server_wire
from sunroom.server.http import boxes, games, matches, people, replays, request
from sunroom.server.lessons import puzzles, rulebook, tutorials
from sunroom.server.lessons.rulebook import KINDS
from sunroom.server.lobby import links, lobby, search
from sunroom.server.minds import balance, reviews
from sunroom.table import wire
from sunroom.table.events import CALLED_OFF, RULES_CHANGED
from sunroom.table.header import AI, OPEN, PERSON, RESERVED
from sunroom.table.state import ABORTED, ENDED, GATHERING, PLAYING

FILE = Path(__file__).with_name("wire.ts")
WIDTH = 120
HEAD = """\
// What goes between page and server. web/wire.py makes it of the server's types: change those.
"""
OPEN_TYPES = """\
/** A message in no language yet: its id, and what it is about. */
export interface Message {
  id: string;
  args?: Record<string, Argument>;
}

/** A piece by its name; a board draws its look, small in the line. */
export interface PieceName {
  piece: string;
  name: Message;
  look: string;
}

export type Argument = string | number | Message | PieceName | { seat: number } | \
{ moves: string[] };

/** What is told of a game beside its rules. */
export interface Facts {
  author?: string;
  publisher?: string;
  minutes?: number;
  age?: number;
  hour?: number;
}

/** Part of a hint: its words are the players', so they come along. */
export interface Advice extends Message {
  said: Both;
}
"""
# What the page is answered or asks with; all that they are made of comes along.
ANSWERS = [
    games.GameInfo, search.MatchLine, matches.MatchView, lobby.NewMatch, lobby.Created,
    links.Invitation, matches.LinkTarget, people.ProfileChange, people.Profile, replays.Record,
    replays.PastTable, replays.Timeline, reviews.Progress, lobby.SeatWish, request.MatchRef,
    rulebook.Rulebook, tutorials.Tutorial, puzzles.Question, puzzles.AttemptResult, request.Problem,
    boxes.BoxInfo, boxes.Draft, boxes.Export, boxes.FindingInfo, boxes.Contributed,
    boxes.Balance,
    balance.BalanceProgress,
]  # fmt: skip
# Types whose name says too little beside all the others.
NAMES = {
    replays.Record: "MatchLog", replays.RecordLine: "Entry", tutorials.Step: "TutorialStep",
    lobby.ClockWish: "ClockRule", puzzles.Position: "PuzzleTable", puzzles.Question: "Puzzle",
}  # fmt: skip


def choice(*texts: str) -> str:
    return " | ".join(f'"{text}"' for text in texts)


VISIBILITY = choice("private", "link", "public")
SEAT, STATUS = choice(OPEN, RESERVED, PERSON, AI), choice(GATHERING, PLAYING, ENDED, ABORTED)
REASON = choice("played", "resigned", "time", CALLED_OFF, RULES_CHANGED)
LINK = choice("invite", "seat", "watch")
FIELDS = {
    "SeatInfo.kind": SEAT, "SeatLine.kind": SEAT, "SeatInfo.out": choice("resigned", "time"),
    "State.status": STATUS, "Change.status": STATUS, "MatchLine.status": STATUS,
    "Result.reason": REASON, "MatchLine.reason": REASON, "Vote.what": choice("takeback", "abort"),
    "About.visibility": VISIBILITY, "MatchLine.visibility": VISIBILITY, "About.clock": "ClockRule",
    "Invitation.kind": LINK, "LinkTarget.kind": LINK,
    "Evaluation.verdict": choice(*VERDICTS), "Statement.certainty": choice(*PIECE_STATUS),
    "Statement.kind": choice(*dict.fromkeys(KINDS.values())), "GameInfo.facts": "Facts",
    "GameInfo.title": "Both", "GameInfo.why": "Both", "OptionInfo.about": "Both",
    "FindingInfo.kind": choice(*FINDING_KINDS), "FindingInfo.said": "Both",
    "PieceRow.status": choice(*PIECE_STATUS, YOURS), "ColumnInfo.title": "Both",
    "WordInfo.title": "Both", "SheetInfo.title": "Both",
    "ComponentInfo.title": "Both", "SeatsNote.text": "Both",
    "State.view": "unknown", "Change.view": "unknown", "PastTable.views": "unknown[]",
    "PuzzleTable.view": "unknown",
}  # fmt: skip
TEXTS = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Any: "unknown",
}
CHOICES = re.compile(r"\^\(([\w|]+)\)\$")  # a pattern that only lists words


class Part(NamedTuple):
    """A field of a type: its name, what Python says of it, and whether it may be left out."""

    name: str
    kind: Any
    optional: bool


def source_of(kind: Any) -> Any:
    """The dataclass of which the server has made a Struct; everything else is what it is."""
    made = getattr(kind, "__module__", "") == server_wire.__name__
    return getattr(wire, kind.__name__) if made else kind


def name_of(kind: Any) -> str:
    return str(NAMES.get(kind, kind.__name__))


def parts_of(kind: Any) -> list[Part]:
    types = get_type_hints(kind, include_extras=True)
    if dataclasses.is_dataclass(kind):
        missing = dataclasses.MISSING
        return [
            Part(
                f.name, types[f.name], f.default is not missing or f.default_factory is not missing
            )
            for f in dataclasses.fields(kind)
        ]
    sparse = kind.__struct_config__.omit_defaults or kind.__struct_config__.forbid_unknown_fields
    return [
        Part(f.name, types[f.name], sparse and not f.required) for f in msgspec.structs.fields(kind)
    ]


def is_made_of_fields(kind: Any) -> bool:
    return isinstance(kind, type) and (
        dataclasses.is_dataclass(kind) or issubclass(kind, msgspec.Struct)
    )


def typescript(kind: Any) -> str:
    """A type as TypeScript has it."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return bounded(args)
    if origin in (Union, UnionType):
        return " | ".join(map(typescript, args))
    if origin in (list, tuple):
        inner = typescript(args[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return "Message" if args[1] is Any else f"Record<string, {typescript(args[1])}>"
    return TEXTS[kind] if kind in TEXTS else name_of(kind)


def bounded(args: tuple[Any, ...]) -> str:
    """A text of which only a few are allowed is one of them."""
    found = CHOICES.fullmatch(getattr(args[1], "pattern", None) or "")
    return choice(*found[1].split("|")) if found else typescript(args[0])


def field(owner: str, part: Part) -> str:
    said = FIELDS.get(f"{owner}.{part.name}") or typescript(part.kind)
    if part.optional:
        said = said.removesuffix(" | null")  # what is nothing is left out
    return f"  {part.name}{'?' if part.optional else ''}: {said};"


def interface(kind: Any) -> str:
    name = name_of(kind)
    tag = getattr(kind, "tag", "")
    head = [f'  {kind.tag_field}: "{tag}";'] if tag else []
    lines = [*head, *(field(name, part) for part in parts_of(kind))]
    return "\n".join([*comment(kind), f"export interface {name} {{", *lines, "}"])


def comment(kind: Any) -> list[str]:
    """The first paragraph of a docstring that somebody has written."""
    said = (kind.__doc__ or "").split("\n\n")[0]
    if not said or said.startswith(f"{kind.__name__}("):
        return []
    return wrapped("/** " + " ".join(said.split()) + " */")


def wrapped(text: str) -> list[str]:
    lines = textwrap.wrap(text, WIDTH - 3)
    return [lines[0], *(f" *  {line}" for line in lines[1:])]


def union(name: str, kinds: Iterable[Any]) -> str:
    names = list(map(name_of, kinds))
    line = f"export type {name} = {' | '.join(names)};"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"export type {name} =", *(f"  | {one}" for one in names)]) + ";"


def reached(kinds: Iterable[Any]) -> list[Any]:
    """Types with all that they are made of, each once."""
    found: dict[Any, None] = {}

    def add(kind: Any) -> None:
        kind = source_of(kind)
        for inner in get_args(kind):
            add(inner)
        if is_made_of_fields(kind) and kind not in found:
            found[kind] = None
            for part in parts_of(kind):
                add(part.kind)

    for kind in kinds:
        add(kind)
    return list(found)


def must_be_clear(kinds: list[Any]) -> None:
    """No name means two types, and nothing is said of a field that is not there."""
    [(name, times)] = Counter(map(name_of, kinds)).most_common(1)
    if times > 1:
        sys.exit(f"Two types are called {name}: web/wire.py needs another name for one of them.")
    there = {f"{name_of(kind)}.{part.name}" for kind in kinds for part in parts_of(kind)}
    for field in FIELDS.keys() - there:
        sys.exit(f"web/wire.py says what {field} is, but there is no such field.")


def written() -> str:
    """The whole file."""
    frames, commands = get_args(wire.Frame), get_args(wire.AnyCommand)
    kinds = reached([*frames, *commands, *ANSWERS])
    must_be_clear(kinds)
    both = f"export type Both = {{ {'; '.join(f'{one}: string' for one in LANGUAGES)} }};"
    unions = [union("Frame", frames), union("Command", commands)]
    return "\n".join(
        [HEAD, both, "", OPEN_TYPES, *unions, "", "\n\n".join(map(interface, kinds)), ""]
    )


def main() -> None:
    if "--check" not in sys.argv:
        FILE.write_text(written(), "utf-8")
    elif FILE.read_text("utf-8") != written():
        sys.exit("web/wire.ts is not what the server sends: run `python web/wire.py`.")


if __name__ == "__main__":
    main()
