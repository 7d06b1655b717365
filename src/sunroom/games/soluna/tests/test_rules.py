"""The paragraphs of the rulebook, one by one, interpreted and compiled."""

from collections import Counter
from random import Random

import pytest

from sunroom import Match, load
from sunroom.games.soluna.rules import OPEN
from sunroom.games.soluna.state import DISCS, PLACES, SIDES, STARS, SYMBOLS
from sunroom.rules.contract import CHANCE, OVER, IllegalAction

GAME = load("soluna")


@pytest.fixture
def new(way):
    """A match with a pattern by hand: twelve letters of S, M, T, C for the places a to l."""

    def make(pattern="SSSMMMTTTCCC", **options):
        return Match(GAME, options={"pattern": pattern} | options, referee=way(GAME))

    return make


def play(match, *moves):
    for move in moves:
        match.play(move)
    return match


def tower(match, place):
    return match.view(0)["towers"]["abcdefghijkl".index(place)]


def play_round(match, pick=0):
    """One legal stacking after the other until a star is taken; the seat that stacked last."""
    before = list(match.table.stars)
    while list(match.table.stars) == before:
        last = match.to_act
        match.play(match.legal()[pick])
    return last


# 1 Components


def test_lun_1_1_twelve_discs_with_four_symbols():
    shown = {disc[side] for disc in DISCS.pieces for side in ("front", "back")}

    assert len(DISCS.pieces) == 12
    assert shown == set(SYMBOLS) == {"sun", "moon", "stars", "comet"}


def test_lun_1_1a_every_pair_of_symbols_is_on_two_discs():
    pairs = Counter(frozenset((disc["front"], disc["back"])) for disc in DISCS.pieces)

    assert len(pairs) == 6
    assert set(pairs.values()) == {2}
    assert all(len(pair) == 2 for pair in pairs)
    assert DISCS.by_status() == {"certain": 12}
    assert [sorted(faces) for faces in SIDES] == [
        sorted(SYMBOLS.index(disc[side]) for side in ("front", "back")) for disc in DISCS.pieces
    ]


def test_lun_1_2_seven_stars_are_enough_for_the_longest_match(new):
    match = play(new("12-0-0-0"), "open")
    # With one symbol every round has eleven stackings, so whoever opens wins it.
    while not match.over:
        if match.table.phase == 1:
            match.play("open")
        match.play(match.legal()[0])

    assert STARS == 7
    assert sum(match.scores()) == STARS
    assert sorted(match.scores()) == [3, 4]


# 2 Aim


def test_lun_2_1_the_last_stacking_wins_the_round(new):
    match = play(new(), "open")
    while sum(match.table.stars) == 0:
        last = match.to_act
        match.play(match.legal()[0])

    assert match.table.stars[last] == 1


# 3 Set-up


def test_lun_3_1_every_disc_comes_to_rest_on_one_of_its_faces(way):
    referee = way(GAME)
    table = referee.new(GAME.settings())
    for disc in DISCS.pieces:
        assert referee.to_act(table) == CHANCE
        faces = {SYMBOLS.index(disc["front"]), SYMBOLS.index(disc["back"])}
        chances = referee.chances(table)
        assert {symbol for symbol, _ in chances} == faces
        referee.apply(table, chances[1][0])

    assert list(table.height) == [1] * PLACES
    assert [SYMBOLS[symbol] for symbol in table.face] == [
        max(disc["front"], disc["back"], key=SYMBOLS.index) for disc in DISCS.pieces
    ]


def test_lun_3_1a_each_face_is_equally_likely(way):
    referee = way(GAME)
    table = referee.new(GAME.settings())
    for _ in range(PLACES):
        chances = referee.chances(table)
        assert [weight for _, weight in chances] == [1, 1]
        referee.apply(table, chances[0][0])


def test_lun_3_2_the_younger_player_chooses_after_the_throw(new, way):
    thrown = Match(GAME, seed=1, referee=way(GAME))
    assert [step.actor for step in thrown.history] == [CHANCE] * PLACES
    assert thrown.legal() == ["open", "follow"]
    opened, followed = play(new(), "open"), play(new(), "follow")

    assert new().legal() == ["open", "follow"]
    assert new().to_act == 0
    assert opened.to_act == 0
    assert followed.to_act == 1


@pytest.mark.parametrize(("younger", "seat"), [("1", 0), ("2", 1)])
def test_lun_3_2a_which_seat_is_younger_is_a_setting(new, younger, seat):
    match = new(younger=younger)

    assert match.to_act == seat
    assert play(match, "follow").to_act == 1 - seat


@pytest.mark.parametrize("pattern", ["12-0-0-0", "5-4-3-0", "SMTCSMTCSMTC"])
def test_lun_3_3_a_pattern_may_be_laid_out_by_hand(new, pattern):
    match = new(pattern)

    assert match.to_act == 0
    assert match.history == []
    assert all(t["height"] == 1 for t in match.view(0)["towers"])
    shown = match.view(0)["pattern"]
    if pattern == "5-4-3-0":
        assert [shown.count(symbol) for symbol in SYMBOLS] == [5, 4, 3, 0]
    if pattern == "SMTCSMTCSMTC":
        assert shown == ["sun", "moon", "stars", "comet"] * 3


# 4 Play


def test_lun_4_1_players_take_turns(new):
    match = play(new(), "open")
    turns = [match.to_act]
    for _ in range(5):
        match.play(match.legal()[0])
        turns.append(match.to_act)

    assert turns == [0, 1, 0, 1, 0, 1]


def test_lun_4_2_a_tower_goes_onto_another_if_a_condition_holds(new):
    match = play(new(), "open", "a>b")  # b: sun, height 2; c: sun; d: moon

    assert "c>b" in match.legal()  # same symbol
    assert "c>d" in match.legal()  # same height
    assert "d>e" in match.legal()  # both
    assert "d>b" not in match.legal()  # neither
    assert "b>b" not in match.legal()
    with pytest.raises(IllegalAction, match="neither the same height nor the same symbol"):
        match.play("d>b")
    with pytest.raises(IllegalAction, match="onto itself"):
        match.play("c>c")


def test_lun_4_3_same_height_whatever_they_show(new):
    match = play(new(), "open")

    # one disc onto one disc: every ordered pair of the twelve
    assert len(match.legal()) == 12 * 11
    # two discs onto two discs: b shows sun, d shows moon
    play(match, "a>b", "e>d")
    assert {"b>d", "d>b"} <= set(match.legal())
    # two onto one with other symbols: not allowed
    assert "d>g" not in match.legal()
    # and so on: three discs onto three, stars onto sun
    play(match, "b>c", "h>g", "g>i")
    assert (tower(match, "c")["height"], tower(match, "i")["height"]) == (3, 3)
    assert {"c>i", "i>c"} <= set(match.legal())


def test_lun_4_4_same_symbol_whatever_their_heights(new):
    match = play(new(), "open", "a>b")

    assert {"b>c", "c>b"} <= set(match.legal())
    play(match, "b>c")
    assert tower(match, "c")["height"] == 3
    # three suns onto a single sun, and the other way
    match = play(new("SSSSMMTTTCCC"), "open", "a>b", "b>c")
    assert {"c>d", "d>c"} <= set(match.legal())
    assert tower(play(match, "c>d"), "d")["height"] == 4


def test_lun_4_5_towers_are_moved_whole(new):
    match = play(new(), "open", "a>d", "d>b")  # sun on moon, then both onto b

    assert tower(match, "a") is None
    assert tower(match, "d") is None
    assert tower(match, "b")["discs"] == ["sun", "moon", "sun"]
    assert tower(match, "b")["height"] == 3
    with pytest.raises(IllegalAction, match="no tower stands at a"):
        match.play("a>b")


def test_lun_4_5a_the_moved_towers_symbol_is_on_top_and_heights_add_up(new):
    match = play(new(), "open", "a>d", "e>g")  # sun onto moon, moon onto stars

    assert tower(match, "d")["symbol"] == "sun"
    assert tower(match, "d")["height"] == 2
    assert tower(match, "g")["symbol"] == "moon"
    play(match, "d>g")
    assert tower(match, "g")["discs"] == ["stars", "moon", "moon", "sun"]
    assert tower(match, "g")["height"] == 4
    assert tower(match, "g")["symbol"] == "sun"


# 5 End of a round


@pytest.mark.parametrize("seed", range(4))
def test_lun_5_1_who_cannot_stack_has_lost_the_round(new, seed):
    """With towers left on the table, and as soon as no two of them are alike."""
    rng = Random(seed)
    match = play(new(rounds="single"), "open")
    while True:
        last = match.to_act
        match.play(rng.choice(match.legal()))
        towers = [t for t in match.view(0)["towers"] if t]
        alike = [
            (one, two)
            for n, one in enumerate(towers)
            for two in towers[:n]
            if one["height"] == two["height"] or one["symbol"] == two["symbol"]
        ]
        assert match.over == (not alike)
        if match.over:
            break

    assert len(towers) > 1
    assert match.to_act == OVER
    assert match.legal() == []
    assert match.winners() == [last]


# 6 The match


def test_lun_6_1_the_winner_of_a_round_takes_a_star(new):
    match = play(new(), "open")
    winner = play_round(match)

    assert match.table.stars[winner] == 1
    assert match.table.stars[1 - winner] == 0


def test_lun_6_2_the_next_round_starts_from_the_same_pattern(new):
    match = new("SMTCSMTCSMTC")
    first = match.view(0)
    rounds = 0
    while not match.over:
        assert match.view(0)["towers"] == first["towers"]
        assert match.view(0)["pattern"] == first["pattern"]
        play_round(play(match, "open"))
        rounds += 1

    assert rounds >= 4


def test_lun_6_2a_a_new_throw_each_round_is_a_variant(way):
    patterns = []
    match = Match(GAME, options={"throw": "each-round"}, seed=5, referee=way(GAME))
    while not match.over:
        if match.table.phase == 1:
            patterns.append(match.view(0)["pattern"])
        match.play(match.legal()[0])

    assert len(patterns) >= 4
    assert len({tuple(pattern) for pattern in patterns}) == len(patterns)
    assert sum(step.actor == CHANCE for step in match.history) == 12 * len(patterns)


def test_lun_6_3_the_loser_chooses_who_opens_the_next_round(new):
    match = play(new(), "open")
    winner = play_round(match)

    while not match.over:
        loser = 1 - winner
        assert match.to_act == loser
        assert match.legal() == ["open", "follow"]
        match.play("follow")
        assert match.to_act == winner
        match.undo()
        match.play("open")
        assert match.to_act == loser
        winner = play_round(match)


def test_lun_6_3a_the_loser_always_opens_is_a_variant(new):
    match = new(opening="loser")
    assert match.legal() == ["open", "follow"]  # before the first round there is no loser
    winner = play_round(play(match, "follow"))
    rounds = 1
    while not match.over:
        assert match.to_act == 1 - winner
        assert len(match.legal()) == 12 * 11
        winner = play_round(match)
        rounds += 1

    assert rounds >= 4


def test_lun_6_4_four_stars_win_the_match(new):
    match = play(new(), "open")
    stars = Counter()
    while not match.over:
        assert max(stars.values(), default=0) < 4
        if OPEN in match.actions():
            match.play("open")
        stars[play_round(match)] += 1

    assert max(match.scores()) == 4
    assert match.winners() == [match.scores().index(4)]


def test_lun_6_4a_a_single_round_is_a_variant(new):
    match = play(new(rounds="single"), "open")
    winner = play_round(match)

    assert match.over
    assert match.winners() == [winner]
    assert sorted(match.scores()) == [0, 1]
