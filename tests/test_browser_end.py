"""The end of a match in the browser: who has won, why, and what can be taken along."""

import struct
from random import Random

from playwright.sync_api import expect

from browser import SHORT


def play_to_the_end(person, seed):
    """Against an opponent, by random choices over the API, while the page looks on."""
    chance = Random(seed)
    while not person.over:
        state = person.api("GET", f"/matches/{person.id}")["state"]
        if state["status"] == "playing" and state["turn"] == 0:
            move = {"text": chance.choice(state["legal"]), "version": state["n"]}
            person.api("POST", f"/matches/{person.id}/moves", move)
        person.page.wait_for_timeout(30)


def test_the_end_says_who_has_won_tells_a_story_and_leads_back(visit):
    ada = visit(name="Ada")
    ada.sit_at("soluna", "me", "ai:novice", options=SHORT["soluna"]).drew()
    play_to_the_end(ada, 1)
    ending = ada.page.get_by_test_id("ending")

    won = 0 in ada.state["result"]["winners"]
    expect(ending.get_by_role("heading")).to_have_text("You win." if won else "Novice wins.")
    expect(ending.locator("tfoot .winner")).to_have_text("1")
    expect(ending.locator(".story p")).not_to_be_empty()

    ada.page.keyboard.press("Escape")
    expect(ending).to_be_hidden()
    ada.button("Result").click()
    ending.locator(".story a").click()

    # The very table at which it was decided, and where to sit.
    dialog = ada.page.get_by_role("dialog", name="Play on from here")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("radio").first).to_be_checked()


def test_a_picture_of_the_final_table_can_be_kept(visit):
    ada = visit(name="Ada")
    ada.sit_at("soluna", "me", "me").drew()
    ada.api("POST", f"/matches/{ada.id}/commands", {"t": "resign"})
    ending = ada.page.get_by_test_id("ending")
    ending.wait_for()
    stage = ada.page.locator(".stage").bounding_box()

    with ada.page.expect_download() as download:
        ending.get_by_role("button", name="Share a picture").click()
    png = download.value.path().read_bytes()

    assert download.value.suggested_filename == "sunroom-soluna.png"
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    assert width == round(stage["width"] * 2)
    assert height > stage["height"] * 2  # the result stands below the table
    assert len(png) > 50_000  # a table, and not an empty page


def test_whoever_comes_later_sees_the_table_and_asks_for_the_end(visit):
    ada = visit(name="Ada")
    ada.sit_at("soluna", "me", "me").drew()
    ada.api("POST", f"/matches/{ada.id}/commands", {"t": "resign"})
    ada.page.get_by_test_id("ending").wait_for()
    ada.reload()

    ada.button("Result").wait_for()
    assert ada.page.get_by_test_id("ending").count() == 0
