"""Random play in RLCard; prints what `beside.py` reads."""

import random
from time import process_time

import rlcard
from said import REPEATS, on_one_core, say

SECONDS = 1.5


def rate(env):
    steps, start = 0, process_time()
    while process_time() - start < SECONDS:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
    return steps / (process_time() - start)


def main():
    on_one_core()
    random.seed(1)
    env = rlcard.make("gin-rummy", config={"seed": 1})
    say("RLCard gin-rummy: from Python", [rate(env) for _ in range(REPEATS)], 1.0)


if __name__ == "__main__":
    main()
