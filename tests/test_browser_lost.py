"""Nobody is lost, in a real browser: first mistakes, hints, names of pieces and choices."""

from playwright.sync_api import expect

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
