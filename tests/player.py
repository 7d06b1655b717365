"""A scripted client: it plays a seat over the socket as the browser does, comes back when the
connection is lost, and remembers what it was told.
"""

import asyncio
import json
import ssl
from collections import Counter
from random import Random

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

CLOSED = 4000  # and a status as HTTP has it: why the server closes a socket
TOO_MANY = 429
UNKNOWN = 500  # from this status on, a command may have been accepted
GONE = (OSError, WebSocketException)  # a timeout is an OSError too
OPENING = 10  # seconds until a socket must have been opened
BACKOFF = 0.1  # seconds until a lost connection is tried again, more or less
AGAIN = 0.05  # seconds until something is tried again that was refused
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # reading those of the system takes long


class Player:
    """A seat of a match. What happens to it is asked for afterwards, nothing is checked here."""

    def __init__(self, address, match, token, *, pace=0.0, enough=None, seed=0):
        """*pace* is how long it thinks, in seconds on average; after *enough* decisions it asks the
        others to call the match off, for some have thousands.
        """
        self.socket_address = f"ws{address.removeprefix('http')}/api/matches/{match}/socket"
        self.match = match
        self.token = token
        self.pace = pace
        self.enough = enough
        self.random = Random(seed)
        self.seat = None
        self.state = None  # the last that was shown
        self.seen = None  # its version
        self.fresh = False  # whether it came after the last refusal and over this connection
        self.due = 0  # the version that a state must have before the next decision
        self.ref = 0
        self.asked = None  # the command that is not answered yet
        self.stored = {}  # the version of every decision that was acknowledged, and its text
        self.unsure = []  # decisions that may be stored or not: no answer, or "the database is away"
        self.vanished = []  # versions that were shown, and then an older one
        self.turned = 0  # how often everything was shown again after the first time
        self.visits = 0
        self.port = None  # from which it has talked to the server last
        self.refused = Counter()  # statuses

    @property
    def over(self):
        return self.state is not None and self.state["status"] in ("over", "aborted")

    async def play(self):
        """Until the match is over, whatever happens to the server."""
        while not self.over:
            try:
                await self._visit()
            except GONE as why:
                self._lost(why)
            if not self.over:
                await asyncio.sleep(BACKOFF * self.random.uniform(0.5, 1.5))

    def opened(self, since=None):
        """The socket, to be opened."""
        address = self.socket_address + (f"?since={since}" if since is not None else "")
        who = {"Authorization": f"Bearer {self.token}"}
        return connect(address, additional_headers=who, open_timeout=OPENING, proxy=None)

    async def _visit(self):
        async with self.opened(self.seen) as socket:
            self.visits, self.port = self.visits + 1, socket.local_address[1]
            first = True
            while not self.over or self.asked:
                frame = json.loads(await socket.recv())
                self.turned += bool(frame.get("back")) and not first
                first = first and frame["t"] != "state"
                await self.take(frame)
                await self.go_on(socket)

    def _lost(self, why):
        """Whether a decision without an answer is stored, the next state tells."""
        if isinstance(why, ConnectionClosed) and why.rcvd is not None and why.rcvd.code > CLOSED:
            self.refused[why.rcvd.code - CLOSED] += 1
        self._unanswered()
        self.due, self.fresh = 0, False

    def _unanswered(self):
        asked, self.asked = self.asked, None
        if asked is not None and asked["t"] == "play":
            self.unsure.append(asked["text"])

    # What it is told

    async def take(self, frame):
        match frame["t"]:
            case "match":
                yours = [n for n, seat in enumerate(frame["seats"]) if seat.get("yours")]
                self.seat = yours[0] if yours else -1
            case "state":
                self._take_state(frame)
            case "done" if self.asked is not None and frame["ref"] == self.asked["ref"]:
                self._take_done(frame)
            case "refused":
                await self._take_refused(frame)

    def _take_state(self, frame):
        if self.seen is not None and frame["n"] < self.seen:
            self.vanished.append((self.seen, frame["n"]))
        self.state, self.seen, self.fresh = frame, frame["n"], True

    def _take_done(self, frame):
        if self.asked["t"] == "play":
            self.stored[frame["n"]] = self.asked["text"]
        self.asked, self.due = None, frame["n"]

    async def _take_refused(self, frame):
        """The state follows, or the socket is closed; to haste there is no answer but patience."""
        self.refused[frame["status"]] += 1
        if frame["status"] >= UNKNOWN:
            self._unanswered()
        self.asked, self.fresh = None, self.fresh and frame["status"] == TOO_MANY
        await asyncio.sleep(AGAIN)

    # What it does

    async def go_on(self, socket):
        command = self._wish()
        if command is None:
            return
        self.ref += 1
        self.asked = command | {"ref": self.ref}
        if self.pace and command["t"] == "play":
            await asyncio.sleep(self.pace * self.random.uniform(0, 2))
        await self.send(socket)

    async def send(self, socket):
        await socket.send(json.dumps(self.asked))

    def _wish(self):
        """What it wants now, if anything."""
        state = self.state
        if self.asked is not None or not self.fresh or self.over or self.seen < self.due:
            return None
        if vote := state.get("vote"):
            return {"t": "answer", "agree": True} if self.seat in vote["waiting"] else None
        if state.get("turn") != self.seat or not state.get("legal"):
            return None
        if self.enough is not None and len(self.stored) >= self.enough:
            return {"t": "abort"}
        text = self.random.choice(state["legal"])
        return {"t": "play", "text": text, "version": state["n"]}


# Before a match


def guest(address, name):
    """The token of somebody new."""
    return asked(address, None, "me", {"name": name})["token"]


def asked(address, token, path, body=None):
    """An answer of the HTTP API."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    how = {"headers": headers, "timeout": 30, "verify": NO_CERTIFICATES}
    url = f"{address}/api/{path}"
    answer = httpx.get(url, **how) if body is None else httpx.post(url, json=body, **how)
    assert answer.is_success, answer.text
    return answer.json()


def seated(address, game, seats, **how):
    """A new match in which everybody sits, and its players."""
    tokens = [guest(address, f"{game} {n}") for n in range(seats)]
    wishes = [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]
    made = asked(address, tokens[0], "matches", {"game": game, "seats": wishes})
    for token in tokens[1:]:
        sit = {"t": "sit", "key": made["invites"][0]["key"]}
        asked(address, token, f"matches/{made['id']}/commands", sit)
    return [Player(address, made["id"], token, seed=n, **how) for n, token in enumerate(tokens)]
