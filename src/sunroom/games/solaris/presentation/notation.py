"""Solaris in writing.

fill, move, swap, pass, use   one of the five actions; use is the station's own
machine-purple                a card: station (machine, command, biotope, port, canteen, centre) and
                              colour (purple, pink, green, blue), to play, take, discard or fire
machine-purple>command        a card that moves an energy over the bridge to that station
+port-blue                    at the machine deck: a second card for the same energy
blue>command                  a shuttle docked at a station
clockwise-3, counter-2        the biotope's direction and number of stations
seat-2                        whom to rob
2                             how much energy to spend
white                         a colour for the own markers
pile                          the top card of the pile
done                          enough

Each word can be shortened (`ma-pu`) or said in German (`ma-li`, `maschinendeck-lila`), as long as
it can mean only one thing.
"""

from __future__ import annotations

import re
from functools import lru_cache

from sunroom.games.solaris.chapters.stations import ONE_WAY, sells_cards
from sunroom.games.solaris.chapters.tracks import active, bridge_to, has_room, neighbour, own_energy
from sunroom.games.solaris.chapters.turn import PILE
from sunroom.games.solaris.pieces import (
    CENTRE,
    COLOURS,
    HALF_COPIES,
    HALVES,
    KINDS,
    MOST,
    PLAYERS,
    SEATS,
    STATIONS,
    WORDS,
)
from sunroom.games.solaris.rules import (
    ACTION_CODE,
    ACTIONS,
    AMOUNT_CODE,
    COLOUR_CODE,
    DISCARD_CODE,
    DOCK_CODE,
    DONE_CODE,
    OTHER_CODE,
    PLAY_CODE,
    ROB_CODE,
    SPREAD_CODE,
    TAKE_CODE,
    legal,
)
from sunroom.games.solaris.state import (
    ACTION,
    AMOUNT,
    BRIDGE,
    CATCH_UP,
    CHARGE,
    COLOUR,
    DEAL,
    DISCARD,
    DOCK,
    DRAW,
    EXCHANGE,
    FILL,
    FILL_UP,
    FIRE,
    FLIP,
    HALF,
    MOVE,
    MOVE_ENERGY,
    PLACES,
    REFILL,
    ROB,
    SPREAD,
    STACK,
    STEAL,
    SWAP,
    SWAP_CARD,
    TAKE,
    Solaris,
)
from sunroom.rules.contract import BadOption, UnreadableAction
from sunroom.rules.words import Message, Moves, Seat, message

CARD_NAMES = [f"{station}-{colour}" for station in STATIONS for colour in COLOURS]
ACTION_NAMES = ("fill", "move", "swap", "pass", "use")
LONGEST = 80  # characters that an answer can have
WAYS = ("clockwise", "counter")
SEAT_NAMES = [f"seat-{n + 1}" for n in range(SEATS)]
HALF_NAMES = [[f"{half}{n + 1}" for n in range(HALF_COPIES)] for half in HALVES]

# Other words for the same; the beginning of each is enough.
ALSO = {
    "machine": ("maschinendeck", "md", "machinedeck"),
    "command": ("kommandozentrale", "kz", "commandcentre"),
    "biotope": ("biotop",),
    "port": ("raumhafen", "rh", "spaceport"),
    "canteen": ("kantine",),
    "centre": ("energiezentrum", "ez", "center", "energycentre"),
    "purple": ("lila",),
    "green": ("grün", "gruen"),
    "blue": ("blau",),
    "white": ("weiß", "weiss"),
    "grey": ("grau",),
    "yellow": ("gelb",),
    "black": ("schwarz",),
    "fill": ("auffüllen", "auffuellen"),
    "move": ("verschieben",),
    "swap": ("tauschen",),
    "pass": ("passen",),
    "use": ("nutzen",),
    "done": ("fertig",),
    "pile": ("stapel", "nachziehstapel"),
    "clockwise": ("uhrzeigersinn",),
    "counter": ("gegen", "counterclockwise"),
    "seat": ("platz",),
}

SAYABLE = {
    *STATIONS, *COLOURS, *PLAYERS, *ACTION_NAMES, *WAYS, "seat", "done", "pile", "+",
    *(word for words in ALSO.values() for word in words),
}  # fmt: skip


def names(s: Solaris) -> dict[str, int]:
    """Every text that means an action in this phase, with its code."""
    phase = s.phase
    if phase <= CATCH_UP:
        return {name: code for code, name in enumerate(chance_names(s))}
    if phase == ACTION:
        return {name: ACTION_CODE + n for n, name in enumerate(ACTION_NAMES)}
    if phase in (FILL, MOVE, CHARGE, FIRE):
        return cards_to_name(s) | {"done": DONE_CODE}
    if phase == TAKE:
        return cards_from(TAKE_CODE) | {"pile": TAKE_CODE + PILE}
    if phase in (SWAP, DISCARD):
        return cards_from(DISCARD_CODE)
    return choices_to_name(s)


def cards_from(code: int) -> dict[str, int]:
    return {name: code + kind for kind, name in enumerate(CARD_NAMES)}


def cards_to_name(s: Solaris) -> dict[str, int]:
    """The cards that can be said in a phase in which cards are played."""
    if s.phase == MOVE:
        return {
            f"{name}>{STATIONS[neighbour(s, way)]}": (PLAY_CODE, OTHER_CODE)[way] + kind
            for way in range(2)
            for kind, name in enumerate(CARD_NAMES)
            if kind % len(COLOURS) == bridge_to(s, way)
        }
    if s.phase == CHARGE:
        second = {f"+{name}": OTHER_CODE + kind for kind, name in enumerate(CARD_NAMES)}
        return cards_from(PLAY_CODE) | second
    return cards_from(PLAY_CODE)


def choices_to_name(s: Solaris) -> dict[str, int]:
    """What can be said at spaceport, canteen, command centre and biotope."""
    if s.phase == DOCK:
        docks = {
            f"{colour}>{station}": DOCK_CODE + c * PLACES + n
            for c, colour in enumerate(COLOURS)
            for n, station in enumerate(STATIONS)
        }
        return docks | {"done": DONE_CODE}
    if s.phase == ROB:
        return {name: ROB_CODE + seat for seat, name in enumerate(SEAT_NAMES)}
    if s.phase == AMOUNT:
        amounts = {str(n + 1): AMOUNT_CODE + n for n in range(MOST)}
        return amounts | ({"done": DONE_CODE} if s.stepwise or s.wasteful else {})
    if s.phase == COLOUR:
        return {name: COLOUR_CODE + n for n, name in enumerate(PLAYERS)}
    spreads = {
        f"{way}-{n + 1}": SPREAD_CODE + w * ONE_WAY + n
        for w, way in enumerate(WAYS)
        for n in range(ONE_WAY)
    }
    return spreads | ({"done": DONE_CODE} if s.wasteful else {})


def chance_names(s: Solaris) -> list[str]:
    """What chance can bring, by its codes."""
    if s.phase == BRIDGE:
        return list(COLOURS)
    if s.phase == HALF:
        return HALF_NAMES[s.amount]
    if s.phase == STACK:
        return SEAT_NAMES
    if s.phase == EXCHANGE:
        one, two = (COLOURS[s.spare[n]] for n in range(2))
        return [f"{one}-{two}", f"{two}-{one}"]
    return CARD_NAMES


def show(s: Solaris, action: int) -> str:
    for name, code in names(s).items():
        if code == action:
            return name
    return f"action-{action}"


def read(s: Solaris, text: str) -> int:
    known = {name.lower(): code for name, code in names(s).items()}
    found = known.get("-".join(text.lower().split()))
    if found is not None:
        return found
    said = parts(text.lower()[:LONGEST])
    if s.phase == ROB and len(said) == 1 and said[0].isdecimal():
        said = ["seat", said[0]]
    meant = {code for name, code in known.items() if said and means(said, parts(name))}
    if len(meant) == 1:
        return meant.pop()
    id = FIRST_THINGS.get(s.phase) if not meant and is_sayable(said) else None
    raise UnreadableAction(id or "unreadable_here", words=WORDS, text=text)


def is_sayable(said: list[str]) -> bool:
    """Whether it means something at another decision."""
    return bool(said) and all(word in SAYABLE or word.isdecimal() for word in said)


@lru_cache(10_000)
def parts(text: str) -> list[str]:
    """The words of a notation; a plus sign is one of them."""
    return re.findall(r"\+|[^\s+>-]+", text)


def means(said: list[str], name: list[str]) -> bool:
    """Whether each word that was said is the beginning of a name's word, or of another for it."""
    return len(said) <= len(name) and all(
        any(word.startswith(one) for word in (full, *ALSO.get(full, ())))
        for one, full in zip(said, name, strict=False)
    )


# The order of the stations as an option

RING_STATIONS = STATIONS[:CENTRE]


def ring_number(text: str) -> int:
    """An order of the stations before the energy centre, like machine-command-biotope-port-canteen.

    Orders are counted like words in a dictionary whose alphabet is the printed order.
    """
    found = [[one for one in RING_STATIONS if means([w], [one])] for w in parts(text.lower())]
    said = [stations[0] for stations in found if len(stations) == 1]
    if len(found) != len(said) or sorted(said) != sorted(RING_STATIONS):
        raise BadOption("bad_ring", words=WORDS, text=text, known="-".join(RING_STATIONS))
    number, left = 0, list(RING_STATIONS)
    for station in said:
        number = number * len(left) + left.index(station)
        left.remove(station)
    return number


def ring_text(number: int) -> str:
    """Inverse of ring_number."""
    digits: list[int] = []
    for size in range(1, len(RING_STATIONS) + 1):
        digits.insert(0, number % size)
        number //= size
    left = list(RING_STATIONS)
    return "-".join(left.pop(digit) for digit in digits)


# Questions and refusals

FIRST_THINGS = {
    ACTION: "first_action",
    FILL: "first_play",
    MOVE: "first_play",
    CHARGE: "first_play",
    FIRE: "first_play",
    SWAP: "first_swap",
    DOCK: "first_dock",
    ROB: "first_rob",
    AMOUNT: "first_amount",
    SPREAD: "first_spread",
    TAKE: "first_take",
    DISCARD: "first_discard",
    COLOUR: "first_colour",
}  # what to do before anything else, for who names something of another decision
QUESTIONS = {
    ACTION: "ask_action",
    FILL: "ask_fill",
    MOVE: "ask_move",
    SWAP: "ask_swap",
    CHARGE: "ask_charge",
    FIRE: "ask_fire",
    DOCK: "ask_dock",
    ROB: "ask_rob",
    AMOUNT: "ask_amount",
    SPREAD: "ask_spread",
    TAKE: "ask_take",
    DISCARD: "ask_discard",
    COLOUR: "ask_colour",
}
CHANCE_QUESTIONS = {
    DEAL: "ask_dealt",
    REFILL: "ask_shown",
    BRIDGE: "ask_bridge",
    HALF: "ask_half",
    STACK: "ask_stack",
    DRAW: "ask_dealt",
    CATCH_UP: "ask_dealt",
    STEAL: "ask_stolen",
    FLIP: "ask_flip",
    EXCHANGE: "ask_exchange",
}


def legal_codes(s: Solaris) -> list[int]:
    """What the seat to act can do."""
    codes = [0] * ACTIONS
    return codes[: legal(s, codes)]


def legal_names(s: Solaris) -> tuple[str, ...]:
    """The same, as it is said."""
    return tuple(show(s, code) for code in legal_codes(s))


def ask(s: Solaris) -> Message:
    """What the player to act, or whoever enters chance, has to say."""
    if s.phase <= CATCH_UP:
        return ask_chance(s)
    said = legal_names(s)
    station = message(STATIONS[active(s)])
    number = s.due if s.phase == TAKE else own_energy(s)
    choices, example = Moves(said), Moves(said[:1])
    id = "ask_waste" if s.phase == AMOUNT and not sells_cards(s) else QUESTIONS[s.phase]
    return message(id, station=station, n=number, choices=choices, example=example)


def ask_chance(s: Solaris) -> Message:
    """Whoever deals at the table says what has come."""
    place = s.at % PLACES
    one, two = (message(STATIONS[s.ring[(place + n) % PLACES]]) for n in range(2))
    who = Seat(s.seat if s.phase == DRAW else s.owner)
    example = Moves((chance_names(s)[0],))
    id = CHANCE_QUESTIONS[s.phase]
    return message(id, who=who, one=one, two=two, station=one, example=example)


REASONS = {
    SWAP: "not_in_hand",
    DISCARD: "not_in_hand",
    TAKE: "not_on_display",
    DOCK: "cannot_dock",
    ROB: "cannot_rob",
    AMOUNT: "cannot_spend",
    SPREAD: "cannot_spread",
    COLOUR: "colour_taken",
}


def refuse(s: Solaris, action: int) -> Message:
    """Why an action that can be written is not legal here."""
    if s.phase == ACTION:
        return refuse_action(s, action - ACTION_CODE)
    if s.phase in (FILL, MOVE, CHARGE, FIRE):
        return refuse_card(s, action)
    if s.phase == DOCK and action == DONE_CODE:
        return message("nothing_yet")
    return message(REASONS.get(s.phase, "not_drawn"))


def refuse_action(s: Solaris, action: int) -> Message:
    if action == SWAP_CARD:
        return message("no_cards")
    if action == FILL_UP:
        return message("cannot_fill" if has_room(s, active(s)) else "station_full")
    if own_energy(s) == 0:
        return message("no_energy")
    return message("cannot_move" if action == MOVE_ENERGY else "cannot_use")


def refuse_card(s: Solaris, action: int) -> Message:
    if action == DONE_CODE:
        return message("nothing_yet")
    kind = (action - PLAY_CODE) % KINDS
    if s.hand[s.seat, kind] == 0:
        return message("not_in_hand")
    if s.phase == CHARGE and action >= OTHER_CODE:
        return message("second_card")
    reasons = {FILL: "cannot_fill", MOVE: "cannot_move", CHARGE: "cannot_charge"}
    if s.phase == FILL and not has_room(s, active(s)):
        return message("station_full")
    return message(reasons.get(s.phase, "cannot_fire"))
