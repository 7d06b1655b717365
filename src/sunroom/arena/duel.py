"""Two players against each other: every deal twice, with the seats exchanged."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from sunroom.kernel.contract import Game
from sunroom.kernel.match import Match
from sunroom.players import Level


class Duel(NamedTuple):
    """How a duel of the first player against the second went."""

    wins: int
    losses: int
    shared: int

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def share(self) -> float:
        """Of the points: a win is one, a shared win a half."""
        return (self.wins + self.shared / 2) / self.games


def duel(game: Game, one: Level, two: Level, deals: int, seed: int = 0) -> Duel:
    """*deals* deals, each played twice."""
    wins = losses = shared = 0
    for deal in range(deals):
        for first in (0, 1):
            players = (one, two) if first == 0 else (two, one)
            winners = play(game, players, seed + deal, Random(f"{seed} {deal} {first}"))  # noqa: S311 - players' noise, no secret
            if winners == [first]:
                wins += 1
            elif len(winners) > 1:
                shared += 1
            else:
                losses += 1
    return Duel(wins, losses, shared)


def play(game: Game, players: tuple[Level, ...], seed: int, rng: Random) -> list[int]:
    """One match to its end; the seats that won."""
    match = Match(game, seats=len(players), seed=seed)
    while not match.over:
        seat = match.to_act
        match.apply(players[seat].choose(game, match.veiled(seat), rng, match.seats))
    return match.winners()
