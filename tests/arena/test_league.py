import functools
import inspect
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import joblib
import numpy as np
import pytest
import torch
from numpy import random as np_random

from coursekit import Budget, othello, players, tictactoe
from coursekit.arena import LeagueError, PlayerError, enter, league, lockstep_match, match
from coursekit.learning.networks import DualNetwork
from coursekit.players.network_search import NetworkSearchPlayer

four = functools.partial(othello.make, 4)


def first(env):
    return env.legal_actions()[0]


def last(env):
    return env.legal_actions()[-1]


def by_chance(env):
    actions = env.legal_actions()
    return actions[int(env.rng.random() * len(actions))]


FIELD = [players.random(), players.most_flips(), first]


class Counting:
    """A player that counts the games that it was asked in, and may stop the program."""

    version = "1"

    def __init__(self, name="counting", stop_after=None):
        self.name = name
        self.games = 0
        self.stop_after = stop_after

    def __call__(self, env):
        if len(env.history) - 2 < 2:  # its first move after an opening of two plies
            self.games += 1
            if self.games == self.stop_after:
                raise KeyboardInterrupt
        return by_chance(env)


def lines_of(folder):
    return {path.name: path.read_text().splitlines() for path in sorted(Path(folder).iterdir())}


def games_in(folder):
    return sum(len(lines) - 1 for lines in lines_of(folder).values())


# Who plays whom


def test_each_pair_plays_the_match_of_its_own_seed():
    found = league(FIELD, games=6)
    assert found.players == ("random", "most flips", "first")
    assert found.games == 18
    pairs = [("first", "random"), ("most flips", "random"), ("first", "most flips")]
    assert sorted((m.a, m.b) for m in found.matches) == sorted(pairs)
    assert len({m.seed for m in found.matches}) == 3
    for one in found.matches:
        by_name = dict(zip(found.players, FIELD, strict=True))
        assert match(by_name[one.a], by_name[one.b], games=6, seed=one.seed) == one


def test_workers_do_not_change_the_result():
    alone = league(FIELD, games=10, seed=3)
    assert league(FIELD, games=10, seed=3, n_jobs=2) == alone
    with joblib.parallel_config("threading", n_jobs=2):
        assert league(FIELD, games=10, seed=3) == alone


def test_the_order_and_the_company_of_the_players_do_not_change_their_games():
    three, turned = league(FIELD, games=4), league(FIELD[::-1], games=4)
    assert set(turned.matches) == set(three.matches)
    more = league([*FIELD, last], games=4)
    assert set(three.matches) < set(more.matches)


def test_another_seed_is_another_league():
    games = {g.moves for m in league(FIELD, games=4).matches for g in m.transcripts}
    other = {g.moves for m in league(FIELD, games=4, seed=1).matches for g in m.transcripts}
    assert games.isdisjoint(other)


def test_players_may_be_named_and_play_any_game():
    field = {"x": first, "y": by_chance, "z": players.random()}
    found = league(field, games=4, make=tictactoe.make)
    assert (found.players, found.game) == (("x", "y", "z"), "tictactoe")
    assert {str(g.side) for m in found.matches for g in m.transcripts} == {"X", "O"}


def test_the_time_of_a_move_is_measured():
    def slow(env):
        time.sleep(0.002)
        return first(env)

    found = league([first, slow], games=2, make=four)
    assert 2 <= found.milliseconds["slow"] < 50
    assert found.milliseconds["first"] < 1
    assert found.ratings.ms["slow"] == found.milliseconds["slow"]


# What a folder is for


def test_a_complete_league_is_only_read(tmp_path):
    counting = Counting()
    played = league([counting, first], games=6, make=four, folder=tmp_path)
    assert counting.games == 6
    read = league([counting, first], games=6, make=four, folder=tmp_path)
    assert counting.games == 6
    assert read == played
    assert read.milliseconds == pytest.approx(played.milliseconds)


def test_an_interrupted_league_goes_on_and_replays_no_finished_game(tmp_path):
    field = {"one": Counting(stop_after=8), "two": first, "three": last}
    with pytest.raises(KeyboardInterrupt):
        league(field, games=6, make=four, folder=tmp_path)
    before = lines_of(tmp_path)
    assert games_in(tmp_path) == 7
    field["one"] = Counting()
    found = league(field, games=6, make=four, folder=tmp_path)
    assert field["one"].games == 12 - 7
    after = lines_of(tmp_path)
    assert all(after[name][: len(lines)] == lines for name, lines in before.items())
    assert games_in(tmp_path) == found.games == 18
    assert found == league({**field, "one": Counting()}, games=6, make=four)


KILLED = """
    from coursekit import players
    from coursekit.arena import league
    league([players.random(), players.most_flips(), players.mobility()], games=4000,
           n_jobs=2, folder={folder!r})
"""


def test_a_killed_league_keeps_its_games(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent)}
    code = textwrap.dedent(KILLED.format(folder=str(tmp_path)))
    process = subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while games_in(tmp_path) < 20 and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    process.wait()
    before = lines_of(tmp_path)
    field = [players.random(), players.most_flips(), players.mobility()]
    found = league(field, games=20, folder=tmp_path)
    after = lines_of(tmp_path)
    for name, lines in before.items():
        assert after[name][: len(lines) - 1] == lines[:-1]  # the last may have been cut off
    assert found == league(field, games=20)


def test_a_line_that_was_cut_off_is_played_again(tmp_path):
    counting = Counting()
    whole = league([counting, first], games=6, make=four, folder=tmp_path)
    (path,) = tmp_path.iterdir()
    text = path.read_text()
    path.write_text(text[:-10])
    assert league([counting, first], games=6, make=four, folder=tmp_path) == whole
    assert counting.games == 7
    assert len(path.read_text().splitlines()) == 7


def test_a_new_player_plays_only_its_own_games(tmp_path):
    counting, newcomer = Counting("old"), Counting("new")
    league([counting, first, last], games=4, make=four, folder=tmp_path)
    before = lines_of(tmp_path)
    found = league([counting, first, last, newcomer], games=4, make=four, folder=tmp_path)
    assert (counting.games, newcomer.games) == (8 + 4, 12)
    assert before.items() <= lines_of(tmp_path).items()
    assert found.games == 24


def test_more_games_go_on_and_fewer_are_a_part(tmp_path):
    counting = Counting()
    four_games = league([counting, first], games=4, make=four, folder=tmp_path)
    ten = league([counting, first], games=10, make=four, folder=tmp_path)
    assert counting.games == 10
    assert ten == league([Counting(), first], games=10, make=four)
    assert league([counting, first], games=4, make=four, folder=tmp_path) == four_games
    assert counting.games == 10


def test_fresh_plays_everything_again(tmp_path):
    counting = Counting()
    one = league([counting, first], games=4, make=four, folder=tmp_path)
    assert league([counting, first], games=4, make=four, folder=tmp_path, fresh=True) == one
    assert counting.games == 8
    assert games_in(tmp_path) == 4


def test_an_error_of_a_player_keeps_the_games_before(tmp_path):
    def fails(env):
        raise RuntimeError("no idea")

    field = [players.random(), players.most_flips(), fails]
    with pytest.raises(PlayerError, match="no idea"):
        league(field, games=4, folder=tmp_path)
    assert games_in(tmp_path) == 4


def test_names_that_differ_in_signs_only_have_files_of_their_own(tmp_path):
    league({"a+": first, "a-": last, "a": by_chance}, games=2, make=four, folder=tmp_path)
    assert len(lines_of(tmp_path)) == 3


# What a folder refuses


def refused(folder, words, field=(first, last), **settings):
    with pytest.raises(LeagueError, match=words):
        league(field, **{"games": 4, "make": four, "folder": folder, **settings})


def test_a_player_of_the_same_name_with_other_settings_is_refused(tmp_path):
    one, other = (players.cell_scores(table) for table in (np.eye(4), np.ones((4, 4))))
    league({"mine": one, "first": first}, games=4, make=four, folder=tmp_path)
    field = {"mine": other, "first": first}
    refused(
        tmp_path, r"a player 'mine' with other settings .* another name, delete its .*fresh=", field
    )
    league(field, games=4, make=four, folder=tmp_path, fresh=True)
    refused(tmp_path, "a player 'mine'", {"mine": one, "first": first})


def test_another_league_is_refused(tmp_path):
    league([first, last], games=4, make=four, folder=tmp_path)
    refused(tmp_path, "with seed=0, and this one has seed=5", seed=5)
    refused(tmp_path, "with openings=2, and this one has openings=1", openings=1)
    refused(
        tmp_path, "with game='othello4', and this one has game='tictactoe'", make=tictactoe.make
    )


def test_what_cannot_be_read_is_refused(tmp_path):
    league([first, last], games=4, make=four, folder=tmp_path)
    (path,) = tmp_path.iterdir()
    good = path.read_text()
    path.write_text(good.replace("[", "{", 1))
    refused(tmp_path, r"damaged in line 2")
    path.write_text(good + '["x"]\n')
    refused(tmp_path, r"line 6 is no game")
    path.write_text("[]\n")
    refused(tmp_path, r"no file of league games")
    path.write_bytes(b"\xff\xfe\n")
    refused(tmp_path, r"cannot be read")
    path.write_text("")
    assert league([first, last], games=4, make=four, folder=tmp_path).games == 4


# One more player


def test_a_player_enters_a_league_without_replaying_it():
    field = {"random": players.random(), "first": first, "last": last}
    found = league(field, games=10)
    entered = enter(found, players.cell_scores(), {"random": field["random"]}, games=6)
    assert entered.players == ("random", "first", "last", "cell scores")
    assert entered.matches[:3] == found.matches
    assert entered.games == 36
    assert entered.between("cell scores", "random").games == 6
    assert np.isnan(entered.table.loc["first", "cell scores"])
    assert set(entered.ratings.games) == {20, 26, 6}


def test_who_cannot_enter_is_told_why():
    found = league(FIELD, games=2)
    with pytest.raises(ValueError, match="has a player 'first' already"):
        enter(found, first, [players.random()])
    with pytest.raises(ValueError, match=r"opponents: last; choose .* random, most flips, first"):
        enter(found, by_chance, [last])
    with pytest.raises(ValueError, match="opponents: nobody"):
        enter(found, by_chance, [])
    with pytest.raises(ValueError, match="plays othello8, and make gives othello4"):
        enter(found, by_chance, [first], games=2, make=four)


# Players with networks


@pytest.fixture(scope="module")
def networks():
    torch.manual_seed(4)
    return [
        players.alphazero(DualNetwork(4, 17, 4, 1), simulations=6),
        players.random(),
        players.minimax(1),
    ]


def test_players_with_networks_play_side_by_side(networks, monkeypatch):
    batches = []
    choose_all = NetworkSearchPlayer.choose_all

    def counted(self, envs):
        batches.append(len(envs))
        return choose_all(self, envs)

    monkeypatch.setattr(NetworkSearchPlayer, "choose_all", counted)
    found = league(networks, games=8, make=four)
    assert max(batches) == 4
    az = networks[0]
    for played in found.matches:
        names = {"random": networks[1], "minimax, depth 1": networks[2], az.name: az}
        if az.name == played.a:
            again = lockstep_match(az, names[played.b], 8, seed=played.seed, make=four)
        elif az.name == played.b:
            again = lockstep_match(az, names[played.a], 8, seed=played.seed, make=four)
        else:
            again = match(names[played.a], names[played.b], 8, seed=played.seed, make=four)
        assert played in (again, again.turned())
    assert found.milliseconds[az.name] > found.milliseconds["random"] > 0


def test_side_by_side_or_not_workers_change_nothing_and_nothing_is_replayed(networks, tmp_path):
    alone = league(networks, games=6, make=four, folder=tmp_path)
    assert league(networks, games=6, make=four, n_jobs=2) == alone
    for path in tmp_path.iterdir():  # half of the games are lost
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:4]))
    before = lines_of(tmp_path)
    resumed = league(networks, games=6, make=four, folder=tmp_path)
    assert all(lines_of(tmp_path)[name][:4] == lines for name, lines in before.items())
    assert resumed.games == games_in(tmp_path) == 18


def test_a_function_of_ones_own_plays_its_games_one_by_one(networks):
    def own(env):  # with chance from a generator that one game at a time can have
        assert not any(frame.function == "play_side_by_side" for frame in inspect.stack())
        return np_random.choice(env.legal_actions())  # noqa: NPY002

    found = league([networks[0], own], games=4, make=four)
    assert league([networks[0], own], games=4, make=four) == found


# Errors


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: league([first]), ValueError, "at least two players"),
        (lambda: league([first, first]), ValueError, "two players are called 'first'"),
        (lambda: league([first, last], games=3), ValueError, "games=3: expected an even number"),
        (lambda: league([first, "x"]), TypeError, "player 1 is 'x'"),
        (lambda: league([first, players.random]), TypeError, r"call it, players.random\(\)"),
        (lambda: league({"a": first, "b": 1}), TypeError, "player 'b' is 1"),
        (lambda: league([first, last], make=4), TypeError, "make is 4"),
        (lambda: league([first, last], openings=-1), ValueError, "openings=-1"),
    ],
)
def test_errors_say_what_would_be_right(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_budgets_and_networks_are_part_of_a_player(tmp_path):
    small = {"uct": players.uct(Budget(count=10)), "first": first}
    league(small, games=2, make=four, folder=tmp_path)
    league({**small, "uct": players.uct(Budget(count=10))}, games=2, make=four, folder=tmp_path)
    refused(tmp_path, "a player 'uct'", {**small, "uct": players.uct(Budget(count=20))}, games=2)


def test_every_line_of_a_file_is_a_whole_game(tmp_path):
    found = league([first, last], games=4, make=four, folder=tmp_path)
    (path,) = tmp_path.iterdir()
    assert re.fullmatch(r"first-v-last-[0-9a-f]{6}\.jsonl", path.name)
    header, *lines = path.read_text().splitlines()
    assert '"a":"first","b":"last"' in header
    (played,) = found.matches
    for line, game in zip(lines, played.transcripts, strict=True):
        assert f'"{game.moves}"' in line
        env = othello.from_moves(game.moves, 4)
        assert env.is_done()
