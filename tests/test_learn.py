"""Learning at the server: rules by chapter, rules behind refusals, tutorials and their tables."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from litestar.testing import AsyncTestClient

import sunroom
from guests import guests
from served import open_backend
from sunroom.match.match import Match
from sunroom.rules.catalogue import load
from sunroom.rules.contract import IllegalAction
from sunroom.rules.rulebook import paragraphs
from sunroom.rules.words import Refusal
from sunroom.server.app.app import Settings, build
from sunroom.server.lessons import tutorials
from sunroom.server.lessons.rulebook import read_rulebook
from sunroom.server.lessons.tutorials import Tutorial
from sunroom.server.lobby.search import Search, find
from sunroom.server.refusals import Unknown, rules_of
from sunroom.server.store import database
from sunroom.table import wire

FOLDERS = sorted(f.parent for f in Path(sunroom.__file__).parent.glob("games/[!_]*/rulebook.md"))
GAMES = [folder.name.replace("_", "-") for folder in FOLDERS]
LESSON = Tutorial(
    seats=2, seed=7,
    step=[
        tutorials.Step("Open the round.", "Eröffne die Runde.", choose=["open"], rule="LUN-4.1"),
        tutorials.Step("Watch.", "Schau zu.", play=["a>b"]),
    ],
)  # fmt: skip


# Rules to read


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("folder", FOLDERS, ids=GAMES)
def test_the_rulebook_has_every_rule_in_its_order(folder, language):
    book = read_rulebook(folder, language)
    rules = [rule for chapter in book.chapters for rule in chapter.rules]

    assert [rule.id for rule in rules] == list(paragraphs(folder, language))
    for rule in rules:
        whole = paragraphs(folder, language)[rule.id]
        assert rule.text in whole
        assert rule.note in whole
        assert not rule.text.startswith("*Interpretation")
    assert book.title
    assert book.text
    assert all(chapter.rules for chapter in book.chapters if chapter.number)


@pytest.mark.parametrize("folder", FOLDERS, ids=GAMES)
def test_both_languages_say_the_same_about_how_sure_a_rule_is(folder):
    english, german = (
        [(rule.id, rule.kind, rule.certainty) for part in book.chapters for rule in part.rules]
        for book in (read_rulebook(folder, "en"), read_rulebook(folder, "de"))
    )

    assert english == german


def test_what_a_rule_rests_on_is_told_apart_from_it():
    book = read_rulebook(load("soluna").folder, "en")
    rules = {rule.id: rule for chapter in book.chapters for rule in chapter.rules}

    discs = rules["LUN-1.1a"]
    assert (discs.kind, discs.certainty) == ("interpretation", "certain")
    assert discs.text.startswith("each pair of different symbols")
    assert discs.note.startswith("Certain: the review at roachware.org")
    assert rules["LUN-4.3"].kind == rules["LUN-4.3"].note == ""
    assert book.chapters[0].points[0].startswith("**disc**")


# Rules behind refusals


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_words_exist(game):
    known = paragraphs(load(game).folder)
    named = [id for entry in load(game).words.entries.values() for id in entry.get("rule", "").split()]  # fmt: skip

    assert named
    assert set(named) <= set(known)


def test_a_refusal_names_the_rules_behind_its_reason():
    match = Match("soluna", seed=7)
    with pytest.raises(IllegalAction) as why:
        match.play("a>b")

    assert rules_of(why.value) == ["LUN-3.2", "LUN-6.3"]
    assert rules_of(Unknown("no_page")) == []


# Tutorials


@pytest.fixture
def lesson(monkeypatch):
    """Soluna has a tutorial of two steps, whatever its folder holds."""

    def of(game):
        if game.name != "soluna":
            raise Unknown("no_tutorial", game=game.name)
        return LESSON

    monkeypatch.setattr(tutorials, "tutorial_of", of)


def with_backend(tmp_path, test):
    async def main():
        async with open_backend(tmp_path) as backend:
            await test(backend)

    asyncio.run(main())


def test_a_tutorial_is_a_table_with_a_fixed_dealing_and_all_seats_the_learners(tmp_path, lesson):
    async def learn(backend):
        ada, ben = await guests(backend, "Ada", "Ben")
        id = await tutorials.prepare(backend.log, backend.lobby, ada.person, load("soluna"))
        await ada.watch(id)

        assert ada.state["status"] == "playing"
        assert [seat["yours"] for seat in ada.about["seats"]] == [True, True]
        same = Match("soluna", seats=2, seed=LESSON.seed)
        assert ada.state["view"] == msgspec.to_builtins(same.game.view(same.table, 0))
        with pytest.raises(Unknown):
            await ben.watch(id)

    with_backend(tmp_path, learn)


def test_the_coach_plays_for_every_seat(tmp_path, lesson):
    async def learn(backend):
        (ada,) = await guests(backend, "Ada")
        await ada.watch(
            await tutorials.prepare(backend.log, backend.lobby, ada.person, load("soluna"))
        )
        await ada.do(wire.Look(seat=0))
        for text in ("open", "a>b", "c>d"):
            await ada.play(text)

        assert ada.about["eye"] == 0
        assert ada.told.count("stacked") == 2

    with_backend(tmp_path, learn)


def test_practice_is_in_no_list_and_is_called_off_by_whoever_leaves(tmp_path, lesson):
    async def learn(backend):
        (ada,) = await guests(backend, "Ada")
        id = await tutorials.prepare(backend.log, backend.lobby, ada.person, load("soluna"))
        await ada.watch(id)
        for search in (Search(mine=True), Search(), Search(player="Ada"), Search(status="playing")):
            assert await find(backend.log, ada.person, search) == []

        await ada.do(wire.Abort())
        assert ada.state["status"] == "aborted"
        assert await find(backend.log, ada.person, Search(mine=True)) == []

    with_backend(tmp_path, learn)


# A tutorial that its author has written wrong

STEP_OF_TWO = "[[step]]\nen = 'Read.'\nde = 'Lies.'\n"
WRONG = {
    "seats = 'x'": ("before the steps", "seats = 2"),
    "seed = 1.5": ("before the steps", "seed = 7"),
    "options = [1]": ("before the steps", "options = { NAME"),
    "options = { pattern = 1 }": ("before the steps", "options = { NAME"),
    "pace = 3": ("before the steps", "'pace'"),
    f"{STEP_OF_TWO}{STEP_OF_TWO}play = 'a1'": ("step 2", 'play = ["NOTATION"]'),
    f"{STEP_OF_TWO}choose = [1]": ("step 1", 'choose = ["NOTATION"]'),
    f"{STEP_OF_TWO}plya = ['a1']": ("step 1", "'plya'", "Did you mean play?"),
    "[[step]]\nde = 'Lies.'": ("step 1", "en = "),
    "step = 3": ("before the steps", "[[step]]"),
    "seats 2": ("TOML",),
}


def written(folder, text):
    """A tutorial file with one thing wrong: what is not in the text is right."""
    right = {"seats": "2", "seed": "7"}
    top = "".join(f"{name} = {value}\n" for name, value in right.items() if name not in text)
    file = folder / "tutorial.toml"
    file.write_text(f"{top}{text}\n" + ("" if "step" in text else STEP_OF_TWO), "utf-8")
    return file


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_tutorial_is_a_sentence_for_its_author(tmp_path, text):
    file = written(tmp_path, text)
    with pytest.raises(Refusal) as why:
        tutorials.read_tutorial(file)

    for part in (f"{tmp_path.name}/tutorial.toml", *WRONG[text]):
        assert part in str(why.value)
    assert why.value.say("de") != why.value.say("en")


def test_an_example_is_known_for_all_that_a_tutorial_has():
    fields = [*Tutorial.__struct_fields__, *tutorials.Step.__struct_fields__]

    assert sorted(tutorials.EXAMPLES) == sorted(fields)


@pytest.mark.parametrize("text", ["seats = 99", "seed = -1", "play = 'a1'"])
def test_a_visitor_of_a_wrong_tutorial_gets_no_500(tmp_path, monkeypatch, text):
    file = written(tmp_path, text if "play" not in text else f"{STEP_OF_TWO}{text}")
    monkeypatch.setattr(tutorials, "tutorial_of", lambda _: tutorials.read_tutorial(file))

    async def learn(backend):
        (ada,) = await guests(backend, "Ada")
        with pytest.raises(Refusal):
            await tutorials.prepare(backend.log, backend.lobby, ada.person, load("soluna"))

    with_backend(tmp_path, learn)


# Over HTTP


def test_the_routes_of_learning(tmp_path, lesson):
    async def main():
        url = str(tmp_path / "sunroom.db")
        secret = await asyncio.to_thread(database.prepare, url, tmp_path / "backups")
        settings = Settings(url, secret, str(tmp_path / "boxes"), limit=0, quiet=True)
        async with AsyncTestClient(build(settings)) as client:
            await ask(client)

    async def ask(client):
        book = (await client.get("/api/games/soluna/rulebook?lang=de")).json()
        assert book["chapters"][1]["title"] == "Material"
        assert (await client.get("/api/games/solenia/rulebook")).json()["title"] == "Solenia"

        told = (await client.get("/api/games/soluna/tutorial")).json()
        assert [step["de"] for step in told["step"]] == ["Eröffne die Runde.", "Schau zu."]
        assert told["step"][0]["choose"] == ["open"]
        assert (await client.get("/api/games/solaris/tutorial")).status_code == 404
        assert (await client.post("/api/games/soluna/tutorial")).status_code == 401

        token = (await client.post("/api/me", json={"name": "Ada"})).json()["token"]
        known = {"authorization": f"Bearer {token}"}
        made = await client.post("/api/games/soluna/tutorial", headers=known)
        assert made.status_code == 201
        found = await client.get(f"/api/matches/{made.json()['id']}", headers=known)
        assert found.json()["match"]["visibility"] == "private"
        missing = await client.post("/api/games/solaris/tutorial", headers=known)
        assert missing.status_code == 404
        assert "solaris" in missing.json()["text"]

    asyncio.run(main())
