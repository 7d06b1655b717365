"""The stream of a match for programs: every state comes, in order, however many play at once.

Once a bot of 272 waited for a state that did not come. `SUNROOM_STREAM_MATCHES=500 pytest
tests/test_stream.py` looks for that longer than a usual run does.
"""

import json
import os
import random
import time

import pytest

from player import asked, guest
from served import Served
from streaming import Bot, check, play_all

MATCHES = int(os.environ.get("SUNROOM_STREAM_MATCHES", "8"))
AT_ONCE = 8  # matches
TOO_MANY = 429
ROUNDS = 200  # more commands at once than a seat may send
TABLES = [
    ("soluna", ["me", "open"]),
    ("solenia", ["me", "open"]),
    ("solenia", ["me", "open", "open", "open"]),
    ("solenia", ["me", "ai"]),
    ("soluna", ["me", "ai"]),
    ("solaris", ["me", "open", "open"]),
]
PAUSES = (0, 0, 0, 0.1, 0.3)  # seconds
ENOUGH = {"solaris": 30}  # decisions of one bot, where a whole match takes long


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """With the limit for each seat, as it runs for people; its bots come from one address."""
    with Served(tmp_path_factory.mktemp("stream"), more=("--limit", "10000")) as served:
        yield served


def bots_at(server, game, seats, seed, **how):
    """A new match, and a bot for everybody at it."""
    tokens = [guest(server.address, f"bot {n}") for n, seat in enumerate(seats) if seat != "ai"]
    wishes = [{"kind": kind} | ({"level": "novice"} if kind == "ai" else {}) for kind in seats]
    made = asked(server.address, tokens[0], "matches", {"game": game, "seats": wishes})
    for token in tokens[1:]:
        sit = {"t": "sit", "key": made["invites"][0]["key"]}
        asked(server.address, token, f"matches/{made['id']}/commands", sit)
    return [
        Bot(
            server.address, made["id"], token, seed=seed + n, **({"enough": ENOUGH.get(game)} | how)
        )
        for n, token in enumerate(tokens)
    ]


def test_every_bot_gets_every_state_in_order(server):
    for first in range(0, MATCHES, AT_ONCE):
        bots = []
        for n in range(first, min(first + AT_ONCE, MATCHES)):
            game, seats = TABLES[n % len(TABLES)]
            bots += bots_at(server, game, seats, seed=100 * n)

        assert play_all(bots) == []
        check(server.address, bots)


def test_bots_that_pause_leave_and_hold_miss_nothing_either(server):
    """At bad moments: before a decision, after it, and when a stream has just been opened."""
    bots = []
    for n, (game, seats) in enumerate(TABLES):
        how = {"pause": PAUSES, "leave": 0.1, "hold": 0.3, "enough": 15}
        bots += bots_at(server, game, seats, seed=1000 + 100 * n, **how)
    assert play_all(bots) == []
    check(server.address, bots)
    assert sum(len(bot.visits) for bot in bots) > 2 * len(bots)
    assert any(bot.held for bot in bots)


def test_a_move_that_was_refused_for_haste_shows_nothing_and_is_asked_again(server):
    """A program that does not look at this answer waits for a state that never comes."""
    (bot,) = bots_at(server, "solenia", ["me"], seed=1)
    with bot.client, bot.client.stream("GET", f"{bot.path}/stream") as answer:
        lines = answer.iter_lines()
        state = next_state(lines)
        move = {"text": state["legal"][0], "version": state["n"]}
        too_late = move | {"version": 10_000}  # refused, and counted
        statuses = [bot.client.post(f"{bot.path}/moves", json=too_late).status_code for _ in range(ROUNDS)]  # fmt: skip
        assert set(statuses) == {409, TOO_MANY}
        refused = bot.client.post(f"{bot.path}/moves", json=move)
        if refused.status_code == TOO_MANY:  # a quick machine; else there was a moment's rest
            assert bot.client.get(bot.path).json()["state"]["n"] == state["n"]
            while (made := bot.client.post(f"{bot.path}/moves", json=move)).status_code == TOO_MANY:
                time.sleep(0.05)
        else:
            made = refused
        assert made.status_code == 200
        assert next_state(lines)["n"] == made.json()["n"]


def next_state(lines):
    for line in lines:
        if line and (frame := json.loads(line))["t"] == "state":
            return frame
    raise AssertionError("the stream has ended")


def test_a_stream_that_is_opened_again_goes_on_where_it_was_left(server):
    """At each of many moments of a match that goes on meanwhile: nothing is missing, nothing twice."""
    rng, (bot,) = random.Random(7), bots_at(server, "solenia", ["me"], seed=7)
    with bot.client:
        shown, since = [], None
        for _ in range(12):
            query = "" if since is None else f"?since={since}"
            with bot.client.stream("GET", f"{bot.path}/stream{query}") as answer:
                lines = answer.iter_lines()
                state = next_state(lines)
                for _ in range(rng.randrange(3)):
                    move = {"text": rng.choice(state["legal"]), "version": state["n"]}
                    while bot.client.post(f"{bot.path}/moves", json=move).status_code == TOO_MANY:
                        time.sleep(0.05)
                    state = next_state(lines)
                    shown.append(state["n"])
                since = state["n"]
        record = bot.client.get(f"{bot.path}/record").json()
    assert shown == [entry["n"] for entry in record["line"] if entry["seat"] >= 0]
