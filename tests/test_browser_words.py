"""What a person reads at a table: names, small pictures, links with words; notation for who asks."""

import re

import pytest
from playwright.sync_api import expect

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python"
)

CODE = re.compile(r"\b[DN]\d\d\b|\b\d-[a-z]+|\b[a-l]>[a-l]\b|\b[A-Z]{3}-\d")


def test_the_log_draws_the_pieces_that_it_names(visit):
    person = visit().sit_at("solenia", "me").drew()
    person.until(lambda: person.decides)
    person.play(person.legal[0])
    person.play(person.legal[0])
    line = person.log.filter(has_text="plays the").last
    expect(line).to_contain_text("card")
    expect(line.locator("svg.in-line")).to_have_count(2)
    assert line.locator("svg.in-line").first.bounding_box()["height"] < 40
    for name in ("Log", "In words"):
        person.page.get_by_role("tab", name=name).click()
        assert not CODE.search(person.page.locator(".rail").inner_text())


def test_many_choices_stand_under_headings_and_notation_shows_itself_to_who_asks(visit):
    person = visit().sit_at("soluna", "me", "me").drew()
    person.until(lambda: person.decides)
    person.play("open")
    person.until(lambda: person.decides)
    person.unfold()
    heads, buttons = person.actions.get_by_role("heading"), person.actions.locator("[data-action]")
    assert 1 < heads.count() < buttons.count() == len(person.state["legal"])
    assert not CODE.search(person.actions.inner_text())
    names = [one.get_attribute("aria-label") for one in buttons.all()]
    assert all(re.match(r"Put the .+ onto the ", name) for name in names)
    assert axe.Axe().run(person.page).violations_count == 0
    expect(person.actions.get_by_role("textbox")).to_have_count(0)
    person.actions.get_by_role("button", name="Type moves").click()
    expect(person.actions.locator("code").first).to_have_text(re.compile("^[a-l]>[a-l]$"))
    person.reload()
    person.until(lambda: person.decides)
    person.unfold()
    expect(person.actions.get_by_role("textbox")).to_be_visible()
    assert not CODE.search(person.page.locator("[aria-live=polite].unseen").first.text_content())
