"""What is to be said of a box of pieces: mistakes, what is strange, what is as the text says."""

from __future__ import annotations

from dataclasses import dataclass

from sunroom.rules.words import Argument, Message

MISTAKE = "mistake"  # the box cannot be played with
STRANGE = "strange"  # it can, but no box is likely to be so
FINE = "fine"  # it looks odd and is as the text says
KINDS = (MISTAKE, STRANGE, FINE)


@dataclass(frozen=True)
class Finding:
    """Something about a row of a file, or about a file as a whole; the message is worded by the
    words of the game.
    """

    kind: str
    message: Message
    file: str = ""
    id: str = ""  # of the row
    column: str = ""


def remark(
    kind: str, id: str, file: str, row: str = "", column: str = "", /, **args: Argument
) -> Finding:
    """A finding with the message *id* about a row, or about the whole file."""
    return Finding(kind, Message(id, args), file, row, column)
