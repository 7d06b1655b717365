"""The conformance suite over a third party's game with secrets, and over broken copies of it."""

from dataclasses import replace

import pytest

import high_card
from high_card import COPIES, GAME, RANKS
from sunroom.checks import conformance
from sunroom.checks.conformance import CHECKS
from sunroom.engine.referee import CompiledReferee, Referee, interpreted
from sunroom.rules.contract import Heuristics, Knowledge
from sunroom.rules.record import i32
from sunroom.rules.words import message


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_third_partys_game_is_checked_too(check, way):
    check(way(GAME))


def peeking_veil(s, seat):
    """Forgets to hide the cards that lie face down."""
    played = [s.played[other] for other in range(s.seats)]
    high_card.veil(s, seat)
    for other in range(s.seats):
        s.played[other] = played[other]


def greedy_veil(s, seat):
    """Hides the seat's own hand as well."""
    high_card.veil(s, seat)
    for rank in range(RANKS):
        s.hand[seat, rank] = 0


def lying_redeal(s, seat, seed):
    """Changes what the seat has seen: its own card on the table."""
    high_card.redeal(s, seat, seed)
    if s.played[seat] > 1:
        s.played[seat] -= 1


def lazy_redeal(s, seat, seed):
    """Never varies the deck: what the veil takes out of it is lost."""
    if s.veiled == 1:
        s.veiled = 0


def peeking_observe(s, seat, out):
    high_card.observe(s, seat, out)
    out[0] = s.hand[(seat + 1) % s.seats, 0]


def descending_legal(s, out):
    n = high_card.legal(s, out)
    for i in range(n // 2):
        out[i], out[n - 1 - i] = out[n - 1 - i], out[i]
    return n


def endless_apply(s, action):
    """Everybody plays again and again."""
    turn = s.turn
    high_card.apply(s, action)
    if turn == s.seats - 1:
        s.turn = 0
        s.hand[0, action] += 1


def overflowing_apply(s, action):
    high_card.apply(s, action)
    s.dealt = s.dealt if s.dealt < 2 * s.seats else 127


def legal_that_deals(s, out):
    s.deck[0] = COPIES
    return high_card.legal(s, out)


def forgetful_apply(s, action):
    """Depends on something that is not on the table."""
    CALLS.append(action)
    high_card.apply(s, action)
    s.deck[0] = len(CALLS) % 2


CALLS = []


def wrong_pick(s, word):
    return 0


def nothing(s, *args):
    """Neither hides nor fills anything."""


def telling_narrate(before, action, after):
    """Names the card that is played face down."""
    return [message("played", who=str(action))]


def changing_narrate(before, action, after):
    after.turn = 0
    return []


def changing_ask(s):
    s.turn = 0
    return message("ask")


def refusal_without_arguments(s, action):
    return message("not_held") if action else message("table")


BROKEN = [
    ("nobody_sees_what_is_hidden", {"veil": peeking_veil}, "can tell the redealt table"),
    ("nobody_sees_what_is_hidden", {"veil": greedy_veil}, "has other actions|can tell|something"),
    ("nobody_sees_what_is_hidden", {"redeal": lying_redeal}, "can tell the redealt table"),
    ("nobody_sees_what_is_hidden", {"redeal": lazy_redeal}, "which no redeal fills"),
    ("nobody_sees_what_is_hidden", {"observe": peeking_observe}, "observe tells seat"),
    ("actions_are_ascending_and_there_until_the_end", {"legal": descending_legal}, "not ascending"),
    ("actions_are_ascending_and_there_until_the_end", {"actions": 3}, "a code is not below 3"),
    ("games_end_inside_the_bound", {"longest": 5}, "is not over after 5 steps"),
    ("games_end_inside_the_bound", {"apply": endless_apply}, "is not over after"),
    ("fields_stay_inside_their_types", {"apply": overflowing_apply}, "dealt has reached 127"),
    ("asking_changes_nothing", {"legal": legal_that_deals}, "a question changed the table"),
    ("steps_are_deterministic_and_copies_independent", {"apply": forgetful_apply}, "two results"),
    ("notation_is_read_back", {"show": lambda s, action: "card 1"}, "two actions look alike"),
    ("notation_is_read_back", {"read": lambda s, text: 0}, "is read as another"),
    ("scores_add_up_as_declared", {"score_sum": (0, 3)}, "scores add up to"),
    ("the_shortcut_picks_what_listing_would", {"heuristics": Heuristics(pick=wrong_pick)}, "pick draws another action"),
    ("everything_can_be_said", {"refuse": lambda s, a: message("unsaid")}, "unsaid"),
    ("everything_can_be_said", {"ask": lambda s: message("unsaid")}, "unsaid"),
    ("everything_can_be_said", {"refuse": refusal_without_arguments}, "'n'"),
    ("every_paragraph_has_code_and_a_test", {"prefix": "XYZ"}, "ids of another game"),
    ("nobody_sees_what_is_hidden", {"veil": nothing, "redeal": nothing}, "but secrets are"),
    ("the_log_tells_no_secret", {"narrate": telling_narrate}, "the log tells a secret"),
    ("asking_changes_nothing", {"narrate": changing_narrate}, "changed the table"),
    ("asking_changes_nothing", {"ask": changing_ask}, "changed the table"),
    ("exact_play_judges_the_legal_actions", {"knowledge": Knowledge(exact=lambda s: {5: None})}, "judged are"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("check", "change", "why"),
    BROKEN,
    ids=[f"{b[0]}-{'-'.join(b[1])}-{n}" for n, b in enumerate(BROKEN)],
)
def test_a_broken_game_is_caught(check, change, why):
    broken = replace(GAME, **change)

    with pytest.raises((AssertionError, KeyError), match=why):
        getattr(conformance, check)(Referee(broken))


def test_an_open_game_that_shows_everybody_something_else_is_caught():
    """The server makes one view for all where nothing is hidden."""
    wrong = replace(GAME, secrets=())

    with pytest.raises(AssertionError, match="depends on who looks"):
        conformance.an_open_table_looks_the_same_to_all(interpreted(wrong))


def test_a_way_that_plays_otherwise_is_caught():
    class Careless(Referee):
        def playouts(self, tables, *args, **kwargs):
            steps = super().playouts(tables, *args, **kwargs)
            tables["deck"][0, 0] += 1
            return steps

    with pytest.raises(AssertionError, match="other tables"):
        conformance.all_ways_play_the_same(Careless(GAME))


def test_a_way_that_answers_otherwise_is_caught():
    class Careless(Referee):
        def observe(self, table, seat):
            return [number + 1 for number in super().observe(table, seat)]

    with pytest.raises(AssertionError, match="another answer"):
        conformance.all_ways_answer_the_same(Careless(GAME))


def test_padding_that_is_written_is_caught():
    class Padded(high_card.HighCard):
        wide = i32()

    game = replace(GAME, table=Padded)
    tables = interpreted(game).batch(2, game.settings())
    conformance.check_bounds(Padded, tables, "here")
    used = max(span.stop for name, span in Padded.spans.items() if name != "wide")
    assert used % 4
    tables.view("u1")[used] = 1

    with pytest.raises(AssertionError, match="padding is not zero"):
        conformance.check_bounds(Padded, tables, "here")


def test_a_paragraph_without_a_test_is_caught(tmp_path):
    import shutil

    shutil.copytree(GAME.folder, tmp_path / "game")
    (tmp_path / "game" / "tests" / "test_rules.py").write_text(
        "def test_hic_1_1_only():\n    pass\n"
    )

    with pytest.raises(AssertionError, match=r"HIC-2\.1"):
        conformance.every_paragraph_has_code_and_a_test(
            Referee(replace(GAME, folder=tmp_path / "game"))
        )


def test_compiled_and_interpreted_live_side_by_side():
    from sunroom.engine import runner

    if not runner.available():
        pytest.skip("compiled rules are switched off by SUNROOM_INTERPRETED")
    referee = CompiledReferee(GAME)

    assert referee.new(GAME.settings()) == interpreted(GAME).new(GAME.settings())
    assert type(GAME.apply).__name__ == "function"
