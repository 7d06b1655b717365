"""Random play in Sunroom, on one core; prints what `beside.py` reads.

The same ways as of the others: whole playouts in compiled code; a batch that gives masks and
observations, stepped with random legal actions; every step from Python; our games inside OpenSpiel
by way of its Python interface, and one as a Gymnasium environment.
"""

import random
import sys
from time import process_time

from said import REPEATS, on_one_core, say

from sunroom import load
from sunroom.bench.measure import share_decided
from sunroom.engine.referee import compiled_if_possible
from sunroom.research import batch, gymnasium_env, register_with_openspiel

GAMES = ("soluna", "solenia")
OPPONENTS = ("random", "novice", "club")
TABLES = 1024
SECONDS = 1.5


def playouts(referee, settings):
    steps = spent = 0.0
    for seed in range(10**6):
        tables = referee.batch(4 * TABLES, settings)
        start = process_time()
        steps += int(referee.playouts(tables, seed).sum())
        spent += process_time() - start
        if spent > SECONDS:
            break
    return steps / spent


def batches(tables):
    """Decisions a second: of the steps alone, and with drawing the actions."""
    decided, stepping, drawing = 0, 0.0, 0.0
    while stepping < SECONDS:
        start = process_time()
        actions = tables.sample()
        drawn = process_time()
        tables.step(actions)
        stepping += process_time() - drawn
        drawing += drawn - start
        decided += tables.size
    return decided / stepping, decided / (stepping + drawing)


def from_python(referee, settings):
    steps, start = 0, process_time()
    while process_time() - start < SECONDS:
        table = referee.new(settings)
        while not referee.is_over(table):
            if referee.to_act(table) >= 0:
                action = random.choice(referee.legal(table))
            else:
                outcomes, weights = zip(*referee.chances(table), strict=True)
                action = random.choices(outcomes, weights)[0]
            referee.apply(table, action)
            steps += 1
    return steps / (process_time() - start)


def inside_openspiel(name):
    import pyspiel

    game = pyspiel.load_game(f"python_{name}")
    steps, start = 0, process_time()
    while process_time() - start < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
            steps += 1
    return steps / (process_time() - start)


def in_gymnasium(opponent):
    """Random actions of one seat of Solenia for two; what the opponent thinks is in the time."""
    env = gymnasium_env("solenia", seats=2, opponent=opponent)
    seen, _ = env.reset(seed=1)
    steps, start = 0, process_time()
    while process_time() - start < SECONDS:
        action = random.choice(seen["action_mask"].nonzero()[0])
        seen, _, over, _, _ = env.step(action)
        steps += 1
        if over:
            seen, _ = env.reset()
    return steps / (process_time() - start)


def ours(name):
    game = load(name)
    referee, settings = compiled_if_possible(game), game.settings()
    decisions = share_decided(referee, settings)
    say(
        f"Sunroom {name}: random playouts",
        [playouts(referee, settings) for _ in range(REPEATS)],
        decisions,
    )
    tables = batch(name, TABLES)
    alone, drawn = zip(*[batches(tables) for _ in range(REPEATS)], strict=True)
    say(f"Sunroom {name}: batch, steps alone", alone, 1.0, "decisions/s")
    say(f"Sunroom {name}: batch, random actions drawn too", drawn, 1.0, "decisions/s")
    say(
        f"Sunroom {name}: from Python",
        [from_python(referee, settings) for _ in range(REPEATS)],
        decisions,
    )
    return decisions


def main():
    on_one_core()
    random.seed(1)
    decisions = {name: ours(name) for name in GAMES}
    for opponent in OPPONENTS:
        rates = [in_gymnasium(opponent) for _ in range(REPEATS)]
        say(f"Sunroom solenia: Gymnasium, against {opponent}", rates, 1.0, "decisions/s")
    try:
        register_with_openspiel()
    except ImportError:
        sys.exit("OpenSpiel is not installed here")
    for name in GAMES:
        rates = [inside_openspiel(name) for _ in range(REPEATS)]
        say(f"Sunroom {name} inside OpenSpiel: from Python", rates, decisions[name])


if __name__ == "__main__":
    main()
