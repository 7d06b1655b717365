"""What is to be said of the discs of a box."""

from __future__ import annotations

from collections.abc import Iterator

from sunroom.rules.boxes.findings import STRANGE, Finding, remark
from sunroom.rules.components import Files


def inspect(files: Files) -> Iterator[Finding]:
    for disc in files["discs"].rows:
        if disc["front"] == disc["back"]:
            yield remark(STRANGE, "box_same_faces", "discs", disc["id"], "back", id=disc["id"])
