"""Pictures for the documentation, rendered by the project itself; `make golden` renews them."""

from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from sunroom import Match

INDIGO, INK, DIM = (24, 26, 48), (232, 230, 220), (110, 112, 140)
GOLD, SILVER, ROSE, LEAF = (240, 200, 66), (126, 200, 240), (226, 150, 190), (90, 220, 160)
COLOURS = [INDIGO, ROSE, LEAF, GOLD, SILVER, ROSE, SILVER, INK]  # as terminals number them
NIGHT = TerminalTheme(INDIGO, INK, COLOURS, [DIM, *COLOURS[1:]])
# rich's own template loads a font from the network; a picture in a repository must not.
FRAME = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>A Soluna table in the terminal</title>
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px; line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
<rect fill="#181a30" width="{width}" height="{height}" rx="10"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


def soluna() -> Console:
    """A round in the middle, as the terminal shows it."""
    match = Match("soluna", ["Ada", "Ben"], seed=7)
    while sum(match.view(0)["stars"]) < 3:
        match.play(match.legal()[-1])
    for move in ("follow", "a>b", "e>i", "b>c", "j>i", "g>h"):
        match.play(move)
    console = Console(record=True, width=76, file=StringIO(), force_terminal=True)
    for told in match.log()[-3:]:
        console.print(match.say(told, "en"), highlight=False)
    console.print()
    console.print(match.draw("en"), highlight=False)
    console.print()
    question = match.game.words.say(match.game.ask(match.table), "en")
    who = match.names[match.to_act]
    console.print(f"{who}: {question} [bold]{match.legal()[-1]}[/]", highlight=False)
    return console


def main() -> None:
    file = Path(__file__).with_name("soluna.svg")
    file.write_text(soluna().export_svg(theme=NIGHT, code_format=FRAME, unique_id="soluna"))
    print(f"written {file.name}")


if __name__ == "__main__":
    main()
