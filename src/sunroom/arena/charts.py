"""Charts as standalone SVG text: lines over a match, and ratings with their intervals.

They are light or dark like the reader's screen. Lines differ in colour, dash and marker, so nobody
needs to distinguish colours; the colours are those of Okabe and Ito (2008).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, floor, log10
from typing import NamedTuple
from xml.sax.saxutils import escape

WIDTH = 960
EDGE = 32  # free space around everything
LETTER = 8.2  # average width of a letter in the small font
LINE = 26  # height of a line of text
PLOT = 300  # height of the lines
AXIS = 56  # room for the numbers beside them
ROW = 36  # height of a row of ratings
GAP = 20  # between columns of text
VALUE, FIRST = 156, 56  # least room for the figures at a row's end, and for the first of them
LONGEST = 40  # letters of a name
SIZES = (4.5, 6, 7.5)  # radius of a mark by its weight
DASHES = ("", "9 5", "2.5 4.5", "12 4 2.5 4")

STYLE = """
text { font: 14px system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; fill: #3b3a36 }
.head { font-size: 19px; font-weight: 600; fill: #1d1c1a }
.faint { font-size: 13px; fill: #6b6963 }
.ground { fill: #fdfcf8 } .grid { stroke: #e4e1d8; stroke-width: 1 }
.middle { stroke: #b9b5aa; stroke-width: 1 }
.line { fill: none; stroke-width: 2.4; stroke-linejoin: round; stroke-linecap: round }
.bar { stroke-width: 8; stroke-linecap: round; opacity: .32 }
.mark { stroke: #fdfcf8; stroke-width: 1.6 } .num { font-variant-numeric: tabular-nums }
.s0 { stroke: #0072b2 } .s1 { stroke: #d55e00 } .s2 { stroke: #00866a } .s3 { stroke: #a84f85 }
.f0 { fill: #0072b2 } .f1 { fill: #d55e00 } .f2 { fill: #00866a } .f3 { fill: #a84f85 }
@media (prefers-color-scheme: dark) {
text { fill: #d8d5cb } .head { fill: #f2efe6 } .faint { fill: #a19e94 }
.ground { fill: #1c1c20 } .grid { stroke: #33333a } .middle { stroke: #63626a }
.mark { stroke: #1c1c20 } .bar { opacity: .42 }
.s0 { stroke: #56b4e9 } .s1 { stroke: #f09a4a } .s2 { stroke: #35c9a0 } .s3 { stroke: #e29bc4 }
.f0 { fill: #56b4e9 } .f1 { fill: #f09a4a } .f2 { fill: #35c9a0 } .f3 { fill: #e29bc4 }
}
"""

Point = tuple[float, float]


class Mark(NamedTuple):
    """A marked point of a line; *text* is shown when the pointer rests on it."""

    line: int
    x: float
    y: float
    text: str
    weight: int = 0  # 0, 1 or 2: how much it matters


class Interval(NamedTuple):
    """A rating with the bounds of its interval."""

    name: str
    low: float
    middle: float
    high: float


def line_chart(
    title: str,
    names: Sequence[str],
    lines: Sequence[Sequence[Point]],
    marks: Sequence[Mark] = (),
    *,
    across: str = "",
    up: str = "",
    about: str = "",
) -> str:
    """A chart with one line for each name; heights are from 0 to 100 %.

    *across* and *up* say what the axes count, *about* describes the chart for people who cannot see
    it.
    """
    last = max((x for line in lines for x, _ in line), default=1)
    first = min((x for line in lines for x, _ in line), default=0)
    legend, top = _legend(names, EDGE + LINE + 4)
    top += 38
    left, right, foot = EDGE + AXIS - 16, WIDTH - EDGE, top + PLOT

    def place(x: float, y: float) -> Point:
        share = (x - first) / max(last - first, 1)
        return left + share * (right - left), foot - y / 100 * PLOT

    parts = [*legend, _text(left, top - 14, up, "faint")]
    for y in (0, 25, 50, 75, 100):
        at = place(first, y)[1]
        parts.append(_rule(left, at, right, at, "middle" if y == 50 else "grid"))
        parts.append(_text(left - 10, at + 5, f"{y} %", "faint num", "end"))
    parts += [
        _text(place(x, 0)[0], foot + 22, f"{x:g}", "faint num", "middle")
        for x in _ticks(first, last, 12)
    ]
    parts.append(_text(right, foot + 44, across, "faint", "end"))
    parts += [_line(n, [place(*point) for point in line]) for n, line in enumerate(lines)]
    parts += [_mark(one.line, *place(one.x, one.y), one.weight, one.text) for one in marks]
    return _page(title, about, foot + 44 + EDGE / 2, parts)


def interval_chart(
    title: str,
    rows: Sequence[Interval | tuple[str, float, float, float]],
    *,
    unit: str = "",
    about: str = "",
    figure: Callable[[float], str] = "{:.0f}".format,
    decades: bool = False,
) -> str:
    """A chart with one row for each rating: its name, a point, and a bar over its interval.

    With *decades* the scale is logarithmic, and each grid line stands for ten times as much as the
    one before.
    """
    found = [Interval(*row) for row in rows]
    low = min((row.low for row in found), default=0)
    high = max((row.high for row in found), default=1)
    ticks = list(_powers(low, high) if decades else _ticks(low, high, 8, outside=True))
    bounds = [f"{figure(row.low)} – {figure(row.high)}" for row in found]
    first = max(FIRST, GAP + _widest(figure(row.middle) for row in found))
    left = EDGE + _widest(_shortened(row.name) for row in found) + GAP
    right = WIDTH - EDGE - max(VALUE, first + GAP + _widest(bounds))
    top = EDGE + LINE + 12
    foot = top + ROW * len(found) + 6
    scale = log10 if decades else float

    def place(value: float) -> float:
        start, stop = scale(ticks[0]), scale(ticks[-1])
        return left + (scale(value) - start) / (stop - start) * (right - left)

    parts = []
    for tick in ticks:
        parts.append(_rule(place(tick), top, place(tick), foot, "grid"))
        parts.append(_text(place(tick), foot + 20, figure(tick), "faint num", "middle"))
    parts.append(_text(right, foot + 42, unit, "faint", "end"))
    for n, row in enumerate(found):
        at = top + ROW * (n + 0.5) + 3
        label = f"{row.name}: {figure(row.middle)} ({bounds[n]})"
        bar = _rule(place(row.low), at, place(row.high), at, "bar s0")
        parts.append(f"<g><title>{escape(label)}</title>{bar}{_dot(place(row.middle), at)}</g>")
        parts.append(_text(left - GAP, at + 5, _shortened(row.name), "", "end"))
        parts.append(_text(right + first, at + 5, figure(row.middle), "num", "end"))
        parts.append(_text(WIDTH - EDGE, at + 5, bounds[n], "faint num", "end"))
    return _page(title, about, foot + 42 + EDGE / 2, parts)


# Parts of a chart


def _page(title: str, about: str, height: float, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {WIDTH} {height:.0f}"'
    role = 'role="img" aria-labelledby="title about"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {role}>',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="about">{escape(about or title)}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="ground" width="{WIDTH}" height="{height:.0f}" rx="10"/>',
            _text(EDGE, EDGE + 10, title, "head"),
            *parts,
            "</svg>\n",
        ]
    )


def _legend(names: Sequence[str], top: float) -> tuple[list[str], float]:
    """A sample of every line with its name; returns also the lower end of the text."""
    parts, x, y = [], float(EDGE), top + LINE / 2
    for n, name in enumerate(map(_shortened, names)):
        width = 44 + len(name) * LETTER + 24
        if x > EDGE and x + width > WIDTH - EDGE:
            x, y = float(EDGE), y + LINE
        parts.append(_line(n, [(x, y), (x + 34, y)]))
        parts.append(_mark(n, x + 17, y, 0, ""))
        parts.append(_text(x + 44, y + 5, name))
        x += width
    return parts, y + LINE / 2


def _line(n: int, points: Sequence[Point]) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dash = DASHES[n % len(DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline class="line s{n % len(DASHES)}"{dashed} points="{path}"/>'


def _mark(n: int, x: float, y: float, weight: int, text: str) -> str:
    """A marker with the shape of its line: a disc, a square, a triangle or a diamond."""
    r = SIZES[weight]
    shapes = (
        ((-r, -r), (r, -r), (r, r), (-r, r)),
        ((0, -1.25 * r), (1.2 * r, r), (-1.2 * r, r)),
        ((0, -1.4 * r), (1.4 * r, 0), (0, 1.4 * r), (-1.4 * r, 0)),
    )
    kind = n % len(DASHES)
    title = f"<title>{escape(text)}</title>" if text else ""
    if kind == 0:
        return f'<circle class="mark f0" cx="{x:.1f}" cy="{y:.1f}" r="{r}">{title}</circle>'
    corners = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in shapes[kind - 1])
    return f'<polygon class="mark f{kind}" points="{corners}">{title}</polygon>'


def _dot(x: float, y: float) -> str:
    return f'<circle class="mark f0" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'


def _rule(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    if not text:
        return ""
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"


def _widest(texts: Iterable[str]) -> float:
    return max((len(text) for text in texts), default=0) * LETTER


def _powers(low: float, high: float) -> Iterator[float]:
    """The powers of ten that enclose two numbers."""
    first = floor(log10(low))
    for power in range(first, max(first + 1, ceil(log10(high))) + 1):
        yield 10.0**power


def _ticks(low: float, high: float, most: int, *, outside: bool = False) -> Iterator[float]:
    """At most *most* round numbers between two others; with *outside* they enclose both."""
    span = high - low
    if span <= 0:
        low, high, span = low - 1, high + 1, 2
    size = 10.0 ** floor(log10(span / most))
    step = next(n * size for n in (1, 2, 5, 10) if n * size * most >= span)
    if not outside:
        step = max(step, 1.0)  # decisions are counted
    first, last = (floor, ceil) if outside else (ceil, floor)
    for n in range(first(low / step), last(high / step) + 1):
        yield n * step
