"""The end of a round and of the game."""

import pytest

from sunroom import Match
from sunroom.games.solaris.chapters.turn import LAST_ROUND
from sunroom.games.solaris.pieces import COLOURS, STATIONS
from sunroom.games.solaris.state import CATCH_UP, DISCARD, DONE, EXCHANGE, FLIP
from sunroom.rules.contract import OVER

from .scene import GAME, GREY, ORANGE, WHITE, YELLOW


def bridges(table):
    return [COLOURS[table.s.bridge[place]] for place in range(6)]


def spare(table):
    return sorted(COLOURS[table.s.spare[n]] for n in range(2))


def test_lar_9_1_the_shuttles_go_back(scene):
    table = scene().dock(blue="machine", pink="port").at("centre").end_round()

    assert table.s.phase == FLIP
    assert table.seen_by(WHITE)["shuttles"] == dict.fromkeys(COLOURS)


@pytest.mark.parametrize("order", ["green-blue", "blue-green"])
def test_lar_9_2_the_bridges_at_a_station_are_exchanged_by_lot(scene, order):
    """Clockwise: purple, pink, green, blue, purple, pink; spare are green and blue."""
    table = scene().at("centre").end_round().do("biotope-pink")
    assert table.outcomes() == {"green-blue": 1, "blue-green": 1}
    table.do(order)

    before, after = order.split("-")
    assert bridges(table) == ["purple", before, after, "blue", "purple", "pink"]
    assert spare(table) == ["green", "pink"]


def test_lar_9_2_at_the_machine_deck_that_includes_the_bridge_to_the_energy_centre(scene):
    table = scene().at("centre").end_round().do("machine-pink", "blue-green")

    assert bridges(table) == ["green", "pink", "green", "blue", "purple", "blue"]


def test_lar_9_2_equal_spare_bridges_need_no_lot(scene):
    table = scene().bridges("purple", "pink", "green", "purple", "pink", "green")
    table.at("centre").end_round()
    before = table.s.copy()
    table.do("machine-pink")
    told = GAME.narrate(before, GAME.read(before, "machine-pink"), table.s)

    assert table.s.phase != EXCHANGE
    assert bridges(table) == ["blue", "pink", "green", "purple", "pink", "blue"]
    assert "Both are now blue." in [GAME.words.say(one, "en") for one in told]


def test_lar_9_2a_the_card_is_discarded(scene):
    table = scene().at("centre").end_round().do("biotope-pink")

    assert table.seen_by(WHITE)["discards"] == {"biotope-pink": 1}


def test_lar_9_3_a_card_for_each_station_with_no_or_one_energy(scene):
    table = scene().energy("machine", 5, 1, 2, 2, 2).energy("command", 5, 0, 2, 2, 2)
    for station in ("biotope", "port", "canteen", "centre"):
        table.energy(station, 5, 4, 2, 2, 1)
    table.at("centre").end_round().do("biotope-pink", "green-blue")
    dealt = []
    while table.s.phase == CATCH_UP:
        dealt.append(table.s.owner)
        table.chance()

    assert dealt == [GREY, GREY, ORANGE, ORANGE, ORANGE, ORANGE]
    assert [table.s.held[seat] for seat in range(5)] == [0, 2, 0, 0, 4]
    assert table.s.round == 2


SEVEN = ("port-blue", "port-pink", "port-green", "port-purple", "command-blue", "command-pink",
         "command-green")  # fmt: skip


def test_lar_9_4_down_to_seven_cards_before_the_next_round(scene):
    table = scene().hand(YELLOW, *SEVEN).energy("machine", 5, 4, 1, 2, 2)
    for station in STATIONS[1:]:
        table.energy(station, 2, 2, 2, 2, 2)
    table.at("centre").end_round().do("biotope-pink", "green-blue", "canteen-blue")
    assert (table.s.phase, table.actor, table.s.round) == (DISCARD, YELLOW, 1)
    table.do("canteen-blue")

    assert table.s.held[YELLOW] == 7
    assert table.s.round == 2


def test_lar_9_4a_several_discard_in_the_order_of_seats(scene):
    table = scene().hand(YELLOW, *SEVEN).hand(GREY, "machine-blue", *SEVEN[:6])
    table.energy("machine", 5, 1, 1, 2, 2)
    for station in STATIONS[1:]:
        table.energy(station, 2, 2, 2, 2, 2)
    table.at("centre").end_round().do("biotope-pink", "green-blue", "canteen-blue", "canteen-blue")
    assert table.actor == GREY
    table.do("canteen-blue")
    assert table.actor == YELLOW
    table.do("canteen-blue")
    assert table.s.round == 2


# The end


def test_lar_10_1_the_game_ends_after_the_round_with_seven_on_the_laser(scene):
    table = scene().at("centre").laser(6, 0, 0, 0, 0).dock(blue="machine")
    table.hand(WHITE, "canteen-blue").do("use", "canteen-blue", "done")
    assert table.s.laser[WHITE] == 7
    assert table.actor == GREY  # everybody has their turn
    table.do("pass", "pass", "pass", "pass")

    assert table.actor == OVER


def test_lar_10_1_six_are_not_enough(scene):
    table = scene().at("centre").laser(6, 6, 6, 6, 6).end_round()

    assert table.s.phase == FLIP


def test_lar_10_1a_after_the_last_turn_nothing_changes_any_more(scene):
    table = scene().at("centre").laser(7, 0, 0, 0, 0).dock(blue="machine")
    table.energy("machine", 0, 0, 0, 0, 0).end_round()

    assert table.s.phase == DONE
    assert table.s.outer == 0  # the markers are back on the energy track
    assert [table.s.held[seat] for seat in range(5)] == [0] * 5
    assert bridges(table) == ["purple", "pink", "green", "blue", "purple", "pink"]


def scores(table):
    return table.referee.scores(table.s, 5)


def test_lar_10_2_most_energy_on_the_laser_wins(scene):
    table = scene().laser(7, 8, 0, 0, 0).energy("centre", 7, 0, 0, 0, 0)

    assert scores(table).index(max(scores(table))) == GREY


def test_lar_10_3_then_the_energy_centre_then_both(scene):
    table = scene().laser(8, 8, 0, 0, 8).energy("centre", 3, 4, 7, 7, 2)
    assert scores(table).index(max(scores(table))) == GREY
    table.energy("centre", 4, 4, 7, 7, 2)
    found = scores(table)
    assert [seat for seat in range(5) if found[seat] == max(found)] == [WHITE, GREY]


def test_lar_10_4_after_the_thirtieth_round(scene):
    table = scene().at("centre")
    table.s.round = LAST_ROUND - 1
    assert table.end_round().s.phase == FLIP
    table = scene().at("centre")
    table.s.round = LAST_ROUND
    assert table.end_round().actor == OVER
    assert LAST_ROUND == 30


def test_lar_11_1_the_race_has_exactly_four_rounds(scene, way):
    table = scene(ending="race").at("centre").laser(9, 0, 0, 0, 0).end_round()
    assert table.s.phase == FLIP  # seven on the laser end nothing

    match = Match(GAME, seats=3, options={"ending": "race"}, seed=1, referee=way(GAME))
    while not match.over:
        match.play("pass" if "pass" in match.legal() else match.legal()[0])
    assert match.table.round == 4
