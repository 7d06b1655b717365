"""A box of one's own in a real browser: put in piece by piece, played with, kept and handed on."""

import csv
import io
import re
import zipfile

from playwright.sync_api import expect

TILES_BEFORE = 15 + 10  # rows of cards and strips


def standing(person, n):
    expect(person.page.locator("#standing")).to_have_text(f"{n} of 122 as in your box")


def press(person, keys):
    for key in keys.split():
        person.page.keyboard.press(key)


def tiles_of(path):
    """The delivery tiles in a zip file of component files, by id."""
    with zipfile.ZipFile(path) as files:
        text = files.read("tiles.csv").decode()
    delimiter = ";" if ";" in text.partition("\n")[0] else ","
    return {row["id"]: row for row in csv.DictReader(io.StringIO(text), delimiter=delimiter)}


def kept(person, name, tmp_path):
    with person.page.expect_download() as download:
        person.button(name).click()
    path = tmp_path / f"{name}.zip"
    download.value.save_as(path)
    return path


def test_a_box_is_put_in_by_keyboard_checked_played_with_and_kept(visit, tmp_path):
    person = visit(name="Ada").open("/box/solenia")
    page = person.page
    standing(person, 0)

    press(person, "Enter")  # the first card is as it is
    standing(person, 1)
    press(person, "ArrowRight " * (TILES_BEFORE - 1))
    expect(page.locator("#piece")).to_have_text("Delivery tiles: 1 of 48")
    press(person, "0 0 0 0 9 ArrowRight ArrowLeft")  # which nobody would print
    expect(page.locator(".piece .finding")).to_contain_text("asks for nothing")
    expect(page.locator(".laid-piece[data-found=strange]")).to_have_count(1)
    press(person, "Control+z")
    press(person, "0 0 1 3 9 Enter")
    expect(page.locator("#piece")).to_have_text("Delivery tiles: 2 of 48")
    press(person, "= Enter Enter")  # like the one before, then one that is as it is
    standing(person, 4)
    press(person, "Control+z")
    standing(person, 3)

    person.open("/box/solenia")  # everything is kept
    standing(person, 3)
    expect(page.locator(".findings")).not_to_contain_text("asks for nothing")

    commas = kept(person, "CSV files", tmp_path)
    semicolons = kept(person, "CSV with semicolons", tmp_path)
    mine = tiles_of(commas)
    assert mine == tiles_of(semicolons)
    assert [mine["LEN-D01"][name] for name in ("stone", "water", "stars")] == ["1", "3", "9"]
    assert mine["LEN-D01"]["status"] == "yours"
    assert mine["LEN-D03"]["status"] == "reconstructed"
    person.button("Back to our pieces").click()
    standing(person, 0)
    page.locator("input[type=file][multiple]").set_input_files(semicolons)
    standing(person, 3)

    person.button("Play against Novice").click()
    expect(page).to_have_url(re.compile("/match/"))
    page.locator("main.table").wait_for()
    person.until(lambda: person.about)
    person.founded.append(page.url.rpartition("/")[2])
    mine = person.about["components"]
    assert mine

    person.open("/box/solenia")
    page.get_by_label("Use my pieces at new tables").check()
    person.open("/new/solenia")
    expect(page.get_by_text("Played with your own pieces.")).to_be_visible()
    page.wait_for_load_state("networkidle")
    person.button("Play").click()
    page.locator("main.table").wait_for()
    person.founded.append(page.url.rpartition("/")[2])
    person.until(lambda: person.about["id"] == person.founded[-1])
    assert person.about["components"] == mine


def test_a_link_shares_a_box_that_replaces_a_draft_only_if_one_says_so(visit):
    ada, ben = visit(name="Ada").open("/box/solenia"), visit(name="Ben").open("/box/solenia")
    press(ada, "1 Enter")
    standing(ada, 1)
    ada.button("Make a link").click()
    link = ada.page.get_by_label("Link").input_value()
    standing(ben, 0)
    press(ben, "Enter Enter")
    standing(ben, 2)

    ben.open(link.removeprefix(ben.address))
    expect(ben.page.locator("main")).to_contain_text("1 of 122 pieces are as in theirs")
    ben.page.get_by_role("link", name="Your pieces").click()
    standing(ben, 2)

    ben.open(link.removeprefix(ben.address))
    ben.button("Put it in the place of mine").click()
    standing(ben, 0)  # what somebody else has seen is only likely here
    expect(ben.page.locator(".laid-piece").first).to_have_attribute("data-status", "likely")
    press(ben, "Control+z")
    standing(ben, 2)


def test_a_box_is_played_beside_ours_until_one_says_stop(visit):
    person = visit(name="Ada").open("/box/solenia")
    person.button("Play them").click()
    expect(person.page.locator(".balance")).to_contain_text(re.compile(r"\d+ of 4400 games"))
    person.button("Cancel").click()
    expect(person.page.locator(".balance progress")).to_have_count(0)
    expect(person.button("Play them")).to_be_enabled()
