"""What a screen shows of the guild solo board, as plain data."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sunroom.rules.words import Message, message

from .fields import (
    ENOUGH,
    FINALS_NEEDED,
    MINE_COST,
    MOST_PICKED,
    asked_fact,
    asked_least,
    asks_buildings,
    balance,
    cards_to_box,
    field,
    finals_worth,
    has_coin,
    more_cards,
)
from .notation import COIN_GOES, condition, guild_names, red_effect
from .outlook import outlook, position
from .pieces import (
    A4,
    C1,
    COLUMNS,
    CRYSTAL,
    EMPTY,
    FACTS,
    FIELD_NAMES,
    FIELD_TOKEN,
    FIELDS,
    FINAL,
    GOODS,
    GUILDS,
    HAND,
    ITEMS,
    JAR,
    LEDGER,
    MEDALS,
    NONE,
    ON_PAGE,
    ORE,
    QUEUE,
    ROWS,
    TOKENS,
    TYPES,
)
from .rules import to_act
from .state import (
    CHECK,
    DONE,
    FAILED,
    FILL,
    MEDAL,
    MET,
    NUMBER,
    PLACED,
    POINTS,
    SWAP,
    TURN,
    GuildSolo,
)
from .turn import LAST_TURN, PRICE

PHASES = {
    SWAP: "swap",
    NUMBER: "number",
    CHECK: "check",
    PLACED: "mine",
    MEDAL: "medal",
    TURN: "turn",
    POINTS: "points",
    DONE: "done",
}  # of the player; all others are chance
COUNTED = {EMPTY: (HAND,), GOODS: (ORE, CRYSTAL), TYPES: MEDALS}  # what follows from which items
NO_OUTLOOK = (FILL, POINTS, DONE)
OUTCOMES = ("open", "met", "failed", "stuck")
RESULTS = ("playing", "won", "lost_final", "lost_turns", "lost_points")


def affordable(s: Any) -> int | None:
    """How many swaps the ledger can pay; None where none is kept."""
    return s.facts[JAR] // PRICE if s.ledger else None


def view(s: GuildSolo, seat: int) -> dict[str, Any]:
    """The table as plain data."""
    names = guild_names(s.guilds)
    purse = affordable(s)
    return {
        "phase": PHASES.get(s.phase, "chance"),
        "to_act": to_act(s),
        "turn": s.turn,
        "turns": None if s.endless else LAST_TURN,
        "last_turn": is_last(s),
        "guilds": names,
        "queue": queue(s, names),
        "bag": {names[guild]: s.bag[guild] for guild in range(GUILDS)},
        "rows": [row(s, number, names) for number in range(ROWS)],
        "asks": {FIELD_NAMES[here]: asks(s, here) for here in range(FIELDS) if asked(s, here)},
        "coins": {FIELD_NAMES[at]: FIELD_NAMES[final] for at, final in COIN_GOES.items()},
        "field": FIELD_NAMES[field(s)] if s.at else None,
        "number": number(s),
        "line": s.line or None,
        "help": {
            "boxed": s.boxed,
            "foreign": s.foreign,
            "cards": cards(s),
            "more": more_cards(s),
            "picked": picked(s),
        },
        "ledger": {ITEMS[item]: s.facts[item] for item in ON_PAGE} if s.ledger else None,
        "most": LEDGER if s.ledger else None,
        "purse": purse,
        "swaps": s.swaps,
        "met": s.met,
        "lost_mines": s.lost_mines,
        "balance": balance(s),
        "lost_points": s.lost_points,
        "points": s.points,
        "sums": sums(s),
        "result": RESULTS[s.result],
        "outlook": None
        if s.phase in (FILL, POINTS, DONE)
        else outlook_data(outlook(s, purse), names),
    }


def part(s: GuildSolo) -> Message | None:
    """The turn; before the first one the queue is filled."""
    return message("part_turn", n=s.turn) if s.turn else None


def is_last(s: GuildSolo) -> bool:
    """Whether no other turn can follow."""
    if s.met == FINALS_NEEDED:
        return True
    if not s.endless:
        return s.turn >= LAST_TURN
    return s.phase != TURN and s.queue[1] == 0 and not any(s.bag[guild] for guild in range(GUILDS))


def number(s: GuildSolo) -> str | None:
    """What the number that is asked now counts."""
    if s.phase != NUMBER:
        return None
    return "buildings" if asks_buildings(s) else "cards"


def sums(s: GuildSolo) -> dict[str, int]:
    """What decides when points are counted: each part, all together, and what is enough."""
    return {
        "finals": finals_worth(s),
        "mines": -MINE_COST * s.lost_mines,
        "lost": -s.lost_points,
        "total": s.points + balance(s),
        "enough": ENOUGH,
    }


def queue(s: GuildSolo, names: list[str]) -> list[str | None]:
    """The tiles on I, II and III; one that was placed is gone before the others move up."""
    shown = [names[s.queue[n] - 1] if s.queue[n] else None for n in range(QUEUE)]
    waiting = len(position(s)[1])
    return shown if waiting == QUEUE - shown.count(None) else [None, *shown[1:]]


def row(s: GuildSolo, number: int, names: list[str]) -> dict[str, Any]:
    guild = next((g for g in range(GUILDS) if s.row[g] == number + 1), None)
    return {
        "name": "ABC"[number],
        "guild": None if guild is None else names[guild],
        "filled": s.filled[number],
        "fields": [place(s, number * COLUMNS + column) for column in range(COLUMNS)],
    }


def place(s: GuildSolo, here: int) -> dict[str, Any]:
    return {
        "name": FIELD_NAMES[here],
        "token": TOKENS[FIELD_TOKEN[here]],
        "outcome": OUTCOMES[s.outcome[here]],
        "coin": has_coin(s, here),
        "condition": asked(s, here),
        "red": red(s, here),
    }


def asked(s: GuildSolo, here: int) -> str | None:
    """What a field asks or has asked; None where nothing, or where nobody can tell any more: a coin
    on a final that was passed in an earlier turn may have come before or after.
    """
    is_free = FIELD_TOKEN[here] == NONE
    is_unsure = s.outcome[here] == MET and has_coin(s, here) and s.at != here + 1
    return None if is_free or is_unsure else condition(s, here).id


def asks(s: GuildSolo, here: int) -> dict[str, Any]:
    """What a field's condition looks at: the printed sign, its number, the items that count."""
    fact = asked_fact(s, here)
    one_kind = fact == GOODS and s.one_kind
    return {
        "sign": ITEMS[HAND] if fact == EMPTY else FACTS[fact],
        "of": "goods_kind" if one_kind else ITEMS[HAND] if fact == EMPTY else FACTS[fact],
        "least": 0 if fact == EMPTY else asked_least(s, here),
        "items": [ITEMS[item] for item in COUNTED.get(fact, (fact,))],
    }


def red(s: GuildSolo, here: int) -> str | None:
    """What happens, or has just happened, where a condition is not met. None for a coin that has
    gone to a final in an earlier turn, where that was passed since or before.
    """
    if FIELD_TOKEN[here] in (NONE, FINAL):
        return None
    said = red_effect(s, here).id
    is_past = s.outcome[here] == FAILED and s.at != here + 1
    return None if is_past and said.endswith("_late") else said


def picked(s: GuildSolo) -> list[int]:
    """The buildings drawn in this turn, counted from the left."""
    if not s.at or not asks_buildings(s):
        return []
    return [n + 1 for n in range(MOST_PICKED) if s.picked >> n & 1]


def cards(s: GuildSolo) -> int | None:
    """How many action cards go to the box now; None where that is not known or not the question."""
    if not s.at or field(s) not in (A4, C1) or s.number == 0:
        return None
    return cards_to_box(s, s.red)


def outlook_data(found: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """An outlook as a screen takes it: chances as fractions in text and as numbers."""

    def chance(value: Fraction | None) -> dict[str, Any] | None:
        return None if value is None else {"fraction": str(value), "value": float(value)}

    return {
        "without": chance(found["without"]),
        "purse": chance(found["purse"]),
        "unlimited": chance(found["unlimited"]),
        "by_swaps": [chance(value) for value in found["by_swaps"]],
        "swaps": {name: chance(value) for name, value in found["swaps"].items()},
        "unfinished": {name: chance(found["unfinished"][g]) for g, name in enumerate(names)},
        "coming": [
            {"guild": names[c["guild"]], "field": FIELD_NAMES[c["field"]], "turn": c["turn"]}
            for c in found["coming"]
        ],
        "reachable": found["reachable"],
    }
