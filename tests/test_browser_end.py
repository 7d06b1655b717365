"""The end of a match in the browser: who has won, why, and what can be taken along."""

import base64
import io
import struct
from itertools import pairwise
from random import Random

from PIL import Image, ImageChops, ImageStat
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
    expect(ending.locator("tfoot .winner")).to_have_text("1 star")
    expect(ending.locator(".story p")).not_to_be_empty()

    ada.page.keyboard.press("Escape")
    expect(ending).to_be_hidden()
    ada.button("Result").click()
    ending.locator(".story a").click()

    # The very table at which it was decided, and where to sit.
    dialog = ada.page.get_by_role("dialog", name="Play on from here")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("radio").first).to_be_checked()


def test_the_end_is_shown_where_the_device_was_about_to_be_passed_on(visit):
    ada = visit(name="Ada")
    ada.sit_at("solenia", "me", "me")
    ada.page.locator(".stage.curtain").wait_for()
    ada.api("POST", f"/matches/{ada.id}/commands", {"t": "resign"})
    expect(ada.page.get_by_test_id("ending").get_by_role("heading")).to_contain_text("resigned")


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

    assert download.value.suggested_filename == "sunroom-soluna-ada.png"
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    margin = width / 2 - stage["width"]
    assert 0 < margin < 100
    assert height > (stage["height"] + margin) * 2  # the result stands below the table
    assert len(png) > 50_000  # a table, and not an empty page


def test_whoever_comes_later_sees_the_table_and_asks_for_the_end(visit):
    ada = visit(name="Ada")
    ada.sit_at("soluna", "me", "me").drew()
    ada.api("POST", f"/matches/{ada.id}/commands", {"t": "resign"})
    ada.page.get_by_test_id("ending").wait_for()
    ada.reload()

    ada.button("Result").wait_for()
    assert ada.page.get_by_test_id("ending").count() == 0


# The film


def resigned(ada):
    """A public match at one device, given up after its opening and three turns."""
    id = ada.found("soluna", "me", "me", visibility="public")
    for _ in range(4):
        state = ada.api("GET", f"/matches/{id}")["state"]
        ada.api("POST", f"/matches/{id}/moves", {"text": state["legal"][0], "version": state["n"]})
    ada.api("POST", f"/matches/{id}/commands", {"t": "resign"})
    return id


def asks_for_film(person, id):
    """The film is asked for where the match ended. What the page fetches from now on."""
    person.look_at(id)
    person.button("Ergebnis").click()
    fetched = []
    person.page.on("request", lambda request: fetched.append(request.url))
    person.page.get_by_test_id("ending").get_by_role("button", name="Film machen").click()
    return fetched


def test_a_match_becomes_a_film(visit):
    """In the words and through the eyes of whoever asks, of code that is fetched only then."""
    id = resigned(visit(name="Ada"))
    berta = visit(name="Berta", language="de")
    fetched = asks_for_film(berta, id)
    dialog = berta.page.get_by_role("dialog", name="Die Partie als Film")
    dialog.get_by_role("status").wait_for()

    assert any("/making-" in url for url in fetched)
    assert any("/encoder-" in url for url in fetched)
    tables = [url for url in fetched if "/steps?" in url or "/course?" in url]
    assert tables
    assert all("eye=-1" in url for url in tables)

    with berta.page.expect_download() as download:
        dialog.get_by_role("button", name="Speichern").click()
    assert download.value.suggested_filename == "sunroom-soluna-ada.gif"
    film = Image.open(io.BytesIO(download.value.path().read_bytes()))
    frames = []
    for n in range(film.n_frames):
        film.seek(n)
        frames.append((film.info["duration"], film.convert("RGB")))
    assert len(frames) == 4  # the table before the first turn, and one for each
    times = [time for time, _ in frames]
    assert max(times) == times[-1]
    assert 5000 < sum(times) < 20_000
    assert film.size[0] == 960
    assert download.value.path().stat().st_size < 1_000_000
    for (_, one), (_, other) in pairwise(frames):
        assert ImageChops.difference(one, other).getbbox()

    # What the frames have become in the end is the picture that was drawn last.
    still = dialog.locator("img").get_attribute("src").partition(",")[2]
    drawn = Image.open(io.BytesIO(base64.b64decode(still))).convert("RGB")
    assert max(ImageStat.Stat(ImageChops.difference(frames[-1][1], drawn)).mean) < 4


def test_a_film_on_its_way_can_be_left(visit):
    ada = visit(name="Ada", language="de")
    id = resigned(ada)
    held = []

    def hold(route):
        held.append(route)

    ada.page.route("**/steps?*", hold)
    asks_for_film(ada, id)
    dialog = ada.page.get_by_role("dialog", name="Die Partie als Film")
    expect(dialog.get_by_role("progressbar")).to_be_visible()
    ada.until(lambda: held and ada.page.workers, "drawing")

    dialog.get_by_role("button", name="Abbrechen").click()
    expect(dialog).to_be_hidden()
    for route in held:
        route.continue_()
    ada.until(lambda: not ada.page.workers, "the end of the encoder")

    # And it can be asked for again; where the device shares files, this one goes there.
    ada.page.unroute("**/steps?*")
    ada.page.evaluate("""() => Object.assign(navigator, {
        canShare: () => true, share: async ({files}) => (window.shared = files[0].type)})""")
    ada.page.get_by_role("button", name="Film machen").click()
    dialog.get_by_role("button", name="Teilen").click()
    ada.page.wait_for_function("window.shared === 'image/gif'")
    expect(dialog.get_by_role("button", name="Speichern")).to_be_visible()
