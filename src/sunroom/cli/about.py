"""Games, rules and solved positions, told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from sunroom.rules.catalogue import known_games, load
from sunroom.rules.contract import Game, span
from sunroom.rules.rulebook import Place, code_of, paragraphs, tests_of
from sunroom.rules.words import Refusal, meant

from .voice import WORDS, console, escaped, language, show, words


class UnknownRule(Refusal):
    """No rulebook has this id."""


class NotSolved(Refusal):
    """The game cannot be solved exactly."""


class NoOdds(Refusal):
    """The game has no chances of its own to tell."""


def list_games() -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("game", "players", "age", "about"):
        table.add_column(words(f"column_{column}"))
    for name in known_games():
        game = load(name)
        why = game.words("why", language())
        table.add_row(
            f"[bold]{name}[/]",
            span(game.seats),
            f"{game.facts['age']}+" if "age" in game.facts else "–",
            why,
        )
    console().print(table)


def tell_game(name: str, components: Path | None) -> None:
    game = load(name) if components is None else load(name).with_components(components)
    show(f"[bold]{game.words('title', language())}[/]  {game.words('why', language())}")
    makers = [game.facts[key] for key in ("author", "publisher") if key in game.facts]
    if makers:
        show(words("by", makers=", ".join(makers)))
    age = words("from_age", n=game.facts["age"]) if "age" in game.facts else ""
    show(words("for_players", seats=span(game.seats)) + age)
    for note in filter(None, (game.with_so_many(n, language()) for n in sorted(game.seats))):
        show(note)
    if game.options:
        show(f"\n[dim]{words('settings')}[/]")
    for option in game.options:
        choices = " | ".join(option.choices or (option.decode(0), *option.examples[:2]))
        show(f"  [bold]{option.name}[/]={escaped(choices)}  [dim]{option.rule}[/]")
        show(f"      {game.words(f'option_{option.name}', language())}")
    if game.components:
        show(f"\n[dim]{words('pieces')}[/]")
    for box in game.components:
        counted = ", ".join(f"{n} {words(s)}" for s, n in box.by_status().items())
        show(f"  {len(box.pieces)} {game.called(box, language())}: {counted}")


# Rules


def tell_rule(id: str) -> None:
    game = _game_of(id)
    id = id[:3].upper() + id[3:].lower()
    text = paragraphs(game.folder, language())
    if id not in text:
        raise UnknownRule("unknown_rule", words=WORDS, text=id, meant=meant(id, list(text)))
    show(f"[bold]{id}[/]  {_in_terminal(text[id])}")
    show()
    for label, places in (("code", code_of(game.folder)), ("tests", tests_of(game.folder))):
        if id in places:
            show(f"[dim]{words(label)}[/]")
        for place in places.get(id, []):
            show(f"  {place.name}  [dim]{_path(game, place)}:{place.line}[/]")


def _game_of(id: str) -> Game:
    by_prefix = {load(name).prefix: load(name) for name in known_games()}
    prefix = id[:3].upper()
    if prefix not in by_prefix:
        known = [f"{p}-2.1" for p in by_prefix]
        raise UnknownRule("unknown_prefix", words=WORDS, text=id, known=", ".join(known))
    return by_prefix[prefix]


def _in_terminal(markdown: str) -> str:
    """The little Markdown that rulebooks use, as terminal markup."""
    import re

    text = re.sub(r"\*(.+?)\*", r"[italic]\1[/]", escaped(markdown))
    return re.sub(r"`(.+?)`", r"[bold]\1[/]", text)


def _path(game: Game, place: Place) -> str:
    return place.file.relative_to(game.folder.parent.parent).as_posix()


# Solved positions


def solve(name: str, position: str | None, *, as_json: bool) -> None:
    game = load(name)
    known = game.knowledge
    if known.solve is None or known.starts is None:
        solved = ", ".join(n for n in known_games() if load(n).knowledge.solve is not None)
        raise NotSolved("not_solved", words=WORDS, game=name, known=solved)
    if position is None:
        answers = [known.solve(start) for start in known.starts()]
        print(json.dumps(answers)) if as_json else _show_all(game, answers)
        return
    answer = known.solve(position)
    print(json.dumps(answer)) if as_json else _show_one(game, answer)


def _show_all(game: Game, answers: list[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    keys = [key for key in answers[0] if f"brief_{key}" in game.words.entries]
    for key in keys:
        side: Literal["left", "right"] = "left" if key in ("start", "winner") else "right"
        table.add_column(game.words(f"brief_{key}", language()), justify=side, no_wrap=True)
    for answer in answers:
        table.add_row(*(_value(game, answer[key]) for key in keys))
    console().print(table)


def _show_one(game: Game, answer: dict[str, Any]) -> None:
    called = {key: game.words(f"solved_{key}", language()) for key in answer}
    width = max(map(len, called.values()))
    for key, value in answer.items():
        show(f"[dim]{called[key]:{width}}[/]  {_value(game, value)}")


def _value(game: Game, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value) or "–"
    named = f"solved_by_{value}" in game.words.entries
    return game.words(f"solved_by_{value}", language()) if named else str(value)


# Exact chances


def odds(name: str, swaps: int | None, *, as_json: bool) -> None:
    game = load(name)
    if game.knowledge.odds is None:
        known = ", ".join(n for n in known_games() if load(n).knowledge.odds is not None)
        raise NoOdds("no_odds", words=WORDS, game=name, known=known)
    found, told = game.knowledge.odds(swaps)
    print(json.dumps(found)) if as_json else show(game.words.say(told, language()))
