"""What a screen is told so that it reckons nothing: what an action would change, and what it needs."""

from random import Random

import pytest

from sunroom import Match
from sunroom.engine.referee import interpreted
from sunroom.games.solaris.chapters.turn import GOAL, RACE_ROUNDS
from sunroom.games.solaris.pieces import CENTRE, MOST, STATIONS
from sunroom.games.solaris.presentation.notation import WAYS
from sunroom.games.solaris.presentation.preview import LASER
from sunroom.rules.contract import SPECTATOR

from .scene import GAME, GREY, WHITE, Scene


@pytest.fixture
def scene():
    """A view is never made by compiled rules."""
    return lambda seats=5, **options: Scene(interpreted(GAME), seats, **options)


def effects(table, seat=WHITE):
    return table.seen_by(seat)["effects"]


def test_what_a_card_would_change_is_told(scene):
    filling = scene().energy("machine", 3).hand(WHITE, "machine-blue").do("fill")
    assert effects(filling) == {"machine-blue": [["machine", 4]]}

    moving = scene().energy("machine", 3).hand(WHITE, "port-purple").do("move")
    assert effects(moving) == {"port-purple>command": [["machine", 2], ["command", 6]]}

    charging = scene().energy("machine", 3).energy("port", 1).hand(WHITE, "port-blue", "port-pink")
    assert effects(charging.do("use", "port-blue")) == {
        "port-pink": [["machine", 1], ["port", 3]],
        "+port-pink": [["port", 3]],
    }


def test_firing_takes_energy_at_both_stations_and_two_at_the_centre_itself(scene):
    table = scene().energy("port", 3).energy("centre", 4).laser(2).at("centre")
    table.dock(blue="port", pink="centre").hand(WHITE, "command-blue", "command-pink").do("use")

    assert effects(table) == {
        "command-pink": [["centre", 2], [LASER, 3]],
        "command-blue": [["centre", 3], ["port", 2], [LASER, 3]],
    }


def test_energy_that_is_spent_goes_back_to_where_it_is_told(scene):
    amounts = scene().energy("command", 3, 2, 2, 2, 2).at("command").do("use")
    assert effects(amounts) == {"1": [["command", 2]], "2": [["command", 1]], "3": [["command", 0]]}

    docking = scene().energy("port", 2, 1, 1, 1, 1).at("port").do("use")
    assert effects(docking)["blue>canteen"] == [["port", 1]]


def test_lar_7_6_full_stations_are_not_among_those_that_the_biotope_reaches(scene):
    table = scene().energy("biotope", 7).energy("port", 7).energy("canteen", 2).at("biotope")
    found = effects(table.energy("machine", 1).energy("command", 2).energy("centre", 3).do("use"))

    assert found["clockwise-2"] == [["biotope", 4], ["canteen", 3], ["centre", 4]]
    assert found["counter-3"] == [["biotope", 3], ["command", 3], ["machine", 2], ["centre", 4]]


def test_only_who_holds_them_is_told_what_cards_can_do(scene):
    table = scene().hand(WHITE, "machine-blue")
    assert table.seen_by(WHITE)["suits"]
    assert not table.seen_by(GREY)["suits"]
    assert not table.seen_by(SPECTATOR)["suits"]

    assert effects(table.do("fill"), WHITE)
    assert not effects(table, GREY)
    assert not effects(table, SPECTATOR)


def test_everybody_is_told_how_far_the_biotope_reaches(scene):
    table = scene().energy("biotope", 3).at("biotope").do("use")

    assert effects(table, SPECTATOR) == effects(table, GREY) == effects(table) != {}


def test_the_cards_are_told_with_which_an_action_goes_on(scene):
    table = scene().energy("port", 1).hand(WHITE, "machine-pink", "port-purple", "command-green")
    assert table.seen_by(WHITE)["suits"] == {
        "fill": ["machine-pink"],
        "move": ["machine-pink", "port-purple"],
        "swap": ["machine-pink", "command-green", "port-purple"],
        "use": ["command-green", "port-purple"],
    }
    assert "use" not in scene().at("port").hand(WHITE, "port-pink").seen_by(WHITE)["suits"]


def test_lar_8_1_what_the_cards_played_so_far_bring_is_told(scene):
    table = scene().energy("machine", 1).hand(WHITE, *["machine-blue"] * 3).do("fill")
    assert table.seen_by(GREY)["earned"] == 0
    for earned in (0, 1, 1):
        assert table.do("machine-blue").seen_by(GREY)["earned"] == earned
    assert table.do("done").seen_by(GREY)["earned"] == 0  # now it is due


@pytest.mark.parametrize("ending", ["laser", "race"])
def test_the_laser_is_as_long_as_it_can_become_or_has(scene, ending):
    fields = scene(ending=ending).seen_by(WHITE)["laser_fields"]
    assert fields == GOAL + MOST

    assert scene(ending=ending).laser(30).seen_by(WHITE)["laser_fields"] == 31
    assert fields < RACE_ROUNDS * MOST  # so a race may need more


def test_what_is_told_is_what_comes():
    """Of whatever is played, no other energy of its player changes than was told, and no laser."""
    match, random = Match(GAME, seats=3, seed=3), Random(3)
    seen = set()
    while not match.over and len(seen) < 40:
        seat, text = match.to_act, random.choice(match.legal())
        before = match.view(seat)
        match.play(text)
        told = dict(before["effects"].get(text, ()))
        found = had(match.view(seat), seat)
        changed = {name: n for name, n in found.items() if had(before, seat)[name] != n}
        assert told == changed, text
        seen.add((before["phase"], len(told), text[:4]))


def had(view, seat):
    """A seat's energy by station, and its laser."""
    energy = {
        one["name"]: n
        for one in view["stations"]
        for track in ("inner", "outer")
        for n, seats in enumerate(one[track])
        if seat in seats
    }
    return energy | {LASER: view["players"][seat]["laser"]}


def test_the_names_by_which_a_screen_reads_notation_are_those_of_the_rules():
    assert WAYS == ("clockwise", "counter")
    assert STATIONS[CENTRE] == "centre"
    assert LASER not in STATIONS
