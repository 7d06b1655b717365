"""What is heard in the browser: nothing before somebody wants it, then what happens."""

from playwright.sync_api import expect

from browser import PHONE

# Every tone that a page makes is counted; nothing is played to the machine that tests.
COUNTED = """
const make = AudioContext.prototype.createOscillator;
window.tones = 0;
AudioContext.prototype.createOscillator = function () { window.tones++; return make.call(this); };
"""


def tones(person):
    return person.page.evaluate("window.tones")


def test_sounds_are_asked_for_once_and_then_follow_what_happens(visit):
    ada = visit(name="Ada", size=PHONE, sounds=None)
    ada.page.add_init_script(COUNTED)
    ada.sit_at("soluna", "me", "me").drew()
    question = ada.page.get_by_role("region", name="Sounds")
    expect(question).to_contain_text("With sound?")
    assert tones(ada) == 0

    question.get_by_role("button", name="Yes").click()
    expect(question).to_be_hidden()
    ada.until(lambda: tones(ada) > 0, "the sample")
    heard = tones(ada)
    ada.play("open")
    ada.until(lambda: tones(ada) > heard, "a sound of the move")
    ada.reload()
    expect(question).to_be_hidden()


def test_nobody_who_plays_is_held_up_by_the_question(visit):
    ada = visit(name="Ada", sounds=None)
    ada.page.add_init_script(COUNTED)
    ada.sit_at("soluna", "me", "me").drew()
    question = ada.page.get_by_role("region", name="Sounds")
    expect(question).to_be_visible()

    ada.play("open")

    expect(question).to_be_hidden()
    assert tones(ada) == 0


def test_the_table_can_be_muted_and_the_menu_makes_it_softer(visit):
    ada = visit(name="Ada", sounds="true")
    ada.page.add_init_script(COUNTED)
    ada.sit_at("soluna", "me", "me").drew()
    mute = ada.page.get_by_role("button", name="Sounds")
    expect(mute).to_have_attribute("aria-pressed", "true")

    menu = ada.menu()
    loud = menu.get_by_role("slider", name="Volume")
    loud.fill("20")
    assert ada.page.evaluate("localStorage['sunroom.volume']") == "0.2"
    menu.get_by_role("button", name="Close").click()

    mute.click()
    heard = tones(ada)
    ada.play("open")
    ada.page.wait_for_timeout(500)
    assert tones(ada) == heard
