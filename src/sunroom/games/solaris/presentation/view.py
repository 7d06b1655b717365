"""What a screen shows of Solaris, as plain data."""

from __future__ import annotations

from typing import Any

from sunroom.games.solaris.chapters.tracks import active, next_in_order, stacked
from sunroom.games.solaris.chapters.turn import GOAL, LAST_ROUND, RACE_ROUNDS, earned_cards
from sunroom.games.solaris.pieces import (
    COLOURS,
    FILES,
    HALVES,
    KINDS,
    LEAST_CERTAIN,
    MOST,
    PLAYERS,
    STATIONS,
)
from sunroom.games.solaris.rules import to_act
from sunroom.games.solaris.state import (
    ACTION,
    AMOUNT,
    BRIDGE,
    CHARGE,
    COLOUR,
    DISCARD,
    DISPLAY,
    DOCK,
    DONE,
    FILL,
    FIRE,
    HALF,
    MOVE,
    PLACES,
    ROB,
    SPREAD,
    STACK,
    SWAP,
    TAKE,
    Solaris,
)
from sunroom.rules.components import doubts

from .notation import ACTION_NAMES, CARD_NAMES, HALF_NAMES
from .preview import effects, suits

PHASES = {
    ACTION: "action",
    FILL: "fill",
    MOVE: "move",
    SWAP: "swap",
    CHARGE: "charge",
    FIRE: "fire",
    DOCK: "dock",
    ROB: "rob",
    AMOUNT: "amount",
    SPREAD: "spread",
    TAKE: "take",
    DISCARD: "discard",
    COLOUR: "colour",
    DONE: "done",
}  # of people; all others are chance


def view(s: Solaris, seat: int) -> dict[str, Any]:
    """The table as plain data, for the eyes of one seat."""
    unsure = doubts(FILES, LEAST_CERTAIN, FILES)
    return {
        "phase": PHASES.get(s.phase, "chance"),
        "to_act": to_act(s),
        "turn": s.seat if s.round > 0 else None,
        "order": order(s),
        "round": s.round,
        "rounds": RACE_ROUNDS if s.race else None,
        "goal": None if s.race else GOAL,
        "last_round": None if s.race else LAST_ROUND,
        "active": STATIONS[active(s)] if s.round > 0 else None,
        "stations": [station(s, place) for place in range(PLACES)],
        "spare": [COLOURS[s.spare[n]] for n in range(2)] if is_laid(s, PLACES) else [],
        "shuttles": {
            colour: STATIONS[s.docked[c] - 1] if s.docked[c] else None
            for c, colour in enumerate(COLOURS)
        },
        "display": [card(s.display[n] - 1) for n in range(DISPLAY)],
        "pile": s.pile,
        "discards": {
            CARD_NAMES[kind]: s.discards[kind] for kind in range(KINDS) if s.discards[kind]
        },
        "players": [player(s, other) for other in range(s.seats)],
        "seat": seat,
        "hand": [] if s.phase == DONE or seat < 0 else cards_in_hand(s, seat),
        "reconstructed": "reconstructed" in unsure.values(),
        "doubts": unsure,
        "so_far": so_far(s),
        "earned": earned_cards(s) if FILL <= s.phase <= FIRE and not s.at_once else 0,
        "laser_fields": laser_fields(s),
        "suits": suits(s, seat),
        "effects": effects(s, seat),
    }


def laser_fields(s: Solaris) -> int:
    """How many fields of the laser are drawn: to where somebody just below the goal can bring it in
    one turn, or as far as it has come.
    """
    return 1 + max(GOAL - 1 + MOST, *(s.laser[seat] for seat in range(s.seats)))


def card(kind: int) -> str | None:
    return CARD_NAMES[kind] if kind >= 0 else None


def cards_in_hand(s: Solaris, seat: int) -> list[str]:
    """The cards of a hand, as far as the table knows them."""
    return [CARD_NAMES[kind] for kind in range(KINDS) for _ in range(s.hand[seat, kind])]


def station(s: Solaris, place: int) -> dict[str, Any]:
    """A station with its tracks: on each field the seats of the markers from the top down."""
    number = s.ring[place]
    is_active = s.round > 0 and place == s.at
    tracks: dict[str, list[list[int]]] = {
        name: [[] for _ in range(MOST + 1)] for name in ("inner", "outer")
    }
    for seat in reversed(stacked(s, number)) if s.round > 0 or s.phase == STACK else ():
        outside = is_active and s.outer >> seat & 1
        tracks["outer" if outside else "inner"][s.energy[number, seat]].append(seat)
    return {
        "name": STATIONS[number],
        "active": is_active,
        **tracks,
        "bridge": COLOURS[s.bridge[place]] if is_laid(s, place) else None,
        "shuttles": [colour for c, colour in enumerate(COLOURS) if s.docked[c] == number + 1],
    }


def is_laid(s: Solaris, place: int) -> bool:
    """Whether the bridge after a place lies there already."""
    if s.phase == BRIDGE:
        return place < s.at
    return s.round > 0 or s.phase in (HALF, STACK)


def order(s: Solaris) -> list[int]:
    """The seats that still have their turn at the active station, the next one first."""
    waiting = s.copy()
    found: list[int] = []
    while s.outer != 0 and s.round > 0 and (seat := next_in_order(waiting)) >= 0:
        found.append(seat)
        waiting.outer |= 1 << seat
    return found


def player(s: Solaris, seat: int) -> dict[str, Any]:
    halves = [HALF_NAMES[side][s.half[seat, side] - 1] for side in range(len(HALVES))]
    return {
        "colour": PLAYERS[s.colour[seat] - 1] if s.colour[seat] else None,
        "laser": s.laser[seat],
        "held": s.held[seat],
        "known": cards_in_hand(s, seat),
        "aside": [
            {"from": victim, "card": card(s.aside[seat, victim] - 1)}
            for victim in range(s.seats)
            if s.aside[seat, victim] != 0
        ],
        "halves": halves if s.half[seat, 1] else [],
    }


def so_far(s: Solaris) -> dict[str, Any]:
    """What has been done in this turn, for a preview."""
    return {
        "action": ACTION_NAMES[s.action] if s.phase > ACTION else None,
        "played": s.played,
        "due": s.due,
        "amount": s.amount,
        "second_card": STATIONS[s.charged - 1] if s.charged else None,
    }
