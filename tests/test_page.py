"""The plain page in a real browser: Chromium, driven through its DevTools protocol."""

import json
import shutil
import string
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.sync.client import connect

from served import Served
from sunroom.kernel.catalogue import known_games, load
from sunroom.server.app import PAGE

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 15  # seconds until something must be on the page
COMPLAINTS = ("Runtime.exceptionThrown", "Log.entryAdded")


class Browser:
    """A Chromium of the test's own. What its pages complain about is kept."""

    def __init__(self, socket):
        self.socket = socket
        self.calls = 0
        self.complaints = []

    def call(self, method, session=None, **params):
        self.calls += 1
        message = {"id": self.calls, "method": method, "params": params}
        self.socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
        while (answer := json.loads(self.socket.recv(PATIENCE))).get("id") != self.calls:
            self._note(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def _note(self, event):
        method, params = event.get("method"), event.get("params", {})
        said = method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning")
        barred = method == "Audits.issueAdded" and "SecurityPolicy" in params["issue"]["code"]
        if said or barred or method in COMPLAINTS:
            self.complaints.append(json.dumps(params)[:2000])

    def page(self, address, language="en-GB", width=1200):
        """A page for somebody who has never been here."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        made = self.call("Target.createTarget", url="about:blank", browserContextId=context)
        attached = self.call("Target.attachToTarget", targetId=made["targetId"], flatten=True)
        page = Page(self, attached["sessionId"])
        for domain in ("Runtime", "Log", "Audits", "Page"):
            page.call(f"{domain}.enable")
        page.call("Emulation.setUserAgentOverride", userAgent="Chromium", acceptLanguage=language)
        page.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=900, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip
        page.call("Page.navigate", url=address)
        return page


class Page:
    def __init__(self, browser, session):
        self.browser = browser
        self.session = session

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def ask(self, expression):
        """The value of an expression; nothing while the page is being changed for another."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        return answer["result"].get("value")

    def await_(self, expression):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if value := self.ask(expression):
                return value
            time.sleep(0.05)
        raise AssertionError(f"{expression}\n{self.ask('document.body.innerText')}")

    def await_text(self, text):
        self.await_(f"document.body.innerText.includes({json.dumps(text)})")

    def click(self, selector):
        """With the mouse, where a person would click: what is covered or disabled does nothing."""
        found = json.dumps(selector)
        self.await_(f"document.querySelector({found}) !== null")
        where = self.ask(f"""(() => {{
            const one = document.querySelector({found});
            one.scrollIntoView({{block: "center"}});
            const box = one.getBoundingClientRect();
            return {{x: box.x + box.width / 2, y: box.y + box.height / 2}};
        }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **where)

    def write(self, selector, text):
        self.click(selector)
        self.call("Input.insertText", text=text)
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", text="\r",
                      windowsVirtualKeyCode=13)  # fmt: skip

    def text(self, selector):
        return self.ask(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")


@contextmanager
def chromium():
    """Skips the test, in a line that says what is missing, where there is none."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed here: apt-get install chromium")
    with tempfile.TemporaryDirectory(prefix="sunroom-page-", ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            port, path = where_it_listens(Path(folder) / "DevToolsActivePort")
            with connect(f"ws://127.0.0.1:{port}{path}", max_size=None) as socket:
                yield Browser(socket)
        finally:
            process.terminate()
            process.wait(20)


def where_it_listens(file):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if file.exists() and len(lines := file.read_text().split()) == 2:
            return lines
        time.sleep(0.02)
    raise AssertionError("Chromium does not say where it listens")


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed here: apt-get install chromium")
    with Served(tmp_path_factory.mktemp("page")) as server:
        yield server.address


@pytest.fixture(scope="module")
def started():
    with chromium() as browser:
        yield browser


@pytest.fixture
def browser(started):
    started.complaints.clear()
    yield started
    started.call("Browser.getVersion")  # reads what has been complained about until now
    assert started.complaints == []


def test_a_move_against_the_computer_is_played_by_clicking(address, browser):
    page = browser.page(address)
    page.click("[data-key=against-soluna]")
    page.await_text("Do you open the round")
    page.click("[data-key=play-open]")
    page.await_text("opens the round.")
    page.click(".tower:enabled")
    page.click(".tower.base")
    page.await_("document.querySelectorAll('#log li').length >= 4")
    told = page.text("#log").splitlines()
    assert told[2].startswith("Player 1 puts a onto "), told
    assert told[3].startswith("Club puts "), told


def test_every_game_can_be_opened_on_a_phone_in_german(address, browser):
    page = browser.page(address, "de-DE", width=390)
    for button in ("against-soluna", "against-solenia", "against-solaris", "alone-guild-solo"):
        page.click(f"[data-key={button}]")
        page.await_("document.querySelector('.board')?.innerText.length > 20")
        assert page.ask("document.documentElement.lang") == "de"
        assert page.ask("document.documentElement.scrollWidth") == 390
        page.click(".brand")
        page.await_(
            "location.pathname === '/' && document.querySelectorAll('.games button').length > 0"
        )
    assert page.ask("document.querySelectorAll('.lines li').length") == 4


def test_a_friend_comes_by_link_and_what_is_said_stays_text(address, browser):
    host = browser.page(address)
    host.click("[data-key=friend-soluna]")
    link = host.await_("document.querySelector('.invite input')?.value")
    friend = browser.page(link, "de-DE")
    friend.await_text("Spieler 2 (du)")
    host.click("[data-key=play-follow]")
    friend.await_text("spielt als Zweiter.")
    friend.write("#say", "<img src=x onerror=alert(1)> hello")
    host.await_text("<img src=x onerror=alert(1)> hello")
    assert host.ask("document.querySelectorAll('#main img').length") == 0
    friend.await_text("Du bist dran")


def test_moves_wait_for_confirmation_where_that_is_wanted(address, browser):
    page = browser.page(address)
    page.click("[data-key=against-soluna]")
    page.click("[data-key=confirm]")
    page.await_("document.querySelector('[data-key=confirm]').checked")
    page.click("[data-key=play-open]")
    page.await_text("1 decision waits for your confirmation")
    page.click("[data-key=Undo]")
    page.await_text("Do you open the round")
    page.click("[data-key=play-follow]")
    page.click("[data-key=Confirm]")
    page.await_("document.querySelectorAll('#log li').length >= 3")
    told = page.text("#log").splitlines()
    assert told[1] == "Player 1 plays second.", told


@pytest.mark.parametrize("name", known_games())
def test_the_page_can_say_everything_that_a_game_says(name):
    """It knows {name} and {name!r}; formats of Python it does not know."""
    for id, entry in load(name).words.entries.items():
        for text in entry.values():
            for _, field, form, conversion in string.Formatter().parse(str(text)):
                assert field is None or field.isidentifier(), f"{name} {id}: {text}"
                assert not form, f"{name} {id}: {text}"
                assert conversion in (None, "r"), f"{name} {id}: {text}"


def test_the_words_of_the_page_are_in_both_languages():
    for id, entry in json.loads((PAGE / "words.json").read_text("utf-8")).items():
        fields = {
            language: {field for _, field, _, _ in string.Formatter().parse(entry[language])}
            for language in ("en", "de")
        }
        assert fields["en"] - {None} == fields["de"] - {None}, id


def test_the_page_makes_no_markup_of_text():
    source = (PAGE / "table.js").read_text("utf-8")
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert way not in source
