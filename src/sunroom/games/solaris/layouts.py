"""What Solaris's codes and observations mean; the reference is made from it."""

from __future__ import annotations

from sunroom.kernel.layout import Each, Layouts, Part

from .pieces import COLOURS, KINDS, SEATS
from .state import PLACES, USE_STATION
from .stations import AMOUNTS, DOCKS, ONE_WAY, SPREADS, VICTIMS

TURN = (  # in the order in which they are observed
    "phase: what is being decided",
    "whose turn: seats clockwise from the own one",
    "who is dealt to, robbed or discards, likewise",
    "round, 0 during set-up",
    "place of the active station",
    "cards in the pile",
    "cards played in this turn",
    "station + 1 that can get a second card for the same energy",
    "station + 1 that was charged in this turn",
    "cards still to steal; shuttles docked in this turn",
    "cards still to take",
    "option: exactly four rounds",
    "action being carried out",
    "1 if a card of the pile was taken",
    "option: surplus energy is lost",
    "option: one station charged a turn",
    "option: the display before the pile",
    "option: energy spent one by one",
    "option: one shuttle a station",
    "option: no shuttle at the energy centre",
    "option: stolen cards count at the end of the turn",
    "what has just ended: a turn, a station, a round or its exchange of bridges",
    "seats",
    "option: one more energy at the fifth station",
)

LAYOUTS = Layouts(
    actions=(
        Part("fill up, move energy, swap a card, pass, use the station", USE_STATION + 1),
        Part("play a card, by its kind; of two bridges, clockwise", KINDS),
        Part("play a card for the other use or bridge", KINDS),
        Part("done", DOCKS),
        Part(f"dock a shuttle at a station: colour × {PLACES} + station", VICTIMS - DOCKS),
        Part("rob a seat", AMOUNTS - VICTIMS),
        Part("an amount of energy", SPREADS - AMOUNTS),
        Part(f"spread energy clockwise over 1 to {ONE_WAY} stations", ONE_WAY),
        Part(f"spread energy anticlockwise over 1 to {ONE_WAY} stations", ONE_WAY),
        Part("take a card of the display, by its kind", KINDS),
        Part("take a card of the pile"),
        Part("discard a card, by its kind", KINDS),
    ),
    outcomes=(
        Part("a card by its kind; or a bridge's colour, a start half, a seat, a side", KINDS),
    ),
    observation=(
        Each(
            "place of the ring",
            PLACES,
            (
                Part("station"),
                Part("colour of the bridge after it"),
                *(
                    Part(f"{what}, {whose}")
                    for whose in ("own", *(f"seat {n} clockwise" for n in range(1, SEATS)))
                    for what in ("energy", "height in the stack", "1 on the outer track")
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
                Part("cards known in hand, by kind; of the own all", KINDS),
                Part("cards known face down, by kind", KINDS),
            ),
        ),
        Part("cards on display, by kind", KINDS),
        Part("cards discarded, by kind", KINDS),
        Part("where each shuttle is docked: station + 1", len(COLOURS)),
        Part("spare bridges", 2),
        *(Part(what) for what in TURN),
    ),
)
