"""The odds: exact, against brute force and against play."""

from fractions import Fraction
from functools import cache
from itertools import permutations

import pytest

from sunroom.checks.conformance import variants
from sunroom.engine.referee import CompiledReferee, compiled_if_possible
from sunroom.games.guild_solo import outlook
from sunroom.games.guild_solo.outlook import Rules, bag_of, orders_of, start_chance, won
from sunroom.games.guild_solo.state import CHECK, LOST_TURNS, NUMBER, PLACED, SWAP, TURN
from sunroom.rules.contract import CHANCE
from sunroom.rules.philox import word

from .scene import GAME, GUILDS

SIXTEEN = Rules(16, 1)


def test_gld_9_4_without_swaps_two_finals_are_reached_in_5_of_17_games():
    """The last two of 18 tiles must be of one guild: 3 * C(6,2) / C(18,2)."""
    assert start_chance(0) == Fraction(3 * 15, 153) == Fraction(5, 17)


def test_gld_9_4_more_swaps_never_harm_and_sixteen_are_as_good_as_any():
    chances = [start_chance(k) for k in range(17)]

    assert chances == sorted(chances)
    assert chances[16] == start_chance(None) == start_chance(99)
    assert chances[1] > chances[0]


def brute_force(placed, queue, k, rules):
    """The best chance by a plain search that keeps the bag as a list and knows no symmetry."""

    @cache
    def best(placed, queue, bag, k, turn):
        if sum(n == 6 for n in placed) >= 2:
            return Fraction(1)
        if turn > rules.turns:
            return Fraction(0)
        ways = [(queue, k)]
        if k > 0:
            ways += [((queue[1], queue[0], *queue[2:]), k - 1)]
            if len(queue) > 2:
                ways += [((queue[0], queue[2], queue[1]), k - 1)]
        return max(after(placed, *way, bag, turn) for way in ways)

    def after(placed, queue, k, bag, turn):
        now = list(placed)
        now[queue[0]] += 1
        if not bag:
            return best(tuple(now), queue[1:], bag, k, turn + 1)
        chances = [
            best(tuple(now), (*queue[1:], tile), bag[:n] + bag[n + 1 :], k, turn + 1)
            for n, tile in enumerate(bag)
        ]
        return sum(chances) / len(chances)

    bag = tuple(g for g, n in enumerate(bag_of(placed, queue)) for _ in range(n))
    return best(placed, queue, bag, k, sum(placed) + 1)


@pytest.mark.parametrize("k", [0, 1, 2, 5])
@pytest.mark.parametrize(
    ("placed", "queue"),
    [
        ((4, 3, 3), (0, 1, 2)),
        ((3, 3, 3), (1, 1, 2)),
        ((5, 5, 2), (2, 2, 0)),
        ((4, 4, 4), (0, 1, 2)),
        ((5, 5, 5), (0, 1, 2)),
        ((2, 4, 4), (0, 0, 2)),
    ],
)
def test_gld_9_4_the_count_agrees_with_a_plain_search(placed, queue, k):
    wins = won(placed, queue, SIXTEEN)[k]

    assert Fraction(wins, orders_of(bag_of(placed, queue))) == brute_force(
        placed, queue, k, SIXTEEN
    )


def test_gld_9_4_guilds_are_exchangeable():
    for names in permutations(range(3)):
        queue = tuple(names[g] for g in (0, 0, 1))
        placed = [0, 0, 0]
        for guild, n in enumerate((3, 2, 4)):
            placed[names[guild]] = n
        assert won(tuple(placed), queue, SIXTEEN) == won((3, 2, 4), (0, 0, 1), SIXTEEN)


def test_gld_9_4_without_a_limit_two_finals_are_always_reached():
    assert won((0, 0, 0), (0, 1, 2), Rules(18, 1))[0] == orders_of((5, 5, 5))


# A table


def test_the_best_swap_and_what_it_brings(scene):
    """Turn 16: only if blue is placed are the last two tiles of one guild."""
    table = scene().queue("red", "blue", "red").rows(red=4, green=6, blue=5)
    found = table.view()["outlook"]

    assert found["without"]["value"] == 0
    assert found["unlimited"]["value"] == 1
    assert found["swaps"]["keep"]["value"] == 0
    assert found["swaps"]["swap-1-2"]["value"] == 1
    told = [GAME.words.say(m, "en") for m in GAME.knowledge.advise(table.s)]
    assert told[1] == "Best now: swap-1-2, from 0.0 % to 100.0 %."


def test_the_purse_counts_where_there_is_a_ledger(scene):
    found = scene(facts="ledger").own(jar=7).view()["outlook"]

    assert found["purse"] == found["by_swaps"][2]
    assert scene().view()["outlook"]["purse"] is None


def test_what_can_no_longer_be_reached_is_said(scene):
    table = scene().queue("red", "green", "blue").rows(red=5, green=5, blue=5)
    assert not table.view()["outlook"]["reachable"]
    from sunroom.rules.words import Tongue

    assert "can no longer be reached" in GAME.render(table.view(), Tongue(GAME.words, "en"))


def test_the_next_tiles_with_field_and_turn(scene):
    table = scene().queue("red", "red", "blue").rows(red=3, green=1)
    table.s.row[2] = 0  # blue has no row yet

    assert table.view()["outlook"]["coming"] == [
        {"guild": "red", "field": "A4", "turn": 5},
        {"guild": "red", "field": "A5", "turn": 6},
        {"guild": "blue", "field": "C1", "turn": 7},
    ]


def test_rows_that_may_stay_unfinished(scene):
    """At the start a guild is among the last two tiles unless both are of the other twelve."""
    found = scene().view()["outlook"]["unfinished"]
    expected = 1 - Fraction(10 * 9, 15 * 14)  # five of each are in the bag
    assert {c["fraction"] for c in found.values()} == {str(expected)}

    last = scene().queue("red", "blue", "red").rows(red=4, green=6, blue=5).view()["outlook"]
    assert [last["unfinished"][g]["value"] for g in GUILDS] == [1, 0, 1]


def test_with_several_swaps_a_turn_the_first_counts_for_what_may_follow(scene):
    """Only blue helps, and it lies on III: two swaps bring it to I."""
    table = scene(swaps="many").queue("red", "red", "blue").rows(red=4, green=6, blue=5)
    swaps = table.view()["outlook"]["swaps"]
    assert {name: chance["value"] for name, chance in swaps.items()} == {"keep": 0, "swap-2-3": 1}

    table = scene(swaps="many").queue("blue", "red", "red").rows(red=4, green=6, blue=5)
    table.do("swap-1-2", "swap-2-3", "swap-2-3")
    assert table.legal() == ["keep"]  # three swaps are all
    found = table.view()["outlook"]
    assert list(found["swaps"]) == ["keep"]
    assert not found["reachable"]


def test_tiles_that_are_left_over_come_nowhere(scene):
    coming = scene().queue("red", "blue", "red").rows(red=4, green=6, blue=5).view()["outlook"]

    assert [c["turn"] for c in coming["coming"]] == [16]


# Play


@pytest.mark.parametrize("k", [0, 1, None])
def test_games_played_reach_two_finals_as_often_as_reckoned(k):
    """The rules are played, every condition is met, swaps are those that the outlook advises."""
    referee = compiled_if_possible(GAME)
    games, reached = 3000, 0
    for number in range(games):
        reached += plays_to_two_finals(referee, number, 16 if k is None else k)
    chance = float(start_chance(k))
    error = (chance * (1 - chance) / games) ** 0.5

    assert abs(reached / games - chance) < 3 * error


def plays_to_two_finals(referee, number, k):
    table = referee.new(GAME.settings())
    step = 0
    while table.met < 2 and not referee.is_over(table):
        if referee.to_act(table) == CHANCE:
            action = referee.draw(table, word(7, number, step))
        elif table.phase == SWAP:
            judged = outlook.judged(table, k)
            best = max(judged, key=judged.get)
            action = GAME.read(table, best)
            k -= best != "keep"
        else:
            answer = {NUMBER: "skip", CHECK: "yes", PLACED: "placed", TURN: "next"}[table.phase]
            action = GAME.read(table, answer)
        referee.apply(table, action)
        step += 1
    return table.met == 2


def test_a_hundred_thousand_random_games():
    """Never a seventh tile in a row; by turn 16 a final was reached; every tile is somewhere."""
    referee = compiled_if_possible(GAME)
    number = 100_000 if isinstance(referee, CompiledReferee) else 300
    tables = referee.batch(number, GAME.settings())
    steps = referee.playouts(tables, 20)

    assert steps.max() < 400
    assert tables["filled"].max() <= 6
    to_the_end = tables[tables["result"] == LOST_TURNS]
    assert len(to_the_end) > 0
    assert (to_the_end["met"] == 1).all()
    assert ((to_the_end["filled"] == 6).sum(axis=1) == 1).all()
    for settings in variants(GAME):
        some = referee.batch(max(number // 100, 20), settings)
        referee.playouts(some, 21)
        assert some["filled"].max() <= 6
        assert (some["lost_mines"] == lost_mines(some["outcome"])).all()


def lost_mines(outcome):
    mines = [1, 3, 9, 10, 12, 14, 15]

    return (outcome[:, mines] == 2).sum(axis=1)
