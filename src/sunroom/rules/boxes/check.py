"""All that is to be said of a draft of a box at once; reading a box refuses its first mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from sunroom.rules.components import (
    BadComponents,
    Components,
    Files,
    flaws,
    parsed,
    wrong_counts,
    wrong_values,
)
from sunroom.rules.contract import Game
from sunroom.rules.words import Message, shortened

from .findings import MISTAKE, STRANGE, Finding, remark

MOST_ROWS = 200  # of a file in a draft
MOST_FINDINGS = 100  # that one check tells


def check(game: Game, texts: Mapping[str, str]) -> list[Finding]:
    """What is to be said of a draft, by the names of its files; of those that are missing our own
    are taken. Mistakes come first.
    """
    found = list(islice(_findings(game, texts), MOST_FINDINGS))
    return [replace(one, message=_bounded(one.message)) for one in found]


def _findings(game: Game, texts: Mapping[str, str]) -> Iterator[Finding]:
    files: dict[str, Components] = {}
    bad = False
    for found in draft_files(game, texts):
        if isinstance(found, Finding):
            bad = True
            yield found
        else:
            files[found.name] = found
    if not bad:
        yield from _of_rows(game, files)


def draft_files(game: Game, texts: Mapping[str, str]) -> Iterator[Components | Finding]:
    """The files of a draft, or what keeps one from being read as a list of pieces."""
    for box in game.components:
        if box.name not in texts:
            yield box
            continue
        try:
            components = parsed(texts[box.name], box.sheet)
        except BadComponents as why:
            yield Finding(MISTAKE, why.message, box.name)
            continue
        if len(components.rows) > MOST_ROWS:
            file = f"{box.name}.csv"
            yield remark(MISTAKE, "components_rows", box.name, file=file, most=MOST_ROWS)
            continue
        yield from flaws(components)
        yield components


def _of_rows(game: Game, files: Files) -> Iterator[Finding]:
    """What is to be said of rows that can be read."""
    for components in files.values():
        yield from wrong_counts(components)
    wrong = [one for components in files.values() for one in wrong_values(components)]
    yield from wrong
    if wrong:
        return
    if game.knowledge.inspect is not None:
        yield from game.knowledge.inspect(files)
    for ours in game.components:
        yield from not_as_printed(ours, files[ours.name])


def not_as_printed(ours: Components, theirs: Components) -> Iterator[Finding]:
    """Pieces that a text shows, and that a draft has not."""
    there = Counter(map(theirs.fact, theirs.units))
    ids = {row["id"] for row in theirs.rows}
    for row in ours.units:
        if row["status"] == "certain":
            there[ours.fact(row)] -= 1
            if there[ours.fact(row)] < 0:
                lit = row["id"] if row["id"] in ids else ""
                args = {"id": row["id"], "source": row["source"]}
                yield remark(STRANGE, "box_not_as_printed", ours.name, lit, **args)


def _bounded(told: Message) -> Message:
    return Message(told.id, {name: shortened(value) for name, value in told.args.items()})
