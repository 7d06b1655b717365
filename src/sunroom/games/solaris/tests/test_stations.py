"""The six station actions."""

import pytest

from sunroom.games.solaris.pieces import COLOURS, STATIONS
from sunroom.games.solaris.state import AMOUNT, DISCARD, TAKE
from sunroom.rules.contract import IllegalAction

from .scene import BLACK, GREY, WHITE, YELLOW


def test_lar_7_1_who_has_energy_may_use_the_station(scene):
    table = scene().energy("command", 1, 0, 0, 0, 0).at("command")
    assert "use" in table.legal()
    table.do("pass")
    assert "use" not in table.legal()


def test_lar_7_1a_each_energy_must_have_an_effect(scene):
    assert "use" not in scene().hand(WHITE, "machine-blue").legal()  # only its own symbol
    assert "use" not in scene().energy("biotope", 1, 0, 0, 0, 0).at("biotope").legal()
    assert "use" not in scene().at("canteen").legal()  # nobody has cards
    assert "use" not in scene().at("centre").hand(WHITE, "port-blue").legal()  # no shuttle

    table = scene().at("canteen").hand(GREY, "port-blue").do("use")
    assert table.legal() == ["1"]  # one victim, though there are five energy


# Machine deck


def test_lar_7_2_one_or_two_cards_of_one_other_station_for_each_energy(scene):
    table = scene().hand(WHITE, "port-blue", "port-pink", "port-green", "command-blue")
    table.energy("port", 1).energy("command", 1).do("use", "port-blue")
    assert table.legal() == [
        "command-blue", "port-pink", "port-green", "+port-pink", "+port-green", "done",
    ]  # fmt: skip
    table.do("+port-pink")
    assert table.legal() == ["command-blue", "port-green", "done"]  # a third one costs again
    table.do("command-blue", "port-green", "done")

    assert table.have("machine", WHITE) == 2
    assert (table.have("port", WHITE), table.have("command", WHITE)) == (4, 2)


def test_lar_7_2_three_energy_for_three_cards_are_allowed(scene):
    table = scene().hand(WHITE, "port-blue", "port-pink", "port-green").energy("port", 1)
    table.do("use", "port-blue", "port-pink", "port-green", "done")

    assert (table.have("machine", WHITE), table.have("port", WHITE)) == (2, 4)


def test_lar_7_2_not_for_the_machine_deck_itself(scene):
    table = scene().hand(WHITE, "machine-blue", "port-pink").energy("port", 1).do("use")

    assert table.legal() == ["port-pink"]


def test_lar_7_2a_each_energy_may_serve_another_station(scene):
    table = scene().energy("port", 1).energy("command", 1)
    table.hand(WHITE, "port-blue", "command-blue").do("use", "port-blue", "command-blue", "done")

    assert (table.have("port", WHITE), table.have("command", WHITE)) == (2, 2)


def test_lar_7_2a_by_option_all_serve_one(scene):
    table = scene(charge="one").energy("port", 1).energy("command", 1)
    table.hand(WHITE, "port-blue", "port-pink", "port-green", "command-blue")
    table.do("use", "port-blue", "+port-pink")

    assert table.legal() == ["port-green", "done"]


# Command centre


def test_lar_7_3_two_cards_for_each_energy(scene):
    table = scene().energy("command", 3, 1, 1, 1, 1).at("command").do("use")
    assert table.legal() == ["1", "2", "3"]
    table.do("2")

    assert table.have("command", WHITE) == 1
    assert table.s.due == 4


def test_lar_7_3_the_display_is_not_filled_in_between(scene):
    table = scene().display("port-blue", "port-pink", "port-green").at("command")
    table.do("use", "2", "port-blue", "port-pink", "port-green")

    assert table.legal() == ["pile"]


def test_lar_7_3a_a_card_is_seen_before_the_next_is_chosen(scene):
    table = scene().display("port-blue", "port-pink", "port-green").at("command")
    table.do("use", "1", "pile", "machine-blue")

    assert table.legal() == ["port-pink", "port-green", "port-blue", "pile"]


def test_lar_7_3a_by_option_the_display_comes_first(scene):
    table = scene(drawing="display-first").display("port-blue", "port-pink", "port-green")
    table.at("command").do("use", "2", "port-blue")
    assert table.legal() == ["port-pink", "port-green", "pile"]
    table.do("pile", "machine-blue")
    assert table.legal() == ["pile"]


def test_lar_7_3b_the_amount_is_said_before_the_first_card(scene):
    table = scene().at("command").do("use")
    assert table.s.phase == AMOUNT
    table.do("1", "pile", "machine-blue", "pile", "machine-blue").past_chance()

    assert table.actor == GREY


def test_lar_7_3b_by_option_energy_by_energy(scene):
    table = scene(spend="stepwise").energy("command", 2, 1, 1, 1, 1).at("command").do("use")
    assert table.s.phase == TAKE
    table.do("pile", "machine-blue", "pile", "machine-blue")
    assert table.legal() == ["done", "1"]
    table.do("1", "pile", "port-blue", "pile", "port-blue").past_chance()
    assert table.actor == GREY  # nothing is left to spend

    table = scene(spend="stepwise").at("canteen").hand(GREY, "port-pink").hand(BLACK, "port-blue")
    table.do("use", "seat-2", "port-pink")
    assert table.legal() == ["done", "1"]
    table.do("done")
    assert table.actor == GREY
    assert table.have("canteen", WHITE) == 4


def test_lar_7_4_down_to_seven_cards_at_the_end_of_the_turn(scene):
    table = scene().energy("command", 3, 1, 1, 1, 1).at("command")
    table.hand(WHITE, "machine-green", "machine-pink", "machine-purple", "machine-blue")
    table.do("use", "3")
    for _ in range(6):
        table.do("pile", "canteen-blue" if table.s.due > 2 else "canteen-pink")
    assert (table.s.phase, table.actor) == (DISCARD, WHITE)
    assert table.s.held[WHITE] == 10
    table.do("machine-green", "machine-pink", "machine-purple").past_chance()

    assert table.s.held[WHITE] == 7
    assert table.actor == GREY


# Biotope


def test_lar_7_5_one_energy_and_one_more_for_each_next_station(scene):
    for way, served in (("clockwise", ("port", "canteen")), ("counter", ("command", "machine"))):
        table = scene().energy("biotope", 4, 1, 1, 1, 1).at("biotope").do("use")
        assert table.legal() == [f"{w}-{n}" for w in ("clockwise", "counter") for n in (1, 2, 3)]
        table.do(f"{way}-2")

        assert table.have("biotope", WHITE) == 1
        others = [name for name in STATIONS if name != "biotope"]
        assert [name for name in others if table.have(name, WHITE) == 6] == sorted(
            served, key=others.index
        )


def test_lar_7_6_full_stations_are_skipped_and_none_gets_two(scene):
    table = scene().energy("biotope", 7, 1, 1, 1, 1).energy("port", 7).energy("centre", 7)
    table.at("biotope").do("use")
    assert table.legal() == [f"{way}-{n}" for way in ("clockwise", "counter") for n in (1, 2, 3)]
    table.do("clockwise-2")

    found = [
        table.have(name, WHITE) for name in ("port", "canteen", "centre", "machine", "command")
    ]
    assert found == [7, 6, 7, 6, 5]


def test_lar_7_6_also_where_surplus_is_lost(scene):
    table = scene(overflow="lost").energy("biotope", 3, 1, 1, 1, 1).energy("port", 7).at("biotope")
    table.do("use", "clockwise-1")

    assert (table.have("port", WHITE), table.have("canteen", WHITE)) == (7, 6)


# Spaceport


def test_lar_7_7_a_shuttle_at_any_station_for_each_energy(scene):
    table = scene().energy("port", 2, 1, 1, 1, 1).at("port").do("use")
    assert table.legal() == [f"{c}>{station}" for c in COLOURS for station in STATIONS]
    table.do("blue>port", "pink>machine")

    assert table.legal() == ["done"]
    assert table.have("port", WHITE) == 0
    assert table.seen_by(GREY)["shuttles"] == {
        "purple": None, "pink": "machine", "green": None, "blue": "port",
    }  # fmt: skip


def test_lar_7_7a_a_docked_shuttle_stays(scene):
    table = scene().at("port").do("use", "blue>port", "done", "use")

    assert table.actor == GREY
    assert not any(text.startswith("blue") for text in table.legal())


def test_lar_7_7b_several_shuttles_at_a_station(scene):
    assert "pink>port" in scene().at("port").do("use", "blue>port").legal()


def test_lar_7_7b_by_option_one_at_most(scene):
    table = scene(berths="one").at("port").do("use", "blue>port")

    assert "pink>port" not in table.legal()
    assert "pink>machine" in table.legal()


def test_lar_7_7c_the_energy_centre_too(scene):
    assert "blue>centre" in scene().at("port").do("use").legal()


def test_lar_7_7c_by_option_not_there(scene):
    table = scene(centre="no-dock").at("port").do("use")

    assert "blue>centre" not in table.legal()
    assert "blue>port" in table.legal()


# Canteen


def test_lar_7_8_one_unseen_card_of_each_opponent_at_most(scene):
    table = scene().energy("canteen", 7, 1, 1, 1, 1).at("canteen")
    table.hand(GREY, "port-blue", "port-blue", "machine-pink").hand(YELLOW, "port-green")
    table.do("use")
    assert table.legal() == ["1", "2"]  # black and orange have no cards
    table.do("2")
    assert table.legal() == ["seat-2", "seat-3"]
    table.do("seat-2")
    assert table.outcomes() == {"machine-pink": 1, "port-blue": 2}
    table.do("port-blue")
    assert table.legal() == ["seat-3"]
    table.do("seat-3", "port-green")

    assert table.have("canteen", WHITE) == 5
    assert table.cards(GREY) == ["machine-pink", "port-blue"]


def test_lar_7_8a_stolen_cards_are_safe_and_join_the_hand_after_the_last_turn(scene):
    table = scene().at("canteen").hand(GREY, "port-blue", "machine-pink")
    table.do("use", "1", "seat-2", "port-blue")
    assert table.actor == GREY
    assert "use" not in table.legal()  # nobody has a card in hand that grey could draw
    table.do("pass", "pass", "pass")
    assert table.cards(WHITE) == []
    table.do("pass")

    assert table.s.ring[table.s.at] == STATIONS.index("centre")
    assert table.cards(WHITE) == ["port-blue"]
    assert table.seen_by(WHITE)["players"][WHITE]["aside"] == []


SEVEN = ("port-blue", "port-pink", "port-green", "port-purple", "command-blue", "command-pink",
         "command-green")  # fmt: skip


def test_lar_7_8b_the_limit_is_checked_when_they_join(scene):
    table = scene().at("canteen").hand(WHITE, *SEVEN).hand(GREY, "machine-pink", "machine-blue")
    table.do("use", "1", "seat-2", "machine-pink")
    assert table.actor == GREY
    table.do("pass", "pass", "pass", "pass")
    assert (table.s.phase, table.actor, table.s.held[WHITE]) == (DISCARD, WHITE, 8)
    table.do("port-blue")

    assert table.s.held[WHITE] == 7
    assert table.s.ring[table.s.at] == STATIONS.index("centre")


def test_lar_7_8b_by_option_at_the_end_of_the_thiefs_turn(scene):
    table = scene(limit="turn").at("canteen").hand(WHITE, *SEVEN)
    table.hand(GREY, "machine-pink", "machine-blue").do("use", "1", "seat-2", "machine-pink")
    assert (table.s.phase, table.actor) == (DISCARD, WHITE)
    assert "machine-pink" not in table.legal()
    table.do("port-blue")
    assert table.actor == GREY
    table.do("pass", "pass", "pass", "pass")

    assert table.s.held[WHITE] == 7
    assert table.s.ring[table.s.at] == STATIONS.index("centre")


# Energy centre


def test_lar_7_9_energy_here_and_at_the_shuttles_station_and_its_colour(scene):
    table = scene().at("centre").dock(blue="machine", pink="port").energy("port", 0)
    table.hand(WHITE, "canteen-blue", "canteen-pink", "canteen-green").do("use")
    assert table.legal() == ["canteen-blue"]  # no energy at the spaceport, no green shuttle
    table.do("canteen-blue", "done")

    assert (table.have("centre", WHITE), table.have("machine", WHITE)) == (4, 4)
    assert table.s.laser[WHITE] == 1


def test_lar_7_9_it_goes_on_while_energy_and_cards_last(scene):
    table = scene().at("centre").dock(blue="machine").energy("machine", 2)
    table.hand(WHITE, "canteen-blue", "port-blue", "command-blue")
    table.do("use", "canteen-blue", "port-blue")

    assert table.legal() == ["done"]
    assert table.have("machine", WHITE) == 0


def test_lar_7_9a_several_shuttles_in_one_turn(scene):
    table = scene().at("centre").dock(blue="machine", pink="port")
    table.hand(WHITE, "canteen-blue", "port-pink").do("use", "canteen-blue", "port-pink", "done")

    assert table.s.laser[WHITE] == 2
    assert [table.have(name, WHITE) for name in ("centre", "machine", "port")] == [3, 4, 4]


def test_lar_7_9b_a_shuttle_at_the_energy_centre_costs_two_there(scene):
    table = scene().energy("centre", 3, 1, 1, 1, 1).at("centre").dock(blue="centre")
    table.hand(WHITE, "canteen-blue", "port-blue").do("use", "canteen-blue")

    assert table.have("centre", WHITE) == 1
    assert table.s.laser[WHITE] == 1
    assert table.legal() == ["done"]


def test_lar_7_10_the_laser_has_no_limit(scene):
    table = scene().at("centre").dock(blue="machine").laser(6, 0, 0, 0, 0)
    table.hand(WHITE, "canteen-blue", "port-blue", "command-blue").energy("machine", 3)
    table.do("use", "canteen-blue", "port-blue", "command-blue", "done")

    assert table.s.laser[WHITE] == 9


def test_what_cannot_be_done_is_refused_with_a_reason(scene):
    with pytest.raises(IllegalAction):
        scene().at("centre").do("use")


# Open questions of chapters 7 and 8: energy for nothing, and new cards within the action


def test_lar_7_1a_by_default_energy_that_has_no_effect_cannot_be_spent(scene):
    table = scene().hand(WHITE)

    assert "use" not in table.legal()
    assert table.do("pass").have("machine", WHITE) == 5


def test_lar_7_1a_by_option_energy_may_be_spent_for_nothing(scene):
    table = scene(waste="allowed").hand(WHITE).do("use")

    assert table.legal() == ["1", "2", "3", "4", "5"]
    assert table.do("4").have("machine", WHITE) == 1
    assert table.s.seat == 1


def test_lar_7_1a_more_may_be_spent_after_what_the_station_does(scene):
    table = scene(waste="allowed").hand(WHITE, "port-blue", "port-pink").do("use", "port-blue")
    table.do("+port-pink", "done")

    assert table.legal() == ["done", "1", "2", "3", "4"]
    assert table.do("2", "pile").have("machine", WHITE) == 2  # the new card is still due
    assert table.have("port", WHITE) == 7


def test_lar_7_1a_in_the_canteen_more_than_there_are_cards_to_draw(scene):
    table = scene(waste="allowed").hand(GREY, "port-blue").at("canteen").do("use")

    assert table.legal() == ["1", "2", "3", "4", "5"]
    table.do("4")
    assert table.have("canteen", WHITE) == 1
    assert table.legal() == ["seat-2"]


def test_lar_7_1a_the_biotope_may_keep_all_to_itself(scene):
    table = scene(waste="allowed").at("biotope").do("use", "done", "3")

    assert [table.have(n, WHITE) for n in ("biotope", "port", "command")] == [2, 5, 5]


def test_lar_8_1b_by_default_new_cards_come_after_the_action(scene):
    table = scene().hand(WHITE, "machine-blue", "machine-pink").energy("machine", 4, 3, 2, 1, 0)
    table.at("machine").do("fill")
    table.do("machine-blue", "machine-pink")

    assert table.legal() == ["done"]


def test_lar_8_1b_by_option_new_cards_come_at_once(scene):
    cards = ("machine-blue", "machine-pink", "machine-green")
    table = (
        scene(fresh="at-once").hand(WHITE, *cards).energy("machine", 4, 3, 2, 1, 0).at("machine")
    )
    table.do("fill", "machine-blue", "machine-pink")
    assert "pile" in table.legal()

    table.do("centre-blue")  # of the display
    assert set(table.legal()) == {"machine-green", "done"}
    table.do("machine-green", "done")
    assert table.cards(WHITE) == ["centre-blue"]
    assert table.past_chance().s.seat == GREY
