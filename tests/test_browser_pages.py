"""Every page in a real browser: for everybody, on every screen, with and without the server."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from browser import DESKTOP, PHONE, SEATS, SHORT, play_out, taste
from sunroom.match import matchfile
from sunroom.match.match import Match

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python"
)

ZOOMED = (720, 450)  # 1440 by 900 at 200 %
STILL = [
    "home",
    "archive",
    "puzzles",
    *(f"{kind}-{game}" for kind in ("new", "rules", "learn") for game in SEATS),
    "box-solenia",  # drawn
    "box-guild-solo",  # in words
]
PAGES = [
    *STILL,
    "join",
    "known",
    "gathering",
    "lookback",
    "ended",
    *(f"table-{game}" for game in SEATS),
]


def open_page(person, name):
    """A page by its name, with something on it."""
    kind, _, game = name.partition("-")
    if name in STILL:
        person.open(
            {"home": "/", "archive": "/archive", "puzzles": "/puzzles"}.get(name, f"/{kind}/{game}")
        )
    elif kind == "table":
        others = ["ai:novice"] * (SEATS[game] - 1)
        person.sit_at(game, "me", *others, options=SHORT.get(game)).drew()
        random = Random(1)
        for _ in range(3):
            person.until(lambda: person.decides)
            person.play(taste(person.legal, random))
        person.until(lambda: person.decides)
    elif kind == "gathering":
        person.sit_at("soluna", "me", "open")
        person.page.locator(".qr").wait_for()
    elif kind == "join":
        host = person.twin()
        id = host.found("soluna", "me", "open")
        key = host.api("POST", f"/matches/{id}/links", {"kind": "invite"})["key"]
        person.open(f"/join/{key}")
    elif kind == "known":
        person.open(f"/join/{invited_to_a_known_deal(person.twin())}")
    elif kind == "lookback":
        person.sit_at("soluna", "me", "me", options=SHORT["soluna"])
        play_out(person)
        person.page.locator(".bar a[href*=look-back]").click()
        person.page.locator("svg").first.wait_for()
    elif kind == "ended":
        person.sit_at("soluna", "me", "me", options=SHORT["soluna"])
        play_out(person)
        person.page.get_by_test_id("ending").locator(".story a").wait_for()
    person.page.locator("main:not([aria-busy=true])").first.wait_for()
    person.page.wait_for_load_state("networkidle")
    return person


def invited_to_a_known_deal(host):
    """The key of an invitation to a match that its host has brought as a file."""
    text = matchfile.dumps(Match("soluna", ["Ada", "Ben"], seed=1))
    id = host.api("POST", "/imports", {"file": text, "name": "brought.json"})["id"]
    host.founded.append(id)
    host.api("POST", f"/matches/{id}/commands", {"t": "leave"})
    return host.api("POST", f"/matches/{id}/links", {"kind": "invite"})["key"]


# For everybody


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(visit, name):
    person = open_page(visit(), name)
    for theme in ("light", "dark"):
        person.page.emulate_media(color_scheme=theme)
        found = axe.Axe().run(person.page)
        assert found.violations_count == 0, f"{theme}: {found.generate_report()}"


# What is smaller than a finger, as far as it can be touched; links within a sentence may be small.
SMALL = """(least) => {
  const seen = [];
  const round = (box) => `${Math.round(box.width)}x${Math.round(box.height)} at ${Math.round(box.x)},${Math.round(box.y)}`;
  for (const one of document.querySelectorAll("a, button, summary, select, input, textarea, [role=button], [role=tab], [tabindex='0']")) {
    if (one.closest("[hidden], dialog:not([open]), .unseen") || !one.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    if (one.matches("[role=tabpanel], .panel") || one.disabled) continue;
    const inText = one.matches("a:not(.button)") && getComputedStyle(one).display === "inline"
      && [...one.parentElement.childNodes].some((node) => node !== one && node.textContent.trim());
    if (inText) continue;
    const target = one.matches("input[type=checkbox], input[type=radio]") && one.closest("label") || one;
    const box = target.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    if (box.width < least - .5 || box.height < least - .5) seen.push(`${one.outerHTML.slice(0, 90)} ${round(box)}`);
  }
  return seen;
}"""


@pytest.mark.parametrize("name", PAGES)
def test_everything_can_be_touched_on_a_phone(visit, name):
    person = open_page(visit(size=PHONE, touch=True), name)
    small = person.page.evaluate(SMALL, 44)
    assert not small, "\n".join(small)
    assert too_wide(person) == []


# What sticks out of the page, if the page can be moved sideways.
OUTSIDE = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > width + 1)
    .map((one) => one.outerHTML.slice(0, 90))
    .slice(-5)
    .concat(`${document.documentElement.scrollWidth} > ${width}`);
}"""
# Text that is cut off by a box that does not scroll.
CUT = """() => [...document.querySelectorAll("button, .button, p, h1, h2, h3, label, summary, li, td, th")]
  .filter((one) => {
    const style = getComputedStyle(one);
    const hides = (axis) => ["hidden", "clip"].includes(style[`overflow${axis}`]);
    return one.checkVisibility() && !one.matches(".unseen, .unseen *")
      && ((hides("X") && one.scrollWidth > one.clientWidth + 1) || (hides("Y") && one.scrollHeight > one.clientHeight + 1));
  })
  .map((one) => one.outerHTML.slice(0, 90))"""


def too_wide(person):
    return person.page.evaluate(OUTSIDE)


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_cut_off_at_200_percent(visit, name):
    """In German, where words are long."""
    person = open_page(visit(size=ZOOMED, scale=2, language="de"), name)
    assert too_wide(person) == []
    assert person.page.evaluate(CUT) == []
    for stage in person.page.locator(".stage").all():
        assert stage.bounding_box()["height"] > 200


PIECES = {"solenia": "a1", "soluna": "a", "solaris": "biotope"}  # one on each board


@pytest.mark.parametrize(
    "name", [f"{kind}-{game}" for game in PIECES for kind in ("learn", "table")]
)
def test_large_print_makes_the_board_larger(visit, name):
    """In pixels of the screen, of which one of the page has two then."""

    def width(size, scale):
        person = open_page(visit(size=size, scale=scale, language="de"), name)
        piece = person.page.locator(f'.stage [data-name~="{PIECES[name.partition("-")[2]]}"]')
        return piece.first.bounding_box()["width"] * scale

    assert width(ZOOMED, 2) >= width(DESKTOP, 1)


# The words of tabs lie beside each other.
OVER_EACH_OTHER = """() => {
  const boxes = [...document.querySelectorAll(".stage .tab text")].map((one) => one.getBoundingClientRect());
  return boxes.filter((one, n) => boxes.slice(0, n).some((other) => other.right > one.left + 1)).length;
}"""


@pytest.mark.parametrize("size", [ZOOMED, PHONE], ids=["zoomed", "phone"])
def test_tabs_do_not_run_into_each_other(visit, size):
    person = open_page(visit(size=size, language="de"), "learn-solenia")
    assert person.page.evaluate(OVER_EACH_OTHER) == 0


WATCHED = """() => {
  window.heights = new Set();
  const note = ([entry]) => window.heights.add(Math.round(entry.contentRect.height));
  new ResizeObserver(note).observe(document.querySelector(".stage"));
}"""


def test_a_board_keeps_its_size_when_the_turn_changes(visit):
    person = visit(size=PHONE, touch=True)
    person.sit_at("solaris", "me", "ai:novice", "ai:novice").drew()
    person.page.evaluate(WATCHED)
    random = Random(1)
    for _ in range(6):
        person.until(lambda: person.decides)
        person.play(taste(person.legal, random))
    heights = person.page.evaluate("[...window.heights]")
    assert len(heights) == 1, heights


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", SEATS)
def test_a_table_fits_on_the_screen(visit, game, size):
    person = open_page(visit(size=size, touch=size == PHONE), f"table-{game}")
    measures = person.page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    )
    assert measures[0] <= size[0]
    assert measures[1] <= size[1]
    for part in (".seats", ".stage", ".bar", ".rail"):
        box = person.page.locator(part).bounding_box()
        assert 0 <= box["x"] <= box["x"] + box["width"] <= size[0] + 1, part
        assert 0 <= box["y"] <= box["y"] + box["height"] <= size[1] + 1, part
    board = person.page.locator(".stage").bounding_box()
    assert board["height"] > size[1] * 0.4, board


# Language and light everywhere


@pytest.mark.parametrize("name", STILL)
def test_a_page_speaks_both_languages(visit, name):
    person = open_page(visit(language="de"), name)
    expect(person.page.locator("html")).to_have_attribute("lang", "de")
    german = person.page.locator("main").inner_text()
    person.page.get_by_role("button", name="English (EN)", exact=True).click()
    expect(person.page.locator("html")).to_have_attribute("lang", "en")
    expect(person.page.locator("main")).not_to_have_text(german, use_inner_text=True)
    missing = person.page.get_by_text(re.compile(r"^[a-z]+_[a-z_]+$"))
    expect(missing).to_have_count(0)


# A new table


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_deal_that_its_host_knows_is_told_before_one_sits(visit, language):
    said = {"en": "is known to its host", "de": "kennt die Ziehung"}[language]
    host, guest = visit(name="Ada"), visit(language=language)
    key = invited_to_a_known_deal(host)
    guest.open(f"/join/{key}")
    expect(guest.page.locator(".known")).to_contain_text(said)
    guest.page.locator("form button.quiet").click()  # looks first
    expect(guest.page.locator(".table .known")).to_contain_text(said)
    guest.page.locator(".seats button").first.click()
    guest.until(lambda: guest.about and guest.about.get("eye", -1) >= 0)
    expect(guest.page.locator(".table .known")).to_contain_text(said)
    guest.open("/")
    expect(guest.page.locator(".table-line small")).to_be_visible()


def test_only_those_who_play_can_be_first(visit):
    person = visit(name="Ada").open("/new/solenia")
    count = person.page.get_by_role("group", name="How many")
    first = person.page.get_by_role("group", name=re.compile("in the clouds"))
    count.get_by_label("4").check()
    person.page.get_by_text("Where the rules leave a question open").click()
    first.get_by_label("seat 4").check()
    count.get_by_label("3").check()

    expect(first.get_by_label("seat 4")).to_have_count(0)
    expect(first.get_by_label("by chance")).to_be_checked()
    person.button("Play").click()
    expect(person.page).to_have_url(re.compile("/match/"))


# What is fetched along with a page


def test_a_board_is_fetched_along_with_a_table_that_one_may_see(visit):
    person = visit()

    def fetched(path):
        return re.findall('"/page/([a-z]+)-', person.context.request.get(path).text())

    for visibility, board in (("link", ["board"]), ("private", [])):
        id = person.found("soluna", "me", "me", visibility=visibility)
        found = fetched(f"/match/{id}")
        assert [name for name in found if name == "board"] == board
        assert "early" in found
    assert "home" in fetched("/")
    assert "board" not in fetched("/match/%00")


# Without the server


def test_the_shell_opens_without_the_server_and_says_so(visit, cable):
    person = visit(address=cable.address).open("/")
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    person.page.wait_for_function("navigator.serviceWorker.controller !== null")
    manifest = person.context.request.get("/page/manifest.webmanifest").json()
    assert manifest["name"] == "Sunroom"
    assert manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        assert person.context.request.get(icon["src"]).ok, icon
    person.forgiving = True
    cable.cut()
    person.page.reload()
    expect(person.page.get_by_role("status")).to_contain_text("The server cannot be reached.")
    expect(person.page.locator(".brand")).to_be_visible()
    cable.mend()
    expect(person.page.locator(".banner")).to_have_count(0)
    expect(person.page.locator("main:not([aria-busy=true])").first).to_be_visible()


def test_everything_comes_from_this_server(visit, address):
    person, foreign = visit(), []
    person.page.on(
        "request",
        lambda request: (
            request.url.startswith((address, "blob:", "data:")) or foreign.append(request.url)
        ),
    )
    for name in ("home", "table-soluna", "rules-soluna"):
        open_page(person, name)
    assert foreign == []
