"""Solenia in the terminal: the board with its light, the display, the players, the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sunroom.games.solenia.pieces import LINES, ROWS
from sunroom.rules.words import Seat, Tongue, say_doubts

STYLES = {
    "wood": "yellow",
    "wheat": "bright_yellow",
    "stone": "white",
    "water": "bright_cyan",
    "day": "bold bright_white",
    "night": "bold bright_blue",
}
SKY = {"day": "☼", "night": "☾", "dawn": "◐", "dusk": "◑"}
KIND = 8  # columns for what a space is


def render(view: Mapping[str, Any], say: Tongue) -> str:
    """Everything that lies open, and the hand of whoever looks."""
    parts = [draw_board(view, say), draw_cards(view, say), draw_display(view, say)]
    parts += [draw_players(view, say), draw_improvements(view, say)]
    if view["hand"]:
        parts.append(say("hand", cards="  ".join(f"[bold]{card}[/]" for card in view["hand"])))
    if view["rank"]:
        parts.append(say("rank", n=view["rank"]))
    parts.append(say_doubts(view["doubts"], say))
    return "\n\n".join(part for part in parts if part)


def draw_cards(view: Mapping[str, Any], say: Tongue) -> str:
    """The cards on the board by name: what they do when they are expelled is known to all."""
    cards = [
        f"{space['name']} {space['card']['owner'] + 1}:{space['card']['name']}"
        for strip in view["strips"]
        for space in strip["spaces"]
        if space["card"]
    ]
    return say("on_board", cards="  ".join(cards)) if cards else ""


def draw_improvements(view: Mapping[str, Any], say: Tongue) -> str:
    """What the Improvement tiles on offer and those before the players do."""
    shown = [(" ", tile) for tile in view["offers"]["one"]]
    shown += [(" ", half) for pair in view["offers"]["pairs"] for half in pair]
    for seat, player in enumerate(view["players"], start=1):
        shown += [(str(seat), tile) for tile in (player["one"], *player["halves"]) if tile]
    lines = [f"{who} {tile:<4} {draw_power(view['powers'][tile], say)}" for who, tile in shown]
    if view["offers"]["one"] or view["offers"]["pairs"]:
        pairs = ["+".join(pair) for pair in view["offers"]["pairs"]]
        lines.insert(0, say("offered", tiles="  ".join([*view["offers"]["one"], *pairs])))
    return "\n".join(lines)


def draw_power(power: Mapping[str, Any], say: Tongue) -> str:
    good = say(power["good"]) if power["good"] else ""
    return say(power["id"], good=good, n=power["amount"])


def draw_board(view: Mapping[str, Any], say: Tongue) -> str:
    """The front of the board on top, as the airship flies."""
    head = "     " + "".join(f" {letter:<{KIND + 5}}" for letter in "abcde").rstrip()
    lines = [
        f"[dim]{number + 1}[/] {SKY[strip['light']]} │"
        + "".join(draw_space(space, view["airship"], say) for space in strip["spaces"])
        for number, strip in reversed(list(enumerate(view["strips"])))
    ]
    assert len(lines) == LINES
    return "\n".join([head, *lines])


def draw_space(space: Mapping[str, Any], airship: str, say: Tongue) -> str:
    """What a space is, whose card of which value lies on it, and the airship."""
    card = space["card"]
    mark = f"{card['owner'] + 1}:{card['value']}" if card else "   "
    mark = f"[reverse]{mark}[/]" if card else mark
    ship = "▲" if space["name"] == airship else " "
    return f" [{STYLES[space['kind']]}]{say(space['kind']):<{KIND}}[/]{mark}{ship}│"


def draw_display(view: Mapping[str, Any], say: Tongue) -> str:
    """The tiles on offer; those that can be delivered now are marked."""
    lines = [
        "\n".join(f"{SKY[row]} {draw_tile(tile, say)}" for tile in tiles if tile)
        for row, tiles in view["display"].items()
    ]
    return "\n".join(line for line in lines if line)


def draw_tile(tile: Mapping[str, Any], say: Tongue) -> str:
    asks = ", ".join(f"{n} {say(good)}" for good, n in tile["asks"].items())
    style, check = ("bold", "✓") if tile["affordable"] else ("dim", " ")
    return f"[{style}]{check} {tile['name']}  {tile['stars']}✦  {asks}[/]"


def draw_players(view: Mapping[str, Any], say: Tongue) -> str:
    return "\n".join(draw_player(view, seat, say) for seat in range(len(view["players"])))


def draw_player(view: Mapping[str, Any], seat: int, say: Tongue) -> str:
    """Whose turn it is, stars, covered slots, goods."""
    player = view["players"][seat]
    goods = " ".join(
        f"[{STYLES[good]}]{n} {say(good)}[/]" for good, n in player["goods"].items() if n
    )
    slots = " ".join(SKY[row] + draw_slots(player, row) for row in ROWS)
    turn = "[bold]▸[/]" if view["turn"] == seat else " "
    who = say("player_line", who=Seat(seat), stars=player["stars"], n=player["left"])
    stored = f"[dim]({player['stored']}/{player['storage']})[/]"
    return f"{turn} [bold]{seat + 1}[/] {who}  {slots}  {stored} {goods}".rstrip()


def draw_slots(player: Mapping[str, Any], row: str) -> str:
    """Covered and empty slots, and how many tiles have come without one."""
    more = len(player["beyond"][row])
    slots = "".join("■" if tile else "□" for tile in player["slots"][row])
    return f"{slots}+{more}" if more else slots
