"""What is said of a draft of a box: all of it at once, each with the piece that it is about."""

from dataclasses import replace

import pytest

from sunroom.rules.boxes.check import MOST_FINDINGS, MOST_ROWS, check
from sunroom.rules.boxes.findings import FINE, KINDS, MISTAKE, STRANGE
from sunroom.rules.boxes.labels import column_label, word_label
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.components import BadComponents, written
from sunroom.rules.words import LANGUAGES


def texts(game, *changes):
    """Our files, with some texts replaced."""
    game = load(game)
    found = {box.name: (game.folder / f"{box.name}.csv").read_text("utf-8") for box in game.components}  # fmt: skip
    for file, old, new in changes:
        assert old in found[file]
        found[file] = found[file].replace(old, new, 1)
    return found


def said(game, *changes):
    """Kind, piece and sentence of each finding; both languages have one."""
    game, drafts = load(game), texts(game, *changes)
    found = check(game, drafts)
    assert all(game.words.say(one.message, "de") for one in found)
    assert all(one.kind in KINDS for one in found)
    return [(one.kind, one.file, one.id, game.words.say(one.message, "en")) for one in found]


@pytest.mark.parametrize("game", known_games())
def test_nothing_is_to_be_said_of_our_own_boxes(game):
    assert check(load(game), texts(game)) == check(load(game), {}) == []


@pytest.mark.parametrize("game", known_games())
def test_every_column_and_word_has_a_name_in_both_languages(game):
    game = load(game)
    for box in game.components:
        for column in box.sheet.columns:
            names = [column_label(game, box.name, column.name, one) for one in LANGUAGES]
            assert f"column_{column.name}" in game.words.entries, names
            for word in column.words:
                known = {f"printed_{box.name}_{word}", f"printed_{word}", word}
                is_field = word[1:].isdigit()
                assert is_field or known & game.words.entries.keys(), word
                assert word_label(game, box.name, word, "de")


def test_all_mistakes_are_told_at_once_and_reading_refuses_the_first(copied_box):
    changes = [
        ("cards", "LEN-C01,0,two", "LEN-C01,3,tow"),
        ("tiles", "LEN-D01,day,0,0,2", "LEN-D01,day,0,0,many"),
        ("strips", "wheat,day,wood", "wheat,dya,wood"),
    ]
    found = said("solenia", *changes)
    folder = copied_box(load("solenia"))()
    for file, old, new in changes:
        text = (folder / f"{file}.csv").read_text("utf-8")
        (folder / f"{file}.csv").write_text(text.replace(old, new, 1), "utf-8")

    assert [(kind, file, id) for kind, file, id, _ in found] == [
        (MISTAKE, "cards", "LEN-C01"),
        (MISTAKE, "cards", "LEN-C01"),
        (MISTAKE, "strips", "LEN-S1day"),
        (MISTAKE, "tiles", "LEN-D01"),
    ]
    with pytest.raises(BadComponents) as refused:
        load("solenia").with_components(folder)
    assert refused.value.say("en") == found[0][3]


def test_what_is_no_list_of_pieces_is_told_too():
    many = "id,wood,copies,status,source\n" + "".join(f"A{n},1,1,yours,x\n" for n in range(MOST_ROWS + 1))  # fmt: skip
    game = load("solenia")
    found = check(game, {"tiles": many, "cards": "no list at all\nhere"})
    twice = check(game, texts("solenia", ("tiles", "LEN-D02", "LEN-D01")))
    endless = check(game, texts("solenia", ("cards", "LEN-C01,0", "LEN-C01," + 5000 * "9")))

    assert {(one.kind, one.file) for one in found} == {(MISTAKE, "cards"), (MISTAKE, "tiles")}
    assert found[-1].message.id == "components_rows"
    assert [one.message.id for one in twice] == ["components_twice"]
    assert len(game.words.say(endless[0].message, "en")) < 1000
    assert len(check(game, {"tiles": "id,copies,status,source\n" + MOST_ROWS * "a b,0,x,\n"})) == MOST_FINDINGS  # fmt: skip


SOLENIA = {
    "a tile that nobody can store": (
        [("tiles", "LEN-D01,day,0,0,2,1,5", "LEN-D01,day,0,0,5,4,9")],
        (STRANGE, "tiles", "LEN-D01", "can never be delivered: nobody stores more than 8"),
    ),
    "a tile that asks nothing": (
        [("tiles", "LEN-D01,day,0,0,2,1,5", "LEN-D01,day,0,0,0,0,5")],
        (STRANGE, "tiles", "LEN-D01", "asks for nothing"),
    ),
    "a tile without stars": (
        [("tiles", "LEN-D01,day,0,0,2,1,5", "LEN-D01,day,0,0,2,1,0")],
        (STRANGE, "tiles", "LEN-D01", "brings no stars"),
    ),
    "a day tile that asks for what the day has": (
        [("tiles", "LEN-D01,day,0,0,2,1,5", "LEN-D01,day,2,1,0,0,5")],
        (STRANGE, "tiles", "LEN-D01", "day people want stone and water"),
    ),
    "a day tile that asks for what the night has": (
        [("tiles", "LEN-D01,day,0,0,2,1,5", "LEN-D01,day,0,0,3,3,9")],
        (FINE, "tiles", "LEN-D01", "day people want just that, fine"),
    ),
    "a card without its good": (
        [("cards", "LEN-C02,0,goods,wood,stone", "LEN-C02,0,goods,,")],
        (STRANGE, "cards", "LEN-C02", "never gives anything"),
    ),
    "a good without a power": (
        [("cards", "LEN-C15,0,two,,", "LEN-C15,0,two,wood,")],
        (STRANGE, "cards", "LEN-C15", "its power does not use them"),
    ),
    "seven 0s": (
        [("cards", "LEN-C07,1", "LEN-C07,0")],
        (STRANGE, "cards", "", "cards of value 0; one review counts 6"),
    ),
    "a card that a text shows is missing": (
        [("cards", "LEN-C04,0,goods,wheat,stone", "LEN-C04,0,goods,wheat,wood")],
        (STRANGE, "cards", "LEN-C04", "is known from a text (rulebook example"),
    ),
    "a night city by day": (
        [("strips", "LEN-S1day,1,day,wheat,day", "LEN-S1day,1,day,wheat,night")],
        (STRANGE, "strips", "LEN-S1day", "is a day side and has a night city"),
    ),
    "a slot for nothing": (
        [("winter", "LEN-W3D,winter,day,3,2,0,0,0,0,0,,0,3", "LEN-W3D,winter,day,3,2,0,0,0,0,0,,0,0")],
        (STRANGE, "winter", "LEN-W3D", "gives nothing"),
    ),
    "a power of nothing": (
        [("improvements", "LEN-ID1,3,day,stars,,6", "LEN-ID1,3,day,stars,,0")],
        (STRANGE, "improvements", "LEN-ID1", "does nothing as it is"),
    ),
    "a choice of nothing": (
        [("winter", "wood wheat,1", ",1")],
        (MISTAKE, "winter", "LEN-W2D", "among is empty"),
    ),
    "a card too many": (
        [("cards", "LEN-C01,0,two,,,1", "LEN-C01,0,two,,,2")],
        (MISTAKE, "cards", "", "there are 17 of cards; the box has 16"),
    ),
}  # fmt: skip
SOLARIS = {
    "no card of a kind": (
        [("cards", "LAR-machine-purple,machine,purple,5", "LAR-machine-purple,machine,pink,5")],
        (STRANGE, "cards", "", "No card shows the machine deck in purple"),
    ),
    "a half of more": (
        [("halves", "LAR-A1,A,1,1,5", "LAR-A1,A,1,2,5")],
        (STRANGE, "halves", "LAR-A1", "add up to 8, those of other A halves to 7"),
    ),
    "another number at the centre": (
        [("halves", "LAR-A1,A,1,1,5", "LAR-A1,A,2,1,4")],
        (STRANGE, "halves", "LAR-A1", "does not have 1 at the energy centre"),
    ),
    "no bridge of a colour": (
        [("bridges", "LAR-bridge-pink,pink", "LAR-bridge-pink,purple")],
        (STRANGE, "bridges", "", "No bridge is pink"),
    ),
    "a marker of another number": (
        [("markers", "white,7", "white,6")],
        (MISTAKE, "markers", "", "there are 6 of player white"),
    ),
    "stations in another order": (
        [("stations", ",machine,", ",here,")],
        (MISTAKE, "stations", "LAR-station-machine", "station is 'here'"),
    ),
}  # fmt: skip
OTHERS = {
    "half a condition": (
        "guild-solo",
        [("board", "GLD-A2,A2,mine,jar,7", "GLD-A2,A2,mine,jar,")],
        (STRANGE, "board", "GLD-A2", "Field A2: a condition needs both"),
    ),
    "a token for nothing": (
        "guild-solo",
        [("board", "GLD-A1,A1,none", "GLD-A1,A1,mine")],
        (STRANGE, "board", "GLD-A1", "Field A1 has a token"),
    ),
    "a disc with one symbol": (
        "soluna",
        [("discs", "LUN-D1,sun,moon", "LUN-D1,sun,sun")],
        (STRANGE, "discs", "LUN-D1", "one symbol on both faces"),
    ),
}  # fmt: skip
CASES = {name: ("solenia", *case) for name, case in SOLENIA.items()}
CASES |= {name: ("solaris", *case) for name, case in SOLARIS.items()} | OTHERS


@pytest.mark.parametrize(("game", "changes", "expected"), CASES.values(), ids=CASES)
def test_what_is_said_of_a_piece(game, changes, expected):
    *about, words = expected
    assert any(
        [kind, file, id] == about and words in told for kind, file, id, told in said(game, *changes)
    ), said(game, *changes)


def test_a_good_and_a_city_that_are_nowhere_are_told():
    strips = next(box for box in load("solenia").components if box.name == "strips")
    instead = {"water": "stone", "day": "wheat"}
    rows = [
        row | {place: instead.get(row[place], row[place]) for place in "abcde"}
        for row in strips.rows
    ]
    draft = {"strips": written(replace(strips, rows=tuple(rows)))}
    told = [one.message for one in check(load("solenia"), draft)]

    assert [one.args["what"].id for one in told if "what" in one.args] == [
        "printed_water", "printed_day"
    ]  # fmt: skip
