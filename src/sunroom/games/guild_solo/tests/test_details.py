"""Small print: what a careless change would break without anybody noticing."""

import pytest
from rich.text import Text

from sunroom import Match
from sunroom.games.guild_solo.state import DRAW
from sunroom.rules.words import Tongue

from .scene import GAME


def told(table, text):
    before = table.s.copy()
    action = GAME.read(before, text)
    table.do(text)
    return [GAME.words.say(m, "en") for m in GAME.narrate(before, action, table.s)]


def drawn(table):
    return Text.from_markup(GAME.render(table.view(), Tongue(GAME.words, "en"))).plain


def test_nothing_is_booked_where_there_is_no_ledger(scene):
    assert scene().go("B2").do("2", "yes").owns("jar") == 0
    assert scene().do("swap-1-2").owns("jar") == 0


def test_the_ledger_holds_99_jar_at_most(scene):
    table = scene(facts="ledger").own(jar=97, combat=3).go("B2").do("2", "by-ledger")

    assert table.owns("jar") == 99


def test_exactly_three_jar_pay_a_swap_and_swaps_are_counted(scene):
    table = scene(facts="ledger").own(jar=3).do("swap-1-2")

    assert table.owns("jar") == 0
    assert table.view()["swaps"] == 1


def test_a_single_tile_cannot_be_swapped(scene):
    table = scene(turns="endless").rows(red=6, green=5, blue=5).queue("green", "blue")
    table.s.met = 1
    assert table.legal() == ["keep", "swap-1-2"]
    assert table.queue("green").legal() == ["keep"]


def test_buildings_that_are_too_few_end_the_picking(scene):
    table = scene().go("B4").do("2", "1", "no", "2")

    assert table.s.phase == DRAW


def test_who_skips_the_help_is_believed(scene):
    table = scene().go("A2").do("skip")
    assert table.s.boxed == 1
    assert table.do("no").s.foreign == 2


def test_fifteen_cards_or_as_many_as_are_left(scene):
    table = scene().go("A4").do("12")

    assert "7 action cards go to the box." in told(table, "no")


def test_a_number_is_forgotten_with_its_field(scene):
    table = scene().before("A4")
    table.s.number = 30
    table.do("keep")

    assert table.view()["help"]["cards"] is None


def test_a_coin_that_was_won_does_not_lie_on_the_final(scene):
    table = scene().go("B2").do("2", "yes")

    assert not table.view()["rows"][0]["fields"][5]["coin"]
    assert not scene().go("A5").do("yes").view()["rows"][1]["fields"][5]["coin"]


def test_three_crystals_are_of_one_kind(scene):
    table = scene(facts="ledger", ore="one-kind").own(crystal=3).go("C3").do("by-ledger")

    assert table.outcome("C3") == "met"


@pytest.mark.parametrize("medal", ["trade", "exploration", "civil", "other", "other2", "other3"])
def test_the_medal_that_is_lost_is_the_chosen_one(scene, medal):
    table = scene(facts="ledger").own(**{medal: 2}).go("C4").do("by-ledger", medal)

    assert table.owns(medal) == 1


def test_the_advice_reckons_with_the_purse(scene):
    rich = scene(facts="ledger").own(jar=3)
    one = rich.view()["outlook"]
    assert set(one["swaps"]) == {"keep", "swap-1-2", "swap-2-3"}
    assert one["purse"] == one["by_swaps"][1]
    assert max(c["value"] for c in one["swaps"].values()) == one["purse"]["value"]
    poor = scene(facts="ledger").own(jar=2).view()["outlook"]
    assert list(poor["swaps"]) == ["keep"]
    assert poor["purse"] == poor["without"]


def test_what_only_a_swap_can_reach_is_reachable(scene):
    table = scene().queue("red", "blue", "red").rows(red=4, green=6, blue=5)

    assert table.view()["outlook"]["reachable"]
    assert "Best now: swap-1-2, from 0.0 % to 100.0 %." in drawn(table)


def test_the_sixth_face_is_the_third_row(scene):
    grid = drawn(scene().go("C3").do("no", "6")).splitlines()
    rows = [line for line in grid if set(line.split()) <= {"·", "×"} and line.strip()]

    assert [row.count("×") for row in rows] == [0, 0, 4]
    grid = drawn(scene().go("C3").do("no", "5")).splitlines()
    rows = [line for line in grid if set(line.split()) <= {"·", "×"} and line.strip()]
    assert [row.count("×") for row in rows] == [0, 4, 0]


def test_the_end_is_told(scene):
    late = scene().queue("blue", "green", "red").rows(red=5, green=5, blue=5).do("keep")
    assert told(late, "yes")[-1] == "Sixteen turns are over without two finals: lost."
    won = scene().queue("green", "blue", "blue").rows(red=6, green=5, blue=2).do("keep", "yes")
    assert told(won, "60")[-1] == "Won, 1 above 70."
    assert GAME.words.say(GAME.verdict(won.s), "en") == "Won"


def test_buildings_and_cards_are_asked_for_by_name(scene):
    assert "public buildings" in GAME.words.say(GAME.ask(scene().go("A2").s), "en")
    assert "action cards" in GAME.words.say(GAME.ask(scene().go("A4").s), "en")


def test_a_tile_that_was_placed_is_gone_from_the_queue(scene):
    table = scene().queue("red", "blue", "green").rows(red=1, green=2, blue=2).do("keep")

    assert table.view()["queue"] == [None, "blue", "green"]
    lines = drawn(table).splitlines()
    assert any(line.startswith("II  blue     → C3") for line in lines)
    assert not any(line.startswith("I   ") for line in lines)


def test_without_a_limit_the_row_of_the_last_tile_stays_unfinished(scene):
    found = scene(turns="endless").view()["outlook"]["unfinished"]

    assert {chance["fraction"] for chance in found.values()} == {"1/3"}


def test_more_cards_are_told_also_where_the_pile_was_not_counted(scene):
    assert "15 cards, or as many as there are." in told(scene().go("A4").do("skip"), "no")
    fifteen = scene(cards="fifteen").go("A4").do("skip")
    assert "10 cards, or as many as there are." in told(fifteen, "no")


def test_the_question_at_c3_follows_the_option(scene):
    asked = GAME.words.say(GAME.ask(scene(ore="one-kind").go("C3").s), "en")

    assert "at least 3 crystal" in asked


def test_a_coin_that_comes_too_late_is_told_so(scene):
    late = scene().queue("green", "blue", "blue").rows(red=6, green=1, blue=1).do("keep", "2")

    assert any("changes nothing" in text for text in told(late, "no"))


def test_the_line_is_gone_in_the_next_turn(scene):
    table = scene().go("C3").do("no", "3").to_next_turn()

    assert table.view()["line"] is None


def test_a_slip_at_the_last_answer_can_be_taken_back(way):
    match = Match(GAME, seed=3, referee=way(GAME))
    while not match.over:
        match.play("no" if "no" in match.legal() else match.legal()[0])
    match.undo()

    assert not match.over
    assert match.legal() == ["yes", "no"]


@pytest.mark.parametrize("said", ["handkarten=3", "Handkarten = 3", "hand=3"])
def test_entries_are_typed_as_they_are_shown(scene, said):
    assert scene(facts="ledger").do(said).owns("hand") == 3
