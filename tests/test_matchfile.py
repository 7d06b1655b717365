"""Saved matches: read back whole, or refused in one sentence."""

import hashlib
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sunroom import Match
from sunroom.match.dealing import Contribution, Dealer, promise_of
from sunroom.match.matchfile import BadMatchFile, dumps, false_draws, loads
from sunroom.rules.words import LANGUAGES
from test_match import played_out


def some_match(steps=20, **options):
    match = Match("soluna", ["Ada", "Ben"], seed=7, options=options, players=["you", "ai:club"])
    rng = random.Random(1)
    for _ in range(steps):
        match.play(rng.choice(match.legal()))
    return match


@settings(max_examples=30)
@given(st.integers(0, 2**64), st.integers(0, 90), st.booleans())
def test_any_match_is_read_back_whole(seed, steps, each_round):
    match = Match("soluna", seed=seed, options={"throw": "each-round"} if each_round else {})
    rng = random.Random(seed)
    for _ in range(steps):
        if not match.over:
            match.play(rng.choice(match.legal()))
    again = loads(dumps(match), "file")

    assert again.history == match.history
    assert again.table == match.table
    assert again.names == match.names
    assert dumps(again) == dumps(match)


def test_a_match_goes_on_after_loading_as_it_would_have(tmp_path):
    match = some_match(throw="each-round")
    match.save(tmp_path / "match.json")
    again = Match.load(tmp_path / "match.json")

    assert again.players == ("you", "ai:club")
    assert played_out(again, 3).history == played_out(match, 3).history


def test_what_was_entered_by_hand_stays_so():
    match = Match("soluna", by_hand=True)
    for _ in range(12):
        match.play(match.legal()[0])
    again = loads(dumps(match), "file")

    assert again.history == match.history
    assert again.by_hand


def test_the_file_has_a_line_for_each_step():
    text = dumps(some_match())

    assert '\n    "open",\n' in text or '\n    "follow",\n' in text
    assert json.loads(text)["format"] == "sunroom match 1"


def test_saving_leaves_no_part_behind(tmp_path):
    some_match().save(tmp_path / "deep" / "match.json")

    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["match.json"]


# Damage

GOOD = dumps(some_match())
OVER = dumps(played_out(some_match()))


def changed(text=GOOD, **values):
    return json.dumps(json.loads(text) | values)


def dealing(**values):
    return json.loads(GOOD)["dealing"] | values


BAD = {
    "an empty file": ("", "damaged at line 1, column 1"),
    "half a file": (GOOD[: len(GOOD) // 2], "damaged at line"),
    "no object": ("[1, 2]", "is not a Sunroom match"),
    "nothing in it": ("{}", "is not a Sunroom match"),
    "another format": ('{"format": "chess 1"}', "is not a Sunroom match"),
    "a format that is no text": ('{"format": 1}', "is not a Sunroom match"),
    "a newer format": ('{"format": "sunroom match 3"}', "newer Sunroom"),
    "a key missing": (json.dumps({k: v for k, v in json.loads(GOOD).items() if k != "names"}), "names"),
    "a key too much": (changed(extra=1), "extra"),
    "a wrong type": (changed(history=[1, 2]), r"\$\.history\[0\]"),
    "an unknown game": (changed(game="soluno"), "Did you mean soluna"),
    "a strange game": (changed(game="../evil"), "There is no game called"),
    "one player": (changed(names=["Ada"]), "for 2 players, not for 1"),
    "no player": (changed(names=[]), "for 2 players, not for 0"),
    "a name of control characters": (changed(names=["a\x1b", "b"]), "cannot be a name"),
    "an unknown option": (changed(options={"thro": "once"}), "Did you mean throw"),
    "a wrong option": (changed(options={"throw": "never"}), "once, each-round"),
    "a seed that is no number": (changed(dealing=dealing(seed="xyz")), "seed does not fit"),
    "another seed": (changed(dealing=dealing(seed="00" * 16)), "seed does not fit"),
    "a short seed": (changed(dealing=dealing(seed="07")), "cannot be a seed"),
    "newer rules": (changed(rules=2), "version 2 of the rules"),
    "an illegal step": (changed(history=[*json.loads(GOOD)["history"][:13], "a>a"]), "step 14 .*'a>a'.*onto itself"),
    "an impossible throw": (changed(history=["comet"]), "step 1 .*'comet'.*this disc has"),
    "an unreadable step": (changed(history=["sun", "???"]), r"step 2 .*'\?\?\?'"),
    "a step after the end": (changed(OVER, history=[*json.loads(OVER)["history"], "a>b"]), "is over"),
    "a step missing in the middle": (changed(OVER, history=json.loads(OVER)["history"][:-1]), "result is not"),
    "a result before the end": (changed(result={"scores": [4, 0], "winners": [0]}), "result is not"),
    "a false result": (changed(OVER, result={"scores": [4, 0], "winners": [0]}), "result is not"),
    "no result": (json.dumps({k: v for k, v in json.loads(OVER).items() if k != "result"}), "result is missing"),
    "format zero": ('{"format": "sunroom match 0"}', "is not a Sunroom match"),
    "a number of 5000 digits": ('{"format": "sunroom match 1", "rules": ' + "9" * 5000 + "}", "is not a Sunroom match"),
    "a format of 5000 digits": ('{"format": "sunroom match ' + "9" * 5000 + '"}', "is not a Sunroom match"),
    "a bad pattern": (changed(options={"pattern": "5-4-3-1"}), "makes 13 discs"),
    "one player for two seats": (changed(players=["ai:club"]), "cannot decide for 2 seats"),
    "players that cannot be shown": (changed(players=["\ud800", "you"]), "cannot be a name"),
    "nested without end": ("[" * 100_000, "is not a Sunroom match|damaged"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "why"), BAD.values(), ids=BAD)
def test_a_damaged_file_is_refused_in_one_sentence(text, why):
    with pytest.raises(BadMatchFile, match=why) as refused:
        loads(text, "match.json")

    for language in LANGUAGES:
        assert refused.value.say(language).startswith("match.json")
        assert "\n" not in refused.value.say(language)


@settings(max_examples=300)
@given(st.integers(0, len(OVER) - 1), st.binary(max_size=4), st.integers(0, 3))
def test_no_damage_gets_past_or_through(at, junk, cut):
    """Whatever is done to a file: it loads as a whole match, or it is refused with a reason."""
    data = OVER.encode()
    damaged = data[:at] + junk + data[at + cut :]
    try:
        match = loads(damaged.decode("utf-8", "replace"), "match.json")
    except BadMatchFile:
        return

    assert loads(dumps(match), "again").history == match.history


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "picture.json").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BadMatchFile, match="There is no file"):
        Match.load(tmp_path / "nowhere.json")
    with pytest.raises(BadMatchFile, match="byte 0 is not text"):
        Match.load(tmp_path / "picture.json")
    with pytest.raises(BadMatchFile, match="cannot be read"):
        Match.load(tmp_path)


# Fairness


def test_honest_dealing_is_verified():
    assert false_draws(loads(OVER, "file")) == []


def test_a_changed_draw_is_found():
    history = json.loads(GOOD)["history"]
    turned = next(n for n, face in enumerate(history[:2]) if face == "sun")
    history[turned] = "moon"
    # The pattern is another one now, so only the throw is kept.
    match = loads(changed(history=history[:12]), "file")

    assert false_draws(match) == [turned]


def test_a_game_that_somebody_brings_is_saved_and_loaded_too():
    import high_card
    from sunroom.rules import catalogue

    match = played_out(Match(high_card.GAME, seed=1))
    with pytest.raises(BadMatchFile, match="There is no game called 'high-card'"):
        loads(dumps(match), "file")
    catalogue.bring(high_card.GAME)
    try:
        assert loads(dumps(match), "file").history == match.history
    finally:
        catalogue.brought.clear()


def test_only_the_owner_may_read_a_file_with_a_seed(tmp_path):
    some_match().save(tmp_path / "match.json")

    assert (tmp_path / "match.json").stat().st_mode & 0o077 == 0


# Contributions of the players


SHARES = [bytes(range(16)), b"", b"\xff" * 16]


def shared_match(shares=(SHARES[0], SHARES[2]), withheld=()):
    """A match whose seats have contributed, but for those who *withheld* what they promised."""
    given = [
        Contribution(promise_of(share), b"" if n in withheld else share)
        if share
        else Contribution()
        for n, share in enumerate(shares)
    ]
    match = Match("soluna", ["Ada", "Ben"], dealer=Dealer(bytes(16), tuple(given)))
    while not match.over:
        match.play(match.legal()[0])
    return match


def test_the_key_is_the_hash_of_seed_and_shares_as_the_decision_says():
    key = shared_match().dealer.key
    parts = b"".join(b"\x00\x10" + part for part in (bytes(16), SHARES[0], SHARES[2]))
    assert key == hashlib.sha256(b"sunroom dealing 2\n" + parts).digest()
    assert promise_of(SHARES[0]) == hashlib.sha256(b"sunroom share\n" + SHARES[0]).hexdigest()
    assert Dealer(bytes(16)).key == bytes(16)


@pytest.mark.parametrize("withheld", [(), (1,), (0, 1)])
def test_a_match_with_shares_is_read_back_whole(withheld):
    match = shared_match(withheld=withheld)
    text = dumps(match)
    again = loads(text, "file")
    assert dumps(again) == text
    assert json.loads(text)["format"] == "sunroom match 2"
    assert false_draws(again) == []
    assert again.dealer.key == match.dealer.key


def test_shares_change_what_is_dealt():
    keys = {
        shared_match(shares, withheld).dealer.key
        for shares in ((SHARES[0], SHARES[2]), (SHARES[2], SHARES[0]), (b"", SHARES[2]))
        for withheld in ((), (0,), (1,))
    }
    assert len(keys) == 7  # who gives nothing and who withholds are alike


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"shares": ["00" * 16, SHARES[2].hex()]}, "seat 1 .* not what was promised"),
        ({"promises": ["", promise_of(SHARES[2])]}, "seat 1 .* not what was promised"),
        ({"promises": ["xyz", promise_of(SHARES[2])]}, "seat 1"),
        ({"shares": [SHARES[0].hex()]}, "does not fit"),
        ({"promises": [], "shares": []}, "does not fit"),
        ({"version": 1}, "does not fit"),
        ({"version": 3}, "does not fit"),
        ({"seed": "00" * 15}, "cannot be a seed"),
    ],
)
def test_a_forged_contribution_is_refused_with_a_sentence(change, said):
    plain = json.loads(dumps(shared_match()))
    plain["dealing"] |= change
    with pytest.raises(BadMatchFile, match=said):
        loads(json.dumps(plain), "file")
