"""Solenia in the terminal: the board with its light, the display, the players, the hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sunroom.games.solenia.pieces import COLUMNS, GOODS, LEVEL_1, LINES, ROWS, SLOTS
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
EDGES = 2 * LINES + 1  # lines of a column that is drawn in steps, its edges among them
LEVELS = ("", "I", "II", "III")
KIND = 8  # columns for what a space is
WIDTH = KIND + 5  # of a space, without the line at its side
JOINTS = " ╶╴─╷┌┐┬╵└┘┴│├┤┼"  # lines that meet, by 1 to the right + 2 left + 4 down + 8 up


def render(view: Mapping[str, Any], say: Tongue) -> str:
    """Everything that lies open, and the hand of whoever looks."""
    parts = [draw_board(view, say), draw_cards(view, say), draw_discards(view, say)]
    parts.append(draw_display(view, say))
    parts += [draw_players(view, say), draw_slots(view, say), draw_improvements(view, say)]
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
    does = say(power["id"], good=good, n=power["amount"])
    level_1 = power["id"].removeprefix("power_") in LEVEL_1
    return say("power_of_both", power=does) if level_1 else does


def draw_board(view: Mapping[str, Any], say: Tongue) -> str:
    """The front of the board on top, as the airship flies."""
    head = "     " + "".join(f" {letter:<{WIDTH}}" for letter in "abcde").rstrip()
    return "\n".join([head, *(draw_steps if any(view["ahead"]) else draw_lines)(view, say)])


def draw_lines(view: Mapping[str, Any], say: Tongue) -> list[str]:
    """Plain strips, a line each."""
    lines = [
        f"[dim]{number + 1}[/] {SKY[strip['light']]} │"
        + "".join(f"{draw_space(space, view['airship'], say)}│" for space in strip["spaces"])
        for number, strip in reversed(list(enumerate(view["strips"])))
    ]
    assert len(lines) == LINES
    return lines


def draw_steps(view: Mapping[str, Any], say: Tongue) -> list[str]:
    """Stepped strips: a space is two lines, so that each column can lie half a space ahead."""
    tops = [max(view["ahead"]) - ahead for ahead in view["ahead"]]
    return [
        strip_at(view, line - tops[0])
        + "".join(
            f"[dim]{joint(tops, column, line)}[/]" + piece(view, column, line - top, say)
            for column, top in enumerate(tops)
        )
        + f"[dim]{joint(tops, COLUMNS, line)}[/]"
        for line in range(EDGES + max(tops))
    ]


def strip_at(view: Mapping[str, Any], line: int) -> str:
    """The number and the light of the strip whose left space is written here."""
    if not is_text(line):
        return "    "
    number = LINES - 1 - line // 2
    return f"[dim]{number + 1}[/] {SKY[view['strips'][number]['light']]} "


def piece(view: Mapping[str, Any], column: int, line: int, say: Tongue) -> str:
    """A line of a column, counted from its own front: the front edge of a space with its name, or
    the space; behind the last one its rear edge.
    """
    if not 0 <= line < EDGES:
        return " " * WIDTH
    if line == EDGES - 1:
        return f"[dim]{'─' * WIDTH}[/]"
    space = view["strips"][LINES - 1 - line // 2]["spaces"][column]
    if is_edge(line):
        return f"[dim]{space['name']:─<{WIDTH}}[/]"
    return draw_space(space, view["airship"], say)


def joint(tops: Sequence[int], at: int, line: int) -> str:
    """What meets between the columns to the left and to the right of here."""
    beside = [line - tops[n] for n in (at - 1, at) if 0 <= n < COLUMNS]
    right = at < COLUMNS and is_edge(line - tops[at])
    left = at > 0 and is_edge(line - tops[at - 1])
    down = any(0 <= n < EDGES - 1 for n in beside)
    up = any(0 < n < EDGES for n in beside)
    return JOINTS[right + 2 * left + 4 * down + 8 * up]


def is_edge(line: int) -> bool:
    return 0 <= line < EDGES and line % 2 == 0


def is_text(line: int) -> bool:
    return 0 < line < EDGES and line % 2 == 1


def draw_space(space: Mapping[str, Any], airship: str, say: Tongue) -> str:
    """What a space is, whose card of which value lies on it, and the airship."""
    card = space["card"]
    mark = f"{card['owner'] + 1}:{card['value']}" if card else "   "
    mark = f"[reverse]{mark}[/]" if card else mark
    ship = "▲" if space["name"] == airship else " "
    return f" [{STYLES[space['kind']]}]{say(space['kind']):<{KIND}}[/]{mark}{ship}"


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
    slots = " ".join(SKY[row] + draw_row(player, row) for row in ROWS)
    turn = "[bold]▸[/]" if view["turn"] == seat else " "
    who = say("player_line", who=Seat(seat), stars=player["stars"], n=player["left"])
    stored = f"[dim]({player['stored']}/{player['storage']})[/]"
    return f"{turn} [bold]{seat + 1}[/] {who}  {slots}  {stored} {goods}".rstrip()


def draw_row(player: Mapping[str, Any], row: str) -> str:
    """Covered and empty slots, and how many tiles have come without one."""
    more = len(player["beyond"][row])
    slots = "".join(cover(tile) for tile in player["slots"][row])
    return f"{slots}+{more}" if more else slots


def cover(tile: object) -> str:
    return "■" if tile else "□"


def draw_slots(view: Mapping[str, Any], say: Tongue) -> str:
    """What each slot gives, day and night, on the board of whose turn it is; side by side where
    the screen is wide enough.
    """
    seat = max(view["to_act"] if view["to_act"] >= 0 else view["turn"], 0) % len(view["players"])
    rows = [[draw_slot(view, seat, row, n, say) for n in range(SLOTS)] for row in ROWS]
    wide = max(map(len, rows[0]))
    levels = [draw_level(view["printed"]["day"][n]["level"], view["side"]) for n in range(SLOTS)]
    left = len(f"  {SLOTS} {levels[-1]} ")
    beside = left + wide + 2 + max(map(len, rows[1])) <= say.width
    lines = [say("slots_of", who=Seat(seat))]
    for n, (day, night) in enumerate(zip(*rows, strict=True)):
        head = f"  [dim]{n + 1}[/] {levels[n]} "
        lines.append(f"{head}{day:<{wide}}  {night}" if beside else f"{head}{day}")
        if not beside:
            lines.append(" " * left + night)
    return "\n".join(lines)


def draw_level(level: int, side: str) -> str:
    """The level of a slot, on the side of the board that has levels."""
    return f"{LEVELS[level]:<{len(LEVELS[-1])}}" if side == "winter" else ""


def draw_slot(view: Mapping[str, Any], seat: int, row: str, n: int, say: Tongue) -> str:
    """Whether a slot is covered, and what it gives: its bonus, or the Improvement tile there."""
    player = view["players"][seat]
    tile = improvement_at(player, row, n)
    gives = draw_power(view["powers"][tile], say) if tile else draw_bonus(view, row, n, say)
    gives = f"{tile}: {gives}" if tile else gives
    return f"{SKY[row]} {cover(player['slots'][row][n])} {gives}"


def improvement_at(player: Mapping[str, Any], row: str, n: int) -> str | None:
    """The Improvement tile on a slot: level 1 lies leftmost, the halves rightmost (LEN-10.3)."""
    last = player["halves"][ROWS.index(row)] if n == SLOTS - 1 else None
    found: str | None = player["one"] if n == 0 else last
    return found


def draw_bonus(view: Mapping[str, Any], row: str, n: int, say: Tongue) -> str:
    """What is printed on a slot."""
    bonus = view["printed"][row][n]
    parts = [f"{bonus['goods'][good]} {say(good)}" for good in GOODS if good in bonus["goods"]]
    if bonus["storage"]:
        parts.append(say("board_bonus_storage", n=bonus["storage"]))
    if bonus["choose"]:
        among = "/".join(say(good) for good in bonus["among"])
        parts.append(say("board_bonus_choose", n=bonus["choose"], goods=among))
    if bonus["stars"]:
        parts.append(say("board_stars", n=bonus["stars"]))
    if bonus["per_tile"]:
        parts.append(say("board_bonus_per_tile", n=bonus["per_tile"]))
    return ", ".join(parts)


def draw_discards(view: Mapping[str, Any], say: Tongue) -> str:
    """The discard piles: everybody may look through them."""
    piles = [
        f"{owner}: " + "  ".join(card if n == 1 else f"{n}×{card}" for card, n in pile.items())
        for owner, pile in enumerate(view["discards_of"], start=1)
        if pile
    ]
    return say("discard_piles", piles="\n  ".join(piles)) if piles else ""
