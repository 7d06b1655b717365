"""The start page: what a stranger reads, and what waits for people who come back."""

import re

from playwright.sync_api import expect


def play_out_quickly(person, id):
    """A whole match by the first choice each time, over the API."""
    while (state := person.api("GET", f"/matches/{id}")["state"])["status"] == "playing":
        if state.get("legal") and state["turn"] == 0:
            play = {"t": "play", "text": state["legal"][0], "version": state["n"]}
            person.api("POST", f"/matches/{id}/commands", play)


def test_a_stranger_reads_what_this_is_and_plays_against_novice(visit):
    stranger = visit().open("/")
    expect(stranger.page.locator(".greeting")).to_contain_text("Board games to play right here")
    expect(stranger.page.locator(".today")).to_have_count(0)
    pane = stranger.page.locator('.pane[data-game="soluna"]')
    expect(pane).not_to_contain_text("reconstructed")
    pane.get_by_role("button", name="Play against Novice").click()
    expect(stranger.page.locator(".seats")).to_contain_text("Novice")
    stranger.founded.append(re.search(r"/match/(\w+)", stranger.page.url)[1])


def test_who_comes_back_finds_their_tables_and_the_next_opponent(visit):
    ada = visit(name="Ada")
    over = ada.found("soluna", "me", "ai:casual", options={"rounds": "single"})
    play_out_quickly(ada, over)
    won = ada.api("GET", f"/matches/{over}")["state"]["result"]["winners"] == [0]
    ada.found("solenia", "me")
    ada.open("/")
    today = ada.page.locator(".today")
    expect(today.get_by_role("link", name=re.compile("Solenia.*Your turn"))).to_be_visible()
    expect(today).to_contain_text("You beat Casual" if won else "Casual beat you")
    today.get_by_role("button", name="Try Club" if won else "Play again").click()
    expect(ada.page.locator(".seats")).to_contain_text("Club" if won else "Casual")
    ada.founded.append(re.search(r"/match/(\w+)", ada.page.url)[1])


def test_a_new_table_for_one_says_that_solitaire_is_reconstructed(visit):
    ada = visit().open("/new/solenia")
    note = ada.page.locator(".seats-note")
    ada.page.get_by_role("radio", name="2", exact=True).check()
    expect(note).to_have_count(0)
    ada.page.get_by_role("radio", name="1", exact=True).check()
    expect(note).to_contain_text("Its rules here are reconstructed")


def test_at_a_device_that_is_passed_on_everybody_has_a_name(visit):
    ada = visit().open("/new/soluna")
    seating = ada.page.locator(".seating")
    seating.locator("select").nth(1).select_option("device")
    seating.get_by_label("Your name").fill("Ada")
    seating.get_by_label("Name", exact=True).fill("Ben")
    ada.button("Play").click()
    seats = ada.page.locator(".seats")
    expect(seats).to_contain_text("Ada")
    expect(seats).to_contain_text("Ben")
    expect(seats).not_to_contain_text("you")


def test_a_puzzle_remembers_its_tries(visit):
    ada = visit().open("/puzzles/1")
    ada.page.locator(".stage svg").first.wait_for()
    given = ada.api("GET", "/games/soluna/puzzles/1")
    judge = "/games/soluna/puzzles/1"
    wrong = next(
        text for text in given["legal"] if not ada.api("POST", judge, {"text": text})["right"]
    )
    tower, onto = wrong.split(">")
    for name in (tower, onto):
        ada.page.locator(f'.stage [data-name~="{name}"]').first.click()
    expect(ada.page.locator(".which")).to_contain_text("1 try")
    ada.page.reload()
    expect(ada.page.locator(".which")).to_contain_text("1 try")


def test_who_has_no_name_sets_up_a_table_of_their_own(visit):
    stranger = visit()
    stranger.open("/new/soluna")
    stranger.page.get_by_role("button", name="Play", exact=False).last.click()

    stranger.page.locator("main.table").wait_for()


def test_the_order_of_a_new_table_is_chosen_with_the_keyboard(visit):
    ada = visit(name="Ada").open("/new/solaris")
    order = ada.page.locator(".order")
    order.get_by_role("button", name="Move biotope up").press("Enter")
    order.get_by_role("button", name="Move biotope up").press("ArrowUp")
    expect(order.get_by_role("status")).to_have_text("biotope: place 1 of 5")
    expect(order.get_by_role("button", name="Move biotope up")).to_be_focused()
    expect(order.get_by_role("listitem").first).to_contain_text("biotope")
    ada.button("Play").click()
    ada.page.locator("main.table").wait_for()
    id = re.search(r"/match/(\w+)", ada.page.url)[1]
    ada.founded.append(id)
    about = ada.api("GET", f"/matches/{id}")["match"]
    assert about["options"]["ring"] == "biotope-machine-command-port-canteen"
