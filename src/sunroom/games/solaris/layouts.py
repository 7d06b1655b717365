"""What Solaris's codes and observations mean; the reference is made from it."""

from __future__ import annotations

from sunroom.rules.layout import Each, Layouts, Part

from .chapters.stations import AMOUNTS, DOCKS, ONE_WAY, SPREADS, VICTIMS
from .pieces import COLOURS, KINDS, MOST, PLAYERS, SEATS, STATIONS
from .presentation.notation import ACTION_NAMES, CARD_NAMES, SEAT_NAMES, WAYS
from .state import PLACES

CARDS = tuple(CARD_NAMES)
MAYBE = ("none", *STATIONS)  # a station + 1
DOCKINGS = tuple(f"{colour}>{station}" for colour in COLOURS for station in STATIONS)
SPREADINGS = tuple(f"{way}-{n + 1}" for way in WAYS for n in range(ONE_WAY))
# In the order of the state's phases; a seat decides from the action on.
PHASES = (
    "first cards", "bridges", "start halves", "stacks", "a card of the pile",
    "a card for the display", "a stolen card", "a card whose station gets other bridges",
    "which of two bridges goes before it", "cards to catch up", "an action", "a card to fill up",
    "a card to move energy", "a card to charge", "a card to fire", "a shuttle to dock",
    "whom to rob", "how much energy", "where energy is spread", "a card to swap",
    "a card to take", "a card to discard", "a colour", "over",
)  # fmt: skip
ENDINGS = ("a turn", "a station", "the exchange of bridges", "a round")  # as turn.py counts them

TURN = (  # in the order in which they are observed
    Part("phase: what is being decided", names=PHASES),
    Part("whose turn: seats clockwise from the own one"),
    Part("who is dealt to, robbed or discards, likewise"),
    Part("round, 0 during set-up"),
    Part("place of the active station, from 0 on as above"),
    Part("cards in the pile"),
    Part("cards played in this turn"),
    Part("station that can get a second card for the same energy", names=MAYBE),
    Part("station that was charged in this turn, or whose bridges change", names=MAYBE),
    Part("cards still to steal; shuttles docked in this turn"),
    Part("cards still to take"),
    Part("1 when agreed: exactly four rounds"),
    Part("current action, or the last one", names=ACTION_NAMES),
    Part("1 if a card of the pile was taken"),
    Part("1 when agreed: surplus energy is lost"),
    Part("1 when agreed: one station charged a turn"),
    Part("1 when agreed: the display before the pile"),
    Part("1 when agreed: energy spent one by one"),
    Part("1 when agreed: one shuttle a station"),
    Part("1 when agreed: no shuttle at the energy centre"),
    Part("1 when agreed: stolen cards count at the end of the turn"),
    Part("what has just ended", names=ENDINGS),
    Part("seats"),
    Part("1 when agreed: the 15 energy of the start include the energy centre"),
    Part("1 when agreed: few cards of the energy centre"),
    Part("1 when agreed: energy may be spent for nothing"),
    Part("1 when agreed: new cards come at once"),
    Part("colour of each seat, the own first and then clockwise", SEATS),
)

LAYOUTS = Layouts(
    actions=(
        Part("an action", len(ACTION_NAMES), ACTION_NAMES),
        Part("play a card, by its kind; to move energy, over the bridge clockwise", KINDS, CARDS),
        Part(
            "play a card as the second for the same energy (+ before it); to move energy, over the"
            " bridge counterclockwise",
            KINDS,
            CARDS,
        ),
        Part("done", DOCKS),
        Part("dock a shuttle at a station", VICTIMS - DOCKS, DOCKINGS),
        Part(
            "rob a seat, counted from the first seat and not from the own", SEATS, tuple(SEAT_NAMES)
        ),
        Part(f"spend 1 to {MOST} energy", SPREADS - AMOUNTS),
        Part("spread energy over this many stations, either way", 2 * ONE_WAY, SPREADINGS),
        Part("take a card of the display, by its kind", KINDS, CARDS),
        Part("take a card of the pile"),
        Part("discard a card, by its kind", KINDS, CARDS),
        Part("a colour for the own markers", SEATS, PLAYERS),
    ),
    outcomes=(
        Part(
            "by phase: a card's kind, a bridge's colour, a start half, a seat, one of two bridges",
            KINDS,
        ),
    ),
    observation=(
        Each(
            "place of the ring, clockwise from the one after the energy centre",
            PLACES,
            (
                Part("its station", names=STATIONS),
                Part("colour of the bridge after it", names=COLOURS),
                *(
                    Part(f"{what}, {whose}")
                    for whose in ("own", *(f"seat {n} clockwise" for n in range(1, SEATS)))
                    for what in (
                        "energy",
                        "others that it lies above in a stack",
                        "1 on the outer track",
                    )
                ),
            ),
        ),
        Each(
            "seat, the own first and then clockwise",
            SEATS,
            (
                Part("laser"),
                Part("cards in hand"),
                Part("cards face down"),
                Part("cards known in hand, by kind; of the own all", KINDS, CARDS),
                Part("cards known face down, by kind", KINDS, CARDS),
            ),
        ),
        Part("cards on display, by kind", KINDS, CARDS),
        Part("cards discarded, by kind", KINDS, CARDS),
        *(Part(f"where the {colour} shuttle is docked", names=MAYBE) for colour in COLOURS),
        Part("colour of a spare bridge", names=COLOURS),
        Part("colour of the other spare bridge", names=COLOURS),
        *TURN,
    ),
)
