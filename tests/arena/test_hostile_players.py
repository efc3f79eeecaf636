"""Players that cheat, steer the luck of others, or leave the program: nothing of it may count."""

import random as python_random
import sys

import numpy as np
import pytest

from coursekit import players, tictactoe
from coursekit.__main__ import main
from coursekit.arena import league, match, play_game
from coursekit.arena.errors import PlayerError
from coursekit.arena.games import ask
from coursekit.games.tictactoe import TicTacToe
from tests.support.movers import by_env, by_numpy, by_python, first, four

# Cheating. Each of these won all its games when the match asked the env that the player had.


def own_end(env):
    me = env.player
    env.result = lambda: 1 if env.player == me else -1
    env.is_done = lambda: True


def own_class(env):
    me = env.player
    won = {"is_done": lambda _: True, "result": lambda self: 1 if self.player == me else -1}
    env.__class__ = type("Won", (type(env),), won)


def own_methods(env):
    env.legal_actions = list
    env.update = env.undo = env.reset = env.to_moves = lambda *_: ""


@pytest.mark.parametrize("cheat", [own_end, own_class, own_methods])
@pytest.mark.parametrize("make", [four, tictactoe.make])
def test_bug_a_player_that_tampers_with_its_env_gains_nothing(cheat, make):
    def cheater(env):
        action = first(env)
        cheat(env)
        return action

    cheater.__name__ = "first"
    honest = match(players.random(), first, games=20, make=make)
    assert match(players.random(), cheater, games=20, make=make) == honest
    field = {"random": players.random(), "first": cheater}
    assert league(field, games=4, make=make) == league({**field, "first": first}, 4, make=make)
    assert play_game(cheater, first, make(), seed=1) == play_game(first, first, make(), seed=1)


def test_bug_a_position_of_ones_own_making_is_reported():
    def cheater(env):
        if env.player > 0:
            env.__dict__.update(tictactoe.from_moves("a1c1a2c2").__dict__ | {"_history": []})
            return "a3"
        return first(env)

    with pytest.raises(PlayerError, match="'cheater' left the env changed") as caught:
        match(cheater, first, games=2, make=tictactoe.make)
    assert caught.value.env == tictactoe.make()


def test_the_result_is_that_of_the_transcript(monkeypatch):
    """Also where a player reaches the match's own env, here by its class."""

    def cheater(env):
        monkeypatch.setattr(TicTacToe, "is_done", lambda self: len(self.history) > 1)
        return first(env)

    with pytest.raises(ValueError, match="not over"):
        match(cheater, first, games=2, make=tictactoe.make)


# Luck


def seeds(env):
    env.seed(0)
    env.rng.random()
    python_random.seed(0)
    np.random.seed(0)  # noqa: NPY002


def draws(env):
    env.rng.random(python_random.randrange(50))
    np.random.rand(3)  # noqa: NPY002
    env.playouts(3)
    env.copy()


@pytest.mark.parametrize("meddle", [seeds, draws], ids=["seeds", "draws"])
@pytest.mark.parametrize("opponent", [players.random(), by_env, by_python, by_numpy])
def test_bug_a_player_does_not_steer_its_opponents_luck(meddle, opponent):
    def meddler(env):
        meddle(env)
        return first(env)

    meddler.__name__ = "first"
    assert match(meddler, opponent, games=12) == match(first, opponent, games=12)


def test_both_sides_have_different_luck():
    played = (play_game(by_env, by_env, tictactoe.make(), seed=seed) for seed in range(9))
    assert len({env.to_moves() for env in played}) > 6


# Leaving


class Own(BaseException):
    pass


def leaves(env):
    sys.exit()


def closes(env):
    raise GeneratorExit


def raises(env):
    raise Own("of its own")


@pytest.mark.parametrize("player", [leaves, closes, raises], ids=lambda f: f.__name__)
def test_bug_a_player_that_leaves_the_program_is_at_fault(player):
    ways = [
        lambda: match(player, first, games=2, make=four),
        lambda: match(player, first, games=4, make=four, n_jobs=2),
        lambda: league([player, first], games=2, make=four),
        lambda: league([player, first], games=2, make=four, n_jobs=2),
        lambda: play_game(player, first, four()),
        lambda: ask(player, four()),
    ]
    for way in ways:
        with pytest.raises(PlayerError, match=f"'{player.__name__}' raised ") as caught:
            way()
        assert caught.value.env.board.shape == (4, 4)


@pytest.mark.parametrize("command", ["match", "league", "play"])
def test_bug_a_player_that_exits_ends_no_command_with_status_0(command, tmp_path, capsys):
    path = tmp_path / "own.py"
    path.write_text("import sys\ndef leaves(env): sys.exit()\n")
    words = [f"{path}:leaves", "random", "--games", "2"]
    if command == "play":
        words = [f"{path}:leaves", "--second"]
    assert main([command, *words]) == 1
    assert "the player 'leaves' raised SystemExit" in capsys.readouterr().err
    path.write_text("raise SystemExit")
    assert main([command, *words]) == 2
    assert "own.py stopped with SystemExit" in capsys.readouterr().err
