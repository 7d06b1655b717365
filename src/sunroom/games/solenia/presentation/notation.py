"""Solenia in writing.

0-wood-stone    a card: its value, then its power: one, two (of what the space gives), the goods, or
                star-wood (a star if it lies on a wood island)
c3              a space: column a to e from the left, line 1 (first strip) to 5 (the front)
discard         who is stuck discards the chosen card
wood            a good to pay, return, take or replace; also wheat, stone, water
as-asked        a delivery is paid with the goods that are asked
D07, N12        a Delivery tile
slot-3          a slot of the player board
I4, ID2+IN5     an Improvement tile of level 1, a pair of level 3
"""

from __future__ import annotations

from typing import Any

from sunroom.games.solenia.pieces import (
    COMPONENTS,
    GOODS,
    ROWS,
    SEATS,
    SLOTS,
    TILES,
    WORDS,
    card_kinds,
)
from sunroom.games.solenia.rules import (
    AS_ASKED,
    CARD_CODE,
    DISCARD_CODE,
    GOOD_CODE,
    ONE_CODE,
    PAIR_CODE,
    SLOT_CODE,
    SPACE_CODE,
    TILE_CODE,
)
from sunroom.games.solenia.state import (
    BONUS,
    CARD,
    DEAL,
    DIE,
    DISCARD,
    DISPLAY,
    DRAFT,
    DRAW,
    DUMMY,
    FIRST,
    INSTEAD,
    OFFER_DAY,
    OFFER_NIGHT,
    OFFER_ONE,
    ORDER,
    PAY,
    PLACES,
    REFILL,
    REVEAL,
    SLOT,
    SPACE,
    SPARE,
    STRIPS,
    TILE,
    Solenia,
)
from sunroom.rules.components import Components
from sunroom.rules.contract import UnreadableAction
from sunroom.rules.masks import count
from sunroom.rules.words import Message, Seat, message


def card_name(kind: dict[str, object]) -> str:
    goods = [GOODS[g] for g in kind["goods"] if g >= 0]  # type: ignore[attr-defined]
    power = [] if kind["power"] == "goods" else [str(kind["power"])]
    return "-".join([str(kind["value"]), *power, *goods])


def ids(components: Components, **having: str) -> list[str]:
    """The ids of some pieces without the game's prefix, in index order."""
    return [
        piece["id"].removeprefix("LEN-")
        for piece in components.pieces
        if all(piece[column] == word for column, word in having.items())
    ]


SPACE_NAMES = [f"{'abcde'[place % 5]}{place // 5 + 1}" for place in range(PLACES)]
SLOT_NAMES = [f"slot-{column + 1}" for column in range(SLOTS)]


def piece_names(files: dict[str, Components]) -> dict[str, Any]:
    """How the pieces of a box are called."""
    cards = [card_name(kind) for kind in card_kinds(files["cards"])]
    tiles = ids(files["tiles"], kind="day") + ids(files["tiles"], kind="night")
    ones = ids(files["improvements"], level="1")
    halves = [ids(files["improvements"], level="3", row=row) for row in ROWS]
    people = (cards, SPACE_NAMES, ("discard", "as-asked"), GOODS, tiles, SLOT_NAMES, ones, *halves)
    chance = {
        ORDER: ["night-first", "day-first"],
        STRIPS: [f"strip-{n + 1}" for n in range(4)],
        FIRST: [f"first-{n + 1}" for n in range(SEATS)],
        REVEAL: tiles,
        REFILL: tiles,
        DEAL: cards,
        DRAW: cards,
        DUMMY: cards,
        DIE: [f"die-{n + 1}" for n in range(6)],
        OFFER_ONE: ones,
        OFFER_DAY: halves[0],
        OFFER_NIGHT: halves[1],
    }
    powers = {
        piece["id"].removeprefix("LEN-"): power(piece) for piece in files["improvements"].pieces
    }
    return {
        "cards": cards,
        "tiles": tiles,
        "ones": ones,
        "halves": halves,
        "sayable": {name.lower() for list_ in people for name in list_},
        "chance": chance,
        "powers": powers,
    }


def power(piece: dict[str, str]) -> dict[str, str | int]:
    """What an Improvement tile does: a message id, the good it is about, and how much."""
    number = int(piece["amount"])
    return {"id": f"power_{piece['power']}", "good": piece["good"], "amount": number}


NAMES = piece_names(COMPONENTS)
CARD_NAMES, TILE_NAMES = NAMES["cards"], NAMES["tiles"]
ONE_NAMES, HALF_NAMES = NAMES["ones"], NAMES["halves"]
CHANCE_NAMES, POWERS = NAMES["chance"], NAMES["powers"]
SAYABLE = NAMES["sayable"]  # at one decision or another
SPOKEN = {
    "holz": "wood", "getreide": "wheat", "stein": "stone", "wasser": "water",
    "stern": "star", "eins": "one", "zwei": "two",
    "ablegen": "discard", "wie-gefordert": "as-asked",
}  # fmt: skip


def names(s: Solenia) -> dict[str, int]:
    """Every text that means an action in this phase, with its code."""
    if s.phase <= DIE:
        return {name: code for code, name in enumerate(CHANCE_NAMES[s.phase])}
    if s.phase == CARD:
        return {name: CARD_CODE + kind for kind, name in enumerate(CARD_NAMES)}
    if s.phase == SPACE:
        spaces = {name: SPACE_CODE + place for place, name in enumerate(SPACE_NAMES)}
        return spaces | {"discard": DISCARD_CODE}
    if s.phase == TILE:
        return {tile_at(s, place): TILE_CODE + place for place in range(DISPLAY)}
    if s.phase == SLOT:
        return {name: SLOT_CODE + column for column, name in enumerate(SLOT_NAMES)}
    if s.phase == DRAFT:
        ones = {offer_name(s, place): ONE_CODE + place for place in range(SEATS)}
        return ones | {pair_name(s, place): PAIR_CODE + place for place in range(SEATS)}
    goods = {name: GOOD_CODE + good for good, name in enumerate(GOODS)}
    return goods | ({"as-asked": AS_ASKED} if s.phase == SPARE else {})


def tile_at(s: Solenia, place: int) -> str:
    tile = s.display[s.row, place] - 1
    return TILE_NAMES[tile] if tile >= 0 else f"no-tile-{place + 1}"


def offer_name(s: Solenia, place: int) -> str:
    tile = s.offered_one[place] - 1
    return ONE_NAMES[tile] if tile >= 0 else f"no-level-1-{place + 1}"


def pair_name(s: Solenia, place: int) -> str:
    halves = [s.offered_half[row, place] - 1 for row in range(2)]
    if min(halves) < 0:
        return f"no-level-3-{place + 1}"
    return joined(*halves)


def joined(day: int, night: int) -> str:
    return f"{HALF_NAMES[0][day]}+{HALF_NAMES[1][night]}"


def show(s: Solenia, action: int) -> str:
    for name, code in names(s).items():
        if code == action:
            return name
    return f"action-{action}"


def read(s: Solenia, text: str) -> int:
    said = "-".join(text.lower().split())
    known = {name.lower(): code for name, code in names(s).items()}
    if said not in known:
        said = SPOKEN.get(said, "-".join(SPOKEN.get(word, word) for word in said.split("-")))
    if said not in known:
        id = FIRST_THINGS.get(s.phase) if said in SAYABLE else None
        raise UnreadableAction(id or "unreadable_here", words=WORDS, text=text)
    return known[said]


# Questions

FIRST_THINGS = {
    DRAFT: "first_draft",
    CARD: "first_card",
    SPACE: "first_space",
    PAY: "first_pay",
    TILE: "first_tile",
    SPARE: "first_spare",
    INSTEAD: "first_instead",
    SLOT: "first_slot",
    BONUS: "first_bonus",
    DISCARD: "first_discard",
}  # what to do before anything else, for who names something of another decision
QUESTIONS = {
    DRAFT: "ask_draft",
    CARD: "ask_card",
    SPACE: "ask_space",
    TILE: "ask_tile",
    SPARE: "ask_spare",
    INSTEAD: "ask_instead",
    SLOT: "ask_slot",
    BONUS: "ask_bonus",
    DISCARD: "ask_discard",
}
CHANCE_QUESTIONS = {
    ORDER: "ask_order",
    FIRST: "ask_first",
    DEAL: "ask_dealt",
    DRAW: "ask_dealt",
    OFFER_ONE: "ask_offer_one",
    OFFER_DAY: "ask_offer_day",
    OFFER_NIGHT: "ask_offer_night",
    DUMMY: "ask_dummy",
    DIE: "ask_die",
}
REVEALED = ("ask_revealed_day", "ask_revealed_night")
LIGHT = ("board_light_day", "board_light_night")


def ask(s: Solenia) -> Message:
    """What the player to act, or whoever enters chance, has to say."""
    if s.phase == PAY:
        return message("ask_pay", n=s.pay)
    if s.phase <= DIE:
        return ask_chance(s)
    return message(QUESTIONS[s.phase])


def ask_chance(s: Solenia) -> Message:
    """Whoever deals at a real table says what has come."""
    example = CHANCE_NAMES[s.phase][0]
    if s.phase == STRIPS:
        return ask_strip(s, example)
    if s.phase in (REVEAL, REFILL):
        return message(REVEALED[s.row], example=next_tile(s))
    who = Seat(s.seat if s.phase == DRAW else s.owner)
    return message(CHANCE_QUESTIONS[s.phase], who=who, example=example)


def ask_strip(s: Solenia, example: str) -> Message:
    """Which strip comes next, counted from the rear, and which of its faces is up."""
    laid = count(s.among)
    night = s.order if laid >= 2 else 1 - s.order
    line = laid + 2 if laid >= 2 else laid + 1
    return message("ask_strip", n=line, light=message(LIGHT[night]), example=example)


def next_tile(s: Solenia) -> str:
    """The first tile of the row that has not been revealed yet."""
    left = [n for n in range(TILES) if s.pile[s.row] >> n & 1]
    return str(TILE_NAMES[s.row * TILES + (left[0] if left else 0)])
