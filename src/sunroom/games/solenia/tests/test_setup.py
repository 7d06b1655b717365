"""Chapters 1 and 2: what is in the box, and how it is set up."""

from collections import Counter

import pytest

from sunroom import Match, load
from sunroom.games.solenia.pieces import (
    CARD_COPIES,
    CARD_VALUE,
    COLUMNS,
    COMPONENTS,
    KINDS,
    LINES,
    SPACES,
    STRIP,
    TILES,
)
from sunroom.games.solenia.presentation.notation import CARD_NAMES, TILE_NAMES
from sunroom.games.solenia.state import CARD, FIRST, ORDER, STRIPS
from sunroom.rules.contract import CHANCE, BadOption

from .scene import GAME, Scene


@pytest.fixture
def scene(way):
    return lambda seats=2, **options: Scene(way(GAME), seats, **options)


def lights(s):
    return [strip["light"] for strip in GAME.view(s, 0)["strips"]]


# 1 Contents


def test_len_1_1_five_strips_of_five_spaces_with_two_faces():
    sides = Counter(row["side"] for row in COMPONENTS["strips"].rows)

    assert sides == {"day": 4, "night": 4, "dawn": 1, "dusk": 1}
    assert {row["strip"] for row in COMPONENTS["strips"].rows} == set("12345")


def test_len_1_1a_each_strip_has_five_spaces():
    assert all(set("abcde") <= row.keys() for row in COMPONENTS["strips"].rows)
    assert (LINES, COLUMNS) == (5, 5)
    assert all("spaces per strip likely" in row["source"] for row in COMPONENTS["strips"].rows)


def test_len_1_2_a_space_is_an_island_or_a_city():
    kinds = Counter(SPACES[STRIP[face, column]] for face in range(10) for column in range(5))

    assert kinds == {"wood": 9, "stone": 9, "wheat": 8, "water": 8, "day": 8, "night": 8}


def test_len_1_2a_the_spaces_of_every_strip_are_reconstructed(scene):
    assert COMPONENTS["strips"].by_status() == {"reconstructed": 10}
    assert GAME.view(scene().s, 0)["reconstructed"]


def test_len_1_3_everybody_has_the_same_sixteen_cards(scene):
    s = scene(4).s
    decks = [[s.deck[p, k] + s.hand[p, k] for k in range(KINDS)] for p in range(4)]

    assert all(sum(deck) == 16 for deck in decks)
    assert decks[0] == decks[1] == decks[2] == decks[3]
    assert sum(int(row["copies"]) for row in COMPONENTS["cards"].rows) == 16


def test_len_1_3a_six_0s_six_1s_four_2s():
    values = Counter()
    for kind in range(KINDS):
        values[CARD_VALUE[kind]] += CARD_COPIES[kind]

    assert values == {0: 6, 1: 6, 2: 4}


def test_len_1_3b_the_powers_of_most_cards_are_reconstructed():
    copies = Counter()
    for row in COMPONENTS["cards"].rows:
        copies[row["status"]] += int(row["copies"])

    assert copies == {"certain": 4, "likely": 1, "reconstructed": 11}


def test_len_1_4_forty_eight_tiles_in_two_decks():
    tiles = COMPONENTS["tiles"]

    assert len(tiles.pieces) == 48


def test_len_1_4a_twenty_four_of_each():
    assert Counter(tile["kind"] for tile in COMPONENTS["tiles"].pieces) == {"day": 24, "night": 24}
    assert [name[0] for name in TILE_NAMES] == ["D"] * TILES + ["N"] * TILES


def test_len_1_4b_what_most_tiles_ask_and_are_worth_is_reconstructed():
    assert COMPONENTS["tiles"].by_status() == {"likely": 3, "reconstructed": 45}


def test_len_1_5_goods_never_run_out(scene):
    """Fifteen of each good are in the box; four players may hold more."""
    table = scene(4)
    for seat in range(4):
        table.give(seat, wood=7)
    table.give(0, wood=6).lay("c4", "1-wood").hand("2-star-wood").do("2-star-wood", "b4")

    assert table.goods(0) == {"wood": 8}
    assert sum(table.s.goods[seat, 0] for seat in range(4)) == 29


def test_len_1_6_twenty_four_improvement_tiles():
    assert len(COMPONENTS["improvements"].pieces) == 24


def test_len_1_6a_eight_of_level_1_and_eight_of_each_half():
    kinds = Counter((tile["level"], tile["row"]) for tile in COMPONENTS["improvements"].pieces)

    assert kinds == {("1", "both"): 8, ("3", "day"): 8, ("3", "night"): 8}
    assert COMPONENTS["improvements"].by_status() == {"reconstructed": 24}


# 2 Set-up


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("night-first", ["night", "night", "dawn", "day", "day"]),
        ("day-first", ["day", "day", "dusk", "night", "night"]),
    ],
)
def test_len_2_1_two_orders_of_the_strips(scene, order, expected):
    assert lights(scene(order=order).s) == expected


def test_len_2_1a_chance_decides_the_order_and_the_strips(way):
    referee = way(GAME)
    table = referee.new(GAME.settings())
    assert table.phase == ORDER
    assert referee.chances(table) == [(0, 1), (1, 1)]
    referee.apply(table, 1)
    laid = []
    while table.phase == STRIPS:
        outcomes = [code for code, _ in referee.chances(table)]
        assert len(outcomes) == 4 - len(laid)
        laid.append(outcomes[-1])
        referee.apply(table, outcomes[-1])

    assert laid == [3, 2, 1, 0]
    assert list(table.strip) == [6, 4, 9, 3, 1]
    assert referee.new(GAME.settings({"order": "day-first"})).phase == STRIPS


def test_len_2_2_the_airship_is_in_the_middle(scene):
    assert GAME.view(scene().s, 0)["airship"] == "c3"


@pytest.mark.parametrize(("seats", "shown"), [(1, 3), (2, 3), (3, 3), (4, 4)])
def test_len_2_3_the_display_by_number_of_players(scene, seats, shown):
    display = GAME.view(scene(seats).s, 0)["display"]

    assert [sum(tile is not None for tile in display[row]) for row in ("day", "night")] == [
        shown,
        shown,
    ]
    assert all(tile["name"][0] == "D" for tile in display["day"] if tile)


def test_len_2_4_the_first_player_begins_and_the_others_follow_clockwise(scene):
    for seat in range(3):
        table = scene(3, first=str(seat + 1))
        order = []
        for space in ("c3", "c4", "c2"):
            order.append(table.actor)
            table.hand("1-one", seat=table.actor).do("1-one", space).past_chance()
        assert [*order, table.actor] == [(seat + n) % 3 for n in range(4)]


def test_len_2_4a_chance_decides_who_is_first(way):
    referee = way(GAME)
    table = referee.new(GAME.settings(seats=4))
    while table.phase != FIRST:
        referee.apply(table, referee.chances(table)[0][0])
    assert referee.chances(table) == [(0, 1), (1, 1), (2, 1), (3, 1)]
    referee.apply(table, 2)

    assert table.first == 2
    with pytest.raises(BadOption, match="The first player is 4, but there are only 2"):
        GAME.settings({"first": "4"}, 2)


def test_len_2_5_goods_for_the_third_and_the_fourth_player(scene):
    assert [scene(2).goods(seat) for seat in range(2)] == [{}, {}]
    assert [scene(3).goods(seat) for seat in range(3)] == [{}, {}, {"wood": 1}]
    assert [scene(4).goods(seat) for seat in range(4)] == [{}, {}, {"wood": 1}, {"stone": 1}]
    assert [scene(4, first="3").goods(seat) for seat in range(4)] == [
        {"wood": 1},
        {"stone": 1},
        {},
        {},
    ]


def test_len_2_6_everybody_draws_three(scene):
    s = scene(4).s

    assert list(s.held) == [3, 3, 3, 3]
    assert all(sum(s.hand[seat, kind] for kind in range(KINDS)) == 3 for seat in range(4))
    assert s.phase == CARD


def test_len_2_6a_a_hand_is_secret_and_the_rest_is_known(way):
    referee = way(GAME)
    table = Scene(referee, 3)
    table.lay("c2", "1-wood", seat=1).hand("0-two", "1-one", "2-star-wood", seat=1)
    veiled = table.s.copy()
    referee.veil(veiled, 0)

    assert sum(veiled.hand[1, kind] for kind in range(KINDS)) == 0
    assert [veiled.hand[0, k] for k in range(KINDS)] == [table.s.hand[0, k] for k in range(KINDS)]
    hands = set()
    for seed in range(30):
        other = veiled.copy()
        referee.redeal(other, 0, seed)
        held = tuple(other.hand[1, kind] for kind in range(KINDS))
        assert sum(held) == 3
        assert held[CARD_NAMES.index("1-wood")] == 0  # there is only one, and it lies on the board
        hands.add(held)
    assert len(hands) > 10
    table.hand("0-two", "1-one", "2-star-wood").do("1-one")
    chosen = table.s.copy()
    referee.veil(chosen, 1)
    assert chosen.chosen == 0  # not known before it lies
    mine = table.s.copy()
    referee.veil(mine, 0)
    assert mine.chosen > 0


def test_nothing_of_the_set_up_is_left_to_the_players(way):
    referee = way(GAME)
    table = referee.new(GAME.settings(seats=4))
    steps = 0
    while referee.to_act(table) == CHANCE:
        referee.apply(table, referee.chances(table)[-1][0])
        steps += 1

    assert steps == 1 + 4 + 1 + 8 + 12


# Real cards at a real table


def test_who_enters_chance_is_asked_for_what_comes_next():
    match = Match(GAME, seats=2, options={"order": "night-first"}, by_hand=True)
    asked = []
    while match.to_act == CHANCE:
        question = match.say(match.ask(), "en")
        asked += [question] if question not in asked else []
        match.play(match.legal()[0])

    assert asked[:2] == [
        "Which strip is number 1 from the rear, its night side up? (like strip-1)",
        "Which strip is number 2 from the rear, its night side up? (like strip-1)",
    ]
    assert "Which strip is number 4 from the rear, its day side up? (like strip-1)" in asked
    assert "Which night tile is revealed? (like N01)" in asked
    assert asked[-2:] == [
        "Which card does Player 1 draw? (like 0-two)",
        "Which card does Player 2 draw? (like 0-two)",
    ]


def test_a_spectator_has_no_goods(scene):
    table = scene(4).give(3, wood=2, wheat=2, stone=2, water=2)
    for seat, able in ((3, True), (-1, False)):
        display = GAME.view(table.s, seat)["display"]
        assert any(tile["affordable"] for row in display.values() for tile in row) is able


def certain_box(folder):
    """A box like ours of which everything is certain."""
    game = load("solenia")
    for file in game.components:
        text = (game.folder / f"{file.name}.csv").read_text("utf-8")
        for doubt in ("reconstructed", "likely"):
            text = text.replace(f",{doubt},", ",certain,")
        (folder / f"{file.name}.csv").write_text(text)
    return game.with_components(folder)


def test_no_box_makes_the_rules_of_solitaire_certain(tmp_path):
    mine = certain_box(tmp_path)

    assert Match(mine, seats=2, seed=1).view(0)["doubts"] == {}
    alone = Match(mine, seats=1, seed=1)
    assert alone.view(0)["doubts"] == {"solitaire": "reconstructed"}
    assert "reconstructed: the rules of the solitaire game." in alone.render("en")
    assert "rekonstruiert" not in Match(mine, seats=2, seed=1).render("de")


def test_only_what_is_on_the_table_is_called_reconstructed():
    assert [*Match("solenia", seats=2, seed=1).view(0)["doubts"]] == ["cards", "strips", "tiles"]
    winter = Match("solenia", seats=2, seed=1, options={"board": "improvements"})
    assert [*winter.view(0)["doubts"]][3:] == ["winter", "improvements"]
