"""Ratings: how much stronger one player is than another, and how certain that is.

Bradley and Terry (1952): a player who is r points above another one wins against them with the
probability 1 / (1 + 10^(-r / 400)). In a game of several seats each pair is compared; a tie is half
a win. The strengths that make the results most likely are found by minorisation (Hunter 2004). The
intervals come from resampling the deals (bootstrap), since games of one deal, and comparisons in
one game, are not independent; they are never narrower than the likelihood alone would make them.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .schedule import NOBODY, GameResult

SCALE = 400.0  # points that stand for odds of ten to one
MEAN = 1500.0  # of all players
PRIOR = 0.5  # ties that are added for every pair, so that nobody is infinitely strong
DRAWS = 300  # samples of the bootstrap
ROUNDS = 2000  # of the minorisation at most
ENOUGH = 1e-7
SURE = (2.5, 97.5)
ERRORS = NormalDist().inv_cdf(SURE[1] / 100)  # standard errors in half an interval

Wins = npt.NDArray[np.float64]  # by winner and loser


class Rating(NamedTuple):
    """The rating of one player, with the results behind it."""

    player: str
    rating: float
    low: float  # of the 95 % interval
    high: float
    games: int
    won: float  # the share of games won; a shared win is divided
    score: float  # the mean
    forfeits: int


def ratings(played: Sequence[GameResult], draws: int = DRAWS, seed: int = 1) -> list[Rating]:
    """The rating of every player, the strongest first."""
    played = [game for game in played if game.was_played]
    names = list(dict.fromkeys(name for game in played for name in game.players))
    if not names:
        return []
    by_deal = deals(played, names)
    wins, size = with_prior(by_deal.sum(axis=0)), len(by_deal)
    middle = strengths(wins)
    least = spread(wins, middle)
    rng = np.random.default_rng(seed)
    drawn = [
        strengths(with_prior(by_deal[rng.integers(size, size=size)].sum(axis=0)))
        for _ in range(draws)
    ]
    low, high = np.percentile(drawn, SURE, axis=0)
    low, high = np.minimum(low, middle - least), np.maximum(high, middle + least)
    found = [
        Rating(name, float(middle[n]), float(low[n]), float(high[n]), *totals(played, name))
        for n, name in enumerate(names)
    ]
    return sorted(found, key=lambda one: -one.rating)


def deals(played: Sequence[GameResult], names: Sequence[str]) -> Wins:
    """The number of wins of each player against each other one, for each deal and lineup."""
    index = {name: n for n, name in enumerate(names)}
    groups: dict[tuple[int, tuple[str, ...]], Wins] = {}
    for game in played:
        key = (game.deal, tuple(sorted(game.players)))
        wins = groups.setdefault(key, np.zeros((len(names), len(names))))
        for one, name in enumerate(game.players):
            for other, rival in enumerate(game.players):
                if name != rival:
                    wins[index[name], index[rival]] += game.beats(one, other)
    return np.array(list(groups.values()))


def spread(wins: Wins, middle: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Half of each 95 % interval from the curvature of the likelihood, as if all comparisons were
    independent. The bootstrap alone would be certain about a player who has won every game.
    """
    strength = 10 ** ((middle - MEAN) / SCALE)
    chance = strength[:, None] / (strength[:, None] + strength[None, :])
    known = (wins + wins.T) * chance * (1 - chance)
    curvature = np.diag(known.sum(axis=1)) - known
    error = np.sqrt(np.diag(np.linalg.pinv(curvature)))
    half: npt.NDArray[np.float64] = ERRORS * error * SCALE / np.log(10)
    return half


def with_prior(wins: Wins) -> Wins:
    """The same with the prior's ties between all who have met."""
    return wins + PRIOR / 2 * ((wins + wins.T) > 0)


def strengths(wins: Wins) -> npt.NDArray[np.float64]:
    """The ratings that make these results most likely."""
    games = wins + wins.T
    strength = np.ones(len(wins))
    for _ in range(ROUNDS):
        together = games / (strength[:, None] + strength[None, :])
        expected = together.sum(axis=1)
        # A player who is in none of the deals drawn keeps the mean.
        new = np.divide(wins.sum(axis=1), expected, out=np.ones(len(wins)), where=expected > 0)
        new /= np.exp(np.log(new).mean())
        if np.abs(np.log(new / strength)).max() < ENOUGH:
            break
        strength = new
    return MEAN + SCALE * np.log10(strength)


def totals(played: Sequence[GameResult], name: str) -> tuple[int, float, float, int]:
    """A player's number of games, share of them won, mean score and number of forfeits."""
    seats = [(game, n) for game in played for n, who in enumerate(game.players) if who == name]
    won = sum(1 / len(game.winners) for game, n in seats if n in game.winners)
    scores = [game.scores[n] for game, n in seats if game.forfeit == NOBODY]
    forfeits = sum(game.forfeit == n for game, n in seats)
    return len(seats), won / len(seats), sum(scores) / max(len(scores), 1), forfeits
