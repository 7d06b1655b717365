"""Matches: history, undo, veiled views, fair dealing."""

import hashlib
import hmac
import random
from random import Random

import pytest

import high_card
from sunroom import Match
from sunroom.match.base import BadName
from sunroom.match.dealing import BadSeed, Dealer
from sunroom.match.match import AlreadyRevealed, MatchOver, NothingToUndo
from sunroom.rules.contract import CHANCE, SPECTATOR, BadOption, IllegalAction, UnreadableAction


def played_out(match, seed=0):
    rng = random.Random(seed)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return match


def test_the_same_seed_deals_the_same_match():
    one, two = (played_out(Match("soluna", seed=4)) for _ in range(2))

    assert one.history == two.history
    assert one.table == two.table


def test_without_a_seed_no_two_matches_are_dealt_alike():
    assert len({Match("soluna").commitment for _ in range(20)}) == 20


def test_undo_goes_back_to_the_same_bytes():
    match = Match("soluna", options={"throw": "each-round"}, seed=2)
    rng = random.Random(1)
    decisions = []
    for _ in range(30):
        decisions.append(match.table.tobytes())
        match.play(rng.choice(match.legal()))
    for before in reversed(decisions):
        match.undo()
        assert match.table.tobytes() == before

    with pytest.raises(NothingToUndo):
        match.undo()


def test_within_a_turn_a_decision_can_be_taken_back_until_something_is_revealed():
    """Solaris, seed 1: the first player begins to fill up, takes that back, and draws a card."""
    match = Match("solaris", seats=3, seed=1)
    start = match.table.tobytes()
    match.play("swap")
    match.play(match.legal()[0])
    match.take_back()
    match.take_back()
    assert match.table.tobytes() == start

    match.play("swap")
    match.play(match.legal()[0])
    match.play("pile")
    drawn = match.table.tobytes()
    with pytest.raises(AlreadyRevealed):
        match.take_back()
    assert match.table.tobytes() == drawn


def test_chance_that_was_entered_by_hand_can_be_corrected():
    match = Match("solaris", seats=3, by_hand=True)
    match.play(match.legal()[0])
    match.take_back()

    assert match.history == []
    with pytest.raises(NothingToUndo):
        match.take_back()


def test_a_match_whose_seed_is_told_cannot_be_taken_back():
    match = played_out(Match("soluna", seed=1))
    with pytest.raises(MatchOver):
        match.undo()


def test_nobody_can_fish_for_a_throw():
    """However a round went, the next throw is the same: after 9, 10 or 11 stackings."""
    throws, lengths = set(), set()
    for choice in range(40):
        match = Match("soluna", options={"throw": "each-round"}, seed=2)
        rng = random.Random(choice)
        while match.view(0)["stars"] == [0, 0]:
            match.play(rng.choice(match.legal()))
        throws.add(tuple(match.view(0)["pattern"]))
        lengths.add(len(match.history))

    assert len(lengths) > 1
    assert len(throws) == 1


@pytest.mark.parametrize("seed", [-1, 2**128, b"short", "7"])
def test_what_is_no_seed_is_refused(seed):
    with pytest.raises(BadSeed):
        Match("soluna", seed=seed)


def test_undo_and_play_again_deals_the_same_chance():
    """Nobody can fish for a better throw by taking back."""
    match = Match("soluna", options={"throw": "each-round"}, seed=2)
    rng = random.Random(1)
    while match.view(0)["stars"] == [0, 0]:
        match.play(rng.choice(match.legal()))
    thrown = match.view(0)["pattern"]
    last = next(step for step in reversed(match.history) if step.actor != CHANCE)
    match.undo()
    match.apply(last.action)

    assert match.view(0)["pattern"] == thrown


def test_an_illegal_move_changes_nothing_and_says_why():
    match = Match("soluna", seed=1)
    before = match.table.tobytes()
    with pytest.raises(IllegalAction, match="first choose to open or to follow") as refused:
        match.play("a>b")
    with pytest.raises(UnreadableAction):
        match.play("castle")

    assert match.table.tobytes() == before
    assert "Entscheide erst" in refused.value.say("de")


def test_a_match_that_is_over_takes_no_moves():
    match = played_out(Match("soluna", seed=1))
    with pytest.raises(MatchOver):
        match.play("a>b")


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "\x1b[31mred", "x" * 41])
def test_names_that_cannot_be_shown_are_refused(name):
    with pytest.raises(BadName):
        Match("soluna", ["Ada", name])


def test_names_cannot_smuggle_markup_into_the_terminal():
    match = Match("soluna", ["[bold]Ada[/bold]", "Ben"], seed=1)

    assert "[bold]Ada[/bold]" in str(match)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"throw": "twice"}, "it is one of: once, each-round"),
        ({"thorw": "once"}, "Did you mean throw"),
        ({"pattern": "SSS"}, "is not a pattern"),
        ({"pattern": "5-4-3-1"}, "makes 13 discs"),
    ],
)
def test_bad_options_are_refused_with_what_would_be_right(options, why):
    with pytest.raises(ValueError, match=why):
        Match("soluna", options=options)


def test_a_wrong_number_of_players_is_refused():
    with pytest.raises(BadOption, match="for 2 players, not for 3"):
        Match("soluna", ["Ada", "Ben", "Cleo"])


def test_options_in_words_are_read_back():
    match = Match("soluna", options={"pattern": "5-4-3-0", "rounds": "single"})

    assert match.game.settings(match.options) == match.settings


# Dealing


def test_the_commitment_is_the_seeds_hash_and_the_seed_is_told_at_the_end():
    match = Match("soluna")
    commitment = match.commitment
    assert match.seed is None
    played_out(match)

    assert hashlib.sha256(match.seed).hexdigest() == commitment


def test_a_draw_is_what_anybody_can_derive():
    """With nothing of ours: HMAC-SHA-256 of the step under the seed, scaled to the weights."""
    dealer = Dealer.of(99)
    for step in range(200):
        digest = hmac.new(
            (99).to_bytes(16, "big"), step.to_bytes(8, "big"), hashlib.sha256
        ).digest()
        share = int.from_bytes(digest, "big") / 2**256
        drawn = dealer.draw(step, [(10, 1), (20, 2), (30, 1)])
        assert drawn == (10 if share < 0.25 else 20 if share < 0.75 else 30)


def test_draws_follow_their_weights():
    dealer = Dealer.of(1)
    draws = [dealer.draw(step, [(0, 1), (1, 3)]) for step in range(4000)]

    assert 2900 < sum(draws) < 3100


def test_by_hand_chance_is_played_like_a_move():
    match = Match("soluna", by_hand=True)
    assert match.to_act == CHANCE
    with pytest.raises(IllegalAction, match="this disc has sun on one face and moon on the other"):
        match.play("comet")
    for face in (
        "sun",
        "moon",
        "sun",
        "stars",
        "comet",
        "sun",
        "moon",
        "moon",
        "comet",
        "moon",
        "stars",
        "comet",
    ):
        match.play(face)

    assert match.view(0)["pattern"][:3] == ["sun", "moon", "sun"]
    assert match.to_act == 0


# Secrets


def test_a_seats_view_holds_nothing_of_other_hands():
    match = Match(high_card.GAME, seats=3, seed=1)
    for seat in range(3):
        veiled = match.veiled(seat)
        for other in range(3):
            hand = [veiled.hand[other, rank] for rank in range(high_card.RANKS)]
            assert (sum(hand) > 0) == (other == seat)


def test_the_seed_is_in_no_view_and_no_veiled_table():
    match = Match(high_card.GAME, seed=0x1234567890ABCDEF1234567890ABCDEF)
    seen = repr([match.view(seat) for seat in (0, 1)]).encode() + match.veiled(0).tobytes()

    assert match.dealer.seed not in seen
    assert match.dealer.seed.hex().encode() not in seen


# The course


@pytest.mark.parametrize("game", ["soluna", "solenia", "solaris"])
def test_a_table_of_the_past_is_the_table_that_was(game):
    """Only some tables are kept; the others are played again, whatever is asked for first."""
    rng = Random(3)
    match = Match(game, seed=5)
    were = [match.tables[n].tobytes() for n in range(len(match.tables))]
    while not match.over and len(match.history) < 90:
        match.apply(rng.choice(match.actions()))
        were += [match.tables[n].tobytes() for n in range(len(were), len(match.tables))]
        if rng.random() < 0.1:
            step = rng.randrange(len(were))
            assert match.tables[step].tobytes() == were[step]
        if rng.random() < 0.05:
            match.back_to(rng.randrange(len(match.history) // 2, len(match.history)))
            del were[len(match.tables) :]

    assert [table.tobytes() for table in match.tables] == were
    assert match.tables[-1] == match.table
    assert [t.tobytes() for t in match.tables[2:5]] == were[2:5]
    with pytest.raises(IndexError):
        match.tables[len(were)]


def test_steps_can_be_noted_and_played_again_later():
    match = Match("soluna", seed=5)
    for _ in range(30):
        match.apply(match.actions()[0])
    again = Match("soluna", seed=5, by_hand=True)
    for step in match.history:
        again.tables.note(*step)
    again.tables.resume(match.table.tobytes())

    assert again.to_act == match.to_act
    assert [table.tobytes() for table in again.tables] == [t.tobytes() for t in match.tables]


def test_what_can_be_played_is_everybodys_own_list():
    match = Match("soluna", seed=1)
    match.actions().clear()

    assert match.actions()
    match.play(match.legal()[0])


def test_a_trial_leaves_the_match_alone_and_its_tables_to_it():
    match = Match("soluna", seed=1)
    before, legal = match.table.tobytes(), match.legal()
    trial = match.trial()
    trial.play(legal[1])
    assert (match.table.tobytes(), match.legal()) == (before, legal)

    match.play(legal[0])
    assert match.history != trial.history
    other = Match("soluna", seed=1)
    other.play(legal[0])
    assert match.table == other.table


def test_a_trial_knows_the_tables_that_it_has_come_by_and_what_each_eye_may_know():
    rng = random.Random(3)
    match = Match("solenia", ["Ada", "Ben"], seed=3)

    def go_on(one, steps):
        for _ in range(steps):
            one.apply(rng.choice(one.actions()))

    go_on(match, 20)
    trial, start = match.trial(), len(match.history)
    go_on(trial, 6)
    other = trial.fork()
    other.back_to(start + 2)
    go_on(other, 4)
    for one in (match, trial, other, match):
        expected = Match.undealt("solenia", ["Ada", "Ben"], seed=3)
        for n, step in enumerate([*one.history, None]):
            assert one.tables[n] == expected.table
            for eye in (SPECTATOR, 0, 1):
                assert one.veiled_at(n, eye) == expected.veiled(eye)
            if step is not None:
                expected.step(step.action)
