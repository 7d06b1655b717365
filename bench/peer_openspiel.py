"""Random play in OpenSpiel's own C++ games; prints what `beside.py` reads.

From Python there are two ways. *In C++* is the rollout of its own search: one call plays hundreds
of games from the first decision on, cloning the state for each. It does not say how many steps they
have, so their mean is taken from the games of the other way. *From Python* asks for the legal
actions of every state and applies one, dealing included.
"""

import random
from statistics import fmean
from time import process_time

import pyspiel
from said import REPEATS, on_one_core, say

GAMES = ("gin_rummy", "backgammon")
ROLLOUTS = 200  # in one call
SECONDS = 1.5


def dealt(game):
    """A state at its first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        by_chance(state)
    return state


def by_chance(state):
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(outcomes, chances)[0])


def from_python(game):
    """Steps a second and the share of decisions in them; how many steps a game has after the
    dealing, and the share of decisions in those.
    """
    games = steps = after = decided = 0
    start = process_time()
    while process_time() - start < SECONDS:
        state = dealt(game)
        steps += len(state.history())
        while not state.is_terminal():
            if state.is_chance_node():
                by_chance(state)
            else:
                decided += 1
                state.apply_action(random.choice(state.legal_actions()))
            after += 1
        games += 1
    steps += after
    rate = steps / (process_time() - start)
    return rate, decided / steps, after / games, decided / after


def in_cpp(game, length):
    """Two simulations of a search: the first looks at the root, the second at a child of it."""
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 2, 100, False, 1, False)
    states = [dealt(game) for _ in range(100)]
    played = 0
    start = process_time()
    while process_time() - start < SECONDS:
        bot.step(states[played % len(states)])
        played += 1
    return 2 * ROLLOUTS * played * length / (process_time() - start)


def main():
    on_one_core()
    random.seed(1)
    for name in GAMES:
        game = pyspiel.load_game(name)
        rates, shares, lengths, shares_after = zip(
            *(from_python(game) for _ in range(REPEATS)), strict=True
        )
        cpp = [in_cpp(game, fmean(lengths)) for _ in range(REPEATS)]
        say(f"OpenSpiel {name}: random playouts in C++", cpp, fmean(shares_after))
        say(f"OpenSpiel {name}: from Python", rates, fmean(shares))


if __name__ == "__main__":
    main()
