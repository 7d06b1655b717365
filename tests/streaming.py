"""Bots that follow a match over its stream as `docs/examples/bot.py` does, and remember every frame
that they got, so that a frame that is missing is found.
"""

import json
import random
import threading
import time
from itertools import pairwise

import httpx

PATIENCE = 60  # seconds in which a stream must say something; it sends empty lines every 15
LOOK = 5  # seconds between two looks at what the server knows


class Lost(AssertionError):
    """A state was made, and a bot that listened did not get it."""


class Bot:
    """One seat of a match, played at random. *pause* is how long it may think, in seconds."""

    def __init__(self, address, match, token, *, seed=0, pause=None, enough=None):
        self.match = match
        self.path = f"/api/matches/{match}"
        self.random = random.Random(seed)
        self.pause = pause
        self.enough = enough  # decisions, after which it resigns
        self.client = httpx.Client(
            base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE
        )
        self.frames = []  # kind and version of each, in the order in which they came
        self.stored = []  # versions of its own decisions that were acknowledged
        self.refused = []  # statuses
        self.seats = []
        self.idle = 0  # empty lines
        self.owed = None  # the version that the server had at the last look
        self.looked = 0.0
        self.ended = False

    def play(self):
        """Until the match is over. Lost where a state does not come."""
        with self.client, self.client.stream("GET", f"{self.path}/stream") as answer:
            for line in answer.iter_lines():
                if not line:
                    self._nothing_happened()
                    continue
                self._take(json.loads(line))
                if self.ended:
                    break
        if not self.ended:
            raise Lost(f"{self.match}: the stream ended after {self.frames[-3:]}")

    @property
    def seen(self):
        """The newest version that was shown."""
        return max((n for kind, n in self.frames if kind == "state"), default=-1)

    def _nothing_happened(self):
        """What the server knew at one look must have come before the next."""
        self.idle += 1
        if time.monotonic() - self.looked < LOOK:
            return
        self.looked = time.monotonic()
        if self.owed is not None and self.seen < self.owed:
            raise Lost(f"{self.match}: no state {self.owed} after {self.frames[-3:]}")
        self.owed = self.client.get(self.path).raise_for_status().json()["state"]["n"]

    def _take(self, frame):
        self.frames.append((frame["t"], frame.get("n")))
        if frame["t"] == "match":
            self.seats = [n for n, seat in enumerate(frame["seats"]) if seat.get("yours")]
        if frame["t"] != "state":
            return
        self.ended = "result" in frame
        if not self.ended and frame.get("turn") in self.seats and frame.get("legal"):
            self._decide(frame)

    def _decide(self, frame):
        if self.pause:
            time.sleep(self.random.choice(self.pause))
        if self.enough is not None and len(self.stored) >= self.enough:
            command = {"t": "resign"}
            self.client.post(f"{self.path}/commands", json=command).raise_for_status()
            self.ended = True  # for this bot
            return
        move = {"text": self.random.choice(frame["legal"]), "version": frame["n"]}
        while (answer := self.client.post(f"{self.path}/moves", json=move)).status_code == 429:
            self.refused.append(429)
            time.sleep(0.1)
        if answer.status_code == 200:
            self.stored.append(answer.json()["n"])
        else:
            self.refused.append(answer.status_code)

    def missing(self, record):
        """What moved the table on between its first state and its last, and was not shown."""
        shown = [n for kind, n in self.frames if kind == "state"]
        made = {one["n"] for one in record["line"] if shown[0] < one["n"] < shown[-1]}
        return sorted(made - set(shown))

    def out_of_order(self):
        shown = [n for kind, n in self.frames if kind == "state"]
        return [(a, b) for a, b in pairwise(shown) if b < a]


def play_all(bots):
    """All at once, each in a thread of its own; answers what went wrong."""
    wrong = []

    def play(bot):
        try:
            bot.play()
        except (Lost, httpx.HTTPError, ValueError) as why:
            wrong.append(f"{type(why).__name__}: {why}")

    threads = [threading.Thread(target=play, args=(bot,), daemon=True) for bot in bots]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return wrong
