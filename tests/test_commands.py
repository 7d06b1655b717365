"""Every command on the pages runs as it stands; what takes patience, with less of it."""

import gzip
import os
import re
import shutil
import signal
import subprocess
from contextlib import contextmanager
from pathlib import Path

import click
import httpx
import pytest

from served import Served, postgres
from sunroom import Match, load
from sunroom.cli.files import data_folder
from sunroom.server.store import database
from test_docs import PAGES, ROOT, commands_of, understood, words_of

LESS_PATIENCE = {
    r"--games \d+": "--games 2",
    r"--jobs \d+": "--jobs 2",
    r"--workers \d+": "--workers 2",
    r"(master|expert|club|textbook)(@[\d.]+)?(?=[, ])": r"\1@4",
    r"@0.2s": "@0.01s",
    r"^arena (?!.*--games)": "arena --games 2 ",
    r" --port \d+": "",
    r"^box merge": "box merge --yes --into my-box",  # not into ours
}
FIRST = ROOT / "tests" / "fixtures"  # a database of the first version
READ_AS = {"GAME": "soluna", "NAME": "hill-climb", "POSITION": "5-4-3-0"}
LEAVE = "quit\n" * 9
A_DATABASE, SOME_DATABASE = re.compile(r"postgresql://\S*"), "postgresql://there"
NOT_HERE = {"bench": "`make bench` is the run itself", "admin": "what follows it is run"}


def plain(command):
    """As it can be run here, with less patience."""
    text = " ".join(READ_AS.get(word, word) for word in words_of(command))
    for patient, quick in LESS_PATIENCE.items():
        text = re.sub(patient, quick, text)
    return A_DATABASE.sub(SOME_DATABASE, text)


def complete():
    """The commands that can be run, each once."""
    for command in sorted({plain(command) for page in PAGES for command, _ in commands_of(page)}):
        if "…" in command or command in NOT_HERE:
            continue
        try:
            reader = understood(command)
        except click.ClickException:
            continue  # half of one, in a sentence: test_docs.py looks at it
        if reader.command.name != "bench":
            yield command


COMMANDS = list(complete())
SERVING = [command for command in COMMANDS if command.split()[:1] in ([], ["--lan"], ["serve"])]


@pytest.fixture
def at_hand(monkeypatch, tmp_path, sunroom):
    """What a command names: a match, somebody's box, a house that was open before, its backup."""
    monkeypatch.chdir(tmp_path)

    def lay(words):
        if words[0] in ("replay", "verify", "review"):
            match = Match("soluna", seed=1)
            while not match.over:
                match.apply(match.actions()[0])
            match.save("FILE")
        if "--resume" in words:
            assert sunroom("play", "soluna", typed=LEAVE)[0] == 0
        if "my-box" in words:
            game = load("solenia" if words[0] == "box" else words[1])
            Path("my-box").mkdir()
            monkeypatch.setenv("SUNROOM_INTERPRETED", "1")  # other pieces would have to be compiled
            for box in game.components:
                rows = (game.folder / f"{box.name}.csv").read_text("utf-8")
                seen = rows.replace(",reconstructed,", ",yours,")
                Path("my-box", f"{box.name}.csv").write_text(seen, "utf-8")
        for file in words[5:] if words[:2] == ["box", "merge"] else ():
            assert sunroom("box", "export", "my-box", file)[0] == 0
        if words[0] == "admin":
            database.prepare("a.db", tmp_path / "backups")
            if words[1] == "restore":
                assert sunroom("admin", "backup", words[2], "--database", "a.db")[0] == 0
            else:
                data_folder().mkdir()
                shutil.move("a.db", data_folder() / "sunroom.db")
            if words[1] == "rollback":
                of_before = gzip.decompress((FIRST / "sunroom.db.gz").read_bytes())
                (data_folder() / "sunroom.db").write_bytes(of_before)
                assert sunroom("admin", "upgrade")[0] == 0
            if "--backup" in words:
                Path(words[-1]).parent.mkdir()
                assert sunroom("admin", "backup", words[-1])[0] == 0

    return lay


def test_there_are_commands_of_all_kinds():
    kinds = {command.split()[0] for command in COMMANDS}

    assert kinds >= {
        "--lan",
        "admin",
        "arena",
        "games",
        "odds",
        "perft",
        "play",
        "replay",
        "review",
    }
    assert kinds >= {"rule", "serve", "simulate", "solve", "verify"}


@pytest.mark.parametrize("command", [c for c in COMMANDS if c not in SERVING])
def test_it_does_what_it_says(command, at_hand, sunroom):
    words = command.split()
    at_hand(words)

    with database_for(command) as url:
        code, out, err = sunroom(*(word.replace(SOME_DATABASE, url) for word in words), typed=LEAVE)

    assert code == 0, err
    assert out


@contextmanager
def database_for(command):
    """A PostgreSQL of its own for a command that names one."""
    if SOME_DATABASE in command:
        with postgres() as server:
            yield server.url
    else:
        yield ""


@pytest.mark.parametrize("command", SERVING)
def test_it_serves(command, tmp_path):
    words = command.split()
    with database_for(command) as url:
        served = Served(tmp_path)
        chosen = [word.replace(SOME_DATABASE, url) for word in words]
        served.command = [*served.command[:3], *chosen, "--port", str(served.port)]
        with served:
            assert "Sunroom" in httpx.get(served.address).text


def test_make_run_opens_the_table(tmp_path):
    if not (ROOT / ".venv" / "ready").exists():
        pytest.skip("this checkout has not been installed by make")
    env = os.environ | {"SUNROOM_DATA": str(tmp_path), "BROWSER": "true"}
    with subprocess.Popen(
        ["make", "run"],
        cwd=ROOT,
        env=env,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as making:
        line = next(line for line in making.stdout if "http://" in line)
        page = httpx.get(re.search(r"http://[\w.:]+", line)[0])
        os.killpg(making.pid, signal.SIGINT)

        assert "Sunroom" in page.text
        assert making.wait(30) in (0, -signal.SIGINT)  # make itself dies of it
