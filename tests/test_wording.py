"""What people read holds for all games: what is not certain says so, and levels mean something."""

import re
from pathlib import Path

import pytest

from sunroom.players.levels import LEVELS
from sunroom.players.thinker import WORDS as LEVEL_WORDS
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.rulebook import paragraphs
from sunroom.rules.words import LANGUAGES
from sunroom.server.lessons.rulebook import read_rulebook
from sunroom.table.frames import called_in
from test_table import AI, PERSON, Played, SeatSetup, beginning, gathering

ROOT = Path(__file__).parents[1]
LABEL = {"en": "*Reconstructed:*", "de": "*Rekonstruiert:*"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_paragraph_of_solitaire_is_labelled_itself(language):
    """Whoever finds one by its id, by searching or on the table reads the label with it."""
    rules = {
        rule.id: rule
        for chapter in read_rulebook(load("solenia").folder, language).chapters
        for rule in chapter.rules
    }
    texts = paragraphs(load("solenia").folder, language)
    solitaire = [id for id in texts if id.startswith("LEN-11.")]

    assert len(solitaire) == 5
    for id in solitaire:
        assert rules[id].kind == rules[id].certainty == "reconstructed"
        assert texts[id].startswith(LABEL[language])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", known_games())
def test_no_label_stands_only_above_the_paragraphs(game, language):
    """A search and a link show the paragraph without what stands above it."""
    for chapter in read_rulebook(load(game).folder, language).chapters:
        if chapter.number:
            above = " ".join(chapter.text)
            assert not re.search(r"\*(reconstructed|rekonstruiert)\*", above), chapter.title


@pytest.mark.parametrize("game", known_games())
def test_what_no_text_says_can_be_asked_for_on_the_board(game):
    """Every open or reconstructed statement is an option, or "What is this?" leads to it from a piece."""
    folder = load(game).folder
    board = " ".join(file.read_text("utf-8") for file in sorted((folder / "board").glob("*.ts*")))
    options = {option.rule for option in load(game).options}
    rules = [rule for chapter in read_rulebook(folder, "en").chapters for rule in chapter.rules]
    unsaid = {rule.id for rule in rules if "reconstructed" in (rule.kind, rule.certainty)}
    unsaid |= {rule.id for rule in rules if rule.kind == "open"}

    assert sorted(id for id in unsaid - options if not re.search(rf"{id}\b", board)) == []


def test_nobody_calls_one_review_a_reliable_source():
    words = (ROOT / "web" / "words" / "home.toml").read_text("utf-8")

    assert not re.search("reliable|verlässlich", words)


def test_a_level_has_one_name_and_a_meaning_in_both_languages():
    for language in LANGUAGES:
        names = [LEVEL_WORDS(level.name, language) for level in LEVELS]
        means = [LEVEL_WORDS(f"means_{level.name}", language) for level in LEVELS]
        assert all(name[0].isupper() for name in names)
        assert len(set(means)) == len(LEVELS)


def test_opponents_are_called_by_their_level_where_people_read_it():
    seats = (SeatSetup(PERSON, "ada"), SeatSetup(AI, level="novice"), SeatSetup(AI, level="novice"))
    played = Played(gathering("solaris", *seats))
    state = played.happen(beginning(played.state)).state

    assert called_in(state, {"ada": "Ada"}, "en") == ("Ada", "Novice 2", "Novice 3")
    assert called_in(state, {"ada": "Ada"}, "de") == ("Ada", "Neuling 2", "Neuling 3")
