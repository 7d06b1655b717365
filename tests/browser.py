"""People in front of real browsers: Chromium, driven by Playwright.

The fixtures are handed out by conftest.py. Playwright keeps an event loop in the thread while it
runs, so a browser is there for one file of tests only; the server stays for all.
"""

import contextlib
import json
import shutil
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest
from filelock import FileLock

from guests import whole
from served import Served

ROOT = Path(__file__).parents[1]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 30  # seconds until something must be on the page
LONG = 240  # seconds that a match may take on a busy machine
DESKTOP, TABLET, PHONE = (1440, 900), (768, 1024), (360, 740)
SEATS = {"soluna": 2, "solenia": 2, "solaris": 3, "guild-solo": 1}  # the fewest, against others
SHORT = {"soluna": {"rounds": "single"}, "solaris": {"ending": "race"}}  # options that end soon


# Server and browser


@pytest.fixture(scope="session")
def page_built(tmp_path_factory):
    """The page is as it is in the sources now."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed here: apt-get install chromium")
    pytest.importorskip("playwright.sync_api", reason="pip install playwright")
    with FileLock(tmp_path_factory.getbasetemp().parent / "page.lock"):  # one worker builds
        subprocess.run([sys.executable, ROOT / "web" / "build.py"], check=True)


@pytest.fixture(scope="session")
def address(page_built, tmp_path_factory, worker_id):
    """A server with the games of this repository."""
    with Served(tmp_path_factory.mktemp(f"house-{worker_id}")) as server:
        yield server.address


@pytest.fixture(scope="module")
def chromium(address):
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        how = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=how)
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium, address):
    """Calls somebody in. Nobody's page has complained when the test is over."""
    visitors = []

    def come(**how):
        visitors.append(Visitor(chromium, how.pop("address", address), **how))
        return visitors[-1]

    yield come
    complaints = [line for one in visitors for line in one.leave()]
    assert not complaints, "\n".join(complaints)


@pytest.fixture
def cable(address):
    """A way to the server that can be cut."""
    with Cable(int(address.rpartition(":")[2])) as line:
        yield line


class Cable:
    """Hands bytes on between browsers and the server, unless it is cut."""

    def __init__(self, port):
        self.target = ("127.0.0.1", port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.whole = True
        self.hushed = False
        self.ends = set()
        self.threads = [threading.Thread(target=self._accept)]

    def __enter__(self):
        self.threads[0].start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.cut()
        for thread in self.threads:
            thread.join()
        self.listener.close()

    def cut(self):
        self.whole = False
        for end in list(self.ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def hush(self):
        """Nothing gets through any more, and nobody is told."""
        self.hushed = True

    def mend(self):
        if self.hushed:
            self.cut()
        self.whole, self.hushed = True, False

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                if not self.whole or self.hushed:
                    near.close()
                    continue
                far = socket.create_connection(self.target)
                self.ends |= {near, far}
                pair = threading.Thread(target=self._serve, args=(near, far))
                self.threads.append(pair)
                pair.start()

    def _serve(self, near, far):
        back = threading.Thread(target=self._pass_on, args=(far, near))
        back.start()
        self._pass_on(near, far)
        back.join()
        self.ends -= {near, far}
        near.close()
        far.close()

    def _pass_on(self, source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not self.hushed:
                    target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


# People


class Visitor:
    """Somebody at a browser of their own, who has never been here.

    What the server sends is overheard, so that a test knows what the page ought to show.
    """

    def __init__(self, chromium, address, *, name=None, language="en", theme="light", size=DESKTOP, scale=1,
                 moving=False, pace="off", touch=False, sounds="false"):  # fmt: skip
        self.chromium, self.address = chromium, address
        self.others, self.founded = [], []
        self.context = chromium.new_context(
            base_url=address, locale={"en": "en-GB", "de": "de-DE"}[language], color_scheme=theme,
            viewport={"width": size[0], "height": size[1]}, device_scale_factor=scale,
            reduced_motion="no-preference" if moving else "reduce", has_touch=touch,
        )  # fmt: skip
        if pace is not None:
            self.context.add_init_script(f"localStorage['sunroom.pace'] ??= '\"{pace}\"'")
        if sounds is not None:
            self.context.add_init_script(f"localStorage['sunroom.sounds'] ??= '{sounds}'")
        self.complaints = []
        self.forgiving = False  # while the server is away, a page may complain
        self.state = self.about = None
        self.sockets = 0
        self.api("POST", "/me", {"name": name} if name else {})
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.page.on("pageerror", lambda error: self._complain(str(error)))
        self.page.on("console", self._console)
        self.page.on("websocket", self._overhear)

    def twin(self):
        """Somebody else at the same server, who leaves with this one."""
        self.others.append(Visitor(self.chromium, self.address))
        return self.others[-1]

    def leave(self):
        """Opponents do not think on about matches that nobody plays."""
        for id in self.founded:
            self.context.request.post(f"/api/matches/{id}/commands", data={"t": "abort"})
        self.context.close()
        return [*self.complaints, *(line for one in self.others for line in one.leave())]

    def _complain(self, text):
        if not self.forgiving:
            self.complaints.append(text)

    def _console(self, message):
        if message.type in ("error", "warning"):
            self._complain(f"{message.text} {message.location.get('url', '')}")

    def _overhear(self, stream):
        self.sockets += 1
        seen = None  # on this line: one that is being replaced may still bring something

        def hear(payload):
            for line in payload.split("\n"):
                take(json.loads(line))

        def take(frame):
            nonlocal seen
            if frame["t"] in ("state", "change"):
                self.state = seen = frame if frame["t"] == "state" else whole(seen, frame)
            elif frame["t"] == "match":
                self.about = frame

        stream.on("framereceived", hear)

    # Where

    def open(self, path):
        self.page.goto(path)
        return self

    def api(self, method, path, data=None):
        # The server may close an idle connection just when it is used again, as browsers expect.
        again = 2 if method == "GET" else 0
        answer = self.context.request.fetch(
            f"/api{path}", method=method, data=data, max_retries=again
        )
        assert answer.ok, answer.text()
        return answer.json()

    def found(self, game, *seats, options=None, **more):
        """A match of one's own; a seat is `me`, `open` or `ai:LEVEL`. Its id."""
        wishes = [{"kind": "ai", "level": seat[3:]} if seat.startswith("ai:") else {"kind": seat} for seat in seats]  # fmt: skip
        wish = {"game": game, "seats": wishes, "options": options or {}, **more}
        self.founded.append(self.api("POST", "/matches", wish)["id"])
        return self.founded[-1]

    def sit_at(self, game, *seats, **how):
        """Found a match and look at it."""
        return self.look_at(self.found(game, *seats, **how))

    def look_at(self, id, query=""):
        self.open(f"/match/{id}{query}")
        self.page.locator("main.table").wait_for()
        self.id = id
        return self

    def come_by(self, link):
        """Follow an invitation, and take the seat if the page asks."""
        self.open(link[link.index("/join/") :])
        self.page.locator("main.table, main button.main").first.wait_for()
        if not self.page.locator("main.table").count():
            self.page.locator("main button.main").first.click()
        self.page.locator("main.table").wait_for()
        self.id = self.page.url.partition("/match/")[2].partition("?")[0]
        return self

    def reload(self):
        self.state = None
        self.page.reload()
        self.page.locator("main.table").wait_for()

    def until(self, true, what="it"):
        """Wait for something that is overheard; an opponent's first thought may be compiled first."""
        end = time.monotonic() + LONG
        while not (found := true()):
            assert time.monotonic() < end, f"{what} did not happen; {self.page.inner_text('body')}"
            self.page.wait_for_timeout(10)
        return found

    # What stands on the page

    @property
    def headline(self):
        return self.page.get_by_test_id("headline")

    @property
    def log(self):
        return self.page.get_by_test_id("log").locator("li")

    @property
    def notice(self):
        return self.page.get_by_role("alert")

    @property
    def actions(self):
        return self.page.locator("details.actions")

    @property
    def legal(self):
        """Everything that is offered as a list, as the page has it."""
        return self.page.eval_on_selector_all(
            "details.actions [data-action]", "all => all.map((one) => one.dataset.action)"
        )

    @property
    def over(self):
        return self.state is not None and self.state["status"] in ("over", "aborted")

    @property
    def decides(self):
        """Whether the page offers what the server has offered last."""
        offered = self.state.get("legal") if self.state and not self.over else None
        return bool(offered) and sorted(self.legal) == sorted(offered)

    def button(self, name, **how):
        return self.page.get_by_role("button", name=name, exact=True, **how)

    def menu(self):
        self.button("Menu").click()
        return self.page.get_by_role("dialog")

    # Playing

    def play(self, text):
        """From the list, with the pointer."""
        before = self.state["n"]
        self.unfold()
        self.actions.locator(f'[data-action="{text}"]').click()
        self.until(lambda: self.state["n"] > before, text)

    def typed(self, text):
        """In notation, which only shows itself to who asks for it."""
        self.unfold()
        field = self.actions.get_by_role("textbox")
        if field.count() == 0:
            self.actions.locator(".typed > button").click()
        field.fill(text)
        field.press("Enter")
        return field

    def unfold(self):
        if self.actions.get_attribute("open") is None:
            self.actions.locator("summary").press("Enter")

    def tab_to(self, selector, most=400):
        """With the keyboard alone."""
        for _ in range(most):
            if self.page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not get to {selector}")

    def drew(self):
        """Wait until the board is there."""
        self.page.locator(".stage svg").first.wait_for()
        return self


def taste(legal, random):
    """Any choice, but a long turn is not made longer and a pass is welcome."""
    for word, share in (("done", 1), ("pass", 0.8)):
        if word in legal and random.random() < share:
            return word
    return random.choice(legal)


def play_out(*people, seed=1, between=lambda decisions: None):
    """A whole match: whoever can, decides. *between* is called before each decision. How many."""
    random = Random(seed)
    end = time.monotonic() + LONG
    decisions = 0
    while not all(one.over for one in people):
        assert time.monotonic() < end, [one.state and one.state["n"] for one in people]
        for one in people:
            if one.decides:
                between(decisions)
                one.until(lambda one=one: one.state, "coming back")
                one.play(taste(one.state["legal"], random))
                decisions += 1
        people[0].page.wait_for_timeout(2)
    return decisions
