"""Solenia is told in the words of the printed rules, in German and in English."""

import re
import tomllib

import pytest

from sunroom.rules.rulebook import paragraphs

from .scene import GAME

# What the German rules print, and what one could call it instead.
NOT_PRINTED = {
    "Planteil": r"Streifen",
    "gewertet": r"verdräng|vertrieb|ausgestoßen",
    "Pärchen": r"\bPaar|[a-zäöü]paar",
    "Reichweite erhöhen": r"\bWeg(e|es|en)?\b|Reise\b|Umweg",
    "Morgengrauen, Dämmerung": r"\b(Morgen|Abend)\b",
    "Luftschiff": r"Zeppelin",
    "Ablagestapel": r"Abwurf",
}


def german():
    """Everything that Solenia says in German, with where it stands."""
    for id, entry in GAME.words.entries.items():
        yield from ((f"words.toml [{id}]", text) for key, text in entry.items() if key[:2] == "de")
    rulebook = (GAME.folder / "rulebook.de.md").read_text("utf-8")
    yield from ((f"rulebook.de.md:{n}", line) for n, line in enumerate(rulebook.splitlines(), 1))
    steps = tomllib.loads((GAME.folder / "tutorial.toml").read_text("utf-8"))["step"]
    yield from ((f"tutorial.toml, step {n}", step["de"]) for n, step in enumerate(steps, 1))


@pytest.mark.parametrize("printed", NOT_PRINTED)
def test_german_calls_things_as_the_printed_rules_do(printed):
    wrong = [place for place, text in german() if re.search(NOT_PRINTED[printed], text)]

    assert not wrong, f"the rules say {printed}: {wrong}"
    assert any(printed.split(",")[0].split()[0] in text for _, text in german())


def test_what_the_texts_do_not_count_is_called_likely():
    """LEN-1.1a, LEN-1.3a: spaces of a strip and cards of a deck are counted by reviews."""
    strips = next(file for file in GAME.components if file.name == "strips")

    assert all("spaces per strip likely (reviews)" in row["source"] for row in strips.rows)
    for id in ("LEN-1.1a", "LEN-1.3a"):
        assert "(Likely: " in paragraphs(GAME.folder)[id]


@pytest.mark.parametrize(
    ("language", "said"), [("en", "if it ended now"), ("de", "wäre jetzt Schluss")]
)
def test_the_score_beside_a_name_is_one_if_it_ended_now(language, said):
    """LEN-7.2, LEN-7.3: pairs and goods are counted at the end only."""
    assert said in GAME.words("board_total", language, n=7)


def test_goods_are_given_to_raise_the_reach_and_do_not_pay_for_it():
    """LEN-3.4: the reach itself has no price, raising it has."""
    wrong = r"(für|kostet) (die|deine) Reichweite|Reichweite (kostet|zahl|bezahl)"

    assert not [place for place, text in german() if re.search(wrong, text)]
    for id in ("ask_pay", "first_pay", "board_way", "board_ask_pay", "board_do_pay"):
        assert re.search(
            r"Reichweite.* (zu )?erhöhen|Erhöhe .*Reichweite",
            GAME.words(id, "de", n=2, good="Holz"),
        ), id


@pytest.mark.parametrize(
    ("language", "asked"), [("en", "head is most in the clouds"), ("de", "zuletzt über den Wolken")]
)
def test_each_language_asks_what_its_rulebook_asks_for_the_first_player(language, asked):
    """LEN-2.4a: the two printed texts differ."""
    assert asked in GAME.words("option_first", language)
    assert GAME.words("option_first", language).count("?") == 1
