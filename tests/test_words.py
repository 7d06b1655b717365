"""What the client says: in both languages, nothing missing, nothing left over.

An id stands in the sources as a string, in a template like `pace_${one}`, or, where it is put
together from less, in a comment: `// words: board_a, board_b`.
"""

import re
import string
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from sunroom.rules.catalogue import known_games, load

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
GAMES = ROOT / "src" / "sunroom" / "games"
LANGUAGES = ("en", "de")
PARTS = sorted((WEB / "words").glob("*.toml"))
SHARED = [
    ROOT / path for path in re.findall(r'"(src/\S+words.toml)"', (WEB / "build.mjs").read_text())
]
COMMENT = re.compile(r"//\s*words:([^\n]*(?:\n\s*//[^\n]*)*)")
TEMPLATE = re.compile(r"`([^`\n]*\$\{[^`\n]*)`")
HOLE = re.compile(r"\$\{[^}]*\}")


def read(*files):
    """Every id with its texts; later files win."""
    return {
        id: entry for file in files for id, entry in tomllib.loads(file.read_text("utf-8")).items()
    }


def sources(folder):
    files = [*folder.rglob("*.ts"), *folder.rglob("*.tsx")]
    return {
        file: file.read_text("utf-8")
        for file in files
        if "made" not in file.parts and ".test." not in file.name
    }


CLIENT = sources(WEB)


def board_of(game):
    return sources(GAMES / game.replace("-", "_") / "board")


def noted(text):
    """What comments name."""
    return {name for lines in COMMENT.findall(text) for name in re.findall(r"\b[a-z]\w*", lines)}


def uses(texts, common=""):
    """Every name that stands in the sources, and a pattern for each template that says more than
    what all have in *common*.
    """
    names, patterns = set(), []
    for text in texts:
        names |= set(re.findall(r"[\"'`]([a-z]\w*)[\"'`]", text))
        names |= noted(text)
        for template in TEMPLATE.findall(text):
            fixed = HOLE.sub("", template)
            if re.fullmatch(r"\w+", fixed) and len(fixed.removeprefix(common).strip("_")) > 1:
                patterns.append(re.compile(HOLE.sub("\0", template).replace("\0", "\\w+")))
    return names, patterns


def unused(ids, texts, common=""):
    names, patterns = uses(texts, common)
    return sorted(
        id for id in ids if id not in names and not any(p.fullmatch(id) for p in patterns)
    )


def fields(text):
    return Counter(field for _, field, _, _ in string.Formatter().parse(text) if field is not None)


def flaws(entries):
    for id, entry in entries.items():
        missing = [language for language in LANGUAGES if not entry.get(language, "").strip()]
        if missing:
            yield f"{id} is not said in {missing}"
            continue
        if set(fields(entry["en"])) != set(fields(entry["de"])):
            yield f"{id} does not speak of the same things: {entry['en']} / {entry['de']}"
        for key in set(entry) - set(LANGUAGES):
            of = key.removesuffix("_one")
            if of in LANGUAGES and not set(fields(entry[key])) <= set(fields(entry[of])) | {"n"}:
                yield f"{id} speaks of something else where there is one: {entry[key]}"
        for text in (entry[key] for key in entry if key[:2] in LANGUAGES):
            for _, field, form, conversion in string.Formatter().parse(text):
                if field is not None and (
                    not field.isidentifier() or form or conversion not in (None, "r")
                ):
                    yield f"{id} has a placeholder that the page does not know: {text}"


@pytest.mark.parametrize("file", PARTS, ids=lambda file: file.stem)
def test_the_page_says_everything_in_both_languages(file):
    assert list(flaws(read(file))) == []


def test_no_two_parts_of_the_page_say_the_same_id():
    counted = Counter(id for file in PARTS for id in read(file))
    assert [id for id, times in counted.items() if times > 1] == []


def test_nothing_that_the_page_can_say_is_left_over():
    everything = [
        *CLIENT.values(),
        *(text for game in known_games() for text in board_of(game).values()),
    ]
    assert unused(read(*PARTS), everything) == []


def test_everything_that_the_page_says_is_known():
    known = read(*SHARED, *PARTS)
    said = {id for text in CLIENT.values() for id in re.findall(r"\bt(?:Of)?\(\s*\"(\w+)\"", text)}
    assert sorted(said - set(known)) == []


@pytest.mark.parametrize("game", known_games())
def test_a_board_says_everything_in_both_languages(game):
    entries = load(game).words.entries
    assert (
        list(flaws({id: entry for id, entry in entries.items() if id.startswith("board_")})) == []
    )


@pytest.mark.parametrize("game", known_games())
def test_nothing_that_a_board_can_say_is_left_over(game):
    """`board_ask_…` stands for `ask_…` on the page, where a board shows what the text explains."""
    entries = load(game).words.entries
    asked = {
        id for id in entries if id.startswith("board_") and id.removeprefix("board_") in entries
    }
    mine = {id for id in entries if id.startswith("board_")} - asked
    assert unused(mine, board_of(game).values(), "board_") == []


@pytest.mark.parametrize("game", known_games())
def test_everything_that_a_board_says_is_known(game):
    known = set(load(game).words.entries) | set(read(*SHARED, *PARTS))
    texts = board_of(game).values()
    said = {id for text in texts for id in re.findall(r"\bsay\(\s*[\"'`](\w+)[\"'`]", text)}
    said |= {id for text in texts for id in re.findall(r"[\"'`](board_\w+)[\"'`]", text)}
    said |= {name for text in texts for name in noted(text) if name.startswith("board_")}
    assert sorted(said - known) == []


@pytest.mark.parametrize("game", known_games())
def test_the_page_can_say_everything_that_a_game_says(game):
    """It knows {name} and {name!r}; formats of Python it does not know."""
    for id, entry in load(game).words.entries.items():
        for text in entry.values():
            for _, field, form, conversion in string.Formatter().parse(str(text)):
                assert field is None or field.isidentifier(), f"{id}: {text}"
                assert not form, f"{id}: {text}"
                assert conversion in (None, "r"), f"{id}: {text}"


@pytest.mark.parametrize("game", known_games())
def test_a_game_of_ours_speaks_both_languages(game):
    """One from outside may do without German; English is shown in its place."""
    folder = load(game).folder

    assert list(flaws(read(folder / "words.toml"))) == []
    assert (folder / "rulebook.de.md").exists()


def test_the_page_makes_no_markup_of_text():
    ways = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")
    everything = CLIENT | {
        file: text for game in known_games() for file, text in board_of(game).items()
    }
    found = [
        f"{file.name}: {way}" for file, text in everything.items() for way in ways if way in text
    ]
    assert found == []
