"""The line to a table: when it is down everybody knows, and nothing that was played is lost."""

import pytest
from playwright.sync_api import expect

from browser import PHONE


@pytest.fixture
def two(cable, visit):  # the line is there until both have left
    """Ada to move, over a line that can be cut, and Ben."""
    ada, ben = visit(name="Ada", address=cable.address), visit(name="Ben")
    ada.sit_at("soluna", "me", "open", options={"rounds": "single"})
    ben.come_by(ada.page.get_by_label("Link", exact=True).input_value())
    ada.until(lambda: ada.decides or ben.decides, "the first turn")
    if not ada.decides:
        ben.play(ben.legal[0])
        ada.until(lambda: ada.decides, "her turn")
    return ada, ben


def seat(person, name):
    return person.page.locator(".seats li", has_text=name)


def test_a_device_without_a_line_says_so_at_once_and_plays_once_when_it_is_back(two):
    ada, ben = two
    ada.forgiving = True
    before, text = ada.state["n"], ada.legal[0]
    ada.context.set_offline(True)
    expect(ada.page.locator(".banner")).to_contain_text("You are offline.", timeout=2000)
    ada.unfold()
    ada.actions.locator(f'[data-action="{text}"]').click()
    expect(ada.page.locator(".on-its-way")).to_contain_text("Waits for the line")
    expect(ada.notice).to_be_empty()
    expect(seat(ben, "Ada")).to_contain_text("away")
    ada.context.set_offline(False)
    expect(ada.page.locator(".banner")).to_have_count(0)
    expect(ada.page.locator(".on-its-way")).to_have_count(0)
    ben.until(lambda: ben.state["n"] > before, "her move")
    assert ben.state["n"] == before + 1
    expect(seat(ben, "Ada")).not_to_contain_text("away")


def test_what_waits_can_be_taken_back(two):
    ada, _ = two
    ada.forgiving = True
    before = ada.state["n"]
    ada.context.set_offline(True)
    ada.unfold()
    ada.actions.locator("[data-action]").first.click()
    ada.button("Do not send").click()
    ada.context.set_offline(False)
    expect(ada.page.locator(".banner")).to_have_count(0)
    ada.until(lambda: ada.decides, "her turn")
    assert ada.state["n"] == before


def test_a_line_that_is_silent_is_given_up(two, cable):
    """No browser is told that its packets go nowhere."""
    ada, _ = two
    ada.forgiving = True
    expect(ada.page.locator(".banner")).to_have_count(0)
    cable.hush()
    expect(ada.page.locator(".banner")).to_contain_text("The server cannot be reached.")
    cable.mend()
    expect(ada.page.locator(".banner")).to_have_count(0)
    ada.until(lambda: ada.decides, "her turn")


def test_who_watches_knows_it_and_everybody_knows_how_many_do(two, visit):
    ada, ben = two
    cem = visit(name="Cem", size=PHONE).look_at(ada.id)
    expect(cem.page.locator(".watching")).to_contain_text("You are watching.")
    expect(ada.page.locator(".watching")).to_contain_text("1 watches")
    expect(ben.page.locator(".watching")).to_contain_text("1 watches")
    cem.open("/")
    expect(ada.page.locator(".watching")).to_have_count(0)
