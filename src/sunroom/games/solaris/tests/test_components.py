"""The box, and somebody else's box."""

from itertools import permutations, product

import pytest

from sunroom import Match
from sunroom.engine.referee import interpreted
from sunroom.games.solaris.pieces import COMPONENTS, STATIONS
from sunroom.games.solaris.state import STACK
from sunroom.rules.components import BadComponents

from .scene import GAME


def pieces(file, **having):
    return [p for p in COMPONENTS[file].pieces if all(p[c] == text for c, text in having.items())]


def test_lar_1_1_six_stations():
    assert [piece["station"] for piece in pieces("stations")] == list(STATIONS)
    assert len(STATIONS) == 6


def test_lar_1_2_108_cards_in_four_colours():
    assert len(pieces("cards")) == 108
    assert {p["colour"] for p in pieces("cards")} == {"purple", "pink", "green", "blue"}


def test_lar_1_2a_18_of_each_station_27_of_each_colour_and_said_to_be_reconstructed():
    assert all(len(pieces("cards", station=station)) == 18 for station in STATIONS)
    assert all(len(pieces("cards", colour=c)) == 27 for c in ("purple", "pink", "green", "blue"))
    assert {int(row["copies"]) for row in COMPONENTS["cards"].rows} == {4, 5}
    assert {p["status"] for p in pieces("cards")} == {"reconstructed"}


def test_lar_1_3_eight_bridges():
    assert len(pieces("bridges")) == 8


def test_lar_1_3a_two_of_each_colour():
    assert all(len(pieces("bridges", colour=c)) == 2 for c in ("purple", "pink", "green", "blue"))


def test_lar_1_4_four_shuttles():
    assert len(pieces("shuttles")) == 4


def test_lar_1_4a_one_of_each_colour():
    assert len({p["colour"] for p in pieces("shuttles")}) == 4


def test_lar_1_5_35_markers():
    assert len(pieces("markers")) == 35
    players = ("white", "grey", "yellow", "black", "orange")
    assert all(len(pieces("markers", player=player)) == 7 for player in players)


def test_lar_1_6_ten_start_halves():
    assert len(pieces("halves", half="A")) == len(pieces("halves", half="B")) == 5


PLACES = ("centre", "first", "second", "third", "fourth", "fifth")


@pytest.mark.parametrize(("last", "total"), [("fifth", 16), ("fifth_within", 15)])
def test_lar_1_6a_every_pair_of_halves_has_1_at_the_energy_centre_and_the_same_total(last, total):
    for one in pieces("halves", half="A"):
        for two in pieces("halves", half="B"):
            numbers = [int(one[p] or two[p]) for p in (*PLACES[:-1], last)]
            assert numbers[0] == 1
            assert sum(numbers) == total


def test_lar_1_6a_each_station_but_the_centre_has_1_to_5_once():
    for place in PLACES[1:]:
        assert sorted(int(p[place]) for p in pieces("halves") if p[place]) == [1, 2, 3, 4, 5]


def regular(stations):
    """The ways in which the halves of so many stations, the first in order, have one sum."""
    others = product(permutations(range(1, 6)), repeat=stations - 1)
    return [o for o in others if len(set(map(sum, zip(range(1, 6), *o, strict=True)))) == 1]


def test_a_regular_start_has_one_solution_for_two_stations_and_six_for_three():
    """Why 15 beside the energy centre are the default (docs/decisions/0014). Five stations with 1
    to 5 once hold 75, 15 for each of five players. With 14 no five stations can have the same five
    numbers: those of two would hold 28, which five halves cannot share evenly.
    """
    assert regular(2) == [((5, 4, 3, 2, 1),)]
    assert len(regular(3)) == 6
    halves = pieces("halves", half="B")
    assert [int(half["third"]) for half in halves] == [1, 2, 3, 4, 5]
    ours = tuple(tuple(int(half[p]) for half in halves) for p in ("fourth", "fifth"))
    assert ours in regular(3)


def test_lar_1_6a_by_option_the_15_include_the_energy_centre():
    assert {p["status"] for p in pieces("halves")} == {"reconstructed"}
    for start, total in (("fifteen", 15), ("sixteen", 16)):
        match = Match(GAME, seats=5, options={"start": start}, seed=1)
        for seat in range(5):
            assert sum(match.table.energy[station, seat] for station in range(6)) == total


# Another box


@pytest.fixture
def box(copied_box):
    return copied_box(GAME)


def test_a_copy_plays_the_same(box):
    ours, theirs = interpreted(GAME), interpreted(GAME.with_components(box()))
    settings = GAME.settings({"ending": "race"}, 3)
    one, two = ours.batch(5, settings), theirs.batch(5, settings)

    assert ours.playouts(one, 1).tolist() == theirs.playouts(two, 1).tolist()
    assert one.tobytes() == two.tobytes()


def test_other_values_are_played_with(box):
    """Here machine decks in purple come three times and in pink seven times, and half A1 has 7."""
    box("cards.csv", "machine,purple,5", "machine,purple,3")
    box("halves.csv", "LAR-A1,A,1,1,5", "LAR-A1,A,1,7,5")
    game = GAME.with_components(box("cards.csv", "machine,pink,5", "machine,pink,7"))
    start = interpreted(game).new(game.settings())
    match = Match(game, seats=5, seed=1, referee=interpreted(game))

    assert (start.deck[0], start.deck[1]) == (3, 7)
    assert 7 in [match.table.energy[0, seat] for seat in range(5)]


REFUSED = {
    "a card too many": ("cards.csv", "machine,purple,5", "machine,purple,6", r"there are 109 of"),
    "an unknown station": ("cards.csv", "machine,purple", "engine,purple", r"cards\.csv:2: station"),
    "an unknown colour": ("bridges.csv", ",blue,2", ",red,2", r"bridges\.csv:5: colour is 'red'"),
    "two blue shuttles": ("shuttles.csv", ",pink,1", ",blue,1", r"shuttles\.csv: there are"),
    "a half of six": ("halves.csv", "LAR-A1,A", "LAR-A1,B", r"halves\.csv: there are 4 of half A"),
    "a number missing": ("halves.csv", "A,1,2,4", "A,1,,4", r"first must have a number on all A"),
    "too much energy": ("halves.csv", "A,1,2,4", "A,1,8,4", r"halves\.csv:3: first is '8'"),
    "a marker missing": ("markers.csv", "white,7", "white,6", r"markers\.csv: there are 6 of player white"),
    "a sixth colour": ("markers.csv", "LAR-marker-white", "LAR-marker-red,red,7,certain,x\nLAR-marker-white", r"there are 42 of markers"),
    "a station twice": ("stations.csv", ",biotope,", ",port,", r"stations\.csv: there are 0 of"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_box_that_cannot_be_is_refused(box, name):
    file, old, new, why = REFUSED[name]
    with pytest.raises(BadComponents, match=why):
        GAME.with_components(box(file, old, new))


def test_the_stations_lie_in_the_printed_order(box):
    box("stations.csv", ",machine,", ",here,")
    box("stations.csv", ",centre,", ",machine,")
    with pytest.raises(BadComponents, match="printed in this order"):
        GAME.with_components(box("stations.csv", ",here,", ",centre,"))


def test_lar_2_6_ties_of_another_box_are_stacked_by_chance_too(box):
    """Here halves A1 and A2 both have 1 at the first place, and A4 and A5 both 1 at the second."""
    box("halves.csv", "LAR-A2,A,1,2,4", "LAR-A2,A,1,1,4")
    game = GAME.with_components(box("halves.csv", "LAR-A4,A,1,4,2", "LAR-A4,A,1,4,1"))
    match = Match(game, seats=5, by_hand=True)
    stacked = set()
    while match.table.round == 0:
        if match.table.phase == STACK:
            stacked.add(match.table.at)
        match.play(match.legal()[-1])

    assert stacked == {0, 1, 5}


# The other reading of how the cards are divided


def test_lar_1_2b_by_option_five_of_each_kind_and_two_of_each_of_the_energy_centre():
    even, scarce = (
        interpreted(GAME).new(GAME.settings({"cards": split})) for split in ("even", "scarce")
    )

    assert [sum(s.deck) for s in (even, scarce)] == [108, 108]
    assert [s.pile for s in (even, scarce)] == [108, 108]
    assert list(scarce.deck) == [5] * 20 + [2] * 4


def test_a_box_that_somebody_has_read_has_one_reading(box):
    """What is certain is not divided otherwise by an option; no more is a box without the column."""
    rows = (GAME.folder / "cards.csv").read_text("utf-8").splitlines()
    read = box("cards.csv", ",reconstructed,", ",certain,")
    (read / "cards.csv").write_text("\n".join(rows).replace(",reconstructed,", ",certain,"))
    game = GAME.with_components(read)
    start = interpreted(game).new(game.settings({"cards": "scarce"}))
    assert (start.deck[0], start.deck[23]) == (5, 4)

    cells = [row.split(",") for row in rows]
    at = cells[0].index("scarce")
    less = "\n".join(",".join(row[:at] + row[at + 1 :]) for row in cells)
    (read / "cards.csv").write_text(less)
    game = GAME.with_components(read)
    start = interpreted(game).new(game.settings({"cards": "scarce"}))
    assert (start.deck[0], start.deck[23]) == (5, 4)


def test_halves_that_somebody_has_read_have_one_reading(box):
    read = box("halves.csv", "B,,,,1,3,5,4,1,reconstructed", "B,,,,1,3,7,4,1,certain")
    game = GAME.with_components(read)

    for start in ("sixteen", "fifteen"):
        match = Match(game, seats=5, options={"start": start}, seed=1, referee=interpreted(game))
        assert 7 in [match.table.energy[4, seat] for seat in range(5)]


def test_a_second_reading_of_another_number_of_cards_is_refused(box):
    with pytest.raises(BadComponents, match="there are 107 of scarce"):
        GAME.with_components(box("cards.csv", "machine,purple,5,5", "machine,purple,5,4"))
