"""Solaris in writing: notation, refusals, the log and the table in the terminal, in two languages."""

import pytest

from sunroom import Match
from sunroom.rules.contract import IllegalAction, UnreadableAction
from sunroom.rules.rulebook import paragraphs
from sunroom.rules.words import LANGUAGES

from .scene import GAME, GREY, WHITE

# Notation


@pytest.mark.parametrize(
    "said", ["port-purple", "PORT PURPLE", "po-pu", "raumhafen-lila", "rh li", "raum-lila"]
)
def test_cards_can_be_shortened_and_said_in_german(scene, said):
    table = scene().hand(WHITE, "port-purple", "port-pink").do("swap", said)

    assert table.cards(WHITE) == ["port-pink"]


def test_the_target_can_be_left_out_where_it_is_clear(scene):
    table = scene().hand(WHITE, "port-purple", "port-pink").do("move", "po-pu")
    assert table.have("command", WHITE) == 6

    table = (
        scene().bridges("blue", "pink", "pink", "green", "green", "blue").hand(WHITE, "port-blue")
    )
    with pytest.raises(UnreadableAction):
        table.do("move", "po-bl")
    table.do("po-bl-ce")
    assert table.have("centre", WHITE) == 6


def test_a_second_card_has_a_plus(scene):
    table = scene().hand(WHITE, "port-blue", "port-pink").energy("port", 1).do("use", "po-bl")
    table.do("+ po-pi")

    assert table.have("machine", WHITE) == 4


@pytest.mark.parametrize("said", ["c-blue", "", "machine", "port-blue-pink-green", "hello"])
def test_what_can_mean_several_things_or_nothing_is_asked_again(scene, said):
    with pytest.raises(UnreadableAction):
        scene().hand(WHITE, "port-blue").do("swap", said)


# Refusals


def reason(table, text):
    with pytest.raises(IllegalAction) as refused:
        table.do(text)
    return str(refused.value)


def test_refusals_say_why(scene):
    assert "you have no cards" in reason(scene(), "swap")
    assert "you have none of this one" in reason(scene(), "fill")
    assert "seven energy here already" in reason(scene().energy("machine", 7), "fill")
    empty = scene().energy("machine", 0, 0, 0, 0, 0).at("machine").hand(WHITE, "port-blue")
    assert "you have no energy here" in reason(empty, "move")
    assert "room at the other end" in reason(scene().hand(WHITE, "port-blue"), "move")
    assert "no effect now" in reason(scene(), "use")
    assert "do something first" in reason(scene().hand(WHITE, "machine-blue").do("fill"), "done")
    table = scene().hand(WHITE, "port-blue", "machine-green").do("swap")
    assert "not have that card in hand" in reason(table, "port-pink")
    assert "not lie on the display" in reason(table.do("port-blue"), "port-pink")
    assert "docked already" in reason(scene().at("port").dock(blue="port").do("use"), "blue>port")
    assert "nothing to draw" in reason(
        scene().at("canteen").hand(GREY, "port-blue").do("use", "1"), "seat-1"
    )


# The log


@pytest.fixture
def told():
    def tell(table, text, language="en"):
        before = table.s.copy()
        action = GAME.read(before, text)
        table.do(text)
        return [GAME.words.say(m, language) for m in GAME.narrate(before, action, table.s)]

    return tell


def test_cards_and_what_they_do_are_told(scene, told):
    table = scene().hand(WHITE, "machine-blue", "port-purple").energy("machine", 3).do("fill")

    assert told(table, "machine-blue") == [
        "Player 1 plays the blue machine deck card and fills up: 4."
    ]


def test_the_log_in_german(scene, told):
    table = scene().at("centre").dock(blue="machine").hand(WHITE, "port-blue").do("use")

    assert told(table, "port-blue", "de") == [
        "Spieler 1 spielt die blaue Raumhafen-Karte und schickt Energie auf den Laser (Maschinendeck): 1."
    ]


def test_a_stolen_card_is_not_told(scene, told):
    table = scene().at("canteen").hand(GREY, "port-blue", "port-pink").do("use", "1", "seat-2")

    assert told(table, "port-blue") == ["Player 1 draws a card from the hand of Player 2."]


def test_the_end_of_a_station_a_round_and_the_game_are_told(scene, told):
    table = scene().do("pass", "pass", "pass", "pass")
    assert told(table, "pass") == ["Player 5 passes.", "Active is now the command centre."]
    table.at("centre").end_round()
    assert told(table, "biotope-blue") == [
        "Turned up: the blue biotope card. The bridges at the biotope change."
    ]
    assert told(table, "green-blue") == ["They are now green and blue, clockwise."]
    table.past_chance()
    table.at("centre").laser(7, 0, 0, 0, 0).do("pass", "pass", "pass", "pass")
    last = told(table, "pass")
    assert last[0] == "Player 5 passes."
    assert last[1].startswith("The last round is over.")


# The terminal


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_fits_80_columns(language):
    match = Match(GAME, seats=5, seed=2)
    for _ in range(60):
        match.play(match.legal()[-1])
    from rich.text import Text

    drawn = Text.from_markup(match.render(language)).plain
    ring = drawn.split("\n\n")[0]

    assert max(map(len, ring.splitlines())) <= 80
    assert {"en": "machine deck", "de": "Maschinendeck"}[language] in ring
    assert {"en": "reconstructed", "de": "rekonstruiert"}[language] in drawn


def test_stacks_outer_track_shuttles_and_hand_are_drawn(scene):
    from rich.text import Text

    from sunroom.rules.words import Tongue

    table = scene().energy("machine", 2, 2, 2, 0, 0).at("machine").dock(blue="machine")
    table.hand(WHITE, "port-purple")
    names = ("Ada", "Ben", "Cem", "Dea", "Eli")
    drawn = GAME.render(GAME.view(table.s, WHITE), Tongue(GAME.words, "en", names))
    lines = Text.from_markup(drawn).plain.splitlines()
    inner = next(line for line in lines if line.startswith("▸ machine deck"))
    outer = lines[lines.index(inner) + 1]

    assert inner.split() == ["▸", "machine", "deck", "45", "·", "23", *"·····", "▲", "purple", "→◆"]
    assert outer.split() == ["outer", "track", *"··1·····"]
    assert "Your cards: ▲port-purple" in lines
    assert any("Ada: laser 0, 1 card" in line for line in lines)


def test_the_first_energy_that_is_spent_one_by_one_is_told(scene, told):
    table = scene(spend="stepwise").energy("command", 2, 1, 1, 1, 1).at("command")

    assert told(table, "use") == ["Player 1 uses the station.", "Player 1 spends 1 energy."]
    assert told(scene().energy("command", 2, 1, 1, 1, 1).at("command"), "use") == [
        "Player 1 uses the station."
    ]


def test_lar_10_4_the_end_after_thirty_rounds_is_said_at_the_table():
    match = Match(GAME, seats=3, seed=1)
    while not match.over:
        match.play("pass" if "pass" in match.legal() else match.legal()[0])

    assert "at the latest round 30 does" in match.render("en")
    assert "spätestens Runde 30" in match.render("de")
    last = [match.say(one, "en") for one in match.log()[-2:]]
    assert last[0].startswith("Nobody has 7 on the laser; after round 30")
    assert "reconstructed" in last[0]


def test_what_an_own_box_makes_certain_is_not_called_reconstructed(tmp_path):
    for file in GAME.components:
        text = (GAME.folder / f"{file.name}.csv").read_text("utf-8")
        text = text.replace("reconstructed", "certain") if file.name == "cards" else text
        (tmp_path / f"{file.name}.csv").write_text(text)
    mine = GAME.with_components(tmp_path)
    view = Match(mine, seats=3, seed=1).view(0)

    assert view["doubts"] == {
        "bridges": "likely", "shuttles": "likely", "halves": "reconstructed"
    }  # fmt: skip
    assert Match(GAME, seats=3, seed=1).view(0)["doubts"]["cards"] == "reconstructed"


def test_who_is_next_is_said_only_while_turns_are_taken(scene):
    assert scene(3).seen_by(WHITE)["order"] == [1, 2]
    assert scene(3).at("centre").end_round().seen_by(WHITE)["order"] == []
    assert scene(3).at("centre").laser(7, 0, 0).end_round().seen_by(WHITE)["order"] == []


# What is not certain


OPEN = [option for option in GAME.options if "*Open:*" in paragraphs(GAME.folder)[option.rule]]


@pytest.mark.parametrize("option", OPEN, ids=lambda option: option.name)
def test_an_option_for_an_open_question_says_that_no_text_answers_it(option):
    assert GAME.words(f"option_{option.name}", "en").endswith("No text says.")
    assert GAME.words(f"option_{option.name}", "de").endswith("Kein Text sagt es.")


def test_twelve_questions_are_open():
    assert len(OPEN) == 12


@pytest.mark.parametrize(
    ("language", "source"), [("en", "designers' own page"), ("de", "Seite der Autoren")]
)
def test_the_start_energy_names_its_source(language, source):
    """The printed rules do not say it."""
    assert source in paragraphs(GAME.folder, language)["LAR-1.6a"]
    assert {"en": "Certain", "de": "Sicher"}[language] not in paragraphs(GAME.folder, language)[
        "LAR-1.6a"
    ]
