"""Sunroom behind nginx, with the very file that docs/server.md tells people to copy."""

import gzip
import json
import os
import pwd
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from served import Served, free_port
from sunroom.server import limits
from sunroom.server.http.connection import BODY_WITHIN, HEAD_WITHIN

CONF = Path(__file__).parents[1] / "deploy" / "nginx.conf"
PATH = os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin"  # not everybody's has these
NGINX, OPENSSL = (shutil.which(program, path=PATH) for program in ("nginx", "openssl"))
for program, path in {"nginx": NGINX, "openssl": OPENSSL}.items():
    if path is None:
        why = f"{program} is not installed here: apt-get install {program}"
        pytest.skip(why, allow_module_level=True)

MOST = 20  # connections of one address; the file has more, which would take the tests too long
# What an unprivileged nginx needs that runs alone. It forgets quiet connections after two seconds,
# so that nothing passes that leans on nginx's own minute; and it logs as Debian's does.
MAIN = """
daemon off;
user {user};
worker_processes 1;
pid {folder}/pid;
error_log {folder}/main-error.log;
events {{ worker_connections 256; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    access_log {folder}/main.log;
    proxy_read_timeout 2s;
    include {folder}/sunroom.conf;
}}
"""


class Proxy:
    """nginx on loopback with ports, certificate and logs of its own."""

    def __init__(self, folder, upstream):
        self.folder = Path(folder)
        self.port, self.plain = free_port(), free_port()
        self.address = f"https://localhost:{self.port}"
        user = pwd.getpwuid(os.getuid()).pw_name
        (self.folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=user))
        (self.folder / "sunroom.conf").write_text(self.filled_in(upstream))
        self.certify()
        self.trust = ssl.create_default_context(cafile=self.folder / "certificate.pem")

    def filled_in(self, upstream):
        """The file as somebody fills it in for this machine."""
        certificates = "/etc/letsencrypt/live/sunroom.example.org"
        text = CONF.read_text()
        for old, new in {
            "server 127.0.0.1:8700;": f"server 127.0.0.1:{upstream};",
            "server_name sunroom.example.org;": "server_name localhost;",
            f"{certificates}/fullchain.pem;": f"{self.folder}/certificate.pem;",
            f"{certificates}/privkey.pem;": f"{self.folder}/key.pem;",
            "listen 443 ": f"listen 127.0.0.1:{self.port} ",
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen [::]:": "# no IPv6 on every machine: ",
            " /var/log/nginx/": f" {self.folder}/",
            "limit_conn addresses 256;": f"limit_conn addresses {MOST};",
            "client_header_timeout 15s;": "client_header_timeout 1s;",
        }.items():
            assert old in text, f"{CONF.name} has no {old!r} any more"
            text = text.replace(old, new)
        return text

    def certify(self):
        subprocess.run(
            [
                OPENSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                "-nodes", "-days", "2", "-subj", "/CN=localhost",
                "-addext", "subjectAltName=DNS:localhost",
                "-keyout", self.folder / "key.pem", "-out", self.folder / "certificate.pem",
            ],
            check=True, capture_output=True,
        )  # fmt: skip

    @contextmanager
    def running(self):
        said = (self.folder / "said").open("w+")
        command = [NGINX, "-e", self.folder / "start.log", "-c", self.folder / "nginx.conf"]
        process = subprocess.Popen(command, stdout=said, stderr=said)
        try:
            self.await_port(process)
            yield self
        finally:
            process.terminate()
            process.wait(20)
            said.close()

    def await_port(self, process):
        end = time.monotonic() + 20
        while time.monotonic() < end and process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError((self.folder / "said").read_text())

    def client(self, source="127.0.0.1", **more):
        """A browser at an address of its own; all of 127/8 is this machine."""
        transport = httpx.HTTPTransport(verify=self.trust, local_address=source)
        return httpx.Client(base_url=self.address, transport=transport, timeout=20, **more)

    def socket(self, path, client=None, *, source="127.0.0.1", **headers):
        cookies = client.cookies.items() if client else ()
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies)}
        return connect(
            f"wss://localhost:{self.port}{path}", ssl=self.trust, open_timeout=20,
            additional_headers=cookie | {"Origin": self.address} | headers,
            source_address=(source, 0),
        )  # fmt: skip

    def logs(self):
        """Everything that nginx has written, by file."""
        return {file.name: file.read_text() for file in self.folder.glob("*.log")}


@contextmanager
def behind_nginx(*more):
    """A server, and nginx in front of it."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sunroom-proxy-"))
        places = [Path(folder) / name for name in ("sunroom", "nginx")]
        for place in places:
            place.mkdir()
        served = stack.enter_context(Served(places[0], more=("--proxies", "127.0.0.1", *more)))
        yield served, stack.enter_context(Proxy(places[1], served.port).running())


@pytest.fixture(scope="module")
def house():
    with behind_nginx() as pair:
        yield pair


@pytest.fixture
def proxy(house):
    return house[1]


def new_match(client, *, visibility="link", seats=("me", "me")):
    """A guest comes in and creates a match."""
    client.post("/api/me", json={"name": "Ada"}).raise_for_status()
    wish = {
        "game": "soluna", "seats": [{"kind": kind} for kind in seats], "visibility": visibility,
    }  # fmt: skip
    return client.post("/api/matches", json=wish).raise_for_status().json()


def state_of(client, id):
    return client.get(f"/api/matches/{id}").raise_for_status().json()["state"]


def play_something(client, id):
    state = state_of(client, id)
    move = {"text": state["legal"][0], "version": state["n"]}
    return client.post(f"/api/matches/{id}/moves", json=move).raise_for_status().json()["n"]


# What everybody does


def test_page_and_api_are_served_over_https_and_http_leads_there(proxy):
    with proxy.client() as client:
        page = client.get("/")
        assert page.status_code == 200
        assert "Sunroom" in page.text
        assert "max-age" in page.headers["strict-transport-security"]
        assert page.headers["x-content-type-options"] == "nosniff"
        assert "soluna" in {game["name"] for game in client.get("/api/games").json()}
        plain = client.get(f"http://localhost:{proxy.plain}/match/abc?key=k")
        assert plain.status_code == 301
        assert plain.headers["location"] == "https://localhost/match/abc?key=k"


def test_the_cookie_of_a_guest_is_secure(proxy):
    with proxy.client() as client:
        answer = client.post("/api/me", json={"name": "Ada"}, headers={"Origin": proxy.address})
        assert answer.status_code == 200
        marks = {mark.strip().lower() for mark in answer.headers["set-cookie"].split(";")}
        assert {"secure", "httponly", "samesite=lax"} <= marks
        assert client.get("/api/me").json()["name"] == "Ada"


def test_other_sites_cannot_act_for_a_guest(proxy):
    with proxy.client() as client:
        made = new_match(client)
        for foreign in ("https://evil.example", "https://localhost"):  # another port, another site
            answer = client.post("/api/matches", json={}, headers={"Origin": foreign})
            assert answer.status_code in (400, 403)
            answer = client.post("/api/me", json={"name": "Eve"}, headers={"Origin": foreign})
            assert answer.status_code == 403
            with pytest.raises(InvalidStatus):
                proxy.socket(f"/api/matches/{made['id']}/socket", client, Origin=foreign)


def test_nginx_compresses_and_sunroom_need_not(proxy):
    with proxy.client() as client, client.stream("GET", "/api/games") as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["vary"] == "Accept-Encoding"
        assert json.loads(gzip.decompress(b"".join(answer.iter_raw())))
        assert "content-length" not in answer.headers  # nginx's stream: Sunroom says how long


def test_a_body_may_be_two_megabytes(proxy):
    with proxy.client() as client:
        client.post("/api/me", json={}).raise_for_status()
        large, too_large = "x" * 2**20, "x" * 2**21
        answer = client.post("/api/imports", json={"file": large})
        assert answer.status_code in (400, 409)  # Sunroom has read it: it is no match file
        assert answer.json()["text"]
        refused = client.post("/api/imports", json={"file": too_large})
        assert refused.status_code == 413
        assert "nginx" in refused.text


# What stays open


def test_a_move_is_played_over_a_socket_that_may_be_quiet(proxy):
    with proxy.client() as client:
        id = new_match(client, visibility="private")["id"]
        with proxy.socket(f"/api/matches/{id}/socket", client) as ws:
            about, state = (json.loads(ws.recv(20)) for _ in range(2))
            assert about["t"] == "match"
            assert about["host"]
            time.sleep(3)  # longer than this nginx waits for others
            move = {"t": "play", "text": state["legal"][0], "version": state["n"], "ref": 7}
            ws.send(json.dumps(move))
            frames = [json.loads(ws.recv(20)) for _ in range(2)]
            assert {"t": "done", "ref": 7, "n": state["n"] + 1} in frames
        assert state_of(client, id)["n"] == state["n"] + 1


def test_a_stream_tells_at_once_and_stays_open_when_nothing_happens(proxy):
    with proxy.client() as client, proxy.client() as other:
        id = new_match(client)["id"]
        other.cookies = client.cookies
        with client.stream("GET", f"/api/matches/{id}/stream", timeout=20) as answer:
            assert answer.headers["content-type"].startswith("application/x-ndjson")
            assert "content-encoding" not in answer.headers
            frames = (json.loads(line) for line in answer.iter_lines() if line)
            assert [next(frames)["t"] for _ in range(2)] == ["match", "state"]
            for quiet in (0, 3):  # longer than this nginx waits for others
                time.sleep(quiet)
                assert play_something(other, id) == next(frames)["n"]


# What stays inside


def test_figures_are_not_shown_outside(house):
    served, proxy = house
    with proxy.client() as client:
        for path in ("/metrics", "/metrics/", "//metrics", "/%6detrics", "/x/../metrics?a=b"):
            answer = client.get(proxy.address + path)
            assert answer.status_code == 403, path
            assert "sunroom_" not in answer.text
    assert "sunroom_commands" in httpx.get(f"{served.address}/metrics").text


def claim(n):
    """What a client says that hopes to be taken for others."""
    return {"X-Forwarded-For": f"203.0.113.{n}", "Forwarded": f"for=203.0.113.{n}"}


def test_the_limit_counts_the_address_of_the_client_and_not_of_nginx():
    with behind_nginx("--limit", "1") as (_, proxy):  # one guest at once, one more every 20 seconds

        def come_in(source, **headers):
            with proxy.client(source) as client:
                return client.post("/api/me", json={}, headers=headers).status_code

        def knock(source, **headers):
            with proxy.socket("/api/matches/none/socket", source=source, **headers) as ws:
                return json.loads(ws.recv(20))["status"]

        assert come_in("127.0.0.2") == 200
        assert come_in("127.0.0.2") == 429
        assert come_in("127.0.0.2", **claim(1)) == 429
        assert come_in("127.0.0.3") == 200
        assert come_in("127.0.0.1", **claim(2)) == 200  # nginx's own, and here a third client's
        assert come_in("127.0.0.1", **claim(3)) == 429
        assert any(knock("127.0.0.4", **claim(n)) == 429 for n in range(30))
        assert knock("127.0.0.5") == 404


def test_no_log_holds_the_key_of_an_invitation():
    with behind_nginx() as (served, proxy), proxy.client() as client:
        made = new_match(client, visibility="private", seats=("me", "open"))
        id, key = made["id"], made["invites"][0]["key"]
        paths = [f"/join/{key}", f"/api/links/{key}", f"/api/matches/{id}?key={key}"]
        paths += [f"//join//{key}", f"/%6aoin/{key}"]
        plain = f"http://localhost:{proxy.plain}"
        headers = {"Referer": f"{proxy.address}/join/{key}", "User-Agent": key}
        for path in [*paths, *(plain + path for path in paths)]:
            client.get(path if "://" in path else proxy.address + path, headers=headers)
        with proxy.client() as guest, proxy.socket(
            f"/api/matches/{id}/socket?key={key}", guest
        ) as ws:  # fmt: skip
            assert json.loads(ws.recv(20))["id"] == id
        served.stop()
        for path in paths:  # what nginx complains about
            assert client.get(proxy.address + path).status_code == 502
        logs = proxy.logs() | {"sunroom serve": (served.folder / "log").read_text()}
    assert "GET /join/- 200" in logs["sunroom.log"]
    assert f"GET /api/matches/{id} 502" in logs["sunroom.log"]
    assert [name for name, text in logs.items() if key in text] == []


# How much of it


def test_an_address_may_hold_so_much_open_and_others_are_served(proxy):
    with proxy.client() as client, ExitStack() as stack:
        id = new_match(client)["id"]
        path = f"/api/matches/{id}/socket"
        for _ in range(MOST):
            stack.enter_context(proxy.socket(path, source="127.0.0.7"))
        with pytest.raises(InvalidStatus) as refused:
            proxy.socket(path, source="127.0.0.7")
        assert refused.value.response.status_code == 429
        stack.enter_context(proxy.socket(path, source="127.0.0.8"))
        assert client.get("/").status_code == 200


def test_a_head_is_so_large_and_comes_in_so_soon(proxy):
    with proxy.client() as client:
        assert client.get("/", headers={"a": "b" * 8000}).status_code == 200
        assert client.get("/", headers={"a": "b" * 9000}).status_code == 431
        many = {f"a{n}": "b" * 8000 for n in range(5)}
        assert client.get("/", headers=many).status_code == 431
        assert client.get("/" + "a" * 9000).status_code == 414
    for port in (proxy.plain, proxy.port):
        with socket.create_connection(("127.0.0.1", port), 20) as raw:
            line = raw if port == proxy.plain else proxy.trust.wrap_socket(raw, server_hostname="localhost")  # fmt: skip
            line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            line.settimeout(10)
            assert b" 200 " not in line.recv(1000)
            line.close()


def test_nginx_bounds_what_sunroom_bounds():
    text = CONF.read_text()
    assert text.count(f"limit_conn addresses {limits.CONNECTIONS.address};") == 2
    assert text.count(f"client_header_timeout {HEAD_WITHIN:g}s;") == 2
    assert f"client_body_timeout {BODY_WITHIN:g}s;" in text
    lines, size = limits.HEAD.each // limits.HEADER.each, limits.HEADER.each // limits.KIB
    assert f"large_client_header_buffers {lines} {size}k;" in text
    assert f"client_max_body_size {limits.BODY.each // limits.MIB}m;" in text
