"""The value of each choice of the seat to act: exact where a game knows it, else by a search."""

from __future__ import annotations

from sunroom.engine.referee import compiled_if_possible
from sunroom.rules.contract import Game
from sunroom.rules.record import Table

from .levels import thinker
from .thinker import Budget, Judgement


def judgements(
    game: Game, table: Table, seats: int, *, seed: int, budget: Budget
) -> list[Judgement]:
    """Every choice that was considered, the best first, at a table veiled for the seat to act.

    Empty if there is only one action, or if the seat states a fact and has no choice.
    """
    referee = compiled_if_possible(game)
    if len(referee.legal(table)) < 2:
        return []
    exact, worth = game.knowledge.exact, game.knowledge.worth
    if exact is not None:
        known = {action: float(outlook.wins) for action, outlook in exact(table).items()}
    elif worth is not None:
        known = worth(table)
    else:
        seat = referee.to_act(table)
        return thinker(game).judge(table, seat, seats, seed=seed, budget=budget)
    found = [Judgement(action, 0, value) for action, value in known.items()]
    return sorted(found, key=lambda one: (-one.value, one.action))
