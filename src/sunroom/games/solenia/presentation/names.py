"""What people call the pieces of Solenia, and how a board draws them small in a line.

A look is "card 0-wood-stone 1" (a card of the second owner), "tile day 5 stone stone water" (a
Delivery tile with its stars), "space wood" or "good wood".
"""

from __future__ import annotations

from sunroom.games.solenia.chapters.turn import space_kind
from sunroom.games.solenia.pieces import GOODS, ROWS, SPACES, TILE_ASKS, TILE_STARS, TILES
from sunroom.games.solenia.state import Solenia
from sunroom.rules.words import Message, Piece, message

from .notation import CARD_NAMES, POWERS, SPACE_NAMES, TILE_NAMES

POWER_WORDS = ("one", "two", "star")


def card_piece(kind: int, owner: int) -> Piece:
    """A card by what it does when it is expelled, and its value."""
    name = CARD_NAMES[kind]
    value, *power = name.split("-")
    goods = [message(word) for word in power if word in GOODS]
    named = [f"card_{word}" for word in power if word in POWER_WORDS]
    id = named[0] if named else ("card_good", "card_goods")[len(goods) - 1]
    told = message(id, value=int(value), **dict(zip(("good", "second"), goods, strict=False)))
    return Piece(name, told, f"card {name} {owner}")


def tile_piece(number: int) -> Piece:
    """A Delivery tile by the goods that it asks."""
    row = ROWS[number // TILES]
    asks = [(TILE_ASKS[number, g], name) for g, name in enumerate(GOODS) if TILE_ASKS[number, g]]
    told = message(f"{row}_tile", goods=listed([amount(n, name) for n, name in asks]))
    goods = [name for n, name in asks for _ in range(n)]
    look = " ".join(["tile", row, str(TILE_STARS[number]), *goods])
    return Piece(TILE_NAMES[number], told, look)


def amount(n: int, good: str) -> Message:
    return message("amount", number=n, good=message(good))


def listed(parts: list[Message]) -> Message:
    """Some things as one; what a tile asks is at least one good."""
    *before, told = parts
    for n, one in enumerate(reversed(before)):
        told = message("comma" if n else "and", one=one, others=told)
    return told


def space_piece(s: Solenia, place: int) -> Piece:
    """A space by what it is, with its place on the board."""
    kind, name = SPACES[space_kind(s, place)], SPACE_NAMES[place]
    return Piece(name, message(f"space_{kind}", at=name), f"space {kind}")


def good_piece(number: int) -> Piece:
    name = GOODS[number]
    return Piece(name, message(name), f"good {name}")


def improvement_name(code: str) -> Message:
    """An Improvement tile, or a pair of halves, by what it does."""
    does = [power_does(half) for half in code.split("+")]
    return message(("improvement", "improvement_pair")[len(does) - 1], one=does[0], two=does[-1])


def power_does(half: str) -> Message:
    power = POWERS[half]
    goods = {"good": message(power["good"])} if power["good"] else {}
    return message(power["id"], n=power["amount"], **goods)
