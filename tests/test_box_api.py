"""Boxes over HTTP: what is in one, drafts that are checked and written out, boxes by a link."""

import csv
import io
import zipfile

import pytest

import test_abuse
from sunroom.rules.boxes.contribution import loads
from sunroom.rules.catalogue import known_games, load
from sunroom.server import limits
from sunroom.server.security import Limits

room = test_abuse.room  # a server in a thread

NIGHT_TILE = "LEN-N02,night,1,2,0,0,5,"


def texts(game):
    game = load(game)
    return {f"{box.name}.csv": (game.folder / f"{box.name}.csv").read_text("utf-8") for box in game.components}  # fmt: skip


def rows(sheet):
    """The rows of a file as a draft has them."""
    return [
        {"id": row["id"], "copies": str(row["copies"]), "status": row["status"],
         "source": row["source"], **row["values"]}
        for row in sheet["rows"]
    ]  # fmt: skip


def unpacked(answer):
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


@pytest.mark.parametrize("game", known_games())
def test_a_box_is_told_as_data_and_comes_back_as_it_was(room, game):
    """Its rows as they are told, written out, are our files to the byte."""
    box = room.ask("GET", f"/api/games/{game}/box").json()
    draft = {"rows": {sheet["name"]: rows(sheet) for sheet in box["sheets"]}}

    assert [sheet["name"] for sheet in box["sheets"]] == [one.name for one in load(game).components]
    assert box["own"] == (load(game).recompose is not None)
    assert unpacked(room.ask("POST", f"/api/games/{game}/boxes/export", json=draft)) == texts(game)
    assert room.ask("POST", f"/api/games/{game}/boxes/check", json=draft).json() == []


def test_columns_say_what_can_stand_there_in_both_languages(room):
    sheets = {one["name"]: one for one in room.ask("GET", "/api/games/solenia/box").json()["sheets"]}  # fmt: skip
    tile = {one["name"]: one for one in sheets["tiles"]["columns"]}
    powers = [one for one in sheets["improvements"]["columns"] if one["name"] == "power"]
    cards = room.ask("GET", "/api/games/solaris/box").json()["sheets"][0]

    assert (tile["stars"]["least"], tile["stars"]["most"]) == (0, 20)
    assert tile["kind"]["place"]
    assert [one["title"]["de"] for one in tile["kind"]["words"]] == ["Tag", "Nacht"]
    assert [one["of"] for one in powers] == [{"level": "1"}, {"level": "3"}]
    assert {"n": 24, "having": {"kind": "day"}} in sheets["tiles"]["counts"]
    assert cards["kinds"]
    assert cards["columns"][-1]["name"] == "copies"


def test_a_draft_is_checked_in_parts_and_with_semicolons(room):
    """What is missing is ours; a spreadsheet may separate with semicolons."""
    lines = list(csv.reader(io.StringIO(texts("solenia")["tiles.csv"])))
    lines[1][2] = "9"
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows(lines)
    [found] = room.ask(
        "POST", "/api/games/solenia/boxes/check", json={"files": {"tiles.csv": out.getvalue()}}
    ).json()

    assert (found["kind"], found["file"], found["id"]) == ("strange", "tiles", "LEN-D01")
    assert found["message"]["id"] == "box_tile_never"
    assert "lässt sich nie liefern" in found["said"]["de"]


def test_a_draft_is_written_out_with_semicolons_and_can_be_brought_so(room):
    draft = {"files": texts("solenia"), "separator": ";"}
    files = unpacked(room.ask("POST", "/api/games/solenia/boxes/export", json=draft))
    made = room.ask("POST", "/api/games/solenia/boxes", room.ann, json={"files": files})

    assert files["tiles.csv"].startswith("id;kind;wood")
    assert made.status_code == 201


def test_a_box_by_rows_is_brought_and_read_back_by_its_digest(room):
    box = room.ask("GET", "/api/games/solenia/box").json()
    drafted = {sheet["name"]: rows(sheet) for sheet in box["sheets"]}
    drafted["tiles"][0] |= {"stars": "11", "status": "yours", "source": "my box"}
    made = room.ask("POST", "/api/games/solenia/boxes", room.ann, json={"rows": drafted})
    digest = made.json()["components"]
    there = room.ask("GET", f"/api/boxes/{digest}").json()
    tiles = next(sheet for sheet in there["sheets"] if sheet["name"] == "tiles")

    assert (there["game"], there["box"]) == ("solenia", digest)
    assert rows(tiles)[0] == drafted["tiles"][0]
    assert room.ask("GET", "/api/boxes/0123456789abcdef").status_code == 404


def test_what_is_confirmed_is_a_contribution(room):
    """Only the rows that are the owner's; a box that is not whole yet is enough."""
    tiles = texts("solenia")["tiles.csv"].replace("reconstructed", "yours", 1)
    draft = {"files": {"tiles.csv": tiles}, "owner": "12" * 8}
    answer = room.ask("POST", "/api/games/solenia/boxes/contribution", json=draft)
    mine = loads(answer.text, "mine.json", load("solenia"))

    assert (mine.owner, [row["id"] for row in mine.rows["tiles"]]) == ("12" * 8, ["LEN-D01"])
    for wrong in ({}, {"owner": "Ada"}, {"owner": "12" * 8, "files": {"tiles.csv": tiles + "x"}}):
        again = room.ask("POST", "/api/games/solenia/boxes/contribution", json=wrong)
        assert again.status_code == 400


@pytest.mark.parametrize(
    "draft",
    [
        {"files": {"none.csv": "id"}},
        {"rows": {"none": []}},
        {"rows": {"tiles": [{"id": "a" * 500}]}},
        {"rows": {"tiles": [{}] * 201}},
        {"files": {"tiles.csv": "a" * 200_001}},
        {"separator": "|"},
    ],
)
def test_what_is_no_draft_is_refused(room, draft):
    answer = room.ask("POST", "/api/games/solenia/boxes/export", json=draft)
    assert answer.status_code == 400
    assert answer.json()["text"]


def test_who_is_nobody_yet_has_drafts_checked_as_often_as_the_address_may():
    made = Limits(limits.USUAL_RATE)
    for _ in range(limits.DRAFTS.address.burst):
        made.admit_draft("", "1.2.3.4")
    assert not made.drafts.allows("1.2.3.4")
    assert made.drafts.allows("5.6.7.8")
    for _ in range(limits.DRAFTS.person.burst):
        made.admit_draft("ann", "9.9.9.9")
    assert not made.draft.allows("ann")
