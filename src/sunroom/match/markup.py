r"""The markup in which games draw their tables for a terminal, as far as the core has to know it.

`[bold red]text[/]` is styled, `\[text]` is not. The command line shows it with Rich, whose markup
this is; a test holds both to it.
"""

from __future__ import annotations

import re

TAG = re.compile(r"(\\*)\[([a-z#/@][^\[]*?)\]")


def escaped(text: str) -> str:
    """A text that is shown as it is, whatever it looks like."""
    found = TAG.sub(lambda tag: f"{2 * tag[1]}\\[{tag[2]}]", text)
    # An odd backslash at the end would escape what follows.
    odd = len(found) - len(found.rstrip("\\")) & 1
    return found + "\\" * odd


def bare(markup: str) -> str:
    """A drawing without its styles."""
    return TAG.sub(_unstyled, markup)


def _unstyled(tag: re.Match[str]) -> str:
    slashes, inside = tag.groups()
    kept = "\\" * (len(slashes) // 2)
    return f"{kept}[{inside}]" if len(slashes) % 2 else kept
