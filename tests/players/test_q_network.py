"""The player of the shipped network: unbeatable, greedy, and only for its own game."""

import json
import pickle
import tomllib
from pathlib import Path

import pytest
import torch

from coursekit import othello, players, tictactoe
from coursekit.learning import QConfig, QLearning, examine, game_table, planes
from coursekit.learning import train as learn
from coursekit.learning.loading import SHIPPED, load_q_network

ROOT = Path(__file__).resolve().parents[2]


def test_the_shipped_network_is_what_the_log_beside_it_says() -> None:
    network, checkpoint = load_q_network()
    assert QConfig().to_dict().items() <= checkpoint.config.items()  # those of the command
    table = game_table("tictactoe")
    with torch.no_grad():
        q = network(torch.from_numpy(table.boards).float()[:, None]).numpy()
    examined = examine(table, q, checkpoint.config["gamma"])
    assert examined.unbeatable
    assert examined.optimal >= 0.98
    text = (SHIPPED / "tictactoe_q" / "log.jsonl").read_text(encoding="utf-8")
    last = json.loads(text.splitlines()[-1])
    assert last["step"] == checkpoint.step
    for name, value in examined.metrics().items():
        assert last[name] == pytest.approx(value, abs=1e-3)


def test_the_shipped_checkpoints_are_in_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["coursekit.learning"]
    room = ROOT / "coursekit" / "learning"
    packed = {path for pattern in patterns for path in room.glob(pattern)}
    assert {path for path in SHIPPED.glob("**/*") if path.is_file()} <= packed


def test_it_takes_the_first_of_the_highest_values_travels_and_refuses_other_games() -> None:
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
    assert str(player) == "Q network for tictactoe"
    env = tictactoe.make()
    assert pickle.loads(pickle.dumps(player))(env) == player(env)
    with pytest.raises(TypeError, match="trained on tictactoe, so it cannot play othello4"):
        player(othello.make(size=4))


SHORT = ["--set", "updates=4", "--set", "games=8", "--set", "width=8"]


def train(*words: str) -> int:
    from coursekit.__main__ import main

    return main(["train", *words])


def test_the_command_trains_a_player_of_4x4_othello(tmp_path: Path) -> None:
    assert train("othello4-q", "--seed", "3", "--out", str(tmp_path), *SHORT) == 0
    player = players.q_network(tmp_path)
    env = othello.make(size=4)
    while not env.is_done():
        env.update(player(env))
    assert any(action.is_pass for action in env.history) or len(env.history) == 12
    assert QConfig.from_dict(load_q_network(tmp_path)[1].config).seed == 3


def test_the_command_goes_on_to_the_end_and_no_further(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place, new = ["--out", str(tmp_path)], ["--out", str(tmp_path / "new")]
    learn(QLearning(QConfig(updates=4, games=8, width=8)), tmp_path, until=2, report=None)
    assert train("tictactoe-q", *place, "--resume") == 0
    assert load_q_network(tmp_path)[1].step == 4
    capsys.readouterr()
    for words, message in (
        (["tictactoe-q"], "holds a training: add --resume, or name another folder"),
        (["tictactoe-q", "--resume"], "the training is finished after 4 updates"),
        (["tictactoe-q", *new, "--preset", "gpu"], "takes none: leave --preset out"),
        (["othello4-q", "--resume"], "holds a checkpoint for tictactoe, not for othello4"),
        (["tictactoe-q", *new, "--set", "gama=1"], "has no 'gama'; did you mean 'gamma'?"),
        (["tictactoe-q", *new, "--set", "game=othello4"], "is a training for tictactoe, not o"),
    ):
        assert train(words[0], *place, *words[1:]) == 2
        assert message in capsys.readouterr().err
