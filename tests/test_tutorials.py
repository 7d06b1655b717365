"""Every game teaches itself: its tutorial can be played whatever the learner picks, and is short."""

import re
from pathlib import Path

import pytest

import sunroom
from sunroom.match.match import Match
from sunroom.rules.catalogue import load
from sunroom.rules.rulebook import paragraphs
from sunroom.server.lessons.tutorials import tutorial_of

FOLDERS = sorted(f.parent for f in Path(sunroom.__file__).parent.glob("games/[!_]*/rulebook.md"))
GAMES = [folder.name.replace("_", "-") for folder in FOLDERS]
LANGUAGES = ("en", "de")
MOST_STEPS = 25
MINUTES = 5
WORDS_A_MINUTE = 200
CHOICE, SHOWN = 4, 2  # seconds for a choice, and for a move of the coach
MOST_TABLES = 24  # that are followed where anything may be chosen

pytestmark = pytest.mark.parametrize("game", GAMES)


def played(game, tutorial, texts):
    match = Match(game, seats=tutorial.seats, seed=tutorial.seed, options=tutorial.options)
    for text in texts:
        match.play(text)
    return match


def ways_on(match, step):
    """What can follow a step, as lists of texts; everything in them is legal."""
    if step.play:
        return [step.play]
    if not step.choose:
        return [[]]
    assert match.to_act == 0, f"seat {match.to_act} is to act, not the learner: {step.en}"
    legal = match.legal()
    chosen = legal if "*" in step.choose else step.choose
    assert set(chosen) <= set(legal), f"{set(chosen) - set(legal)} is not legal: {step.en}"
    return [[text] for text in spread(chosen)]


def spread(things):
    """Some of many, from all over."""
    return things if len(things) <= MOST_TABLES else things[:: -(-len(things) // MOST_TABLES)]


def test_it_can_be_played_whatever_the_learner_picks(game):
    tutorial = tutorial_of(load(game))
    courses = [[]]
    for step in tutorial.step:
        after = {}
        for course in courses:
            for more in ways_on(played(game, tutorial, course), step):
                match = played(game, tutorial, [*course, *more])
                after.setdefault((match.to_act, match.table.tobytes()), [*course, *more])
        courses = spread(list(after.values()))

    assert courses


def test_the_coach_plays_for_somebody_who_is_to_act(game):
    tutorial = tutorial_of(load(game))

    assert any(step.choose for step in tutorial.step), "nothing is left to the learner"
    for step in tutorial.step:
        assert not (step.choose and step.play), step.en


def test_it_is_said_in_both_languages(game):
    for step in tutorial_of(load(game)).step:
        texts = [getattr(step, language).strip() for language in LANGUAGES]
        assert all(texts), step
        assert texts[0] != texts[1], step
        assert "!" not in texts[1], f"no exclamation marks: {texts[1]}"


def test_its_rules_exist(game):
    known = paragraphs(load(game).folder)
    for step in tutorial_of(load(game)).step:
        assert set(step.rule.split()) <= set(known), step.rule


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_takes_five_minutes(game, language):
    steps = tutorial_of(load(game)).step
    words = sum(len(re.findall(r"\w+", getattr(step, language))) for step in steps)
    seconds = words * 60 / WORDS_A_MINUTE
    seconds += sum(CHOICE for step in steps if step.choose)
    seconds += sum(SHOWN * len(step.play) for step in steps)

    assert len(steps) <= MOST_STEPS
    assert seconds <= MINUTES * 60
