"""The command line as a person uses it: what it prints, what it refuses, what it leaves behind."""

import io
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from sunroom import Match
from sunroom.match.dealing import Contribution, Dealer, promise_of

# What there is


def test_games_are_listed_and_told(sunroom):
    code, out, _ = sunroom("games")
    assert code == 0
    assert "soluna" in out

    code, out, _ = sunroom("games", "soluna")
    assert code == 0
    assert "Bruno Faidutti" in out
    assert "throw=once | each-round" in out
    assert "12 discs: 12 certain" in out


def test_a_game_without_settings_and_pieces_has_no_empty_headings(sunroom, monkeypatch):
    from dataclasses import replace

    from high_card import GAME
    from sunroom.rules import catalogue

    monkeypatch.setattr(catalogue, "brought", {"high-card": replace(GAME, facts={})})
    _, out, _ = sunroom("games", "high-card")

    assert [line.rstrip() for line in out.splitlines()] == [
        f"{GAME.words('title', 'en')}  {GAME.words('why', 'en')}",
        "2–3 players",
    ]


def test_a_rule_has_text_code_and_tests(sunroom):
    code, out, _ = sunroom("rule", "LUN-2.1")

    assert code == 0
    assert "Whoever makes the last stacking wins the round." in out
    assert "end_round  games/soluna/rules.py:" in out
    assert "test_lun_2_1_the_last_stacking_wins_the_round" in out


def test_a_rule_in_german(sunroom):
    assert "Wer als Letzter stapelt" in sunroom("rule", "lun-2.1", "--lang", "de")[1]


def test_the_language_follows_the_locale(sunroom, monkeypatch):
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    assert "Wer als Letzter stapelt" in sunroom("rule", "LUN-2.1")[1]
    assert "Meinst du rule?" in sunroom("rul")[2]

    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "Whoever makes the last" in sunroom("rule", "LUN-2.1")[1]


# Solving


def test_solve_as_json(sunroom):
    code, out, _ = sunroom("solve", "soluna", "5-4-3-0", "--json")
    answer = json.loads(out)

    assert code == 0
    assert answer["start"] == "5-4-3-0"
    assert answer["winner"] == "first"
    assert (answer["grundy"], answer["winning_moves"], answer["states"]) == (3, 15, 1064)
    assert (answer["shortest"], answer["longest"]) == (9, 11)


def test_solve_a_position_with_or_without_quotes(sunroom):
    one = sunroom("solve", "soluna", "S3 M1 M1", "--json")
    two = sunroom("solve", "soluna", "S3", "M1", "M1", "--json")

    assert one == two
    assert json.loads(one[1])["wins_by"] == ["M1>M1"]


def test_solve_all(sunroom):
    code, out, _ = sunroom("solve", "soluna", "--json")
    assert code == 0
    assert len(json.loads(out)) == 34

    code, out, _ = sunroom("solve", "soluna")
    assert code == 0
    assert len(out.splitlines()) == 35


# Figures


def test_simulate_as_json_is_reproducible(sunroom):
    args = ("simulate", "soluna", "--games", "300", "--seed", "5", "--json")
    code, out, _ = sunroom(*args)
    found = json.loads(out)

    assert code == 0
    assert found["games"] == 300
    assert sum(seat["won"] for seat in found["seats"]) == 300
    assert sum(found["steps"]["games_by_steps"].values()) == 300
    assert json.loads(sunroom(*args)[1]) == found


def test_simulate_in_words(sunroom):
    code, out, _ = sunroom("simulate", "soluna", "--games", "50", "--option", "rounds=single")

    assert code == 0
    assert "50 random games of soluna" in out
    assert "Seat 2: wins" in out


def test_perft(sunroom):
    code, out, _ = sunroom("perft", "soluna", "--depth", "2", "--seed", "1")

    assert code == 0
    assert [line.split() for line in out.splitlines()] == [["0", "1"], ["1", "2"], ["2", "264"]]


def test_without_a_gpu_that_is_said(sunroom):
    from sunroom.engine import gpu

    if gpu.missing() is None:
        pytest.skip("there is a GPU here")
    code, _, err = sunroom("bench", "--gpu")

    assert code == 2
    assert "There is nothing to measure" in err


# Wrong input

WRONG = {
    "a misspelt command": (["paly"], "Did you mean play?"),
    "an unknown command": (["frobnicate"], "Known are: admin, arena, bench, box, games"),
    "a misspelt game": (["play", "solunna"], "Did you mean soluna?"),
    "an unknown option of the game": (["play", "soluna", "--option", "thro=once"], "Did you mean throw"),
    "no value": (["play", "soluna", "--option", "throw"], "NAME=VALUE"),
    "a wrong value": (["play", "soluna", "--option", "throw=thrice"], "once, each-round"),
    "a wrong pattern": (["play", "soluna", "--option", "pattern=7-7"], "makes 14 discs"),
    "an unknown level": (["play", "soluna", "--seat", "you,ai:gm"], "novice, casual, club"),
    "an unknown seat": (["play", "soluna", "--seat", "bot:me,ai:club"], "'bot:me' is nobody"),
    "three players": (["play", "soluna", "--seat", "you,you,you"], "for 2 players, not for 3"),
    "no games": (["simulate", "soluna", "--games", "0"], "0 is not in the range x>=1"),
    "words for a number": (["simulate", "soluna", "--games", "many"], "not a valid integer"),
    "a language we do not speak": (["games", "--lang", "fr"], "'en', 'de'"),
    "an unknown flag": (["games", "--colour"], "No such option"),
    "a missing argument": (["solve"], "GAME"),
    "no position": (["solve", "soluna", "banana"], "is no position"),
    "too few discs": (["solve", "soluna", "3-3-3"], "makes 9 discs"),
    "a rule that is not there": (["rule", "LUN-9.9"], "LUN-1.1"),
    "a rule of no game": (["rule", "ABC-1.1"], "ids look like"),
    "a file that is not there": (["replay", "nowhere.json"], "There is no file nowhere.json"),
    "a seat without a name": (["play", "soluna", "--seat", "you:,ai:club"], "cannot be a name"),
    "an empty seat": (["play", "soluna", "--seat", ""], "'' is nobody"),
    "an empty position": (["solve", "soluna", ""], "is no position"),
    "a seed beyond all bounds": (["play", "soluna", "--seed", str(2**128)], "not in the range"),
    "resuming with other seats": (["play", "--seats", "3", "--resume"], "keeps its game"),
    "resuming an unknown game": (["play", "solunar", "--resume"], "soluna"),
    "nothing of a game to resume": (["play", "soluna", "--resume"], "no unfinished match"),
    "a seed by hand": (["play", "soluna", "--by-hand", "--seed", "3"], "no use for a --seed"),
    "nothing to resume": (["play", "--resume"], "no unfinished match"),
}  # fmt: skip


@pytest.mark.parametrize(("args", "why"), WRONG.values(), ids=WRONG)
def test_wrong_input_gets_one_sentence_and_exit_code_2(sunroom, args, why):
    code, out, err = sunroom(*args)

    assert code == 2
    assert why in err
    assert len(err.strip().splitlines()) == 1
    assert "Traceback" not in out + err


# Playing


def test_a_match_is_played_to_its_end(sunroom, tmp_path):
    typed = "open\n" + "\n".join(f"{a} {b}" for a in "abcdefghijkl" for b in "lkjihgfedcba") * 3
    code, out, _ = sunroom(
        "play", "soluna", "--seat", "you:Ada,you:Ben", "--seed", "1", "--option", "rounds=single",
        typed=typed,
    )  # fmt: skip

    assert code == 0
    assert "Ada opens the round." in out
    assert "wins, " in out
    assert "Seed 00000000000000000000000000000001" in out
    (file,) = (tmp_path / "data" / "matches").iterdir()
    assert Match.load(file).over
    assert "Fair: all 12 draws follow from the seed." in sunroom("verify", str(file))[1]
    replayed = sunroom("replay", str(file))[1]
    assert "Ada opens the round." in replayed
    assert "wins, " in replayed
    kept = sunroom("replay", str(file), "--markdown", "--lang", "de")[1]
    assert kept.startswith("# Soluna\n\n- Gespielt am 20")
    assert "- Am Tisch: Ada, Ben\n" in kept


def test_against_an_opponent(sunroom, tmp_path):
    code, out, _ = sunroom("play", "soluna", "--seed", "2", typed="open\nquit\n")

    assert code == 0
    assert "Saved in" in out
    code, out, _ = sunroom(
        "play", "soluna", "--seat", "ai:novice,ai:master", "--seed", "2", "--lang", "de"
    )
    assert code == 0
    assert "Meister gewinnt" in out


def test_everything_that_can_be_typed(sunroom):
    typed = "?\nopen\nmoves\nhint\na>b\nlog\nundo\nhint\nnonsense\na>a\n\nquit\n"
    code, out, _ = sunroom("play", "soluna", "--seat", "you,you", "--seed", "7", typed=typed)

    assert code == 0
    assert "Type a move, or one of these:" in out
    assert "a>b c d e f g h i j k l" in out
    assert "This is lost against best play" in out
    assert "Taken back." in out
    assert "'nonsense' is not a move." in out
    assert "a tower cannot be put onto itself" in out


def test_a_hint_names_the_winning_moves(sunroom):
    code, out, _ = sunroom(
        "play", "soluna", "--seat", "you,you", "--option", "pattern=5-4-3-0", typed="open\nhint\n"
    )

    assert code == 130
    assert "15 of 132 moves win: j>a b c d e, k>a b c d e, l>a b c d e." in out


def test_a_throw_can_be_entered_by_hand(sunroom):
    faces = [
        "sun",
        "sun",
        "sun",
        "sun",
        "sun",
        "sun",
        "moon",
        "moon",
        "moon",
        "moon",
        "stars",
        "stars",
    ]
    code, out, _ = sunroom(
        "play",
        "soluna",
        "--seat",
        "you,you",
        "--by-hand",
        typed="\n".join(["comet", *faces, "quit", ""]),
    )

    assert code == 0
    assert "What does disc 1 show, sun or moon?" in out
    assert "this disc has sun on one face" in out
    assert "The throw shows sun 6×, moon 4×, stars 2×, comet 0×." in out


def test_without_a_game_it_asks_what_to_play(sunroom):
    code, out, _ = sunroom("play", typed="soluna\n9\nnovice\nopen\nquit\n")

    assert code == 0
    assert "Which game?" in out
    assert "9 is not on the list" in out
    assert "Novice" in out


def test_levels_say_what_they_mean_and_novice_comes_first(sunroom):
    code, out, _ = sunroom("play", typed="Soluna\n\nquit\n")

    assert code == 0
    assert "Novice    Learning, like you." in out
    assert "Against whom? [1]" in out
    assert "Novice 0" in out


def test_a_rule_of_solitaire_says_that_it_is_reconstructed(sunroom):
    assert "Reconstructed:" in sunroom("rule", "LEN-11.2")[1]
    assert "Rekonstruiert:" in sunroom("rule", "LEN-11.5", "--lang", "de")[1]


def test_a_match_goes_on_where_it_was_left(sunroom, tmp_path):
    sunroom("play", "soluna", "--seat", "you,you", "--seed", "3", typed="open\na>b\nquit\n")
    (file,) = (tmp_path / "data" / "matches").iterdir()
    code, out, _ = sunroom("play", "--resume", typed="c>d\nquit\n")

    assert code == 0
    assert "the moon (a) onto the sun (b)" in out
    assert [*Match.load(file).notation()][-2:] == ["a>b", "c>d"]


def test_a_match_of_a_named_game_goes_on(sunroom):
    sunroom("play", "soluna", "--seat", "you,you", "--seed", "3", typed="open\nquit\n")
    sunroom("play", "guild-solo", "--seed", "3", typed="quit\n")
    code, out, _ = sunroom("play", "soluna", "--resume", typed="a>b\nquit\n")

    assert code == 0
    assert "the moon (a) onto the sun (b)" in out


def test_a_damaged_match_does_not_stop_resuming(sunroom, tmp_path):
    sunroom("play", "soluna", "--seat", "you,you", "--seed", "3", typed="open\nquit\n")
    (tmp_path / "data" / "matches" / "zzz.json").write_text("{")

    assert sunroom("play", "--resume", typed="quit\n")[0] == 0


def test_ctrl_c_leaves_a_saved_match(tmp_path):
    """A real process and a real signal."""
    running = subprocess.Popen(
        [sys.executable, "-m", "sunroom", "play", "soluna", "--seat", "you,you", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    running.stdin.write("open\na>b\n")
    running.stdin.flush()
    matches = tmp_path / "data" / "matches"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        files = list(matches.glob("*.json")) if matches.exists() else []
        if files and '"a>b"' in files[0].read_text():
            break
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)

    assert running.returncode == 130
    assert "play --resume" in out
    assert "Traceback" not in out + err
    assert [*Match.load(files[0]).notation()][-1] == "a>b"


def test_a_false_deal_is_found(sunroom, tmp_path):
    sunroom("play", "soluna", "--seat", "you,you", "--seed", "3", typed="open\nquit\n")
    (file,) = (tmp_path / "data" / "matches").iterdir()
    told = json.loads(file.read_text())
    told["history"][0] = "moon" if told["history"][0] == "sun" else "sun"
    file.write_text(json.dumps(told))
    code, out, _ = sunroom("verify", str(file))

    assert code == 1
    assert "Not fair: 1 of 12 draws" in out


def test_colour_is_left_out_where_nobody_sees_it(sunroom):
    assert "\x1b[" not in sunroom("play", "soluna", "--seed", "1", typed="quit\n")[1]


def test_a_reader_who_has_seen_enough_is_no_error():
    done = subprocess.run(
        f"{sys.executable} -m sunroom solve soluna | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )

    assert "Traceback" not in done.stderr


def test_a_match_is_played_where_nothing_can_be_saved(sunroom, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SUNROOM_DATA", str(tmp_path / "file"))
    code, out, _ = sunroom("play", "soluna", "--seat", "ai:novice,ai:novice", "--seed", "1")

    assert code == 0
    assert out.count("cannot be saved") == 1
    assert "wins, " in out


@pytest.mark.parametrize("players", [["you", "ai:god"], ["bot:x", "you"]])
def test_a_file_with_an_unknown_player_is_refused_before_the_first_move(sunroom, tmp_path, players):
    sunroom("play", "soluna", "--seat", "you,you", "--seed", "3", typed="open\nquit\n")
    (file,) = (tmp_path / "data" / "matches").iterdir()
    file.write_text(json.dumps(json.loads(file.read_text()) | {"players": players}))

    assert sunroom("play", "--resume", typed="a>b\n")[0] == 2


def test_undo_takes_back_only_what_a_person_did(sunroom, tmp_path):
    args = ("play", "soluna", "--seat", "ai:novice,you", "--seed", "7")
    code, out, _ = sunroom(*args, typed="undo\nquit\n")
    (file,) = (tmp_path / "data" / "matches").iterdir()

    assert code == 0
    assert "There is no move to take back." in out
    assert len(Match.load(file).history) > 12


def test_a_match_by_hand_or_laid_out_is_not_called_fair(sunroom, tmp_path):
    sunroom(
        "play", "soluna", "--seat", "you,you", "--option", "pattern=3-3-3-3", typed="open\nquit\n"
    )
    (file,) = (tmp_path / "data" / "matches").iterdir()
    code, out, _ = sunroom("verify", str(file))

    assert code == 0
    assert "nothing to check" in out
    assert "Fair" not in out


def test_a_narrow_terminal_gets_a_narrow_table():
    match = Match("soluna", ["Ada", "Ben"], seed=1)
    from rich.text import Text

    for width in (36, 48, 60):
        lines = Text.from_markup(match.render("en", width=width)).plain.splitlines()
        table = lines[: lines.index("", 3)]  # the words below it are broken by the terminal
        assert max(len(line.rstrip()) for line in table) <= width


def test_damaged_compiled_rules_are_compiled_again(monkeypatch, tmp_path):
    from high_card import GAME
    from sunroom.engine.referee import CompiledReferee
    from sunroom.engine.runner import available

    if not available():
        pytest.skip("compiled rules are switched off by SUNROOM_INTERPRETED")
    monkeypatch.setenv("SUNROOM_CACHE", str(tmp_path))
    CompiledReferee(GAME)
    for file in tmp_path.rglob("*.nb*"):
        file.write_bytes(b"junk")

    assert not CompiledReferee(GAME).is_over(CompiledReferee(GAME).new(GAME.settings()))


def test_a_cache_that_cannot_be_written_is_no_obstacle(monkeypatch, tmp_path):
    from sunroom.engine import cache

    (tmp_path / "file").write_text("")

    assert cache.writable(tmp_path / "file" / "cache").is_dir()


@pytest.mark.parametrize(
    "args",
    [
        ("solenia", "--seat", "you"),
        ("solenia", "--seat", "you,you,you", "--option", "board=improvements"),
        ("solenia", "--seat", "you,you", "--option", "board=winter", "--lang", "de"),
        ("solaris", "--seat", "you,you,you", "--option", "ending=race"),
        ("solaris", "--seat", "you,you,you", "--option", "ending=race", "--lang", "de"),
    ],
)
def test_a_game_is_played_to_its_end_in_the_terminal(sunroom, monkeypatch, tmp_path, args):
    """Somebody who always gives the last legal answer, with hints and undo in between."""
    asked = []

    def answer(question):
        asked.append(question)
        if len(asked) % 40 == 7:
            return "undo"
        if len(asked) % 40 == 9:
            return "hint"
        (file,) = (tmp_path / "data" / "matches").iterdir()
        return Match.load(file).legal()[-1]

    monkeypatch.setattr("builtins.input", answer)
    code, out, err = sunroom("play", *args, "--seed", "11")

    assert code == 0, err
    assert "Traceback" not in out + err
    assert "reconstructed" in out or "rekonstruiert" in out
    assert len(asked) > 32


@pytest.mark.parametrize("args", [("--option", "facts=ledger"), ("--lang", "de")])
def test_a_solo_game_is_played_to_its_end_in_the_terminal(sunroom, monkeypatch, tmp_path, args):
    """Somebody who owns enough of everything and gives the first answer."""
    asked = []

    def answer(question):
        asked.append(question)
        (file,) = (tmp_path / "data" / "matches").iterdir()
        match = Match.load(file)
        if match.view(0)["ledger"] and match.view(0)["ledger"]["jar"] < 30:
            return "jar=60"
        return "undo" if len(asked) == 20 else "hint" if len(asked) == 22 else match.legal()[0]

    monkeypatch.setattr("builtins.input", answer)
    code, out, err = sunroom("play", "guild-solo", *args, "--seed", "11")

    assert code == 0, err
    assert "Traceback" not in out + err
    assert "Lost" in out or "Verloren" in out
    assert len(asked) > 32


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Its rules here are reconstructed"), ("de", "Seine Regeln sind hier rekonstruiert")],
)
def test_a_game_tells_before_it_begins_that_solitaire_is_reconstructed(sunroom, language, said):
    assert said in " ".join(sunroom("--lang", language, "games", "solenia")[1].split())
    assert said not in " ".join(sunroom("--lang", language, "games", "soluna")[1].split())


def test_solenia_with_a_box_of_ones_own(sunroom, tmp_path):
    import shutil

    from sunroom.games.solenia.pieces import FILES, FOLDER

    for name in FILES:
        shutil.copy(FOLDER / f"{name}.csv", tmp_path)
    code, out, _ = sunroom("games", "solenia", "--components", str(tmp_path))
    assert code == 0
    assert "48 Delivery tiles: 3 likely, 45 reconstructed" in out

    (tmp_path / "cards.csv").write_text("id,value\nx,9\n")
    code, _, err = sunroom("play", "solenia", "--components", str(tmp_path))
    assert code == 2
    assert "cards.csv:2: status is ''" in err
    code, _, err = sunroom("play", "soluna", "--components", str(tmp_path))
    assert code == 2
    assert "soluna has no components that could be replaced." in err


def test_odds_as_fraction_and_number(sunroom):
    code, out, _ = sunroom("odds", "guild-solo", "--swaps", "0", "--json")
    assert code == 0
    assert json.loads(out)["two_finals"] == {"fraction": "5/17", "value": 5 / 17}
    assert "85.16 % (637/748)" in sunroom("odds", "guild-solo")[1]
    code, _, err = sunroom("odds", "soluna")
    assert code == 2
    assert "these games have: guild-solo" in err


def test_a_solo_game_is_won_or_lost_and_the_hint_names_the_swap(sunroom):
    typed = "hint\nkeep\nquit\n"
    code, out, _ = sunroom("play", "guild-solo", "--seed", "1", typed=typed)
    assert code == 0
    assert "of all orders of the tiles" in out
    code, out, _ = sunroom("simulate", "guild-solo", "--games", "300", "--json")
    (seat,) = json.loads(out)["seats"]
    assert 0 < seat["won"] < 300


def test_at_one_keyboard_nobody_sees_the_next_hand(sunroom, monkeypatch):
    """Who has moved sees their new cards, then the screen is cleared before the next one looks."""
    asked = []

    class Keyboard(io.StringIO):
        def isatty(self):
            return True

    def answer(question):
        asked.append(question.strip())
        if "Enter" in question:
            return ""
        if len(asked) > 12:
            raise EOFError
        return "pass" if "What do you do" in question else "done"

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr(io, "StringIO", Keyboard)
    code, out, _ = sunroom("play", "solaris", "--seat", "Ada,Ben,Cem", "--seed", "5")

    assert code == 130
    first = asked[0].split(",")[0]
    assert asked[0].endswith("Press Enter when nobody else is looking.")
    assert asked[2] == f"{first}: look at your cards, then press Enter; the screen is cleared."
    assert first not in asked[3]
    assert "\x1b[3J" in out


def test_names_are_asked_for_where_people_play(sunroom):
    code, out, _ = sunroom("play", typed="solaris\nfriend\n3\nAda\n\nCem\nquit\n")

    assert code == 0
    assert "Ada: laser 0" in out
    assert "Player 2: laser 0" in out


def test_solenia_is_played_against_an_opponent(sunroom):
    code, out, _ = sunroom(
        *("play", "solenia", "--seat", "you,ai:novice", "--option", "first=2"),
        *("--option", "order=day-first", "--seed", "11"),
        typed="moves\nquit\n",
    )

    assert code == 0
    assert "Novice plays" in out  # at once, while the search is compiled elsewhere
    assert "Preparing" not in out
    assert "Novice plays" in out


def test_a_word_that_is_no_answer_is_met_with_what_is_possible(sunroom):
    args = ("play", "solaris", "--seats", "3", "--seed", "5", "--lang", "de")
    code, out, _ = sunroom(*args, typed="hallo\nzüge\nquit\n")

    assert code == 0
    assert "'hallo' steht hier nicht zur Wahl. Möglich: " in out
    assert "passen" in out
    assert " pass," not in out


def test_what_was_revealed_cannot_be_taken_back_among_people(sunroom):
    """A pass can; a card drawn from the pile cannot."""
    typed = "pass\nundo\nswap\n{card}\npile\nundo\nquit\n"
    match = Match("solaris", seats=3, seed=5)
    match.play("swap")
    args = ("play", "solaris", "--seat", "you,you,you", "--seed", "5")
    code, out, _ = sunroom(*args, typed=typed.format(card=match.legal()[0]))

    assert code == 0
    assert out.count("Taken back") == 1
    assert out.count("something hidden has been revealed") == 1


def test_an_opponent_may_be_written_in_capitals(sunroom):
    code, out, _ = sunroom("play", "soluna", "--seat", "AI:novice,Ai", "--seed", "1")

    assert code == 0
    assert "wins, " in out


def test_verify_names_who_has_contributed_and_who_has_not(sunroom, tmp_path):
    given = Contribution(promise_of(bytes(16)), bytes(16)), Contribution(promise_of(b"x" * 16))
    match = Match("soluna", ["Ada", "Ben"], dealer=Dealer(bytes(16), given))
    file = tmp_path / "match.json"
    match.save(file)
    code, out, _ = sunroom("verify", str(file))
    assert code == 0
    assert "Ada has contributed to the seed as promised." in out
    assert "Ben promised to contribute to the seed and did not in time." in out
    plain = json.loads(file.read_text("utf-8"))
    plain["dealing"]["shares"][0] = "11" * 16
    file.write_text(json.dumps(plain), "utf-8")
    code, _, err = sunroom("verify", str(file))
    assert code
    assert "seat 1" in err
