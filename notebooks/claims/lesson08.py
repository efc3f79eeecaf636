"""Claims of lesson 08: see tests/notebooks/claims.py."""


def nobody_beats_the_shipped_network():
    """You did not beat it, and neither will anybody else"""
    assert examine(table, values_of(players.q_network().network)).unbeatable


def filters_cover_four_places():
    """This network reads a board with 32 filters of 2×2, each at the four places you have just seen"""
    patch, layer = all_boards[:50], new_network()[0]
    found = layer(patch)
    assert found.shape[1:] == (32, 2, 2)
    for row, col in np.ndindex(2, 2):
        seen = patch[:, 0, row : row + 2, col : col + 2].flatten(1)
        by_hand = seen @ layer.weight[:, 0].flatten(1).T + layer.bias
        assert torch.allclose(found[:, :, row, col], by_hand, atol=1e-6)


def slide_is_conv2d():
    """The largest sum is 2, at the last place, where both squares with +1 are the mover's. The smallest is −2, at the upper right."""
    sums = slide(pair, board)
    assert F.conv2d(board[None, None], pair[None, None])[0, 0].tolist() == sums
    assert sums == [[1, -2], [-1, 2]]


def the_filters_judge_every_position():
    """A sum of 3 is three in a row for the mover, −3 for the opponent."""
    assert np.array_equal(judged.numpy(), table.result)


def the_nudge_finds_the_slope():
    """The slope says: turn this knob up, and the loss falls."""
    fresh = new_network()
    loss = loss_of(fresh)
    loss.backward()
    slope = fresh[7].bias.grad[0].item()
    with torch.no_grad():
        fresh[7].bias[0] += 0.001
    assert slope < 0
    assert abs((loss_of(fresh) - loss).item() / 0.001 - slope) < 0.02


def the_steps_go_downhill():
    """one weight on its way downhill: long steps where the slope is steep, short ones where it is flat"""
    places, losses = zip(*steps, strict=True)
    assert len(steps) == 15
    assert all(later < sooner for sooner, later in zip(losses, losses[1:], strict=False))
    lengths = np.diff(places)
    assert lengths.max() > 5 * lengths[-1]


def the_sign_of_the_target():
    """X has played a1, and O's best move is worth −0.86 to O."""
    after = tictactoe.from_moves("b2b1a1")
    theirs = np.where(table.legal[table.number(after)], exact_q[table.number(after)], -9).max()
    assert round(theirs, 2) == -0.86
    assert abs(exact_q[table.number(edge), 0] - -GAMMA * theirs) < 1e-12
    assert round(exact_q[table.number(edge), 0], 2) == 0.81


def six_sweeps_solve_the_game():
    """applies this equation to all 5,478 positions until nothing changes, which takes six sweeps"""
    assert sweeps == 6
    assert np.array_equal(np.where(table.legal, exact_q, -np.inf), table.exact_q(GAMMA))


def exploration_is_what_was_ordered():
    """choose plays the best legal move, or with probability ε = 0.5 a random one"""
    torch.manual_seed(1)
    wishes = torch.eye(9)[[4]].repeat(20_000, 1)
    free = torch.ones(20_000, 9, dtype=torch.bool)
    share = (choose(wishes, free) == 4).float().mean().item()
    assert abs(share - (0.5 + 0.5 / 9)) < 5.5 * (0.25 / 20_000) ** 0.5
    free[:, 4] = False
    assert not (choose(wishes, free) == 4).any()


def the_training_learned():
    """the loss; the value error, the mean distance from the exact values, which the network never sees"""
    first, *_, last = plot.records
    assert last["loss"] < first["loss"]
    assert last["value_error"] < 0.15 < first["value_error"]


def the_film_shows_the_training():
    """from before the first update to the end"""
    assert list(watched) == list(WATCHED)
    assert np.array_equal(watched[1500], values_of(learner))


def it_is_not_perfect():
    """It still chooses a second-best move in some positions, but no opponent can lead it there and profit"""
    assert 0.95 < examined.optimal < 1


def most_moves_are_worse_than_a_draw():
    """But those of all legal moves are too high by more: the network begins near 0, and most moves are worse than that."""
    assert exact_q[table.legal].mean() < -0.2
    assert abs(watched[0][table.legal].mean()) < 0.1


def no_game_is_lost():
    """In no game at all does it lose."""
    assert examined.unbeatable
    for first in (True, False):
        assert losing_line(table, values_of(learner), first=first) is None


def five_seeds_cannot_be_beaten():
    """None of the five can be beaten."""
    assert len(runs["lesson"]) == 5
    for run in runs["lesson"].values():
        assert run["losing_lines"] == [0, 0]
        assert run["seconds"] < 15


def the_untrained_network_loses_as_x():
    """Here is one of the games in which the one that we began with loses, as first player"""
    assert lost_game[-1].is_win(-1)


def the_wrong_sign_has_the_lower_loss():
    """The wrong one has the lower loss."""
    last = slice(-5, None)
    wrong = np.mean([record["loss"] for record in wrong_plot[last]])
    right = np.mean([record["loss"] for record in plot.records[last]])
    assert wrong < right / 3
    assert wrong_plot[-1]["optimal"] < 0.85 < plot.records[-1]["optimal"]
    for run in runs["wrong sign"].values():
        assert sum(run["losing_lines"]) > 100


def the_wrong_sign_still_beats_random_play():
    """As second player this network loses 173 of its possible games, and against random play it still wins 98 % of its games as first."""
    run = runs["wrong sign"]["0"]
    assert run["losing_lines"][1] == 173
    assert round(100 * run["wins"][0]) == 98


def the_gambler_can_be_beaten():
    """As second player the gambler wins far more often than the perfect player, and yet it can be beaten in 49 ways"""
    perfect, gambler = (examine(table, rows_).second for rows_ in (table.exact_q(), gambler_q))
    assert perfect.losing_lines == 0 and gambler.losing_lines == 49
    assert gambler.random[0] > perfect.random[0] + 0.1


def the_filters_have_both_signs():
    """Some are what you would have written: two of mine side by side, mine against yours."""
    signs = weights.flatten(1).sign().sum(dim=1).abs()
    assert 0 < (signs == 4).sum() < 32


def connected_layers_learn_it_as_well():
    """a network whose first layer is connected to all nine squares, with no filters at all, learns tic-tac-toe as well"""
    assert all(run["losing_lines"] == [0, 0] for run in runs["no filters"].values())


def two_positions_are_understood():
    """On the left O is to move: a3 wins, and c2 lets X win there."""
    left, right = (values_of(learner)[table.number(env)] for env in near_end)
    c2, a3 = 5, 6
    assert left[a3] > 0.8 and left[c2] < -0.8 and right[a3] > 0.8


def five_rows_are_like_the_first():
    """Of their fifteen networks one can be beaten, in two games, and for differences as small as theirs three seeds are too few."""
    alike = ["no filters", "target network", "target network and double Q", "replay", "symmetry"]
    found = [run for name in alike for run in runs[name].values()]
    assert len(found) == 15 and all(run["optimal"] > 0.98 for run in found)
    assert sorted(sum(run["losing_lines"]) for run in found)[-2:] == [0, 2]


def some_rows_stand_out():
    """With little exploration the network meets too few positions. Without a mask it does learn the rules (its favourite square is free in 98 % or more of the positions), but what it spent on them is missing elsewhere, and each of the three can still be beaten."""
    for run in runs["exploration 0.1"].values():
        assert sum(run["losing_lines"]) > 20
    for run in runs["no mask"].values():
        assert run["free"] >= 0.98 and sum(run["losing_lines"]) > 0
    assert max(run["optimal"] for run in runs["no mask"].values()) < 0.97


def rates_matter():
    """Plain gradient descent, without Adam, at a learning rate of 0.01 has hardly begun after 1,500 updates. But at a rate of 1, 250 times as large as Adam's, it comes close."""
    assert all(run["optimal"] < 0.7 for run in runs["gradient descent 0.01"].values())
    assert all(run["optimal"] > 0.97 for run in runs["gradient descent 1.0"].values())


def the_maximum_is_not_to_blame():
    """At first the chosen values are too high, as the theory says. But those of all legal moves are too high by more"""
    for run in list(runs["lesson"].values())[:3]:
        for update in ("50", "100"):
            at = run["curve"][update]
            assert at["error_of_legal"] > at["error_of_chosen"] > 0
        assert abs(run["curve"]["800"]["error_of_chosen"]) < 0.04


def around_update_200_the_chosen_are_higher():
    """Only around update 200 are the chosen values the higher ones, and only where the network computes its own targets: with an older copy they are not, with double Q or without. By update 800 nothing of it is left."""
    for seed in ("0", "1", "2"):
        plain = runs["lesson"][seed]["curve"]["200"]
        assert plain["error_of_chosen"] > plain["error_of_legal"]
        for name in ("target network", "target network and double Q"):
            other = runs[name][seed]["curve"]["200"]
            assert other["error_of_chosen"] < other["error_of_legal"]


def equal_moves_and_equal_time():
    """After equal moves the single game is far ahead: it makes 256 times as many updates from them. After equal time it is far behind"""

    def optimal(name):
        return [run["optimal"] for run in list(runs[name].values())[:3]]

    assert min(optimal("1 at once, equal moves")) > 0.1 + max(optimal("256 at once, equal moves"))
    assert max(optimal("1 at once, equal time")) < min(optimal("lesson")) - 0.1
    single = runs["1 at once, equal moves"]["0"]["updates"]
    assert single == 256 * runs["256 at once, equal moves"]["0"]["updates"]


def a_large_update_costs_little_more():
    """an update with 256 moves costs only two or three times as much as one with a single move"""
    for run in runs["1 at once, equal time"].values():
        assert 1.5 < run["updates"] / 1500 < 3.5


def sharing_carries_over():
    """The filters are right everywhere, although they have never seen such a row in the lower half. The connected network, with thirty times their weights, is no better there than a coin"""
    examples, answers = with_rows(2_000, [3, 4, 5], seed=1)
    right = {
        name: ((net(examples)[:, 0] > 0.5) == (answers == 1)).float().mean().item()
        for name, net in (("filters", sliding), ("connected", everything))
    }
    assert right["filters"] > 0.99 and abs(right["connected"] - 0.5) < 0.05
    count = [sum(part.numel() for part in net.parameters()) for net in (sliding, everything)]
    assert 28 < count[1] / count[0] < 32


def both_kinds_of_games_agree():
    """our loop never needed the table: it needs games side by side, and those can be envs"""
    one = train(new_network(), TicTacToe(32), updates=20)
    other = train(new_network(), Lockstep(tictactoe.make, 32), updates=20)
    assert all(map(torch.equal, one.parameters(), other.parameters()))


def unmasked_games_end_on_an_occupied_square():
    """whoever chooses an occupied square loses"""
    games = Unmasked(2)
    games.play(torch.tensor([4, 4]))
    _, _, over, reward = games.play(torch.tensor([4, 0]))
    assert over.tolist() == [True, False] and reward.tolist() == [-1, 0]
    assert (games.boards[0] == 0).all() and (games.boards[1] != 0).sum() == 2


def connections_win_every_match():
    """The connections win every match, at equal moves as well as at equal time."""
    assert len(runs["othello 6"]) == 3
    for run in runs["othello 6"].values():
        for name in ("connected, equal moves", "connected, equal time"):
            found = run[name]["convolutional against it"]
            score = found["wins"] + found["draws"] / 2
            assert len(found["games"]) == 200
            assert arena.wilson(score, 200).high < 0.5
        assert run["connected, equal time"]["updates"] > 600
        sizes = [line["weights"] for line in run.values()]
        assert max(sizes) < 1.02 * min(sizes)


def on_4x4_they_cannot_be_told_apart():
    """68 to 70 % of best moves where the choice matters"""
    for run in runs["othello 4"].values():
        assert all(0.675 <= line["decisive"] < 0.705 for line in run.values())
