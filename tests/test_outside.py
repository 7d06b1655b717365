"""Games from outside the repository: in a folder, installed, or made by `sunroom new-game`."""

import asyncio
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import pytest
from litestar.testing import AsyncTestClient

from sunroom.checks.conformance import CHECKS
from sunroom.cli import new_game
from sunroom.engine.referee import compiled_if_possible, interpreted
from sunroom.match.match import Match
from sunroom.rules import catalogue
from sunroom.rules.catalogue import BadGame, known_games, load
from sunroom.rules.words import Words
from sunroom.server.app.app import Settings, build
from sunroom.server.lessons.rulebook import read_rulebook
from sunroom.server.store import database

NAMES = ("hill-climb", "two-hills")


@pytest.fixture
def outside(tmp_path, monkeypatch):
    """An empty folder, in which games are found."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SUNROOM_DATA", str(tmp_path / "data"))
    monkeypatch.setenv(catalogue.FOLDERS, "")
    yield tmp_path
    for module in [module for module in sys.modules if module.startswith(("hill_", "two_hills"))]:
        del sys.modules[module]
    catalogue.loaded.cache_clear()


@pytest.fixture
def hill(outside, monkeypatch):
    """The package of a new game, which is found."""
    new_game.write(outside / NAMES[0], NAMES[0], "HIL")
    monkeypatch.setenv(catalogue.FOLDERS, str(outside / NAMES[0]))
    return outside / NAMES[0] / "hill_climb"


# Made by the command


def test_a_new_game_plays_everywhere(outside, sunroom):
    code, said, _ = sunroom("new-game", "hill-climb")
    assert code == 0, said
    assert "sunroom --game-folder hill-climb play hill-climb" in said
    assert len([file for file in (outside / "hill-climb").rglob("*") if file.is_file()]) <= 12

    code, said, _ = sunroom("--game-folder", "hill-climb", "games", "hill-climb")
    assert code == 0, said
    assert "Hill Climb" in said

    for way in (interpreted, compiled_if_possible):
        for check in CHECKS:
            check(way(load("hill-climb")))

    code, said, _ = sunroom("play", "hill-climb", "--seats", "2", typed="take 3\n" * 7)
    assert code == 0, said
    assert "Pebbles left: 3" in said
    assert "Player 1 wins" in said

    arena = ("arena", "hill-climb", "--players", "club@20,random", "--games", "2", "--jobs", "1")
    code, said, _ = sunroom(*arena, "--out", "results")
    assert code == 0, said
    assert "hill-climb, 2 games" in said

    asyncio.run(play_over_http(outside, "hill-climb", ["take 3"] * 7))


async def play_over_http(folder, game, moves):
    """A whole match of one person, as the page plays it."""
    url = str(folder / "sunroom.db")
    secret = await asyncio.to_thread(database.prepare, url, folder / "backups")
    settings = Settings(url, secret, str(folder / "boxes"), limit=0, quiet=True)
    async with AsyncTestClient(build(settings)) as client:
        token = (await client.post("/api/me", json={})).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        info = {one["name"]: one for one in (await client.get("/api/games")).json()}[game]
        words = (await client.get(f"/api/games/{game}/words?lang=de")).json()
        assert words["title"]["de"] == info["title"]["de"] == info["title"]["en"]
        for language in ("en", "de"):
            book = (await client.get(f"/api/games/{game}/rulebook?lang={language}")).json()
            assert [chapter["number"] for chapter in book["chapters"]] == ["1", "2"]
        wish = {"game": game, "seats": [{"kind": "me"}] * 2}
        id = (await client.post("/api/matches", json=wish)).json()["id"]
        for text in moves:
            state = (await client.get(f"/api/matches/{id}")).json()["state"]
            assert text in state["legal"]
            command = {"t": "play", "text": text, "version": state["n"]}
            done = await client.post(f"/api/matches/{id}/commands", json=command)
            assert done.status_code == 200, done.text
        state = (await client.get(f"/api/matches/{id}")).json()["state"]
        assert state["status"] == "over"
        assert state["result"]["winners"] == [0]


def test_its_own_tests_pass(hill):
    environment = os.environ | {"SUNROOM_INTERPRETED": "1"}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/test_rules.py",
    ]
    done = subprocess.run(command, cwd=hill, env=environment, capture_output=True, text=True, check=False)  # fmt: skip

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "name", ["Tic", "1-more", "tic_tac", "tic--tac", "-tic", "../tic", "t" * 31, "soluna", "json"]
)
def test_a_name_that_cannot_be_a_games_is_refused(outside, sunroom, name):
    code, _, said = sunroom("new-game", "--", name)

    assert code == 2
    assert name in said
    assert list(outside.iterdir()) == []


def test_nothing_is_written_over(outside, sunroom):
    (outside / "hill-climb").mkdir()
    code, _, said = sunroom("new-game", "hill-climb")

    assert (code, "hill-climb already" in said) == (2, True)
    assert list((outside / "hill-climb").iterdir()) == []


def test_two_games_do_not_get_the_same_prefix():
    assert new_game.prefix_for("hill-climb") == "HIL"
    assert new_game.prefix_for("len") not in {load(name).prefix for name in known_games()}
    assert len(new_game.prefix_for("go")) == 3


# Found


def test_a_folder_of_games_has_them_all(hill, monkeypatch):
    new_game.write(hill.parents[1] / NAMES[1], NAMES[1], "TWO")
    both = [str(hill.parents[1] / name) for name in NAMES]
    monkeypatch.setenv(catalogue.FOLDERS, os.pathsep.join(both))

    assert set(NAMES) < set(known_games())
    assert [Match(name).legal() for name in NAMES] == [["take 1", "take 2", "take 3"]] * 2


def test_an_installed_package_brings_its_game(hill, monkeypatch):
    monkeypatch.setenv(catalogue.FOLDERS, "")
    monkeypatch.syspath_prepend(hill.parent)
    point = EntryPoint("hill-climb", "hill_climb", catalogue.GAMES)
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    catalogue._installed.cache_clear()
    catalogue._sources.cache_clear()
    try:
        assert load("hill-climb").folder == hill
    finally:
        monkeypatch.undo()
        catalogue._installed.cache_clear()
        catalogue._sources.cache_clear()


def test_another_process_finds_it_too(hill):
    code = "import sunroom; print(sunroom.Match('hill-climb').legal()[0])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "take 1\n"


def replaced(file, old, new):
    file.write_text(file.read_text().replace(old, new))


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "rules.py",
            "def legal",
            "def lawful",
            r"nothing in its modules is called legal.*__init__",
        ),
        ("rules.py", "def setup(", "def setup(:", r"SyntaxError: .*rules.py, line 15"),
        ("rules.py", "ACTIONS = MOST", "ACTIONS = MUST", r"'MUST' is not defined \(rules.py, line"),
        ("words.toml", 'en = "Hill Climb"', 'de = "Berg"', r"\[title\] has no text in English"),
        ("words.toml", "[title]", "[title", r"line 3, column 7"),
        ("__init__.py", "GAME = ", "HILL = ", r"has no GAME = assemble"),
    ],
)
def test_what_is_wrong_with_a_game_is_a_sentence_for_its_author(hill, file, old, new, said):
    replaced(hill / file, old, new)

    with pytest.raises(BadGame, match=f"(?s)hill-climb in .* cannot be loaded.*{said}"):
        load("hill-climb")


def test_a_folder_without_a_game_is_told(outside, sunroom):
    code, _, said = sunroom("--game-folder", str(outside), "games")

    assert code == 2
    assert f"There is no game in {outside}" in said


def test_two_games_of_the_same_name_are_told(hill, monkeypatch):
    hill.rename(hill.parent / "soluna")
    with pytest.raises(BadGame, match=r"Two games are called soluna: sunroom\.games\.soluna and"):
        load("soluna")


def test_a_name_that_python_has_already_is_told(hill):
    hill.rename(hill.parent / "json")
    with pytest.raises(BadGame, match="cannot be called json here"):
        load("json")


# In English only


def test_what_has_no_german_is_said_in_english(tmp_path):
    file = tmp_path / "words.toml"
    file.write_text('[won]\nen = "{n} points"\nen_one = "one point"\n')
    words = Words(file)

    assert [words("won", language, n=1) for language in ("en", "de")] == ["one point"] * 2
    assert [words("won", language, n=2) for language in ("en", "de")] == ["2 points"] * 2


def test_a_rulebook_in_english_is_shown_in_german_too(hill):
    assert read_rulebook(hill, "de") == read_rulebook(hill, "en")


def test_default_notation_is_read_in_any_case_and_language(hill):
    words = hill / "words.toml"
    words.write_text(words.read_text() + '\n[say_take]\nen = "take"\nde = "nimm"\n')
    match = Match("hill-climb")

    assert [match.read(text) for text in ("take 2", " TAKE  2 ", "Nimm 2")] == [1, 1, 1]
    with pytest.raises(ValueError, match="one is written like take 1"):
        match.read("grab 2")


def test_the_cells_of_a_grid_stand_below_each_other():
    from sunroom.rules import defaults

    words = SimpleNamespace(called=lambda name: name.title())
    grid = [["O", "b1", "c1"], ["a2", 10, "c2"], ["X"]]

    assert defaults.render({"board": grid}, words).splitlines() == [
        "Board", "  O   b1  c1", "  a2  10  c2", "  X",
    ]  # fmt: skip


def test_a_view_without_a_picture_is_listed():
    from sunroom.rules import defaults

    words = SimpleNamespace(called=lambda name: name.title())
    view = {"grid": [[".", "X"], ["O", "."]], "left": 2, "hand": ["sun", "moon"], "none": None}

    assert defaults.render(view, words).splitlines() == [
        "Grid", "  .  X", "  O  .", "Left: 2", "Hand: sun, moon",
    ]  # fmt: skip
