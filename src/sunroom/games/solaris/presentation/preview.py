"""What the player to act could do: played on copies of the table, so that no rule is said twice."""

from __future__ import annotations

from sunroom.games.solaris.pieces import KINDS, STATIONS
from sunroom.games.solaris.rules import DISCARD_CODE, DONE_CODE, PLAY_CODE, apply
from sunroom.games.solaris.state import (
    ACTION,
    AMOUNT,
    CHARGE,
    DOCK,
    FILL,
    FIRE,
    MOVE,
    PLACES,
    SPREAD,
    SWAP,
    Solaris,
)

from .notation import ACTION_NAMES, CARD_NAMES, WAYS, legal_codes, names

WITH_CARDS = (FILL, MOVE, CHARGE, FIRE)
CHANGING = (*WITH_CARDS, DOCK, AMOUNT, SPREAD)
LASER = "laser"

Moved = list[list[str | int]]  # where a marker comes to lie, and on which field


def effects(s: Solaris, seat: int) -> dict[str, Moved]:
    """What each action would change of the energy and the laser of whom it is to act; for others
    only how far the biotope's energy goes, which words say of it.
    """
    if s.phase not in CHANGING or (seat != s.seat and s.phase != SPREAD):
        return {}
    said = {code: name for name, code in names(s).items()}
    found = {said[code]: moved(s, code, said[code].startswith(WAYS[1])) for code in legal_codes(s)}
    return {name: fields for name, fields in found.items() if fields}


def moved(s: Solaris, code: int, backwards: bool) -> Moved:
    """The fields that an action changes, from the active station on, the laser last."""
    after = played(s, code)
    way = -1 if backwards else 1
    ring = [s.ring[(s.at + way * n) % PLACES] for n in range(PLACES)]
    fields: Moved = [
        [STATIONS[one], after.energy[one, s.seat]]
        for one in ring
        if after.energy[one, s.seat] != s.energy[one, s.seat]
    ]
    fired = after.laser[s.seat]
    return fields if fired == s.laser[s.seat] else [*fields, [LASER, fired]]


def suits(s: Solaris, seat: int) -> dict[str, list[str]]:
    """The cards in hand with which each action can go on."""
    if s.phase != ACTION or seat != s.seat:
        return {}
    found = {ACTION_NAMES[code]: cards_after(played(s, code)) for code in legal_codes(s)}
    return {name: cards for name, cards in found.items() if cards}


def cards_after(s: Solaris) -> list[str]:
    """The cards that can be played or exchanged next."""
    if s.phase not in (*WITH_CARDS, SWAP):
        return []
    kinds = {kind_of(code) for code in legal_codes(s) if code != DONE_CODE}
    return [CARD_NAMES[kind] for kind in sorted(kinds)]


def kind_of(code: int) -> int:
    return (code - (DISCARD_CODE if code >= DISCARD_CODE else PLAY_CODE)) % KINDS


def played(s: Solaris, code: int) -> Solaris:
    after = s.copy()
    apply(after, code)
    return after
