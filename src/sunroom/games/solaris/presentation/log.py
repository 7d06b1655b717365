"""Solaris told in words, as everybody at the table may know it."""

from __future__ import annotations

from sunroom.games.solaris.chapters.stations import ONE_WAY, sells_cards
from sunroom.games.solaris.chapters.tracks import active, neighbour
from sunroom.games.solaris.chapters.turn import GOAL, LITTLE, PILE
from sunroom.games.solaris.pieces import COLOURS, KINDS, PLAYERS, STATIONS
from sunroom.games.solaris.rules import (
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
    to_act,
)
from sunroom.games.solaris.state import (
    ACTION,
    AMOUNT,
    CATCH_UP,
    CHARGE,
    COLOUR,
    DEAL,
    DISCARD,
    DOCK,
    DONE,
    DRAW,
    EXCHANGE,
    FIRE,
    FLIP,
    HALF,
    MOVE,
    PASS,
    PLACES,
    REFILL,
    ROB,
    SPREAD,
    STEAL,
    SWAP,
    TAKE,
    USE_STATION,
    Solaris,
)
from sunroom.rules.words import Message, Piece, Seat, message

from .notation import CARD_NAMES

# How a piece looks: "card machine-purple", "station machine", "bridge purple", "shuttle purple".


def card_piece(kind: int) -> Piece:
    station, colour = STATIONS[kind // len(COLOURS)], COLOURS[kind % len(COLOURS)]
    name = message(f"card_{station}", colour=message(f"{colour}_card"))
    return Piece(CARD_NAMES[kind], name, f"card {CARD_NAMES[kind]}")


def station_piece(number: int) -> Piece:
    station = STATIONS[number]
    return Piece(station, message(station), f"station {station}")


def coloured_piece(what: str, number: int) -> Piece:
    """A bridge or a shuttle."""
    colour = COLOURS[number]
    return Piece(colour, message(colour), f"{what} {colour}")


def narrate(before: Solaris, action: int, after: Solaris) -> list[Message]:
    """What has just happened, as everybody may know it."""
    if before.phase <= CATCH_UP:
        told = narrate_chance(before, action, after)
    else:
        told = narrate_choice(before, action, after)
    return told + narrate_consequences(before, after)


def narrate_chance(before: Solaris, action: int, after: Solaris) -> list[Message]:
    phase = before.phase
    if phase == DRAW:
        return [message("draws", who=Seat(before.seat))]
    if phase == STEAL:
        return [message("steals", who=Seat(before.seat), victim=Seat(before.owner))]
    if phase == REFILL:
        return [message("turned_up", card=card_piece(action))]
    if phase == DEAL and after.phase != DEAL:
        return [message("hands_dealt")]
    if phase == HALF:
        half = message("half_name", letter="AB"[before.amount], number=action + 1)
        return [message("half", who=Seat(before.owner), half=half)]
    if phase == FLIP:
        station = station_piece(action // len(COLOURS))
        told = [message("flipped", card=card_piece(action), station=station)]
        if after.phase != EXCHANGE:  # equal spare bridges need no lot
            told.append(message("exchanged_same", colour=coloured_piece("bridge", before.spare[0])))
        return told
    if phase == EXCHANGE:
        one, two = (coloured_piece("bridge", before.spare[n]) for n in (action, 1 - action))
        return [message("exchanged", one=one, two=two)]
    if phase == CATCH_UP and before.due == little(before, before.owner):
        return [message("catches_up", who=Seat(before.owner), n=before.due)]
    return []


def little(s: Solaris, seat: int) -> int:
    """At how many stations a seat has so little that it gets a card."""
    return sum(s.energy[station, seat] <= LITTLE for station in range(PLACES))


def narrate_choice(before: Solaris, action: int, after: Solaris) -> list[Message]:
    who = Seat(to_act(before))
    phase = before.phase
    if phase == ACTION:
        ids = {PASS: "passes", USE_STATION: "uses"}
        told = [message(ids[action], who=who)] if action in ids else []
        return told + narrate_first_energy(before, after, who)
    if action < DONE_CODE:
        return [narrate_card(before, action, after, who)]
    if phase == DOCK and action != DONE_CODE:
        colour, station = divmod(action - DOCK_CODE, PLACES)
        shuttle, place = coloured_piece("shuttle", colour), station_piece(station)
        return [message("docks", who=who, colour=shuttle, station=place)]
    if phase == ROB:
        return [message("robs", who=who, victim=Seat(action - ROB_CODE))]
    if phase == AMOUNT and action != DONE_CODE:
        id = "spends" if sells_cards(before) else "wastes"
        return [message(id, who=who, n=action - AMOUNT_CODE + 1)]
    if phase == COLOUR:
        own = message(f"player_{PLAYERS[action - COLOUR_CODE]}")
        return [message("chooses_colour", who=who, colour=own)]
    if phase == SPREAD and action != DONE_CODE:
        return [narrate_spread(before, action, after, who)]
    if phase == TAKE and action != TAKE_CODE + PILE:
        return [message("takes", who=who, card=card_piece(action - TAKE_CODE))]
    if phase in (SWAP, DISCARD):
        return [message("discards", who=who, card=card_piece(action - DISCARD_CODE))]
    return []


def narrate_first_energy(before: Solaris, after: Solaris, who: Seat) -> list[Message]:
    """Where energy is spent one by one, the first one goes with the action."""
    here, seat = active(before), before.seat
    spent = before.energy[here, seat] - after.energy[here, seat]
    return [message("spends", who=who, n=spent)] if spent > 0 else []


def narrate_card(before: Solaris, action: int, after: Solaris, who: Seat) -> Message:
    """A card that was played, and what the station or the laser has then."""
    way = int(action >= OTHER_CODE)
    kind = (action - PLAY_CODE) % KINDS
    seat = before.seat
    station = kind // len(COLOURS) if before.phase == CHARGE else active(before)
    if before.phase == MOVE:
        station = neighbour(before, way)
    if before.phase == FIRE:
        station = before.docked[kind % len(COLOURS)] - 1
        id, number = "fires", after.laser[seat]
    else:
        ids = {MOVE: "moves_energy", CHARGE: "charges"}
        id, number = ids.get(before.phase, "plays"), after.energy[station, seat]
    place = station_piece(station)
    return message(id, who=who, card=card_piece(kind), station=place, n=number)


def narrate_spread(before: Solaris, action: int, after: Solaris, who: Seat) -> Message:
    way, number = divmod(action - SPREAD_CODE, ONE_WAY)
    direction = message(("clockwise", "counter")[way])
    return message("spreads", who=who, k=number + 2, n=number + 1, way=direction)


def narrate_end(after: Solaris) -> list[Message]:
    """Why the game is over, where that is not plain to see."""
    reached = max(after.laser[seat] for seat in range(after.seats)) >= GOAL
    why = [] if after.race or reached else [message("out_of_rounds", n=after.round)]
    return [*why, message("game_over")]


def narrate_consequences(before: Solaris, after: Solaris) -> list[Message]:
    """What follows by itself: a new pile, stolen cards in hand, another station, the end."""
    told = []
    if after.pile > before.pile:
        told.append(message("reshuffled", n=after.pile))
    stolen = any(before.aside[a, b] for a in range(before.seats) for b in range(before.seats))
    if stolen and not any(
        after.aside[a, b] for a in range(before.seats) for b in range(before.seats)
    ):
        told.append(message("joined"))
    if after.phase == DONE:
        told += narrate_end(after)
    elif after.round > before.round:
        told.append(message("round_begins", n=after.round))
    if after.phase != DONE and (after.at, after.round) != (before.at, before.round) and after.round:
        told.append(message("station_active", station=station_piece(active(after))))
    return told
