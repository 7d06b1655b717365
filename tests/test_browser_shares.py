"""Two browsers that add to the dealing: each keeps a secret share until everybody has promised one."""

import json

import pytest
from playwright.sync_api import expect

from sunroom.cli.files import verify

pytestmark = pytest.mark.usefixtures("address")


def promises(person):
    return [seat.get("promise", "") for seat in person.about["seats"]]


def kept(person):
    return person.page.evaluate("id => JSON.parse(localStorage['sunroom.shares'])[id]", person.id)


def host_of_two(person):
    """Somebody waits for another, and has promised a share; the link."""
    person.sit_at("soluna", "me", "open")
    person.until(lambda: person.about and promises(person)[0])
    return person.page.locator(".share input").input_value()


def test_in_a_rematch_everybody_adds_to_the_dealing_again(visit):
    host, guest = visit(name="Ada"), visit(name="Ben")
    guest.come_by(host_of_two(host))
    host.until(lambda: host.state["status"] == "playing")
    first = promises(host)
    call_off(host, guest)
    host.button("Look at the table").click()
    host.button("Play again").click()
    host.until(lambda: host.about["commitment"] and promises(host)[1])
    expect(host.page.locator(".stage")).to_contain_text("waits for Ben")
    guest.button("Look at the table").click()
    guest.button("To the rematch").click()
    host.until(lambda: host.state["status"] == "playing")
    assert all(promises(host))
    assert not set(promises(host)) & set(first)
    assert [bool(seat["share"]) for seat in host.about["seats"]] == [True, True]


def call_off(host, guest):
    host.api("POST", f"/matches/{host.id}/commands", {"t": "abort"})
    guest.button("Agree").click()
    host.until(lambda: host.over)


def test_what_two_browsers_add_is_in_the_dealing_and_can_be_checked(visit, tmp_path):
    host, guest = visit(name="Ada"), visit(name="Ben")
    link = host_of_two(host)
    guest.come_by(link)
    for one in (host, guest):
        one.until(lambda one=one: one.state and one.state["status"] == "playing")
        assert promises(one) == [kept(host)["promise"], kept(guest)["promise"]]
        shares = [seat["share"] for seat in one.about["seats"]]
        assert shares == [kept(host)["share"], kept(guest)["share"]]
    expect(host.menu()).to_contain_text("Ada and Ben have contributed")
    call_off(host, guest)
    expect(host.page.get_by_role("dialog")).to_contain_text("the end fits")
    expect(host.page.locator(".known")).to_have_count(0)

    file = tmp_path / "match.json"
    text = host.context.request.get(f"/api/matches/{host.id}/file").text()
    file.write_text(text, "utf-8")
    assert json.loads(text)["dealing"]["shares"] == shares
    assert verify(file, None) == 0


def test_a_page_that_is_loaded_again_shows_the_share_that_it_promised(visit):
    host, guest = visit(name="Ada"), visit(name="Ben")
    link = host_of_two(host)
    before = promises(host)
    host.about = None
    host.reload()
    host.until(lambda: host.about)
    assert promises(host) == before
    guest.come_by(link)
    host.until(lambda: host.state["status"] == "playing")
    assert not any(seat.get("withheld") for seat in host.about["seats"])


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_promised_and_went_is_named_on_the_page(visit, language):
    said = {"en": "Ada wanted to contribute", "de": "Ada wollte zur Ziehung beitragen"}[language]
    soon = {"en": "about to begin", "de": "Gleich geht es los"}[language]
    host, guest = visit(name="Ada"), visit(name="Ben", language=language)
    link = host_of_two(host)
    host.page.close()
    guest.come_by(link)
    expect(guest.page.locator(".invite")).to_contain_text(soon)
    expect(guest.page.locator(".table .known")).to_contain_text(said)
    assert guest.state["status"] == "playing"


def test_a_server_that_changes_what_it_said_is_found_out_by_the_page(visit):
    """What the browser was told first is put in the place of what the server has said."""
    host, guest = visit(name="Ada"), visit(name="Ben")
    guest.come_by(host_of_two(host))
    host.until(lambda: host.state["status"] == "playing")
    host.page.evaluate(
        "id => { const all = JSON.parse(localStorage['sunroom.shares']); "
        "all[id].commitment = '00'; localStorage['sunroom.shares'] = JSON.stringify(all) }",
        host.id,
    )
    call_off(host, guest)
    host.reload()
    expect(host.page.get_by_role("alert").filter(has_text="Do not trust")).to_be_visible()


@pytest.mark.parametrize("seats", [("me", "me"), ("me", "ai:novice")])
def test_who_plays_alone_or_at_one_device_does_not_wait(visit, seats):
    person = visit(name="Ada").sit_at("soluna", *seats)
    person.until(lambda: person.state)
    assert person.state["status"] == "playing"
    assert promises(person) == ["", ""]
