"""The example bot of the documentation, run as it is written there."""

import re
import subprocess
import sys
from pathlib import Path

import httpx

from served import Served

DOCS = Path(__file__).parents[1] / "docs"
BOT = DOCS / "examples/bot.py"


def test_the_bot_of_the_documentation_plays_a_match_to_its_end(tmp_path):
    assert len([line for line in BOT.read_text().splitlines() if line]) <= 26
    with Served(tmp_path) as server, httpx.Client(base_url=server.address) as api:
        token = api.post("/api/me", json={"name": "Ada"}).json()["token"]
        api.headers["Authorization"] = f"Bearer {token}"
        wish = {"game": "soluna", "seats": [{"kind": "open"}, {"kind": "open"}]}
        made = api.post("/api/matches", json=wish).json()
        key = made["invites"][0]["key"]

        line = [sys.executable, BOT, server.address, key]
        bots = [subprocess.Popen(line, stdout=subprocess.PIPE, text=True) for _ in range(2)]
        said = [bot.communicate(timeout=60)[0] for bot in bots]

        assert said[0] == said[1]
        assert "'reason': 'played'" in said[0]
        seen = api.get(f"/api/matches/{made['id']}").json()
        assert [seat["name"] for seat in seen["match"]["seats"]] == ["Twenty lines"] * 2
        assert seen["state"]["status"] == "over"


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
