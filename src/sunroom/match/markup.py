r"""The markup in which games render their tables for a terminal, as far as the core needs it.

`[bold red]text[/]` is styled, `\[text]` is not. This is the markup of Rich, with which the command
line shows it; a test checks that both agree.
"""

from __future__ import annotations

import re

TAG = re.compile(r"(\\*)\[([a-z#/@][^\[]*?)\]")


def escaped(text: str) -> str:
    """Markup that shows a text as it is, also where it looks like a tag."""
    found = TAG.sub(lambda tag: f"{2 * tag[1]}\\[{tag[2]}]", text)
    # An odd backslash at the end would escape what follows.
    odd = len(found) - len(found.rstrip("\\")) & 1
    return found + "\\" * odd


def bare(markup: str) -> str:
    """The text of some markup, without styles."""
    return TAG.sub(_unstyled, markup)


def _unstyled(tag: re.Match[str]) -> str:
    slashes, inside = tag.groups()
    kept = "\\" * (len(slashes) // 2)
    return f"{kept}[{inside}]" if len(slashes) % 2 else kept
