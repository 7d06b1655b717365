"""Chapters 3 to 6 and 8: playing a card, islands, cities, the airship, powers of expelled cards."""

import pytest

from sunroom.games.solenia.presentation.notation import SPACE_NAMES
from sunroom.games.solenia.state import CARD, DISCARD, PAY, REFILL
from sunroom.rules.contract import CHANCE, OVER, IllegalAction

from .scene import GAME, Scene


@pytest.fixture
def scene(way):
    return lambda seats=2, **options: Scene(way(GAME), seats, **options)


def spaces(table):
    return [text for text in table.legal() if text in SPACE_NAMES]


# 3 Playing a card


def test_len_3_1_everybody_plays_sixteen_cards(way):
    for seats in (2, 3, 4):
        referee = way(GAME)
        table = referee.new(GAME.settings(seats=seats))
        referee.playout(table, seats)

        assert referee.to_act(table) == OVER
        assert [table.played[seat] for seat in range(seats)] == [16] * seats
        assert [table.held[seat] for seat in range(seats)] == [0] * seats


def test_len_3_2_a_space_with_a_card_is_taken(scene):
    table = scene().lay("c4", "1-wood", seat=1).lay("c2", "1-stone").hand("1-one").do("1-one")

    assert "c4" not in spaces(table)
    assert "c2" not in spaces(table)
    with pytest.raises(IllegalAction, match="a card lies on the wheat island c4"):
        table.do("c4")


def test_len_3_3_adjacent_to_the_airship_or_an_own_card(scene):
    table = scene(strips="plain").hand("1-one").do("1-one")
    # without goods no city can be supplied
    assert spaces(table) == ["c2", "c3", "c4"]

    table = scene(strips="plain").lay("e4", "1-wood").lay("a1", "1-wood", seat=1)
    table.hand("1-one").do("1-one")
    # e3, e5 and d4 touch the own card; d4 is a city; the opponent's card at a1 does not help
    assert spaces(table) == ["c2", "c3", "e3", "c4", "e5"]


@pytest.mark.parametrize(
    ("strips", "off", "on"),
    [
        # b2 and b4 are wood islands; b3, d2, d3 and d4 are cities, which nobody here can supply
        ("plain", ["c2", "c3", "c4"], ["b2", "c2", "c3", "b4", "c4"]),
        ("ends", ["c2", "c3", "c4"], ["b2", "c2", "c3", "b4", "c4"]),
        ("steps", ["b2", "c2", "c3", "c4"], ["b2", "c2", "c3", "c4"]),
    ],
)
def test_len_3_3a_diagonals_are_a_setting(scene, strips, off, on):
    for diagonals, expected in (("off", off), ("on", on)):
        table = scene(strips=strips, diagonals=diagonals).hand("1-one").do("1-one")
        assert spaces(table) == expected


def test_len_3_4_one_good_for_each_space_between(scene):
    table = scene().give(wood=1).hand("1-one").do("1-one")
    assert {"c1", "b2", "b4", "c5"} & set(spaces(table)) == {"b2", "b4", "c5"}  # c1 is a city
    table.do("c5")
    assert table.s.phase == PAY
    assert table.s.pay == 1
    table.do("wood")
    assert table.goods() == {"wheat": 1}


def test_len_3_4_a_taken_space_counts_as_well(scene):
    table = (
        scene().give(wood=1, stone=1).lay("c4", "1-wood", seat=1).hand("1-one").do("1-one", "c5")
    )

    assert table.s.pay == 1
    assert table.legal() == ["wood", "stone"]


@pytest.mark.parametrize(("diagonals", "cost"), [("off", 3), ("on", 1)])
def test_len_3_4a_distance_is_lines_plus_columns_or_the_larger(scene, diagonals, cost):
    """On plain strips, from c3 to e5: two lines and two columns away."""
    table = scene(strips="plain", diagonals=diagonals).give(water=4).hand("1-one").do("1-one", "e5")

    assert table.s.pay == cost


def stuck(scene, **goods):
    """Seat 0 has no card on the board; around the airship islands are taken and cities unsupplied."""
    table = scene().give(**goods).hand("1-one", "2-star-wood")
    islands = (("c2", "1-wood"), ("c3", "1-wheat"), ("c4", "1-stone"), ("b2", "1-water"))
    for space, card in islands:
        table.lay(space, card, seat=1)
    return table


def test_len_3_5_who_is_stuck_lengthens_or_discards(scene):
    table = stuck(scene).do("1-one")
    assert table.legal() == ["discard"]
    faces = list(table.s.strip)
    table.do("discard")
    assert table.s.played[0] == 1
    assert table.goods() == {}
    assert table.s.airship == 2  # advanced, and the board moved back
    assert list(table.s.strip) == [*faces[1:], faces[0] ^ 1]

    table = scene().hand("1-one").do("1-one")
    with pytest.raises(IllegalAction, match="only when no adjacent space"):
        table.do("discard")


def test_len_3_5a_stuck_is_free_to_lengthen_or_to_discard(scene):
    table = stuck(scene, wood=1).do("1-one")

    assert "discard" in table.legal()
    assert "b4" in table.legal()


def test_len_3_5b_a_discarded_card_counts_and_its_power_does_not(scene):
    table = stuck(scene).lay("a1", "1-water", seat=0)
    # now b1 (water) and a2 (city) are adjacent to the own card; take b1 as well
    table.lay("b1", "1-one", seat=1).hand("0-wood-stone", "1-one", "1-one")
    deck = sum(table.s.deck[0, kind] for kind in range(16))
    table.do("0-wood-stone", "discard")

    # a1 is expelled and gives its water; the discarded card gives nothing; b1 gives water to seat 1
    assert table.goods(0) == {"water": 1}
    assert table.goods(1) == {"water": 1}
    assert table.s.played[0] == 2
    table.past_chance()
    assert table.s.held[0] == 3
    assert sum(table.s.deck[0, kind] for kind in range(16)) == deck - 1


# 4 Islands


@pytest.mark.parametrize(("card", "gained"), [("0-two", 0), ("1-one", 1), ("2-star-wood", 2)])
def test_len_4_1_as_many_goods_as_the_card_says(scene, card, gained):
    table = scene().hand(card).do(card, "c4")

    assert table.goods() == ({"wheat": gained} if gained else {})


def test_len_4_2_at_most_eight_goods_and_the_owner_chooses(scene):
    table = scene().give(wood=4, stone=3).hand("2-star-wood").do("2-star-wood", "c4")

    assert table.s.phase == DISCARD
    assert table.actor == 0
    assert table.legal() == ["wood", "wheat", "stone"]
    table.do("wood")
    assert table.goods() == {"wood": 3, "wheat": 2, "stone": 3}
    assert table.actor == CHANCE  # the card to draw


# 5 Cities


@pytest.mark.parametrize(("card", "stars"), [("0-two", 0), ("1-one", 1), ("2-star-wood", 2)])
def test_len_5_1_as_many_stars_as_the_card_says(scene, card, stars):
    table = scene().give(wood=1, wheat=2).show("night", "N02").hand(card).do(card, "b3")

    assert table.s.stars[0] == stars


def test_len_5_2_a_tile_of_the_citys_kind_must_be_delivered(scene):
    table = scene().give(wood=1, wheat=2).show("night", "N02", "N15").show("day", "D01")
    table.hand("1-one", "1-wood").do("1-one")
    assert "b3" in spaces(table)  # a night city
    assert "d3" not in spaces(table)  # a day city, and D01 asks for stone and water
    with pytest.raises(IllegalAction, match="you cannot pay the voyage and deliver"):
        table.do("d3")
    table.do("b3")
    assert table.legal() == ["N02"]
    table.do("N02")
    assert table.goods() == {}
    assert GAME.view(table.s, 0)["players"][0]["scored"]["tiles"] == 5


def test_len_5_2a_the_way_and_the_delivery_must_be_affordable_together(scene):
    """On plain strips the night city d2 is two steps away: one good for the way, three for N02."""
    table = scene(strips="plain").show("night", "N02").give(wood=1, wheat=2)
    assert "d2" not in spaces(table.hand("1-one").do("1-one"))

    table = scene(strips="plain").show("night", "N02").give(wood=1, wheat=3)
    table.hand("1-one").do("1-one", "d2")
    assert table.legal() == ["wheat"]  # the wood is needed
    table.do("wheat", "N02")
    assert table.goods() == {}


def test_len_5_3_the_leftmost_empty_slot(scene):
    table = scene().give(wood=1, wheat=2).show("night", "N02").cover("night", 1, "N20")
    table.hand("1-one").do("1-one", "b3", "N02").past_chance()

    assert table.slots("night") == ["N20", "N02", None, None, None, None]
    assert table.slots("day") == [None] * 6


@pytest.mark.parametrize("seventh", ["counts", "refused"])
def test_len_5_3a_a_seventh_tile_counts_or_is_refused(scene, seventh):
    table = scene(seventh=seventh).give(wood=1, wheat=2).show("night", "N02").hand("1-one")
    for column in range(1, 7):
        table.cover("night", column, f"N{column + 3:02}")
    before = table.scores()[0]
    table.do("1-one")
    if seventh == "refused":
        assert "b3" not in spaces(table)
        return
    table.do("b3", "N02").past_chance()
    # one star for the card, five for the tile, one less for a pair of goods paid, no bonus
    assert table.scores()[0] == before + 1 + 5 - 1
    assert table.goods() == {}
    shown = GAME.view(table.s, 0)["players"][0]["beyond"]
    assert [tile["name"] for tile in shown["night"]] == ["N02"]
    assert shown["day"] == []


def test_len_5_4_the_display_is_refilled_before_the_bonus(scene):
    table = scene().give(wood=1, wheat=2).show("night", "N02", "N15", "N18").hand("1-one")
    table.do("1-one", "b3", "N02")

    assert table.s.phase == REFILL
    assert table.slots("night")[0] == "N02"
    assert table.goods() == {}
    table.do("N09")
    assert [t["name"] for t in GAME.view(table.s, 0)["display"]["night"] if t] == [
        "N09",
        "N15",
        "N18",
    ]
    assert table.goods() == {"stone": 1}


def test_len_5_4a_without_tiles_the_display_shrinks(scene):
    table = scene().give(wood=1, wheat=2).show("night", "N02").hand("1-one", "1-wood", "1-wheat")
    table.s.pile[1] = 0
    table.do("1-one", "b3", "N02")
    assert table.goods() == {"stone": 1}  # the bonus comes without a refill
    assert not any(GAME.view(table.s, 0)["display"]["night"])

    table.past_chance().give(1, wood=3, wheat=3).hand("1-one", seat=1).do("1-one")
    assert not {"b3", "d2", "a2", "c1"} & set(spaces(table))


BONUSES = {
    1: ({"wood": 1}, {"stone": 1}),
    2: ({"wheat": 1}, {"water": 1}),
    4: ({"wood": 1, "wheat": 1}, {"stone": 1, "water": 1}),
}


@pytest.mark.parametrize("row", ["day", "night"])
@pytest.mark.parametrize("slot", range(1, 7))
def test_len_5_5_the_bonus_of_every_slot(scene, slot, row):
    asks, space, tile = (
        ({"stone": 2, "water": 1}, "d3", "D01")
        if row == "day"
        else ({"wood": 1, "wheat": 2}, "b3", "N02")
    )
    table = scene().give(**asks).show(row, tile).hand("0-wood-stone")
    for column in range(1, slot):
        table.cover(row, column, f"{row[0].upper()}{column + 3:02}")
    table.do("0-wood-stone", space, tile)
    while table.s.phase == REFILL:
        table.chance()
    choice = ["wood", "wheat"] if row == "day" else ["stone", "water"]
    if slot == 3:
        assert table.legal() == choice
        table.do(choice[1])
        assert table.goods() == {choice[1]: 1}
    elif slot in BONUSES:
        assert table.goods() == BONUSES[slot][row == "night"]
    else:
        assert table.s.stars[0] == 5


# 6 The airship advances


def test_len_6_1_a_0_moves_the_airship_at_once(scene):
    """Before the delivery, on an island as in a city."""
    table = scene().give(wood=1, wheat=2).show("night", "N02").hand("0-two").do("0-two", "b3")
    assert GAME.view(table.s, 0)["airship"] == "c4"
    assert table.legal() == ["N02"]

    table = scene().hand("1-one").do("1-one", "c4")
    assert GAME.view(table.s, 0)["airship"] == "c3"


def test_len_6_1a_the_voyage_is_measured_before_the_move(scene):
    table = scene().hand("0-two").do("0-two")
    assert spaces(table) == ["b2", "c2", "c3", "c4"]

    # c5 is two away from c3, although it will touch the airship on c4
    table = scene().give(water=1).hand("0-two").do("0-two", "c5")
    assert table.s.pay == 1


def test_len_6_2_every_card_on_the_first_strip_is_expelled(scene):
    """Also the one just played, with its power; others stay."""
    table = scene().lay("b1", "1-water").lay("a1", "1-wheat", seat=1).lay("b2", "1-wood")
    table.hand("0-wheat-stone", "1-one", "1-one").give(wood=2).do("0-wheat-stone", "d1", "wood")

    # own: b1 gives 1 water, the new card on d1 a wheat and a stone; the other: a1 gives 1 wheat
    assert table.goods(0) == {"wood": 1, "wheat": 1, "stone": 1, "water": 1}
    assert table.goods(1) == {"wheat": 1}
    view = GAME.view(table.s, 0)["strips"]
    assert [space["card"] and space["card"]["name"] for space in view[0]["spaces"]] == [
        None,
        "1-wood",
        None,
        None,
        None,
    ]
    assert not any(space["card"] for strip in view[1:] for space in strip["spaces"])


def test_len_6_2a_the_active_player_first_and_each_returns_once(scene):
    table = scene(3)
    table.lay("a1", "0-wood-stone", seat=0).lay("b1", "0-wheat-water", seat=2).lay(
        "e1", "0-wheat-water", seat=1
    )
    table.give(0, wood=8).give(1, stone=8).give(2, wheat=7).hand("0-two").do("0-two", "c3")
    # seat 0: wood and stone, two too many; then seat 1 two too many; then seat 2 one too many
    seen = []
    while table.s.phase == DISCARD:
        seen.append(table.actor)
        table.do(table.legal()[-1])

    assert seen == [0, 0, 1, 1, 2]
    assert [sum(table.goods(seat).values()) for seat in range(3)] == [8, 8, 8]


def test_len_6_2a_the_active_player_need_not_be_the_first_seat(scene):
    table = scene(3, first="2")
    for seat, space in enumerate(("a1", "b1", "e1")):
        table.lay(space, "0-wheat-water", seat=seat).give(seat, stone=8)
    table.hand("0-two", seat=1).do("0-two", "c3")
    seen = []
    while table.s.phase == DISCARD:
        seen.append(table.actor)
        table.do("stone")

    assert seen == [1, 1, 2, 2, 0, 0]


def test_len_6_3_the_first_strip_becomes_the_last_on_its_other_face(scene):
    table = scene().hand("0-two", "1-one", "1-one").lay("b3", "1-one")
    faces = list(table.s.strip)
    table.do("0-two", "c4")

    assert list(table.s.strip) == [*faces[1:], faces[0] ^ 1]
    assert [strip["light"] for strip in GAME.view(table.s, 0)["strips"]] == [
        "night",
        "dawn",
        "day",
        "day",
        "day",
    ]
    assert GAME.view(table.s, 0)["airship"] == "c3"
    assert table.s.card[SPACE_NAMES.index("c3")] > 0  # the card on c4 came with its strip
    assert table.s.card[SPACE_NAMES.index("b2")] > 0


def test_len_6_3a_a_face_has_one_order_of_spaces(scene):
    """Ten advances bring every strip back as it was; each face is as its row in strips.csv says."""
    table = scene()
    strips = next(box for box in GAME.components if box.name == "strips")
    for line, id in enumerate(("S1night", "S2night", "S5dawn", "S3day", "S4day")):
        printed = next(row for row in strips.rows if row["id"] == f"LEN-{id}")
        shown = [space["kind"] for space in GAME.view(table.s, 0)["strips"][line]["spaces"]]
        assert shown == [printed[column] for column in "abcde"]
    first = [[s["kind"] for s in strip["spaces"]] for strip in GAME.view(table.s, 0)["strips"]]
    from sunroom.games.solenia.chapters.turn import turn_strip

    lights = []
    for _ in range(10):
        lights.append(" ".join(strip["light"] for strip in GAME.view(table.s, 0)["strips"]))
        turn_strip(table.s)
        table.s.airship += 1

    assert [
        [s["kind"] for s in strip["spaces"]] for strip in GAME.view(table.s, 0)["strips"]
    ] == first
    assert lights[:4] == [
        "night night dawn day day",
        "night dawn day day day",
        "dawn day day day day",
        "day day day day dusk",
    ]
    assert len(set(lights)) == 10


def test_len_6_4_back_to_three_cards_and_two_and_one_at_the_end(way):
    referee = way(GAME)
    table = referee.new(GAME.settings())
    held = {0: [], 1: []}
    step = 0
    while not referee.is_over(table):
        if table.phase == CARD:
            held[table.seat].append(table.held[table.seat])
        step = referee.playout(table, 5, step=step, limit=step + 1)

    assert held == {0: [3] * 14 + [2, 1], 1: [3] * 14 + [2, 1]}


# 8 Powers of expelled cards


def expelled(scene, space, card):
    """What a card gives that is expelled from the first strip."""
    table = scene().lay(space, card).hand("0-two", "1-one", "1-one")
    table.do("0-two", "c4" if space != "c4" else "c3")
    return table.goods(), table.s.stars[0]


def test_len_8_1_a_number_gives_what_the_space_gives(scene):
    assert expelled(scene, "a1", "1-one") == ({"wood": 1}, 0)
    assert expelled(scene, "b1", "0-two") == ({"water": 2}, 0)
    assert expelled(scene, "c1", "1-one") == ({}, 1)
    assert expelled(scene, "c1", "0-two") == ({}, 2)


def test_len_8_2_two_goods_wherever_the_card_lay(scene):
    assert expelled(scene, "a1", "0-wheat-stone") == ({"wheat": 1, "stone": 1}, 0)
    assert expelled(scene, "c1", "0-wheat-stone") == ({"wheat": 1, "stone": 1}, 0)


def test_len_8_3_one_good_wherever_the_card_lay(scene):
    assert expelled(scene, "b1", "1-wood") == ({"wood": 1}, 0)
    assert expelled(scene, "c1", "1-wood") == ({"wood": 1}, 0)


def test_len_8_4_a_star_on_an_island_of_that_good(scene):
    assert expelled(scene, "a1", "2-star-wood") == ({}, 1)
    assert expelled(scene, "b1", "2-star-wood") == ({}, 0)
    assert expelled(scene, "c1", "2-star-wood") == ({}, 0)
