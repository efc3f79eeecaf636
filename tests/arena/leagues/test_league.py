import json
import re
import shutil
import time
from pathlib import Path

import numpy as np
import pytest
import torch

from coursekit import players, tictactoe
from coursekit.arena import add_player, league, match
from coursekit.arena.games import Played
from coursekit.arena.leagues.files import LeagueError, LeagueFolder, Pairing
from coursekit.learning.networks import DualNetwork
from coursekit.players.network_search import NetworkSearchPlayer
from tests.support.movers import by_env, first, four, last

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
        return by_env(env)


def lines_of(folder):
    return {path.name: path.read_text().splitlines() for path in sorted(Path(folder).iterdir())}


def games_in(folder):
    return sum(len(lines) - 1 for lines in lines_of(folder).values())


# Who plays whom


def test_each_pair_plays_the_match_of_its_own_seed_on_any_number_of_workers():
    found = league(FIELD, games=6)
    assert found.players == ("random", "most flips", "first")
    assert found.games == 18
    assert league(FIELD, games=6, n_jobs=2) == found
    pairs = [("first", "random"), ("most flips", "random"), ("first", "most flips")]
    assert sorted((m.a, m.b) for m in found.matches) == sorted(pairs)
    assert len({m.seed for m in found.matches}) == 3
    by_name = dict(zip(found.players, FIELD, strict=True))
    for one in found.matches:
        assert match(by_name[one.a], by_name[one.b], games=6, seed=one.seed) == one


def test_the_time_of_a_move_is_measured():
    def slow(env):
        time.sleep(0.002)
        return first(env)

    found = league([first, slow], games=2, make=four)
    assert found.milliseconds["first"] < 1 < 2 <= found.milliseconds["slow"] < 50
    assert found.ratings.ms["slow"] == found.milliseconds["slow"]


def test_only_the_seed_changes_the_games_of_two_players():
    three, other = league(FIELD, games=4), league(FIELD[::-1], games=4)
    assert set(other.matches) == set(three.matches)
    more = league([*FIELD, last], games=4)
    assert set(three.matches) < set(more.matches)
    games, others = (
        {game.moves for match in found.matches for game in match.transcripts}
        for found in (three, league(FIELD, games=4, seed=1))
    )
    assert games.isdisjoint(others)


# What a folder is for


def test_a_complete_league_is_only_read_and_a_line_that_was_cut_off_is_played_again(tmp_path):
    counting = Counting()
    played = league([counting, first], games=6, make=four, folder=tmp_path)
    (path,) = tmp_path.iterdir()
    assert re.fullmatch(r"counting-v-first-[0-9a-f]{6}\.jsonl", path.name)
    header, *lines = path.read_text().splitlines()
    assert '"a":"counting","b":"first"' in header
    for line, game in zip(lines, played.matches[0].transcripts, strict=True):
        assert f'"{game.moves}"' in line
    read = league([counting, first], games=6, make=four, folder=tmp_path)
    assert counting.games == 6
    assert read == played
    assert read.milliseconds == pytest.approx(played.milliseconds)
    path.write_text(path.read_text()[:-10])
    assert league([counting, first], games=6, make=four, folder=tmp_path) == played
    assert counting.games == 7
    assert len(path.read_text().splitlines()) == 7


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


def test_a_new_player_plays_only_its_own_games(tmp_path):
    counting, newcomer = Counting("old"), Counting("new")
    league([counting, first, last], games=4, make=four, folder=tmp_path)
    before = lines_of(tmp_path)
    found = league([counting, first, last, newcomer], games=4, make=four, folder=tmp_path)
    assert (counting.games, newcomer.games) == (8 + 4, 12)
    assert before.items() <= lines_of(tmp_path).items()
    assert found.games == 24


def test_more_games_go_on_fewer_are_a_part_and_fresh_ones_replace_them(tmp_path):
    counting = Counting()

    def played(games, **settings):
        return league([counting, first], games, make=four, folder=tmp_path, **settings)

    four_games = played(4)
    assert played(10) == league([Counting(), first], games=10, make=four)
    assert played(4) == four_games
    assert counting.games == 10
    assert played(4, fresh=True) == four_games
    assert counting.games == 14
    assert games_in(tmp_path) == 4


def test_players_may_be_named_by_signs_and_play_any_game(tmp_path):
    field = {"a+": first, "a-": by_env, "a": players.random()}
    found = league(field, games=4, make=tictactoe.make, folder=tmp_path)
    assert (found.players, found.game) == (("a+", "a-", "a"), "tictactoe")
    assert {str(g.side) for m in found.matches for g in m.transcripts} == {"X", "O"}
    assert len(lines_of(tmp_path)) == 3


# What a folder refuses


def refused(folder, words, field=(first, last), **settings):
    with pytest.raises(LeagueError, match=words):
        league(field, **{"games": 4, "make": four, "folder": folder, **settings})


def test_a_player_of_the_same_name_with_other_settings_is_refused(tmp_path):
    one, other = (players.cell_scores(table) for table in (np.eye(4), np.ones((4, 4))))
    league({"mine": one, "first": first}, games=4, make=four, folder=tmp_path)
    field = {"mine": other, "first": first}
    words = r"a player 'mine' with other settings .* another name, delete its .*fresh="
    refused(tmp_path, words, field)
    league(field, games=4, make=four, folder=tmp_path, fresh=True)
    refused(tmp_path, "a player 'mine'", {"mine": one, "first": first})


def test_another_league_and_what_cannot_be_read_are_refused(tmp_path):
    league([first, last], games=4, make=four, folder=tmp_path)
    refused(tmp_path, "with seed=0, and this one has seed=5", seed=5)
    refused(tmp_path, "with openings=2, and this one has openings=1", openings=1)
    other_game = "with game='othello4', and this one has game='tictactoe'"
    refused(tmp_path, other_game, make=tictactoe.make)
    (path,) = tmp_path.iterdir()
    good = path.read_text()
    path.write_text(good.replace("[", "{", 1))
    refused(tmp_path, r"damaged in line 2")
    path.write_text(good + '["x"]\n')
    refused(tmp_path, r"damaged in line 6: it is no game")
    path.write_text("[]\n")
    refused(tmp_path, r"no file of league games")
    path.write_bytes(b"\xff\xfe\n")
    refused(tmp_path, r"damaged in line 1: 'utf-8' codec can't decode")
    path.write_text("")
    assert league([first, last], games=4, make=four, folder=tmp_path).games == 4


def test_bug_names_with_separators_of_lines_do_not_split_a_file(tmp_path):
    """splitlines() parts a text at more signs than the end of a line."""
    found = match(first, last, games=2, make=four)
    pairing = Pairing("first", "a\u2028b\u2029c\x85d", "", "")
    shelf = LeagueFolder(tmp_path, four(), 0, 2)
    games = [Played(0, found.transcripts[0], 1.0, 1.0)]
    shelf.add(pairing, games)
    assert list(shelf.read(pairing).values()) == games


MOVES = "c4d4a2a1b1b4d3a3c1d1d2a4"  # black loses


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([0, 1, 2, 9, MOVES, 1, 1], "the result is 1, but its moves give -1"),
        ([1, -1, 2, 9, MOVES, 1, 1], "the result is -1, but its moves give 1"),
        ([0, 5, 2, 9, MOVES, 1, 1], "the result is 5"),
        ([0, -1, 2, 9, MOVES[:-2], 1, 1], "the game is not over"),
        ([0, -1, 2, 9, "a1a1a1", 1, 1], "move 1 of the transcript: a1 is not legal"),
        ([0, -1, 2, 9, "<script>", 1, 1], "<"),
        ([0, -1, 3, 9, MOVES, 1, 1], "no game 0 with an opening of 3 plies"),
        ([-2, -1, 2, 9, MOVES, 1, 1], "no game -2"),
        ([2, -1, 2, 9, MOVES, 1, 1], "game 2 has been there already"),
    ],
)
def test_bug_the_result_of_a_game_is_proved_by_its_moves(tmp_path, values, words):
    """One changed digit turned +223 Elo into +82, and a result of 5 dropped the game."""
    pairing = Pairing("first", "last", "", "")
    shelf = LeagueFolder(tmp_path, four(), 0, 2)
    good = [2, -1, 2, 9, MOVES, 1, 1]
    path = shelf.file(pairing)
    head = json.dumps({"format": 1, **shelf.settings, **pairing._asdict()})
    path.write_text(f"{head}\n{json.dumps(good)}\n", encoding="utf-8")
    assert shelf.read(pairing)[2].transcript.result == -1
    path.write_text(f"{head}\n{json.dumps(good)}\n{json.dumps(values)}\n", encoding="utf-8")
    with pytest.raises(LeagueError) as caught:
        shelf.read(pairing)
    said = str(caught.value)
    assert said.startswith(f"{path} is damaged in line 3: ")
    assert words in said
    assert "\n" not in said


# One more player


def test_a_player_enters_a_league_without_replaying_it():
    field = {"random": players.random(), "first": first, "last": last}
    found = league(field, games=10)
    entered = add_player(found, players.cell_scores(), {"random": field["random"]}, games=6)
    assert entered.players == ("random", "first", "last", "cell scores")
    assert entered.matches[:3] == found.matches
    assert entered.games == 36
    assert [m.games for m in entered.matches] == [10, 10, 10, 6]
    assert np.isnan(entered.table.loc["first", "cell scores"])
    assert set(entered.ratings.games) == {20, 26, 6}


def test_who_cannot_play_or_enter_is_told_why():
    with pytest.raises(ValueError, match="at least two players"):
        league([first])
    with pytest.raises(ValueError, match="two players are called 'first'"):
        league([first, first])
    with pytest.raises(TypeError, match="player 1 is 'x'"):
        league([first, "x"])
    with pytest.raises(TypeError, match="player 'b' is 1"):
        league({"a": first, "b": 1})
    found = league(FIELD, games=2)
    with pytest.raises(ValueError, match="has a player 'first' already"):
        add_player(found, first, [players.random()])
    with pytest.raises(ValueError, match=r"opponents: last; choose .* random, most flips, first"):
        add_player(found, by_env, [last])
    with pytest.raises(ValueError, match="opponents: nobody"):
        add_player(found, by_env, [])
    with pytest.raises(ValueError, match="plays othello8, and make gives othello4"):
        add_player(found, by_env, [first], games=2, make=four)


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
    names = dict(zip(found.players, networks, strict=True))
    for played in found.matches:
        one, other = names[played.a], names[played.b]
        assert match(one, other, 8, seed=played.seed, make=four) == played
    assert found.milliseconds[networks[0].name] > found.milliseconds["random"] > 0


def test_side_by_side_or_not_workers_change_nothing_and_nothing_is_replayed(networks, tmp_path):
    alone = league(networks, games=6, make=four, folder=tmp_path)
    assert league(networks, games=6, make=four, n_jobs=2) == alone
    for path in tmp_path.iterdir():  # half of the games are lost
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:4]))
    before = lines_of(tmp_path)
    assert league(networks, games=6, make=four, folder=tmp_path).games == 18 == games_in(tmp_path)
    assert all(lines_of(tmp_path)[name][:4] == lines for name, lines in before.items())


def test_bug_games_that_are_removed_meanwhile_are_noticed(tmp_path):
    """The file was begun again, and the games before were gone."""
    folder = tmp_path / "league"

    class Remover(Counting):
        def __call__(self, env):
            if folder.exists() and games_in(folder) == 3:
                shutil.rmtree(folder)
            return super().__call__(env)

    with pytest.raises(LeagueError, match=r"jsonl was removed while its games were played"):
        league({"one": Remover(), "two": first}, games=6, make=four, folder=folder)
