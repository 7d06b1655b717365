"""Chapters 9 and 10: the winter side and the Improvement tiles."""

import pytest

from sunroom.games.solenia.pieces import COMPONENTS, HALF_GOOD, HALF_POWER
from sunroom.games.solenia.presentation.notation import HALF_NAMES, ONE_NAMES
from sunroom.games.solenia.state import BONUS, CARD, DISCARD, DRAFT, OFFER_NIGHT, REFILL, SLOT
from sunroom.rules.contract import IllegalAction

from .scene import GAME, Scene


@pytest.fixture
def scene(way):
    return lambda seats=2, board="winter", until=CARD, **options: Scene(
        way(GAME), seats, until, board=board, **options
    )


def deliver(table, row="night"):
    """A 0-card that delivers N02 or D01 in a city beside the airship, up to the choice of the slot."""
    if row == "night":
        table.give(wood=1, wheat=2).show("night", "N02").hand("0-wood-water").do(
            "0-wood-water", "b3", "N02"
        )
    else:
        table.give(stone=2, water=1).show("day", "D01").hand("0-wood-water").do(
            "0-wood-water", "d3", "D01"
        )
    return table


def cover(table, slot):
    """The slot is covered and the display refilled, so that the bonus has come."""
    table.do(slot)
    while table.s.phase == REFILL:
        table.chance()
    return table


def covered(table, row, *columns):
    for column in columns:
        table.cover(row, column, f"{row[0].upper()}{column + 6:02}")
    return table


# 9 The winter side


@pytest.mark.parametrize(
    ("before", "open_slots"),
    [
        ((), ["slot-1", "slot-2"]),
        ((1,), ["slot-2", "slot-3", "slot-4"]),
        ((2, 3), ["slot-1", "slot-5", "slot-6"]),
        ((1, 2), ["slot-3", "slot-4"]),
        ((1, 2, 3), ["slot-4", "slot-5", "slot-6"]),
        ((1, 2, 3, 5), ["slot-4"]),
        ((1, 2, 3, 4, 6), ["slot-5"]),
    ],
)
def test_len_9_1_a_level_opens_with_the_one_below(scene, before, open_slots):
    """The first slot of a level needs one of the level below, the second needs two; rows are apart."""
    table = deliver(covered(covered(scene(), "day", 1, 2), "night", *before))

    assert table.s.phase == SLOT
    assert table.legal() == open_slots


def test_len_9_1_a_closed_slot_is_refused(scene):
    with pytest.raises(IllegalAction, match="its level is not open yet"):
        deliver(scene()).do("slot-3")


def test_len_9_1a_the_slot_is_chosen_before_a_new_tile_is_seen(scene):
    """Both texts: the tile is laid, the display refilled, the bonus earned, in this order."""
    table = deliver(scene())
    assert not any(GAME.view(table.s, 0)["display"]["night"])

    table.do("slot-2")
    assert table.s.phase == REFILL
    assert table.slots("night") == [None, "N02", None, None, None, None]
    assert table.s.storage[0] == 6
    table.do("N09")
    assert table.s.storage[0] == 7
    assert table.legal() == ["stone", "water"]


def test_len_9_2_six_storage_spaces_that_grow_to_eight(scene):
    table = scene().give(wood=5).hand("2-star-wood").do("2-star-wood", "c4")
    assert table.s.phase == DISCARD

    table = cover(deliver(scene()), "slot-2")  # one more space, and a stone or water
    assert table.s.storage[0] == 7
    table = cover(deliver(covered(scene(), "night", 1), "day"), "slot-2")
    assert table.s.storage[0] == 7
    table.s.storage[0] = 8
    assert table.s.storage[1] == 6
    full = deliver(scene())
    full.s.storage[0] = 8
    assert cover(full, "slot-2").s.storage[0] == 8


def test_len_9_3_pairs_earn_nothing(scene):
    table = covered(covered(scene(), "day", 1, 2), "night", 1, 2)

    assert GAME.view(table.s, 0)["players"][0]["scored"]["pairs"] == 0


def test_len_9_4_the_reconstructed_bonuses(scene):
    assert COMPONENTS["winter"].by_status() == {"reconstructed": 12}
    table = cover(deliver(scene()), "slot-1")
    assert table.goods() == {"stone": 1, "water": 1}
    table = cover(deliver(covered(scene(), "night", 1)), "slot-3")
    assert table.s.stars[0] == 3
    table = cover(deliver(covered(scene(), "night", 1)), "slot-4")
    assert table.s.phase == BONUS
    table.do("wood", "water")
    assert table.goods() == {"wood": 1, "water": 1}
    table = deliver(covered(scene(), "night", 1, 3))
    before = table.scores()[0]
    cover(table, "slot-6")
    assert table.scores()[0] == before + 3  # one star for each of three tiles, at the end
    table = cover(deliver(covered(scene(), "night", 1, 3)), "slot-5")
    assert table.s.stars[0] == 6
    table = cover(deliver(covered(scene(), "day", 1, 3), "day"), "slot-5")
    assert table.s.stars[0] == 6
    table = cover(deliver(scene(), "day"), "slot-1")
    assert table.goods() == {"wood": 1, "wheat": 1}


# 10 Improvement tiles


def test_len_10_1_as_many_tiles_as_players_and_halves_differ(way):
    for seats in (2, 3, 4):
        for seed in range(20):
            referee = way(GAME)
            table = referee.new(GAME.settings({"board": "improvements"}, seats))
            step = 0
            while table.phase != DRAFT:
                step = referee.playout(table, seed, step=step, limit=step + 1)
            offers = GAME.view(table, 0)["offers"]
            assert len(set(offers["one"])) == len(offers["pairs"]) == seats
            assert len({day for day, _ in offers["pairs"]}) == seats
            assert len({night for _, night in offers["pairs"]}) == seats
            for day, night in offers["pairs"]:
                d, n = HALF_NAMES[0].index(day), HALF_NAMES[1].index(night)
                assert (HALF_POWER[0, d], HALF_GOOD[0, d]) != (HALF_POWER[1, n], HALF_GOOD[1, n])


def test_len_10_1a_an_equal_night_half_cannot_be_drawn(scene):
    table = scene(board="improvements", until=OFFER_NIGHT)
    while table.s.phase != OFFER_NIGHT:
        table.chance()
    day = table.s.offered_half[0, 0] - 1
    outcomes = [code for code, _ in table.referee.chances(table.s)]

    assert outcomes == [code for code in range(8) if code != day]


def test_len_10_2_from_the_last_player_to_the_first_twice(scene):
    table = scene(3, board="improvements", first="2", until=DRAFT)
    while table.s.phase != DRAFT:
        table.chance()
    order = []
    while table.s.phase == DRAFT:
        order.append(table.actor)
        legal = table.legal()
        if len(order) <= 3:
            assert any("+" in text for text in legal)
            table.do(legal[0] if len(order) != 2 else legal[-1])
        else:
            # the other level only
            mine = "+" in legal[0]
            assert all(("+" in text) == mine for text in legal)
            table.do(legal[0])

    assert order == [0, 2, 1, 0, 2, 1]
    assert table.actor == 1  # the first player begins
    assert all(
        table.s.one[seat] and table.s.half[seat, 0] and table.s.half[seat, 1] for seat in range(3)
    )


def improved(scene, one="I1", halves=("ID4", "IN4")):
    """Seat 0 has these Improvement tiles."""
    table = scene(board="improvements", until=CARD)
    while table.s.phase == DRAFT:
        table.do(table.legal()[0])
    table.s.one[0] = ONE_NAMES.index(one) + 1
    for row in range(2):
        table.s.half[0, row] = HALF_NAMES[row].index(halves[row]) + 1
    return table


def test_len_10_3_what_is_printed_beneath_no_longer_counts(scene):
    table = cover(deliver(improved(scene)), "slot-1")
    assert table.goods() == {}

    table = covered(improved(scene, halves=("ID1", "IN5")), "night", 1, 3)
    table = deliver(table)
    before = table.scores()[0]
    cover(table, "slot-6")  # two stars for each tile asking for wood, instead of one for each tile
    assert table.scores()[0] == before + 2 * 3  # N02, N07 and N09 all do


def test_len_10_4_level_1_works_when_both_slots_are_covered(scene):
    """Here: +1 star for each delivery."""
    for before, stars in (((), 0), (("day",), 0), (("day", "night"), 1)):
        table = improved(scene, one="I5")
        for row in before:
            covered(table, row, 1)
        deliver(table)
        assert table.s.stars[0] == stars


def test_len_10_5_each_half_works_alone(scene):
    """Here: six stars at once by day, and one star per tile at the end by night."""
    table = cover(
        deliver(covered(improved(scene, halves=("ID1", "IN4")), "day", 1, 3), "day"), "slot-6"
    )
    assert table.s.stars[0] == 6

    table = covered(improved(scene, halves=("ID1", "IN4")), "night", 1, 3)
    before = table.scores()[0]
    cover(deliver(table), "slot-6")
    assert table.s.stars[0] == 0
    # three tiles, and the stars of the new one; the goods it cost were worth a star
    assert table.scores()[0] == before + 3 + 5


def active(scene, one):
    """Both slots of the level-1 tile are covered."""
    return covered(covered(improved(scene, one=one), "day", 1), "night", 1)


def test_len_10_6_the_reconstructed_powers_of_level_1(scene):
    # I1: a voyage costs one good less
    table = active(scene, "I1").hand("1-one").do("1-one")
    assert "c5" in table.legal()
    assert table.do("c5").goods() == {"wheat": 1}
    # I2: two more storage spaces at once, when the second slot is covered
    table = cover(deliver(covered(improved(scene, one="I2"), "day", 1)), "slot-1")
    assert table.s.storage[0] == 8
    # I3: another good may stand in for one that is asked
    table = (
        active(scene, "I3")
        .give(wheat=2, water=1)
        .show("night", "N02")
        .hand("1-one")
        .do("1-one", "b3", "N02")
    )
    assert table.legal() == ["wood"]
    table.do("wood")
    assert table.legal() == ["water"]
    table.do("water")
    assert table.goods() == {}
    # I4: a 0 on an island gives a good
    table = active(scene, "I4").hand("0-wood-water").do("0-wood-water", "c4")
    assert table.goods() == {"wheat": 1}
    # I6: a star in a turn in which an own card is expelled
    table = (
        active(scene, "I6")
        .lay("a1", "1-wood")
        .lay("b1", "1-wheat")
        .hand("0-wood-water")
        .do("0-wood-water", "c4")
    )
    assert table.s.stars[0] == 1
    # I7: a hand of four
    table = active(scene, "I7").hand("1-one", "1-wood", "1-wheat").do("1-one", "c4").past_chance()
    assert table.s.held[0] == 4
    # I8: a 2 on an island gives one more
    table = active(scene, "I8").hand("2-star-wood").do("2-star-wood", "c4")
    assert table.goods() == {"wheat": 3}


def with_half(scene, row, name):
    halves = (name, "IN1") if row == "day" else ("ID1", name)
    table = covered(improved(scene, halves=halves), row, 1, 3, 6)
    return covered(table, "night" if row == "day" else "day", 1)


def test_len_10_7_the_reconstructed_powers_of_level_3(scene):
    plain = with_half(scene, "day", "ID1").scores()[0]  # its six stars came when it was covered
    assert with_half(scene, "day", "ID2").scores()[0] == plain + 2  # one pair
    assert with_half(scene, "day", "ID3").give(wood=3).scores()[0] == plain + 3
    assert with_half(scene, "day", "ID4").scores()[0] == plain + 4  # four tiles
    by_night = with_half(scene, "night", "IN1").scores()[0]
    assert with_half(scene, "night", "IN3").give(stone=3).scores()[0] == by_night + 3
    for good in range(4):
        table = with_half(scene, "day", f"ID{5 + good}")
        delivered = [
            t
            for t in COMPONENTS["tiles"].pieces
            if t["id"] in ("LEN-D07", "LEN-D09", "LEN-D12", "LEN-N07")
        ]
        asking = sum(tile[("wood", "wheat", "stone", "water")[good]] != "0" for tile in delivered)
        assert table.scores()[0] == plain + 2 * asking
