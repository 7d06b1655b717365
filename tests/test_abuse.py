"""Nobody breaks the server by what they send: a clear refusal, never a 500, never a changed match."""

import json
import socket
import sqlite3
import threading
import time
from contextlib import contextmanager

import httpx
import msgspec
import pytest
import schemathesis
import structlog
import uvicorn
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from guests import whole
from served import Served, free_port, postgres
from sunroom.server import http, wire
from sunroom.server.app import app
from sunroom.server.backend import Backend
from sunroom.server.http import matches
from sunroom.server.http.websocket import QuickWebSocket
from sunroom.server.people import Seal
from sunroom.server.security import HEADERS, Limit
from sunroom.server.store import database
from sunroom.server.wire import LARGEST_BODY, LARGEST_MESSAGE

FIXED = settings(
    deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


# A server to be abused


class Patient(Backend):
    """Never says `too often`: what is sent is to reach what lies behind."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.limits.talk = self.limits.thought = Limit(0, 0)
        Patient.latest = self


class Room:
    """A server in a thread of this process, with the settings that `sunroom serve` gives it."""

    def __init__(self, folder, monkeypatch):
        self.file = folder / "sunroom.db"
        secret = database.prepare(str(self.file), folder / "backups")
        monkeypatch.setattr(app, "Backend", Patient)
        url = database.normal(str(self.file))
        made = app.build(app.Settings(url, secret, str(folder / "boxes"), limit=0))
        self.backend = Patient.latest
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        config = uvicorn.Config(
            made, port=self.port, ws=QuickWebSocket, ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False, access_log=False, log_config=None, server_header=False,
            h11_max_incomplete_event_size=65536, timeout_graceful_shutdown=5,
        )  # fmt: skip
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)
        self.client = httpx.Client(base_url=self.address, timeout=30)

    def open(self):
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            time.sleep(0.02)
        self.ann, self.ben, self.cy = (self.person(name) for name in ("Ann", "Ben", "Cy"))

    def close(self):
        self.client.close()
        self.server.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive()

    def ask(self, method, path, token=None, headers=None, **more):
        self.client.cookies.clear()
        return self.client.request(method, path, headers=bearer(token) | (headers or {}), **more)

    def do(self, id, token=None, **command):
        return self.ask("POST", f"/api/matches/{id}/commands", token, json=command)

    def person(self, name):
        return self.ask("POST", "/api/me", json={"name": name}).json()["token"]

    def create(self, token, *seats, **wish):
        body = {"game": "soluna", "seats": [{"kind": kind} for kind in seats], **wish}
        answer = self.ask("POST", "/api/matches", token, json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def playing(self, **wish):
        """A match of Ann and Ben."""
        made = self.create(self.ann, "me", "open", **wish)
        key = made["invites"][0]["key"]
        assert self.do(made["id"], self.ben, t="sit", key=key).status_code == 200
        return made["id"]

    def events(self, id):
        """What is stored of a match, whatever the server has in memory."""
        read = sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)
        rows = read.execute("select n, at, data from events where match = ? order by n", (id,))
        found = rows.fetchall()
        read.close()
        return found

    @contextmanager
    def socket(self, id, token=None, query="", **more):
        address = f"ws://127.0.0.1:{self.port}/api/matches/{id}/socket{query}"
        with connect(address, additional_headers=bearer(token), compression=None, **more) as open:
            yield Line(open)


class Line:
    """A socket at a match."""

    def __init__(self, open):
        self.open = open
        self.frames = []

    def frame(self):
        if not self.frames:
            self.frames += map(json.loads, self.open.recv(timeout=20).split("\n"))
        return self.frames.pop(0)

    def until(self, *kinds):
        while (frame := self.frame())["t"] not in kinds:
            pass
        return frame

    def send(self, frame):
        """Every frame is answered."""
        self.open.send(frame)
        return self.until("done", "refused")


def bearer(token):
    return {"authorization": f"Bearer {token}"} if token else {}


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """Whatever is sent to it, it notes no error of its own."""
    with pytest.MonkeyPatch.context() as monkeypatch, structlog.testing.capture_logs() as logged:
        room = Room(tmp_path_factory.mktemp("room"), monkeypatch)
        room.open()
        try:
            yield room
        finally:
            room.close()
    assert [line for line in logged if line["log_level"] == "error"] == []


# The whole interface, as it describes itself

CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance,
    response_schema_conformance,
]  # fmt: skip
OPERATIONS = [
    pytest.param(path, method, id=f"{method} {path}")
    for handler in http.HANDLERS
    if handler is not http.matches.stream  # it does not end; see below
    for path in [next(iter(handler.paths)).replace(":str", "")]
    for method in handler.http_methods - {"HEAD"}
]


@pytest.fixture(scope="module")
def schema(room):
    schema = schemathesis.openapi.from_dict(room.ask("GET", "/api/schema/openapi.json").json())
    schema.config.update(base_url=room.address)
    schema.config.generation.update(with_security_parameters=False)
    return schema


@pytest.fixture(scope="module")
def places(room):
    """Matches, keys and games that there are: most requests would otherwise find nothing."""
    public = room.create(room.ann, "me", "open", visibility="public")
    private = room.create(room.ann, "me", "me", visibility="private")
    ended = room.create(room.ann, "me", "me")
    room.do(ended["id"], room.ann, t="abort")
    ids = [public["id"], private["id"], ended["id"], room.playing()]
    return {"id": ids, "key": [public["invites"][0]["key"]], "game": ["soluna", "solaris"]}


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_every_operation_answers_what_its_description_says(room, schema, places, path, method):
    operation = schema[path][method]
    needed = operation.path_parameters or operation.query or operation.body
    modes = list(GenerationMode) if needed else [GenerationMode.POSITIVE]
    whose = st.sampled_from(["ann", "ben", "nobody", "wrong"])

    @settings(FIXED, max_examples=20)
    @given(data=st.data())
    def check(data):
        case = data.draw(operation.as_strategy(data.draw(st.sampled_from(modes))))
        for name in set(case.path_parameters or {}) & set(places):
            if (there := data.draw(st.sampled_from([None, *places[name]]))) is not None:
                case.path_parameters[name] = there
        tokens = {"ann": room.ann, "ben": room.ben, "nobody": None, "wrong": room.ann + "x"}
        token = tokens[data.draw(whose)]
        if method == "DELETE" and token in (room.ann, room.ben):
            token = room.person("Dee")
        case.validate_response(case.call(headers=bearer(token)), checks=CHECKS)

    check()


def test_the_description_tells_of_the_stream_and_the_file(schema):
    stream = schema.raw_schema["paths"]["/api/matches/{id}/stream"]["get"]["responses"]["200"]
    assert list(stream["content"]) == ["application/x-ndjson"]
    file = schema.raw_schema["paths"]["/api/matches/{id}/file"]["get"]["responses"]["200"]
    assert "MatchFile" in file["content"]["application/json"]["schema"]["$ref"]


def test_a_stream_sends_a_frame_a_line_and_is_let_go(room):
    id = room.playing()
    with room.client.stream("GET", f"/api/matches/{id}/stream", headers=bearer(room.ann)) as answer:
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        lines = (json.loads(line) for line in answer.iter_lines() if line)
        assert next(lines)["t"] == "match"
        state = next(lines)
        assert state["t"] == "state"
        seat = room.ann if state["turn"] == 0 else room.ben
        legal = room.ask("GET", f"/api/matches/{id}", seat).json()["state"]["legal"]
        played = room.do(id, seat, t="play", text=legal[0], version=state["n"])
        assert next(lines)["n"] == played.json()["n"]
    for _ in range(500):
        if id not in room.backend.registry.rooms:
            return
        time.sleep(0.01)
    raise AssertionError("whoever went away is still counted as watching")


@pytest.mark.parametrize("who", ["ann", None])
def test_who_asks_for_changes_is_sent_them_and_others_whole_states(room, who):
    id = room.playing()
    with room.socket(id, who and room.ann) as asks, room.socket(id, room.ben) as whole_line:
        assert asks.send('{"t":"changes","ref":7}')["ref"] == 7
        seen, kinds = None, []
        for _ in range(6):
            state = room.ask("GET", f"/api/matches/{id}", room.ann).json()["state"]
            mover = room.ann if state["turn"] == 0 else room.ben
            legal = room.ask("GET", f"/api/matches/{id}", mover).json()["state"]["legal"]
            assert room.do(id, mover, t="play", text=legal[0], version=state["n"]).is_success
            told, frame = (later(line, state["n"]) for line in (whole_line, asks))
            kinds.append(frame["t"])
            offered = {} if frame["t"] == "state" or (who and frame["turn"] == 0) else OFFER
            seen = whole(seen, frame) if frame["t"] == "change" else frame
            assert seen == {key: value for key, value in told.items() if key not in offered}
        assert kinds == ["state"] + ["change"] * 5
        asks.open.send('{"t":"look","seat":-1,"ref":8}')
        if who:
            assert asks.until("state")["view"] == seen["view"]
    assert room.do(id, room.ann, t="changes").json()["id"] == "socket_only"


OFFER = ("ask", "legal", "held", "undo")  # for the player to act


def later(line, n):
    """The next table after a version."""
    while (frame := line.until("state", "change"))["n"] <= n:
        pass
    return frame


@pytest.mark.parametrize(
    "query", ["since=-1", "since=x", "since=1e400", "key=%00", "key=" + "a" * 61]
)
def test_a_stream_with_nonsense_in_its_query_is_refused(room, query):
    assert room.ask("GET", f"/api/matches/{room.playing()}/stream?{query}").status_code == 400


# Sockets

ODD = st.text(st.characters(codec=None, categories=None), max_size=20)  # lone surrogates as well
NUMBERS = st.integers() | st.sampled_from([-1, 0, 1, 2**31, 2**53, 2**63, -(2**64), 10**400])
SCALARS = st.none() | st.booleans() | NUMBERS | st.floats() | ODD
ANYTHING = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ODD, inner, max_size=4), max_leaves=12)  # fmt: skip
COMMANDS = list(wire.AnyCommand.__args__)


class Here:
    """What is to be filled in with how things stand when the command is sent."""

    def __init__(self, what):
        self.what = what

    def __repr__(self):
        return f"Here({self.what!r})"


PLAUSIBLE = {
    "text": st.just(Here("legal")) | st.text(min_size=1, max_size=30),
    "version": st.just(Here("n")) | st.integers(0, 5),
    "seat": st.integers(-1, 3),
    "level": st.sampled_from(["club", "casual", "none"]),
    "key": st.sampled_from(["", "x" * 24]),
    "ref": st.integers(0, 2**53 - 1),
    "n": st.integers(0, 3),
}  # fmt: skip


@st.composite
def commands(draw):
    """A command of the right shape, with fields that are plausible, odd, missing or too many."""
    kind = draw(st.sampled_from(COMMANDS))
    fields = {"t": kind.__struct_config__.tag}
    for field in msgspec.structs.fields(kind):
        likely = PLAUSIBLE.get(field.name, st.booleans())
        odd = draw(st.integers(0, 5)) == 0
        if field.required or draw(st.booleans()):
            fields[field.name] = draw(ANYTHING if odd else likely)
    if draw(st.integers(0, 7)) == 0:
        fields |= draw(st.dictionaries(ODD, ANYTHING, max_size=2))
    return fields


FRAMES = st.one_of(commands(), commands(), ANYTHING, st.binary(max_size=200), ODD)


def written(frame, state):
    """What goes over the line; nothing that is too long, which is another matter."""
    if isinstance(frame, dict):
        known = {"n": state["n"], "legal": (state.get("legal") or ["?"])[0]}
        frame = {k: known[v.what] if isinstance(v, Here) else v for k, v in frame.items()}
    if isinstance(frame, bytes):
        return frame
    text = json.dumps(frame) if not isinstance(frame, str) else frame
    return text.encode("utf-8", "surrogatepass")[: LARGEST_MESSAGE - 1]


def is_text(data):
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


@settings(FIXED, max_examples=50)
@given(who=st.sampled_from(["ann", "ben", "cy", None]), frames=st.lists(FRAMES, min_size=1, max_size=8), binary=st.booleans())  # fmt: skip
@example(who="ann", frames=[b"", "", "{}", b"\xff", "\ud800", "null", "\x00"], binary=False)
@example(who="ann", frames=[b'{"x":' + b"[" * 4000 + b"]" * 4000 + b',"t":"hint"}'], binary=False)
@example(who="cy", frames=[{"t": "play", "text": Here("legal"), "version": Here("n")}, {"t": "resign"}, {"t": "leave"}], binary=True)  # fmt: skip
def test_every_frame_is_answered_and_a_refused_one_changes_nothing(room, who, frames, binary):
    id = room.playing()
    with room.socket(id, who and getattr(room, who)) as line:
        for frame in frames:
            before = room.events(id)
            state = room.ask("GET", f"/api/matches/{id}", room.ann).json()["state"]
            data = written(frame, state)
            answer = line.send(data if binary else is_text(data))
            if answer["t"] == "refused" or who not in ("ann", "ben"):
                assert room.events(id) == before
                after = room.ask("GET", f"/api/matches/{id}", room.ann).json()["state"]
                assert after == state
            if answer["t"] == "refused":
                assert 400 <= answer["status"] < 500
                assert answer["text"]
            asks = isinstance(frame, dict) and frame.get("t") in (
                "changes",
                "ping",
            )  # about the line only
            assert who is not None or asks or answer["status"] in (400, 401)


@pytest.mark.parametrize("size", [LARGEST_MESSAGE + 1, 10 * LARGEST_MESSAGE])
def test_a_frame_that_is_too_long_closes_the_socket_or_is_refused(room, size):
    id = room.playing()
    before = room.events(id)
    with room.socket(id, room.ann) as line:
        line.open.send("x" * size)
        with pytest.raises(ConnectionClosed) as closed:
            line.until("done")
    assert closed.value.rcvd.code == 1009
    assert room.events(id) == before
    assert room.ask("GET", f"/api/matches/{id}", room.ann).status_code == 200


@pytest.mark.parametrize("id", ["none", "%00", "%ff", "a%0a", "a" * 41, "..", "{id}%00"])
def test_a_socket_at_a_match_that_does_not_exist_is_told_so(room, id):
    with room.socket(id.format(id=room.playing()), room.ann) as line:
        assert line.frame()["status"] == 404
        with pytest.raises(ConnectionClosed) as closed:
            line.frame()
    assert closed.value.rcvd.code == 4404


def test_a_socket_from_another_site_is_not_opened(room):
    id = room.playing()
    for origin in foreign(room):
        with pytest.raises(InvalidStatus) as refused, room.socket(id, origin=origin):
            pass
        assert refused.value.response.status_code == 403
    with room.socket(id, room.ann, origin=room.address) as line:
        assert line.frame()["t"] == "match"
    with room.socket(id, room.ann) as line:  # programs say nothing of their origin
        assert line.frame()["t"] == "match"


# Requests that something is wrong with


def foreign(room):
    return [
        "http://evil.example", "null", "http://[", "x", f"{room.address}.evil.example",
        f"http://127.0.0.1:{room.port}@evil.example", f"http://127.0.0.1:{room.port + 1}",
    ]  # fmt: skip


def test_a_cookie_counts_for_our_own_page_only(room):
    cookie = {"cookie": f"sunroom={room.ann}"}
    for origin in foreign(room):
        for method, path in (("POST", "/api/me"), ("POST", "/api/matches"), ("DELETE", "/api/me")):
            answer = room.ask(method, path, headers=cookie | {"origin": origin}, json={"game": "soluna", "seats": [{"kind": "me"}]} if "matches" in path else {})  # fmt: skip
            assert (answer.status_code, answer.json()["id"]) == (403, "foreign_origin"), origin
    crossed = cookie | {"sec-fetch-site": "cross-site"}
    assert room.ask("POST", "/api/me", headers=crossed, json={}).status_code == 403
    assert room.ask("POST", "/api/me", headers=cookie | {"origin": room.address}, json={}).json()["token"] == room.ann  # fmt: skip


def test_a_token_needs_no_origin(room):
    for origin in [None, *foreign(room)]:
        headers = {"origin": origin} if origin else {}
        answer = room.ask("POST", "/api/me", room.ann, headers=headers, json={})
        assert answer.json()["token"] == room.ann


def test_whoever_has_no_token_or_a_wrong_one_is_nobody(room):
    id = room.playing()
    before = room.events(id)
    elsewhere = Seal("00" * 32).token(room.ann.partition(".")[0])
    wrong = [
        {}, bearer("x"), bearer("."), bearer(room.ann + "x"), bearer(room.ann[:-1]), bearer(elsewhere),
        bearer("a" * 60_000), {"authorization": "Bearer"}, {"authorization": f"Basic {room.ann}"},
        {"authorization": b"Bearer \xff\xfe."}, {"cookie": f"sunroom={elsewhere}"},
        {"cookie": b'sunroom="\xff\\777."; =;;"'},
    ]  # fmt: skip
    for headers in wrong:
        for method, path, body in [
            ("GET", "/api/me", None), ("DELETE", "/api/me", None),
            ("POST", f"/api/matches/{id}/commands", {"t": "resign"}),
            ("POST", f"/api/matches/{id}/moves", {"text": "a>b", "version": 1}),
            ("POST", f"/api/matches/{id}/links", {"kind": "seat"}),
            ("POST", "/api/imports", {"file": "x"}), ("GET", "/api/matches?mine=true", None),
        ]:  # fmt: skip
            answer = room.ask(method, path, headers=headers, json=body)
            assert (answer.status_code, answer.json()["id"]) == (401, "not_signed_in"), (headers, path)  # fmt: skip
    assert room.events(id) == before


def test_nobody_decides_for_the_seat_of_another(room):
    id = room.playing()
    state = room.ask("GET", f"/api/matches/{id}", room.ann).json()["state"]
    before = room.events(id)
    waiting = room.ben if state["turn"] == 0 else room.ann
    for token in (room.cy, waiting):
        play = {"text": state["legal"][0], "version": state["n"]}
        for path, body in (("moves", play), ("commands", {"t": "play", **play})):
            answer = room.ask("POST", f"/api/matches/{id}/{path}", token, json=body)
            assert answer.status_code == 403
            assert answer.json()["state"]["n"] == state["n"]
    commands = [
        {"t": "resign"}, {"t": "leave"}, {"t": "abort"}, {"t": "sit"}, {"t": "takeback", "version": 1},
        {"t": "fill", "seat": 0, "level": "club"}, {"t": "undo", "version": 1},
    ]  # fmt: skip
    for command in commands:
        assert room.do(id, room.cy, **command).status_code == 403, command
    for kind in ("invite", "seat", "watch"):
        links = room.ask("POST", f"/api/matches/{id}/links", room.cy, json={"kind": kind})
        assert links.status_code == 403
    assert room.events(id) == before


def test_a_match_that_does_not_exist_is_nowhere(room):
    for path in ("", "/stream", "/log", "/record", "/replay", "/file"):
        assert room.ask("GET", f"/api/matches/none{path}", room.ann).status_code == 404
    bodies = {"commands": {"t": "resign"}, "moves": {"text": "a", "version": 0}, "links": {"kind": "seat"}, "links/revoke": {}, "review": None}  # fmt: skip
    for path, body in bodies.items():
        answer = room.ask("POST", f"/api/matches/none/{path}", room.ann, json=body)
        assert (answer.status_code, answer.json()["id"]) == (404, "no_match")


def test_a_private_match_tells_a_stranger_nothing_even_when_it_refuses(room):
    id = room.playing(visibility="private")
    for command in ({"t": "resign"}, {"t": "sit", "key": "x"}, {"t": "say", "text": "hi"}, {"t": "hint"}):  # fmt: skip
        answer = room.do(id, room.cy, **command)
        assert answer.status_code == 404
        assert answer.json() == room.do("none", room.cy, t="hint").json()


def test_what_was_only_looked_at_does_not_stay_in_memory(room):
    id = room.playing()
    for path in ("", "/log", "/record", "/replay", "/file"):
        room.ask("GET", f"/api/matches/{id}{path}", room.cy)
    assert room.do(id, room.cy, t="resign").status_code == 403
    assert id not in room.backend.registry.rooms


def test_a_link_that_was_revoked_opens_nothing(room):
    made = room.create(room.ann, "me", "open", visibility="private")
    id, key = made["id"], made["invites"][0]["key"]
    assert room.ask("GET", f"/api/links/{key}").status_code == 200
    assert room.ask("GET", f"/api/matches/{id}?key={key}", room.cy).status_code == 200
    assert room.ask("POST", f"/api/matches/{id}/links/revoke", room.ann, json={"key": key}).status_code == 204  # fmt: skip
    assert room.ask("GET", f"/api/links/{key}").status_code == 404
    assert room.ask("GET", f"/api/matches/{id}?key={key}", room.cy).status_code == 404
    assert room.do(id, room.cy, t="sit", key=key).status_code == 404
    with room.socket(id, room.cy, f"?key={key}") as line:
        assert line.frame()["status"] == 404
    assert room.events(id) == []


def test_a_body_that_is_too_large_is_refused(room):
    body = b'{"file":"' + b"a" * (2 * LARGEST_BODY) + b'"}'
    pieces = (body[at : at + 65536] for at in range(0, len(body), 65536))
    for content in (body, pieces):  # with a length, and without
        answer = room.ask("POST", "/api/imports", room.ann, content=content)
        assert answer.status_code == 413
        assert answer.json()["id"] == "too_long"
    long = room.ask("POST", "/api/imports", room.ann, json={"file": "a" * (LARGEST_BODY + 1)})
    assert long.status_code == 400


NASTY = [
    b"", b"null", b"[" * 100_000, b'{"x":' + b"[" * 5000 + b"]" * 5000 + b"}", b"\x00", b"\xff\xfe",
    b'{"t":"say","text":"\xff"}', b'{"t":"say","text":"\\ud800"}', b'{"t":"play","version":1e999}',
    b'{"t":"play","version":' + b"9" * 5000 + b"}", b"NaN", b'{"t":"hint","t":"nothing"}',
    b"t=hint", b"--x\r\n\r\n--x--",
]  # fmt: skip


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "application/msgpack", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "\xff"])  # fmt: skip
def test_a_body_that_is_nonsense_is_refused_in_a_sentence(room, kind):
    id = room.playing()
    before = room.events(id)
    for path in ("/api/me", "/api/matches", "/api/imports", f"/api/matches/{id}/commands", f"/api/matches/{id}/moves", "/api/games/soluna/boxes"):  # fmt: skip
        for body in NASTY:
            answer = room.ask("POST", path, room.ann, headers={"content-type": kind.encode("latin-1")}, content=body)  # fmt: skip
            assert answer.status_code == 400, (path, body[:40])
            assert answer.json()["id"] == "not_understood"
    assert room.events(id) == before


def raw(room, text):
    """Whatever one likes, as it is, over the wire; answers status and all that came back."""
    with socket.create_connection(("127.0.0.1", room.port), 20) as wire:
        wire.sendall(text)
        answer = b""
        while more := wire.recv(65536):
            answer += more
    return int(answer.split(b" ", 2)[1]), answer


@pytest.mark.parametrize("path", [
    "/page/../app.py", "/page/..%2f..%2fapp.py", "/page/%2e%2e/words.toml", "/page//etc/passwd",
    "/page/%00", "/page/a%00.js", "/page/" + "a" * 5000, "/page/index.html/x", "/%00", "/%", "*",
    "/api/matches/%00", "/api/matches/%ff", "/api/matches/%ed%a0%80", "/api/matches/..%2f..",
    "/api/matches/a%0d%0aSet-Cookie:%20x=y", "/api/links/%00", "/api/links/..%2f", "/api/links/" + "a" * 61,
    "/api/games/..%2fengine/rules", "/api/games/engine/words", "/api/games/__init__/words",
    "/api/matches?before=-1", "/api/matches?before=1e400", "/api/matches?before=" + "9" * 400,
    "/api/matches?player=%00", "/api/matches?winner=a%00", "/api/matches?mine=perhaps",
    "/api/matches?status=lost", "/api/games/soluna/words?lang=../en", "/API/ME", "/api/matches;x=1",
])  # fmt: skip
def test_paths_and_queries_with_tricks_are_refused(room, path):
    status, answer = raw(
        room, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
    )
    assert 400 <= status < 500
    assert b"Traceback" not in answer
    assert b"set-cookie" not in answer.lower().partition(b"\r\n\r\n")[0]
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["text"]


@pytest.mark.parametrize("head", [
    b"FOO", b"GET / HTTP/9.9", b"FOO /api/me HTTP/1.1", b"TRACE /api/me HTTP/1.1\r\nHost: x",
    b"PATCH /api/me HTTP/1.1\r\nHost: x", b"GET /api/me HTTP/1.1\r\nHost: \xff\r\nOrigin: http://\xff",
    b"GET /api/me HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 300_000,
    b"GET /" + b"a" * 300_000 + b" HTTP/1.1\r\nHost: x",
    b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: -1",
    b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked",
    b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3",
    b"GET /api/me HTTP/1.1\r\nHost: x\r\nAccept-Language: \xff\r\nAccept: \xff;q=z\r\nRange: bytes=-9",
    b"GET /api/matches/x/socket HTTP/1.1\r\nHost: x",
])  # fmt: skip
def test_heads_with_tricks_are_refused(room, head):
    status, answer = raw(room, head + b"\r\nConnection: close\r\n\r\n{}")
    assert 400 <= status < 500
    assert b"Traceback" not in answer
    assert room.ask("GET", "/healthz").status_code == 200


# Files and boxes


@pytest.fixture(scope="module")
def match_file(room):
    id = room.create(room.ann, "me", "me")["id"]
    for _ in range(3):
        state = room.ask("GET", f"/api/matches/{id}", room.ann).json()["state"]
        room.do(id, room.ann, t="play", text=state["legal"][0], version=state["n"])
    room.do(id, room.ann, t="abort")
    return room.ask("GET", f"/api/matches/{id}/file", room.ann).json()


@settings(FIXED, max_examples=40)
@given(data=st.data())
def test_a_match_file_with_anything_in_it_is_brought_or_refused(room, match_file, data):
    file = json.loads(json.dumps(match_file))
    inner = data.draw(st.sampled_from([file, file, file["dealing"], file["options"]]))
    key = data.draw(st.sampled_from(sorted(inner)) | ODD)
    odd = data.draw(ANYTHING | st.lists(ODD, max_size=3) | st.lists(st.sampled_from(match_file["history"]) | ODD))  # fmt: skip
    inner[key] = odd
    check_import(room, file)


@pytest.mark.parametrize(("key", "odd"), [
    ("components", "\0"), ("components", "\ud800"), ("components", "../../x"), ("game", "\ud800"),
    ("names", ["\ud800", "B"]), ("names", ["\0", "B"]), ("history", ["\ud800"]), ("history", ["\0"]),
    ("players", ["ai:\ud800", "x"]), ("players", ["ai:club", "ai:none"]), ("options", {"\ud800": "1"}),
    ("options", {"throw": "\ud800"}), ("rules", 10**30), ("format", "sunroom match 1\n"),
])  # fmt: skip
def test_a_match_file_with_a_trick_in_it_is_refused(room, match_file, key, odd):
    answer = check_import(room, match_file | {key: odd})
    assert 400 <= answer.status_code < 500


def check_import(room, file):
    answer = room.ask("POST", "/api/imports", room.ann, json={"file": json.dumps(file)})
    assert answer.status_code == 201 or 400 <= answer.status_code < 500, answer.text
    if answer.status_code == 201:  # then it can be opened, too
        seen = room.ask("GET", f"/api/matches/{answer.json()['id']}", room.ann)
        assert seen.status_code == 200
    else:
        assert answer.json()["text"]
    return answer


@settings(FIXED, max_examples=25)
@given(files=st.dictionaries(st.sampled_from(["tiles.csv", "../x.csv", "a\0.csv", ""]) | ODD, st.text(max_size=60), min_size=1, max_size=3), game=st.sampled_from(["solenia", "solaris", "soluna", "none"]))  # fmt: skip
def test_a_box_with_anything_in_it_is_brought_or_refused(room, files, game):
    answer = room.ask("POST", f"/api/games/{game}/boxes", room.ann, content=json.dumps({"files": files}))  # fmt: skip
    assert answer.status_code == 201 or 400 <= answer.status_code < 500, answer.text
    assert answer.status_code == 201 or answer.json()["text"]


# What people say and are called


def test_what_is_said_comes_back_as_it_was(room):
    id = room.playing()
    said = "<script>alert('a')</script> & \"b\" </textarea><img src=x onerror=y> {{7*7}} ${x} %s \\u003c 🌞"
    with room.socket(id, room.ben) as line:
        assert room.do(id, room.ann, t="say", text=said).status_code == 200
        assert line.until("chat")["text"] == said
    with room.socket(id, room.cy) as line:
        assert line.until("chat")["text"] == said


@pytest.mark.parametrize(("text", "status"), [("", 400), ("  \n\t ", 400), ("a" * 501, 400), (None, 400), (7, 400), ("a" * 500, 200)])  # fmt: skip
def test_chat_is_neither_empty_nor_endless(room, text, status):
    id = room.playing()
    assert room.do(id, room.ann, t="say", text=text).status_code == status
    with room.socket(id, room.ben) as line:
        told = [line.frame()["t"], line.frame()["t"]]
        assert told == ["match", "state"]
        line.open.send('{"t":"look","seat":-1}')
        kinds = []
        while not kinds or kinds[-1] != "done":
            kinds.append(line.frame()["t"])
    assert kinds.count("chat") == (status == 200)


@pytest.mark.parametrize("name", ["", " ", "\0", "a\nb", "\u202eevil", "\u200b", "\x1b[31m", "a" * 41, "\ud800", 7, ["a"]])  # fmt: skip
def test_a_name_that_cannot_be_shown_is_refused(room, name):
    dee = room.person("Dee")
    answer = room.ask("POST", "/api/me", dee, content=json.dumps({"name": name}))
    assert 400 <= answer.status_code < 500
    assert answer.json()["text"]
    assert room.ask("GET", "/api/me", dee).json()["name"] == "Dee"


# Every answer


def test_every_answer_carries_the_security_headers(room, monkeypatch):
    id = room.playing()
    asked = [
        ("GET", "/", {}), ("GET", "/page/none.js", {}), ("GET", "/match/x", {}), ("GET", "/healthz", {}),
        ("GET", "/metrics", {}), ("GET", "/api/schema/openapi.json", {}), ("GET", "/api/none", {}),
        ("PATCH", "/api/me", {}), ("OPTIONS", "/api/me", {}), ("GET", "/api/me", {}),
        ("POST", "/api/me", {"json": {}}), ("POST", "/api/me", {"content": b"{"}),
        ("POST", f"/api/matches/{id}/commands", {"json": {"t": "confirm", "version": 1}}),
        ("POST", f"/api/matches/{id}/links/revoke", {"json": {}}),
        ("POST", "/api/imports", {"content": b"a" * (2 * LARGEST_BODY + 1)}),
        ("POST", "/api/me", {"json": {}, "headers": {"cookie": "sunroom=x", "origin": "http://x"}}),
    ]  # fmt: skip
    seen = set()
    for method, path, more in asked:
        for token in (None, room.ann):
            answer = room.ask(method, path, token, **more)
            seen.add(answer.status_code)
            check_headers(answer)
    assert seen >= {200, 204, 400, 401, 403, 404, 405, 409, 413}


def check_headers(answer):
    for name, value in HEADERS:
        assert answer.headers[name.decode()] == value.decode(), (answer.url, name)


def test_a_fault_of_ours_is_told_without_its_inside(room, monkeypatch):
    async def fails(*_):
        raise RuntimeError("inside")

    monkeypatch.setattr(matches, "find_matches", fails)
    with structlog.testing.capture_logs() as logged:
        answer = room.ask("GET", "/api/matches", room.ann)
    check_headers(answer)
    assert answer.status_code == 500
    assert answer.json()["id"] == "our_fault"
    assert "inside" not in answer.text
    assert [line["event"] for line in logged] == ["a request failed"]


# In a process of its own


def served_ask(server, method, path, token=None, **more):
    return httpx.request(method, server.address + path, headers=bearer(token), timeout=30, **more)


def test_too_many_requests_are_told_to_wait(tmp_path):
    with (
        Served(tmp_path, more=("--limit", "4")) as server,
        httpx.Client(base_url=server.address) as client,
    ):
        answers = [client.get("/api/games/soluna/rules") for _ in range(60)]
        refused = [answer for answer in answers if answer.status_code != 200]
        assert {answer.status_code for answer in refused} == {429}
        assert refused[0].json()["id"] == "too_many"
        check_headers(refused[0])
        told = client.get("/api/games/soluna/rules", headers={"x-forwarded-for": "1.2.3.4"})
        assert told.status_code in (200, 429)
        time.sleep(0.6)
        assert client.get("/api/games/soluna/rules").status_code == 200
        with connect(f"ws://127.0.0.1:{server.port}/api/matches/none/socket") as line:
            frame = Line(line).frame()
        assert frame["status"] in (404, 429)


SECRET_SETTINGS = "select value from settings where name not like 'health %'"


def test_neither_tokens_nor_keys_nor_seeds_are_in_the_log(tmp_path):
    with Served(tmp_path) as server:
        secrets = traffic(server)
    read = sqlite3.connect(tmp_path / "sunroom.db")
    secrets += [seed.hex() for (seed,) in read.execute("select seed from matches")]
    secrets += [value for (value,) in read.execute(SECRET_SETTINGS)]
    secrets += [digest for (digest,) in read.execute("select digest from keys")]
    read.close()
    log = (tmp_path / "log").read_text()
    assert len(secrets) == 8
    assert "Application startup complete" in log  # it is the log
    assert [secret for secret in secrets if len(secret) > 8 and secret in log] == []


def traffic(server):
    """Ordinary use and trouble; answers what nobody else may know."""
    token = served_ask(server, "POST", "/api/me", json={"name": "Ann"}).json()["token"]
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = served_ask(server, "POST", "/api/matches", token, json={"game": "soluna", "seats": seats, "visibility": "private"}).json()  # fmt: skip
    id, key = made["id"], made["invites"][0]["key"]
    watch = served_ask(server, "POST", f"/api/matches/{id}/links", token, json={"kind": "watch"}).json()["key"]  # fmt: skip
    for path in (f"/join/{key}", f"/api/links/{key}", f"/api/matches/{id}?key={watch}", f"/api/links/{key}x", f"/api/links/{key}%00", f"/page/{key}", f"/api/matches/{id}/replay?key={key}"):  # fmt: skip
        served_ask(server, "GET", path)
    for text in (f"GET /join/{key}\r\n\r\n", f"GET /join/{key} HTTP/1.1\r\nCookie: sunroom={token}\r\nContent-Length: x\r\n\r\n"):  # fmt: skip
        raw(server, text.encode())
    where = f"ws://127.0.0.1:{server.port}/api/matches/{id}/socket?key="
    for shown in (key, watch, key + "x"):
        with connect(where + shown, additional_headers=bearer(token)) as line:
            assert Line(line).send(json.dumps({"t": "sit", "key": key}))["t"] == "refused"
            line.send("x" * 10_000)
    with pytest.raises(InvalidStatus):
        connect(where + key, origin="http://evil.example")
    served_ask(server, "POST", f"/api/matches/{id}/commands", token, json={"t": "sit", "key": key})
    served_ask(server, "POST", f"/api/matches/{id}/commands", token, json={"t": "abort"})
    served_ask(server, "GET", f"/api/matches/{id}/file", token)
    return [token, token.partition(".")[2], key, watch]


def test_what_postgresql_cannot_hold_is_refused_as_well(tmp_path):
    """A text with a NUL in it."""
    with postgres() as database, Served(tmp_path, database.url) as server:
        token = served_ask(server, "POST", "/api/me", json={"name": "Ann"}).json()["token"]
        seats = [{"kind": "me"}, {"kind": "me"}]
        id = served_ask(server, "POST", "/api/matches", token, json={"game": "soluna", "seats": seats}).json()["id"]  # fmt: skip
        for path in ("/api/matches?player=%00", "/api/matches?winner=%00", "/api/matches?game=%00", "/api/matches/%00", f"/api/matches/{id}?key=%00", "/api/links/%00"):  # fmt: skip
            assert served_ask(server, "GET", path, token).status_code == 400, path
        for path, body in [
            ("/api/me", {"name": "\0"}),
            ("/api/matches", {"game": "\0", "seats": seats}),
            ("/api/matches", {"game": "soluna", "seats": seats, "options": {"throw": "\0"}}),
            ("/api/matches", {"game": "soluna", "seats": seats, "components": "\0"}),
            (f"/api/matches/{id}/moves", {"text": "\0", "version": 1}),
            ("/api/games/solaris/boxes", {"files": {"\0": "\0"}}),
        ]:  # fmt: skip
            status = served_ask(server, "POST", path, token, json=body).status_code
            assert 400 <= status < 500, path
        said = served_ask(server, "POST", f"/api/matches/{id}/commands", token, json={"t": "say", "text": "a\0b"})  # fmt: skip
        assert said.status_code == 200
        with connect(f"ws://127.0.0.1:{server.port}/api/matches/%00/socket") as line:
            assert Line(line).frame()["status"] == 404
        assert '"level": "error"' not in (tmp_path / "log").read_text()
