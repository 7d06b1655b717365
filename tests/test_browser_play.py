"""Whole matches in real browsers: two of them over a link, one that is passed on, one keyboard."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from browser import SEATS, SHORT, play_out, taste
from sunroom.rules.catalogue import known_games

TOGETHER = [game for game in SEATS if SEATS[game] > 1]
QUICK = {"solaris": {"ending": "race"}}  # four rounds; a match of the others is not long
VERDICT = re.compile("wins?\\b|share|over")


def test_there_is_a_match_of_every_game():
    assert set(SEATS) == set(known_games())


@pytest.mark.parametrize("game", TOGETHER)
def test_two_browsers_play_a_whole_match_over_a_link(visit, cable, game):
    """One of them is reloaded in the middle, and loses its connection later."""
    host, guest = visit(name="Ada"), visit(name="Ben", address=cable.address)
    others = ["ai:novice"] * (SEATS[game] - 2)
    host.sit_at(game, "me", "open", *others, options=QUICK.get(game))
    guest.come_by(host.page.get_by_label("Link", exact=True).input_value())
    host.drew()
    guest.drew()

    def trouble(decisions):
        if decisions == 8:
            guest.reload()
        if decisions == 16:
            lose_the_connection(guest, cable)

    assert play_out(host, guest, between=trouble) > 16
    expect(host.headline).to_contain_text(VERDICT)
    expect(guest.headline).to_contain_text(VERDICT)
    assert host.log.all_inner_texts() == guest.log.all_inner_texts()
    expect(host.button("Play again")).to_be_visible()


def lose_the_connection(person, cable):
    """The page says so, stays as it is, and goes on by itself."""
    banner = person.page.locator(".banner")
    expect(banner).to_have_count(0)
    person.page.evaluate("window.still = 'here'")
    lines, sockets = person.log.all_inner_texts(), person.sockets
    person.forgiving = True
    cable.cut()
    expect(banner).to_contain_text("The server cannot be reached.")
    assert person.log.all_inner_texts() == lines
    cable.mend()
    expect(banner).to_have_count(0)
    person.until(lambda: person.sockets > sockets)
    assert person.page.evaluate("window.still") == "here"
    person.forgiving = False


@pytest.mark.parametrize("game", [game for game in TOGETHER if game != "soluna"])
@pytest.mark.parametrize("level", ["novice", "casual", "club", "expert", "master"])
def test_each_level_answers(visit, game, level):
    person = visit().sit_at(game, "me", *[f"ai:{level}"] * (SEATS[game] - 1)).drew()
    random, theirs = Random(1), person.log.filter(has_text=level.capitalize())
    for _ in range(60):
        person.until(lambda: theirs.count() or person.decides, "an answer or a decision")
        if theirs.count():
            return
        person.play(taste(person.legal, random))
    raise AssertionError(person.log.all_inner_texts())


# One device for all


@pytest.mark.parametrize("game", ["solenia", "solaris"])
def test_a_curtain_hides_the_hand_when_the_device_is_passed_on(visit, game):
    person = visit().sit_at(game, *["me"] * SEATS[game])
    random, curtain, seen = Random(1), person.page.locator(".curtain"), set()
    person.page.get_by_role("tab", name="In words").click()
    for _ in range(120):
        person.until(lambda: curtain.count() or person.decides, "a decision or the curtain")
        if curtain.count():
            seat = person.state["turn"]
            hidden = person.page.locator(
                ".stage [data-name], .stage svg, [data-action], .described li"
            )
            expect(hidden).to_have_count(0)
            seen.add(seat)
            if len(seen) == SEATS[game]:
                return
            person.page.get_by_role("button", name=re.compile("^I am ")).click()
            person.until(lambda: person.about["eye"] == seat and person.decides, "another eye")  # noqa: B023
        person.play(taste(person.legal, random))
    raise AssertionError(f"the device was passed to {seen} only")


def test_the_first_hand_is_covered_too(visit):
    person = visit()
    id = person.found("solenia", "me", "me", options={"first": "2"})

    def late(route):
        """The table is told of before anybody knows that it has hands."""
        person.page.wait_for_timeout(500)
        route.continue_()

    person.page.route("**/page/board-*", late)
    person.look_at(id)
    expect(person.page.locator(".curtain")).to_contain_text("Player 2")
    expect(person.page.locator(".stage svg, [data-action]")).to_have_count(0)
    expect(person.button("Hint")).to_have_count(0)
    person.reload()
    expect(person.page.locator(".curtain")).to_be_visible()
    person.page.get_by_role("button", name=re.compile("^I am ")).click()
    expect(person.page.locator(".stage svg").first).to_be_visible()


def test_no_curtain_where_nothing_is_hidden(visit):
    person = visit().sit_at("soluna", "me", "me", options=SHORT["soluna"]).drew()
    curtain = person.page.locator(".curtain")
    play_out(person, between=lambda _: expect(curtain).to_have_count(0))
    expect(curtain).to_have_count(0)


# The keyboard


@pytest.mark.parametrize("game", SEATS)
def test_a_whole_match_with_the_keyboard_alone(visit, game):
    others = ["ai:novice"] * (SEATS[game] - 1)
    person = visit().sit_at(game, "me", *others, options=SHORT.get(game)).drew()
    keys, random = person.page.keyboard, Random(1)
    person.until(lambda: person.decides, "the first turn")
    person.tab_to("details.actions summary")
    keys.press("Enter")
    while True:
        person.until(lambda: person.over or person.decides, "a turn")
        if person.over:
            break
        before, text = person.state["n"], taste(person.state["legal"][:5], random)
        person.tab_to(f'[data-action="{text}"]')
        keys.press(random.choice(["Enter", "Space"]))
        person.until(lambda: person.state["n"] > before, text)  # noqa: B023
    expect(person.page.locator(".bar")).to_contain_text("Look back")
    person.tab_to("a[href*=look-back]")


def test_a_move_on_the_board_with_the_keyboard(visit):
    person = visit().sit_at("soluna", "me", "me", options=SHORT["soluna"]).drew()
    keys, lines = person.page.keyboard, person.log.count()
    person.tab_to(".stage .spot.can")
    keys.press("Enter")
    expect(person.log).to_have_count(lines + 1)
    person.until(lambda: person.decides)
    person.tab_to(".stage .spot.can[data-name]")
    keys.press("Space")
    expect(person.page.locator(".stage .spot.pressed")).to_have_count(1)
    keys.press("Tab")
    person.tab_to(".stage .spot.can[data-name]:not(.pressed)")
    keys.press("Enter")
    expect(person.log).to_have_count(lines + 2)
