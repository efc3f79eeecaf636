"""pgx's workload (JAX): a batch of random games in one compiled loop, on the processor."""

from __future__ import annotations

from itertools import count
from typing import Any

import jax
import jax.numpy as jnp
import pgx

from benchmarks.timing import serve

BATCH = 1024
ENV = pgx.make("othello")
SEEDS = count()


def pick(legal: Any, number: Any) -> Any:
    """Returns the legal action that a uniform number in [0, 1) stands for."""
    up_to = jnp.cumsum(legal)
    return jnp.argmax(up_to > jnp.floor(number * up_to[-1]))


@jax.jit
def random_games(key: Any) -> Any:
    """Plays a batch of random games to their ends; returns the plies that they took together."""
    start, key = jax.random.split(key)
    states = jax.vmap(ENV.init)(jax.random.split(start, BATCH))

    def advance(loop: Any) -> Any:
        states, key, plies = loop
        key, draw = jax.random.split(key)
        actions = jax.vmap(pick)(states.legal_action_mask, jax.random.uniform(draw, (BATCH,)))
        plies += (~states.terminated).sum()
        return jax.vmap(ENV.step)(states, actions), key, plies

    loop = (states, key, jnp.int32(0))
    return jax.lax.while_loop(lambda loop: ~loop[0].terminated.all(), advance, loop)[2]


def batch_of_plies() -> int:
    plies = int(random_games(jax.random.PRNGKey(next(SEEDS))))
    if not 60 < plies / BATCH < 61:
        raise AssertionError(f"random games lasted {plies / BATCH} plies instead of 60.4")
    return plies


def batch_of_games() -> int:
    batch_of_plies()
    return BATCH


if __name__ == "__main__":
    serve({"plies": batch_of_plies, "games": batch_of_games})
