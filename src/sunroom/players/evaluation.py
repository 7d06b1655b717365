"""What each choice of the seat to act is worth: exactly where a game knows, else by a search."""

from __future__ import annotations

from sunroom.engine.referee import compiled_if_possible
from sunroom.rules.contract import Game
from sunroom.rules.record import Table

from .levels import thinker
from .thinker import Budget, Judgement


def judged(game: Game, table: Table, seats: int, *, seed: int, budget: Budget) -> list[Judgement]:
    """Every choice that was looked at, the best first, for a table veiled for the seat to act.

    Nothing where there is nothing to choose, or where what is answered is a fact and no choice.
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
