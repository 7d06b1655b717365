"""Another box: the owner of the printed game puts its values into a copy of the CSV files."""

import csv

import pytest

from sunroom import Match, load
from sunroom.engine.referee import interpreted
from sunroom.match.matchfile import BadMatchFile
from sunroom.rules.components import BadComponents

GAME = load("solenia")


@pytest.fixture
def box(copied_box):
    return copied_box(GAME)


def test_a_copy_plays_the_same(box):
    ours, theirs = interpreted(GAME), interpreted(GAME.with_components(box()))
    settings = GAME.settings({"board": "improvements"}, 3)
    one, two = ours.batch(30, settings), theirs.batch(30, settings)

    assert ours.playouts(one, 1).tolist() == theirs.playouts(two, 1).tolist()
    assert one.tobytes() == two.tobytes()


def test_other_values_are_played_with(box):
    """Here every night tile N02 is worth 19 stars. Compiled, all other tests have their own box."""
    game = GAME.with_components(
        box("tiles.csv", "LEN-N02,night,1,2,0,0,5,", "LEN-N02,night,1,2,0,0,19,")
    )
    for rules, stars in ((GAME, 5), (game, 19)):
        table = interpreted(rules).new(rules.settings())
        table.delivered[0, 1] = 1 << 1
        assert interpreted(rules).scores(table, 2)[0] == stars
    shown = game.view(interpreted(game).new(game.settings()), 0)
    assert shown["players"][0]["score"] == 0


def test_other_names_are_said(box):
    game = GAME.with_components(box("tiles.csv", "LEN-D01,", "LEN-D99,"))
    match = Match(game, seed=1)
    assert any(
        "D99" in game.show(match.tables[n], 0)
        for n in range(len(match.history))
        if match.tables[n].phase == 3
    )
    assert "D99" not in GAME.show(match.tables[6], 0)


def test_other_strips_are_drawn(box):
    game = GAME.with_components(box("strips.csv", "LEN-S1day,1,day,wheat", "LEN-S1day,1,day,water"))
    match = Match(game, seed=1, options={"order": "day-first"})
    kinds = {space["kind"] for strip in match.view(0)["strips"] for space in strip["spaces"]}

    assert game.components != GAME.components
    assert kinds <= {"wood", "wheat", "stone", "water", "day", "night"}


def test_other_amounts_are_shown(box):
    game = GAME.with_components(
        box("improvements.csv", "LEN-ID1,3,day,stars,,6,", "LEN-ID1,3,day,stars,,9,")
    )
    for rules, stars in ((GAME, 6), (game, 9)):
        powers = Match(rules, seed=1, options={"board": "improvements"}).view(0)["powers"]
        assert powers["ID1"]["amount"] == stars


BAD = {
    "an unknown good": ("cards.csv", "goods,wood,stone", "goods,woood,stone", r"cards\.csv:4: good is 'woood'; it is one of wood"),
    "an unknown power": ("cards.csv", "LEN-C01,0,two", "LEN-C01,0,tow", r"cards\.csv:2: power is 'tow'"),
    "a value of 3": ("cards.csv", "LEN-C01,0", "LEN-C01,3", r"cards\.csv:2: value is '3', not a number from 0 to 2"),
    "words for stars": ("tiles.csv", "0,0,2,1,5,1", "0,0,2,1,five,1", r"tiles\.csv:2: stars is 'five'"),
    "an unknown space": ("strips.csv", "wheat,day,wood", "wheat,dya,wood", r"strips\.csv:2: b is 'dya'"),
    "an unknown status": ("tiles.csv", "reconstructed", "guessed", r"tiles\.csv:2: status is 'guessed'; it is one of certain"),
    "no source": ("cards.csv", "rulebook example (stone and wheat)", "", r"cards\.csv:6: source is empty"),
    "a value too few": ("winter.csv", "LEN-W1D,winter,", "LEN-W1D,", r"winter\.csv:2: the row has not as many values"),
    "seventeen cards": ("cards.csv", "LEN-C01,0,two,,,1", "LEN-C01,0,two,,,2", r"cards\.csv: there are 17 of cards; the box has 16"),
    "a day tile by night": ("tiles.csv", "LEN-D01,day", "LEN-D01,night", r"tiles\.csv: there are 23 of kind day; the box has 24"),
    "a strip three times": ("strips.csv", "LEN-S2day,2", "LEN-S2day,1", r"strips\.csv: there are 2 of strip 1, side day; the box has 1"),
    "a slot twice": ("winter.csv", "winter,day,2,", "winter,day,1,", r"winter\.csv: there are 2 of row day, column 1; the box has 1"),
    "words for goods of a slot": ("winter.csv", "winter,day,1,1,1", "winter,day,1,1,one", r"winter\.csv:2: wood is 'one'"),
    "a choice of nothing known": ("winter.csv", "wood wheat,1", "wood weat,1", r"winter\.csv:3: among is 'weat'; it is one of wood"),
    "a missing column": ("improvements.csv", "amount", "amnt", r"improvements\.csv:2: amount is ''"),
    "three slots of a level": ("winter.csv", "winter,day,3,2,", "winter,day,3,1,", r"winter\.csv: there are 3 of row day, level 1; the box has 2"),
    "a choice of nothing": ("winter.csv", "wood wheat,1", ",1", r"winter\.csv:3: among is empty"),
    "two goods replaced": ("improvements.csv", "substitute,,1", "substitute,,2", r"improvements\.csv:4: amount is '2', not a number from 0 to 1"),
    "an id twice": ("tiles.csv", "LEN-D02", "len-d01", r"tiles\.csv:3: another row has the id 'len-d01' already"),
    "an id of two words": ("tiles.csv", "LEN-D02", "my tile", r"tiles\.csv:3: 'my tile' cannot be an id"),
    "an unknown kind": ("tiles.csv", "LEN-D01,day", "LEN-D01,noon", r"tiles\.csv: there are 23 of kind day"),
}  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "why"), BAD.values(), ids=BAD)
def test_a_mistake_is_named_with_file_and_line(box, file, old, new, why):
    with pytest.raises(BadComponents, match=why):
        GAME.with_components(box(file, old, new))


def rewrite(file, change):
    """Every row as *change* returns it; rows for which it returns nothing are left out."""
    rows = list(csv.reader(file.read_text("utf-8").splitlines()))
    with file.open("w", encoding="utf-8", newline="") as sheet:
        csv.writer(sheet).writerows([rows[0], *filter(None, map(change, rows[1:]))])


def test_halves_that_never_differ_are_refused(box):
    """LEN-10.1: with four pairs on the table the fourth night half must still be another one."""
    rewrite(
        box() / "improvements.csv",
        lambda row: [*row[:3], "stars", "", *row[5:]] if row[1] == "3" else row,
    )
    with pytest.raises(BadComponents, match=r"improvements\.csv:10: only 0 night halves"):
        GAME.with_components(box())


def twice(row):
    """Every other piece is printed twice, under a name with the German word for a good in it."""
    number = int(row[0].lstrip("LEN-DI"))
    return [f"stein-{row[0]}", *row[1:-3], "2", *row[-2:]] if number % 2 else None


def test_equal_pieces_and_any_names_are_played_saved_and_read(box, tmp_path):
    folder = box()
    rewrite(folder / "tiles.csv", twice)
    rewrite(folder / "improvements.csv", twice)
    match = Match(GAME.with_components(folder), seed=3, options={"board": "improvements"})
    while not match.over:
        match.play(match.legal()[-1])
    match.save(tmp_path / "match.json")

    said = list(match.notation())
    assert any(text.startswith("stein-") and text.endswith(".2") for text in said)
    assert Match.load(tmp_path / "match.json", folder).history == match.history


def test_columns_may_be_separated_by_semicolons(box):
    for file in box().glob("*.csv"):
        rows = list(csv.reader(file.read_text("utf-8").splitlines()))
        with file.open("w", encoding="utf-8", newline="") as sheet:
            csv.writer(sheet, delimiter=";").writerows(rows)

    assert GAME.with_components(box()).components == GAME.components


def test_a_missing_file_is_named(box):
    (box() / "winter.csv").unlink()
    with pytest.raises(BadComponents, match=r"winter\.csv is not in that folder"):
        GAME.with_components(box())


def test_a_saved_match_records_its_components(box, tmp_path):
    folder = box("tiles.csv", "LEN-N02,night,1,2,0,0,5,", "LEN-N02,night,1,2,0,0,19,")
    game = GAME.with_components(folder)
    match = Match(game, seed=1)
    match.play(match.legal()[0])
    match.save(tmp_path / "match.json")

    assert f'"components": "{game.box}"' in (tmp_path / "match.json").read_text()
    with pytest.raises(BadMatchFile, match="played with other components"):
        Match.load(tmp_path / "match.json")
    assert Match.load(tmp_path / "match.json", folder).history == match.history
