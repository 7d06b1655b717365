"""Soluna solved: against an independent search, and against what has been published."""

from collections import Counter

import pytest

from sunroom import Match
from sunroom.games.soluna.notation import UnreadablePosition
from sunroom.games.soluna.solver import exact, position, reachable, solve, solved, starts, throws

from . import independent


def test_there_are_34_patterns_of_which_16_can_be_thrown():
    assert len(starts()) == len(set(starts())) == 34
    assert len(throws()) == 16
    assert sum(throws().values()) == 2**12


def test_the_positions_that_a_throw_can_lead_to_are_as_many_as_published():
    """By the number of towers left, from twelve down to one."""
    found = set().union(*map(reachable, throws()))
    by_towers = Counter(sum(map(len, here)) for here in found)

    assert [by_towers[left] for left in range(12, 0, -1)] == [
        16, 41, 109, 203, 317, 378, 377, 274, 152, 54, 12, 1,
    ]  # fmt: skip
    assert len(found) == 1934


def test_the_commonest_throw_is_4_3_3_2():
    """The facts give 29.9 % for 4-3-3-2 and 3.7 % for 3-3-3-3."""
    assert max(starts(), key=lambda p: solve(p)["throws"]) == "4-3-3-2"
    assert round(100 * solve("4-3-3-2")["throws"] / 4096, 1) == 29.9
    assert round(100 * solve("3-3-3-3")["throws"] / 4096, 1) == 3.7


@pytest.mark.parametrize("pattern", starts())
def test_an_independent_search_finds_the_same(pattern):
    start = independent.start([int(n) for n in pattern.split("-")])
    ours = solve(pattern)

    assert ours["winner"] == ("first" if independent.wins(start) else "second")
    assert ours["grundy"] == independent.grundy(start)
    assert ours["winning_moves"] == independent.winning_moves(start)
    assert ours["states"] == independent.reachable(start)
    assert ours["shortest"] == independent.shortest(start)
    assert ours["longest"] == independent.longest(start)
    assert ours["length"] == independent.length(start)


def test_the_second_player_wins_3_3_3_3():
    """Goadrich 2004; Georgakopoulos and Winkler 2012."""
    assert solve("3-3-3-3")["winner"] == "second"


@pytest.mark.parametrize("total", range(3, 15))
def test_the_two_colour_theorem(total):
    """Goadrich and Schlatter 2011, Georgakopoulos and Winkler 2012: with two symbols the second
    player wins exactly when the total is even and the minority has at least three discs.
    """
    for minority in range(1, total // 2 + 1):
        start = position([(0, 1)] * (total - minority) + [(1, 1)] * minority)
        second = total % 2 == 0 and minority >= 3

        assert (solved(start).grundy == 0) == second, (total - minority, minority)


def test_grundy_values_predict_the_sum_of_two_tables():
    """Bouton's theorem, checked by playing two small tables at once without Grundy values."""
    small = [
        position([(s, 1) for s in range(k) for _ in range(n)]) for k in (1, 2) for n in (1, 2, 3)
    ]
    for one in small:
        for two in small:
            together = solved(one).grundy != solved(two).grundy
            assert _first_wins_both(one, two) == together, (one, two)


def _first_wins_both(one, two):
    from sunroom.games.soluna.solver import stackings

    after = [(there, two) for there in stackings(one)] + [(one, there) for there in stackings(two)]
    return any(not _first_wins_both(*both) for both in after)


def test_a_position_can_be_asked_as_well():
    answer = solve("S3 M1 M1")

    assert answer["winner"] == "first"  # M1 onto M1, then nothing is left
    assert answer["wins_by"] == ["M1>M1"]
    assert answer["winning_moves"] == 2
    assert answer["longest"] == 1
    assert "throws" not in answer


def test_a_position_without_stackings_is_lost():
    answer = solve("S1 M2 T3")

    assert (answer["winner"], answer["grundy"], answer["states"]) == ("second", 0, 1)
    assert (answer["winning_moves"], answer["shortest"], answer["longest"]) == (0, 0, 0)


def test_renaming_the_symbols_changes_nothing():
    assert solve("0-3-4-5")["grundy"] == solve("5-4-3-0")["grundy"]
    assert position([(0, 2), (3, 1)]) == position([(1, 1), (2, 2)])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5-4-3-1", "makes 13 discs"),
        ("5-4", "makes 9 discs"),
        ("S3 X1", "is no position"),
        ("S0 M1", "at least 1 high"),
        ("S9 M9", "has 18 discs"),
        ("", "is no position"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text, why):
    with pytest.raises(UnreadablePosition, match=why):
        solve(text)


def test_every_legal_action_is_judged_and_the_judgement_holds():
    """Exact play from any position: a winning action leaves only losing ones, and the other way."""
    match = Match("soluna", seed=3, options={"rounds": "single"})
    while not match.over:
        judged = match.exact()
        assert sorted(judged) == match.actions()
        best = max(judged, key=lambda action: (judged[action].wins, -judged[action].length))
        won = judged[best].wins
        mine = match.to_act
        match.apply(best)
        if not match.over and match.to_act != mine:
            assert any(o.wins for o in match.exact().values()) == (not won)


def test_whoever_chooses_wins_the_round():
    """A consequence worth knowing: the chooser picks the winning side of any pattern."""
    match = Match("soluna", seed=1)
    while not match.over:
        judged = match.exact()
        match.apply(max(judged, key=lambda action: judged[action].wins))

    assert match.scores() == [4, 3]  # so the rounds alternate, and the younger player wins


def test_exact_judges_nothing_when_nobody_decides():
    from sunroom import load
    from sunroom.engine.referee import interpreted

    game = load("soluna")

    assert exact(interpreted(game).new(game.settings())) == {}


def test_all_patterns_together_reach_few_positions():
    everything = set().union(
        *(
            reachable(
                position([(s, 1) for s, n in enumerate(map(int, p.split("-"))) for _ in range(n)])
            )
            for p in starts()
        )
    )

    assert len(everything) == 2133
