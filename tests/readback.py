"""What people see of the matches of a server, asked over HTTP and sockets as their programs would.

Answers are kept as `who path` → status and body. What a clock says while it runs is left out, for
that depends on when one asks.
"""

import json
import re
from collections import Counter
from contextlib import contextmanager

import httpx
from websockets.sync.client import connect

from sunroom.rules.catalogue import load
from sunroom.rules.words import Tongue, message_of

STRANGER = "-"  # somebody without a token
ENDED = ("over", "aborted")
LISTS = (
    "", "?mine=true", "?status=gathering", "?status=playing", "?status=over", "?game=guild-solo",
    "?player=ben", "?winner=ada",
)  # fmt: skip


class World:
    """A server, and the people who ask it."""

    def __init__(self, address, people):
        self.address = address
        self.people = people  # tokens by name
        self.client = httpx.Client(base_url=address, timeout=60)

    def close(self):
        self.client.close()

    def headers(self, who):
        return {} if who == STRANGER else {"Authorization": f"Bearer {self.people[who]}"}

    def get(self, who, path):
        return self.client.get(f"/api/{path}", headers=self.headers(who))

    def post(self, who, path, body):
        return self.client.post(f"/api/{path}", headers=self.headers(who), json=body)

    def asked(self, who, path, body=None):
        """An answer that is no refusal."""
        answer = self.get(who, path) if body is None else self.post(who, path, body)
        assert answer.is_success, f"{who} {path} {body}: {answer.text}"
        return answer.json() if answer.content else None

    def do(self, who, id, t, **more):
        return self.asked(who, f"matches/{id}/commands", {"t": t, **more})

    def state(self, who, id):
        return self.asked(who, f"matches/{id}")["state"]

    @contextmanager
    def socket(self, who, id):
        """A socket, and the frames with which it begins."""
        address = f"ws{self.address.removeprefix('http')}/api/matches/{id}/socket"
        with connect(address, additional_headers=self.headers(who), proxy=None) as socket:
            socket.send("?")  # refused after everything that is shown to whoever comes
            frames = []
            while (frame := json.loads(socket.recv(60)))["t"] != "refused":
                frames.append(frame)
            yield socket, frames


def read_back(world, matches, *, strangers=True, whole=True):
    """Everything that is seen of some matches: *matches* is who is at each, by its id. Not *whole*,
    only the first of each match asks for every page.
    """
    seen = {}
    for id, who in matches.items():
        for n, one in enumerate((*who, *[STRANGER] * strangers)):
            read_match(world, seen, id, one, first=n == 0, whole=whole or n == 0)
    return seen


def read_in_short(world, matches):
    """The state for everybody, the log and the record."""
    seen = {}
    for id, who in matches.items():
        paths = [(one, "") for one in who] + [(who[0], "/log?lang=en"), (who[0], "/record")]
        for one, path in paths:
            answer = world.get(one, f"matches/{id}{path}")
            seen[f"{one} {id}{path}"] = [answer.status_code, without_time(answer.json())]
    return seen


def read_match(world, seen, id, who, *, first, whole):
    def ask(path):
        answer = world.get(who, f"matches/{id}{path}")
        plain = answer.headers["content-type"].startswith("application/json")
        body = answer.json() if plain else answer.text
        seen[f"{who} {id}{path}"] = [answer.status_code, without_time(body)]
        return body

    found = ask("")
    if "state" not in found:
        return  # not for this person
    with world.socket(who, id) as (_, frames):
        seen[f"{who} {id}/socket"] = [200, [without_time(one) for one in frames]]
    if whole:
        ask("/log?lang=en")
        ask("/course")
    if first:
        ask("/log?lang=de")
        ask("/record")
        ask("/file")
    steps = ask("/replay").get("steps", 0)
    shown = {steps // 3, 2 * steps // 3, steps} if whole else {steps // 3}
    for step in sorted(shown - {0}):
        ask(f"/replay?step={step}")
    if whole:
        ask(f"/steps?first={max(min(steps, 65) - 2, 0)}&count=3")
    if first and found["state"]["status"] in ENDED:
        ask(f"/replay?step={steps // 2}&open=true")
        ask(f"/replay?step={steps}&open=true")
        ask(f"/replay?step={steps // 2}&eye=0")


def read_lists(world, keys):
    """Lists of matches, oneself, and where links lead."""
    seen = {}
    for who in (*world.people, STRANGER):
        for path in ("me", *(f"matches{query}" for query in LISTS)):
            answer = world.get(who, path)
            seen[f"{who} {path}"] = [answer.status_code, answer.json()]
    for key in keys:
        answer = world.get(STRANGER, f"links/{key}")
        seen[f"{STRANGER} links/{key}"] = [answer.status_code, answer.json()]
    return seen


def without_time(body):
    """An answer without what a running clock says, and when its moves were made."""
    states = [body, body.get("state")] if isinstance(body, dict) else []
    for state in states:
        clock = state.get("clock") if isinstance(state, dict) else None
        if clock and clock.get("running", -1) >= 0:
            clock["left"][clock["running"]] = "running"
    return body


def without_moments(answers, ids):
    """Answers without the times of events, for matches whose events were moved in time."""
    for key, (_, body) in answers.items():
        if key.endswith("/record") and any(id in key for id in ids):
            for entry in (*body["line"], *(one for branch in body["undone"] for one in branch)):
                entry.pop("at", None)
    return answers


def without_marks(answers):
    """Take out of answers that a host knows the deal; answers for which matches that was said."""
    marked = set()
    for key, (_, body) in answers.items():
        id = key.split()[1].removeprefix("matches/").partition("/")[0]
        for one in marked_in(body):
            marked.add(one.get("id", id))
    return marked


def inner_of(body):
    """The parts of an answer, or nothing of what has none."""
    return body.values() if isinstance(body, dict) else body if isinstance(body, list) else ()


def marked_in(body):
    """Everything in an answer that bears the mark, which goes."""
    for one in inner_of(body):
        yield from marked_in(one)
    if isinstance(body, dict) and body.pop("known_deal", False):
        yield body


def set_apart(answers, id):
    """Take one match out of answers: what its pages said, and its lines in lists of matches."""
    pages = {key: answers.pop(key) for key in list(answers) if key.split()[1].startswith(id)}
    lines = {}
    for key, (status, body) in list(answers.items()):
        if key.split()[1].startswith("matches") and status == 200:
            answers[key] = [status, [line for line in body if line["id"] != id]]
            lines[key] = [line for line in body if line["id"] == id]
    return pages, lines


# What a table says more than it did then.
NEW_IN_VIEWS = (
    "ahead", "doubts", "last_round", "lie", "discards_of",
    "earned", "laser_fields", "suits", "effects",
    "asks", "coins", "last_turn", "most", "number", "purse", "sums",
)  # fmt: skip
NEW_IN_MATCHES = "secrets"  # whether a game has any, which every browser knew of its own games


def without_news(answers):
    """Take out of the tables in answers what none of them said then."""
    for _, body in answers.values():
        leave_out_news(body)
    return answers


def leave_out_news(body):
    for one in inner_of(body):
        leave_out_news(one)
    if isinstance(body, dict) and "to_act" in body:  # a view
        for key in NEW_IN_VIEWS:
            body.pop(key, None)
    if isinstance(body, dict) and body.get("t") == "match":
        body.pop(NEW_IN_MATCHES, None)


# What a replay of Solenia tells more than it did then: which cards leave, each before what it brings.
NEW_IN_TOLD = ("airship_advances", "expelled", "dummy_expelled", "dummy_discards")
GAINS = ("gains_stars", "gains_goods")
TOLD_ANEW = ("/replay", "/course", "/steps")  # not from the events that were stored


def in_sums(answers):
    """What is told anew in answers, without what none of them told then, and with what each player
    gains in a step in one sum, as it was told then. For answers of then and of now.
    """
    for key, (_, body) in answers.items():
        if any(part in key for part in TOLD_ANEW):
            sum_up_told(body)
    return answers


def sum_up_told(body):
    for one in inner_of(body):
        sum_up_told(one)
    if isinstance(body, dict) and isinstance(told := body.get("told"), list):
        body["told"] = summed_up(told)


def summed_up(told):
    """All but gains in their order, then the gains by player and kind."""
    sums = Counter()
    for one in told:
        if one["id"] in GAINS:
            args = one["args"]
            sums[one["id"], args["who"]["seat"], args.get("good", {}).get("id", "")] += args["n"]
    left = [one for one in told if one["id"] not in (*NEW_IN_TOLD, *GAINS)]
    return [*left, *([*gain, n] for gain, n in sorted(sums.items()))]


SEATS = 5  # at most, of any game
LOG = "/log?lang="


def reworded(expected, found):
    """Logs of now that say what was told then, message by message; their sentences may have become
    others. They are taken out of both, and those that say something else are returned.
    """
    wrong = []
    for key in [key for key in expected if LOG in key and key in found]:
        id = key.split()[1].partition("/")[0]
        status, said = expected.pop(key)
        now_status, now = found.pop(key)
        told = [m for line in known_of(expected, f"{id}/record", "line") for m in line["told"]]
        game = known_of(expected, id, "match")["game"]
        if (status, len(said)) != (now_status, len(now)) or not says(now, told, game, key[-2:]):
            wrong.append(key)
    return wrong


def known_of(answers, path, part):
    """A part of the answer to whoever got one."""
    bodies = (body for key, (_, body) in answers.items() if key.split()[1] == path)
    return next(body[part] for body in bodies if part in body)


def says(lines, told, game, language):
    """Whether a log is these messages in today's words, whatever the players are called there."""
    names = tuple(f"\x00{seat}\x00" for seat in range(SEATS))
    tongue = Tongue(load(game).words, language, names)
    sentences = [tongue.say(message_of(message)) for message in told]
    patterns = [re.sub("\x00[0-9]\x00", ".+", re.escape(one)) for one in sentences]
    return len(lines) == len(patterns) and all(map(re.fullmatch, patterns, lines))


def compared(expected, found):
    """What is different, as lines that one can read; nothing where all is as it was."""
    lines = []
    for key in sorted(expected.keys() | found.keys()):
        if expected.get(key) != found.get(key):
            lines += [f"{key}{line}" for line in differences(expected.get(key), found.get(key))]
    return lines


def differences(was, now, place=""):
    if isinstance(was, dict) and isinstance(now, dict):
        for key in sorted(was.keys() | now.keys()):
            yield from differences(was.get(key), now.get(key), f"{place}.{key}")
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for n, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from differences(one, other, f"{place}[{n}]")
    elif was != now:
        yield f" {place}: {str(was)[:300]} → {str(now)[:300]}"
