"""What the pages show can be run as it stands; what takes patience, with less of it."""

import os
import re
import shlex
import subprocess
import sys
from itertools import chain
from pathlib import Path

import click
import pytest

from sunroom.cli.app import app, settings_of
from sunroom.engine.referee import interpreted
from sunroom.research import batch, gymnasium_env, pettingzoo_env, register_with_openspiel
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.contract import CHANCE
from sunroom.rules.layout import Each, Part, spans, width
from sunroom.rules.rulebook import paragraphs

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "bench/*.md", "src/sunroom/games/[!_]*/*.md")
    for path in ROOT.glob(pattern)
)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OWN_TEST = {"docs/learning.md", "docs/research.md"}  # below
BY_DOCTEST = {"README.md"}  # see pyproject.toml
NOT_RUN = {  # the first word of a line in a block for the shell: why it is not run here
    ".": "activates an environment that CI has under another name",
    "KEY=$(.venv/bin/python": "test_bot.py runs it",
    "/opt/sunroom/bin/pip": "CI installs the same lock, into its own environment",
    "cd": "goes to a checkout",
    "cp": "that of nginx's file: test_proxy.py runs nginx with it; those of a box are run below",
    "mkdir": "run below",
    "nginx": "test_proxy.py runs nginx with that very file",
    "pip": "CI installs the same extra, into its own environment",
    "python": "test_bot.py runs the bot",
    "systemctl": "test_unit.py runs the command of the unit",
    "useradd": "changes the system",
    "python3": "installs the system's own copy; CI's begins with the same command",
    "runuser": "changes the system",
    "curl": "test_server.py deletes a person, though not with curl",
}
COLUMN = 106  # characters of a block that a laptop shows
QUICKER = {"ROUNDS = 40": "ROUNDS = 2", "games=1000": "games=200", "decisions=200": "decisions=20"}


@pytest.fixture
def in_numbers(monkeypatch):
    """The module that writes the reference; docs is no package."""
    monkeypatch.syspath_prepend(DOCS)
    import in_numbers

    return in_numbers


def blocks_of(page, *languages):
    found = BLOCK.findall((ROOT / page).read_text("utf-8"))
    return [text for language, text in found if language in languages]


def code_of(page):
    text = "\n".join(blocks_of(page, "python"))
    for patient, quick in QUICKER.items():
        text = text.replace(patient, quick)
    return text


def commands_of(page):
    """Every `sunroom …` in a block, and in a line of text, where it may be only half a command."""
    for text in blocks_of(page, "sh", "ini"):
        for command in re.findall(r"^(?:ExecStart=)?(?:[\w./]*/)?sunroom( .*)", text, re.MULTILINE):
            yield command, True
    text = BLOCK.sub("", (ROOT / page).read_text("utf-8"))
    for command in re.findall(r"`(?:\.venv/bin/)?sunroom( [^`]+)`", text):
        yield command, False


def words_of(command):
    """Without remarks; what is in brackets is said too, of what stands between bars the first."""
    return shlex.split(re.sub(r"[][&]|\|\w+", "", command), comments=True)


def understood(command):
    """The command as the command line reads it, without doing it."""
    words = words_of(command)
    reader, context = app, None
    while isinstance(reader, click.Group) and words and not words[0].startswith("-"):
        context = reader.make_context("sunroom", list(words), parent=context)
        _, reader, words = reader.resolve_command(context, words)
    return reader.make_context("sunroom", words, parent=context)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_is_understood(page):
    for command, whole in commands_of(page):
        try:
            said = understood(command).params
        except (click.MissingParameter, click.exceptions.NoArgsIsHelpError, click.BadOptionUsage):
            assert not whole, command
            continue
        except click.ClickException as wrong:
            pytest.fail(f"sunroom{command}: {wrong.format_message()}")
        if said.get("game") in known_games():
            load(said["game"]).settings(settings_of(said.get("options") or ()))
        if "id" in said:
            assert any(said["id"] in paragraphs(load(game).folder) for game in known_games())


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_run_or_has_a_reason(page):
    if page not in OWN_TEST | BY_DOCTEST:
        exec(compile(code_of(page), page, "exec"), {})
    targets = re.search(r"^\.PHONY: (.*)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    for line in filter(None, "".join(blocks_of(page, "sh")).splitlines()):
        if line.startswith("# "):
            continue
        program, *words = line.removeprefix(".venv/bin/").split()
        if program == "make":
            assert words[0] in targets[1].split(), line
        else:
            assert program == "sunroom" or program in NOT_RUN, line
    kinds = {kind for kind, _ in BLOCK.findall((ROOT / page).read_text("utf-8"))}
    assert kinds <= {"python", "sh", "ini", "text"}, "a kind of block that nobody checks"


@pytest.mark.parametrize("page", PAGES)
def test_blocks_fit_their_column(page):
    """On a laptop; what is longer would be cut off on the site."""
    lines = "".join(text for _, text in BLOCK.findall((ROOT / page).read_text("utf-8")))

    assert [line for line in lines.splitlines() if len(line) > COLUMN] == []


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("docs/")])
def test_a_page_with_commands_says_where_the_command_is(page):
    if re.search(r"^sunroom", "".join(blocks_of(page, "sh")), re.MULTILINE):
        assert "`.venv/bin/sunroom`" in (ROOT / page).read_text("utf-8")


@pytest.mark.parametrize("page", ["docs/box.md", "docs/solenia.md", "docs/solaris.md"])
def test_a_box_of_ones_own_is_made_and_checked(page, tmp_path):
    (tmp_path / "src").symlink_to(ROOT / "src")
    block = next(text for text in blocks_of(page, "sh") if "my-box" in text)
    made, checked = re.match(r"(mkdir .*\ncp .*\n)sunroom (games .*)\n", block).groups()

    subprocess.run(["bash", "-ec", made], cwd=tmp_path, check=True)
    said = subprocess.run(
        [sys.executable, "-m", "sunroom", *checked.split()],
        cwd=tmp_path,
        env=os.environ | {"SUNROOM_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert said.returncode == 0, said.stderr


@pytest.mark.parametrize(("page", "least"), [("checked", 30), ("used", 20)])
def test_what_was_found_is_held_by_tests_that_exist(page, least):
    text = (DOCS / f"{page}.md").read_text("utf-8")
    named = set(re.findall(r"`(test_\w+)`", text))
    units = {file.name for part in ("web", "src") for file in (ROOT / part).rglob("*.test.ts")}
    files = [*(ROOT / "tests").glob("test_*.py"), *(ROOT / "src").rglob("tests/test_*.py")]
    known = {
        n
        for file in files
        for n in re.findall(r"(?m)^(?:async )?def (test_\w+)", file.read_text("utf-8"))
    }

    assert len(named) > least
    assert sorted(named - known) == []
    assert set(re.findall(r"`(\w+\.test\.ts)`", text)) <= units


def test_the_first_page_leads_everywhere():
    """To whatever the site has in its navigation; of rules, reference and decisions, to each or to all."""
    home = (DOCS / "README.md").read_text("utf-8")
    links = set(re.findall(r"\]\(([^)#]+)\)", home))
    pages = re.findall(r"(?m): (\w[\w/.-]*\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"))

    for page in pages:
        if not page.startswith(("README", "examples/")):
            assert links & {page, f"../{page}"}, page
    for folder in ("src/sunroom/games/[!_]*/rulebook.md", "bench/*.md"):
        assert {f"../{path.relative_to(ROOT)}" for path in ROOT.glob(folder)} <= links
    assert {f"decisions/{path.name}" for path in DOCS.glob("decisions/*.md")} <= links
    assert "](pictures/" in home


def test_an_agent_learns(capsys):
    exec(compile(code_of("docs/learning.md"), "learning.md", "exec"), {})

    told = capsys.readouterr().out
    before, after = (
        float(re.search(rf"{when}: ([\d.]+)", told)[1]) for when in ("before", "after")
    )
    assert 0.35 < before < 0.65
    assert after > before + 0.15


def test_the_page_for_researchers_runs():
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    exec(compile(code_of("docs/research.md"), "research.md", "exec"), {})


def test_the_interfaces_have_the_games_that_the_page_says():
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    page = (DOCS / "research.md").read_text("utf-8")
    rows = [
        [cell.strip(" `") for cell in line.strip("|").split("|")]
        for line in page.splitlines()
        if line.startswith("| ")
    ]
    (_, *names), (_, *seats), (_, *usual) = (
        next(r for r in rows if r[0] == key) for key in ("name", "seats", "if you name none")
    )
    asked = {
        "batch": lambda name: batch(name, 2).mask.any(),
        "PettingZoo": lambda name: pettingzoo_env(name).reset(seed=1) is None,
        "Gymnasium": lambda name: gymnasium_env(name).reset(seed=1)[0]["action_mask"].any(),
        "OpenSpiel": lambda name: f"python_{name}" in register_with_openspiel(),
    }

    assert sorted(names) == known_games()
    for name, said in zip(names, seats, strict=True):
        numbers = [int(number) for number in re.findall(r"\d", said)]
        assert (min(numbers), max(numbers)) == (min(load(name).seats), max(load(name).seats))
    assert [int(number) for number in usual] == [load(name).seats[0] for name in names]
    for interface, has in asked.items():
        said = next(row[1:] for row in rows if row[0].startswith(interface))
        assert [has(name) for name in names] == [not s.startswith("no") for s in said], interface


def test_the_player_of_one_line_plays():
    shown = {}
    exec(compile(code_of("docs/players.md"), "players.md", "exec"), shown)
    game = load("soluna")
    table = interpreted(game).new(game.settings({"pattern": "3-3-3-3"}))

    assert interpreted(game).legal(table)[0] == shown["first"](game, table, None, 2)


@pytest.mark.parametrize("name", known_games())
def test_every_code_and_number_has_a_meaning(name):
    game = load(name)

    assert width(game.layouts.actions) == game.actions
    assert width(game.layouts.outcomes) == game.outcomes
    assert width(game.layouts.observation) == game.observation


@pytest.mark.parametrize("name", known_games())
def test_names_are_as_many_as_there_are_numbers_or_values(name, in_numbers):
    game = load(name)
    referee = interpreted(game)
    layouts = game.layouts
    for span in chain(spans(layouts.actions), spans(layouts.outcomes), spans(layouts.observation)):
        assert span.size == 1 or len(span.names) <= span.size, span
    valued = [
        (at, span.names)
        for span in spans(layouts.observation)
        for at in range(
            span.first, span.first + span.times * max(span.stride, 1), max(span.stride, 1)
        )
        if span.size == 1 and span.names
    ]
    for number, settings in enumerate(in_numbers.all_settings(game)):
        for table, actor, _ in in_numbers.course(referee, settings, number):
            if actor != CHANCE:
                seen = referee.observe(table, actor)
                assert all(0 <= seen[at] < len(names) for at, names in valued)


@pytest.mark.parametrize("name", known_games())
def test_the_reference_knows_every_outcome(name, in_numbers):
    game = load(name)
    _, outcomes = in_numbers.played(game)

    assert {code for met in outcomes.values() for code in met} == set(range(game.outcomes))
    page = in_numbers.page(game)
    for texts in chain.from_iterable(met.values() for met in outcomes.values()):
        assert all(f"`{text}`" in page for text in texts)


@pytest.mark.parametrize("name", ["solenia", "solaris", "guild-solo"])
def test_phases_are_named_in_the_order_of_the_state(name, in_numbers):
    """The first phase of a seat follows the last of chance, and the last one is over."""
    game = load(name)
    names = in_numbers.phase_names(game.layouts.observation)
    phases = {CHANCE: set(), 0: set()}
    for number, settings in enumerate([*in_numbers.all_settings(game)] * 2):
        for table, actor, _ in in_numbers.course(interpreted(game), settings, number):
            phases[min(actor, 0)].add(table.phase)

    assert max(phases[CHANCE]) < min(phases[0])
    assert max(phases[0]) == len(names) - 2
    assert names[-1] == "over"


def test_spans_say_where_parts_lie():
    layout = (Part("a", 2), Each("b", 3, (Part("c"), Part("d", 4))), Part("e"))

    assert [(s.what, s.first, s.size, s.times, s.stride) for s in spans(layout)] == [
        ("a", 0, 2, 1, 0),
        ("c", 2, 1, 3, 5),
        ("d", 3, 4, 3, 5),
        ("e", 17, 1, 1, 0),
    ]


def test_the_reference_is_up_to_date(in_numbers):
    """`make golden` writes it."""
    for name, text in in_numbers.pages().items():
        assert (DOCS / "reference" / name).read_text("utf-8") == text, name
