"""Setting up, and the variant with another order of the stations."""

from itertools import permutations

import pytest

from sunroom import Match
from sunroom.engine.referee import interpreted
from sunroom.games.solaris.pieces import CARD_COPIES, CENTRE, COLOURS, KINDS, STATIONS
from sunroom.games.solaris.presentation.notation import ring_number, ring_text
from sunroom.games.solaris.state import ACTION, STACK
from sunroom.rules.contract import BadOption, IllegalAction

from .scene import GAME

PRINTED = ["machine", "command", "biotope", "port", "canteen", "centre"]


@pytest.fixture
def match(way):
    return lambda seats=4, seed=1, **options: Match(
        GAME, seats=seats, options=options, seed=seed, referee=way(GAME)
    )


def test_lar_2_1_five_cards_each_three_open_the_rest_face_down(match):
    s = match(seats=5).table

    assert [s.held[seat] for seat in range(5)] == [5] * 5
    assert all(s.display[n] > 0 for n in range(3))
    assert s.pile == sum(s.deck[k] for k in range(KINDS)) == 108 - 25 - 3


def test_lar_2_2_the_printed_order(match):
    assert [station["name"] for station in match().view(0)["stations"]] == PRINTED


def test_lar_2_3_six_bridges_by_lot_and_two_spare(match):
    found = set()
    for seed in range(20):
        s = match(seed=seed).table
        lying = [s.bridge[place] for place in range(6)] + [s.spare[0], s.spare[1]]
        assert sorted(lying) == [0, 0, 1, 1, 2, 2, 3, 3]
        found.add(tuple(lying))
    assert len(found) > 15


def test_lar_2_3_a_third_bridge_of_a_colour_cannot_be_drawn(way):
    match = Match(GAME, seats=3, by_hand=True, referee=way(GAME))
    for _ in range(18):
        match.play(match.legal()[0])
    match.play("blue")
    match.play("blue")

    assert "blue" not in match.legal()
    with pytest.raises(IllegalAction):
        match.play("blue")


def test_lar_2_4_halves_are_dealt_by_lot_and_each_once(match):
    s = match(seats=5).table
    halves = [[s.half[seat, side] for seat in range(5)] for side in range(2)]

    assert sorted(halves[0]) == sorted(halves[1]) == [1, 2, 3, 4, 5]


def test_lar_2_4_the_halves_say_the_start_energy(way):
    match = Match(GAME, seats=3, by_hand=True, options={"stacks": "seats"}, referee=way(GAME))
    while match.table.half[0, 0] == 0:
        match.play("A3" if "A3" in match.legal() else match.legal()[0])
    for half in ("A1", "A5", "B4", "B2", "B3"):
        match.play(half)
    energy = [[match.table.energy[n, seat] for n in range(6)] for seat in range(3)]

    assert energy == [[3, 3, 4, 1, 4, 1], [1, 5, 2, 4, 3, 1], [5, 1, 3, 5, 1, 1]]


def test_lar_2_5_the_laser_is_at_0(match):
    assert [player["laser"] for player in match().view(0)["players"]] == [0] * 4


def test_lar_2_6_chance_stacks_the_markers_at_the_energy_centre(match):
    tops = {match(seed=seed).view(0)["stations"][5]["inner"][1][0] for seed in range(30)}

    assert tops == {0, 1, 2, 3}


def test_lar_2_6_only_where_markers_share_a_field(way):
    match = Match(GAME, seats=4, by_hand=True, referee=way(GAME))
    stacked = set()
    while match.table.phase != ACTION:
        if match.table.phase == STACK:
            stacked.add(match.table.at)
        match.play(match.legal()[0])

    assert stacked == {5}


def test_lar_2_6_by_option_the_first_seat_lies_on_top(match):
    for seed in range(5):
        centre = match(seed=seed, stacks="seats").view(0)["stations"][5]
        assert centre["inner"][1] == [0, 1, 2, 3]


def test_lar_2_7_the_shuttles_lie_beside_the_pile(match):
    assert match().view(0)["shuttles"] == dict.fromkeys(COLOURS)


def test_lar_2_8_three_players_have_all_cards_shuttles_and_bridges(match):
    s = match(seats=3).table
    there = [s.deck[k] + sum(s.hand[seat, k] for seat in range(3)) for k in range(KINDS)]
    for n in range(3):
        there[s.display[n] - 1] += 1

    assert there == [CARD_COPIES[0, kind] for kind in range(KINDS)]
    assert [s.held[seat] for seat in range(5)] == [5, 5, 5, 0, 0]


# One after the other


def test_lar_11_2_any_order_with_the_energy_centre_last(match):
    order = "biotope-canteen-port-machine-command"
    shown = match(ring=order).view(0)["stations"]

    assert "-".join(station["name"] for station in shown) == f"{order}-centre"


def test_every_order_has_a_number_of_its_own():
    orders = ["-".join(order) for order in permutations(STATIONS[:CENTRE])]

    assert sorted(ring_number(order) for order in orders) == list(range(120))
    assert all(ring_text(ring_number(order)) == order for order in orders)
    assert ring_number("-".join(PRINTED[:5])) == 0
    assert ring_number("bio kantine raumhafen md kz") == ring_number("bi-ca-po-ma-co")


def test_the_ring_lies_as_its_number_says():
    for order in permutations(range(5)):
        text = "-".join(STATIONS[n] for n in order)
        table = interpreted(GAME).new(GAME.settings({"ring": text}))
        assert tuple(table.ring[place] for place in range(6)) == (*order, CENTRE)
        assert all(table.ring[table.place[station]] == station for station in range(6))


def test_an_order_that_is_none_is_refused_with_an_example():
    with pytest.raises(BadOption):
        GAME.settings({"ring": "c-b-p-m"})  # four words, one of them for two stations
    with pytest.raises(BadOption) as refused:
        GAME.settings({"ring": "biotope-biotope-port-machine-command"})
    said = refused.value
    assert "machine-command-biotope-port-canteen" in str(said.args)


def test_lar_11_3_start_energy_is_read_by_place(match):
    """The machine deck lies at the fourth place here and gets what the spaceport has otherwise."""
    printed = match().table
    other = match(ring="biotope-canteen-port-machine-command").table

    for place, station in enumerate((2, 4, 3, 0, 1, 5)):
        for seat in range(4):
            assert other.energy[station, seat] == printed.energy[printed.ring[place], seat]


def test_lar_11_4_neighbours_and_directions_follow_the_place(scene):
    """Clockwise: biotope, canteen, port, machine, command, centre."""
    ring = "biotope-canteen-port-machine-command"
    table = scene(ring=ring, ending="race").bridges(
        "purple", "pink", "green", "blue", "purple", "pink"
    )
    table.energy("biotope", 3, 1, 1, 1, 1).at("biotope").do("use", "clockwise-2")
    assert [table.have(name, 0) for name in ("canteen", "port", "machine")] == [6, 6, 5]

    table.hand(0, "port-pink", "port-blue").energy("machine", 5, 1, 1, 1, 1).at("machine")
    table.do("move")
    assert table.legal() == ["port-blue>command"]  # towards the port the bridge is green
    assert table.s.race == 1


# Colours


def test_lar_2_9_the_colour_comes_with_the_seat(match):
    colours = [player["colour"] for player in match(seats=5).view(0)["players"]]

    assert colours == ["white", "grey", "yellow", "black", "orange"]


def test_lar_2_9_by_option_everybody_chooses_one_that_is_left(match):
    chosen = match(seats=3, colours="chosen")
    assert chosen.to_act == 0
    assert chosen.legal() == ["white", "grey", "yellow", "black", "orange"]

    chosen.play("orange")
    assert [player["colour"] for player in chosen.view(0)["players"]] == ["orange", None, None]
    with pytest.raises(IllegalAction, match="somebody else has chosen that colour"):
        chosen.play("orange")
    chosen.play("grau")
    assert chosen.legal() == ["white", "yellow", "black"]
    chosen.play("white")
    assert [p["colour"] for p in chosen.view(1)["players"]] == ["orange", "grey", "white"]
    assert chosen.table.round == 1
    assert list(chosen.notation())[:3] == ["orange", "grey", "white"]
    assert "plays orange" in chosen.say(chosen.log()[0], "en")
