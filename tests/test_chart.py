"""Charts: whole SVG files that say everything twice, by colour and by shape."""

import re
from xml.etree import ElementTree as ET

import pytest

from sunroom.arena.charts import DASHES, WIDTH, Mark, interval_chart, line_chart

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ada & <Bo>", 'Cy "the sun"', "Dee", "Eve"]
LINES = [[(n + seat, 10 * n + seat) for n in range(1, 10)] for seat in range(4)]


def drawn(text):
    """The elements of an SVG file, which must be well-formed."""
    return ET.fromstring(text)


def texts(picture):
    return [found.text for found in picture.iter(f"{SVG}text")]


def test_a_line_chart_is_one_whole_file_with_a_title_and_a_description():
    picture = drawn(line_chart("A & B", NAMES, LINES, about="What <is> shown"))

    assert picture.tag == f"{SVG}svg"
    assert picture.find(f"{SVG}title").text == "A & B"
    assert picture.find(f"{SVG}desc").text == "What <is> shown"
    assert "prefers-color-scheme: dark" in picture.find(f"{SVG}style").text
    left, top, width, height = map(float, picture.get("viewBox").split())
    assert (left, top, width) == (0, 0, WIDTH)
    assert height > 300


def test_names_of_any_kind_are_shown_as_they_are():
    said = texts(drawn(line_chart("", NAMES, LINES)))

    assert set(NAMES) <= set(said)


def test_a_mistake_has_a_tooltip_and_lies_on_its_line():
    marks = [Mark(0, 3, 30, "b1 & <worse>", 1), Mark(2, 5, 32, "c1", 2)]
    picture = drawn(line_chart("", NAMES, LINES, marks))
    told = {found.find(f"{SVG}title").text: found for found in picture.iter()
            if found.tag in (f"{SVG}circle", f"{SVG}polygon") and len(found)}  # fmt: skip

    assert set(told) == {"b1 & <worse>", "c1"}
    line = next(l for l in picture.iter(f"{SVG}polyline") if len(l.get("points").split()) == 9)
    at = f"{told['b1 & <worse>'].get('cx')},{told['b1 & <worse>'].get('cy')}"
    assert line.get("points").split()[2] == at


def outline(mark):
    """A shape, wherever it lies."""
    corners = [tuple(map(float, c.split(","))) for c in mark.get("points", "").split()]
    return tuple((round(x - corners[0][0]), round(y - corners[0][1])) for x, y in corners)


def test_lines_differ_by_more_than_colour():
    picture = drawn(line_chart("", NAMES, LINES, [Mark(n, 5, 50, f"{n}") for n in range(4)]))
    lines = [l for l in picture.iter(f"{SVG}polyline") if len(l.get("points").split()) == 9]
    assert len({line.get("stroke-dasharray") for line in lines}) == len(DASHES) == 4

    shapes = {
        outline(mark)
        for mark in picture.iter()
        if mark.tag in (f"{SVG}circle", f"{SVG}polygon") and len(mark)
    }
    assert len(shapes) == 4


def test_everything_is_inside_the_picture():
    many = [f"player {n} with a rather long name" for n in range(4)]
    for text in (
        line_chart("t", many, LINES, across="decision", up="result"),
        interval_chart("t", [("a" * 60, -500, 0, 500), ("b", 0, 1, 2)], unit="Elo"),
    ):
        picture = drawn(text)
        _, _, width, height = map(float, picture.get("viewBox").split())
        for found in picture.iter():
            pairs = re.findall(r"([-\d.]+),([-\d.]+)", found.get("points", ""))
            places = [
                (found.get(x), found.get(y))
                for x, y in (("x", "y"), ("x1", "y1"), ("x2", "y2"), ("cx", "cy"))
            ]
            for x, y in [*pairs, *places]:
                if x is not None and y is not None:
                    assert 0 <= float(x) <= width
                    assert 0 <= float(y) <= height


def test_a_match_without_an_end_or_without_decisions_can_be_drawn():
    drawn(line_chart("", ["a", "b"], [[(1, 50)], []]))
    drawn(line_chart("", ["a"], [[]]))


def test_ratings_are_rows_in_the_order_given():
    rows = [("strong & <good>", 1400, 1431, 1460), ("weak", 380, 420, 465)]
    picture = drawn(interval_chart("Ratings", rows, unit="Elo"))

    names = [said for said in texts(picture) if said in ("strong & <good>", "weak")]
    assert names == ["strong & <good>", "weak"]
    assert "Elo" in texts(picture)
    told = [group.find(f"{SVG}title").text for group in picture.iter(f"{SVG}g")]
    assert told == ["strong & <good>: 1431 (1400 – 1460)", "weak: 420 (380 – 465)"]


def test_a_rating_lies_within_its_bar_and_the_axis_encloses_all():
    rows = [("a", 1400, 1431, 1460), ("b", 380, 420, 465)]
    picture = drawn(interval_chart("", rows))
    bars = [line for line in picture.iter(f"{SVG}line") if "bar" in line.get("class")]
    dots = list(picture.iter(f"{SVG}circle"))
    grid = [
        float(line.get("x1")) for line in picture.iter(f"{SVG}line") if line.get("class") == "grid"
    ]

    for bar, dot in zip(bars, dots, strict=True):
        assert (
            min(grid)
            <= float(bar.get("x1"))
            < float(dot.get("cx"))
            < float(bar.get("x2"))
            <= max(grid)
        )
    assert float(bars[0].get("x1")) > float(bars[1].get("x2"))


@pytest.mark.parametrize("rows", [[], [("a", 5, 5, 5)], [("a", 0.001, 0.002, 0.003)]])
def test_ratings_of_any_width_can_be_drawn(rows):
    drawn(interval_chart("", rows, figure="{:.4f}".format))


def test_numbers_are_written_as_one_wants():
    assert "1.431" in texts(
        drawn(
            interval_chart(
                "", [("a", 1400, 1431, 1460)], figure=lambda n: f"{n:,.0f}".replace(",", ".")
            )
        )
    )
