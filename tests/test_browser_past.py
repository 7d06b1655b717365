"""Looking back in a real browser: replays, reviews, files; and puzzles."""

import json
import re

from playwright.sync_api import expect

from browser import SHORT, play_out


def played(visit):
    """Somebody who looks back at a short match."""
    person = visit(name="Ada").sit_at("soluna", "me", "me", options=SHORT["soluna"])
    play_out(person)
    person.page.get_by_role("link", name="Look back").click()
    person.page.get_by_test_id("now").wait_for()
    return person


def test_a_match_is_replayed_step_by_step(visit):
    person = played(visit)
    now = person.page.get_by_test_id("now")
    controls = person.page.get_by_role("group", name=re.compile(".")).filter(
        has=person.page.get_by_label("To the end (End)")
    )
    controls.get_by_label("To the beginning (Home)").click()
    expect(now).to_contain_text("Step 0 of")
    controls.get_by_label("A step on (arrow right)").click()
    expect(now).to_contain_text("Step 1 of")
    person.page.keyboard.press("ArrowRight")
    expect(now).to_contain_text("Step 2 of")
    person.page.keyboard.press("ArrowLeft")
    expect(now).to_contain_text("Step 1 of")
    person.page.keyboard.press("End")
    expect(now).to_contain_text("wins")
    last = re.search("Step ([0-9]+) of", now.inner_text())[1]
    person.page.wait_for_url(f"**step={last}")  # the address follows
    person.page.reload()
    expect(now).to_contain_text("wins")


def test_a_review_says_what_every_decision_was_worth(visit):
    person = played(visit)
    person.page.get_by_role("tab", name="Review").click()
    sums = person.page.get_by_role("tabpanel").locator("tbody tr")
    start = person.button("Review the match")
    expect(start.or_(sums).first).to_be_visible()
    if start.count():  # where it takes a while, one has to ask for it
        start.first.click()
    expect(sums.first).to_be_visible()
    expect(
        person.page.get_by_role("list", name="Mistakes")
        .get_by_role("listitem")
        .or_(person.page.get_by_text("No mistakes found"))
        .first
    ).to_be_visible()


def test_a_match_can_be_printed_and_kept_in_words(visit):
    person = played(visit)
    person.page.get_by_role("tab", name="Keep").click()
    person.button("Print").wait_for()
    with person.page.expect_download() as kept:
        person.page.get_by_role("link", name="As a text").click()
    text = kept.value.path().read_text("utf-8")
    paper, page = person.page.locator(".lb-paper"), person.page.locator("main.table")
    assert "- At the table: " in text
    expect(paper).to_be_hidden()

    person.page.emulate_media(media="print")
    expect(page).to_be_hidden()
    expect(paper.get_by_role("heading", level=1)).to_have_text(text.splitlines()[0][2:])
    said = [line[2:] for line in text.splitlines() if line.startswith("- ")]
    assert paper.get_by_role("listitem").all_inner_texts() == said


def test_a_match_file_comes_back_and_a_damaged_one_is_refused_in_words(visit):
    person = played(visit)
    person.page.get_by_role("tab", name="Keep").click()
    with person.page.expect_download() as saved:
        person.page.get_by_role("link", name="Download").click()
    text = saved.value.path().read_text("utf-8")
    assert json.loads(text)["format"].startswith("sunroom match")
    other = visit().open("/")
    field = other.page.locator(".bring input[type=file]")
    trouble = other.page.locator(".bring [role=alert]")
    other.forgiving = True  # a refusal is an error to the browser's console
    for damaged in ("{", "[1, 2]", text[: len(text) // 2], text.replace('"soluna"', '"chess"')):
        field.set_input_files(
            {"name": "match.json", "mimeType": "application/json", "buffer": damaged.encode()}
        )
        expect(trouble).to_contain_text("Nothing was changed, and your file is as it was.")
        assert len(trouble.inner_text().split()) > 12
        expect(other.page).to_have_url(re.compile("/$"))
    other.forgiving = False
    field.set_input_files(
        {"name": "match.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    other.page.wait_for_url("**/look-back")
    expect(other.page.get_by_test_id("now")).to_contain_text("Step")
    other.open("/archive")
    expect(other.page.locator("main")).to_contain_text("Soluna")


def test_a_puzzle_is_shown_and_solved(visit):
    person = visit().open("/puzzles/1")
    person.page.wait_for_url("**/puzzles/*/1")  # of the first game that has some
    expect(person.page.get_by_role("heading", name="Find the only move that wins")).to_be_visible()
    person.button("Show me").click()
    feedback = person.page.locator(".feedback")
    expect(feedback).to_contain_text("was the one.")
    shown = person.api("POST", "/games/soluna/puzzles/1", {})
    mover, base = shown["line"][0]["text"].split(">")
    person.button("Try again").click()
    tower = "main.puzzle .stage [data-name={}]"
    person.page.locator(tower.format(mover)).first.click()
    person.page.locator(tower.format(base)).first.click()
    expect(feedback).to_contain_text("That is it.")
    expect(
        person.button("Next puzzle").or_(person.page.get_by_role("link", name="Next puzzle")).first
    ).to_be_visible()
