"""Players that cheat, steer the luck of others, or leave the program: nothing of it may count."""

import random as python_random
import sys
from itertools import product

import numpy as np
import pytest

from coursekit import players, tictactoe
from coursekit.__main__ import main
from coursekit.arena import league, match, play_game
from coursekit.arena.errors import PlayerError
from coursekit.arena.games import ask
from coursekit.games.actions import Action
from coursekit.games.tictactoe import TicTacToe
from coursekit.players.base import player_name
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


def copied(action, bit, kind=Action):
    """Returns an action with another bit, built behind the back of its class."""
    forged = object.__new__(kind)
    for name in Action.__slots__:
        object.__setattr__(forged, name, getattr(action, name))
    object.__setattr__(forged, "bit", action.bit | bit)
    return forged


class Fake:
    @property
    def __class__(self):
        return Action


@pytest.mark.parametrize("kind", [Action, Fake, type("Sub", (Action,), {})])
def test_bug_a_forged_action_takes_no_more_than_its_square(kind):
    def forger(env):
        return copied(first(env), 0b111_111_111 & ~env.state[1], kind)

    env = tictactoe.make()
    env.update(forger(env))
    assert env == tictactoe.from_moves("a1")
    forger.__name__ = "first"
    honest = match(first, players.random(), games=4, make=tictactoe.make)
    assert match(forger, players.random(), games=4, make=tictactoe.make) == honest


def test_bug_the_actions_that_all_envs_share_never_change():
    space = tictactoe.make().space.opponent
    for name in ("listed", "tables", "actions", "new"):
        with pytest.raises(AttributeError):
            setattr(space, name, lambda mask: [])
    with pytest.raises(TypeError):
        space.tables[0][1] = ()


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


class Leaving(Exception):
    """Leaves where somebody only wants to know what it is."""

    def __str__(self):
        sys.exit()

    __repr__ = __str__
    name = property(__str__)


def tells(env):
    raise Leaving


def shows(env):
    return Leaving()


@pytest.mark.parametrize("player", [leaves, closes, raises, tells], ids=lambda f: f.__name__)
def test_bug_a_player_that_leaves_the_program_is_at_fault(player):
    ways = [
        lambda: match(player, first, games=2, make=four),
        lambda: league([player, first], games=2, make=four),
        lambda: play_game(player, first, four()),
        lambda: ask(player, four()),
    ]
    for way in ways:
        is_blamed(player, way)


# Each blow costs two workers, which are started anew.
@pytest.mark.parametrize(
    ("player", "plays"),
    [
        (leaves, match),
        (tells, league),
        *(
            pytest.param(player, plays, marks=pytest.mark.slow)
            for player, plays in [
                (leaves, league),
                (tells, match),
                *product([closes, raises], [match, league]),
            ]
        ),
    ],
    ids=lambda f: f.__name__,
)
def test_bug_a_player_that_leaves_a_worker_is_at_fault(player, plays):
    given = (player, first) if plays is match else ([player, first],)
    is_blamed(player, lambda: plays(*given, games=4, make=four, n_jobs=2))


def is_blamed(player, way):
    with pytest.raises(PlayerError, match=f"'{player.__name__}' raised ") as caught:
        way()
    assert caught.value.env.board.shape == (4, 4)


class Unreadable:
    name = property(leaves)

    def __call__(self, env):
        return shows(env)


class Unreachable(Unreadable):
    __class__ = __name__ = version = property(leaves)


class Packing(Unreadable):
    name = "packing"

    def __reduce__(self):
        return sys.exit, ()

    __deepcopy__ = None


class Unpickled(Packing):
    name = "unpickled"

    def __getstate__(self):
        sys.exit()

    __reduce__ = object.__reduce__


@pytest.mark.parametrize(
    ("player", "says", "n_jobs"),
    [
        (shows, "'shows' returned an object of class Leaving: ", 1),
        (Unreadable(), "'Unreadable' returned", 1),
        (Packing(), "'packing' cannot be unpickled for a worker: SystemExit", 2),
        (Unpickled(), "'unpickled' cannot be pickled for a worker: SystemExit", 2),
    ],
)
def test_bug_a_player_leaves_neither_by_its_words_nor_on_its_way(player, says, n_jobs):
    with pytest.raises(PlayerError, match=says):
        match(player, first, games=4, make=four, n_jobs=n_jobs)


def test_bug_a_player_does_not_leave_when_somebody_asks_what_it_is():
    with pytest.raises(PlayerError, match="'Unreachable' has settings that cannot be read: Sys"):
        league([Unreachable(), first], games=2, make=four)
    with pytest.raises(PlayerError, match="'Unreachable' returned an object of class Leaving"):
        match(Unreachable(), first, games=2)
    with pytest.raises(TypeError, match="player a is an object of class Leaving: expected a fun"):
        match(Leaving(), first, games=2)


class Called:
    def __init__(self, name):
        self.name = name

    def __call__(self, env):
        if len(env.history) < 8:
            return first(env)
        raise LookupError(self.name)


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("\x1b[31mred\n", r"\x1b[31mred\n"),
        ("\u2028\u2029\x85", r"\u2028\u2029\x85"),
        ("\udc80", r"\udc80"),
        ("\u202eright", r"\u202eright"),
        (5, "Called"),
        ("", "Called"),
        (10**7 * "x", 399 * "x" + "…"),
    ],
    ids=["escape", "separators", "surrogate", "override", "number", "empty", "long"],
)
def test_bug_names_and_words_are_lines_that_print(name, printed):
    """They reached the terminal as they were, and broke pictures and files."""
    player = Called(name)
    assert player_name(player) == printed
    with pytest.raises(PlayerError) as caught:
        match(player, first, games=2)
    assert caught.value.player == printed
    message = str(caught.value)
    assert len(message) < 2000
    assert message.replace("\n", "").isprintable()
    assert f"raised LookupError: {printed}"[:20] in message or printed == "Called"
    if printed != name:
        with pytest.raises((TypeError, ValueError), match="a player's name is a "):
            league({name: player, "first": first}, games=2)


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
