"""How the strips lie: which spaces are adjacent for that, how far voyages are, and how it is drawn."""

import re
from fractions import Fraction

import pytest

from sunroom.games.solenia.chapters.voyage import grown, voyage_cost
from sunroom.games.solenia.geometry import AHEAD, CHOICES, CORNERS, READINGS, STEPS
from sunroom.games.solenia.pieces import COLUMNS
from sunroom.games.solenia.presentation.notation import SPACE_NAMES
from sunroom.games.solenia.presentation.terminal import render
from sunroom.games.solenia.state import PLACES
from sunroom.rules.contract import BadOption
from sunroom.rules.words import Tongue

from .scene import GAME, Scene

ALL = (1 << PLACES) - 1
BY_NAME = [f"{strips}-{CORNERS[corners]}" for strips, corners in READINGS]
DIAGONALS = ("off", "on")


@pytest.fixture
def scene(way):
    return lambda seats=2, **options: Scene(way(GAME), seats, **options)


@pytest.fixture(params=READINGS, ids=BY_NAME)
def table(request, scene):
    """A table at the beginning, in each reading."""
    strips, corners = request.param
    return scene(strips=strips, diagonals=DIAGONALS[corners]).s


def beside(s, name):
    """The spaces that are adjacent to one."""
    own = 1 << SPACE_NAMES.index(name)
    return {space for n, space in enumerate(SPACE_NAMES) if (grown(s, own) ^ own) >> n & 1}


# Worked by hand, from the drawing in geometry.py.
NEIGHBOURS = {
    ("plain", "a3"): "a2 a4 b3",
    ("plain", "b3"): "b2 b4 a3 c3",
    ("plain", "c3"): "c2 c4 b3 d3",
    ("plain", "e1"): "e2 d1",
    ("ends", "a3"): "a2 a4 b3 b4",
    ("ends", "b3"): "b2 b4 a2 a3 c3",
    ("ends", "c3"): "c2 c4 b3 d3",
    ("ends", "e1"): "e2 d1 d2",
    ("ends", "d1"): "d2 c1 e1",
    ("steps", "a3"): "a2 a4 b3 b4",
    ("steps", "b3"): "b2 b4 a2 a3 c3 c4",
    ("steps", "c3"): "c2 c4 b2 b3 d2 d3",
    ("steps", "e1"): "e2 d1 d2",
    ("steps", "c1"): "c2 b1 d1",
}
WITH_CORNERS = {
    ("plain", "c3"): "b2 c2 d2 b3 d3 b4 c4 d4",
    ("ends", "c3"): "b2 c2 d2 b3 d3 b4 c4 d4",
    ("ends", "b3"): "b2 b4 a2 a3 c2 c3 c4",
    ("steps", "b3"): NEIGHBOURS["steps", "b3"],
}


@pytest.mark.parametrize(("strips", "space"), NEIGHBOURS)
def test_len_1_1b_spaces_that_share_a_piece_of_an_edge_are_adjacent(scene, strips, space):
    assert beside(scene(strips=strips).s, space) == set(NEIGHBOURS[strips, space].split())


@pytest.mark.parametrize(("strips", "space"), WITH_CORNERS)
def test_len_3_3a_in_steps_no_spaces_touch_at_a_corner_alone(scene, strips, space):
    table = scene(strips=strips, diagonals="on")
    assert beside(table.s, space) == set(WITH_CORNERS[strips, space].split())


@pytest.mark.parametrize(
    ("strips", "diagonals", "pairs"),
    [("plain", "off", 40), ("plain", "on", 72), ("ends", "off", 48), ("steps", "off", 56)],
)
def test_len_1_1b_the_more_steps_the_more_spaces_touch(scene, strips, diagonals, pairs):
    """Five spaces in a column touch four times; columns side by side five times, or nine."""
    s = scene(strips=strips, diagonals=diagonals).s
    assert sum(len(beside(s, space)) for space in SPACE_NAMES) == 2 * pairs


@pytest.mark.parametrize(
    ("strips", "expected"),
    [
        ("plain", ["c2", "c3", "e3", "c4", "e5"]),
        ("ends", ["c2", "c3", "e3", "c4", "d5", "e5"]),
        ("steps", ["b2", "c2", "c3", "e3", "c4", "d5", "e5"]),
    ],
)
def test_len_1_1b_where_a_card_may_go(scene, strips, expected):
    """Beside the airship on c3 and an own card on e4; no city can be supplied."""
    table = scene(strips=strips).lay("e4", "1-wood").hand("1-one").do("1-one")
    assert [text for text in table.legal() if text in SPACE_NAMES] == expected


@pytest.mark.parametrize("strips", AHEAD)
def test_len_1_1b_a_strip_fits_when_it_is_turned_over_and_when_it_moves_up(scene, strips):
    """LEN-6.3a: a strip is turned like a page, so its outline has to be its own mirror image."""
    assert AHEAD[strips] == AHEAD[strips][::-1]
    s = scene(strips=strips).s
    for place in range(COLUMNS, PLACES):
        inner = ALL >> COLUMNS  # the four strips that stay
        moved = grown(s, 1 << place) >> COLUMNS & inner
        assert grown(s, 1 << (place - COLUMNS)) & inner == moved


@pytest.mark.parametrize(
    ("strips", "diagonals", "near", "far"),
    [
        ("plain", "off", 3, 3),
        ("plain", "on", 1, 1),
        ("ends", "off", 2, 3),
        ("ends", "on", 1, 2),
        ("steps", "off", 1, 3),
        ("steps", "on", 1, 3),
    ],
)
def test_len_3_4a_a_voyage_is_counted_over_adjacent_spaces(scene, strips, diagonals, near, far):
    """From c3 to e1 and to e5. By steps it is c3, d2, e1, and c3, c4, d4, e4, e5, say; where only the
    ends are ahead c3, d3, d2, e1, and c3, d3, d4, e4, e5.
    """
    s = scene(strips=strips, diagonals=diagonals).s
    assert [voyage_cost(s, SPACE_NAMES.index(space)) for space in ("e1", "e5")] == [near, far]


def drawn_together(one, other, ahead, corners):
    """Whether two spaces, drawn as squares, share a piece of an edge, or with corners a point."""
    shared = []
    for low, high in (
        (one % COLUMNS, other % COLUMNS),
        tuple(n // COLUMNS + Fraction(ahead[n % COLUMNS], 2) for n in (one, other)),
    ):
        shared.append(min(low, high) + 1 - max(low, high))
    return min(shared) == 0 and (max(shared) > 0 or corners)


def distances(start, ahead, corners):
    """Steps from a space to each other one, on the drawing of the board."""
    found, ring = {start: 0}, [start]
    while ring:
        ring = [
            space
            for space in range(PLACES)
            if space not in found and any(drawn_together(at, space, ahead, corners) for at in ring)
        ]
        found |= dict.fromkeys(ring, max(found.values()) + 1)
    return found


def test_len_3_4a_distance_is_that_of_the_drawn_board(table):
    strips, corners = READINGS[table.reading]
    away = distances(SPACE_NAMES.index("c3"), AHEAD[strips], corners)
    assert away.keys() == set(range(PLACES))
    for space, steps in away.items():
        assert voyage_cost(table, space) == max(steps - 1, 0)


def test_adjacent_spaces_lie_a_step_apart_in_their_numbering(table):
    """The masks of TOUCHING say it all: whoever is adjacent is so in both directions."""
    for one in range(PLACES):
        for other in range(one + 1, PLACES):
            there = grown(table, 1 << one) >> other & 1
            assert there == grown(table, 1 << other) >> one & 1
            assert not there or other - one in STEPS


# What is shown

DRAWN = {
    "plain": """
      a             b             c             d             e
5 ☼ │ wood        │ DAY         │ wheat       │ water       │ stone       │
4 ☼ │ DAY         │ wood        │ wheat       │ DAY         │ wood        │""",
    "ends": """
      a             b             c             d             e
    ┌a5───────────┐                                         ┌e5───────────┐
5 ☼ │ wood        ├b5───────────┬c5───────────┬d5───────────┤ stone       │
    ├a4───────────┤ DAY         │ wheat       │ water       ├e4───────────┤
4 ☼ │ DAY         ├b4───────────┼c4───────────┼d4───────────┤ wood        │
    ├a3───────────┤ wood        │ wheat       │ DAY         ├e3───────────┤
3 ◐ │ wood        ├b3───────────┼c3───────────┼d3───────────┤ water       │
    ├a2───────────┤ NIGHT       │ wheat      ▲│ DAY         ├e2───────────┤
2 ☾ │ NIGHT       ├b2───────────┼c2───────────┼d2───────────┤ water       │
    ├a1───────────┤ wood        │ stone       │ NIGHT       ├e1───────────┤
1 ☾ │ wood        ├b1───────────┼c1───────────┼d1───────────┤ stone       │
    └─────────────┤ water       │ NIGHT       │ water       ├─────────────┘
                  └─────────────┴─────────────┴─────────────┘""",
    "steps": """
      a             b             c             d             e
    ┌a5───────────┐                                         ┌e5───────────┐
5 ☼ │ wood        ├b5───────────┐             ┌d5───────────┤ stone       │
    ├a4───────────┤ DAY         ├c5───────────┤ water       ├e4───────────┤
4 ☼ │ DAY         ├b4───────────┤ wheat       ├d4───────────┤ wood        │
    ├a3───────────┤ wood        ├c4───────────┤ DAY         ├e3───────────┤
3 ◐ │ wood        ├b3───────────┤ wheat       ├d3───────────┤ water       │
    ├a2───────────┤ NIGHT       ├c3───────────┤ DAY         ├e2───────────┤
2 ☾ │ NIGHT       ├b2───────────┤ wheat      ▲├d2───────────┤ water       │
    ├a1───────────┤ wood        ├c2───────────┤ NIGHT       ├e1───────────┤
1 ☾ │ wood        ├b1───────────┤ stone       ├d1───────────┤ stone       │
    └─────────────┤ water       ├c1───────────┤ water       ├─────────────┘
                  └─────────────┤ NIGHT       ├─────────────┘
                                └─────────────┘""",
}


@pytest.mark.parametrize("strips", AHEAD)
def test_len_1_1b_the_terminal_draws_the_steps(scene, strips):
    table = scene(strips=strips)
    for line, strip in enumerate(STRIPS_IN_ORDER):
        table.s.strip[line] = strip
    picture = render(GAME.view(table.s, 0), Tongue(GAME.words, "en"))
    plain = re.sub(r"\[[^]]*\]", "", picture)
    expected = DRAWN[strips].strip("\n").splitlines()
    assert [line.rstrip() for line in plain.splitlines()][: len(expected)] == expected


STRIPS_IN_ORDER = (1, 3, 8, 4, 6)  # as scene.py draws its board: two nights, dawn, two days


def test_len_1_1b_every_way_in_which_strips_lie_can_be_chosen():
    assert GAME.option("strips").choices == CHOICES
    assert set(CHOICES) == set(AHEAD)


@pytest.mark.parametrize("strips", AHEAD)
def test_len_1_1b_the_view_says_how_far_ahead_each_column_is_drawn(scene, strips):
    shown = GAME.view(scene(strips=strips, diagonals="on").s, 0)
    assert (shown["lie"], shown["ahead"]) == (strips, list(AHEAD[strips]))


@pytest.mark.parametrize(
    ("id", "rule"), [("too_far", "LEN-1.1b"), ("not_stuck", "LEN-1.1b"), ("not_stuck", "LEN-3.5")]
)
def test_len_1_1b_a_refusal_leads_to_how_the_strips_lie(id, rule):
    assert rule in GAME.words.entries[id]["rule"].split()


# What was agreed before there was a choice


def test_tables_that_are_stored_keep_what_their_numbers_mean(scene):
    """A snapshot of version 3 has a 1 there for corners, on what were plain strips."""
    assert [scene(strips="plain", diagonals=d).s.reading for d in DIAGONALS] == [0, 1]
    assert [scene(strips="ends", diagonals=d).s.reading for d in DIAGONALS] == [2, 3]
    assert [scene(strips="steps", diagonals=d).s.reading for d in DIAGONALS] == [4, 5]


def test_matches_of_version_3_go_on_as_on_plain_strips():
    """To the byte; and they know no option that came later."""
    then = GAME.under(3)
    assert then is not None
    assert then.version == 3
    assert GAME.under(2) is None
    settings = then.settings({"board": "winter"}, 3)
    assert settings == GAME.settings({"board": "winter", "strips": "plain"}, 3)
    assert then.settings_in_words(settings) == {
        "board": "winter", "diagonals": "off", "seventh": "counts", "order": "chance",
        "first": "chance",
    }  # fmt: skip
    with pytest.raises(BadOption, match="strips"):
        then.settings({"strips": "ends"})
