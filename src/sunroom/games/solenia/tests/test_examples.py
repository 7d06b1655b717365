"""The worked examples of the printed rulebooks, with their numbers."""

import pytest

from sunroom.games.solenia.state import CARD, PAY

from .scene import GAME, Scene


@pytest.fixture
def scene(way):
    return lambda seats=3, **options: Scene(way(GAME), seats, **options)


def test_a_value_2_card_on_a_wood_island_gives_2_wood(scene):
    table = scene().lay("c4", "1-one").hand("2-star-wood").do("2-star-wood", "b4")

    assert table.goods() == {"wood": 2}


def test_a_stone_and_a_wood_for_a_space_three_away(scene):
    """Two spaces lie between a card of hers and the new one."""
    table = scene().lay("d5", "1-one").lay("c5", "1-wood", seat=1).lay("c3", "1-wood", seat=2)
    table.give(stone=1, wood=1, wheat=1).hand("1-one").do("1-one", "a5")
    assert table.s.phase == PAY
    assert table.s.pay == 2
    table.do("stone", "wood")

    assert table.goods() == {"wheat": 1, "wood": 1}  # a5 is a wood island


def test_a_value_1_card_on_a_night_city(scene):
    """1 star, 1 wood and 2 wheat delivered, the second night slot gives 1 water."""
    table = scene().cover("night", 1, "N20").give(wood=1, wheat=2).show("night", "N02", "N15")
    table.hand("1-one").do("1-one", "b3")
    assert table.s.stars[0] == 1
    table.do("N02").past_chance()

    assert table.slots("night")[:2] == ["N20", "N02"]
    assert table.goods() == {"water": 1}


@pytest.mark.parametrize("played_now", [True, False])
def test_a_value_0_card_on_a_night_city_with_both_expulsions(scene, played_now):
    """Wood, stone and two wheat delivered, the airship forward; then her 0 gives stone and wheat and the
    other player's 1 a water. The text fits both readings: her expelled 0 is the card played now, or an
    older one.
    """
    table = (
        scene(2).give(wood=2, stone=1, wheat=2).show("night", "N15").lay("a1", "1-water", seat=1)
    )
    if played_now:
        table.lay("c2", "1-one").hand("0-wheat-stone", "1-one", "1-one").do("0-wheat-stone", "c1")
    else:
        table.lay("e1", "0-wheat-stone").hand("0-two", "1-one", "1-one").do("0-two", "b3")
    assert GAME.view(table.s, 0)["airship"] == "c4"
    table.do("N15").do("N09")

    # a wood is left, the first night slot gives a stone, the expelled card a stone and a wheat
    assert table.goods(0) == {"wood": 1, "wheat": 1, "stone": 2}
    assert table.goods(1) == {"water": 1}
    assert [strip["light"] for strip in GAME.view(table.s, 0)["strips"]] == [
        "night",
        "dawn",
        "day",
        "day",
        "day",
    ]
    assert not any(space["card"] for space in GAME.view(table.s, 0)["strips"][4]["spaces"])


def test_four_expelled_cards_of_three_owners(scene):
    """1 star on a wood island and 2 water; 2 stars on a city; 1 water wherever it lay."""
    table = scene(3).lay("a1", "2-star-wood", seat=0).lay("b1", "0-two", seat=0)
    table.lay("c1", "0-two", seat=1).lay("e1", "1-water", seat=2).hand(
        "0-wood-stone", "1-one", "1-one"
    )
    table.do("0-wood-stone", "c4")

    assert (table.goods(0), table.s.stars[0]) == ({"water": 2}, 1)
    assert (table.goods(1), table.s.stars[1]) == ({}, 2)
    assert (table.goods(2), table.s.stars[2]) == (
        {"wood": 1, "water": 1},
        0,
    )  # the wood is from the set-up


def test_the_slots_of_the_winter_side(scene):
    """A level-2 day slot needs a level-1; the second level-3 needs both of level 2, and so of level 1."""
    table = (
        scene(2, board="winter")
        .give(stone=2, water=1)
        .show("day", "D01")
        .hand("1-one")
        .do("1-one", "d3", "D01")
    )
    assert table.legal() == ["slot-1", "slot-2"]
    for columns, last in (((1, 2, 3, 5), ["slot-4"]), ((1, 2, 3, 4, 5), ["slot-6"])):
        table = scene(2, board="winter").give(stone=2, water=1).show("day", "D01").hand("1-one")
        for column in columns:
            table.cover("day", column, f"D{column + 10:02}")
        assert table.do("1-one", "d3", "D01").legal() == last


def test_a_level_1_improvement_waits_for_its_second_slot(scene):
    """Covered by day only it does nothing; the night tile across from it makes it work."""
    table = scene(2, board="improvements")
    while table.s.phase != CARD:
        table.chance() if table.actor < 0 else table.do(table.legal()[0])
    table.s.one[0] = 4  # a 0 on an island gives a good
    table.cover("day", 1, "D05").hand("0-wood-water", "1-one", "1-one").do("0-wood-water", "c4")
    assert table.goods() == {}

    table.s.seat, table.s.phase = 0, CARD
    table.cover("night", 1, "N05").hand("0-wood-stone").do("0-wood-stone", "c4")
    assert table.goods() == {"wheat": 1}
