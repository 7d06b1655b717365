"""Soluna in writing: actions, patterns and positions.

c>a             tower c is set onto tower a; "ca", "c onto a" and "c auf a" are read as well
open            the player who chooses opens the round; follow: plays second
sun             what the next disc of the throw shows; also moon, stars, comet
5-4-3-0         a pattern by how often each symbol shows
SSSSSMMMMTTT    a pattern place by place: sun, moon, sTars, comet
S3 M1 M1        a position: symbol and height of each tower
"""

from __future__ import annotations

import re

from sunroom.rules.contract import BadOption, UnreadableAction
from sunroom.rules.masks import lowest
from sunroom.rules.words import SHARED_WORDS, Message, Words, message

from .rules import FOLLOW, OPEN, partners
from .state import CHOOSE, FOLDER, PLACES, SIDES, SYMBOLS, THROW, Soluna

WORDS = Words(FOLDER / "words.toml", SHARED_WORDS)
LETTERS = "SMTC"
PLACE_NAMES = "abcdefghijkl"
STARTS = {"open": OPEN, "follow": FOLLOW}
# What people say instead, in both languages.
SPOKEN = {
    "first": "open", "begin": "open", "beginnen": "open", "anfangen": "open", "erster": "open",
    "second": "follow", "zweiter": "follow", "folgen": "follow",
    "star": "stars", "sonne": "sun", "mond": "moon", "sterne": "stars", "sternschnuppe": "comet",
}  # fmt: skip
STACKINGS = (f"{mover}>{base}" for mover in PLACE_NAMES for base in PLACE_NAMES)
ACTION_NAMES = dict(enumerate(STACKINGS)) | {action: name for name, action in STARTS.items()}
STACKING = re.compile(r"([a-l])\s*(?:-?>|onto|on|auf|to|)\s*([a-l])")
TOWER = re.compile(rf"([{LETTERS}])(\d{{1,2}})")

Tower = tuple[int, int]  # symbol, height


class UnreadablePosition(BadOption):
    """The text is neither a pattern nor a position."""


def show(s: Soluna, action: int) -> str:
    return SYMBOLS[action] if s.phase == THROW else ACTION_NAMES[action]


def read(s: Soluna, text: str) -> int:
    said = " ".join(text.lower().split())
    said = SPOKEN.get(said, said)
    if s.phase == THROW:
        said = SYMBOLS[LETTERS.index(said.upper())] if said.upper() in tuple(LETTERS) else said
        if said not in SYMBOLS:
            raise UnreadableAction("unreadable_symbol", words=WORDS, text=text)
        return SYMBOLS.index(said)
    if said in STARTS:
        return STARTS[said]
    found = STACKING.fullmatch(said)
    if found is None and s.phase == CHOOSE:
        raise UnreadableAction("unreadable_choice", words=WORDS, text=text)
    if found is None:
        raise UnreadableAction("unreadable_stacking", words=WORDS, text=text)
    mover, base = map(PLACE_NAMES.index, found.groups())
    return mover * PLACES + base


def ask(s: Soluna) -> Message:
    """What the player to act, or whoever enters a throw, has to say."""
    if s.phase == THROW:
        front, back = (message(SYMBOLS[symbol]) for symbol in SIDES[s.thrown])
        return message("ask_throw", n=s.thrown + 1, front=front, back=back)
    if s.phase == CHOOSE:
        return message("ask_choose")
    standing = (place for place in range(PLACES) if s.height[place] > 0 and partners(s, place))
    mover = next(standing)
    return message("ask_stack", example=show(s, mover * PLACES + lowest(partners(s, mover))))


def refuse(s: Soluna, action: int) -> Message:
    """Why an action that can be written is not legal here."""
    if s.phase == THROW:
        front, back = (message(SYMBOLS[symbol]) for symbol in SIDES[s.thrown])
        return message("not_on_this_disc", front=front, back=back)
    if s.phase == CHOOSE:
        return message("choose_first")
    if action in STARTS.values():
        return message("round_has_begun")
    mover, base = divmod(action, PLACES)
    for place in (mover, base):
        if s.height[place] == 0:
            return message("no_tower", place=PLACE_NAMES[place])
    if mover == base:
        return message("onto_itself")
    return message("not_alike", mover=PLACE_NAMES[mover], base=PLACE_NAMES[base])


# Patterns


def read_counts(text: str) -> list[int] | None:
    """`5-4-3-0` as numbers; None where the text is not of this form."""
    if not re.fullmatch(r"\d{1,2}(-\d{1,2}){0,3}", text):
        return None
    counts = [int(part) for part in text.split("-")]
    if sum(counts) != PLACES:
        raise UnreadablePosition("bad_counts", words=WORDS, text=text, n=sum(counts))
    return counts


def read_pattern(text: str) -> int:
    """The code of a pattern laid out by hand, for the option `pattern`; 0 is `thrown`."""
    if text == "thrown":
        return 0
    counts = read_counts(text)
    letters = text.upper() if counts is None else "".join(map(str.__mul__, LETTERS, counts))
    if len(letters) != PLACES or set(letters) - set(LETTERS):
        raise BadOption("bad_pattern", words=WORDS, text=text)
    return 1 + sum(LETTERS.index(letter) << (2 * at) for at, letter in enumerate(letters))


def show_pattern(code: int) -> str:
    if code == 0:
        return "thrown"
    return "".join(LETTERS[(code - 1) >> (2 * place) & 3] for place in range(PLACES))


# Positions


def read_position(text: str) -> list[Tower]:
    """The towers of a pattern or a position in notation."""
    text = " ".join(text.upper().replace(",", " ").split())
    counts = read_counts(text)
    if counts is not None:
        return [(symbol, 1) for symbol, n in enumerate(counts) for _ in range(n)]
    if len(text) == PLACES and not set(text) - set(LETTERS):
        return [(LETTERS.index(letter), 1) for letter in text]
    towers = [TOWER.fullmatch(part) for part in text.split()]
    if not towers or None in towers:
        raise UnreadablePosition("bad_position", words=WORDS, text=text)
    position = [(LETTERS.index(t[1]), int(t[2])) for t in towers if t is not None]
    discs = sum(height for _, height in position)
    if discs > PLACES or any(height == 0 for _, height in position):
        raise UnreadablePosition("bad_tower_heights", words=WORDS, text=text, n=discs)
    return position


def show_position(towers: list[Tower]) -> str:
    return " ".join(f"{LETTERS[symbol]}{height}" for symbol, height in sorted(towers))


def towers_of(s: Soluna) -> list[Tower]:
    """The towers that stand on a table."""
    return [(s.face[s.top[p]], s.height[p]) for p in range(PLACES) if s.height[p] > 0]
