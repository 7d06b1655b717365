"""Nobody reads codes: what is told and asked has names that one can say, in both languages."""

import re
import tomllib
from random import Random

import pytest

from sunroom import Match, known_games, load
from sunroom.rules.words import LANGUAGES, message_data, message_of

STEPS = 150  # of a random match


def played(game, random):
    """A match for as many as usual, in which every choice is one of chance."""
    match = Match(game, seed=4)
    while not match.over and len(match.history) < STEPS:
        match.apply(random.choice(match.actions()))
    return match


def is_code(text):
    """Whether a notation is no word or number that people say: wood, b3 and 7 are, D07 is not."""
    return any(sign in text for sign in "->+=") or (text[:1].isupper() and text[1:].isdecimal())


@pytest.mark.parametrize("game", known_games())
def test_no_sentence_of_the_log_speaks_notation(game):
    match = played(game, Random(7))
    codes = {text for text in match.notation() if is_code(text)}
    assert codes
    for told in match.log():
        for language in LANGUAGES:
            said = match.say(told, language)
            words = said.replace(",", " ").replace(".", " ").replace(":", " ").split()
            assert not codes.intersection(words), said


@pytest.mark.parametrize("game", known_games())
def test_what_is_told_comes_back_from_what_is_stored(game):
    for told in played(game, Random(8)).log():
        assert message_of(message_data(told)) == told


@pytest.mark.parametrize("game", known_games())
def test_the_page_asks_without_notation(game):
    """`board_ask_…` is shown and read out instead of `ask_…`, which tells what can be typed."""
    entries = load(game).words.entries
    typed = [id for id in entries if id.startswith("ask_") and teaches_typing(entries[id])]
    assert [id for id in typed if f"board_{id}" not in entries] == []
    spoken = [id for id in entries if id.startswith("board_ask_")]
    assert [id for id in spoken if teaches_typing(entries[id])] == []


TUTORIALS = [name for name in known_games() if (load(name).folder / "tutorial.toml").exists()]
CODE = re.compile(r"\b[A-Z]\d\d\b|\b\d-[a-z]|\b\w>\w|\b[A-Z]{3}-\d")


@pytest.mark.parametrize("game", TUTORIALS)
def test_the_coach_speaks_no_notation(game):
    steps = tomllib.loads((load(game).folder / "tutorial.toml").read_text("utf-8"))["step"]
    said = [step[language] for step in steps for language in LANGUAGES]
    assert [text for text in said if CODE.search(text)] == []


def teaches_typing(entry):
    return any(
        "{example}" in text or "(like " in text or "{choices}" in text
        for text in entry.values()
        if isinstance(text, str)
    )
