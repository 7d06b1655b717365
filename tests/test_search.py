"""Search: honest, repeatable, and better the longer it thinks."""

from random import Random

import pytest

from sunroom import Match, load
from sunroom.engine import runner
from sunroom.engine.referee import compiled_if_possible
from sunroom.players import LEVELS, level
from sunroom.players.levels import NoOpponent, foreseen, thinker
from sunroom.players.thinker import BadBudget, Budget, Thinker

SOLUNA, SOLENIA = load("soluna"), load("solenia")


def opened(pattern="3-3-3-3"):
    """A Soluna round whose first player is to move."""
    match = Match(SOLUNA, options={"pattern": pattern, "rounds": "single"}, seed=1)
    match.play("open")
    return match


def found(match, **budget):
    seat = match.to_act
    return thinker(match.game).judge(
        match.veiled(seat), seat, match.seats, seed=7, budget=Budget(**budget)
    )


@pytest.mark.parametrize("pattern", ["5-4-3-0", "4-3-3-2", "6-4-1-1"])
def test_a_search_finds_the_winning_moves_of_a_solved_game(pattern):
    """With the end near, it prefers a move that wins wherever there is one."""
    match = opened(pattern)
    rng, tried = Random(1), 0
    while not match.over:
        judged = match.exact()
        if len(judged) <= 20 and len({o.wins for o in judged.values()}) == 2:
            tried += 1
            assert judged[found(match, simulations=4000)[0].action].wins
        match.apply(rng.choice(match.actions()))
    assert tried


def test_the_same_seed_and_simulations_give_the_same_judgement():
    match = Match(SOLENIA, seats=3, seed=2)
    one, two = (found(match, simulations=500) for _ in range(2))

    assert one == two
    assert sum(judgement.tried for judgement in one) == 500


@pytest.mark.skipif(not runner.available(), reason="compiled rules are switched off")
@pytest.mark.parametrize("name", ["soluna", "solenia", "solaris"])
def test_the_interpreted_search_is_the_compiled_one(name):
    match = opened() if name == "soluna" else Match(name, seed=3)
    written = Thinker(match.game, "interpreted")
    seat = match.to_act
    theirs = written.judge(match.veiled(seat), seat, match.seats, seed=7, budget=Budget(60))

    ours = found(match, simulations=60)
    assert [(j.action, j.tried, j.points) for j in theirs] == [
        (j.action, j.tried, j.points) for j in ours
    ]


def test_what_is_hidden_changes_nothing():
    """Two tables that a seat cannot tell apart are judged alike."""
    match = Match(SOLENIA, seats=2, seed=2)
    seat = match.to_act
    other = match.veiled(seat)
    match.referee.redeal(other, seat, 99)
    match.referee.veil(other, seat)
    judged = thinker(SOLENIA).judge(other, seat, 2, seed=7, budget=Budget(300))

    assert judged == found(match, simulations=300)


def test_only_legal_actions_are_judged():
    match = Match(SOLENIA, seats=4, seed=5)
    for _ in range(30):
        judged = found(match, simulations=60)
        assert {j.action for j in judged} <= set(match.actions())
        assert all(0 <= j.value <= 1 for j in judged)
        match.apply(judged[0].action)


def test_a_few_hundred_simulations_beat_random_play():
    referee = compiled_if_possible(SOLENIA)
    rng, won = Random(3), 0
    for deal in range(10):
        match = Match(SOLENIA, seats=2, seed=deal, referee=referee)
        while not match.over:
            if match.to_act == deal % 2:
                match.apply(found(match, simulations=200)[0].action)
            else:
                match.apply(rng.choice(match.actions()))
        won += match.winners() == [deal % 2]

    assert won >= 9


@pytest.mark.parametrize(
    "budget", [{}, {"simulations": 0}, {"seconds": 0}, {"seconds": -1.0, "simulations": 5}]
)
def test_a_budget_of_nothing_is_refused(budget):
    with pytest.raises(BadBudget):
        found(opened(), **budget)


def test_of_two_budgets_the_first_to_end_counts():
    from time import perf_counter

    match = Match(SOLENIA, seats=2, seed=2)
    start = perf_counter()
    judged = found(match, simulations=50, seconds=30)

    assert sum(judgement.tried for judgement in judged) == 50
    assert perf_counter() - start < 10


def test_a_slow_machine_decides_the_same(monkeypatch):
    """Portions of simulations do not depend on the clock where simulations are counted."""
    from sunroom.players import thinker as module

    match = Match(SOLENIA, seats=3, seed=4)
    club = level("club")
    one = list(club.decisions(SOLENIA, match.veiled(match.to_act), Random(1), 3))
    monkeypatch.setattr(module, "SLICE", 1e-7)

    assert list(club.decisions(SOLENIA, match.veiled(match.to_act), Random(1), 3)) == one


def test_thinking_stops_in_time():
    """A budget in seconds is kept to a few hundredths, whatever the machine is busy with."""
    from time import perf_counter

    match = Match(SOLENIA, seats=2, seed=2)
    found(match, simulations=10)
    start = perf_counter()
    found(match, seconds=0.2)

    assert 0.15 < perf_counter() - start < 1.0


@pytest.mark.parametrize("name", [found.name for found in LEVELS[:4]])
def test_each_level_plays_solenia_with_legal_actions(name):
    match = Match(SOLENIA, seats=3, seed=4, referee=compiled_if_possible(SOLENIA))
    rng = Random(1)
    for _ in range(12):
        action = level(name).choose(SOLENIA, match.veiled(match.to_act), rng, match.seats)
        assert action in match.actions()
        match.apply(action)


def test_a_turn_is_one_tree():
    """Through the small decisions of a turn the tree grows on; what was known of the next one is
    there before anything is tried again.
    """
    match = Match(SOLENIA, seats=2, seed=2, referee=compiled_if_possible(SOLENIA))
    seat, search = match.to_act, thinker(SOLENIA)
    first = found(match, simulations=600)[0]
    match.apply(first.action)
    assert match.to_act == seat
    again = search.go_on(match.veiled(seat), first.action, budget=Budget(1))

    assert sum(judgement.tried for judgement in again) == first.tried  # its own visit grew a node
    assert {judgement.action for judgement in again} <= set(match.actions())


def test_decisions_of_a_turn_follow_each_other():
    match = Match(SOLENIA, seats=2, seed=2, referee=compiled_if_possible(SOLENIA))
    seat = match.to_act
    decisions = list(level("club").decisions(SOLENIA, match.veiled(seat), Random(1), 2))

    assert len(decisions) > 1
    for decision in decisions:
        assert match.veiled(seat).tobytes() == decision.table
        assert decision.action in match.actions()
        match.apply(decision.action)
    assert match.to_act != seat or match.history[-1].actor < 0


def test_what_a_seat_foresees_is_what_it_will_see():
    """Also where a card lies face down that it does not know: there it foresees nothing."""
    solaris = load("solaris")
    referee, rng, unforeseen = compiled_if_possible(solaris), Random(8), 0
    for seed in range(12):
        match = Match(solaris, seats=3, seed=seed, options={"ending": "race"}, referee=referee)
        while not match.over:
            seat, action = match.to_act, rng.choice(match.actions())
            after = foreseen(referee, match.veiled(seat), action)
            match.apply(action)
            unforeseen += after is None
            if after is not None and referee.to_act(after) == seat:
                assert match.to_act == seat
                assert match.veiled(seat) == after
    assert unforeseen


def test_thinking_can_be_stopped_at_any_time():
    """Asked every few milliseconds: of a minute's budget nothing is used after that."""
    from time import perf_counter

    match = Match(SOLENIA, seats=2, seed=2)
    seat, start = match.to_act, perf_counter()
    judged = thinker(SOLENIA).judge(
        match.veiled(seat), seat, 2,
        seed=7, budget=Budget(seconds=60), stop=lambda: perf_counter() - start > 0.1,
    )  # fmt: skip

    assert judged
    assert perf_counter() - start < 5


def test_a_decided_choice_is_not_thought_about_any_longer():
    match = Match(SOLENIA, seats=2, seed=2)
    seat, search = match.to_act, thinker(SOLENIA)
    judged = search.judge(match.veiled(seat), seat, 2, seed=7, budget=Budget(4000), decide=True)

    left = 4000 - search.simulations
    assert judged[0].tried - judged[1].tried > left
    assert judged[0].action == found(match, simulations=4000)[0].action


def test_nobody_opposes_a_companion():
    guild = load("guild-solo")
    match = Match(guild, seed=1)

    with pytest.raises(NoOpponent):
        level("club").choose(guild, match.veiled(0), Random(1), 1)
