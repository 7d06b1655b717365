"""The review of a match and hints: exact where a game is solved, fair where it is searched, and by
nothing that the seat could not know.
"""

import json
from io import StringIO
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from sunroom import Match, load
from sunroom.cli import review as shell
from sunroom.cli import voice
from sunroom.players import hints, level
from sunroom.players.comparison import (
    WORLDS,
    Consequences,
    Difference,
    compare,
    consequences,
    result,
    sampled_worlds,
)
from sunroom.players.hints import decimal, hint, tongue
from sunroom.players.levels import thinker
from sunroom.players.passes import FIRST, Passes, for_a_while, look
from sunroom.players.review import (
    BEST,
    BLUNDER,
    FINE,
    INACCURACY,
    MISTAKE,
    ReviewedDecision,
    review,
)
from sunroom.players.thinker import Budget, Judgement
from sunroom.rules.contract import CHANCE
from sunroom.rules.words import Moves, grouped

SOLUNA, SOLENIA, GUILD = load("soluna"), load("solenia"), load("guild-solo")
SMALL = Budget(simulations=400)


def soluna(*moves):
    match = Match(SOLUNA, ["Ada", "Bo"], options={"pattern": "5-4-3-0", "rounds": "single"}, seed=1)
    for move in moves:
        match.play(move)
    return match


def solenia(steps, seats=2, seed=3):
    """The beginning of a match played at random."""
    match, rng = Match(SOLENIA, seats=seats, seed=seed), Random(seed)
    for _ in range(steps):
        match.apply(rng.choice(match.actions()))
    return match


# Exact


def test_a_losing_move_is_a_blunder_and_the_better_one_wins():
    match = soluna("open")
    judged = match.exact()
    bad = next(action for action, outlook in judged.items() if not outlook.wins)
    match.apply(bad)
    last = review(match).decisions[-1]

    assert (last.action, last.verdict, last.value, last.best_value) == (bad, BLUNDER, 0, 1)
    assert judged[last.best].wins


def test_perfect_play_has_no_blunder():
    match, rng = soluna(), Random(1)
    while not match.over:
        match.apply(level("master").choose(SOLUNA, match.veiled(match.to_act), rng))
    found = review(match)

    assert {one.verdict for one in found.decisions} == {BEST}
    assert all(one.best == one.action for one in found.decisions)
    assert [summary.costliest for summary in found.summaries()] == [None, None]


def test_forced_moves_and_chance_are_no_decisions():
    match, rng = Match(SOLUNA, options={"rounds": "single"}, seed=3), Random(1)
    while not match.over:
        match.apply(rng.choice(match.actions()))
    choices = [
        n
        for n, (table, step) in enumerate(zip(match.tables, match.history, strict=False))
        if step.actor != CHANCE and len(match.referee.legal(table)) > 1
    ]

    assert [one.step for one in review(match).decisions] == choices
    assert 0 < len(choices) < len(match.history)


def test_a_swap_is_judged_by_the_exact_odds():
    match, rng = Match(GUILD, seed=2), Random(2)
    while len(match.history) < 40:
        match.apply(rng.choice(match.actions()))
    found = review(match).decisions

    assert found
    for one in found:
        worth = GUILD.knowledge.worth(match.tables[one.step])
        assert one.best_value == pytest.approx(max(worth.values()))
        assert one.loss >= 0
        if one.action in worth:
            assert one.value == worth[one.action]


# Searched


def played(*, searching):
    """A match of two equals: both search, or both choose at random."""
    match, rng = Match(SOLENIA, seats=2, seed=4, options={"strips": "plain"}), Random(4)
    while not match.over:
        choices, seat = match.actions(), match.to_act
        if searching and len(choices) > 1:
            table, seed = match.veiled(seat), 1000 + len(match.history)
            budget = Budget(simulations=1500)
            found = thinker(SOLENIA).judge(table, seat, 2, seed=seed, budget=budget)
            match.apply(found[0].action)
        else:
            match.apply(rng.choice(choices))
    return match


def test_a_search_makes_nearly_no_mistakes_and_random_play_many():
    """Between equals: who is hopelessly behind cannot lose much any more."""
    strong, random = (
        review(played(searching=searching), budget=SMALL) for searching in (True, False)
    )

    def errors(found):
        return sum(one.verdict in (MISTAKE, BLUNDER) for one in found.decisions)

    def lost(found):
        return sum(one.loss for one in found.decisions) / len(found.decisions)

    assert errors(strong) <= 4
    assert errors(random) >= 8
    assert lost(strong) * 2 < lost(random)
    costliest = max(one.loss for one in random.decisions)
    assert max(summary.costliest.loss for summary in random.summaries()) == costliest


def test_the_same_seed_gives_the_same_review():
    match = solenia(12)
    one, two = (review(match, budget=Budget(100), seed=9).decisions for _ in range(2))

    assert one == two
    assert one != review(match, budget=Budget(100), seed=10).decisions


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_review_counts_no_loss_below_nothing(seats):
    found = review(solenia(14, seats), budget=Budget(80)).decisions

    assert found
    for one in found:
        assert 0 <= one.value <= one.best_value <= 1
        assert (one.best == one.action) == (one.verdict == BEST)
        assert len(one.points) == seats


def test_what_is_hidden_from_a_seat_changes_nothing():
    """Every table is exchanged for one that the seat to act cannot tell from it."""
    match = solenia(14)
    before = review(match, budget=Budget(120)).decisions
    changed, tables = 0, list(match.tables)
    for n, step in enumerate(match.history):
        match.tables[n] = tables[n]
        if step.actor != CHANCE:
            other = tables[n].copy()
            match.referee.veil(other, step.actor)
            match.referee.redeal(other, step.actor, 77 + n)
            changed += other != tables[n]
            match.tables[n] = other

    assert changed > 5
    assert review(match, budget=Budget(120)).decisions == before


def test_how_far_a_review_is_is_reported():
    match, told = soluna("open", "a>b"), []
    review(match, report=lambda done, total: told.append((done, total)))

    assert told == [(1, 2), (2, 2)]


# In two passes


def passed(match, usual, *, several=1, seconds=0.0):
    """All passes over a match by one of several who judge; the looks in the order they came."""
    passes, came = Passes(match), []

    def go_through():
        while asked := passes.take(several):
            judged = look(match.game, match.seats, asked, closer=passes.closer, usual=usual)
            looks = list(for_a_while(seconds, judged))
            passes.note(asked, looks)
            came.extend(looks)

    go_through()
    firsts = len(came)
    passes.look_closer()
    go_through()
    return came[:firsts], came[firsts:], passes


@pytest.mark.parametrize(("several", "seconds"), [(1, 0.0), (2, 60.0)])
def test_all_are_looked_at_first_and_then_as_closely_as_ever_the_worst_first(several, seconds):
    match, usual = solenia(30), Budget(FIRST + 100)
    first, closer, passes = passed(match, usual, several=several, seconds=seconds)
    chosen = [one.step for one in first if one.found]
    losses = [one.found.loss for one in sorted(first, key=step_of) if one.found]

    assert [one.step for one in first] == passes.steps
    assert {one.first for one in first if one.found} == {FIRST}
    assert sorted(one.step for one in closer) == chosen
    assert {one.first for one in closer} == {0}
    worst = [one.found.loss for step in map(step_of, closer) for one in first if one.step == step]
    assert worst == sorted(losses, reverse=True)
    assert worst[0] > 0
    found = tuple(one.found for one in sorted(closer, key=step_of))
    assert found == review(match, budget=usual).decisions


def step_of(one):
    return one.step


def test_what_is_known_or_asked_for_briefly_is_looked_at_once():
    for match, usual in ((soluna("open"), Budget(9)), (solenia(20), Budget(FIRST))):
        first, closer, passes = passed(match, usual)
        assert closer == []
        assert passes.doubtful == []
        found = tuple(one.found for one in first if one.found)
        assert found == review(match, budget=usual).decisions


def test_first_looks_may_be_the_last():
    match = solenia(20)
    passes = Passes(match)
    asked = passes.take()
    passes.note(asked, list(look(match.game, 2, asked[:3], closer=False)))
    left = passes.leave_it()

    assert sorted(left) == [one.step for one in passes.looks.values() if one.found]
    assert (passes.closer, passes.take()) == (True, [])


def judged_at(loss):
    return ReviewedDecision(0, 0, 1, 2, 0.5, 0.5 + loss, (), 0.0).verdict


def test_verdicts_go_by_the_loss():
    assert [judged_at(loss) for loss in (0, 0.01, 0.06, 0.15, 0.3)] == [
        BEST, FINE, INACCURACY, MISTAKE, BLUNDER,
    ]  # fmt: skip


# Comparing


def test_noise_is_no_difference():
    nothing = consequences(SOLENIA, *decision(), seed=1, budget=SMALL)

    assert Difference(0.10, 0.06, nothing, nothing).sure == 0
    assert Difference(0.10, 0.01, nothing, nothing).sure == 0.10
    assert Difference(-0.10, 0.01, nothing, nothing).sure == 0


def decision():
    """A veiled table of Solenia at which something is to be chosen, the seats, one choice."""
    match = solenia(4)
    while len(match.actions()) < 2:
        match.apply(match.actions()[0])
    return match.veiled(match.to_act), match.seats, match.actions()[0]


def test_an_action_is_as_good_as_itself():
    table, seats, action = decision()
    same = compare(SOLENIA, table, seats, action, action, seed=5, budget=SMALL)

    assert (same.value, same.error, same.sure) == (0, 0, 0)
    assert len(same.better.values) == WORLDS


def test_imagined_worlds_differ_in_what_the_seat_cannot_know_only():
    """A card is chosen, so that nothing is drawn before the next decision."""
    table, _, action = decision()
    seat = SOLENIA.to_act(table)
    worlds = list(sampled_worlds(SOLENIA, table, action, seed=3))
    hands = {world.hand.tobytes() for world in worlds}
    mine = {tuple(world.hand.tolist()[seat]) for world in worlds}

    assert {SOLENIA.to_act(world) for world in worlds} == {seat}
    assert len(hands) > 1
    assert len(mine) == 1


def test_a_result_is_from_nothing_to_all():
    assert result(SOLENIA, (40.0, 30.0), 0) > 0.8
    assert result(SOLENIA, (40.0, 30.0), 1) == pytest.approx(1 - result(SOLENIA, (40.0, 30.0), 0))
    assert result(SOLENIA, (30.0, 30.0), 1) == pytest.approx(0.5)
    assert result(SOLENIA, (30.0,), 0) < result(SOLENIA, (40.0,), 0) < 1
    assert result(SOLENIA, (40.0, 30.0, 20.0), 0) > 0.5 > result(SOLENIA, (40.0, 30.0, 20.0), 1)


# Hints


def moves_in(told):
    return [
        text for value in told.args.values() if isinstance(value, Moves) for text in value.texts
    ]


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_hint_names_a_legal_move_first_and_speaks_both_languages(seats):
    match = solenia(6, seats)
    for _ in range(8):
        told = hint(match, budget=Budget(400))
        assert moves_in(told[0])[0] in match.legal()
        english, german = (
            [tongue(match, language).say(one) for one in told] for language in ("en", "de")
        )
        assert len(english) == len(german) >= 1
        assert all(a != b for a, b in zip(english, german, strict=True))
        match.play(moves_in(told[0])[0])


def test_the_plan_of_a_hint_can_be_played():
    match, planned = solenia(6), 0
    for _ in range(12):
        told = {one.id: one for one in hint(match, budget=Budget(400))}
        best = told.get("hint_best", told.get("hint_only"))
        match.play(moves_in(best)[0])
        if "hint_plan" in told:
            ahead = match.table.copy()
            for move in moves_in(told["hint_plan"]):
                action = SOLENIA.read(ahead, move)
                assert action in match.referee.legal(ahead)
                match.referee.apply(ahead, action)
                planned += 1
    assert planned


def test_a_hint_tells_nothing_that_the_seat_could_not_know():
    match = solenia(9)
    before = hint(match, budget=Budget(400))
    other, seat = match.veiled(match.to_act), match.to_act
    match.referee.redeal(other, seat, 99)
    assert other.tobytes() != match.table.tobytes()
    match.tables[-1] = other

    assert hint(match, budget=Budget(400)) == before


def test_a_hint_for_soluna_is_exact():
    match = soluna("open")
    wins = [SOLUNA.show(match.table, a) for a, outlook in match.exact().items() if outlook.wins]
    told, advice = hint(match)

    assert told.args["n"] == len(wins)
    assert moves_in(told) == wins  # one by one, and side by side where they are read
    assert f" {grouped(wins)}." in tongue(match, "en").say(told)
    assert len(grouped(wins)) < len(", ".join(wins))
    assert advice.args["move"].texts[0] in wins
    match.play(wins[0])
    told, advice = hint(match)
    assert told.id in ("hint_lost", "hint_all_lost")
    assert "verloren" in tongue(match, "de").say(told)
    assert advice.args["move"].texts[0] in match.legal()


def told_of(monkeypatch, chance, points, difference=None):
    """A hint where a search has found this of the first two choices."""
    match = solenia(6)
    first, second = match.actions()[:2]
    seat = match.to_act
    values = (chance, 1 - chance) if seat == 0 else (1 - chance, chance)
    points, *other = (one if seat == 0 else one[::-1] for one in (points, *(difference or ())))
    found = [Judgement(first, 300, chance, points, values), Judgement(second, 100, chance / 2)]
    monkeypatch.setattr(hints, "judgements", lambda *args, **how: found)
    if difference:
        better, worse = (Consequences((), one) for one in other)
        compared = Difference(0.2, 0.01, better, worse)
        monkeypatch.setattr(hints, "compare", lambda *args, **how: compared)
    return match, {one.id: one for one in hint(match, budget=Budget(40))}


@pytest.mark.parametrize(
    ("chance", "points", "said"),
    [(0.58, (35.1, 33.9), True), (0.58, (33.9, 35.1), False), (0.42, (35.1, 33.9), False)],
)
def test_points_that_seem_to_contradict_the_chance_are_not_told(monkeypatch, chance, points, said):
    _, told = told_of(monkeypatch, chance, points)
    assert "hint_best" in told
    assert ("hint_points" in told) is said


def test_a_choice_that_costs_points_says_in_one_sentence_what_it_costs_the_rival(monkeypatch):
    match, told = told_of(monkeypatch, 0.6, (30.0, 20.0), ((30.0, 20.0), (32.0, 25.0)))
    assert {"hint_gains", "hint_takes", "hint_gives", "hint_next"}.isdisjoint(told)
    said = tongue(match, "en").say(told["hint_costs"])
    assert "2.0 points less" in said
    assert said.endswith("5.0 less.")


def test_where_points_do_not_say_why_a_choice_is_better_its_chance_does(monkeypatch):
    _, told = told_of(monkeypatch, 0.6, (30.0, 20.0), ((30.0, 20.0), (32.0, 20.0)))
    assert "hint_next" in told
    assert {"hint_costs", "hint_gains", "hint_takes", "hint_gives"}.isdisjoint(told)


def test_the_hint_of_a_companion_is_its_own_advice():
    match, rng = Match(GUILD, seed=2), Random(2)
    while len(match.history) < 9:
        match.apply(rng.choice(match.actions()))
    told = hint(match)

    assert told == GUILD.knowledge.advise(match.veiled(0))
    assert all(tongue(match, language).say(one) for one in told for language in ("en", "de"))


def test_chance_gets_no_advice():
    match = Match(SOLUNA, by_hand=True)

    assert [one.id for one in hint(match)] == ["hint_chance"]


@pytest.mark.parametrize(
    ("number", "english", "german"),
    [(12.34, "12.3", "12,3"), (-0.96, "−1.0", "−1,0"), (-0.01, "0.0", "0,0")],
)
def test_numbers_are_written_as_the_language_does(number, english, german):
    match = soluna()

    assert tongue(match, "en").say(decimal(number)) == english
    assert tongue(match, "de").say(decimal(number)) == german


# In the shell


@pytest.fixture
def saved(tmp_path):
    """A saved round of Soluna with a blunder in it."""
    match = soluna("open")
    bad = next(action for action, outlook in match.exact().items() if not outlook.wins)
    match.apply(bad)
    rng = Random(1)
    while not match.over:
        match.apply(level("master").choose(SOLUNA, match.veiled(match.to_act), rng))
    file = tmp_path / "match.json"
    match.save(file)
    return file


def told(capsys, file, language, **how):
    voice.chosen.set(language)
    usual = {"simulations": 50, "plot": None, "as_json": False}
    shell.review(file, None, **(usual | how))
    voice.chosen.set(None)
    return capsys.readouterr().out


def test_a_review_is_told_and_drawn(saved, capsys):
    out = told(capsys, saved, "en")
    assert "blunder: " in out
    assert "was better (100 %)" in out
    drawn = saved.with_suffix(".review.svg")
    assert str(drawn) in out.replace("\n", "")
    marks = [found.text for found in ET.parse(drawn).iter("{http://www.w3.org/2000/svg}title")]
    assert any("blunder" in text for text in marks[1:])

    assert "grober Fehler: besser war " in told(capsys, saved, "de")


def test_a_review_as_data(saved, capsys, tmp_path):
    plot = tmp_path / "course.svg"
    found = json.loads(told(capsys, saved, "en", as_json=True, plot=plot))

    assert plot.exists()
    assert found["game"] == "soluna"
    blunders = [one for one in found["decisions"] if one["verdict"] == "blunder"]
    assert blunders
    assert all(one["best"] != one["move"] and one["loss"] == 1 for one in blunders)
    assert sum(seat["verdicts"]["blunder"] for seat in found["seats"]) == len(blunders)
    assert sum(seat["decisions"] for seat in found["seats"]) == len(found["decisions"])


def test_the_worst_that_a_first_look_finds_is_told_at_once():
    match = solenia(60)
    first, _, _ = passed(match, Budget(FIRST + 1))
    passes, out = Passes(match), StringIO()
    passes.note([], first)
    voice.chosen.set("en")
    shell.show_first_look(passes, Console(file=out, force_terminal=True, width=200))
    voice.chosen.set(None)
    said, *told = out.getvalue().splitlines()
    losses = [passes.looks[step].found for step in passes.doubtful[:3]]

    assert f"with {FIRST} simulations" in said
    assert [shell.better(match, one) in line for one, line in zip(losses, told, strict=True)] == [
        True, True, True,
    ]  # fmt: skip


def test_a_match_in_which_nobody_has_decided_is_refused(tmp_path):
    file = Path(tmp_path / "new.json")
    soluna().save(file)

    with pytest.raises(shell.NothingDecided) as why:
        shell.review(file, None, simulations=50, plot=None, as_json=False)
    assert "nothing to review" in why.value.say("en")
    assert not file.with_suffix(".review.svg").exists()
