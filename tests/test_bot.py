"""The example bot of the documentation, run as it is written there."""

import re
import subprocess
import sys
from pathlib import Path

from served import Served

DOCS = Path(__file__).parents[1] / "docs"
BOT = DOCS / "examples/bot.py"


def test_the_bot_has_few_lines():
    assert len([line for line in BOT.read_text().splitlines() if line]) <= 26


def test_the_lines_of_the_page_play_a_match(tmp_path):
    """A key is asked for and used as it stands there, at another address."""
    page = (DOCS / "api.md").read_text("utf-8")
    lines = re.search(r"^```sh\n(KEY=.*?)^```$", page, re.MULTILINE | re.DOTALL)[1]
    with Served(tmp_path) as server:
        lines = lines.replace(".venv/bin/python", sys.executable)
        lines = lines.replace("http://127.0.0.1:8700", server.address)
        said = subprocess.run(
            ["bash", "-euc", lines], cwd=DOCS.parent, capture_output=True, text=True, check=False
        )

        assert said.returncode == 0, said.stderr
        assert "'reason': 'played'" in said.stdout
