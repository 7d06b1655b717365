"""What the documentation shows, rendered by the project itself; `make golden` renews it."""

import json
import re
from io import StringIO
from pathlib import Path

import in_numbers
from rich.console import Console
from rich.terminal_theme import TerminalTheme

from sunroom import Match, load

ROOT = Path(__file__).parent.parent

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
    console.print(match.render("en"), highlight=False)
    console.print()
    question = match.game.words.say(match.game.ask(match.table), "en")
    who = match.names[match.to_act]
    console.print(f"{who}: {question} [bold]{match.legal()[-1]}[/]", highlight=False)
    return console


HEAD = """# Soluna solved

Written by `make golden` from the solver; `sunroom solve soluna` prints the same, `sunroom solve soluna POSITION`
answers for any position. Two move generators, written independently from the rulebook, agree on all of it.

Of the 34 ways in which twelve faces can show four symbols, 16 can be thrown with the discs of the box. Whoever
chooses after the throw wins the round with best play, so a perfect match alternates and ends 4 to 3 for the younger
player. Known before: the second player wins 3-3-3-3 (Goadrich 2004), and with two symbols the second player wins
exactly when the total is even and the rarer symbol has at least three discs (Georgakopoulos and Winkler 2012).

- **wins**: who wins with best play, the first player or the second. **Grundy**: the Grundy value of the start.
- **by**: how many of the 132 first stackings win. **best**: stackings with best play, the loser holding out.
- **least, most**: stackings that any play can take. **states**: positions that play can reach, up to renaming symbols.
- **throws**: how many of the 4,096 throws show this start.

| start | wins | Grundy | by | best | least | most | states | throws |
|---|---|---|---|---|---|---|---|---|
"""
LEVELS = """
## The levels

Share of matches won by the stronger level, measured by `make proof` (200 matches a pair, seats exchanged):

| pair | won |
|---|---|
"""
TABLE = """
## What differs from the table

Little: the rules are printed whole, and two independent sources say that each pair of symbols is on two discs (LUN-1.1a). Towers have letters, for the
log and for typing; a throw is twelve draws that anybody can check; and who is the younger player is a setting (LUN-3.2a), for only you know it.
"""
COLUMNS = (
    "start", "winner", "grundy", "winning_moves", "length", "shortest", "longest", "states", "throws",
)  # fmt: skip


def solved() -> str:
    """The page about Soluna: all starts, and the levels as last measured."""
    game = load("soluna")
    answers = [game.knowledge.solve(start) for start in game.knowledge.starts()]
    rows = ["| " + " | ".join(str(answer[key]) for key in COLUMNS) + " |" for answer in answers]
    proofs = json.loads((ROOT / "bench" / "proof.json").read_text("utf-8"))
    levels = next(p["found"] for p in proofs if (p["game"], p["what"]) == ("soluna", "levels"))
    pairs = [re.fullmatch(r"(.+) ([\d.]+ %) of \d+", pair).groups() for pair in levels.split("; ")]
    measured = [f"| {pair} | {share} |" for pair, share in pairs]
    return HEAD + "\n".join(rows) + "\n" + LEVELS + "\n".join(measured) + "\n" + TABLE


def main() -> None:
    svg = soluna().export_svg(theme=NIGHT, code_format=FRAME, unique_id="soluna")
    numbers = {f"reference/{name}": text for name, text in in_numbers.pages().items()}
    for name, text in {"soluna.svg": svg, "soluna.md": solved(), **numbers}.items():
        file = ROOT / "docs" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
        print(f"written docs/{name}")


if __name__ == "__main__":
    main()
