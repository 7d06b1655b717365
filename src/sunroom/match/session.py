"""A match as a record to keep: who sat there, by which settings, what happened, how it ended.

Markdown, which reads as it is: a browser prints it, the terminal writes it into a file. It says
what the log says, part by part of the game, and the table at the end; nothing else is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from sunroom.rules.contract import SPECTATOR
from sunroom.rules.words import Message, Tongue

from . import markup
from .match import Match

WIDTH = 96  # of the table in letters: a page of paper


def session(match: Match, language: str, names: Sequence[str], day: date | None = None) -> str:
    """The record of a match as everybody may know it; *names* are what its players are called."""
    tongue = Tongue(match.game.words, language, tuple(names))
    parts = [heading(match, tongue, day), *happened(match, tongue), ended(match, tongue)]
    return "\n\n".join("\n".join(lines) for lines in parts) + "\n"


def heading(match: Match, say: Tongue, day: date | None) -> list[str]:
    facts = [say("session_day", day=day.isoformat())] if day else []
    facts.append(say("session_players", who=", ".join(say.names)))
    facts += settings(match, say)
    if match.game.box:
        facts.append(say("session_box", text=match.game.box))
    facts.append(say("session_by_hand" if match.by_hand else "session_dealt"))
    return [f"# {say('title')}", "", *(f"- {fact}" for fact in facts)]


def settings(match: Match, say: Tongue) -> Iterator[str]:
    """Each setting with what was chosen, as the words of the game call it."""
    for name, value in match.options.items():
        id = f"choice_{name}_{value}".replace("-", "_")
        choice = say(id) if id in say.words.entries else value
        yield say("session_setting", question=say(f"option_{name}"), choice=choice)


def happened(match: Match, say: Tongue) -> Iterator[list[str]]:
    """What the log tells, under the name of each part of the game that has one."""
    part: Message | None = None
    lines: list[str] = []
    for step in range(len(match.history)):
        now = match.game.part(match.tables[step])
        if now != part:
            yield from [lines] if lines else []
            part, lines = now, [f"## {say.say(now)}", ""] if now else []
        lines += [f"- {say.say(told)}" for told in match.log_of(step)]
    yield from [lines] if lines else []


def ended(match: Match, say: Tongue) -> list[str]:
    """The table as it stands, and who has won."""
    shown = match.veiled_at(len(match.history), SPECTATOR)
    drawn = match.game.render(
        match.game.view(shown, SPECTATOR),
        Tongue(say.words, say.language, tuple(map(markup.escaped, say.names)), WIDTH),
    )
    table = ["```text", *(line.rstrip() for line in markup.bare(drawn).splitlines()), "```"]
    return [
        f"## {say('session_end')}",
        "",
        *table,
        "",
        *(f"- {one}" for one in results(match, say)),
    ]


def results(match: Match, say: Tongue) -> list[str]:
    if not match.over:
        return [say("session_not_over")]
    if match.game.verdict is not None:
        return [say.say(match.game.verdict(match.table))]
    scores = match.scores()
    said = match.game.points or (lambda _, seat: str(scores[seat]))
    told = [f"{name}: {said(match.table, seat)}" for seat, name in enumerate(say.names)]
    return [*told, say("session_won", who=", ".join(say.names[n] for n in match.winners()))]
