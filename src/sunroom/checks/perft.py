"""Node counts: a fingerprint of the rules that another implementation can be compared with."""

from __future__ import annotations

from sunroom.engine.referee import Referee
from sunroom.rules.contract import CHANCE
from sunroom.rules.philox import word
from sunroom.rules.record import Table


def start(referee: Referee, settings: list[int], seed: int) -> Table:
    """A new table at the first decision of a seat, after what chance decides with this seed."""
    table = referee.new(settings)
    step = 0
    while referee.to_act(table) == CHANCE:
        referee.apply(table, referee.draw(table, word(seed, 0, step)))
        step += 1
    return table


def perft(referee: Referee, table: Table, depth: int) -> int:
    """The number of ways to play *depth* steps; an outcome of chance is a step too."""
    if depth == 0:
        return 1
    codes = referee.codes(table)
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes:
        after = table.copy()
        referee.apply(after, code)
        total += perft(referee, after, depth - 1)
    return total
