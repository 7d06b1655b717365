"""A game's rulebook as a page shows it: chapter by chapter, each statement with its certainty.

`sunroom.rules.rulebook` finds a rule of the same file by its id; here the order, the headings and
the text between the rules count too. Bold, emphasis and code keep their Markdown.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from sunroom.rules.rulebook import ID, rulebook_text

HEADING = re.compile(r"## (?:(\d+) )?(.+)")
RULE = re.compile(rf"\*\*({ID})\*\* (?:\*([^*]+):\* )?(.+)")
NOTE = re.compile(r"(.+?) \(([A-ZÄÖÜ][^()]*\.)\)")  # a sentence in brackets at the end
KINDS = {
    "Interpretation": "interpretation", "Auslegung": "interpretation",
    "Open": "open", "Offen": "open",
    "Reconstructed": "reconstructed", "Rekonstruiert": "reconstructed",
    "Variant": "variant", "Variante": "variant",
    "Variant of ours": "own_variant", "Unsere Variante": "own_variant",
}  # fmt: skip
CERTAINTY = {
    "Certain": "certain", "Sicher": "certain", "Follows": "certain", "Folgt": "certain",
    "Likely": "likely", "Wahrscheinlich": "likely",
    "Reconstructed": "reconstructed", "Rekonstruiert": "reconstructed",
}  # fmt: skip


class Statement(msgspec.Struct, omit_defaults=True):
    """One rule: its text, its kind, and its source."""

    id: str
    text: str
    kind: str = ""  # one of KINDS; empty for a rule as printed
    note: str = ""  # the source
    certainty: str = ""  # certain, likely or reconstructed; empty where the rulebook does not say


class Chapter(msgspec.Struct, omit_defaults=True):
    title: str
    number: str = ""
    text: list[str] = []
    points: list[str] = []  # list items without ids, like the glossary of a game
    rules: list[Statement] = []


class Rulebook(msgspec.Struct):
    title: str
    text: list[str]
    chapters: list[Chapter]


def read_rulebook(folder: Path, language: str) -> Rulebook:
    first, *others = re.split(r"^(?=## )", rulebook_text(folder, language), flags=re.MULTILINE)
    title, *text = _blocks(first)
    return Rulebook(title.removeprefix("# "), text, [_chapter(_blocks(part)) for part in others])


def _blocks(text: str) -> list[str]:
    """Headings, paragraphs and list items, each as one line."""
    found: list[str] = []
    for line in text.splitlines():
        goes_on = found and found[-1] and not found[-1].startswith("#")
        if goes_on and line.strip() and not line.startswith("- "):
            found[-1] += f" {line.strip()}"
        else:
            found.append(line.strip())
    return [block for block in found if block]


def _chapter(blocks: list[str]) -> Chapter:
    heading = HEADING.fullmatch(blocks[0])
    assert heading is not None
    chapter = Chapter(heading[2], heading[1] or "")
    for block in blocks[1:]:
        point = block.removeprefix("- ")
        if (rule := RULE.fullmatch(point)) is not None:
            chapter.rules.append(_statement(*rule.groups()))
        elif point != block:
            chapter.points.append(point)
        else:
            chapter.text.append(block)
    return chapter


def _statement(id: str, label: str | None, text: str) -> Statement:
    kind = KINDS.get(label or "", "")
    if label and not kind:
        text = f"*{label}:* {text}"  # not a kind but the name of what the rule is about
    with_note = NOTE.fullmatch(text)
    text, note = with_note.groups() if with_note else (text, "")
    certainty = CERTAINTY.get(re.split(r"\W", note)[0], "")
    if kind == "reconstructed":
        certainty = kind
    return Statement(id, text, kind, note, certainty)
