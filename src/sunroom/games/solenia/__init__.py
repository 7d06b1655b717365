"""Solenia by Sébastien Dujardin: deliver between day and night while the world turns."""

from collections.abc import Sequence
from pathlib import Path

from sunroom.engine.other_box import recomposed
from sunroom.rules.components import digest
from sunroom.rules.contract import Game, Option
from sunroom.rules.words import Message, message

from . import (
    heuristics,
    layouts,
    log,
    notation,
    observation,
    rules,
    scoring,
    secrets,
    setup,
    terminal,
    view,
)
from .pieces import CARDS, COMPONENTS, FILES, FOLDER, NUMBERS, SEATS, WORDS, read_pieces
from .state import Solenia

# The longest game: at set-up the order, the strips, who is first, tiles, hands, Improvements; then
# for each card a choice, a space, up to eight goods paid, a delivery with all its choices, goods
# of every player returned after an expulsion, and a draw. The dummy's turns have fewer steps.
SETUP_STEPS = 1 + 4 + 1 + 8 + 3 * SEATS + 3 * SEATS + 2 * SEATS
TURN_STEPS = 2 + 8 + 1 + 2 + 1 + 1 + 2 + 4 + 10 * SEATS + 2


def objection(settings: Sequence[int]) -> Message | None:
    """The first player must be one of those who play."""
    first, seats = settings[setup.FIRST_PLAYER], settings[0]
    return message("no_such_seat", n=first, seats=seats) if first > seats else None


def recompose(folder: Path) -> Game:
    """Solenia with the pieces of another box."""
    files, numbers = read_pieces(folder)
    theirs = numbers | notation.piece_names(files)
    swaps = {id(ours): theirs[name] for name, ours in (NUMBERS | notation.NAMES).items()}
    return recomposed(GAME, swaps, tuple(files.values()), digest(folder, FILES))


GAME = Game(
    name="solenia",
    prefix="LEN",
    version=3,
    folder=FOLDER,
    table=Solenia,
    seats=(2, 3, 4, 1),
    options=(
        Option("board", "LEN-9.1", ("summer", "winter", "improvements")),
        Option("diagonals", "LEN-3.3a", ("off", "on")),
        Option("seventh", "LEN-5.3a", ("counts", "refused")),
        Option("order", "LEN-2.1a", ("chance", "night-first", "day-first")),
        Option("first", "LEN-2.4a", ("chance", "1", "2", "3", "4"), seats=True),
    ),
    words=WORDS,
    components=tuple(COMPONENTS.values()),
    setup=setup.setup,
    to_act=rules.to_act,
    legal=rules.legal,
    chances=rules.chances,
    apply=rules.apply,
    scores=scoring.scores,
    veil=secrets.veil,
    redeal=secrets.redeal,
    observe=observation.observe,
    show=notation.show,
    read=notation.read,
    ask=notation.ask,
    refuse=notation.refuse,
    view=view.view,
    render=terminal.render,
    narrate=log.narrate,
    actions=rules.ACTIONS,
    outcomes=rules.OUTCOMES,
    longest=SETUP_STEPS + SEATS * CARDS * TURN_STEPS,
    score_sum=(0, SEATS * 250),
    observation=observation.OBSERVATION,
    layouts=layouts.LAYOUTS,
    pick=rules.pick,
    lean=heuristics.lean,
    lead=10,
    secrets=("hand", "deck", "chosen"),
    objection=objection,
    recompose=recompose,
    facts={"author": "Sébastien Dujardin", "publisher": "Pearl Games", "minutes": 30},
)
