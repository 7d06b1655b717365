"""Games from outside in a real browser, which have no board: one that `sunroom new-game` made, and
others with a grid and with hidden hands.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser import PHONE, play_out
from served import Served
from sunroom.cli import new_game
from sunroom.rules import catalogue

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python"
)
GRID, HANDS = (Path(__file__).parent / name for name in ("tic_tac_toe", "high_card"))


@pytest.fixture(scope="module")
def address(page_built, tmp_path_factory):
    """A server that games were brought to; the opponents of so small ones need no compiler."""
    folder = tmp_path_factory.mktemp("outside")
    new_game.write(folder / "hill-climb", "hill-climb", "HIL")
    games = os.pathsep.join(map(str, (folder / "hill-climb", GRID, HANDS)))
    environment = {catalogue.FOLDERS: games, "SUNROOM_INTERPRETED": "1"}
    with Served(folder, environment=environment) as server:
        yield server.address


def described(person):
    person.page.get_by_role("tab", name="In words").click()
    return person.page.get_by_test_id("described").locator("li").all_inner_texts()


def test_a_new_game_is_played_from_the_start_page_to_its_end_and_looked_back_at(visit):
    """Against Novice, with its choices, the log, a hint and the table in words."""
    person = visit(name="Ada").open("/")
    page = person.page
    pane = page.get_by_role("listitem").filter(has_text="Hill Climb")
    expect(pane.get_by_role("link")).to_have_text(["New table", "Rules"])  # no lessons, no pieces
    pane.get_by_role("button").first.click()
    page.locator("main.table").wait_for()
    person.until(lambda: person.decides)
    stage = page.locator(".stage")
    expect(stage.get_by_role("heading", name="Pile")).to_be_visible()
    expect(stage.get_by_text("Pebbles left")).to_be_visible()
    assert stage.get_by_role("button").all_inner_texts() == ["take 1", "take 2", "take 3"]
    expect(person.headline).to_contain_text("How many do you take?")

    person.button("Hint").click()
    expect(page.locator(".hint")).to_contain_text("“take ")
    expect(stage.locator("button[data-lit]")).to_have_count(1)

    before = person.state["n"]
    stage.get_by_role("button", name="take 2").click()
    person.until(lambda: person.state["n"] > before)
    expect(person.log.first).to_have_text("Ada: take 2.")
    person.until(lambda: person.decides)
    left = person.state["view"]["left"]
    assert described(person) == [f"Pebbles left: {left}", "Pile: " + " ".join("●" * left)]

    play_out(person)
    expect(person.headline).to_contain_text("win")
    page.get_by_role("link", name="Look back").click()
    expect(stage.locator("dd")).to_have_text("21")
    page.keyboard.press("End")
    expect(page.get_by_test_id("now")).to_contain_text("win")
    expect(stage.locator("dd")).to_have_text("0")


def test_the_start_page_shows_the_games_in_the_order_of_their_hours(visit):
    person = visit().open("/")
    hours = {
        one["title"]["en"]: one["facts"].get("hour", 24) for one in person.api("GET", "/games")
    }
    titles = person.page.locator(".pane h2")
    expect(titles).to_have_count(len(hours))
    shown = [hours[title] for title in titles.all_inner_texts()]
    assert shown == sorted(shown)
    assert shown[-1] == 24  # what says no hour comes last


def test_a_grid_is_drawn_as_one_and_a_square_is_played_on_it(visit):
    person = visit(name="Ada", size=PHONE)
    person.sit_at("tic-tac-toe", "me", "me")
    board = person.page.locator(".stage table")
    expect(board.get_by_role("row")).to_have_count(3)
    expect(board.get_by_role("button")).to_have_count(9)

    for square in ("b2", "a1", "a3", "c1"):
        before = person.state["n"]
        board.get_by_role("button", name=square).click()
        person.until(lambda before=before: person.state["n"] > before)
    assert [row.split() for row in board.get_by_role("row").all_inner_texts()] == [
        ["O", "b1", "O"],
        ["a2", "X", "c2"],
        ["X", "b3", "c3"],
    ]
    expect(board.get_by_role("button")).to_have_count(5)
    found = axe.Axe().run(person.page)
    assert found.violations_count == 0, found.generate_report()


def test_hidden_hands_are_covered_until_the_device_is_passed_on(visit):
    person = visit(name="Ada").sit_at("high-card", "me", "me")
    stage = person.page.locator(".stage")
    expect(person.page.locator(".curtain")).to_be_visible()
    expect(stage.get_by_role("heading", name="Hand")).to_have_count(0)

    stage.get_by_role("button").click()
    expect(stage.get_by_role("heading", name="Hand")).to_be_visible()
    expect(stage.get_by_role("button").first).to_contain_text("card")


def test_a_game_that_speaks_english_only_does_so_in_german(visit):
    person = visit(name="Ada", language="de").sit_at("hill-climb", "me", "me")
    expect(person.headline).to_contain_text("How many do you take?")
    expect(person.page.get_by_role("tab", name="In Worten")).to_be_visible()
    expect(person.page.locator(".stage").get_by_text("Pebbles left")).to_be_visible()
