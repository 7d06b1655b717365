"""The log tells what came in, also where something was given away in the same step."""

import pytest

from sunroom.games.solenia.presentation.notation import HALF_NAMES, ONE_NAMES
from sunroom.games.solenia.state import OFFER_NIGHT

from .scene import GAME, Scene


@pytest.fixture
def told(way):
    def tell(table, action):
        before = table.s.copy()
        table.do(action)
        code = next(c for c in range(200) if GAME.show(before, c) == action)
        return [GAME.words.say(m, "en") for m in GAME.narrate(before, code, table.s)]

    return tell


@pytest.fixture
def scene(way):
    return lambda seats=2, **options: Scene(way(GAME), seats, **options)


def test_goods_gained_and_paid_in_one_step_are_both_told(scene, told):
    table = scene().give(wood=1).hand("2-star-wood").do("2-star-wood", "b4")

    assert told(table, "wood") == [
        "Player 1 pays wood.",
        "Player 1 plays 2-star-wood on b4.",
        "Player 1 gains 2 wood.",
    ]


def test_what_others_gain_by_an_expulsion_is_told(scene, told):
    table = scene().lay("a1", "1-water", seat=1).give(wood=1, wheat=2).show("night", "N02")
    table.cover("night", 1, "N20").cover("night", 2, "N21").hand("0-two", "1-one", "1-one")
    table.do("0-two", "b3", "N02", "N09")

    assert told(table, "stone") == [
        "Player 1 takes stone.",
        "Player 2 gains 1 water.",
        "The first strip is turned over and laid in front.",
    ]


def test_a_delivery_tells_the_bonus_and_not_the_price(scene, told):
    table = (
        scene().give(wood=1, wheat=2, stone=1).show("night", "N02").hand("1-one").do("1-one", "b3")
    )
    table.s.pile[1] = 0

    assert told(table, "N02") == ["Player 1 delivers N02 for 5 stars.", "Player 1 gains 1 stone."]


def test_the_dummys_card_and_the_tile_it_takes_are_told(way, told):
    table = Scene(way(GAME), 1).show("night", "N02", "N15").hand("1-one", "1-wood")
    table.do("1-one", "c3")
    while GAME.view(table.s, 0)["phase"] == "chance" and table.s.phase != 10:
        table.chance()
    table.do("2-star-water")

    assert told(table, "die-2") == [
        "The die shows 2.",
        "Its card goes to b3.",
        "It takes N15 out of the display.",
    ]


def test_who_is_alone_is_told_which_improvement_tiles_came(scene, told):
    table = scene(1, until=OFFER_NIGHT, board="improvements")
    one, day = ONE_NAMES[table.s.offered_one[0] - 1], HALF_NAMES[0][table.s.offered_half[0, 0] - 1]
    night = GAME.show(table.s, table.referee.chances(table.s)[0][0])

    assert told(table, night) == [
        f"Player 1 takes the Improvement tile {one}.",
        f"Player 1 takes the Improvement tile {day}+{night}.",
    ]
