"""Golden files: what the rules did when somebody last looked, in plain text.

A game's `golden/` folder holds node counts (`*.perft`, a line each) and playthroughs (`*.txt`). What
is played stands first; `make golden` writes the rest again, and the diff shows what has changed.
"""

import sys
from pathlib import Path

from sunroom import Match, known_games, load
from sunroom.checks.perft import perft, start
from sunroom.engine.referee import interpreted
from sunroom.rules.contract import CHANCE
from sunroom.rules.philox import below, word

DEPTH = 3
SHOWN = 12  # legal moves that are written out
DRAWN = 20  # steps between two drawings of the table


def files():
    """Every golden file of every game."""
    return [
        (name, f)
        for name in known_games()
        for f in sorted((load(name).folder / "golden").glob("*.*"))
    ]


def first_line(text):
    """`seed=1 throw=each-round` as a seed, a number of seats and options."""
    told = dict(part.split("=", 1) for part in text.splitlines()[0].split())
    seats = int(told.pop("seats")) if "seats" in told else None
    return int(told.pop("seed", "1")), seats, told


def written(name, file, referee=None):
    """The text that a golden file should have."""
    text = file.read_text("utf-8")
    game = load(name)
    referee = referee or interpreted(game)
    lines = counts(referee, text) if file.suffix == ".perft" else playthrough(game, text, referee)
    return (
        "\n".join([text.splitlines()[0] if file.suffix == ".txt" else "", *lines]).lstrip() + "\n"
    )


def counts(referee, text):
    for line in text.splitlines():
        if line.strip():
            head = line.split("|")[0].strip()
            seed, seats, options = first_line(head)
            table = start(referee, referee.game.settings(options, seats), seed)
            found = [f"{depth} {perft(referee, table, depth)}" for depth in range(1, DEPTH + 1)]
            yield " | ".join([head, *found])


def playthrough(game, text, referee):
    """A random match told step by step, the table drawn now and then."""
    seed, seats, options = first_line(text)
    match = Match(game, seats=seats, options=options, seed=seed, referee=referee)
    told = drawn = 0
    while not match.over:
        yield from since(match, told)
        told = len(match.history)
        if drawn == 0 or told >= drawn + DRAWN:
            yield f"\n{match}"
            drawn = told
        legal = match.actions()
        yield f"{len(legal)} legal: {' '.join(match.legal()[:SHOWN])}"
        match.apply(legal[below(word(seed, 0, told), len(legal))])
    yield from since(match, told)
    yield f"scores {match.scores()} winners {match.winners()}"


def since(match, step):
    """Notation and log of the steps since *step*."""
    for n in range(step, len(match.history)):
        actor = "chance" if match.history[n].actor == CHANCE else f"seat {match.history[n].actor}"
        shown = match.game.show(match.tables[n], match.history[n].action)
        told = " ".join(match.say(message, "en") for message in match.log_of(n))
        yield f"{n + 1:3} {actor}: {shown}  {told}".rstrip()


def main():
    for name, file in files():
        text = written(name, file)
        changed = text != file.read_text("utf-8")
        file.write_text(text, "utf-8")
        print(f"{'changed' if changed else 'same   '} {file.relative_to(Path.cwd())}")


if __name__ == "__main__":
    sys.exit(main())
