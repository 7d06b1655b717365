"""Learning in a real browser: tutorials, "What is this?", rules to read and behind refusals."""

import pytest
from playwright.sync_api import expect

from browser import PHONE, SEATS


def coach(person):
    return person.page.get_by_test_id("coach")


def learn(person, game):
    person.open(f"/learn/{game}")
    coach(person).wait_for()
    return person


def step(person):
    return coach(person).locator(".count").inner_text()


def go_on(person):
    """Read on, or let the coach show what to do; until the step is another."""
    before = step(person)
    button = coach(person).locator(".next").or_(coach(person).get_by_role("button", name="Show me"))
    button.click()
    expect(coach(person).locator(".count")).not_to_have_text(before)


# Tutorials


@pytest.mark.parametrize("game", SEATS)
def test_a_tutorial_leads_to_its_end_and_leaves_nothing_behind(visit, game):
    person = learn(visit(), game)
    while step(person) != "Done":
        expect(coach(person).get_by_role("button", name="Start again")).to_have_count(0)
        go_on(person)
    coach(person).locator(".row .main").click()
    person.page.wait_for_url("**/match/*")
    mine = person.api("GET", "/matches?mine=true")
    assert [match["status"] for match in mine] == ["playing"]
    assert person.page.url.endswith(mine[0]["id"])


def test_another_choice_is_answered_with_a_friendly_word_and_the_step_stays(visit):
    person = learn(visit(), "soluna")
    board = person.page.locator(".stage")
    expect(board.locator(".can")).to_have_count(0)
    while "Step 3" not in step(person):
        go_on(person)
    assert person.legal == ["a>b"]
    person.typed("c>g")
    expect(person.notice).to_contain_text("take what is lit")
    assert "Step 3" in step(person)
    expect(board.locator("[data-lit]").first).to_be_visible()


def test_who_comes_back_goes_on_where_they_were(visit):
    person = learn(visit(), "soluna")
    for _ in range(4):
        go_on(person)
    before = step(person)
    person.reload()
    expect(coach(person).locator(".count")).to_have_text(before)
    person.button("Leave").click()
    person.page.wait_for_url("**/")
    assert "Step 1" in step(learn(person, "soluna"))


def test_the_keyboard_is_enough_for_a_tutorial(visit):
    person = learn(visit(), "soluna")
    person.tab_to(".coach .next")
    person.page.keyboard.press("Enter")
    expect(coach(person).locator(".count")).to_contain_text("Step 2")
    person.tab_to(".stage .spot.can")
    person.page.keyboard.press("Enter")
    expect(coach(person).locator(".count")).to_contain_text("Step 3")


@pytest.mark.parametrize("game", SEATS)
def test_the_coach_covers_nothing_of_the_board_on_a_phone(visit, game):
    person = learn(visit(size=PHONE, touch=True), game).drew()
    for _ in range(6):
        board, panel = (
            one.bounding_box() for one in (person.page.locator(".stage"), coach(person))
        )
        assert board["y"] + board["height"] <= panel["y"] + 1
        assert panel["y"] + panel["height"] <= PHONE[1] + 1
        assert board["height"] > PHONE[1] * 0.35
        go_on(person)


# What is this?


def asked(person):
    person.button("What is this?").click()
    return person.page.get_by_test_id("what")


def test_pointing_shows_the_rule_and_plays_nothing(visit):
    person = visit().sit_at("soluna", "me", "me").drew()
    n = person.state["n"]
    answer = asked(person)
    tower = person.page.locator('.stage .spot[data-name~="c"]').first
    tower.hover()
    expect(answer.get_by_role("link").first).to_have_attribute("href", "/rules/soluna#LUN-4.4")
    here, there = answer.bounding_box(), tower.bounding_box()
    apart = (
        here["y"] >= there["y"] + there["height"] or here["y"] + here["height"] <= there["y"]
        or here["x"] >= there["x"] + there["width"] or here["x"] + here["width"] <= there["x"]
    )  # fmt: skip
    assert apart
    tower.click()
    person.page.mouse.move(5, 5)
    expect(answer.get_by_role("link").first).to_have_attribute("href", "/rules/soluna#LUN-4.4")
    person.page.keyboard.press("Escape")
    expect(answer).to_have_count(0)
    assert person.state["n"] == n


def test_the_arrow_keys_go_from_thing_to_thing(visit):
    person = visit().sit_at("soluna", "me", "me").drew()
    answer = asked(person)
    person.page.keyboard.press("ArrowRight")
    first = answer.inner_text()
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("ArrowRight")
    expect(answer).not_to_have_text(first, use_inner_text=True)
    person.page.keyboard.press("Enter")
    expect(answer.get_by_role("link").first).to_be_focused()
    person.page.keyboard.press("Escape")
    expect(person.button("What is this?")).to_be_focused()


def test_the_first_tap_shows_the_rule(visit):
    person = visit(size=PHONE, touch=True).sit_at("soluna", "me", "me").drew()
    answer = asked(person)
    person.page.locator('.stage .spot[data-name~="c"]').first.tap()
    expect(answer.get_by_role("link").first).to_be_visible()
    answer.get_by_role("button", name="Enough").tap()
    expect(answer).to_have_count(0)


# Rules


def test_a_refusal_leads_to_its_rule_and_back(visit):
    person = visit().sit_at("soluna", "me", "me").drew()
    person.until(lambda: person.decides)
    person.typed("a>b")
    rule = person.notice.get_by_role("link", name="the younger player chooses")
    rule.hover()
    expect(person.page.get_by_role("tooltip")).to_contain_text("the younger player chooses")
    rule.click()
    expect(person.page.locator(".rule.arrived")).to_have_id("LUN-3.2")
    expect(person.page.locator(".rule.arrived")).to_be_in_viewport()
    person.page.get_by_role("link", name="Back to the table").click()
    person.page.wait_for_url(f"**/match/{person.id}")


def test_the_rules_can_be_searched_in_both_languages(visit):
    person = visit(language="de").open("/rules/solenia")
    person.page.get_by_role("searchbox").fill("luftschiff ruckt")
    expect(person.page.locator(".rule")).to_have_count(2)
    expect(person.page.get_by_role("status").filter(has_text="2 Stellen")).to_be_visible()
    person.button("English (EN)").click()
    person.page.get_by_role("searchbox").fill("LEN-5.4a")
    expect(person.page.locator(".rule")).to_contain_text("Reconstructed")
    person.page.get_by_role("searchbox").fill("")
    expect(person.page.locator("#pieces")).to_be_visible()
