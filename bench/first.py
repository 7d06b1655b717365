"""How long the first opponent takes on a machine that has never compiled anything.

python bench/first.py                     every game that has opponents, every level
python bench/first.py solenia club        one of each
python bench/first.py --each              a server of its own for each level; takes an hour
python bench/first.py --record bench      and keep the figures in bench/first.json

For each game a server is started with an empty cache, as `sunroom` is after a fresh installation,
and somebody plays against one level after the other over HTTP and a socket, as a browser would, the
weakest first, as a newcomer meets them: the answers are measured from the click to the moment at
which it is their turn again, while the server compiles beside it. An answer may be several
decisions. On a machine that does more than this, the seconds of the processor that nine of ten
answers took at most say more than the clock. Only the weakest level is met by thinkers that have
just been started; of the answers that came when the search was compiled already it is said how many
they were. Then the same once more with everything compiled. One line for each says how long the
answers took; at the end, which aims were met, and how busy the machine was.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple
from unittest.mock import patch

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sunroom import known_games, load
from sunroom.bench.measure import machine
from sunroom.bench.report import write_json
from sunroom.engine.cache import cache_root, is_ready
from sunroom.engine.referee import cores
from sunroom.players import LEVELS
from sunroom.players.compiling import LOWEST, Compiler
from sunroom.players.levels import has_opponents
from sunroom.players.thinker import LOOPS
from sunroom.players.workers import GameRef

ANSWERS = 5  # of one opponent
PATIENCE = 900.0  # seconds for one answer: as long as it takes
START = 120.0  # seconds until the server must listen
USUAL = {"most": 2.0}
# Seconds for a whole answer, with an empty cache.
AIMS = {
    "novice": USUAL, "casual": USUAL, "club": USUAL, "expert": {"first": 3.0, "p90": 3.0},
}  # fmt: skip
SEED = 20_261_116
GROUP, USER, SYSTEM, NICE = 2, 11, 12, 16  # places in /proc/PID/stat, after the name


# The server


class Served(NamedTuple):
    """A server that listens, with all its processes."""

    address: str
    group: int  # of its processes

    def spent(self) -> float:
        """Seconds of the processor that its processes have taken until now, without what compiles
        in the background; 0 where nobody counts. One that has ended is not counted any more.
        """
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                if int(fields[GROUP]) == self.group and int(fields[NICE]) < LOWEST:
                    ticks += int(fields[USER]) + int(fields[SYSTEM])
        return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


@contextmanager
def served(cache: Path) -> Iterator[Served]:
    """`sunroom` with a cache of its own."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        env = os.environ | {"SUNROOM_CACHE": str(cache), "SUNROOM_DATA": folder}
        command = [sys.executable, "-m", "sunroom", "--no-browser", "--port", str(port)]
        server = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, process_group=0)
        try:
            address = f"http://127.0.0.1:{port}"
            await_health(address)
            yield Served(address, server.pid)
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()


def await_health(address: str) -> None:
    end = time.monotonic() + START
    while time.monotonic() < end:
        with suppress(httpx.HTTPError):
            if httpx.get(f"{address}/healthz").is_success:
                return
        time.sleep(0.05)
    raise TimeoutError(f"no server at {address}")


def post(address: str, path: str, token: str, body: dict[str, Any]) -> Any:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return httpx.post(f"{address}{path}", json=body, headers=headers).raise_for_status().json()


# Somebody who plays


class Answer(NamedTuple):
    """What one took, from the click."""

    seconds: float
    processor: float  # seconds of it: about what it takes where nothing else runs
    compiled: bool  # whether the search was compiled by then


class Somebody:
    """Plays one match against a level, with any legal move, and measures the answers."""

    def __init__(self, server: Served, game: str, level: str, cache: Path) -> None:
        self.server, self.address, self.game, self.cache = server, server.address, game, cache
        self.random = random.Random(SEED)  # noqa: S311 - no secret
        self.token = ""
        self.token = post(self.address, "/api/me", "", {"name": "Ann"})["token"]
        self.wish = {"game": game, "seats": self.seats(game, level), "hints": False}
        self.answers: list[Answer] = []

    def seats(self, game: str, level: str) -> list[dict[str, str]]:
        """The opponents begin, so that the first click is answered too."""
        others = [{"kind": "ai", "level": level}] * (load(game).seats[0] - 1)
        return [*others, {"kind": "me"}]

    def play(self, answers: int) -> None:
        """Until there are *number* answers, in as many matches as that takes."""
        while len(self.answers) < answers:
            self._start()
            id = post(self.address, "/api/matches", self.token, self.wish)["id"]
            url = f"ws{self.address.removeprefix('http')}/api/matches/{id}/socket"
            headers = {"authorization": f"Bearer {self.token}"}
            with suppress(ConnectionClosed), connect(url, additional_headers=headers) as line:
                self._match(line, answers)

    def _start(self) -> None:
        self.clicked, self.spent = time.perf_counter(), self.server.spent()

    def _stop(self) -> None:
        seconds = time.perf_counter() - self.clicked
        compiled = is_compiled(self.game, self.cache)
        self.answers.append(Answer(seconds, self.server.spent() - self.spent, compiled))

    def _match(self, line: ClientConnection, answers: int) -> None:
        waited, seen = False, -1  # for somebody else since the last click; the version clicked at
        while len(self.answers) < answers:
            state = self._state(line)
            mine = bool(state.get("legal")) and state["turn"] == len(self.wish["seats"]) - 1
            waited = waited or not mine
            if waited and (mine or state["status"] != "playing"):
                self._stop()
                waited = False
            if state["status"] != "playing":
                return
            if mine and state["n"] > seen:  # the same may be shown twice
                seen = state["n"]
                self._start()
                self._click(line, state)

    def _click(self, line: ClientConnection, state: dict[str, Any]) -> None:
        text = self.random.choice(state["legal"])
        line.send(json.dumps({"t": "play", "ref": 1, "text": text, "version": state["n"]}))

    def _state(self, line: ClientConnection) -> dict[str, Any]:
        """The next state that is the newest one."""
        while True:
            frame = json.loads(line.recv(PATIENCE))
            if frame["t"] == "refused":
                raise RuntimeError(frame["text"])
            if frame["t"] == "state" and "status" in frame:
                return frame  # type: ignore[no-any-return]


# Figures


def measure(game: str, levels: list[str], cache: Path, answers: int) -> dict[str, Any]:
    """The figures of each level, one after the other at one server."""
    with served(cache) as server:
        return {level: measure_level(server, game, level, cache, answers) for level in levels}


def measure_level(
    server: Served, game: str, level: str, cache: Path, answers: int
) -> dict[str, Any]:
    somebody = Somebody(server, game, level, cache)
    somebody.play(answers)
    found = somebody.answers
    seconds = [one.seconds for one in found]
    figures = {
        "first": seconds[0], "median": part(seconds, 5), "p90": part(seconds, 9),
        "most": max(seconds), "processor": part([one.processor for one in found], 9),
    }  # fmt: skip
    counts = {"answers": len(found), "compiled": sum(one.compiled for one in found)}
    return {key: round(value, 3) for key, value in figures.items()} | counts


def part(values: list[float], tenths: int) -> float:
    """What so many tenths of the values are at most."""
    return (
        values[0] if len(values) == 1 else quantiles(values, n=10, method="inclusive")[tenths - 1]
    )


def is_compiled(game: str, cache: Path) -> bool:
    """Whether a server with this cache searches compiled from now on."""
    with patch.dict(os.environ, SUNROOM_CACHE=str(cache)):
        return is_ready(load(game), LOOPS)


def measured(game: str, levels: list[str], answers: int, warm: Path | None) -> dict[str, Any]:
    """Each level with an empty cache, and with everything compiled."""
    with tempfile.TemporaryDirectory() as empty:
        cold = measure(game, levels, Path(empty), answers)
    hot = {} if warm is None else measure(game, levels, warm, answers)
    return {
        level: {"cold": cold[level]} | ({"warm": hot[level]} if hot else {}) for level in levels
    }


def compile_all(cache: Path, games: list[str]) -> None:
    os.environ["SUNROOM_CACHE"] = str(cache)
    compiler = Compiler(urgent=True)
    for answer in [compiler.want(GameRef(game)) for game in games]:
        answer.result()
    compiler.close()


def line_of(game: str, level: str, found: dict[str, Any]) -> str:
    told = [
        f"{way} first {one['first']:6.2f} s  median {one['median']:5.2f}  p90 {one['p90']:5.2f}"
        f"  most {one['most']:5.2f}  processor {one['processor']:5.2f}"
        for way, one in found.items()
    ]
    return f"{game:<8} {level:<7} {'   '.join(told)}"


def missed(figures: dict[str, Any]) -> list[str]:
    """What took longer than it should."""
    return [
        f"{name}: {what} {one['cold'][what]:.2f} s, should be {aim:.0f} s"
        for name, one in figures.items()
        for what, aim in AIMS.get(name.split()[1], {}).items()
        if one["cold"][what] > aim
    ]


def conclusion(missed: list[str]) -> list[str]:
    """Whether the aims are met, and how busy the machine was, without which that says little."""
    load = " ".join(f"{load:.1f}" for load in os.getloadavg())
    verdicts = [f"missed: {sentence}" for sentence in missed] or ["passed: every aim is met"]
    return [f"load average {load} on {cores()} cores", *verdicts]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("game", nargs="?")
    arguments.add_argument("level", nargs="?")
    arguments.add_argument("--answers", type=int, default=ANSWERS)
    arguments.add_argument("--each", action="store_true", help="a server for each level")
    arguments.add_argument("--cold", action="store_true", help="only with an empty cache")
    arguments.add_argument("--record", type=Path)
    given = arguments.parse_args()
    games = [given.game] if given.game else [g for g in known_games() if has_opponents(load(g))]
    levels = [given.level] if given.level else [level.name for level in LEVELS]
    together = [[level] for level in levels] if given.each else [levels]
    warm = None if given.cold else cache_root()
    if warm is not None:
        compile_all(warm, games)
    figures = {}
    for game, some in product(games, together):
        for level, found in measured(game, some, given.answers, warm).items():
            figures[f"{game} {level}"] = found
            print(line_of(game, level, found), flush=True)
        if given.record is not None:
            record(figures, given.record)
    print(*conclusion(missed(figures)), sep="\n")


def record(figures: dict[str, Any], folder: Path) -> None:
    """What is known so far, with what else wanted the processor."""
    beside = f"{os.getloadavg()[1]:.1f} processes wanted the cores besides"
    about = machine(gpu=False) | {"load": beside}
    write_json({"kind": "first", "machine": about, "figures": figures}, folder)


if __name__ == "__main__":
    main()
