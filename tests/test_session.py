"""The record of a match in words: all that the log says, part by part, and nothing that is secret."""

import random
from datetime import date

import pytest

from sunroom import Match, known_games, load
from sunroom.match.session import session
from sunroom.rules.words import LANGUAGES, Tongue

DAY = date(2026, 11, 20)


def played(game, steps=10_000, **setup):
    match, rng = Match(game, seed=2, **setup), random.Random(2)
    while not match.over and len(match.history) < steps:
        match.play(rng.choice(match.legal()))
    return match


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", known_games())
def test_a_record_says_what_the_log_says(game, language):
    match = played(game, 120)
    names = [f"P{seat}" for seat in range(match.seats)]
    text = session(match, language, names, DAY)
    told = text[: text.index(f"## {load(game).words('session_end', language)}")].splitlines()
    tongue = Tongue(match.game.words, language, tuple(names))
    log = [f"- {tongue.say(message)}" for message in match.log()]

    assert [line for line in told if line.startswith("- ")][-len(log) :] == log
    assert text.startswith(f"# {load(game).words('title', language)}\n\n- ")
    assert "2026-11-20" in text
    assert "{" not in text


def test_a_physical_game_alone_has_its_turns_settings_facts_and_verdict():
    """The guild solo board with tiles and dice entered by hand."""
    match = Match("guild-solo", ["Ada"], by_hand=True, options={"facts": "ledger"})
    match.play("red")
    match.play("red")
    match.play("blue")
    match.play("trade=2")
    match.play("keep")
    match.play("green")
    match.play("next")
    text = session(match, "en", match.names)
    turns = text.split("## ")

    assert "- Chance was decided at the table and entered" in turns[0]
    assert "Here: keep a ledger here." in turns[0]
    assert [part.splitlines()[0] for part in turns[1:]] == ["Turn 1", "How it ended"]
    assert "- trade medals: 2." in turns[1]
    assert "A red tile goes to A1." in turns[1]
    assert "trade medals 2" in turns[-1]
    assert turns[-1].endswith("- It was not played to its end.\n")


def test_a_record_keeps_hands_secret():
    match = played("solaris", 60)

    assert "Your cards" in match.render("en")
    assert "Your cards" not in session(match, "en", match.names)


def test_a_match_that_is_over_names_who_has_won():
    match = played("soluna", names=["Ada", "Ben"], options={"rounds": "single"})
    (winner,) = match.winners()

    assert session(match, "en", match.names).endswith(f"- Won by: {match.names[winner]}\n")
