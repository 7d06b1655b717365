"""The example bot of the documentation, run as it is written there."""

import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from served import Served

DOCS = Path(__file__).parents[1] / "docs"
BOT = DOCS / "examples/bot.py"
FIRST = Path(__file__).parent / "fixtures/first_bot.py"  # others have written theirs after it


def test_the_bot_has_few_lines():
    assert len([line for line in BOT.read_text().splitlines() if line]) <= 26


@pytest.mark.parametrize("bot", ["docs/examples/bot.py", FIRST], ids=["as it is", "as it was"])
def test_the_lines_of_the_page_play_a_match(tmp_path, bot):
    """A key is asked for and used as it stands there, at another address."""
    page = (DOCS / "api.md").read_text("utf-8")
    lines = re.search(r"^```sh\n(KEY=.*?)^```$", page, re.MULTILINE | re.DOTALL)[1]
    with Served(tmp_path) as server:
        lines = lines.replace(".venv/bin/python", sys.executable)
        lines = lines.replace("docs/examples/bot.py", str(bot))
        lines = lines.replace("http://127.0.0.1:8700", server.address)
        said = subprocess.run(
            ["bash", "-euc", lines], cwd=DOCS.parent, capture_output=True, text=True, check=False
        )

        assert said.returncode == 0, said.stderr
        assert "'reason': 'played'" in said.stdout


class Busy(BaseHTTPRequestHandler):
    """Refuses everything once, then lets the bot sit down, asks it for one move and ends."""

    protocol_version = "HTTP/1.1"
    refused: ClassVar = set()
    moves: ClassVar = []
    made: ClassVar = threading.Event()

    def log_message(self, *_):
        pass

    def answer(self, status, text, **headers):
        self.send_response(status)
        for name, value in (headers | {"Content-Length": len(text)}).items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(text.encode())

    def do_POST(self):
        said = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path not in self.refused:
            self.refused.add(self.path)
            status, after = (503, {}) if self.path == "/api/me" else (429, {"Retry_After": 1})
            self.answer(status, "", **after)
            return
        if self.path.endswith("/moves"):
            self.moves.append(said)
            self.made.set()
        self.answer(200, '{"token": "me", "n": 2}')

    def do_GET(self):
        if "/links/" in self.path:
            self.answer(200, '{"match": "m"}')
            return
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b'{"t": "match", "seats": [{"yours": true}]}\n\n')
        self.wfile.write(b'{"t": "state", "n": 1, "turn": 0, "legal": ["a"]}\n')
        self.made.wait(30)
        self.wfile.write(b'{"t": "state", "n": 2, "result": "ended"}\n')
        self.close_connection = True


def test_the_bot_tries_again_what_was_refused_for_haste():
    """Otherwise it waits for a state that nobody makes."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Busy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        address = f"http://127.0.0.1:{server.server_port}"
        bot = [sys.executable, str(BOT), address, "key"]
        said = subprocess.run(bot, capture_output=True, text=True, timeout=60, check=True).stdout
    finally:
        server.shutdown()
        server.server_close()

    assert said == "ended\n"
    assert Busy.moves == ['{"text":"a","version":1}']
    assert Busy.refused == {"/api/me", "/api/matches/m/commands", "/api/matches/m/moves"}
