"""A chart of rates that lie decades apart: every line to the right is ten times as many."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from xml.sax.saxutils import escape

from sunroom.kernel.chart import EDGE, LETTER, LINE, ROW, STYLE, WIDTH, Interval

GAP = 24  # between columns
LABELS = 20  # from the lines' foot to the numbers under them, and on to what they count


def amount(value: float) -> str:
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


def decades(title: str, rows: Sequence[Interval], unit: str) -> str:
    """One row for each rate: its name, a point, a bar from the least to the most, and all three as
    numbers, in columns as wide as the longest of them.
    """
    medians = [amount(row.middle) for row in rows]
    spreads = [f"{amount(row.low)} – {amount(row.high)}" for row in rows]
    left = EDGE + _widest([row.name for row in rows]) + GAP
    column = WIDTH - EDGE - _widest(spreads) - GAP  # where the medians end
    right = column - _widest(medians) - GAP
    top = EDGE + LINE + 12
    foot = top + ROW * len(rows) + 6
    first = floor(log10(min(row.low for row in rows)))
    last = max(first + 1, ceil(log10(max(row.high for row in rows))))

    def place(value: float) -> float:
        return left + (log10(value) - first) / (last - first) * (right - left)

    parts = [_text(EDGE, EDGE + 10, title, "head", "start")]
    for power in range(first, last + 1):
        at = place(10.0**power)
        parts.append(_line(at, top, at, foot, "grid"))
        parts.append(_text(at, foot + LABELS, amount(10.0**power), "faint num", "middle"))
    parts.append(_text(right, foot + 2 * LABELS, unit, "faint"))
    for n, (row, middle, spread) in enumerate(zip(rows, medians, spreads, strict=True)):
        at = top + ROW * (n + 0.5) + 3
        dot = f'<circle class="mark f0" cx="{place(row.middle):.1f}" cy="{at:.1f}" r="5"/>'
        told = f"<title>{escape(f'{row.name}: {middle} ({spread})')}</title>"
        bar = _line(place(row.low), at, place(row.high), at, "bar s0")
        parts.append(f"<g>{told}{bar}{dot}</g>")
        parts.append(_text(left - GAP, at + 5, row.name, ""))
        parts.append(_text(column, at + 5, middle, "num"))
        parts.append(_text(WIDTH - EDGE, at + 5, spread, "faint num"))
    return _page(title, foot + 2 * LABELS + EDGE / 2, parts)


def _widest(texts: Sequence[str]) -> float:
    return max(map(len, texts)) * LETTER


def _page(title: str, height: float, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {WIDTH} {height:.0f}"'
    ground = f'<rect class="ground" width="{WIDTH}" height="{height:.0f}" rx="10"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title">'
    named = f'<title id="title">{escape(title)}</title>'
    return "\n".join([head, named, f"<style>{STYLE}</style>", ground, *parts, "</svg>\n"])


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(x: float, y: float, text: str, kind: str, anchor: str = "end") -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
    )
