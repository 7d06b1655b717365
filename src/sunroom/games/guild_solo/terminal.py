"""The guild solo board in the terminal: board, queue, ledger, outlook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sunroom.rules.words import Moves, Tongue

MARKS = {"mine": "◆", "coin": "⑤", "final": "★", "none": " "}
STYLES = {
    "red": "bright_red", "green": "bright_green", "blue": "bright_blue", "yellow": "bright_yellow",
    "white": "bright_white", "black": "reverse", "purple": "bright_magenta",
    "orange": "dark_orange", "grey": "grey62", "brown": "orange4",
}  # fmt: skip
CELL = 8
BAR = 24
LABEL = 30


def render(view: Mapping[str, Any], say: Tongue) -> str:
    """Everything that lies on the sheet, and what it means for the rest of the game."""
    parts = [draw_head(view, say), draw_board(view, say), draw_queue(view, say)]
    parts += [draw_line(view, say), draw_ledger(view, say), draw_outlook(view, say)]
    parts.append(say("base_note"))
    return "\n\n".join(part for part in parts if part)


def draw_head(view: Mapping[str, Any], say: Tongue) -> str:
    turn = (
        say("turn_of", n=view["turn"], all=view["turns"])
        if view["turns"]
        else say("turn_n", n=view["turn"])
    )
    balance = view["balance"]
    lost = say("losses", mines=view["lost_mines"], points=view["lost_points"])
    return f"{turn}  {say('finals_met', n=view['met'])}  {lost}  {say('balance', n=f'{balance:+}')}"


def draw_board(view: Mapping[str, Any], say: Tongue) -> str:
    return "\n".join(draw_row(row, view["field"], say) for row in view["rows"])


def draw_row(row: Mapping[str, Any], here: str | None, say: Tongue) -> str:
    """A row: a filled field shows its guild and how it turned out, an open one its token."""
    guild = row["guild"]
    cells = []
    for column, field in enumerate(row["fields"]):
        if column < row["filled"]:
            end = {"met": "■", "failed": "✗", "stuck": "□"}.get(field["outcome"], "?")
            inside = f"[{STYLES[guild]}]{end}[/]"
        else:
            inside = f"[yellow]{MARKS[field['token']]}[/]"
        coin = "[yellow]⑤[/]" if field["coin"] else " "
        name = f"[bold]{field['name']}[/]" if field["name"] == here else f"[dim]{field['name']}[/]"
        cells.append(f"{name} {inside}{coin}" + " " * (CELL - 5))
    label = f"[{STYLES[guild]}]{say(guild)}[/]" if guild else "[dim]–[/]"
    return f"{row['name']} │ {'│ '.join(cells)}│ {label}"


def draw_queue(view: Mapping[str, Any], say: Tongue) -> str:
    """The next tiles with the field that each will come to, and what is in the bag."""
    coming = iter((view["outlook"] or {}).get("coming", []))
    lines = []
    for n, guild in enumerate(view["queue"]):
        if guild is None:
            continue
        name = f"[{STYLES[guild]}]{say(guild):<8}[/]"
        place = next(coming, None)
        then = "" if place is None else draw_coming(place, say)
        lines.append(f"{('I', 'II', 'III')[n]:<4}{name}{then}")
    bag = "  ".join(f"{n} [{STYLES[g]}]{say(g)}[/]" for g, n in view["bag"].items())
    return "\n".join([*lines, say("bag", tiles=bag)])


def draw_coming(place: Mapping[str, Any], say: Tongue) -> str:
    text = say(f"short_{place['field']}")
    return f" → {place['field']} [dim]({say('turn_n', n=place['turn'])})[/] {text}"


def draw_line(view: Mapping[str, Any], say: Tongue) -> str:
    """The landscape area with the line that is cleared: four columns, and the rows we know of."""
    if not view["line"]:
        return ""
    column, row = view["line"] - 1, {5: 1, 6: 2}.get(view["line"])
    grid = [
        " ".join(
            "[red]×[/]" if (r == row or (row is None and c == column)) else "·" for c in range(4)
        )
        for r in range(3)
    ]
    return (
        say("line", n=view["line"])
        + "\n"
        + "\n".join(f"    {line}" for line in [*grid, "[dim]…[/]"])
    )


def draw_ledger(view: Mapping[str, Any], say: Tongue) -> str:
    if view["ledger"] is None:
        return ""
    items = "  ".join(f"{say(f'item_{item}')} [bold]{n}[/]" for item, n in view["ledger"].items())
    return say("ledger", items=items)


def draw_outlook(view: Mapping[str, Any], say: Tongue) -> str:
    """The chance of two finals as bars, the best swap now, and rows that may stay unfinished."""
    found = view["outlook"]
    if found is None:
        return ""
    if not found["reachable"]:
        return f"[bold red]{say('unreachable')}[/]"
    lines = [say("outlook_head")]
    lines += [
        f"  {say(f'chance_{name}'):<{LABEL}}{draw_bar(found[name]['value'])}"
        for name in ("without", "purse", "unlimited")
        if found[name] is not None
    ]
    if found["purse"] is None:
        some = ", ".join(percent(chance["value"]) for chance in found["by_swaps"][1:4])
        lines.append("  " + say("chance_some", chances=some))
    best = best_swap(found)
    if best:
        now, then = found["swaps"]["keep"]["value"], found["swaps"][best]["value"]
        shares = {"now": percent(now), "then": percent(then)}
        lines.append("  " + say("best_swap", swap=Moves((best,)), **shares))
    rows = ", ".join(
        f"[{STYLES[g]}]{say(g)}[/] {percent(c['value'])}" for g, c in found["unfinished"].items()
    )
    lines.append("  " + say("unfinished", rows=rows))
    return "\n".join(lines)


def best_swap(found: Mapping[str, Any]) -> str | None:
    """The swap that helps most; None where keeping the order is as good."""
    swaps = found["swaps"]
    if not swaps:
        return None
    best = max(swaps, key=lambda name: swaps[name]["value"])
    return best if swaps[best]["value"] > swaps["keep"]["value"] else None


def draw_bar(value: float) -> str:
    eighths = round(8 * BAR * value)
    full = "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
    return f"[yellow]{full:<{BAR}}[/] {percent(value)}"


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"
