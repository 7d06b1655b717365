"""The nine conditions, the three finals, the points."""

import pytest

from sunroom.games.guild_solo.state import DIE, DRAW, MEDAL, NUMBER, PICK, PLACED
from sunroom.rules.contract import OVER

from .scene import GAME

# Field, what just suffices, what just does not
LIMITS = {
    "A2": ({"jar": 7}, {"jar": 6}),
    "A4": ({"hand": 0}, {"hand": 1}),
    "A5": ({"trade": 1}, {"trade": 0}),
    "A6": ({"jar": 20}, {"jar": 19}),
    "B2": ({"combat": 3}, {"combat": 2}),
    "B4": ({"jar": 14}, {"jar": 13}),
    "B5": ({"cards": 6}, {"cards": 5}),
    "B6": ({"exploration": 3}, {"exploration": 2}),
    "C1": ({"hand": 3}, {"hand": 2}),
    "C3": ({"ore": 2, "crystal": 1}, {"ore": 1, "crystal": 1}),
    "C4": ({"trade": 1, "civil": 1, "other": 1}, {"trade": 5, "civil": 5}),
    "C6": ({"civil": 3}, {"civil": 2}),
}


def answered(table, field, **facts):
    """A tile on a field with a ledger, every question before the check answered."""
    table.own(**facts).before(field).do("keep")
    if table.s.phase == NUMBER:
        table.do("skip")
    if table.s.phase == DIE:
        table.do("2")
    return table.do("by-ledger")


@pytest.mark.parametrize("field", LIMITS)
def test_gld_5_4_each_condition_compares_with_the_printed_number(scene, field):
    enough, little = LIMITS[field]
    met = answered(scene(facts="ledger"), field, **enough)
    assert met.outcome(field) == "met"
    assert answered(scene(facts="ledger"), field, **little).outcome(field) == "failed"
    for item, n in enough.items():  # nothing was paid
        assert met.owns(item) >= n


def test_gld_5_1_light_effect_then_check_then_red_effect(scene):
    table = scene().go("A2")
    assert table.s.phase == NUMBER
    table.do("5")
    assert table.s.phase == PICK
    table.do("1")
    assert table.legal() == ["yes", "no"]
    table.do("no")
    assert table.s.phase == PICK
    table.do("2", "3")
    assert table.s.phase == DRAW


def test_gld_5_2_a_mine_to_place_or_five_jar(scene):
    table = scene().go("C1").do("yes")
    assert table.s.phase == PLACED
    assert table.do("placed").outcome("C1") == "met"

    table = scene(facts="ledger").own(jar=4, combat=3).go("B2").do("2", "by-ledger")
    assert table.owns("jar") == 9


def test_gld_5_2a_a_mine_that_cannot_be_placed(scene):
    table = scene().go("C1").do("yes", "impossible")

    assert table.outcome("C1") == "stuck"
    assert table.s.lost_mines == 0


def test_gld_5_3_a_mine_to_the_loss_box_a_coin_to_a_final(scene):
    assert scene().go("C1").do("no", "skip").s.lost_mines == 1
    table = scene(facts="ledger").go("B2").do("2", "by-ledger")

    assert table.s.lost_mines == 0
    assert table.owns("jar") == 0
    assert table.view()["rows"][0]["fields"][5]["coin"]


def test_gld_5_5_as_many_as_there_are(scene):
    table = scene().go("B4").do("2", "1", "no")
    assert table.outcomes() == {"building-2": 1}
    table.do("2")
    assert (table.s.boxed, table.s.foreign, table.s.lost_points) == (1, 1, 3)
    table = scene().go("A2").do("0", "no")
    assert (table.s.boxed, table.s.foreign, table.s.lost_points) == (0, 0, 2)
    assert scene().go("A4").do("3").view()["help"]["cards"] == 3
    assert scene(facts="ledger").own(cards=1).go("B5").do("by-ledger").owns("cards") == 0
    assert scene(facts="ledger").go("C4").do("by-ledger").s.phase == DRAW  # no medal to lose


@pytest.mark.parametrize(
    ("face", "told"), [(1, "column 1"), (4, "column 4"), (5, "row 2"), (6, "row 3")]
)
def test_gld_5_6_a_die_says_which_line_is_cleared(scene, face, told):
    table = scene().go("B2")
    assert table.outcomes() == {f"die-{n}": 1 for n in range(1, 7)}
    before = table.s.copy()
    table.do(str(face))
    (message,) = GAME.narrate(before, face - 1, table.s)

    assert told in GAME.words.say(message, "en")
    assert table.view()["line"] == face


def test_gld_6_1_a2(scene):
    table = scene().go("A2").do("9", "4", "no", "1", "9")

    assert (table.s.boxed, table.s.foreign) == (1, 2)
    assert (table.s.lost_mines, table.s.lost_points) == (1, 2)


def test_gld_6_2_a4(scene):
    table = scene().go("A4").do("40")
    assert table.view()["help"]["cards"] == 5
    before = table.s.copy()
    table.do("no")
    told = [GAME.words.say(m, "en") for m in GAME.narrate(before, 4, table.s)]

    assert "15 action cards go to the box." in told
    assert table.s.lost_mines == 1


def test_gld_6_2a_by_option_15_in_all(scene):
    table = scene(cards="fifteen").go("A4").do("40")
    before = table.s.copy()
    table.do("no")
    told = [GAME.words.say(m, "en") for m in GAME.narrate(before, 4, table.s)]

    assert "10 action cards go to the box." in told


def test_gld_6_3_a5(scene):
    table = scene().go("A5").do("no")
    assert table.s.phase == DIE
    table.do("3")

    assert table.view()["rows"][1]["fields"][5]["coin"]


def test_gld_6_4_b2(scene):
    table = scene().go("B2")
    assert table.s.phase == DIE
    assert table.do("3").legal() == ["yes", "no"]
    table.do("no")

    assert table.s.phase == DRAW
    assert table.view()["rows"][0]["fields"][5]["coin"]


def test_gld_6_5_b4(scene):
    table = scene().go("B4").do("9", "4", "no", "1", "2", "3")

    assert (table.s.boxed, table.s.foreign) == (1, 3)
    assert (table.s.lost_mines, table.s.lost_points) == (1, 3)


def test_gld_6_6_b5(scene):
    table = scene(facts="ledger").own(cards=5).go("B5").do("by-ledger")

    assert table.owns("cards") == 3
    assert table.s.lost_mines == 1


def test_gld_6_6a_the_player_chooses_which_cards(scene):
    table = scene().go("B5")
    before = table.s.copy()
    table.do("no")
    told = " ".join(GAME.words.say(m, "en") for m in GAME.narrate(before, 4, table.s))

    assert "of your choice" in told
    assert table.s.phase == DRAW


@pytest.mark.parametrize(("there", "boxed"), [(7, 3), (8, 4), (1, 0), (0, 0)])
def test_gld_6_7_c1_half_of_the_pile_rounded_down(scene, there, boxed):
    table = scene().go("C1").do("no")
    assert table.s.phase == NUMBER
    before = table.s.copy()
    table.do(str(there))
    (told, *_) = GAME.narrate(before, GAME.read(before, str(there)), table.s)

    assert GAME.words.say(told, "en") == f"{boxed} action cards go to the box."


def test_gld_6_8_c3(scene):
    table = scene().go("C3").do("no")

    assert table.s.phase == DIE
    assert table.do("6").s.lost_mines == 1


def test_gld_6_8a_any_mix_or_by_option_one_kind(scene):
    for ore, crystal, mixed, one_kind in ((2, 1, "met", "failed"), (3, 0, "met", "met")):
        facts = {"ore": ore, "crystal": crystal}
        assert answered(scene(facts="ledger"), "C3", **facts).outcome("C3") == mixed
        table = answered(scene(facts="ledger", ore="one-kind"), "C3", **facts)
        assert table.outcome("C3") == one_kind


def test_gld_6_9_c4_three_types_or_a_medal_is_lost(scene):
    table = answered(scene(facts="ledger"), "C4", trade=2, civil=1)
    assert table.s.phase == MEDAL
    assert table.legal() == ["trade", "civil"]
    table.do("trade")

    assert table.owns("trade") == 1
    assert table.s.lost_mines == 1
    assert scene().go("C4").do("no").s.phase == DRAW  # asked: the player does it


@pytest.mark.parametrize(
    "types",
    [
        {"other": 2, "civil": 1},
        {"other": 3},
        {"other": 1, "other3": 2},
        {"other": 2, "civil": 1, "trade": 1},
        {"other": 1, "other2": 1, "civil": 1},
        {"other": 1, "other2": 1, "other3": 1},
    ],
)
def test_gld_6_9a_each_further_type_of_medals_is_counted_apart(scene, types):
    asked = answered(scene(facts="ledger"), "C4", **types)

    assert (asked.s.phase == MEDAL) == (len(types) < 3)
    if len(types) < 3:
        assert sorted(asked.legal()) == sorted(types)


# Finals


def test_gld_7_1_a6_with_a_coin_25(scene):
    for jar, plain, coin in ((20, "met", "failed"), (24, "met", "failed"), (25, "met", "met")):
        assert answered(scene(facts="ledger"), "A6", jar=jar).outcome("A6") == plain
        table = scene(facts="ledger")
        table.s.outcome[7] = 2  # B2 failed
        assert answered(table, "A6", jar=jar).outcome("A6") == coin


def test_gld_7_2_b6_with_a_coin_two_trade_medals(scene):
    def passed(coin, **facts):
        table = scene(facts="ledger")
        table.s.outcome[4] = 2 if coin else 1  # A5
        return answered(table, "B6", **facts).outcome("B6")

    assert passed(coin=False, exploration=3) == "met"
    assert passed(coin=False, trade=2) == "failed"
    assert passed(coin=True, trade=2) == "met"
    assert passed(coin=True, exploration=3) == "failed"


def test_gld_7_3_c6_three_civil_medals(scene):
    assert answered(scene(facts="ledger"), "C6", civil=3).outcome("C6") == "met"
    assert answered(scene(facts="ledger"), "C6", civil=2).outcome("C6") == "failed"


def test_gld_7_4_after_the_first_final_play_goes_on(scene):
    table = scene().go("A6").do("yes")

    assert table.s.met == 1
    assert table.s.phase == DRAW


def test_gld_7_5_the_second_ends_the_game_at_once(scene):
    table = scene().queue("green", "blue", "blue").rows(red=6, green=5, blue=2).do("keep", "yes")
    assert table.s.met == 2
    assert table.legal()[0] == "points-0"
    table.do("60")

    assert table.actor == OVER


@pytest.mark.parametrize("first", [0, 6])
def test_gld_7_6_a_final_that_is_not_met_loses_at_once(scene, first):
    table = scene().queue("green", "blue", "blue").rows(red=first, green=5, blue=2).do("keep", "no")

    assert table.actor == OVER
    assert table.view()["result"] == "lost_final"
    assert table.referee.scores(table.s, 1) == [-1]


def test_gld_7_7_a_coin_on_a_final_is_no_income_and_too_late_it_changes_nothing(scene):
    table = scene(facts="ledger")
    table.s.outcome[7] = 2
    table = answered(table, "A6", jar=25)
    assert table.owns("jar") == 25

    late = scene(facts="ledger").queue("green", "blue", "blue").rows(red=6, green=1, blue=1)
    late.own(jar=20).do("keep", "2", "by-ledger")  # B2 fails after A6 was passed
    assert late.outcome("A6") == "met"
    assert late.s.met == 1


# Points


def finished(scene, base, mines=0, points=0, **options):
    table = scene(**options).queue("green", "blue", "blue").rows(red=6, green=5, blue=2)
    table.s.lost_mines, table.s.lost_points = mines, points
    return table.do("keep", "yes", str(base))


def test_gld_8_1_after_16_turns_without_two_finals_it_is_lost(scene):
    table = scene().queue("blue", "green", "red").rows(red=5, green=5, blue=5).do("keep", "yes")

    assert table.s.turn == 16
    assert table.view()["result"] == "lost_turns"


def test_gld_8_1a_by_option_it_goes_on(scene):
    table = scene(turns="endless").queue("blue", "green", "red").rows(red=5, green=5, blue=5)
    table.do("keep", "yes", "next", "keep", "yes", "59")

    assert (table.s.turn, table.view()["result"]) == (17, "won")


def test_gld_8_2_the_points_of_both_games(scene):
    assert finished(scene, 59).referee.scores(finished(scene, 59).s, 1) == [70]
    table = finished(scene, 80, mines=3, points=5)

    assert table.view()["balance"] == 6 + 5 - 6 - 5
    assert table.referee.scores(table.s, 1) == [80]


def test_gld_8_2a_three_points_each_or_together(scene):
    assert finished(scene, 66, mines=3).view()["result"] == "won"  # 66 + 11 - 6 = 71
    assert finished(scene, 66, mines=3, finals="together").view()["result"] == "lost_points"


def test_gld_8_2b_the_loss_at_a2_comes_on_top_of_its_mine(scene):
    table = scene().go("A2").do("skip", "no")

    assert 6 + 5 - table.view()["balance"] == 4
    assert 6 + 5 - scene().go("B4").do("skip", "no").view()["balance"] == 5


def test_gld_8_3_seventy_points_win(scene):
    assert finished(scene, 59).view()["result"] == "won"
    assert finished(scene, 58).view()["result"] == "lost_points"


def test_gld_8_4_mines_that_were_not_reached_cost_nothing(scene):
    assert finished(scene, 59).view()["balance"] == 11
