"""What a screen shows of Soluna, and the log in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sunroom.rules.words import Message, Piece, Seat, Tongue, message

from .notation import LETTERS, PLACE_NAMES, towers_of
from .rules import FOLLOW, OPEN, to_act
from .state import CHOOSE, DONE, PLACES, STACK, SYMBOLS, THROW, Soluna

PHASES = {THROW: "throw", CHOOSE: "choose", STACK: "stack", DONE: "done"}
GLYPHS = {"sun": "☀", "moon": "☾", "stars": "★", "comet": "☄"}
STYLES = {
    "sun": "bold yellow",
    "moon": "bold cyan",
    "stars": "bold magenta",
    "comet": "bold bright_green",
}
WON, OPEN_STAR = "✦", "✧"
WIDTH = 6  # of a place in the terminal


def view(s: Soluna, seat: int) -> dict[str, Any]:
    """The table as plain data; nothing of it depends on who looks."""
    return {
        "phase": PHASES[s.phase],
        "to_act": to_act(s),
        "stars": list(s.stars),
        "goal": s.goal,
        "pattern": [SYMBOLS[s.face[place]] for place in range(s.thrown)],
        "towers": towers(s),
    }


def towers(s: Soluna) -> list[dict[str, Any] | None]:
    """The tower of every place with its discs from the table upwards; None where none stands."""
    faces = [SYMBOLS[face] for face in s.face]
    tops, under, standing = list(s.top), list(s.under), list(s.height)
    return [
        tower(place, height, tops[place], under, faces) if height else None
        for place, height in enumerate(standing)
    ]


def tower(place: int, height: int, top: int, under: list[int], faces: list[str]) -> dict[str, Any]:
    discs = [faces[top]]
    disc = top
    while disc != place:
        disc = under[disc]
        discs.append(faces[disc])
    discs.reverse()
    return {"place": PLACE_NAMES[place], "height": height, "symbol": faces[top], "discs": discs}


# The terminal


def render(view: Mapping[str, Any], say: Tongue) -> str:
    """Twelve places side by side; each tower as high as it is, its symbol on top."""
    towers = view["towers"]
    tallest = max((t["height"] for t in towers if t), default=0)
    if tallest == 0:
        thrown = " ".join(f"[{STYLES[s]}]{GLYPHS[s]}[/]" for s in view["pattern"])
        return say("thrown_so_far", symbols=thrown) if thrown else say("hand_full")
    across = PLACES if say.width >= PLACES * WIDTH else max(say.width // WIDTH, 1)
    rows = [
        _row(towers[start : start + across], PLACE_NAMES[start : start + across])
        for start in range(0, PLACES, across)
    ]
    legend = "   ".join(
        f"[{STYLES[symbol]}]{GLYPHS[symbol]} {letter}[/] {say(symbol)}"
        for symbol, letter in zip(SYMBOLS, LETTERS, strict=True)
    )
    return "\n\n".join([_stars(view, say), *rows, legend])


def _row(towers: list[Mapping[str, Any] | None], places: str) -> str:
    """Some places side by side."""
    tallest = max((t["height"] for t in towers if t), default=0)
    columns = [_column(t, tallest + 2) for t in towers]
    lines = ["".join(cells).rstrip() for cells in zip(*columns, strict=True)] if tallest else []
    names = "".join(_foot(t, place) for t, place in zip(towers, places, strict=True))
    return "\n".join([*lines, names.rstrip()])


def _stars(view: Mapping[str, Any], say: Tongue) -> str:
    """The stars that each player has won, and those still to win."""
    won = [
        say("stars_of", who=Seat(seat), n=n, won=WON * n, open=OPEN_STAR * (view["goal"] - n))
        for seat, n in enumerate(view["stars"])
    ]
    return "   ".join(won)


def _column(tower: Mapping[str, Any] | None, lines: int) -> list[str]:
    """One place from top to bottom: air, the topmost disc, the edges of those below."""
    if tower is None:
        return [" " * WIDTH] * lines
    symbol = tower["symbol"]
    letter = LETTERS[SYMBOLS.index(symbol)]
    face = f"│[{STYLES[symbol]}]{GLYPHS[symbol]} {letter}[/]│ "
    drawn = ["╭───╮ ", face, *["├───┤ "] * (tower["height"] - 1), "╰───╯ "]
    return [" " * WIDTH] * (lines - len(drawn)) + drawn


def _foot(tower: Mapping[str, Any] | None, place: str) -> str:
    if tower is None:
        return f"[dim]  {place}   [/]"
    return f"[bold] {place}[/][dim]·{tower['height']:<3}[/]"


# The log


def narrate(before: Soluna, action: int, after: Soluna) -> list[Message]:
    """What has just happened; a throw is told when the last disc has come to rest."""
    if before.phase == THROW:
        return [_thrown(after)] if after.phase != THROW else []
    who = Seat(before.seat)
    if action in (OPEN, FOLLOW):
        return [message("opens" if action == OPEN else "follows", who=who)]
    mover, base = divmod(action, PLACES)
    told = [
        message(
            "stacked",
            who=who,
            mover=tower_piece(before, mover),
            base=tower_piece(before, base),
            symbol=message(SYMBOLS[before.face[before.top[mover]]]),
            height=before.height[mover] + before.height[base],
        )
    ]
    if list(after.stars) != list(before.stars):
        mine, theirs = after.stars[before.seat], after.stars[1 - before.seat]
        id = "won_match" if after.phase == DONE else "won_round"
        told.append(message(id, who=who, mine=mine, theirs=theirs))
    return told


def tower_piece(s: Soluna, place: int) -> Piece:
    """A tower by its symbol, with its place; how it looks is "tower sun 3", symbol and height."""
    symbol, height = SYMBOLS[s.face[s.top[place]]], s.height[place]
    name = message(f"tower_{symbol}", place=PLACE_NAMES[place], n=height)
    return Piece(PLACE_NAMES[place], name, f"tower {symbol} {height}")


def _thrown(s: Soluna) -> Message:
    shown = [symbol for symbol, _ in towers_of(s)]
    counts = {name: shown.count(symbol) for symbol, name in enumerate(SYMBOLS)}
    return message("thrown", **counts)
