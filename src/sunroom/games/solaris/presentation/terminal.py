"""Solaris in the terminal: the ring with its tracks, the laser, the players, the cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sunroom.games.solaris.pieces import COLOURS, MOST
from sunroom.rules.words import Seat, Tongue, say_doubts

SIGNS = {"purple": "▲", "pink": "●", "green": "■", "blue": "◆"}
STYLES = {
    "purple": "medium_purple1",
    "pink": "hot_pink",
    "green": "bright_green",
    "blue": "bright_blue",
}
PLAYER_STYLES = {
    "white": "bright_white",
    "grey": "grey62",
    "yellow": "bright_yellow",
    "black": "reverse",
    "orange": "dark_orange",
}
NAME = 17  # columns for the name of a station
FIELD = 6  # columns for a field: five markers and a gap


def render(view: Mapping[str, Any], say: Tongue) -> str:
    """Everything that lies open, and the hand of whoever looks."""
    parts = [draw_ring(view, say), draw_side(view, say), draw_players(view, say)]
    if view["hand"]:
        parts.append(say("hand", cards=draw_cards(view["hand"], say)))
    parts.append(say_doubts(view["doubts"], say))
    return "\n\n".join(part for part in parts if part)


def draw_ring(view: Mapping[str, Any], say: Tongue) -> str:
    """Station by station clockwise, each with the bridge to the next and its shuttles."""
    head = " " * (NAME + 2) + "".join(f"{n:<{FIELD}}" for n in range(MOST + 1))
    lines = [draw_round(view, say), f"[dim]{head}{say('bridge_head')}[/]"]
    for station in view["stations"]:
        mark = "[bold]▸[/]" if station["active"] else " "
        name = f"{say(station['name']):<{NAME}}"
        name = f"[bold]{name}[/]" if station["active"] else name
        line = f"{mark} {name}{draw_track(station['inner'], view)}{draw_links(station, say)}"
        lines.append(line.rstrip())
        if station["active"]:
            outside = f"{say('outer'):<{NAME}}"
            lines.append(f"  [dim]{outside}[/]{draw_track(station['outer'], view)}".rstrip())
    return "\n".join(lines)


def draw_links(station: Mapping[str, Any], say: Tongue) -> str:
    """The bridge to the next station, then the shuttles to the laser."""
    bridge = station["bridge"]
    text = f"{sign(bridge)} [{STYLES[bridge]}]{say(bridge):<6}[/]" if bridge else " " * 8
    shuttles = "".join(sign(colour) for colour in station["shuttles"])
    return f"{text} {'→' if shuttles else ''}{shuttles}"


def draw_round(view: Mapping[str, Any], say: Tongue) -> str:
    if not view["round"]:
        return say("before_round")
    if view["rounds"]:
        return say("round_of", n=view["round"], all=view["rounds"])
    return say("round", n=view["round"], last=view["last_round"])


def draw_track(fields: list[list[int]], view: Mapping[str, Any]) -> str:
    """The markers on each field, the top one of a stack first."""
    return "".join(draw_field(seats, view) for seats in fields)


def draw_field(seats: list[int], view: Mapping[str, Any]) -> str:
    if not seats:
        return f"[dim]·[/]{' ' * (FIELD - 1)}"
    markers = "".join(draw_marker(seat, view) for seat in seats)
    return markers + " " * (FIELD - len(seats))


def draw_marker(seat: int, view: Mapping[str, Any]) -> str:
    """The number of a seat in the colour of its markers, where it has one yet."""
    colour = view["players"][seat]["colour"]
    return f"[{PLAYER_STYLES[colour]}]{seat + 1}[/]" if colour else str(seat + 1)


def draw_side(view: Mapping[str, Any], say: Tongue) -> str:
    """What lies beside the ring: spare bridges, shuttles, display, pile."""
    beside = [c for c in COLOURS if view["shuttles"][c] is None]
    spare = "  ".join(f"{sign(c)} {draw_colour(c, say)}" for c in view["spare"])
    shuttles = "  ".join(f"{sign(c)} {draw_colour(c, say)}" for c in beside) or "–"
    display = draw_cards([card for card in view["display"] if card], say) or "–"
    discarded = sum(view["discards"].values())
    return "\n".join(
        [
            say("spare", bridges=spare),
            say("beside", shuttles=shuttles),
            say("display", cards=display),
            say("piles", n=view["pile"], discards=discarded),
        ]
    )


def sign(colour: str) -> str:
    return f"[{STYLES[colour]}]{SIGNS[colour]}[/]"


def draw_colour(colour: str, say: Tongue) -> str:
    return f"[{STYLES[colour]}]{say(colour)}[/]"


def draw_cards(cards: list[str], say: Tongue) -> str:
    return "  ".join(draw_card(card, say) for card in cards)


def draw_card(card: str, say: Tongue) -> str:
    """A card as it is typed, with the sign of its colour."""
    _, colour = card.split("-")
    typed = say.words.notation(card, say.language)
    return f"{sign(colour)}[{STYLES[colour]}]{typed}[/]"


def draw_players(view: Mapping[str, Any], say: Tongue) -> str:
    lines = [draw_player(view, seat, say) for seat in range(len(view["players"]))]
    if view["order"]:
        names = ", ".join(say.name(seat) for seat in view["order"])
        lines.append("  " + say("order", who=names))
    return "\n".join(lines)


def draw_player(view: Mapping[str, Any], seat: int, say: Tongue) -> str:
    """Whose turn it is, the laser, and what is known of the cards."""
    player = view["players"][seat]
    turn = "[bold]▸[/]" if view["to_act"] == seat else " "
    number = draw_marker(seat, view)
    who = say("player_line", who=Seat(seat), laser=player["laser"], n=player["held"])
    if seat != view["seat"] and player["known"]:
        who += "  " + say("known", cards=draw_cards(player["known"], say))
    if player["aside"]:
        aside = [card["card"] for card in player["aside"]]
        shown = [draw_card(card, say) if card else "▒" for card in aside]
        who += "  " + say("face_down", cards=" ".join(shown))
    return f"{turn} {number} {who}"
