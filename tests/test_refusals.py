"""What somebody reads who has tried what is not possible: what to do instead, without codes."""

import re

import pytest

from sunroom import Match
from sunroom.rules.contract import UnreadableAction
from sunroom.rules.words import Refusal
from sunroom.server.refusals import said_at_table


def refused(match, text):
    with pytest.raises(Refusal) as why:
        match.read(text)
    return why.value


@pytest.mark.parametrize(
    ("game", "played", "text", "told"),
    [
        ("solenia", (), "a1", "Choose a card first."),
        ("solenia", (), "D01", "Choose a card first."),
        ("solenia", ("card",), "slot-1", "Choose first where your card goes. Undo takes it back."),
        ("solaris", (), "blue>port", "Choose an action first."),
        ("solaris", (), "seat-2", "Choose an action first."),
        ("soluna", (), "a>b", "First choose to open or to follow."),
    ],
)
def test_who_begins_with_something_else_is_told_what_comes_first(game, played, text, told):
    match = Match(game, seed=1)
    for _ in played:
        match.play(match.legal()[0])

    assert said_at_table(refused(match, text), "en") == told


@pytest.mark.parametrize("game", ["solenia", "solaris"])
def test_what_nobody_could_mean_is_named(game):
    why = refused(Match(game, seed=1), "xyzzy")

    assert isinstance(why, UnreadableAction)
    assert why.say("de") == "'xyzzy' steht hier nicht zur Wahl."


def test_at_a_table_the_reason_stands_alone_and_begins_as_a_sentence_does():
    match = Match("soluna", seed=1)
    match.play("open")
    why = refused(match, "a>a")

    assert why.say("de").startswith("a>a geht nicht: Ein Turm")
    assert said_at_table(why, "de") == "Ein Turm kann nicht auf sich selbst."
    assert said_at_table(why, "en") == "A tower cannot be put onto itself."


def test_a_place_is_called_by_what_it_is_and_begins_as_a_sentence_does():
    match = Match("solenia", seed=1, options={"order": "night-first"})
    match.play(match.legal()[0])
    far = next(name for name in ("a1", "e1", "b1", "d1", "a5", "e5") if name not in match.legal())

    assert re.match(rf"The \w+ (city|island) {far} ", said_at_table(refused(match, far), "en"))
