"""The player of the shipped network: unbeatable, greedy, and only for its own game."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from coursekit import Env, arena, othello, players, tictactoe, truth
from coursekit.learning import QLearning, examine, game_table, planes
from coursekit.learning.config import QConfig
from coursekit.learning.loading import SHIPPED, load_q_network

ROOT = Path(__file__).resolve().parents[2]


def results(env: Env, side: int, player: players.AnyPlayer) -> set[int]:
    """Returns how games can end for ``player`` when its opponent plays everything."""
    if env.is_done():
        return {env.result() * int(env.player) * side}
    found: set[int] = set()
    for action in [player(env)] if env.player == side else env.legal_actions():
        env.update(action)
        found |= results(env, side, player)
        env.undo()
    return found


@pytest.mark.parametrize("side", [1, -1])
def test_the_shipped_player_loses_no_game_against_anybody(side: int) -> None:
    """Through the player itself, not through the table that it was trained with."""
    assert results(tictactoe.make(), side, players.q_network()) == {0, 1}


def test_the_shipped_network_is_what_the_log_beside_it_says() -> None:
    network, checkpoint = load_q_network()
    table = game_table("tictactoe")
    import torch

    with torch.no_grad():
        q = network(torch.from_numpy(table.boards).float()[:, None]).numpy()
    examined = examine(table, q, checkpoint.config["gamma"])
    assert examined.unbeatable
    assert examined.optimal >= 0.98
    text = (SHIPPED / "tictactoe_q" / "log.jsonl").read_text(encoding="utf-8")
    last = json.loads(text.splitlines()[-1])
    assert last["step"] == checkpoint.step
    for name, value in examined.record().items():
        assert last[name] == pytest.approx(value, abs=1e-3)


def test_the_shipped_network_was_trained_with_the_settings_of_the_command() -> None:
    _, checkpoint = load_q_network()
    assert QConfig.from_dict(checkpoint.config) == QConfig()


def test_the_shipped_checkpoint_is_in_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["coursekit.learning"]
    room = ROOT / "coursekit" / "learning"
    packed = {path for pattern in patterns for path in room.glob(pattern)}
    assert set((SHIPPED / "tictactoe_q").iterdir()) <= packed


def test_it_takes_the_highest_value_and_the_first_of_equals() -> None:
    player = players.q_network()
    env = tictactoe.from_moves("b2a1")
    values = player.values(env)
    assert list(values) == env.legal_actions()
    assert values == {
        action: player.network(planes(env))[0, action.index].item() for action in values
    }
    assert player(env) == max(values, key=values.__getitem__)
    player.network.layers[-2].weight.data.zero_()
    player.network.layers[-2].bias.data.zero_()
    assert player(env) == env.legal_actions()[0]


def test_its_values_are_near_the_exact_ones() -> None:
    env = tictactoe.from_moves("a1a2b1b2")
    values = players.q_network().values(env)
    assert truth.best_moves(env) == [max(values, key=values.__getitem__)]
    assert max(values.values()) > 0.8


def test_another_game_is_a_clear_error() -> None:
    with pytest.raises(TypeError, match="trained on tictactoe, so it cannot play othello4"):
        players.q_network()(othello.make(size=4))


def test_it_plays_matches_on_workers() -> None:
    player = players.q_network()
    assert str(player) == "Q network for tictactoe"
    env = tictactoe.make()
    assert pickle.loads(pickle.dumps(player))(env) == player(env)
    result = arena.match(player, players.random(), games=40, make=tictactoe.make, n_jobs=2)
    assert result.losses == 0
    assert result.wins > 20


def test_torch_loads_with_the_player_and_not_before() -> None:
    code = (
        "import sys\nfrom coursekit import players\nassert 'torch' not in sys.modules\n"
        "players.q_network()\nassert 'torch' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_one_trains_and_plays_4x4_othello(tmp_path: Path) -> None:
    from coursekit.__main__ import main

    command = ["train", "othello4-q", "--seed", "3", "--out", str(tmp_path / "net")]
    short = ["--set", "updates=5", "--set", "games=8", "--set", "width=8"]
    assert main([*command, *short]) == 0
    player = players.q_network(tmp_path / "net")
    env = othello.make(size=4)
    while not env.is_done():
        env.update(player(env))
    assert any(action.is_pass for action in env.history) or len(env.history) == 12
    assert QConfig.from_dict(load_q_network(tmp_path / "net")[1].config).seed == 3


def test_the_command_refuses_what_cannot_be_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from coursekit.__main__ import main

    place = ["--out", str(tmp_path / "net")]
    short = ["--set", "updates=3", "--set", "games=8", "--set", "width=8"]
    for words, message in (
        (["--set", "gama=1"], "QConfig has no 'gama'; did you mean 'gamma'?"),
        (["--resume"], "holds no checkpoint"),
        (["--set", "game=othello4"], "tictactoe-q is a training for tictactoe, not othello4"),
    ):
        assert main(["train", "tictactoe-q", *place, *words]) == 1
        assert message in capsys.readouterr().out
    assert main(["train", "tictactoe-q", *place, *short]) == 0
    capsys.readouterr()
    for words, message in (
        ([], "holds a training: add --resume, or name another folder"),
        (["--resume"], "the training is finished after 3 updates"),
        (["--resume", "--set", "seed=1"], "goes on with its own settings"),
    ):
        assert main(["train", "tictactoe-q", *place, *words]) == 1
        assert message in capsys.readouterr().out
    assert main(["train", "othello4-q", *place, "--resume"]) == 1
    assert "holds a checkpoint for tictactoe, not for othello4" in capsys.readouterr().out


def test_the_command_goes_on(tmp_path: Path) -> None:
    from coursekit.__main__ import main
    from coursekit.learning import train

    config = QConfig(updates=6, games=8, width=8)
    train(QLearning(config), tmp_path, until=2, report=None)
    assert main(["train", "tictactoe-q", "--out", str(tmp_path), "--resume"]) == 0
    assert load_q_network(tmp_path)[1].step == 6
