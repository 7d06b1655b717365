"""Nobody is lost, in a real browser: first mistakes, hints, names of pieces and choices."""

import re

import pytest
from playwright.sync_api import expect

from browser import DESKTOP, PHONE

BREATHING = """() => [...document.querySelectorAll('.stage .can')].filter((one) =>
    one.getAnimations().some((each) => each.effect.getKeyframes().some((key) => key.filter)))
    .map((one) => one.getAttribute('data-name'))"""


def test_who_clicks_an_island_first_is_told_what_comes_first_and_sees_it(visit):
    person = visit().sit_at("solenia", "me", "me")
    person.page.locator(".curtain button").click()
    person.until(lambda: person.drew().decides)
    person.page.locator("[data-plays=a1]").first.click()

    expect(person.notice).to_contain_text("Choose a card first.")
    assert sorted(person.page.evaluate(BREATHING)) == sorted(person.state["view"]["hand"])


# Hints

LIES_OVER = """() => {
    const box = (one) => one.getBoundingClientRect();
    const hint = box(document.querySelector('.bar .hint'));
    return [...document.querySelectorAll('.stage [data-lit]')].filter((one) => {
        const { left, top, right, bottom } = box(one);
        return left < hint.right && right > hint.left && top < hint.bottom && bottom > hint.top;
    }).map((one) => one.getAttribute('data-name')); }"""
ARROW = """() => {
    const { left, top } = document.querySelector('.stage').getBoundingClientRect();
    const way = document.querySelector('.hint-arrow .way');
    const at = (share) => way.getPointAtLength(share * way.getTotalLength());
    return [0, 1].map((share) => {
        const { x, y } = at(share);
        const far = (one) => { const box = one.getBoundingClientRect();
            return Math.hypot(box.left + box.width / 2 - left - x, box.top + box.height / 2 - top - y); };
        const lit = [...document.querySelectorAll('.stage [data-lit]')];
        return lit.sort((one, other) => far(one) - far(other))[0].getAttribute('data-name'); }); }"""


def covers_nothing_lit(person):
    """Once it has settled: where it lies is looked at again with every drawing."""
    person.page.wait_for_function(f"() => ({LIES_OVER})().length === 0")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_hint_is_a_short_sentence_and_an_arrow_and_more_on_request(visit, size):
    """Early in a round of Soluna, where many moves win."""
    person = visit(size=size).sit_at("soluna", "me", "me").drew()
    person.until(lambda: person.decides)
    person.play("open")
    person.until(lambda: person.decides)
    for _ in range(2):  # one of the first two who decide stands on a won table
        person.button("Hint").click()
        hint = person.page.locator(".bar .hint")
        short = hint.locator(".short")
        expect(short).to_have_text(
            re.compile(r"Try this: “Put the \w+ \([a-l]\) onto the \w+ \([a-l]\)”\.")
        )
        expect(hint.locator("p")).to_have_count(1)
        assert len(short.inner_text().split()) <= 12
        covers_nothing_lit(person)
        moved = re.findall(r"\(([a-l])\)", short.inner_text())
        assert person.page.evaluate(ARROW) == moved

        hint.get_by_role("button", name="More").click()
        expect(hint.locator("p")).to_have_count(3)
        expect(hint).to_contain_text(re.compile("moves? wins?|Every move wins|is lost against"))
        assert not re.search("[a-l]>[a-l]", hint.inner_text())
        covers_nothing_lit(person)
        hint.get_by_role("button", name="Less").click()
        expect(hint.locator("p")).to_have_count(1)
        hint.get_by_role("button", name="Close").click()
        expect(hint).to_have_count(0)
        expect(person.page.locator(".hint-arrow")).to_have_count(0)
        person.play(person.legal[0])
        person.until(lambda: person.decides)


def test_the_arrow_of_a_hint_goes_along_when_the_board_has_another_size(visit):
    person = visit().sit_at("soluna", "me", "me").drew()
    person.until(lambda: person.decides)
    person.play("open")
    person.until(lambda: person.decides)
    person.button("Hint").click()
    moved = re.findall(r"\(([a-l])\)", person.page.locator(".hint .short").inner_text())
    before = person.page.locator(".hint-arrow .way").get_attribute("d")
    person.page.set_viewport_size({"width": 700, "height": 640})
    way = person.page.locator(".hint-arrow .way")
    expect(way).not_to_have_attribute("d", before)
    person.page.wait_for_function(f"(moved) => `${{({ARROW})()}}` === `${{moved}}`", arg=moved)
    covers_nothing_lit(person)
