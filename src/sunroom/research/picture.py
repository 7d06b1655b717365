"""The terminal's table as text and as pixels (resvg draws them)."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import numpy.typing as npt

COLUMNS = 124
LINES = 60  # frames of a film have one size; only Improvement tiles of Solenia need more, up to 74
BLOCK = 16  # pixels: what films are coded in, so no player has to guess at an edge
WIDTH = 63 * BLOCK
MODES = ["human", "ansi", "rgb_array"]


def checked_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode is {mode!r}; there is {', '.join(MODES)}")
    return mode


def rendered(markup: str, mode: str) -> Any:
    """A table as a mode wants it: text, pixels, or printed."""
    if mode == "rgb_array":
        return pixels(markup)
    if mode == "ansi":
        return text_of(markup)
    print(text_of(markup))
    return None


def text_of(markup: str) -> str:
    from rich.text import Text

    return Text.from_markup(markup).plain


def pixels(markup: str) -> npt.NDArray[Any]:
    """A picture of the text: height, width, three colours. Nothing is cut off: what has more lines
    than a picture gets one twice as high, or thrice.
    """
    import resvg_py
    from PIL import Image
    from rich.console import Console

    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    used = len(console.render_lines(console.render_str(markup)))
    console.print(markup + "\n" * (-used % LINES))
    drawn = console.export_svg(title="Sunroom").replace("Fira Code", "DejaVu Sans Mono")
    png = bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=WIDTH))
    picture = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), np.uint8)
    return np.pad(picture, ((0, -len(picture) % BLOCK), (0, 0), (0, 0)))
