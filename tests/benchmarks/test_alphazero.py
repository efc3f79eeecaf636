"""The benchmark of AlphaZero: its baseline plays Othello, and its judges tell right from wrong."""

import numpy as np
import pytest
import torch

from benchmarks import alphazero, alphazero_matches, alphazero_truth, usual_alphazero
from benchmarks import ours_alphazero as ours
from benchmarks.virtual_loss import BatchedPlayer
from coursekit import BLACK, WHITE, othello, players
from coursekit.arena.result import Transcript
from coursekit.learning import DualNetwork, game_table, load_dual_network
from coursekit.truth import endgames
from tests.benchmarks.running import quick

WIPE_OUT = "e6f4e3f6g5d6e7f5c5"  # black has all 13 discs after nine plies
FATED = "c4e3f6c6e6c5e2d6b6"  # white has eight moves, and is wiped out after each


def even(planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Finds all actions and both sides equally good; one position at a time."""
    assert planes.shape == (1, 3, 8, 8)
    return torch.zeros(1, 65), torch.zeros(1)


def test_the_usual_loop_plays_whole_games():
    play = usual_alphazero.UsualSelfPlay(even, simulations=4)
    moves = 0
    while not play.games:
        moves += play.move()
    assert len(play.examples) == 8 * moves
    assert moves > 8
    results = {side * result for _, _, side, result in play.examples}
    assert len(results) == 1, "one side won, and the other lost"
    assert all(chances.sum() == pytest.approx(1) for _, chances, _, _ in play.examples)


def test_the_usual_search_finds_what_keeps_the_result_in_the_endgame():
    for endgame in endgames()[:2]:
        env = endgame.env
        tree = usual_alphazero.Tree(even, simulations=3000)
        cells = env.board.astype(np.int64) * int(env.player)
        chances = tree.probabilities(cells, warm=False)
        scores = {action.index: score for action, score in endgame.scores.items()}
        assert np.sign(scores[int(chances.argmax())]) == np.sign(endgame.value)
        assert 0 < tree.calls < 3000


def test_self_play_counts_its_positions_and_calls():
    asked = 0

    def counting(
        own: np.ndarray, opp: np.ndarray, legal: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        nonlocal asked
        asked += len(own)
        return np.zeros((len(own), 65), np.float32), np.zeros(len(own), np.float32)

    play = ours.self_play("PUCT")
    assert play.positions == 0
    assert ours.calls(play, counting) == asked
    ours.positions(play, counting)
    before = asked
    searched = ours.positions(play, counting, moves=4)
    assert searched >= 4 * ours.GAMES
    # A root and fifty simulations, of which those that end where the result is known ask nothing.
    assert 0.7 * 51 < (asked - before) / searched < 1.05 * 51
    assert [len(part) for part in ours.batch()] == [ours.GAMES] * 3


def test_a_trained_network_keeps_the_exact_value_and_an_untrained_one_does_not():
    table = game_table("othello4")
    trained, _ = load_dual_network("othello4")
    white = alphazero_truth.against_everything(table, players.alphazero(trained, 5), first=False)
    assert (white.worst, white.wrong) == (1, 0)
    torch.manual_seed(0)
    untrained = players.alphazero(DualNetwork(4, 17, 4, 1), 1)
    worse = alphazero_truth.against_everything(table, untrained, first=False)
    assert worse.worst == -1
    assert worse.margin < 0 < worse.wrong


def test_wipe_outs_are_counted_and_judged_where_the_player_first_moved():
    def lost(opening: int, moves: str = WIPE_OUT, result: int = -1) -> Transcript:
        return Transcript(moves, WHITE, opening, result, 0)

    assert alphazero_matches.wiped_out(lost(0))
    assert not alphazero_matches.wiped_out(lost(0, result=1))
    assert not alphazero_matches.wiped_out(lost(0, moves=WIPE_OUT[:-2]))
    assert not alphazero_matches.unavoidable(lost(0))
    assert not alphazero_matches.unavoidable(lost(7))
    assert alphazero_matches.unavoidable(lost(9, moves=FATED))
    assert not alphazero_matches.unavoidable(lost(0, moves=FATED))


@pytest.mark.slow
@pytest.mark.parametrize("part", alphazero.SECTIONS)
def test_quick_run_of_each_part_prints_its_table(part):
    printed = quick("alphazero", "--only", part, patience=900)
    assert ("|---|" in printed) or "yet" in printed


def test_a_game_is_judged_by_where_the_network_first_moved():
    # 4×4 Othello is lost for black by 3–11, and so it is when white has answered.
    for opening, side, fate in ((0, BLACK, -1), (1, WHITE, 1), (2, BLACK, -1)):
        played = Transcript("b1a1", side, opening, -1, 0)
        assert alphazero_matches.fate(played, 4) == fate


def test_a_batch_of_one_leaf_is_the_usual_search_and_larger_ones_keep_their_walks_apart():
    one, many, usual = BatchedPlayer(1), BatchedPlayer(8), players.alphazero()
    env = othello.make()
    for _ in range(12):
        assert one(env) == usual(env)
        env.update(many(env))
    assert one.leaves == one.calls
    assert 4 * many.calls < many.leaves <= 8 * many.calls
    # Fewer than the root's and a simulation's each, because what is known asks no network.
    assert 0.9 * 12 * 100 < many.leaves < 12 * 101
