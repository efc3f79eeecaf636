"""Odd arguments at every public door: a clear error or an answer, and an env as it was."""

import copy
import inspect
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest

from coursekit import (
    Budget,
    Env,
    arena,
    check_game,
    display,
    othello,
    players,
    tictactoe,
    truth,
    ultimate,
)
from coursekit.games.conformance import ConformanceError
from tests.support.movers import first, four

NAN, HUGE = float("nan"), 10**30


class Silent:
    def __repr__(self) -> str:
        raise LookupError("no words")


ODD: list[Any] = [
    *(None, True, 0, -1, 2.5, NAN, float("inf"), HUGE, 1j, np.int8(3), np.float32(1.5), ...),
    *("", "\u01301", "\udc80", "\0", 10**4 * "x", b"\x02\x03"),
    *([], [1, 2], [[1]], ["a", "b"], {}, {"a": 1}, {1}, (10**30, -1), range(3)),
    *(object(), Silent(), Silent, othello, Budget(count=5), players.random(), lambda _: None),
    *(np.arange(4), np.full((8, 8), NAN), np.array([None, "a"], object)),
    *(tictactoe.from_moves("a1b1a2b2a3"), ultimate.make(), othello.make(4)),
]


END = "-OX-OO---------- X"
LEAGUE = arena.league({"a": first, "b": players.random()}, games=2, make=four)
MATCH = arena.match(first, players.random(), games=2, make=four)
TICTACTOE = tictactoe.from_moves("b2b1a1c3")

RIGHT: dict[str, Any] = {
    **dict.fromkeys(("a", "b", "black", "white", "player"), first),
    **{"moves": "", "text": END, "size": 4, "depth": 2, "budget": Budget(count=9)},
    **{"env": TICTACTOE, "positions": [othello.from_string(END)], "boards": [TICTACTOE] * 2},
    **{"found": LEAGUE, "league": LEAGUE, "opponents": {"a": first}, "game": "othello8"},
    **{"points": [[0, 1], [1, 0]], "score": 0.5, "difference": 0.1, "successes": 3, "n": 5},
    **{"players": {"a": first, "b": first}, "table": [[3, 2], [1, 2]]},
}
"""An argument that is right, for each that has no default."""

DOORS: list[Callable[..., Any]] = [
    *(othello.make, othello.from_moves, othello.from_string, tictactoe.make, ultimate.make),
    *(partial(ultimate.from_string, text=ultimate.make().to_string()), partial(Budget, count=3)),
    *(players.LinearEvaluation, players.default_table, players.cell_scores, players.minimax),
    *(players.alpha_beta, players.deepening, players.monte_carlo, players.uct),
    *(players.exact_endgame, truth.perft, partial(truth.perft, env=four()), truth.divide),
    *(partial(truth.divide, env=four()), truth.exact_value, truth.move_values),
    *(partial(truth.best_moves, env=othello.from_string(END)), truth.judge),
    *(partial(arena.match, games=2, make=four), partial(arena.league, games=2, make=four)),
    *(partial(arena.add_player, games=2, make=four), arena.play_game, arena.analyse),
    *(arena.bradley_terry, arena.elo_lead, arena.games_needed, arena.wilson, arena.strength),
    *(partial(check_game, games=1), othello.make().render, display.heat_map, display.grid),
    *(partial(display.replay, game=TICTACTOE), partial(display.replay, game=MATCH)),
    *(display.strip, display.play),
    *(display.cross_table, display.rating_chart, display.strength_map),
]
METHODS = ["count", "is_win", "update", "play_moves", "begin_at", "reset", "seed", "playouts"]


def state(env: Env) -> tuple[Any, ...]:
    twin = env.clone()
    playouts = () if env.is_done() else tuple(twin.playouts(3))
    return env.position, env.history, repr(env), twin.rng.random(), playouts


def assert_answered(call: Callable[[], object], *envs: Env) -> None:
    """Calls; an error must be of a clear kind, in words that print, and change no env."""
    before = [state(env) for env in envs]
    with suppress(ConformanceError):
        try:
            call()
        except (ValueError, TypeError, arena.PlayerError) as error:
            words = str(error).replace("\n", "")
            assert words.isprintable(), ascii(words)
            assert [state(env) for env in envs] == before


@pytest.mark.parametrize("door", DOORS, ids=lambda door: getattr(door, "func", door).__name__)
def test_odd_arguments_are_answered_or_refused(door, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a league writes where it is told to
    parameters, rng = inspect.signature(door).parameters, np.random.default_rng(0)
    right = {n: RIGHT[n] for n, p in parameters.items() if p.default is p.empty}
    for name in parameters:
        for place in rng.choice(len(ODD), 12 * (name != "n_jobs"), replace=False):
            given = copy.deepcopy(right) | {name: ODD[place]}
            if name != "games" or ODD[place] is not HUGE:  # check_game would play them
                envs = [value for value in given.values() if isinstance(value, Env)]
                assert_answered(partial(door, **given), *envs)
    plt.close("all")


@pytest.mark.parametrize("method", METHODS)
def test_odd_calls_of_an_env_are_answered_or_refused(method):
    for odd in ODD:
        for env in (four(), TICTACTOE.copy()):
            assert_answered(partial(getattr(env, method), odd), env)
