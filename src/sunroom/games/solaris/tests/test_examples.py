"""The worked examples of the printed rulebook, with their numbers."""

from .scene import BLACK, GREY, ORANGE, WHITE, YELLOW


def test_white_grey_yellow_black_orange_play_in_this_order(scene):
    table = scene().energy("machine", 5, 4, 3, 2, 1)
    order = []
    for _ in range(5):
        order.append(table.actor)
        table.do("pass")

    assert order == [WHITE, GREY, YELLOW, BLACK, ORANGE]


def test_grey_moves_the_marker_to_the_outer_track(scene):
    table = scene().energy("machine", 5, 4, 3, 2, 1).do("pass")

    assert table.actor == GREY
    assert table.track("machine", outer=True) == {5: [WHITE], 4: [GREY]}
    assert table.track("machine") == {3: [YELLOW], 2: [BLACK], 1: [ORANGE]}


def test_yellow_plays_three_machine_deck_cards(scene):
    table = scene().hand(YELLOW, "machine-purple", "machine-purple", "machine-green")
    table.do("pass", "pass", "fill", "machine-purple", "machine-green", "machine-purple", "done")

    assert table.have("machine", YELLOW) == 6  # it was 3


def test_grey_moves_three_energy_with_two_purple_cards_and_a_pink_one(scene):
    """Two to the energy centre and one to the command centre; one new card for the three."""
    table = scene().bridges("pink", "green", "blue", "blue", "green", "purple")
    table.energy("centre", 1, 1, 1, 1, 1).energy("command", 5, 2, 3, 2, 1)
    table.hand(GREY, "canteen-purple", "port-purple", "biotope-pink").do("pass", "move")
    table.do("canteen-purple>centre", "biotope-pink>command", "port-purple>centre", "done")

    assert table.have("machine", GREY) == 1  # it was 4
    assert table.have("centre", GREY) == 3
    assert table.have("command", GREY) == 3
    assert table.s.due == 1


def test_a_green_canteen_is_swapped_for_a_purple_machine_deck(scene):
    table = scene().display("machine-purple", "port-blue", "port-pink")
    table.hand(WHITE, "canteen-green").do("swap", "canteen-green", "machine-purple")

    assert table.cards(WHITE) == ["machine-purple"]
    assert table.s.played == 0


def test_yellow_charges_the_spaceport_by_three_for_two_energy(scene):
    table = scene().energy("port", 5, 4, 1, 2, 3)
    table.hand(YELLOW, "port-purple", "port-pink", "port-blue").do("pass", "pass", "use")
    table.do("port-purple", "+port-pink", "port-blue", "done")

    assert table.have("machine", YELLOW) == 1  # it was 3
    assert table.have("port", YELLOW) == 4


def test_orange_takes_four_cards_for_two_energy(scene):
    """Two of the display and two of the pile."""
    table = scene().energy("command", 1, 1, 1, 1, 2).at("command")
    table.display("machine-purple", "port-blue", "port-pink")
    table.do("use", "2", "machine-purple", "port-blue")
    table.do("pile", "canteen-green", "pile", "canteen-pink")

    assert table.have("command", ORANGE) == 0
    assert sorted(table.cards(ORANGE)) == [
        "canteen-green", "canteen-pink", "machine-purple", "port-blue",
    ]  # fmt: skip


def test_yellow_spends_four_energy_in_the_biotope(scene):
    """One for the action; spaceport, canteen and energy centre get one each."""
    table = scene().energy("biotope", 0, 0, 4, 0, 0).at("biotope")
    before = {name: table.have(name, YELLOW) for name in ("port", "canteen", "centre", "machine")}
    table.do("use", "clockwise-3")

    assert table.have("biotope", YELLOW) == 0
    assert {name: table.have(name, YELLOW) - n for name, n in before.items()} == {
        "port": 1, "canteen": 1, "centre": 1, "machine": 0,
    }  # fmt: skip


def test_grey_docks_the_last_shuttle_and_the_fifth_player_cannot(scene):
    table = scene().energy("port", 5, 2, 4, 3, 1).at("port")
    table.dock(purple="machine", pink="biotope", green="port").do("pass", "pass", "pass")
    assert table.actor == GREY
    table.do("use", "blue>command", "done")

    assert table.have("port", GREY) == 1
    assert table.actor == ORANGE
    assert "use" not in table.legal()


def test_orange_steals_two_cards(scene):
    table = scene().energy("canteen", 1, 1, 1, 1, 2).at("canteen")
    table.hand(WHITE, "port-blue", "port-pink").hand(GREY, "machine-green")
    table.do("use", "2", "seat-1", "port-pink", "seat-2", "machine-green")

    assert table.have("canteen", ORANGE) == 0
    assert table.cards(ORANGE) == []  # they lie face down before the thief
    assert [card["card"] for card in table.seen_by(ORANGE)["players"][ORANGE]["aside"]] == [
        "port-pink",
        "machine-green",
    ]


def test_yellow_moves_two_energy_to_the_laser_over_the_blue_shuttle(scene):
    table = scene().energy("centre", 0, 0, 2, 0, 0).energy("machine", 5, 4, 3, 2, 1).at("centre")
    table.dock(blue="machine").hand(YELLOW, "port-blue", "machine-blue", "port-pink")
    table.do("use", "port-blue", "machine-blue", "done")

    assert table.have("centre", YELLOW) == 0
    assert table.have("machine", YELLOW) == 1
    assert table.s.laser[YELLOW] == 2
    assert table.s.due == 1  # a new card for the two that were played


def test_one_new_card_for_three_played_in_the_biotope(scene):
    table = scene().at("biotope").display("machine-purple", "port-blue", "port-pink")
    table.hand(WHITE, "biotope-purple", "biotope-purple", "biotope-green").energy("biotope", 4)
    table.do("fill", "biotope-purple", "biotope-purple", "biotope-green", "done")
    table.do("port-blue")

    assert table.cards(WHITE) == ["port-blue"]


def test_all_markers_move_back_from_the_outer_track(scene):
    table = scene().energy("machine", 5, 4, 3, 2, 1)
    table.do("pass", "pass", "pass", "pass", "pass")

    assert table.track("machine") == {n: [5 - n] for n in range(5, 0, -1)}
    assert table.track("machine", outer=True) == {}
