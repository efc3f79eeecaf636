"""What a traced function records: calls, moves, windows, cuts, and nothing else changes."""

import inspect
import pickle
import threading
from math import inf

import cloudpickle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursekit import arena, othello, players, tictactoe
from coursekit.display import traced
from coursekit.display.figures import tracing
from tests.display.figures.searches import (
    alpha_beta,
    deepening,
    minimax,
    negamax,
    perft,
)


def names(actions):
    return [action.name for action in actions]


def test_minimax_records_every_call_with_its_position_arguments_and_result():
    env = othello.make(4)
    assert minimax(env, 3, env.player) == 3
    calls = minimax.trace.calls
    assert len(calls) == minimax.trace.total == 61
    assert [len(call.children) for call in calls[:3]] == [4, 3, 3]
    first = calls[0].children[0]
    after = env.clone()
    after.update(env.legal_actions()[0])
    assert first.env.position == after.position
    assert names(first.moves) == ["b1"]
    assert first.arguments == {"depth": 2, "me": env.player}
    assert first.value == 3
    assert all(call.cut == [] for call in calls)


def test_alpha_beta_records_windows_and_what_it_cut():
    assert alpha_beta(othello.make(4), 3) == 3
    root, *_ = calls = alpha_beta.trace.calls
    assert len(calls) == 32
    assert root.arguments == {"depth": 3, "alpha": -inf, "beta": inf}
    windows = [(call.arguments["alpha"], call.arguments["beta"]) for call in root.children]
    assert windows == [(-inf, inf), (-inf, -3), (-inf, -3), (-inf, -3)]
    assert [names(call.cut) for call in root.children] == [[], ["c1", "a3"], ["d4"], ["b4", "d4"]]
    leaves = [call for call in calls if not call.children]
    assert all(call.cut == [] for call in leaves)  # there the search ends, nothing is cut


def test_clones_keywords_and_pairs_of_value_and_action():
    env = othello.make(4)
    value, action = negamax(env, depth=2)
    root = negamax.trace.calls[0]
    assert (root.value, root.result) == (value, (value, action))
    assert [names(call.moves) for call in root.children] == [[a.name] for a in env.legal_actions()]
    assert root.children[0].arguments == {"depth": 1}


def test_traced_functions_that_call_each_other_share_the_record_of_the_outermost():
    before = alpha_beta.trace
    assert deepening(othello.make(4), 2) == [-3 + 6, deepening.trace.calls[0].result[1]]
    root, *_ = deepening.trace.calls
    assert [call.function for call in root.children] == ["alpha_beta"] * 2
    assert [call.arguments["depth"] for call in root.children] == [1, 2]
    assert all(call.moves == () for call in root.children)
    assert root.cut == []
    assert alpha_beta.trace is before


def test_moves_of_positions_without_a_common_history_are_found_by_comparing():
    @traced
    def search(env, depth):
        for action in env.legal_actions() if depth else []:
            after = env.clone()
            after.update(action)
            search(othello.from_string(after.to_string()), depth - 1)

    search(othello.from_moves("f5"), 1)
    found = [names(call.moves) for call in search.trace.calls[1:]]
    assert found == [[action.name] for action in othello.from_moves("f5").legal_actions()]


def test_of_a_large_search_the_first_calls_are_kept_and_the_result_is_right(monkeypatch):
    monkeypatch.setattr(tracing, "LIMIT", 100)
    env = othello.make(6)
    assert alpha_beta(env, 4) == minimax(env, 4, env.player)
    trace = minimax.trace
    assert (len(trace.calls), trace.total) == (100, 1 + 4 + 12 + 56 + 244)
    assert not trace.calls[0].whole
    assert all(call.cut == [] for call in trace.calls)  # unrecorded is not unsearched
    assert trace.events.count(trace.calls[0]) == 2


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_exception_ends_the_record_and_goes_on(error):
    @traced
    def search(env, depth):
        if depth == 0:
            raise error("stop")
        env.update(env.legal_actions()[0])
        search(env, depth - 1)

    with pytest.raises(error):
        search(othello.make(), 2)
    assert [call.error for call in search.trace.calls] == [error.__name__] * 3
    assert not search.trace.open
    with pytest.raises(error):  # the next call begins anew
        search(othello.make(), 1)
    assert search.trace.total == 2


def test_each_call_from_outside_begins_a_new_record_and_each_thread_has_its_own():
    alpha_beta(othello.make(4), 3)
    kept = alpha_beta.trace
    alpha_beta(othello.make(4), 1)
    assert (kept.total, alpha_beta.trace.total) == (32, 5)
    totals = []

    @traced
    def waits(env, other):
        if other is not None:
            thread = threading.Thread(target=waits, args=(env, None))
            thread.start()
            thread.join()
            totals.append(waits.trace.total)

    waits(othello.make(), "other")
    assert totals == [1]


def test_the_function_stays_what_it_was():
    def search(env: othello.Othello, depth: int = 3) -> int:
        """Doc."""
        return depth

    shown = traced(search)
    assert inspect.signature(shown) == inspect.signature(search)
    assert (shown.__name__, shown.__doc__, shown.__wrapped__) == ("search", "Doc.", search)
    assert shown.trace is None
    assert shown(othello.make()) == 3
    assert shown.trace.calls[0].arguments == {"depth": 3}
    assert repr(shown.trace) == "<trace of search: 1 call>"


def test_what_cannot_be_traced_is_refused_in_words():
    with pytest.raises(TypeError, match="decorates a function, not 5"):
        traced(5)
    with pytest.raises(TypeError, match="perft was called without a game"):
        perft("env", 0)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 40), st.integers(1, 3))
def test_calls_recorded_are_calls_made_and_cut_is_legal_less_searched(seed, plies, depth):
    env = othello.make(4, seed=seed)
    for _ in range(plies):
        if env.is_done():
            break
        env.update(env.legal_actions()[seed % len(env.legal_actions())])
    made = []

    def search(env, depth, follow):
        """Searches some of the moves, by chance, and adds up what comes back."""
        made.append(env.position)
        legal, total = env.legal_actions() if depth else [], depth
        for number, action in enumerate(legal):
            if hash((seed, len(made), number)) % 3:
                env.update(action)
                total += follow(env, depth - 1, follow)
                env.undo()
        return total

    before = env.clone()
    plain = search(env, depth, search)
    positions, made = made, []
    shown = traced(search)
    assert shown(env, depth, shown) == plain
    assert env == before
    calls = shown.trace.calls
    assert [call.env.position for call in calls] == positions == made
    for call in calls:
        searched = [child.moves[0] for child in call.children]
        assert call.cut == [a for a in call.env.legal_actions() if searched and a not in searched]
        assert all(child.parent is call for child in call.children)


def test_a_player_made_of_it_plays_here_and_in_a_worker():
    def player(env):
        return negamax(env, 2)[1]

    assert arena.match(player, players.random(), games=2, make=tictactoe.make).games == 2
    sent = pickle.loads(cloudpickle.dumps(unregistered(negamax)))
    assert sent.trace.total == 0  # a record stays where it was made
    assert sent(othello.make(4), 1) == negamax(othello.make(4), 1)


def unregistered(function):
    """Returns a traced function that a worker cannot import, as those of a notebook."""

    @traced
    def search(env, depth):
        return function(env, depth)

    search(othello.make(4), 1)
    return search


def test_what_a_player_does_in_a_game_is_not_recorded():
    """A match of a traced search took nine times as long as one of the search itself."""
    env = othello.make(4)
    perft(env, 1)
    before = perft.trace

    def player(env):
        perft(env, 2)
        return env.legal_actions()[0]

    arena.match(player, players.random(), games=2, make=lambda seed=None: othello.make(4, seed))
    assert perft.trace is before
    perft(env, 1)
    assert perft.trace is not before
