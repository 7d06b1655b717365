"""The table in a real browser: everything around the board, with the smallest game."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from browser import SHORT, play_out

SINGLE = SHORT["soluna"]


def alone(visit, *, level="novice", **how):
    """Somebody at a table of Soluna against an opponent."""
    return visit(**how).sit_at("soluna", "me", f"ai:{level}", options=SINGLE).drew()


def two(visit, **how):
    """Host and guest at a table that has begun."""
    host, guest = visit(name="Ada", **how), visit(name="Ben")
    id = host.found("soluna", "me", "open", options=SINGLE)
    key = host.api("POST", f"/matches/{id}/links", {"kind": "invite"})["key"]
    guest.api("POST", f"/matches/{id}/commands", {"t": "sit", "key": key})
    return host.look_at(id).drew(), guest.look_at(id).drew()


def who_decides(*people):
    """Whoever has the turn first, then the others."""
    first = people[0].until(lambda: next((one for one in people if one.decides), None))
    return first, *(one for one in people if one is not first)


@pytest.mark.parametrize("level", ["novice", "casual", "club", "expert", "master"])
def test_a_match_against_each_level(visit, level):
    person = alone(visit, level=level)
    assert play_out(person) >= 2
    expect(person.headline).to_contain_text(re.compile("wins?"))
    expect(person.page.locator(".seats .won")).to_have_count(1)


def test_moves_wait_for_confirmation_where_that_is_wanted(visit):
    person = alone(visit)
    dialog = person.menu()
    dialog.get_by_label("Confirm my turns before they count").check()
    dialog.get_by_role("button", name="Close").click()
    person.until(lambda: person.decides)
    told = person.log.count()
    person.play(person.legal[0])
    expect(person.button("Confirm turn (1)")).to_be_visible()
    assert person.log.count() == told
    person.button("Undo").click()
    expect(person.button("Confirm turn (1)")).to_have_count(0)
    person.until(lambda: person.decides)
    person.play(person.legal[-1])
    person.button("Confirm turn (1)").click()
    expect(person.log.nth(told)).to_be_visible()
    expect(person.button("Confirm turn (1)")).to_have_count(0)


def test_what_is_undone_leaves_the_log(visit):
    person = visit().sit_at("soluna", "me", "me", options=SINGLE).drew()
    person.until(lambda: person.decides)
    before = person.log.count()
    person.play("open")
    expect(person.log).to_have_count(before + 1)
    person.until(lambda: person.decides)
    dialog = person.menu()
    dialog.get_by_role("button", name="Take back my last turn").click()
    expect(person.log).to_have_count(before)
    expect(person.actions.locator("[data-action=open]")).to_have_count(1)


def test_a_hint_names_a_move_and_its_reason_and_lights_it(visit):
    person = alone(visit)
    person.until(lambda: person.decides)
    person.play("open")
    person.until(lambda: person.decides)
    person.button("Hint").click()
    hint = person.page.locator(".hint")
    expect(hint).to_contain_text(re.compile(r"Put the .*\([a-l].* onto the .*\([a-l]"))
    assert len(hint.inner_text().split()) > 4, hint.inner_text()
    expect(person.page.locator(".stage [data-lit]")).to_have_count(2)
    person.play(person.legal[0])
    person.page.mouse.move(1, 1)  # what the pointer rests on in the list of choices is lit as well
    expect(hint).to_have_count(0)
    expect(person.page.locator(".stage [data-lit]")).to_have_count(0)


def test_giving_up_asks_first_and_the_match_can_be_played_again(visit):
    host, guest = two(visit)
    questions = []
    answers = iter([False, True])

    def answer(dialog):
        questions.append(dialog.message)
        dialog.accept() if next(answers) else dialog.dismiss()

    host.page.on("dialog", answer)
    host.menu().get_by_role("button", name="Resign").click()
    host.page.wait_for_timeout(200)
    assert not host.over
    host.menu().get_by_role("button", name="Resign").click()
    expect(host.headline).to_contain_text("has resigned")
    expect(guest.headline).to_contain_text("has resigned")
    assert questions == ["Really resign?"] * 2
    host.button("Play again").click()
    host.page.wait_for_url(lambda url: host.id not in url)
    guest.page.get_by_role("button", name="To the rematch").click()
    guest.page.wait_for_url(host.page.url)
    expect(guest.page.locator(".seats")).to_contain_text("(you)")
    expect(guest.page.locator(".stage svg").first).to_be_visible()


def test_the_others_are_asked_before_a_match_is_called_off(visit):
    host, guest = two(visit)
    host.page.on("dialog", lambda dialog: dialog.accept())
    host.menu().get_by_role("button", name="Call off").click()
    expect(host.page.get_by_role("group", name="A question")).to_contain_text("Waiting for")
    guest.button("No").click()
    expect(host.page.get_by_role("group", name="A question")).to_have_count(0)
    host.menu().get_by_role("button", name="Call off").click()
    guest.button("Agree").click()
    expect(host.headline).to_contain_text("called off")
    expect(guest.headline).to_contain_text("called off")


def test_spectators_come_by_a_link_of_their_own_and_decide_nothing(visit):
    host, guest = two(visit)
    dialog = host.menu()
    dialog.get_by_role("button", name="Link for spectators").click()
    link = dialog.get_by_label("Link", exact=True)
    expect(link).to_have_value(re.compile("/join/"))
    watcher = visit()
    key = link.input_value().rpartition("/")[2]
    watcher.look_at(watcher.api("GET", f"/links/{key}")["match"], f"?key={key}").drew()
    dialog.get_by_role("button", name="Close").click()
    first, _ = who_decides(host, guest)
    lines = watcher.log.count()
    first.play(first.legal[0])
    expect(watcher.log.nth(lines)).to_be_visible()
    assert watcher.legal == []
    expect(watcher.button("Resign", include_hidden=True)).to_have_count(0)


def test_what_is_said_stays_text_and_can_be_muted(visit):
    host, guest = two(visit)
    for one in (host, guest):
        one.page.get_by_role("tab", name="Chat").click()
    rude = "<img src=x onerror=alert(1)> hello"
    guest.page.get_by_label("Say something").fill(rude)
    guest.page.get_by_label("Say something").press("Enter")
    expect(host.page.locator(".chat li")).to_contain_text(rude)
    assert host.page.locator(".chat img").count() == 0
    host.button("Mute").click()
    expect(host.button("Hear again")).to_be_visible()
    guest.page.get_by_label("Say something").fill("are you there?")
    guest.button("Send").click()
    expect(guest.page.locator(".chat li")).to_have_count(2)
    host.button("Hear again").click()
    guest.page.get_by_label("Say something").fill("and now?")
    guest.button("Send").click()
    expect(host.page.locator(".chat li").last).to_contain_text("and now?")
    expect(host.page.locator(".chat")).not_to_contain_text("are you there?")


def test_a_long_chat_opens_at_its_end_and_shows_earlier_lines_when_asked(visit):
    host, guest = two(visit)
    for first in range(0, 72, 8):  # how much somebody may say at once
        token = httpx.post(f"{host.address}/api/me", json={"name": "Cy"}).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        for n in range(first, first + 8):
            said = {"t": "say", "text": f"line {n}"}
            path = f"{host.address}/api/matches/{host.id}/commands"
            assert httpx.post(path, json=said, headers=headers).status_code == 200
    guest.reload()
    guest.drew()
    guest.page.get_by_role("tab", name="Chat").click()
    lines = guest.page.locator(".chat li")
    expect(lines).to_have_count(50)
    expect(lines.last).to_be_in_viewport()
    expect(guest.page.locator(".unread")).to_have_count(0)
    guest.button("Show earlier").click()
    expect(lines).to_have_count(72)
    expect(lines.first).to_contain_text("line 0")
    expect(lines.last).to_contain_text("line 71")
    expect(guest.button("Show earlier")).to_have_count(0)


def test_the_title_and_the_headline_say_whose_turn_it_is(visit):
    host, guest = two(visit)
    expect(host.page.locator(".seats li").first).to_have_text(re.compile("Ada.*(you)"))
    expect(guest.page.locator(".seats li").first).not_to_contain_text("(you)")
    first, other = who_decides(host, guest)
    expect(first.page).to_have_title("● Soluna – Sunroom")
    expect(other.page).to_have_title("Soluna – Sunroom")
    expect(first.headline).to_contain_text("Your turn.")
    expect(other.headline).to_contain_text("decides.")
    expect(first.page.locator(".seats [aria-current=true]")).to_contain_text("(you)")
    spoken = other.page.locator("[aria-live=polite].unseen")
    first.play("follow")
    expect(spoken).to_contain_text("Your turn.")
    expect(other.page).to_have_title("● Soluna – Sunroom")
    expect(first.page).to_have_title("Soluna – Sunroom")


def test_a_line_of_the_log_lights_what_it_speaks_of(visit):
    person = visit().sit_at("soluna", "me", "me", options=SINGLE).drew()
    person.until(lambda: person.decides)
    person.play("open")
    person.until(lambda: person.decides)
    move = person.legal[0]
    person.play(move)
    person.page.locator(".brand").hover()  # away from the list, which lights too
    expect(person.page.locator(".stage [data-lit]")).to_have_count(0)
    person.log.last.hover()
    expect(person.page.locator(".stage [data-lit]").first).to_be_visible()
    names = person.page.eval_on_selector_all(
        ".stage [data-lit]", "all => all.map((one) => one.dataset.name)"
    )
    assert set(" ".join(names).split()) & set(move.split(">")), names
    person.page.locator(".brand").hover()
    expect(person.page.locator(".stage [data-lit]")).to_have_count(0)


def test_what_is_not_possible_is_refused_with_a_reason_beside_the_pointer(visit):
    person = alone(visit)
    bad = None
    while bad is None:
        person.until(lambda: person.decides)
        person.play(person.legal[0])
        person.until(lambda: person.decides)
        places = sorted(set("".join(person.legal)) - {">"})
        pairs = [f"{a}>{b}" for a in places for b in places if a != b]
        bad = next((pair for pair in pairs if len(pairs) > 2 and pair not in person.legal), None)
    field = person.typed(bad)
    expect(person.notice).to_contain_text("ower {} and tower {} have".format(*bad.split(">")))

    def beside():
        box, at = person.notice.locator(".notice").bounding_box(), field.bounding_box()
        near = box["y"] + box["height"] <= at["y"] + 16 or box["y"] >= at["y"] + at["height"] - 16
        return near and abs(box["y"] - at["y"]) < 300

    person.until(beside)  # it grows when the words of its rules have come, and is placed again
    person.page.keyboard.press("Escape")
    expect(person.notice.locator(".notice")).to_have_count(0)
    assert person.legal, "a refusal changes nothing"


def test_the_language_can_be_changed_at_any_time(visit):
    person = alone(visit)
    person.until(lambda: person.decides)
    person.play("open")
    sockets = person.sockets
    person.menu().get_by_label("Language").select_option("de")
    person.page.keyboard.press("Escape")
    expect(person.page.locator("html")).to_have_attribute("lang", "de")
    expect(person.page.get_by_role("button", name="Menü")).to_be_visible()
    person.until(lambda: person.sockets > sockets and person.decides)
    expect(person.headline).to_contain_text("Du bist dran.")
    expect(person.log.filter(has_text="beginnt die Runde.")).to_have_count(1)
    person.typed("a>a")
    expect(person.notice).to_contain_text("Ein Turm kann nicht auf sich selbst.")
    person.reload()
    expect(person.headline).to_contain_text("Du bist dran.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_light_follows_the_device_or_the_wish(visit, theme):
    person = alone(visit, theme=theme)
    shade = "getComputedStyle(document.body).backgroundColor"
    assert (first := person.page.evaluate(shade)) == {
        "light": "rgb(251, 244, 228)",
        "dark": "rgb(20, 17, 15)",
    }[theme]
    other = "dark" if theme == "light" else "light"
    person.menu().get_by_label("Light").select_option(other)
    second = person.page.evaluate(shade)
    assert first != second
    person.reload()
    assert person.page.evaluate(shade) == second


def test_an_empty_seat_is_filled_at_the_table(visit):
    host = visit().sit_at("soluna", "me", "open", options=SINGLE)
    expect(host.page.get_by_role("img", name=re.compile("QR code of http"))).to_be_visible()
    expect(host.headline).to_contain_text("Waiting for players")
    host.page.get_by_label("Opponent for seat 2").select_option("novice")
    host.drew()
    expect(host.page.locator(".seats")).to_contain_text("Novice")


def test_a_table_that_is_not_there_says_so(visit):
    person = visit()
    person.forgiving = True  # a socket that is refused is an error to the browser
    person.open("/match/nowhere")
    expect(person.page.get_by_role("heading", name="No table here")).to_be_visible()
    person.page.get_by_role("link", name="To the games").click()
    person.page.wait_for_url("**/")


def test_nothing_is_decided_twice_by_a_double_click(visit):
    person = visit().sit_at("soluna", "me", "me", options=SINGLE).drew()
    person.until(lambda: person.decides)
    lines = person.log.count()
    person.unfold()
    person.actions.locator("[data-action=open]").dblclick()
    expect(person.log).to_have_count(lines + 1)
    expect(person.notice.locator(".notice")).to_have_count(0)
