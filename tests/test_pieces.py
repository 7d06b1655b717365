"""What a component file says: columns as data, where a piece belongs, how sure its row is."""

import re

import pytest

from sunroom import Match
from sunroom.rules.boxes.columns import NOTHING, Column, Sheet
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.components import BadComponents, parsed, read_components, written

ROW = {"id": "X", "at": "x.csv:2", "kind": "big", "number": "7", "some": "b a"}


def say(column, text):
    why = column.objection(ROW | {column.name: text})
    return None if why is None else (why.id, why.args["text"])


def test_a_column_says_what_can_stand_there_and_what_it_means():
    word, number = Column("kind", ("small", "big")), Column("number", numbers=(1, 20))
    some = Column("some", ("a", "b"), several=True, optional=True)

    assert (word.code(ROW), number.code(ROW), some.codes(ROW)) == (1, 7, [1, 0])
    assert [say(word, "big"), say(number, "20"), say(some, "")] == [None, None, None]
    assert say(word, "") == ("components_word", "")
    assert say(number, "21") == ("components_number", "21")
    assert say(number, "one") == ("components_number", "one")
    assert say(some, "a c") == ("components_word", "c")
    assert Column("kind", ("a",), optional=True).code(ROW | {"kind": ""}) == NOTHING


def test_the_first_column_whose_words_a_row_has_is_that_of_the_row():
    sheet = Sheet(
        "x",
        (
            Column("number", numbers=(0, 1), of=(("kind", "small"),)),
            Column("number", numbers=(0, 9)),
        ),
    )
    assert sheet.column(ROW, "number").numbers == (0, 9)
    assert sheet.column(ROW | {"kind": "small"}, "number").numbers == (0, 1)


def test_what_is_printed_is_the_same_however_it_is_written():
    sheet = Sheet(
        "x",
        (
            Column("kind", ("big",), place=True),
            Column("number", numbers=(0, 9)),
            Column("some", ("a", "b"), several=True),
        ),
    )
    other = ROW | {"number": "07", "some": "a  b"}

    assert sheet.place(ROW) == (("kind", "big"),)
    assert sheet.printed(ROW) == sheet.printed(other) == (("number", "7"), ("some", "a b"))


@pytest.mark.parametrize("game", known_games())
def test_our_files_are_what_their_columns_say(game):
    """A file is read and written to the last byte, and there is no column of which nobody knows."""
    for box in load(game).components:
        text = (load(game).folder / f"{box.name}.csv").read_text("utf-8")
        assert box.sheet.columns
        assert written(box) == text
        assert written(parsed(written(box, ";"), box.sheet)) == text


@pytest.mark.parametrize("game", known_games())
def test_no_piece_of_ours_is_yours(game):
    assert not any(box.by_status().get("yours") for box in load(game).components)


@pytest.mark.parametrize("game", ["solenia", "solaris"])
def test_what_the_owner_has_seen_is_certain(game, copied_box):
    """No view of a table with such a box has a doubt, and what is likely stays so beside it."""
    game = load(game)
    folder = copied_box(game)()
    for file in folder.glob("*.csv"):
        text = re.sub(",(reconstructed|likely|certain),", ",yours,", file.read_text("utf-8"))
        file.write_text(text, "utf-8")
    theirs = game.with_components(folder)
    (folder / "cards.csv").write_text(
        (folder / "cards.csv").read_text("utf-8").replace("yours", "likely", 1)
    )
    mixed = game.with_components(folder)

    assert all(set(box.by_status()) == {"yours"} for box in theirs.components)
    assert Match(theirs, seed=1, by_hand=True).view(0)["doubts"] == {}
    assert Match(mixed, seed=1, by_hand=True).view(0)["doubts"] == {"cards": "likely"}


def test_the_terminal_counts_what_is_yours(copied_box, sunroom):
    folder = copied_box(load("solenia"))("tiles.csv", "likely", "yours")
    _, told, _ = sunroom("games", "solenia", "--components", str(folder), "--lang", "de")

    assert "1 wie in deiner Schachtel" in told


def test_a_status_that_nobody_knows_is_refused(tmp_path):
    file = tmp_path / "discs.csv"
    file.write_text("id,front,copies,status,source\nA,sun,1,mine,seen\n")
    with pytest.raises(BadComponents, match="one of certain, likely, reconstructed, yours"):
        read_components(file)
