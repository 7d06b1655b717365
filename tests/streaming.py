"""Bots that follow a match over its stream as `docs/examples/bot.py` does, and remember every frame
that they got, so that a frame that is missing is found.
"""

import json
import random
import threading
import time
from collections import Counter
from itertools import pairwise

import httpx

from player import asked

PATIENCE = 60  # seconds in which a stream must say something; it sends empty lines every 15
LOOK = 5  # seconds between two looks at what the server knows
AGAIN_FROM_HERE = (
    0.7  # how often a stream is opened again from where it was left, not from the start
)


class Lost(AssertionError):
    """A state was made, and a bot that listened did not get it."""


class Bot:
    """One seat of a match, played at random.

    *pause* has the seconds for which it may do nothing: before it decides, after it, and when its
    stream has just been opened. *leave* is how often it leaves its stream and opens another, *hold*
    how often it holds a decision before it confirms its turn.
    """

    def __init__(
        self, address, match, token, *, seed=0, pause=None, leave=0.0, hold=0.0, enough=None
    ):
        self.match = match
        self.path = f"/api/matches/{match}"
        self.random = random.Random(seed)
        self.pause = pause
        self.leave = leave
        self.hold = hold
        self.enough = enough  # decisions, after which it resigns
        self.client = httpx.Client(
            base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE
        )
        self.frames = []  # kind and version of each, in the order in which they came
        self.stored = []  # versions of its own decisions that were acknowledged
        self.held = set()  # of them, those that nobody else was shown at once
        self.visits = []  # whenever a stream was opened: how many frames had come, what was seen
        self.refused = []  # statuses
        self.seats = []
        self.idle = 0  # empty lines
        self.owed = None  # the version that the server had at the last look
        self.looked = 0.0
        self.ended = False
        self.ended_by_others = False

    def play(self):
        """Until the match is over. Lost where a state does not come."""
        with self.client:
            while not self.ended:
                self._follow()

    def _follow(self):
        """One stream, until the match is over or it is left."""
        again = self.seen >= 0 and self.random.random() < AGAIN_FROM_HERE
        query = f"?since={self.seen}" if again else ""
        self.visits.append((len(self.frames), self.seen if again else None))
        with self.client.stream("GET", f"{self.path}/stream{query}") as answer:
            answer.raise_for_status()
            self._rest()
            for line in answer.iter_lines():
                if not line:
                    self._nothing_happened()
                    continue
                self._take(json.loads(line))
                if self.ended or self.random.random() < self.leave:
                    return
        raise Lost(f"{self.match}: the stream ended after {self.frames[-3:]}")

    def _rest(self):
        if self.pause:
            time.sleep(self.random.choice(self.pause))

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
        if frame.get("back"):  # all of it again, since something was undone
            self.visits[-1] = (self.visits[-1][0], None)
        self.ended = "result" in frame
        self.ended_by_others = self.ended and frame["result"]["reason"] != "played"
        mine = not self.ended and frame.get("turn") in self.seats
        if mine and (frame.get("legal") or frame.get("held")):
            self._rest()
            self._decide(frame)
            self._rest()

    def _decide(self, frame):
        legal, turn = frame.get("legal"), {"version": frame["n"]}
        enough = self.enough is not None and len(self.stored) >= self.enough
        if frame.get("held") and (not legal or enough or self.random.random() < self.hold):
            self._post("commands", turn | {"t": "confirm"})
            return
        if enough:
            if self._post("commands", {"t": "resign"}) is None:
                raise Lost(f"{self.match}: nobody can resign: {self.refused[-1]}")
            self.ended = True  # for this bot
            return
        hold = self.random.random() < self.hold
        stored = self._post("moves", turn | {"text": self.random.choice(legal), "hold": hold})
        if stored is not None:
            self.stored.append(stored)
            self.held |= {stored} if hold else set()

    def _post(self, what, command):
        """The version that was stored, if it was."""
        while (answer := self.client.post(f"{self.path}/{what}", json=command)).status_code == 429:
            self.refused.append(429)
            time.sleep(int(answer.headers["retry-after"]))
        if answer.status_code == 200:
            return answer.json()["n"]
        self.refused.append(answer.status_code)
        return None

    def missing(self, record, held=()):
        """What moved the table on while it listened, and was not shown; others are not shown what
        somebody *held*.
        """
        lost = []
        for (first, seen), (last, _) in pairwise([*self.visits, (len(self.frames), None)]):
            shown = [n for kind, n in self.frames[first:last] if kind == "state"]
            if not shown:
                continue
            known = shown[0] if seen is None else seen
            made = {one["n"] for one in record["line"] if known < one["n"] < shown[-1]}
            lost += sorted(made - set(shown) - (set(held) - self.held))
        return lost

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


def check(address, bots):
    """Every state of a match came to everybody who listened, in order."""
    held = {bot.match: set() for bot in bots}
    for bot in bots:
        held[bot.match] |= bot.held
    for bot in bots:
        record = asked(address, None, f"matches/{bot.match}/record")
        missing = bot.missing(record, held[bot.match])
        assert missing == [], f"{bot.match}: seat {bot.seats} was not shown {missing}"
        assert bot.out_of_order() == [], f"{bot.match}: {bot.out_of_order()}"
        refused = Counter(bot.refused)
        # where somebody resigned at the same moment, the match was over already
        assert refused[409] <= bot.ended_by_others, f"{bot.match}: {refused}"
        assert set(refused) <= {409, 429}, f"{bot.match}: {refused}"
        if not bot.leave:
            shown = {n for kind, n in bot.frames if kind == "state"}
            assert set(bot.stored) <= shown, f"{bot.match}: a decision was not shown"
