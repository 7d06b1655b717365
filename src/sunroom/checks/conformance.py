"""Checks that every game must pass, made over random play.

Each check takes a referee (interpreted or compiled) and plays games of its own. It returns nothing,
or raises AssertionError with a sentence that names the settings, the seed and the step. To check
your own game, with pytest or without:

    from sunroom.checks.conformance import CHECKS
    from sunroom.engine.referee import interpreted

    for check in CHECKS:
        check(interpreted(my_game))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from sunroom.engine.arrays import Array
from sunroom.engine.referee import CompiledReferee, Referee, interpreted
from sunroom.rules.contract import CHANCE, OVER, SPECTATOR, BadOption, Game
from sunroom.rules.philox import below, word
from sunroom.rules.record import Table
from sunroom.rules.rulebook import code_of, paragraphs, tests_of
from sunroom.rules.words import LANGUAGES, Message, Tongue

GAMES = 2  # random games for each variant of the settings
FIRST_POSITIONS = 250  # of a long game, all of these are checked,
LATER_EVERY = 53  # and after them one in this number
MIXED = 4  # variants that change several options at once
RESHUFFLES = 3  # redeals of one position
SEED = 1
UNSEEN = 997  # added to seeds, so that redeals have other random words than play


@dataclass(frozen=True)
class Position:
    """A table in a random game, with all that is needed to find it again."""

    table: Table
    settings: list[int]
    seed: int
    step: int

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.settings[0]

    def __str__(self) -> str:
        return f"settings {self.settings}, seed {self.seed}, step {self.step}"


def variants(game: Game) -> Iterator[list[int]]:
    """The settings to check: each number of seats, each choice of each option, some mixtures."""
    for seats in game.seats:
        yield game.settings(seats=seats)
    values = {option.name: option.choices or option.examples for option in game.options}
    for name, texts in values.items():
        for text in texts[1:] if game.option(name).choices else texts:
            yield _settings(game, {name: text}, 0)
    for n in range(MIXED if values else 0):
        mixed = {
            name: texts[below(word(n, 0, i), len(texts))]
            for i, (name, texts) in enumerate(values.items())
        }
        yield _settings(game, mixed, n)


def _settings(game: Game, chosen: dict[str, str], n: int) -> list[int]:
    """These options with the first number of seats that they allow, beginning with the *n*-th."""
    for seats in (*game.seats[n % len(game.seats) :], *game.seats):
        try:
            return game.settings(chosen, seats)
        except BadOption:
            continue
    raise AssertionError(f"{chosen} is possible with no number of seats")


def positions(referee: Referee, games: int = GAMES, every: int = 1) -> Iterator[Position]:
    """The positions to check: of each random game the first ones, some later ones, and the last.

    Slow checks pass *every* to get one position in that number. Of long games that are interpreted
    there is only one for each variant.
    """
    for settings in variants(referee.game):
        for seed in range(games if pace(referee) == 1 else 1):
            played = random_game(referee, tuple(settings), seed)
            for step, table in played:
                if (step + seed) % every == 0 or step == played[-1][0]:
                    yield Position(referee.game.table.frombytes(table), settings, seed, step)


@lru_cache(maxsize=256)  # many checks use the same games
def random_game(referee: Referee, settings: tuple[int, ...], seed: int) -> list[tuple[int, bytes]]:
    """The steps of a random game that are checked, with the bytes of their tables."""
    found = []
    table = referee.new(list(settings))
    for step in range(referee.game.longest + 1):
        over = referee.is_over(table)
        if over or step < FIRST_POSITIONS or step % LATER_EVERY == 0:
            found.append((step, table.tobytes()))
        if over:
            break
        referee.apply(table, referee.draw(table, word(seed, 0, step)))
    return found


def actions_are_ascending_and_there_until_the_end(referee: Referee) -> None:
    """Legal actions and outcomes are distinct, ascending and in range; there are none only at the
    end.
    """
    game = referee.game
    for at in positions(referee):
        actor = referee.to_act(at.table)
        legal, chances = referee.legal(at.table), referee.chances(at.table)
        assert actor in (CHANCE, OVER) or 0 <= actor < at.seats, f"{at}: {actor} cannot act"
        assert bool(chances) == (actor == CHANCE), f"{at}: chances {chances}, but {actor} acts"
        assert bool(legal) == (actor >= 0), f"{at}: legal {legal}, but {actor} acts"
        found = [outcome for outcome, _ in chances] or legal
        assert found == sorted(set(found)), f"{at}: not ascending and distinct: {found}"
        bound = game.outcomes if chances else game.actions
        assert all(0 <= code < bound for code in found), (
            f"{at}: a code is not below {bound}: {found}"
        )
        assert all(weight > 0 for _, weight in chances), f"{at}: weights {chances}"


def asking_changes_nothing(referee: Referee) -> None:
    """No question changes the table."""
    game = referee.game
    for at in positions(referee, every=pace(referee)):
        before = at.table.tobytes()
        legal = referee.codes(at.table)
        for action in legal:
            game.show(at.table, action)
        for action in legal[:2]:
            after = at.table.copy()
            referee.apply(after, action)
            applied = after.tobytes()
            game.narrate(at.table, action, after)
            assert after.tobytes() == applied, f"{at}: narrating a step changed the table"
        if referee.to_act(at.table) >= 0:
            game.ask(at.table)
            _refusals(referee, at)
            if game.knowledge.exact is not None:
                game.knowledge.exact(at.table)
        referee.scores(at.table, at.seats)
        for seat in range(at.seats):
            referee.observe(at.table, seat)
            game.view(at.table, seat)
        assert at.table.tobytes() == before, f"{at}: a question changed the table"


def notation_is_read_back(referee: Referee) -> None:
    """read(show(action)) is the action, in each language, and no two actions look alike."""
    game = referee.game
    for at in positions(referee, every=pace(referee)):
        shown = {game.show(at.table, action): action for action in referee.codes(at.table)}
        assert len(shown) == len(referee.codes(at.table)), f"{at}: two actions look alike"
        for text, action in shown.items():
            for said in {game.words.notation(text, language) for language in LANGUAGES}:
                assert game.read(at.table, said) == action, f"{at}: {said!r} is read as another"


def steps_are_deterministic_and_copies_independent(referee: Referee) -> None:
    """The same action on two copies gives the same bytes, and does not change the original."""
    for at in positions(referee):
        original = at.table.tobytes()
        for action in referee.codes(at.table)[:4]:
            one, two = at.table.copy(), at.table.copy()
            referee.apply(one, action)
            assert two.tobytes() == original, f"{at}: a copy changed with another"
            referee.apply(two, action)
            assert one == two, f"{at}: action {action} has two results"
            assert at.table.tobytes() == original, f"{at}: the original changed with its copy"


def games_end_inside_the_bound(referee: Referee) -> None:
    """No random game has more steps than the game declares."""
    game = referee.game
    for settings in variants(game):
        tables = referee.batch(many(referee), settings)
        steps = referee.playouts(tables, SEED)
        for number, step in enumerate(steps.tolist()):
            table = game.table(tables[number : number + 1])
            assert referee.is_over(table), f"table {number} is not over after {step} steps"


def fields_stay_inside_their_types(referee: Referee) -> None:
    """No field reaches the bounds of its type, where compiled code overflows; padding is zero."""
    for settings in variants(referee.game):
        check_fields(referee, referee.batch(many(referee), settings), SEED)


def check_fields(referee: Referee, tables: Array, seed: int) -> int:
    """Play a batch to its end, one step at a time; check every field after every step."""
    steps = np.zeros(len(tables), np.int64)
    for step in range(referee.game.longest + 1):
        check_bounds(referee.game.table, tables, f"seed {seed}, step {step}")
        referee.playouts(tables, seed, steps, limit=step + 1)
        if steps.max() <= step:
            break
    return int(steps.sum())


def check_bounds(kind: type[Table], tables: Array, where: str) -> None:
    """Check the bounds of all fields and the zeros between them, for a whole batch at once."""
    cells, padding = inside(kind)
    for type, here in cells.items():
        numbers = tables.view(type).reshape(len(tables), -1)[:, here]
        for edge in {np.iinfo(type).min, np.iinfo(type).max} - {0}:
            if (numbers == edge).any():
                names = [
                    name for name, field in kind.fields.items() if np.dtype(field.code) == type
                ]
                reached = [name for name in names if (tables[name] == edge).any()]
                raise AssertionError(f"{where}: {', '.join(reached)} has reached {edge}")
    between = tables.view(np.uint8).reshape(len(tables), -1)[:, padding]
    assert not between.any(), f"{where}: padding is not zero"


@cache
def inside(kind: type[Table]) -> tuple[dict[np.dtype[Any], list[int]], Array]:
    """The places of the numbers of each type, in a record read as such numbers; and the padding."""
    cells: dict[np.dtype[Any], list[int]] = {}
    used = np.zeros(kind.size, bool)
    for name, field in kind.fields.items():
        span, size = kind.spans[name], field.itemsize
        cells.setdefault(np.dtype(field.code), []).extend(
            range(span.start // size, span.stop // size)
        )
        used[span] = True
    return cells, np.flatnonzero(~used)


def nobody_sees_what_is_hidden(referee: Referee) -> None:
    """When all that a seat cannot know is redealt, its veiled table, observation and actions stay.

    Conversely, everything that the veil hides is filled by some redeal, and the veil hides exactly
    the fields that the game declares as secret.
    """
    game = referee.game
    hidden, filled = np.zeros((2, max(game.seats), game.table.size), bool)
    for at in positions(referee, every=pace(referee)):
        for seat in range(at.seats):
            veiled = at.table.copy()
            referee.veil(veiled, seat)
            hidden[seat] |= _differing(at.table, veiled)
            knowledge = _Knowledge(referee, at, seat, veiled)
            knowledge.check("true", at.table)
            for reshuffle in range(RESHUFFLES):
                other = veiled.copy()
                referee.redeal(other, seat, word(UNSEEN + at.seed, at.step, reshuffle))
                filled[seat] |= _differing(veiled, other)
                knowledge.check("redealt", other)
    secret = set()
    for name, span in game.table.spans.items():
        for seat in np.flatnonzero(hidden[:, span].any(axis=1)).tolist():
            assert filled[seat, span].any(), (
                f"seat {seat}: the veil hides {name}, which no redeal fills"
            )
            secret.add(name)
    assert secret == set(game.secrets), (
        f"the veil hides {sorted(secret)}, but secrets are {sorted(game.secrets)}"
    )


def pace(referee: Referee) -> int:
    """Slow checks take one position in this number.

    It is greater than 1 only for long games that are interpreted, as all ways give the same
    results.
    """
    if isinstance(referee, CompiledReferee):
        return 1
    return min(1 + referee.game.longest // 3000, 7)


def many(referee: Referee) -> int:
    """The number of games that a check plays to the end for each variant of the settings."""
    return max(GAMES * 4 // pace(referee), 1)


class _Knowledge:
    """What a seat knows and may do at a table: the same at every table that it cannot distinguish
    from the true one.
    """

    def __init__(self, referee: Referee, at: Position, seat: int, veiled: Table) -> None:
        self.referee, self.at, self.seat, self.veiled = referee, at, seat, veiled
        self.observed = referee.observe(veiled, seat)
        self.legal = referee.legal(veiled) if referee.to_act(at.table) == seat else None

    def check(self, name: str, table: Table) -> None:
        referee, at, seat = self.referee, self.at, self.seat
        veiled = table.copy()
        referee.veil(veiled, seat)
        assert veiled == self.veiled, f"{at}: seat {seat} can tell the {name} table from others"
        assert referee.observe(table, seat) == self.observed, (
            f"{at}: observe tells seat {seat} something of the {name} table that is hidden"
        )
        assert self.legal is None or referee.legal(table) == self.legal, (
            f"{at}: seat {seat} has other actions on the {name} table than on the veiled one"
        )


def _differing(one: Table, two: Table) -> Array:
    """A mask of the bytes in which two tables differ."""
    return np.asarray(one.cells) != np.asarray(two.cells)  # type: ignore[no-any-return]


def the_log_tells_no_secret(referee: Referee) -> None:
    """Actions that differ only in what a spectator cannot see have the same log."""
    game = referee.game
    for at in positions(referee, every=pace(referee)):
        texts: dict[bytes, tuple[bytes, str]] = {}
        before = at.table.copy()
        referee.veil(before, SPECTATOR)
        for action in referee.codes(at.table):
            after = at.table.copy()
            referee.apply(after, action)
            truth = after.tobytes()
            referee.veil(after, SPECTATOR)
            text = repr(game.narrate(before, action, after))
            other, known = texts.setdefault(after.tobytes(), (truth, text))
            assert text == known or truth == other, f"{at}: the log tells a secret: {text}"


def an_open_table_looks_the_same_to_all(referee: Referee) -> None:
    """Without secrets a view does not depend on the seat, as one view is made for everybody."""
    game = referee.game
    for at in positions(referee, games=1):
        if not game.secrets:
            seen = [game.view(at.table, seat) for seat in range(SPECTATOR, at.seats)]
            assert all(one == seen[0] for one in seen), f"{at}: a view depends on who looks"


def redealt_tables_can_be_played_on(referee: Referee) -> None:
    """A redealt table is complete: play goes on to the end, within the declared length."""
    for at in positions(referee, games=4, every=pace(referee) ** 2):
        if (seat := referee.to_act(at.table)) >= 0:
            table = at.table.copy()
            referee.veil(table, seat)
            referee.redeal(table, seat, word(UNSEEN + at.seed, at.step, 0))
            referee.playout(table, at.seed, UNSEEN, at.step)
            assert referee.is_over(table), f"{at}: a redealt table does not end"


def scores_add_up_as_declared(referee: Referee) -> None:
    """The sum of all scores at the end is within the bounds that the game declares."""
    low, high = referee.game.score_sum
    for at in positions(referee):
        if referee.is_over(at.table):
            total = sum(referee.scores(at.table, at.seats))
            assert low <= total <= high, f"{at}: scores add up to {total}, not {low} to {high}"


def the_shortcut_picks_what_listing_would(referee: Referee) -> None:
    """A game's own `pick` selects the same action as the definition does."""
    game = referee.game
    reference = interpreted(game)
    pick = game.heuristics.pick
    if pick is None:
        return
    for at in positions(referee):
        for lane in range(4):
            drawn = word(UNSEEN + at.seed, at.step, lane)
            if not referee.is_over(at.table):
                assert pick(at.table, drawn) == reference.draw(at.table, drawn), (
                    f"{at}: pick draws another action for {drawn}"
                )


def all_ways_play_the_same(referee: Referee) -> None:
    """Random play gives the same tables as the interpreted rules do, byte for byte."""
    game = referee.game
    reference = interpreted(game)
    if referee is reference:
        return
    for settings in variants(game):
        ours, theirs = (r.batch(GAMES * 4, settings) for r in (referee, reference))
        steps = [r.playouts(t, SEED) for r, t in ((referee, ours), (reference, theirs))]
        assert steps[0].tolist() == steps[1].tolist(), f"settings {settings}: other lengths"
        assert ours.tobytes() == theirs.tobytes(), f"settings {settings}: other tables"


def all_ways_answer_the_same(referee: Referee) -> None:
    """Every answer is the same as that of the interpreted rules, throughout some games."""
    reference = interpreted(referee.game)

    def answers(by: Referee, at: Position) -> list[object]:
        seats = range(at.seats)
        alone = [by.to_act(at.table), by.legal(at.table), by.chances(at.table)]
        hidden = [at.table.copy() for _ in seats]
        for seat, table in enumerate(hidden):
            by.veil(table, seat)
            if by.to_act(at.table) >= 0:
                by.redeal(table, seat, word(UNSEEN, at.step, seat))
        observed = [by.observe(at.table, seat) for seat in seats]
        return [*alone, by.scores(at.table, at.seats), observed, [t.tobytes() for t in hidden]]

    for at in positions(referee, every=pace(reference)) if referee is not reference else ():
        assert answers(referee, at) == answers(reference, at), f"{at}: another answer"


def exact_play_judges_the_legal_actions(referee: Referee) -> None:
    """Exact play judges every legal action and no other."""
    game = referee.game
    if game.knowledge.exact is not None:
        for at in positions(referee, games=1):
            judged = sorted(game.knowledge.exact(at.table))
            assert judged == referee.legal(at.table), f"{at}: judged are {judged}"


def _refusals(referee: Referee, at: Position) -> list[Message]:
    """The game's reasons against each action that is not legal."""
    game = referee.game
    legal = referee.legal(at.table)
    return [game.refuse(at.table, a) for a in range(game.actions) if a not in legal]


def knowledge_fits_the_rules(referee: Referee) -> None:
    """`lean` gives every legal action some weight and no other action any; it changes nothing, and
    neither does `evaluate`.
    """
    game = referee.game
    heuristics = game.heuristics
    out, weight = (interpreted(game).runner.numbers(referee.width) for _ in range(2))
    for at in positions(referee, games=1, every=5):
        before = at.table.tobytes()
        if heuristics.lean is not None and referee.to_act(at.table) >= 0:
            n = heuristics.lean(at.table, out, weight)
            found = out[:n].tolist()
            assert found == referee.legal(at.table), f"{at}: leans to {found}, which is not legal"
            assert min(weight[:n]) > 0, f"{at}: leans to some not at all: {weight[:n].tolist()}"
        if heuristics.evaluate is not None:
            heuristics.evaluate(at.table, out)
        assert at.table.tobytes() == before, f"{at}: thinking about it has changed the table"


def everything_can_be_said(referee: Referee) -> None:
    """Every step, view, question and refusal has its words in every language."""
    game = referee.game
    messages = [Message(f"option_{option.name}", {}) for option in game.options]
    messages += [Message(id, {}) for id in ("title", "why")]
    for at in positions(referee, games=1, every=pace(referee)):
        for action in referee.codes(at.table)[:4]:
            after = at.table.copy()
            referee.apply(after, action)
            messages += game.narrate(at.table, action, after)
        if not referee.is_over(at.table):
            messages.append(game.ask(at.table))
        if referee.to_act(at.table) >= 0:
            messages += _refusals(referee, at)
        for language in LANGUAGES:
            assert game.render(game.view(at.table, 0), Tongue(game.words, language))
    kinds = {(one.id, *sorted(one.args)): one for one in messages}
    for message in kinds.values():
        assert all(game.words.say(message, language) for language in LANGUAGES)


def every_paragraph_has_code_and_a_test(referee: Referee) -> None:
    """The rulebook in both languages, the code and the tests name the same rule ids."""
    game = referee.game
    written = paragraphs(game.folder)
    coded, tested = code_of(game.folder), tests_of(game.folder)
    assert written, f"{game.name} has no rulebook"
    foreign = [id for id in written if not id.startswith(game.prefix)]
    assert not foreign, f"ids of another game: {foreign}"
    translated = paragraphs(game.folder, "de")
    assert list(written) == list(translated), (
        f"the German rulebook has other ids: {set(written) ^ set(translated)}"
    )
    assert set(coded) == set(written), (
        f"in the rulebook or the code only: {set(coded) ^ set(written)}"
    )
    assert set(tested) == set(written), (
        f"in the rulebook or the tests only: {set(tested) ^ set(written)}"
    )
    optional = {option.rule for option in game.options}
    assert optional <= set(written), (
        f"options name ids that are not written: {optional - set(written)}"
    )


CHECKS: tuple[Callable[[Referee], None], ...] = (
    actions_are_ascending_and_there_until_the_end,
    asking_changes_nothing,
    notation_is_read_back,
    steps_are_deterministic_and_copies_independent,
    games_end_inside_the_bound,
    fields_stay_inside_their_types,
    nobody_sees_what_is_hidden,
    the_log_tells_no_secret,
    an_open_table_looks_the_same_to_all,
    redealt_tables_can_be_played_on,
    scores_add_up_as_declared,
    the_shortcut_picks_what_listing_would,
    all_ways_play_the_same,
    all_ways_answer_the_same,
    exact_play_judges_the_legal_actions,
    knowledge_fits_the_rules,
    everything_can_be_said,
    every_paragraph_has_code_and_a_test,
)
