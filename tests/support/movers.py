"""The simplest players, written over ``Env``, and a small board for them."""

import functools
import random

import numpy as np

from coursekit import othello

four = functools.partial(othello.make, 4)


def first(env):
    return env.legal_actions()[0]


def last(env):
    return env.legal_actions()[-1]


def by_env(env):
    actions = env.legal_actions()
    return actions[int(env.rng.random() * len(actions))]


def by_python(env):
    return random.choice(env.legal_actions())


def by_numpy(env):
    return env.legal_actions()[np.random.randint(len(env.legal_actions()))]  # noqa: NPY002
