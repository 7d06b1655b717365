"""Turns: order, stacks, and the actions that can be done anywhere."""

import pytest

from sunroom.games.solaris.state import ACTION, DISCARD, TAKE
from sunroom.rules.contract import CHANCE, IllegalAction

from .scene import BLACK, GREY, ORANGE, WHITE, YELLOW


def test_lar_3_1_each_station_once_the_energy_centre_last(scene):
    table = scene()
    active = []
    while table.s.round == 1 and table.s.phase == ACTION:
        active.append(table.s.ring[table.s.at])
        table.all_pass() if table.s.at < 5 else table.end_round()

    assert active == [0, 1, 2, 3, 4, 5]
    table.past_chance()
    while table.s.phase == DISCARD:
        table.do(table.legal()[0])
    assert (table.s.round, table.s.ring[table.s.at]) == (2, 0)


def test_lar_3_2_most_energy_first(scene):
    table = scene().energy("command", 0, 3, 7, 1, 2).at("command")
    order = []
    while table.s.at == 1:
        order.append(table.actor)
        table.do("pass")

    assert order == [YELLOW, GREY, ORANGE, BLACK, WHITE]


def test_lar_3_3_from_the_top_of_a_stack(scene):
    """Grey lies on top, then yellow, orange, white."""
    table = scene().energy("command", 2, 2, 2, 3, 2)
    table.stack("command", WHITE, ORANGE, BLACK, YELLOW, GREY).at("command")
    order = []
    while table.s.at == 1:
        order.append(table.actor)
        table.do("pass")

    assert order == [BLACK, GREY, YELLOW, ORANGE, WHITE]


def test_lar_3_4_the_marker_goes_to_the_same_field_outside_on_top(scene):
    table = scene().energy("machine", 2, 2, 1, 1, 1).at("machine")
    assert table.track("machine", outer=True) == {2: [WHITE]}
    table.do("pass")

    assert table.actor == GREY
    assert table.track("machine", outer=True) == {2: [GREY, WHITE]}


def test_lar_3_5_who_lands_on_others_goes_on_top_and_those_left_keep_their_order(scene):
    table = scene().energy("command", 4, 3, 3, 3, 0)
    table.hand(WHITE, "port-purple").do("move", "port-purple>command", "done")
    assert table.track("command") == {5: [WHITE], 3: [GREY, YELLOW, BLACK], 0: [ORANGE]}

    table.energy("command", 2, 3, 3, 3, 0).hand(GREY, "port-purple").do("move")
    table.do("port-purple>command", "done")
    assert table.track("command") == {4: [GREY], 3: [YELLOW, BLACK], 2: [WHITE], 0: [ORANGE]}

    table.hand(YELLOW, "port-purple").do("move", "port-purple>command", "done")
    assert table.track("command") == {4: [YELLOW, GREY], 3: [BLACK], 2: [WHITE], 0: [ORANGE]}


def test_lar_3_5_also_backwards_on_the_outer_track(scene):
    table = scene().energy("machine", 3, 2, 1, 0, 0).at("machine")
    table.hand(WHITE, "port-purple").do("move", "port-purple>command", "done").do("pass")

    assert table.track("machine", outer=True)[2] == [GREY, WHITE]


def test_lar_3_6_never_more_than_seven(scene):
    table = scene().energy("machine", 6, 1, 1, 1, 1).at("machine")
    table.hand(WHITE, "machine-purple", "machine-pink").do("fill", "machine-purple")

    assert table.have("machine", WHITE) == 7
    assert table.legal() == ["done"]


def test_lar_3_6a_a_card_too_many_is_refused(scene):
    table = scene().energy("machine", 7, 1, 1, 1, 1).energy("command", 7).at("machine")
    table.hand(WHITE, "machine-purple", "command-purple")
    assert table.legal() == ["swap", "pass"]
    with pytest.raises(IllegalAction):
        table.do("fill")


def test_lar_3_6a_by_option_the_surplus_is_lost_and_stacks_stay(scene):
    table = scene(overflow="lost").energy("machine", 7, 1, 1, 1, 1).energy("command", 7, 7, 1, 1, 1)
    table.at("machine").hand(WHITE, "machine-purple", "machine-pink", "command-purple")
    table.do("fill", "machine-purple", "machine-pink", "done")
    assert table.have("machine", WHITE) == 7
    assert table.s.due == 1

    table = scene(overflow="lost").energy("command", 7, 7, 1, 1, 1)
    table.stack("command", WHITE, GREY).hand(WHITE, "port-purple").do(
        "move", "port-purple>command", "done"
    )
    assert table.have("machine", WHITE) == 4
    assert table.track("command")[7] == [GREY, WHITE]


def test_lar_3_6a_the_machine_deck_too(scene):
    table = scene().energy("port", 7).hand(WHITE, "port-purple")
    assert "use" not in table.legal()

    table = scene(overflow="lost").energy("port", 7).hand(WHITE, "port-purple", "port-pink")
    table.do("use", "port-purple", "+port-pink", "done")
    assert (table.have("port", WHITE), table.have("machine", WHITE)) == (7, 4)


def test_lar_3_7_five_actions(scene):
    table = scene().hand(WHITE, "machine-purple", "command-pink")

    assert table.legal() == ["fill", "move", "swap", "pass", "use"]


def test_lar_3_7a_without_energy_one_may_fill_up_swap_or_pass(scene):
    table = scene().energy("machine", 0, 1, 1, 1, 1).at("machine")
    table.hand(WHITE, "machine-purple", "command-pink").do("pass", "pass", "pass", "pass")

    assert table.actor == WHITE
    assert table.legal() == ["fill", "swap", "pass"]


def test_lar_3_8_markers_go_back_in_the_order_in_which_they_lie(scene):
    table = scene().energy("machine", 3, 3, 3, 3, 3).at("machine")
    for _ in range(5):
        table.do("pass")

    assert table.track("machine") == {3: [ORANGE, BLACK, YELLOW, GREY, WHITE]}
    assert table.s.ring[table.s.at] == 1


# Fill up


def test_lar_4_1_one_energy_for_each_card_with_the_symbol(scene):
    table = scene().energy("command", 2, 1, 1, 1, 1).at("command")
    table.hand(WHITE, "command-blue", "command-pink", "machine-pink").do("fill")
    assert table.legal() == ["command-pink", "command-blue"]
    table.do("command-blue", "command-pink")

    assert table.have("command", WHITE) == 4
    assert table.legal() == ["done"]


def test_lar_4_1a_at_least_one_card(scene):
    table = scene().hand(WHITE, "machine-blue", "command-pink")

    assert "done" not in table.do("fill").legal()
    table = scene().hand(WHITE, "machine-blue", "command-pink")
    assert "done" not in table.do("move").legal()
    assert "fill" not in scene().hand(WHITE, "command-pink").legal()


# Move


def test_lar_5_1_energy_moves_over_the_bridge_to_the_neighbour(scene):
    """Clockwise from the machine deck: purple to command; counterclockwise: pink to the centre."""
    table = scene().hand(WHITE, "port-purple", "port-pink", "port-green").do("move")
    assert table.legal() == ["port-purple>command", "port-pink>centre"]
    table.do("port-pink>centre", "done")

    assert table.have("machine", WHITE) == 4
    assert table.have("centre", WHITE) == 6
    assert table.have("command", WHITE) == 5


def test_lar_5_2_both_bridges_in_one_turn(scene):
    table = scene().hand(WHITE, "port-purple", "port-pink").do("move")
    table.do("port-pink>centre", "port-purple>command", "done")

    assert [table.have(name, WHITE) for name in ("machine", "centre", "command")] == [3, 6, 6]


def test_lar_5_2a_with_equal_bridges_each_card_goes_either_way(scene):
    table = scene().bridges("blue", "pink", "pink", "green", "green", "blue")
    table.hand(WHITE, "port-blue", "canteen-blue").do("move")
    assert table.legal() == [
        "port-blue>command", "canteen-blue>command", "port-blue>centre", "canteen-blue>centre",
    ]  # fmt: skip
    table.do("port-blue>centre", "canteen-blue>command", "done")

    assert [table.have(name, WHITE) for name in ("machine", "centre", "command")] == [3, 6, 6]


def test_lar_5_3_no_more_than_there_is(scene):
    table = scene().energy("machine", 1, 0, 0, 0, 0).at("machine")
    table.hand(WHITE, "port-purple", "port-pink").do("move", "port-purple>command")

    assert table.legal() == ["done"]


# Swap and pass


def test_lar_6_1_one_card_for_one_of_the_display_or_the_pile(scene):
    table = scene().display("port-blue", "port-pink", "port-pink").hand(WHITE, "machine-green")
    table.do("swap")
    assert table.legal() == ["machine-green"]
    table.do("machine-green")
    assert table.legal() == ["port-pink", "port-blue", "pile"]
    table.do("pile", "biotope-blue")

    assert table.cards(WHITE) == ["biotope-blue"]
    assert table.actor == GREY


def test_lar_6_1a_the_card_goes_to_the_discards_and_an_empty_hand_cannot_swap(scene):
    table = scene().display("port-blue", "port-pink", "port-pink").hand(WHITE, "machine-green")
    table.do("swap", "machine-green")
    assert "machine-green" not in table.legal()
    assert table.seen_by(GREY)["discards"] == {"machine-green": 1}
    table.do("port-blue").past_chance()

    assert table.actor == GREY
    assert "swap" not in table.legal()


def test_lar_6_2_passing_changes_nothing(scene):
    table = scene().hand(WHITE, "machine-green")
    energy = [[table.s.energy[n, seat] for seat in range(5)] for n in range(6)]
    table.do("pass")

    assert table.actor == GREY
    assert table.cards(WHITE) == ["machine-green"]
    assert [[table.s.energy[n, seat] for seat in range(5)] for n in range(6)] == energy


# New cards


@pytest.mark.parametrize(("played", "due"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_lar_8_1_one_card_for_every_two(scene, played, due):
    table = scene().energy("machine", 1, 0, 0, 0, 0).at("machine")
    cards = ["machine-purple", "machine-pink", "machine-pink", "machine-green", "machine-blue"]
    table.hand(WHITE, *cards).do("fill", *cards[:played], "done")
    taken = 0
    while table.s.phase == TAKE:
        table.do("pile").chance()
        taken += 1

    assert taken == due
    assert table.s.held[WHITE] == 5 - played + due


def test_lar_8_1a_a_discarded_card_does_not_count(scene):
    table = scene().display("port-blue", "port-pink", "port-pink").hand(WHITE, "machine-green")
    table.do("swap", "machine-green", "port-pink")

    assert table.s.played == 0
    assert table.cards(WHITE) == ["port-pink"]


def test_lar_8_1b_all_that_are_due_must_be_taken(scene):
    table = scene().hand(WHITE, "machine-green", "machine-pink")
    table.do("fill", "machine-green", "machine-pink", "done")

    assert table.s.phase == TAKE
    assert "done" not in table.legal()
    assert "machine-green" not in table.legal()


def test_lar_8_2_played_cards_go_to_the_discards(scene):
    table = scene().hand(WHITE, "machine-green", "machine-pink")
    table.do("fill", "machine-green", "done")

    assert table.seen_by(GREY)["discards"] == {"machine-green": 1}
    assert table.cards(WHITE) == ["machine-pink"]


def test_lar_8_3_the_display_is_filled_after_the_turn(scene):
    table = scene().display("port-blue", "port-pink", "port-pink")
    table.hand(WHITE, *["machine-pink"] * 4, "command-blue", "command-green").energy("machine", 1)
    table.do("fill", *["machine-pink"] * 4, "done", "port-pink")
    assert [name for name in table.seen_by(WHITE)["display"] if name] == ["port-blue", "port-pink"]
    table.do("port-blue")
    assert table.actor == CHANCE
    table.do("machine-blue", "canteen-blue")

    assert table.actor == GREY
    assert sorted(table.seen_by(WHITE)["display"]) == ["canteen-blue", "machine-blue", "port-pink"]


def test_lar_8_4_an_empty_pile_is_made_of_the_discards(scene):
    table = scene().discards("port-green", "port-green", "canteen-pink")
    table.hand(WHITE, "machine-green").pile("command-blue")
    table.do("swap", "machine-green", "pile", "command-blue")

    assert table.s.pile == 4
    assert table.seen_by(WHITE)["discards"] == {}
    assert table.do("pass").s.pile == 4


def test_lar_8_4a_at_once_and_with_the_cards_of_this_turn(scene):
    table = scene().energy("machine", 1)
    table.hand(WHITE, "machine-green", "machine-pink", "machine-purple", "machine-blue")
    table.pile("command-blue").do(
        "fill", "machine-green", "machine-pink", "machine-purple", "machine-blue", "done"
    )
    table.do("pile", "command-blue", "pile")

    assert table.outcomes() == {
        "machine-purple": 1, "machine-pink": 1, "machine-green": 1, "machine-blue": 1,
    }  # fmt: skip
