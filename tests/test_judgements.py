"""What the search found when it was last recorded, to the last bit, interpreted and compiled.

`python tests/test_judgements.py` writes the file again; a change of speed must leave it as it is.
"""

from pathlib import Path
from random import Random

import pytest

from sunroom import Match, load
from sunroom.engine import runner
from sunroom.engine.referee import interpreted
from sunroom.players.levels import foreseen
from sunroom.players.thinker import TEXTBOOK, Budget, Style, Thinker
from sunroom.rules.philox import below, word

FILE = Path(__file__).with_name("judgements.txt")
STYLES = {"usual": Style(), "textbook": TEXTBOOK, "short": Style(horizon=10)}
PLACES = [
    (game, seats, style, steps)
    for game, seats, lengths in (
        ("soluna", 2, (13, 15, 18)),
        ("solenia", 2, (20, 90, 240)),
        ("solenia", 4, (60,)),
        ("solaris", 3, (30, 150)),
        ("guild-solo", 1, (10, 60)),
    )
    for steps in lengths
    for style in STYLES
]
FEW, MANY = 24, 1500  # simulations


def at(game, seats, steps):
    """A decision of a seat after some random steps."""
    match = Match(game, seats=seats, seed=5, referee=interpreted(load(game)))
    while (len(match.history) < steps or len(match.actions()) < 2) and not match.over:
        legal = match.actions()
        match.apply(legal[below(word(5, 0, len(match.history)), len(legal))])
    return match


def exactly(judged):
    for one in judged:
        numbers = [one.value, *one.points, *one.values]
        yield f"  {one.action} {one.tried} {' '.join(number.hex() for number in numbers)}"


def judged_at(place, simulations, thinker):
    """The judgements of a decision, and of the next one of the same turn."""
    game, seats, style, steps = place
    yield f"{game} {seats} {style} {steps} {simulations}"
    match, budget = at(game, seats, steps), Budget(simulations)
    if match.over:
        return
    seat = match.to_act
    table = match.veiled(seat)
    found = thinker.judge(
        table, seat, seats, seed=Random(steps).getrandbits(62), budget=budget, style=STYLES[style]
    )
    yield from exactly(found)
    after = foreseen(match.referee, table, found[0].action)
    if after is not None and match.referee.to_act(after) == seat:
        yield "  then"
        yield from exactly(thinker.go_on(after, found[0].action, budget=budget))


def recorded():
    """The recorded lines by what they are about."""
    blocks, first = {}, ""
    for line in FILE.read_text().splitlines():
        first = first if line.startswith("  ") else line
        blocks.setdefault(first, []).append(line)
    return blocks


WAYS = {"interpreted": (FEW, True)} | ({"compiled": (MANY, False)} if runner.available() else {})


@pytest.mark.parametrize("game", sorted({place[0] for place in PLACES}))
@pytest.mark.parametrize("way", WAYS)
def test_judgements_are_those_that_were_recorded(game, way):
    most, interpreted = WAYS[way]
    thinker, blocks = Thinker(load(game), "interpreted" if interpreted else None), recorded()
    for place in PLACES:
        for simulations in (FEW, MANY):
            if place[0] == game and simulations <= most:
                first, *rest = judged_at(place, simulations, thinker)
                assert [first, *rest] == blocks[first]


def main():
    thinkers = {game: Thinker(load(game)) for game in {place[0] for place in PLACES}}
    lines = [
        line
        for place in PLACES
        for simulations in (FEW, MANY)
        for line in judged_at(place, simulations, thinkers[place[0]])
    ]
    FILE.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
