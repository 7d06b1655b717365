"""The reference of codes and observations, made from what the games declare and from random play."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from sunroom.kernel.catalogue import known_games, load
from sunroom.kernel.contract import CHANCE, Game
from sunroom.kernel.layout import Span, spans
from sunroom.kernel.philox import word
from sunroom.kernel.referee import Referee, interpreted

FOLDER = Path(__file__).parent / "reference"
EXAMPLES = 3  # of each kind of action
STEPS = 2_000  # of a random game; Solaris has longer ones
HEAD = """# {name} in numbers

Written by `make golden` from the game itself; version {version} of its rules. How to use it: [For researchers](../research.md).
Examples are what random play has met, as `code notation`.
"""


def pages() -> dict[str, str]:
    """Every page of the reference by its file name."""
    return {f"{game.name}.md": page(game) for game in map(load, known_games())}


def page(game: Game) -> str:
    assert game.layouts is not None
    met = played(game)
    parts = [HEAD.format(name=game.name.replace("-", " ").capitalize(), version=game.version)]
    parts += codes(f"Actions of seats: {game.actions} codes", spans(game.layouts.actions), met[0])
    parts += codes(
        f"Outcomes of chance: {game.outcomes} codes", spans(game.layouts.outcomes), met[1]
    )
    parts += [
        f"\n## Observation: {game.observation} numbers\n",
        "| numbers | what | for each |",
        "|---|---|---|",
    ]
    parts += [
        f"| {where(span)} | {span.what} | {repeats(span)} |"
        for span in spans(game.layouts.observation)
    ]
    return "\n".join(parts) + "\n"


def codes(title: str, layout: Iterator[Span], met: Mapping[int, str]) -> Iterator[str]:
    yield f"\n## {title}\n\n| codes | what | examples |\n|---|---|---|"
    for span in layout:
        here = [code for code in sorted(met) if span.first <= code < span.first + span.size]
        shown = here[:: max(1, len(here) // EXAMPLES)][:EXAMPLES]
        examples = ", ".join(f"{code} `{met[code]}`" for code in shown)
        yield f"| {where(span)} | {span.what} | {examples} |"


def where(span: Span) -> str:
    last = span.first + span.size - 1
    return str(span.first) if span.size == 1 else f"{span.first}–{last}"


def repeats(span: Span) -> str:
    return f"{span.of}: {span.times} times, {span.stride} apart" if span.of else ""


# What random play meets


def played(game: Game) -> tuple[dict[int, str], dict[int, str]]:
    """Actions and outcomes in notation, each as it was met first."""
    actions: dict[int, str] = {}
    outcomes: dict[int, str] = {}
    for number, settings in enumerate(all_settings(game)):
        play(interpreted(game), settings, number, (actions, outcomes))
    return actions, outcomes


def all_settings(game: Game) -> Iterator[list[int]]:
    """Every number of seats, then every choice of every option, one at a time."""
    for seats in game.seats:
        yield game.settings(seats=seats)
    for option in game.options:
        for chosen in option.choices[1:]:
            yield game.settings({option.name: chosen}, max(game.seats))


def play(
    referee: Referee, settings: list[int], number: int, met: tuple[dict[int, str], dict[int, str]]
) -> None:
    table = referee.new(settings)
    for step in range(STEPS):
        if referee.is_over(table):
            return
        seen = met[referee.to_act(table) == CHANCE]
        for code in referee.codes(table):
            if code not in seen:
                seen[code] = referee.game.show(table, code)
        referee.apply(table, referee.draw(table, word(1, number, step)))
