"""The board, the tiles, the turn."""

import pytest

from sunroom import Match
from sunroom.games.guild_solo.pieces import BOARD, GUILD_TILES
from sunroom.games.guild_solo.state import DRAW, NUMBER, SWAP, TURN
from sunroom.rules.contract import CHANCE, OVER, BadOption, IllegalAction

from .scene import GAME


def fields(token):
    return [row["field"] for row in BOARD.rows if row["token"] == token]


def test_gld_1_1_three_rows_of_six(scene):
    assert [len(row["fields"]) for row in scene().view()["rows"]] == [6, 6, 6]
    assert [row["name"] for row in scene().view()["rows"]] == ["A", "B", "C"]


def test_gld_1_2_seven_mines_and_two_coins():
    assert fields("mine") == ["A2", "A4", "B4", "B5", "C1", "C3", "C4"]
    assert fields("coin") == ["A5", "B2"]


def test_gld_1_3_three_finals_and_six_fields_without_condition():
    assert fields("final") == ["A6", "B6", "C6"]
    assert fields("none") == ["A1", "A3", "B1", "B3", "C2", "C5"]


def test_gld_2_1_six_tiles_of_each_of_three_guilds(way):
    table = way(GAME).new(GAME.settings())

    assert [table.bag[guild] for guild in range(3)] == [6, 6, 6]
    assert len(GUILD_TILES.pieces) == 18


def test_gld_2_2_three_tiles_in_the_queue(scene):
    assert scene().view()["queue"] == ["red", "green", "blue"]
    assert scene().view()["bag"] == {"red": 5, "green": 5, "blue": 5}


def test_gld_3_1_the_first_question_is_the_swap_and_reminds_of_attack_and_dice(scene):
    table = scene()

    assert table.s.phase == SWAP
    asked = GAME.words.say(GAME.ask(table.s), "en")
    assert "attack card" in asked
    assert "dice" in asked


def test_gld_3_2_neighbours_are_swapped_for_3_jar(scene):
    table = scene(facts="ledger").own(jar=7)
    assert table.legal() == ["keep", "swap-1-2", "swap-2-3"]
    table.do("swap-2-3")

    assert table.owns("jar") == 4
    assert table.view()["rows"][0]["guild"] == "red"  # I was placed; II and III were swapped
    assert table.view()["queue"][:2] == ["blue", "green"]
    assert scene().do("swap-1-2").view()["rows"][0]["guild"] == "green"


def test_gld_3_2_without_3_jar_there_is_no_swap(scene):
    table = scene(facts="ledger").own(jar=2)

    assert table.legal() == ["keep"]
    with pytest.raises(IllegalAction):
        table.do("swap-1-2")


def test_gld_3_2a_one_swap_a_turn(scene):
    assert scene().do("swap-1-2").s.phase != SWAP


def test_gld_3_2a_by_option_several(scene):
    table = scene(swaps="many").do("swap-1-2", "swap-2-3", "swap-1-2")
    assert table.view()["queue"] == ["blue", "green", "red"]
    assert table.legal() == ["keep"]
    assert table.do("keep").view()["rows"][0]["guild"] == "blue"

    poor = scene(swaps="many", facts="ledger").own(jar=5).do("swap-1-2")
    assert poor.legal() == ["keep"]


def test_gld_3_2b_the_jar_is_gone_before_the_check(scene):
    table = scene(facts="ledger").queue("green", "red", "blue").rows(red=1).own(jar=9)
    table.do("swap-1-2", "skip", "by-ledger")

    assert table.outcome("A2") == "failed"  # 9 less 3 is not 7


def test_gld_3_3_the_tile_on_i_is_placed_and_its_condition_dealt_with(scene):
    table = scene().before("A2")
    assert table.view()["rows"][0]["filled"] == 1
    table.do("keep")

    assert table.view()["rows"][0]["filled"] == 2
    assert table.s.phase == NUMBER


def test_gld_3_4_the_others_move_up_and_a_tile_is_drawn(scene):
    table = scene().do("keep")
    assert table.view()["queue"] == ["green", "blue", None]
    assert table.s.phase == DRAW
    assert table.outcomes() == {"red": 5, "green": 5, "blue": 5}
    table.do("green")

    assert table.view()["queue"] == ["green", "blue", "green"]
    assert table.view()["bag"] == {"red": 5, "green": 4, "blue": 5}


def test_gld_3_4_in_turn_16_the_bag_is_empty(scene):
    table = scene().queue("blue", "green", "red").rows(red=5, green=5, blue=5)
    assert sum(table.view()["bag"].values()) == 0
    table.do("keep", "yes")

    assert table.actor == OVER


def test_gld_3_5_then_the_actions_and_the_next_turn(scene):
    table = scene().do("keep", "red")
    assert table.s.phase == TURN
    assert table.legal() == ["next"]
    table.do("next")

    assert (table.s.phase, table.s.turn) == (SWAP, 2)


def test_gld_4_1_a_row_holds_one_guild(scene):
    table = scene().do("keep", "red", "next", "keep", "red", "next", "keep")
    guilds = [row["guild"] for row in table.view()["rows"]]

    assert guilds == ["red", "green", "blue"]


def test_gld_4_2_rows_open_in_the_order_of_first_placement(scene):
    table = scene().queue("blue", "blue", "red").do("keep", "green", "next", "keep")
    assert [row["guild"] for row in table.view()["rows"]] == ["blue", None, None]
    table.do("skip", "yes", "placed", "green", "next", "keep")

    assert [row["guild"] for row in table.view()["rows"]] == ["blue", "red", None]


def test_gld_4_3_the_first_free_field_from_the_left(scene):
    table = scene().before("B3").do("keep")

    assert table.view()["field"] == "B3"
    assert table.view()["rows"][1]["filled"] == 3


# The companion


def test_gld_9_1_asked_yes_or_no(scene):
    assert scene().go("C1").legal() == ["yes", "no"]


def test_gld_9_2_a_ledger_is_corrected_at_any_time(scene):
    table = scene(facts="ledger").do("jar=12", "hand=2", "trade = 1", "Kampf=3")
    assert (table.owns("jar"), table.owns("hand")) == (12, 2)
    assert (table.owns("trade"), table.owns("combat")) == (1, 3)
    table.before("C1").do("keep", "hand=3", "by-ledger")

    assert table.outcome("C1") == "met"
    assert "jar=99" in [GAME.show(table.s, code) for code in table.referee.legal(table.s)]


def test_gld_9_2_up_to_forty_times_for_one_decision(scene):
    table = scene(facts="ledger")
    for n in range(40):
        table.do(f"jar={n + 1}")
    with pytest.raises(IllegalAction, match="40"):
        table.do("jar=50")
    table.do("keep", "red", "next")
    assert table.do("jar=50").owns("jar") == 50


def test_gld_9_3_a_number_is_asked_or_skipped(scene):
    table = scene().go("A2")
    assert table.legal()[:2] == ["0", "1"]
    assert table.legal()[-1] == "skip"
    table.do("4")
    assert table.outcomes() == {f"building-{n}": 1 for n in (1, 2, 3, 4)}
    table.do("3", "no")
    assert table.outcomes() == {f"building-{n}": 1 for n in (1, 2, 4)}

    assert scene().go("A2").do("skip").legal() == ["yes", "no"]


def test_gld_9_5_guilds_are_called_as_one_likes():
    match = Match(GAME, options={"guilds": "gelb-schwarz-weiß"}, seed=1)

    assert match.view(0)["guilds"] == ["yellow", "black", "white"]
    assert GAME.settings_in_words(GAME.settings())["guilds"] == "red-green-blue"
    for wrong in ("red-red-blue", "red-green", "pink-red-blue"):
        with pytest.raises(BadOption):
            GAME.settings({"guilds": wrong})


def test_everything_can_be_taken_back(way):
    match = Match(GAME, seed=3, referee=way(GAME))
    tables = []
    for _ in range(12):
        tables.append(match.table.tobytes())
        match.play(match.legal()[0])
    for before in reversed(tables):
        match.undo()
        assert match.table.tobytes() == before


def test_a_physical_bag_and_die_are_entered_by_hand(way):
    match = Match(GAME, by_hand=True, referee=way(GAME))
    for _ in range(3):
        match.play("red")
    match.play("keep")
    for _ in range(3):
        match.play("red")
        match.play("next")
        match.play("keep")
        while match.to_act == 0:
            match.play({"A2": "skip", "A4": "skip"}.get(match.view(0)["field"], "yes")
                       if "skip" in match.legal() else
                       "placed" if "placed" in match.legal() else "yes")  # fmt: skip
    assert match.to_act == CHANCE
    with pytest.raises(IllegalAction, match="none of that guild is left"):
        match.play("red")
