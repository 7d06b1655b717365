"""The guild solo board in writing and in the terminal."""

import re

import pytest
from rich.text import Text

from sunroom import Match
from sunroom.rules.contract import UnreadableAction
from sunroom.rules.rulebook import paragraphs
from sunroom.rules.words import LANGUAGES, Tongue

from .scene import GAME


@pytest.mark.parametrize("said", ["yes", "JA", "y", " j "])
def test_answers_in_two_languages(scene, said):
    assert scene().go("C1").do(said).outcome("C1") == "met"


@pytest.mark.parametrize("said", ["maybe", "", "jar=5", "12"])
def test_what_is_no_answer_is_asked_again(scene, said):
    with pytest.raises(UnreadableAction):
        scene().go("C1").do(said)


@pytest.mark.parametrize("said", ["jar=100", "jar=-1", "gold=3", "jar=x", "jar="])
def test_what_is_no_entry_is_asked_again(scene, said):
    with pytest.raises(UnreadableAction):
        scene(facts="ledger").do(said)


def test_the_log_tells_what_to_do_at_the_table(scene):
    table = scene().before("A2")
    before = table.s.copy()
    table.do("keep")

    assert [GAME.words.say(m, "en") for m in GAME.narrate(before, 0, table.s)] == [
        "A red tile goes to field A2.",
        "First a random public building that is not built goes to the box.",
        "Do you own at least 7 Jar?",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("facts", ["ask", "ledger"])
def test_the_table_is_drawn_in_80_columns(language, facts):
    match = Match(GAME, options={"facts": facts}, seed=4)
    for _ in range(14):
        match.play(match.legal()[0])
    drawn = Text.from_markup(match.render(language)).plain
    board = drawn.split("\n\n")[1]

    assert len(board.splitlines()) == 3
    assert max(map(len, board.splitlines())) <= 80
    assert {"en": "base game is not known", "de": "Grundspiel ist hier nicht bekannt"}[
        language
    ] in drawn


def test_a_picture_of_the_line(scene):
    table = scene().go("C3").do("no", "3")
    drawn = Text.from_markup(GAME.render(table.view(), Tongue(GAME.words, "en"))).plain

    assert "    · · × ·" in drawn.splitlines()
    table = scene().go("C3").do("no", "5")
    drawn = Text.from_markup(GAME.render(table.view(), Tongue(GAME.words, "en"))).plain
    assert "    × × × ×" in drawn.splitlines()


def test_the_verdict_is_told_with_its_breakdown(scene):
    table = scene().queue("green", "blue", "blue").rows(red=6, green=5, blue=2).do("keep", "yes")
    before = table.s.copy()
    table.do("58")
    told = [GAME.words.say(m, "en") for m in GAME.narrate(before, GAME.read(before, "58"), table.s)]

    assert told == [
        "Base game 58, finals +11, lost mines -0, lost at A2 and B4 -0: 69.",
        "Lost, 1 short of 70.",
    ]
    assert GAME.words.say(GAME.verdict(table.s), "en") == "Lost"


def test_more_than_three_hand_cards_are_told_but_not_refused(scene):
    table = scene(facts="ledger")
    action = GAME.read(table.s, "hand=4")
    told = [GAME.words.say(m, "en") for m in GAME.narrate(table.s, action, table.do("hand=4").s)]

    assert told[0] == "hand cards: 4."
    assert "3 at most" in told[1]


def shown(table, field):
    return table.view()["rows"]["ABC".index(field[0])]["fields"][int(field[1]) - 1]


def test_a_screen_shows_what_a_field_asks_as_agreed_and_with_a_coin(scene):
    assert shown(scene(), "C3")["condition"] == "condition_C3"
    assert shown(scene(ore="one-kind"), "C3")["condition"] == "condition_C3_kind"
    assert shown(scene(), "A1")["condition"] is None

    table = scene().go("B2").do("2", "no")
    assert shown(table, "B2")["red"] == "red_B2"
    assert shown(table, "A6")["condition"] == "condition_A6_coin"


def test_a_screen_claims_nothing_of_a_coin_that_comes_too_late(scene):
    table = scene().queue("green", "blue", "blue").rows(red=6, green=1, blue=1)
    assert shown(table, "B2")["red"] == "red_B2_late"
    table.do("keep", "2")
    before = table.s.copy()
    table.do("no")
    told = [GAME.words.say(m, "en") for m in GAME.narrate(before, GAME.read(before, "no"), table.s)]

    assert "The coin goes to A6, which was passed already, and changes nothing." in told
    assert shown(table, "B2")["red"] == "red_B2_late"
    assert shown(table, "A6")["condition"] is None
    assert shown(table.to_next_turn(), "B2")["red"] is None


def test_a_screen_tells_which_buildings_were_drawn(scene):
    table = scene().go("A2").do("9", "building-3")
    assert table.view()["help"]["picked"] == [3]
    table.do("no", "building-1", "building-7")
    assert table.view()["help"]["picked"] == [1, 3, 7]
    assert table.to_next_turn().view()["help"]["picked"] == []


@pytest.mark.parametrize(("cards", "more"), [("twenty", 15), ("fifteen", 10)])
def test_a_screen_tells_how_many_cards_follow_at_a4(scene, cards, more):
    assert scene(cards=cards).go("A4").do("skip", "no").view()["help"]["more"] == more


def test_a_screen_is_told_what_each_field_looks_at(scene):
    asks = scene().view()["asks"]

    assert asks["A2"] == {"sign": "jar", "of": "jar", "least": 7, "items": ["jar"]}
    assert asks["A4"] == {"sign": "hand", "of": "hand", "least": 0, "items": ["hand"]}
    assert asks["C3"] == {"sign": "goods", "of": "goods", "least": 3, "items": ["ore", "crystal"]}
    assert asks["C4"]["items"] == [
        "trade", "exploration", "civil", "other", "other2", "other3",
    ]  # fmt: skip
    assert "A1" not in asks
    assert scene(ore="one-kind").view()["asks"]["C3"]["of"] == "goods_kind"


def test_a_screen_is_told_what_a_coin_changes(scene):
    table = scene().go("B2").do("2", "no")

    assert table.view()["coins"] == {"A5": "B6", "B2": "A6"}
    assert table.view()["asks"]["A6"]["least"] == 25
    assert table.view()["asks"]["B6"] == {
        "sign": "exploration", "of": "exploration", "least": 3, "items": ["exploration"],
    }  # fmt: skip


def test_a_screen_is_told_what_can_be_entered_and_paid(scene):
    table = scene(facts="ledger").own(jar=8)

    assert table.view()["most"]["jar"] == 99
    assert table.view()["purse"] == 2
    assert scene().view()["most"] is scene().view()["purse"] is None


def test_a_screen_is_told_which_number_is_asked(scene):
    assert scene().go("A2").view()["number"] == "buildings"
    assert scene().go("A4").view()["number"] == "cards"
    assert scene().view()["number"] is None


def test_a_screen_is_told_each_part_of_the_sum(scene):
    table = scene().go("A2").do("skip", "no")

    assert table.view()["sums"] == {
        "finals": 11, "mines": -2, "lost": -2, "total": 7, "enough": 70,
    }  # fmt: skip
    assert scene(finals="together").view()["sums"]["finals"] == 8


def test_a_screen_is_told_that_no_turn_follows(scene):
    assert not scene().view()["last_turn"]
    table = scene()
    table.s.turn = 16
    assert table.view()["last_turn"]
    table = scene(turns="endless").queue("red")
    for guild in range(3):
        table.s.bag[guild] = 0
    assert table.view()["last_turn"]


@pytest.mark.parametrize("file", ["words.toml", "rulebook.md", "rulebook.de.md", "tutorial.toml"])
def test_nobody_guesses_how_many_types_of_medals_there_are(file):
    """GLD-6.9a: no text lists them; what is left over is other, each type in a line of its own."""
    text = (GAME.folder / file).read_text("utf-8")

    assert not re.search(r"(fourth|another|vierte[rn]?) (type|kind|Art|Sorte)", text)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "throw cards away"), ("de", "Abwerfen darf nur")]
)
def test_a4_says_when_cards_may_be_thrown_away(language, said):
    """GLD-6.2: only by who draws new ones with 3 in hand."""
    assert said in GAME.words("light_A4", language)
    assert "3" in paragraphs(GAME.folder, language)["GLD-6.2"].split(".")[-2]
