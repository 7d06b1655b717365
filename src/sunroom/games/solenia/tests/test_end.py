"""Chapters 7 and 11: how a game ends, and how it is played alone."""

import pytest

from sunroom.games.solenia.chapters.solo import RANKS
from sunroom.games.solenia.presentation.notation import CARD_NAMES, SPACE_NAMES
from sunroom.games.solenia.state import CARD, DIE, DUMMY, REFILL
from sunroom.rules.contract import OVER

from .scene import GAME, Scene


@pytest.fixture
def scene(way):
    return lambda seats=2, **options: Scene(way(GAME), seats, **options)


def last_cards(table, *cards):
    """Everybody has played all but these."""
    for seat, card in enumerate(cards):
        table.hand(*([card] if card else []), seat=seat)
        for kind in range(16):
            table.s.deck[seat, kind] = 0
        table.s.played[seat] = 15 if card else 16
    return table


def test_len_7_1_the_last_card_is_still_resolved(scene):
    """A 0 as the very last card still expels the first strip; cards on the board give nothing."""
    table = last_cards(
        scene().lay("a1", "2-star-wood", seat=1).lay("e2", "1-water", seat=1), "1-one", "0-two"
    )
    table.do("1-one", "c3")
    assert table.actor == 1
    table.do("0-two", "c4")

    assert table.actor == OVER
    assert table.s.stars[1] == 1
    assert table.goods(1) == {}


@pytest.mark.parametrize(
    ("day", "night", "stars"), [(0, 3, 0), (1, 1, 1), (2, 3, 3), (3, 3, 6), (4, 4, 10), (6, 5, 10)]
)
def test_len_7_2_pairs_of_tiles(scene, day, night, stars):
    table = scene()
    for row, n in (("day", day), ("night", night)):
        for column in range(n):
            table.cover(row, column + 1, f"{row[0].upper()}{column + 1:02}")

    assert GAME.view(table.s, 0)["players"][0]["scored"]["pairs"] == stars


@pytest.mark.parametrize(
    ("goods", "stars"),
    [({}, 0), ({"wood": 1}, 0), ({"wood": 1, "water": 1}, 1), ({"stone": 5}, 2), ({"wheat": 8}, 4)],
)
def test_len_7_3_every_two_goods_are_a_star(scene, goods, stars):
    assert scene().give(**goods).scores()[0] == stars


def test_len_7_4_tiles_and_gained_stars_are_added(scene):
    table = scene().cover("night", 1, "N02").cover("night", 2, "N15")  # 5 and 6 stars
    table.s.stars[0] = 7

    assert table.scores()[0] == 5 + 6 + 7


def test_len_7_5_equal_stars_share_the_win(way):
    from sunroom import Match

    match = Match(GAME, seats=2, seed=1, referee=way(GAME))
    while not match.over:
        match.apply(match.actions()[0])
    best = max(match.scores())
    assert match.winners() == [seat for seat in (0, 1) if match.scores()[seat] == best]
    match.table.stars[match.scores().index(min(match.scores()))] += best - min(match.scores())
    assert match.winners() == [0, 1]


# 11 Solitaire


def dummy_turn(table, card, face):
    """After a turn of the player the dummy's card and the die."""
    table.hand("1-one", "1-one", "1-wood").do("1-one", "c3").past_to(DUMMY).do(card, f"die-{face}")
    return table


@pytest.fixture
def alone(way):
    class Alone(Scene):
        def past_to(self, phase):
            while self.s.phase != phase:
                self.chance()
            return self

    return lambda **options: Alone(way(GAME), 1, **options)


def test_len_11_1_set_up_as_for_two_with_a_dummy(alone):
    s = alone().s

    assert sum(tile is not None for tile in GAME.view(s, 0)["display"]["day"]) == 3
    assert sum(s.deck[1, kind] for kind in range(16)) == 16
    assert (s.seat, s.phase) == (0, CARD)


def test_len_11_1_improvement_tiles_come_without_a_choice(alone):
    table = alone(board="improvements")

    assert table.s.phase == CARD
    assert table.s.one[0] > 0
    assert min(table.s.half[0, row] for row in range(2)) > 0
    assert not any(table.s.offered_one)


@pytest.mark.parametrize(
    ("taken", "face", "space"),
    [
        ([], 1, "a3"),
        ([], 4, "d3"),
        ([], 6, "c4"),  # the airship's column; the player's card is on c3
        (["a3"], 1, "a4"),
        (["a3", "a4"], 1, "a2"),
        (["a3", "a4", "a2"], 1, "a5"),
        (["a3", "a4", "a2", "a5"], 1, "a1"),
        (["a1", "a2", "a3", "a4", "a5"], 1, "b3"),
        (["e1", "e2", "e3", "e4", "e5"], 5, "a3"),
    ],
)
def test_len_11_2_the_die_says_where_the_dummys_card_goes(alone, taken, face, space):
    table = alone()
    cards = ["1-wood", "1-wheat", "1-stone", "1-water", "2-star-wood"]
    for place, card in zip(taken, cards, strict=False):
        table.lay(place, card, seat=1)
    dummy_turn(table, "2-star-water", face)

    found = table.s.card[SPACE_NAMES.index(space)] - 1
    assert found == 16 + CARD_NAMES.index("2-star-water")


def test_len_11_2_on_a_full_board_its_card_is_discarded_and_the_airship_advances(alone):
    table = alone()
    for place, space in enumerate(SPACE_NAMES):
        if space != "c3":
            table.s.card[place] = 1 + 16  # a card of the dummy
            table.s.own[1] |= 1 << place
    faces = list(table.s.strip)
    dummy_turn(table, "2-star-water", 1)

    assert list(table.s.strip) == [*faces[1:], faces[0] ^ 1]
    assert table.s.played[1] == 1


def test_len_11_3_in_a_city_it_takes_the_best_tile(alone):
    table = alone().show("night", "N02", "N15", "N18")  # 5, 6 and 6 stars
    dummy_turn(table, "2-star-water", 2)  # b3, a night city

    assert table.s.phase == REFILL
    assert [t and t["name"] for t in GAME.view(table.s, 0)["display"]["night"]][:3] == [
        "N02",
        None,
        "N18",
    ]
    table.do("N09")
    assert table.s.stars[0] == 0
    assert table.s.phase == CARD


def test_len_11_4_its_0s_advance_and_its_expelled_cards_do_nothing(alone):
    table = alone().lay("a1", "2-star-wood", seat=0).lay("b1", "0-two", seat=1)
    dummy_turn(table, "0-two", 5)

    assert table.s.stars[0] == 1  # the player's own card on the first strip
    assert table.s.stars[1] == 0
    assert [table.s.goods[1, good] for good in range(4)] == [0, 0, 0, 0]
    assert table.goods() == {"wheat": 1}  # from the turn before
    assert table.s.phase == CARD
    assert list(table.s.strip)[4] == 0  # strip 1 on its day face


def test_len_11_5_sixteen_turns_each_and_five_ranks(way):
    referee = way(GAME)
    table = referee.new(GAME.settings(seats=1))
    referee.playout(table, 3)
    assert [table.played[0], table.played[1]] == [16, 16]
    assert RANKS == (40, 48, 56, 64)
    base = referee.scores(table, 1)[0] - table.stars[0]
    for stars, rank in ((39, 1), (40, 2), (47, 2), (48, 3), (56, 4), (63, 4), (64, 5)):
        table.stars[0] = stars - base
        assert GAME.view(table, 0)["rank"] == rank


def test_the_dummy_rolls_a_fair_die(alone):
    table = alone().hand("1-one", "1-wood").do("1-one", "c3").past_to(DUMMY)
    table.chance()

    assert table.s.phase == DIE
    assert table.referee.chances(table.s) == [(face, 1) for face in range(6)]
