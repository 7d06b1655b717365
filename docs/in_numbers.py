"""The reference of codes and observations, made from what the games declare and from random play."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

from sunroom.engine.referee import Referee, interpreted
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.contract import CHANCE, Game
from sunroom.rules.layout import Layout, Span, spans
from sunroom.rules.philox import word
from sunroom.rules.record import Table

FOLDER = Path(__file__).parent / "reference"
EXAMPLES = 3  # of each kind of action
WRITINGS = 2  # of each example; a card that moves energy, or a tile, has one for every place
ROUNDS = 4  # of random games; a test holds them to meeting every outcome
STEPS = 2_000  # of a random game; Solaris has longer ones
PHASE = "phase"  # how the part of an observation begins that says what is being decided
SPACE = "\N{NO-BREAK SPACE}"  # a number stays beside its name
HEAD = """# {name} in numbers

Written by `make golden` from the game itself; version {version} of its rules. How to use it: [For researchers](../research.md).
Codes of actions and of chance are counted apart, each from 0. Words in `this type` are notation, as random play has met it.
How sure we are of the pieces that are named here, and which are reconstructed, is told by `sunroom games {game}`.
"""

Met = dict[int, dict[str, None]]  # by code its notations, as they were met


def pages() -> dict[str, str]:
    """Every page of the reference by its file name."""
    return {f"{game.name}.md": page(game) for game in map(load, known_games())}


def page(game: Game) -> str:
    assert game.layouts is not None
    actions, outcomes = played(game)
    name = game.name.replace("-", " ").capitalize()
    observed = spans(game.layouts.observation)
    return "\n".join(
        [
            HEAD.format(name=name, game=game.name, version=game.version),
            f"## Actions of seats: {game.actions} codes\n",
            *table_of(("codes", "what", "which", "for example"), action_rows(game, actions)),
            f"\n## Outcomes of chance: {game.outcomes} codes\n",
            *outcome_lines(game, outcomes),
            f"\n## Observation: {game.observation} numbers",
            *observation_lines(observed),
            "",
        ]
    )


def table_of(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for row in (heads, ("---",) * len(heads), *rows):
        yield f"| {' | '.join(row)} |"


# Actions


def action_rows(game: Game, met: Met) -> Iterator[tuple[str, ...]]:
    assert game.layouts is not None
    for span in spans(game.layouts.actions):
        here = [code for code in sorted(met) if span.first <= code < span.first + span.size]
        shown = here[:: max(1, len(here) // EXAMPLES)][:EXAMPLES]
        examples = ", ".join(f"{code}{SPACE}{notations([*met[code]][:WRITINGS])}" for code in shown)
        yield where(span), span.what, which(span), examples


def notations(texts: Iterable[str]) -> str:
    return " or ".join(f"`{text}`" for text in texts)


def where(span: Span) -> str:
    last = span.first + span.size - 1
    return str(span.first) if span.size == 1 else f"{span.first}–{last}"


def which(span: Span) -> str:
    """Of several numbers which is which; of one, what its values mean."""
    first = 0 if span.size == 1 else span.first
    named = [f"{first + n}:{SPACE}{name}" for n, name in enumerate(span.names)]
    spare = range(first + len(named), first + span.size) if named else ()
    return ", ".join([*named, *(f"{n}:{SPACE}never" for n in spare)])


# Chance


def outcome_lines(game: Game, met: dict[int, Met]) -> Iterator[str]:
    """What each code means, by what is being decided."""
    assert game.layouts is not None
    for span in spans(game.layouts.outcomes):
        yield f"{where(span)}: {span.what}.\n"
    names = phase_names(game.layouts.observation)
    same: dict[str, list[str]] = {}  # several phases turn cards
    for phase, codes in sorted(met.items()):
        meant = ", ".join(f"{code}:{SPACE}{notations(codes[code])}" for code in sorted(codes))
        same.setdefault(meant, []).append(f"{phase}: {names[phase]}" if names else "any")
    yield from table_of(("phase", "codes"), ((", ".join(p), meant) for meant, p in same.items()))


def phase_names(observation: Layout) -> tuple[str, ...]:
    return next((span.names for span in spans(observation) if span.what.startswith(PHASE)), ())


# What a seat sees


def observation_lines(observed: Iterable[Span]) -> Iterator[str]:
    """A table for what comes once, and one for what comes again and again."""
    for (of, times, stride), group in groupby(observed, lambda s: (s.of, s.times, s.stride)):
        parts = list(group)
        last = parts[0].first + times * stride - 1
        again = f"{parts[0].first}–{last}, {times} × {stride} numbers: for each {of}"
        yield f"\n### {again}\n" if of else f"\n### {parts[0].first}–{end(parts)}\n"
        heads = (f"numbers of the first {of.split()[0].strip(',')}" if of else "numbers", "what")
        rows = [(where(span), span.what, which(span)) for span in parts]
        yield from table_of((*heads, "which"), rows)


def end(parts: list[Span]) -> int:
    return parts[-1].first + parts[-1].size - 1


# What random play meets


@cache
def played(game: Game) -> tuple[Met, dict[int, Met]]:
    """Actions in notation, and outcomes by phase, as they were met."""
    actions: Met = {}
    outcomes: dict[int, Met] = {}
    for number, settings in enumerate([*all_settings(game)] * ROUNDS):
        for table, actor, codes in course(interpreted(game), settings, number):
            met = outcomes.setdefault(phase_of(table), {}) if actor == CHANCE else actions
            for code in codes:
                met.setdefault(code, {})[game.show(table, code)] = None
    return actions, outcomes


def phase_of(table: Table) -> int:
    return int(getattr(table, PHASE, 0))


def all_settings(game: Game) -> Iterator[list[int]]:
    """Every number of seats, then every choice of every option, one at a time."""
    for seats in game.seats:
        yield game.settings(seats=seats)
    for option in game.options:
        for chosen in option.choices[1:]:
            yield game.settings({option.name: chosen}, max(game.seats))


def course(
    referee: Referee, settings: list[int], number: int
) -> Iterator[tuple[Table, int, list[int]]]:
    """The tables of a random game, who acts there and what they can do."""
    table = referee.new(settings)
    for step in range(STEPS):
        if referee.is_over(table):
            return
        yield table, referee.to_act(table), referee.codes(table)
        referee.apply(table, referee.draw(table, word(1, number, step)))
