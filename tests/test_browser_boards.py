"""What all boards have in common, in front of a browser: keys, zoom, who is who, what moves when."""

import re
from pathlib import Path

import pytest

from browser import PHONE, SEATS
from sunroom import Match
from sunroom.match.matchfile import dumps

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import expect

FINISHED = Path(__file__).parent / "fixtures" / "matches" / "saved-solenia-finished.json"
FOCUSED = "(document.activeElement.closest('.stage') && document.activeElement.getAttribute('aria-label')) || null"


def at_table(visit, game, **how):
    """Somebody whose turn it is, at a table of people only."""
    person = visit(**how).sit_at(game, "me", *["me"] * (SEATS[game] - 1))
    curtain = person.page.locator(".curtain button")
    person.page.locator(".stage svg, .curtain button").first.wait_for()
    if curtain.count():
        curtain.click()
    person.until(lambda: person.decides, "the first turn")
    return person.drew()


# Keys


@pytest.mark.parametrize("game", SEATS)
def test_the_arrow_keys_go_from_place_to_place(visit, game):
    person = at_table(visit, game)
    keys, seen = person.page.keyboard, []
    keys.press("ArrowRight")  # from nowhere to what can be done
    seen.append(person.page.evaluate(FOCUSED))
    assert seen[0], "nothing is focused"
    for way in (
        "Left",
        "Left",
        "Up",
        "Up",
        "Right",
        "Down",
        "Left",
        "Down",
        "Right",
        "Up",
        "Up",
        "Left",
    ):
        keys.press(f"Arrow{way}")
        seen.append(person.page.evaluate(FOCUSED))
    assert None not in seen, "the focus has left the board"
    assert len(set(seen)) >= 4, seen


def test_the_arrow_keys_lead_to_what_cannot_be_chosen_and_enter_says_why(visit):
    person = at_table(visit, "solenia")
    space = person.page.locator('.stage .spot[data-name="c3"]')
    space.focus()
    person.page.keyboard.press("ArrowUp")
    expect(person.page.locator('.stage .spot[data-name="c4"]')).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(person.notice).not_to_be_empty()


def test_escape_lets_go_of_what_was_picked_and_closes_what_was_opened_last(visit):
    person = at_table(visit, "soluna")
    person.play("open")
    person.until(lambda: person.decides)
    tower = person.page.locator(".stage .spot.can").first
    tower.click()
    expect(tower).to_have_attribute("aria-pressed", "true")
    person.page.keyboard.press("Escape")
    expect(person.page.locator(".stage .spot.pressed")).to_have_count(0)


def test_escape_closes_the_discards_and_notes_on_a_board(visit):
    person = at_table(visit, "solaris")
    person.page.locator('[data-name="discards"]').click()
    expect(person.page.locator(".spread")).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(person.page.locator(".spread")).to_have_count(0)
    other = at_table(visit, "solenia")
    other.page.locator(".reconstructed .spot").click()
    expect(other.page.locator(".paper-note")).to_be_visible()
    other.page.keyboard.press("Escape")
    expect(other.page.locator(".paper-note")).to_have_count(0)


# What a phone shows at once

INSIDE = """(all) => {
  const stage = document.querySelector(".stage").getBoundingClientRect();
  const within = ({ left, top, right, bottom }) =>
    left >= stage.left - 1 && top >= stage.top - 1 && right <= stage.right + 1 && bottom <= stage.bottom + 1;
  return all.length > 0 && all.every((one) => within(one.getBoundingClientRect()));
}"""

OVERLAPS = """(all) => {
  const boxes = all.map((one) => one.getBoundingClientRect());
  const apart = (one, other) =>
    one.right <= other.left + 1 || other.right <= one.left + 1 || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
  return boxes.filter((one, n) => boxes.slice(0, n).some((other) => !apart(one, other))).length;
}"""


@pytest.mark.parametrize("seats", [2, 4])
def test_on_a_phone_one_plans_with_cards_tiles_goods_and_board_in_sight(visit, seats):
    person = visit(size=PHONE, touch=True)
    person.sit_at("solenia", "me", *["ai:novice"] * (seats - 1))
    person.until(lambda: person.decides, "the first turn")
    person.drew()
    for part in (".held .card", ".display .offer .spot", ".storage", ".strips .space"):
        assert person.page.eval_on_selector_all(f".stage {part}", INSIDE), part
    things = (
        ".held .card, .display .offer .spot, .strips .space, .tabs-bar .spot, .reconstructed .spot"
    )
    assert person.page.eval_on_selector_all(things, OVERLAPS) == 0


CUT_SHORT = """(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""


@pytest.mark.parametrize("count", [3, 5])
def test_on_a_phone_each_of_many_has_a_name_an_emblem_and_a_score(visit, count):
    """In German, where words are long."""
    person = visit(size=PHONE, touch=True, language="de")
    person.sit_at("solaris", "me", *["ai:novice"] * (count - 1)).drew()
    seats = person.page.locator(".seats li")
    assert person.page.eval_on_selector_all(".seats .name span, .seats .score", CUT_SHORT) == []
    for n in range(count):
        box = seats.nth(n).bounding_box()
        assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE[0]
        expect(seats.nth(n).locator(".emblem")).to_be_visible()
        expect(seats.nth(n).locator(".you-tag" if n == 0 else ".name")).to_be_visible()
    emblems = seats.locator(".emblem").evaluate_all("(all) => all.map((one) => one.innerHTML)")
    assert len(set(emblems)) == count


# What lies on a board


def test_what_a_tile_covers_stays_visible_and_the_discard_piles_open(visit):
    """At the end of a match of Solenia: bonuses lie beside their tiles, and all has left the board."""
    person = visit().open("/")
    brought = person.api("POST", "/imports", {"file": FINISHED.read_text("utf-8")})
    person.open(f"/match/{brought['id']}").drew()
    slot = person.page.locator(".slot.covered").first
    tile, printed = slot.locator(".delivered"), slot.locator(".printed .bonus")
    top, bottom = sorted((tile.bounding_box(), printed.bounding_box()), key=lambda box: box["y"])
    assert top["y"] + top["height"] <= bottom["y"] + 1
    assert printed.bounding_box()["height"] >= 12
    for part in ("stars", "The slot gives:"):
        assert part in slot.get_attribute("aria-label")

    person.page.locator(".discard-pile").click()
    piles = person.page.get_by_role("dialog", name="Discard piles")
    expect(piles.locator('[role="img"][data-name]').first).to_be_visible()
    assert piles.locator('[role="img"][data-name]').count() > 10
    person.page.keyboard.press("Escape")
    expect(piles).to_have_count(0)


SIGNS = {
    "solaris": {"bridges": "likely", "shuttles": "likely", "cards": "reconstructed", "halves": "reconstructed"},
}  # fmt: skip


@pytest.mark.parametrize("game", SIGNS)
def test_pieces_that_are_not_certain_bear_a_sign_that_says_how_sure_they_are(visit, game):
    """Reconstructed and likely, seen without asking; the sign leads to the rule that says why."""
    person = at_table(visit, game)
    for what, status in SIGNS[game].items():
        sign = person.page.locator(f".stage .unsure.{what}").first
        expect(sign).to_be_visible()
        assert status in sign.get_attribute("aria-label")
        assert re.fullmatch(r"L\w\w-\d+\.\d+a", sign.get_attribute("data-rule"))


def test_an_end_without_a_winner_by_the_laser_gives_its_reason_on_the_board(visit):
    """LAR-10.4: everybody passes for thirty rounds."""
    match = Match("solaris", seed=1)
    while not match.over:
        legal = match.legal()
        match.play("pass" if "pass" in legal else legal[0])
    person = visit().open("/")
    brought = person.api("POST", "/imports", {"file": dumps(match)})
    person.open(f"/match/{brought['id']}").drew()

    expect(person.page.locator(".stage .ending")).to_contain_text(
        "after round 30 the game ends all the same"
    )


def test_escape_closes_the_hint_and_the_list_of_choices(visit):
    person = visit()
    person.sit_at("soluna", "me", "me").drew()
    person.unfold()
    person.button("Hint").click()
    hint = person.page.locator(".bar .hint")
    hint.wait_for()

    person.page.keyboard.press("Escape")
    hint.wait_for(state="detached")
    assert person.actions.get_attribute("open") is not None
    person.page.keyboard.press("Escape")
    person.page.wait_for_function("!document.querySelector('details.actions').open")


def test_escape_closes_the_log_on_a_phone(visit):
    person = visit(size=PHONE, touch=True)
    person.sit_at("soluna", "me", "me").drew()
    person.page.get_by_role("tab", name="Log").click()
    panel = person.page.locator(".rail .panel")
    panel.wait_for()
    person.page.keyboard.press("Escape")
    panel.wait_for(state="hidden")


WHILE_FLYING = """() => {
  const scores = () => [...document.querySelectorAll('.seats .score')].map((one) => one.textContent).join();
  const before = scores();
  window.early = [];
  new MutationObserver(() => {
    if (scores() !== before && document.querySelector('.stage .flying')) window.early.push(scores());
  }).observe(document.querySelector('main.table'), { subtree: true, childList: true, characterData: true });
}"""


def test_what_is_in_the_air_is_not_scored_yet(visit):
    ada = visit(name="Ada", moving=True)
    id = ada.found("soluna", "me", "me", options={"pattern": "12-0-0-0", "rounds": "single"})
    state = ada.api("GET", f"/matches/{id}")["state"]
    for _ in range(11):  # who opens, and all stackings but the last
        move = {"text": state["legal"][0], "version": state["n"]}
        ada.api("POST", f"/matches/{id}/moves", move)
        state = ada.api("GET", f"/matches/{id}")["state"]
    ada.look_at(id).drew()
    ada.page.evaluate(WHILE_FLYING)
    before = ada.page.locator(".seats .score").all_inner_texts()
    ada.play(state["legal"][0])
    ada.until(lambda: ada.page.locator(".seats .score").all_inner_texts() != before, "a star")
    assert ada.page.evaluate("window.early") == []
