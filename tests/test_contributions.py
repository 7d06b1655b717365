"""What owners confirm becomes a file; two files that agree make a piece of ours certain."""

import json

import pytest

from sunroom import load
from sunroom.rules.boxes.contribution import (
    BadContribution,
    Contribution,
    contribution,
    dumps,
    loads,
)
from sunroom.rules.boxes.merge import LEDGER, merge
from sunroom.rules.components import BadComponents

SOLENIA, SOLARIS = load("solenia"), load("solaris")
D01 = "LEN-D01,day,0,0,2,1,5,1,"


def rows(game, file):
    return {row["id"]: row for row in next(c for c in game.components if c.name == file).rows}


def owner(mark, game=SOLENIA, **files):
    """Somebody who has seen these rows: `tiles={"LEN-D01": {"stars": "7"}}` differ from ours."""
    seen = {
        file: tuple(
            {**rows(game, file).get(id, next(iter(rows(game, file).values()))), "id": id,
             "status": "yours", "source": "my box", **other}
            for id, other in some.items()
        )
        for file, some in files.items()
    }  # fmt: skip
    return Contribution(game.name, mark * 16, seen)


def merged(*owners, game=SOLENIA):
    return merge(game.components, owners)


def told(found, game=SOLENIA):
    return [game.words.say(one, "de") and game.words.say(one, "en") for one in found.contradictions]


def row(found, file, id):
    return next(row for row in found.files[file].rows if row["id"] == id)


# Agreement


def test_one_owner_makes_a_piece_likely_and_two_make_it_certain():
    one, two = (owner(mark, tiles={"LEN-D01": {}}) for mark in "ab")
    alone, both = row(merged(one), "tiles", "LEN-D01"), row(merged(one, two), "tiles", "LEN-D01")

    assert rows(SOLENIA, "tiles")["LEN-D01"]["status"] == "reconstructed"
    assert (alone["status"], alone["source"]) == ("likely", "1 owner of the box: my box")
    assert (both["status"], both["source"]) == ("certain", "2 owners of the box: my box")
    assert len(merged(one, two).changes) == 1


def test_the_same_owner_counts_once():
    assert row(merged(*[owner("a", tiles={"LEN-D01": {}})] * 3), "tiles", "LEN-D01")["status"] == "likely"  # fmt: skip


def test_what_is_sure_by_a_text_stays_as_it_is():
    found = merged(owner("a", cards={"LEN-C01": {}}), owner("b", cards={"LEN-C01": {}}))
    assert found.changes == ()


def test_tiles_of_a_deck_are_the_same_whatever_they_are_called():
    """One typed it where ours is, the other in the place of another tile."""
    printed = {c: rows(SOLENIA, "tiles")["LEN-D01"][c] for c in ("wood", "wheat", "stone", "water", "stars")}  # fmt: skip
    found = merged(owner("a", tiles={"LEN-D01": {}}), owner("b", tiles={"LEN-D09": printed}))

    assert row(found, "tiles", "LEN-D01")["status"] == "certain"
    assert [change.after["id"] for change in found.changes] == ["LEN-D01"]


def test_a_piece_that_we_have_not_takes_the_place_of_one_that_nobody_knows():
    new = {"wood": "3", "stone": "0", "water": "0", "stars": "4"}
    found = merged(owner("a", tiles={"LEN-D01": new, "LEN-D02": {}}))
    [other] = [change for change in found.changes if change.is_new]
    ids = [row["id"] for row in found.files["tiles"].rows]

    assert ids == list(rows(SOLENIA, "tiles"))
    assert (other.after["wood"], other.after["stars"], other.after["kind"]) == ("3", "4", "day")
    assert other.after["status"] == "likely"
    assert other.before["status"] == "reconstructed"
    assert row(found, "tiles", "LEN-D02")["status"] == "likely"


def test_of_two_that_are_alike_one_may_be_known():
    """The row is two rows then; the first keeps its name, and the order stays."""
    found = merged(owner("a", cards={"LEN-C06": {"copies": "1"}}))
    after = [row for row in found.files["cards"].rows if row["id"].startswith("LEN-C06")]

    assert rows(SOLENIA, "cards")["LEN-C06"]["copies"] == "2"
    assert [(row["id"], row["copies"], row["status"]) for row in after] == [
        ("LEN-C06", "1", "likely"), ("LEN-C06-2", "1", "reconstructed")
    ]  # fmt: skip


def test_of_a_kind_of_cards_their_number_is_confirmed():
    six, five = {"LAR-machine-purple": {"copies": "6"}}, {"LAR-machine-pink": {}}
    found = merged(*(owner(mark, SOLARIS, cards=six | five) for mark in "ab"), game=SOLARIS)

    assert row(found, "cards", "LAR-machine-purple")["copies"] == "6"
    assert row(found, "cards", "LAR-machine-purple")["status"] == "certain"
    assert row(found, "cards", "LAR-machine-pink")["status"] == "certain"


# Contradictions


def test_two_owners_of_different_boxes_are_told():
    found = merged(
        owner("a", strips={"LEN-S1day": {"a": "stone"}}),
        owner("b", strips={"LEN-S1day": {"a": "water"}}),
    )
    [why] = told(found)

    assert why.startswith(
        "strips.csv, strip 1, side day: the box has 1, and what is confirmed makes 2"
    )
    assert "a stone" in why
    assert "a water" in why
    assert found.changes == ()


def test_a_deck_that_is_too_large_is_told():
    """Each has another day deck: together they are more than the box has."""
    mine = {f"LEN-D{n:02}": {} for n in range(1, 25)}
    theirs = {id: {"stars": str(10 + n % 10)} for n, id in enumerate(mine)}
    [why] = told(merged(owner("a", tiles=mine), owner("b", tiles=theirs)))

    assert why.startswith("tiles.csv, kind day: the box has 24, and what is confirmed makes 48")


def test_what_a_text_says_is_contradicted_by_nobody():
    assert told(merged(owner("a", summer={"LEN-B1D": {"wood": "9"}})))


def test_a_kind_of_another_number_is_told():
    found = merged(
        owner("a", SOLARIS, cards={"LAR-machine-purple": {"copies": "6"}}),
        owner("b", SOLARIS, cards={"LAR-machine-purple": {"copies": "4"}}),
        game=SOLARIS,
    )
    assert "copies 4" in told(found, SOLARIS)[0]


# The file


def test_a_contribution_is_read_as_it_was_written_and_has_only_what_is_confirmed(copied_box):
    folder = copied_box(SOLENIA)("tiles.csv", D01 + "reconstructed", D01 + "yours")
    game = SOLENIA.with_components(folder)
    mine = contribution(SOLENIA, game.components, "ab" * 8)
    text = dumps(mine, SOLENIA)
    back = loads(text, "mine.json", SOLENIA)

    assert [piece["id"] for piece in json.loads(text)["pieces"]] == ["LEN-D01"]
    assert dumps(back, SOLENIA) == text
    assert back.owner == "ab" * 8


def test_our_own_source_is_not_the_owners(copied_box):
    """Who confirms a stand-in has not seen that it is one; another owner may have said more."""
    folder = copied_box(SOLENIA)("tiles.csv", D01 + "reconstructed", D01 + "yours")
    mine = contribution(SOLENIA, SOLENIA.with_components(folder).components, "ab" * 8)
    alone = row(merged(mine), "tiles", "LEN-D01")
    both = row(merged(mine, owner("a", tiles={"LEN-D01": {}})), "tiles", "LEN-D01")

    assert alone["source"] == "1 owner of the box"
    assert both["source"] == "2 owners of the box: my box"


BAD = {
    "no JSON": "{",
    "a list": "[]",
    "endless depth": "[" * 100_000,
    "no mark": {"owner": "Ada"},
    "another form": {"format": "sunroom-box-9"},
    "a number": {"pieces": [{"file": "tiles", "id": 7}]},
    "no file of the game": {"pieces": [{"file": "dice", "id": "X", "copies": "1", "source": "x"}]},
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_what_is_no_contribution_is_refused(bad):
    good = json.loads(dumps(owner("a", tiles={"LEN-D01": {}}), SOLENIA))
    text = bad if isinstance(bad, str) else json.dumps(good | bad)
    with pytest.raises(BadContribution, match=r"mine\.json is no contribution"):
        loads(text, "mine.json", SOLENIA)


def test_a_piece_that_cannot_be_is_refused():
    text = dumps(owner("a", tiles={"LEN-D01": {"stars": "99"}}), SOLENIA)
    with pytest.raises(BadComponents, match="stars is '99', not a number from 0 to 20"):
        loads(text, "mine.json", SOLENIA)
    with pytest.raises(BadContribution, match="not about solaris"):
        loads(text, "mine.json", SOLARIS)


# From the command line


@pytest.fixture
def ours(copied_box):
    """Our files, in a folder that may be written to."""
    return copied_box(SOLENIA)()


def file_of(tmp_path, mark, **files):
    path = tmp_path / f"{mark}.json"
    path.write_text(dumps(owner(mark, **files), SOLENIA), "utf-8")
    return str(path)


def test_two_owners_are_merged_and_the_ledger_remembers_them(ours, tmp_path, sunroom):
    """The second comes later; the first once more counts for nothing."""
    one, two = (file_of(tmp_path, mark, tiles={"LEN-D01": {}}) for mark in "ab")
    before = (ours / "tiles.csv").read_text("utf-8").splitlines()
    said = [sunroom("box", "merge", file, "--into", str(ours), "--yes") for file in (one, one, two)]
    after = (ours / "tiles.csv").read_text("utf-8").splitlines()

    assert [code for code, *_ in said] == [0, 0, 0]
    assert "tiles.csv LEN-D01: reconstructed → likely" in said[0][1]
    assert "nothing changes" in said[1][1]
    assert "tiles.csv LEN-D01: likely → certain" in said[2][1]
    assert "the rules' version stays" in said[2][1]
    assert [a for a, b in zip(after, before, strict=True) if a != b] == [
        D01 + "certain,2 owners of the box: my box"
    ]
    assert list(json.loads((ours / LEDGER).read_text("utf-8"))["owners"]) == ["a" * 16, "b" * 16]
    assert SOLENIA.with_components(ours).box in said[2][1]


def test_another_piece_means_other_rules(ours, tmp_path, sunroom):
    file = file_of(tmp_path, "a", tiles={"LEN-D01": {"stars": "7"}})
    code, out, _ = sunroom("box", "merge", file, "--into", str(ours), "--yes")

    assert code == 0
    assert "another piece, wood 0, wheat 0, stone 2, water 1, stars 7 (likely)" in out
    assert f"raise the rules' version ({SOLENIA.version})" in out
    assert SOLENIA.with_components(ours).box != SOLENIA.with_components(SOLENIA.folder).box


def test_nothing_is_written_without_a_yes_nor_against_a_contradiction(ours, tmp_path, sunroom):
    one = file_of(tmp_path, "a", strips={"LEN-S1day": {"a": "stone"}})
    two = file_of(tmp_path, "b", strips={"LEN-S1day": {"a": "water"}})
    before = {file.name: file.read_bytes() for file in ours.iterdir() if file.suffix == ".csv"}
    code, out, _ = sunroom("box", "merge", one, "--into", str(ours), typed="n\n")
    assert (code, "Nothing was written" in out) == (0, True)
    code, out, why = sunroom("box", "merge", one, two, "--into", str(ours), "--yes")
    assert code != 0
    assert "strips.csv, strip 1, side day: the box has 1" in out
    assert "cannot all be true" in why
    assert not (ours / LEDGER).exists()
    assert before == {name: (ours / name).read_bytes() for name in before}


def test_a_box_that_could_not_be_played_is_not_written(tmp_path, sunroom, copied_box):
    """One confirms six cards of a kind; nobody knows yet of which there are fewer."""
    ours = copied_box(SOLARIS)()
    file = tmp_path / "a.json"
    six = owner("a", SOLARIS, cards={"LAR-machine-purple": {"copies": "6"}})
    file.write_text(dumps(six, SOLARIS), "utf-8")
    code, _, why = sunroom("box", "merge", str(file), "--into", str(ours), "--yes")

    assert code != 0
    assert "there are 109 of cards; the box has 108" in why
    assert not (ours / LEDGER).exists()


def test_an_owner_writes_the_file_and_keeps_the_mark(ours, tmp_path, sunroom):
    assert "nothing to contribute" in sunroom("box", "export", str(ours), str(tmp_path / "x"))[2]
    text = (ours / "tiles.csv").read_text("utf-8").replace(D01 + "reconstructed", D01 + "yours")
    (ours / "tiles.csv").write_text(text, "utf-8")
    marks = set()
    for name in ("one.json", "two.json"):
        code, out, _ = sunroom("box", "export", str(ours), str(tmp_path / name), "--lang", "de")
        assert (code, "1 bestätigte Zeile" in out) == (0, True)
        marks.add(json.loads((tmp_path / name).read_text("utf-8"))["owner"])
    assert len(marks) == 1


def test_a_box_is_checked_in_the_terminal(ours, sunroom):
    assert "Nothing is to be said" in sunroom("box", "check", str(ours))[1]
    text = (ours / "tiles.csv").read_text("utf-8").replace(D01, "LEN-D01,day,0,0,5,4,5,1,")
    (ours / "tiles.csv").write_text(text, "utf-8")
    assert "lässt sich nie liefern" in sunroom("box", "check", str(ours), "--lang", "de")[1]
    assert sunroom("box", "check", "nowhere")[0] != 0
