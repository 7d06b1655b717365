"""Random play in Pgx on the CPU; prints what `beside.py` reads.

A batch is stepped inside one compiled loop with random legal actions, finished games beginning
again, as its own benchmarks do. The batch size with the most steps is the one that counts.
"""

from time import process_time

from said import REPEATS, on_one_core, say

on_one_core()  # before JAX counts the cores

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

GAMES = ("backgammon", "sparrow_mahjong")
SIZES = (16, 128, 1024)
SECONDS = 1.5


def loop(name, size, steps):
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(_, carried):
        state, key = carried
        key, choosing, stepping = jax.random.split(key, 3)
        unlikely = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choosing, unlikely, axis=-1)
        return step(state, action, jax.random.split(stepping, size)), key

    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size))
    play = jax.jit(lambda carried: jax.lax.fori_loop(0, steps, one, carried))
    return play, (start, jax.random.PRNGKey(1))


def rate(name, size):
    """Steps a second over a number of repeats; compiled before the clock starts."""
    steps = max(4, 2048 // size)
    play, carried = loop(name, size, steps)
    carried = jax.block_until_ready(play(carried))
    rates = []
    for _ in range(REPEATS):
        done, start = 0, process_time()
        while process_time() - start < SECONDS:
            carried = jax.block_until_ready(play(carried))
            done += steps * size
        rates.append(done / (process_time() - start))
    return rates


def main():
    for name in GAMES:
        best = max((rate(name, size) for size in SIZES), key=sorted)
        say(f"Pgx {name}: random batches on the CPU", best, 1.0)


if __name__ == "__main__":
    main()
