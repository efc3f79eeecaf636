"""The networks that come with the package: made by the documented commands, judged by the truth."""

import argparse
import json
import re
import shlex
from pathlib import Path

import numpy as np
import pytest

from coursekit import players
from coursekit.commands import train
from coursekit.learning import SHIPPED, game_table, load_dual_network
from coursekit.learning.alphazero.examination import examine_network
from coursekit.learning.checkpoint import FILE

PAGE = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"
COMMANDS = {
    Path(words[words.index("--out") + 1]).name: words[words.index("train") + 1 :]
    for line in PAGE.read_text("utf-8").splitlines()
    if re.match(r"\.venv/bin/python -m coursekit train ", line)
    for words in [shlex.split(line)]
}


def test_every_shipped_network_has_its_command() -> None:
    assert {path.parent.name for path in SHIPPED.glob(f"*/{FILE}")} <= set(COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_its_settings_are_those_of_the_command(name: str) -> None:
    parser = argparse.ArgumentParser()
    train.add(parser)
    words = [word.replace("CHECKPOINTS", str(SHIPPED)) for word in COMMANDS[name]]
    options = parser.parse_args(words)
    config = train.recipes()[options.training].config(options)
    shipped = json.loads((SHIPPED / name / FILE).read_text("utf-8"))
    assert config.from_dict(shipped["config"]) == config


def test_the_early_networks_of_8x8_come_with_the_course() -> None:
    """Generations 0, 1, 2, 4 … of the very training that is shipped, in at most 3 MB."""
    shipped, last = SHIPPED / "othello8", load_dual_network("othello8")[1]
    folders = sorted((shipped / "snapshots").iterdir())
    assert [int(folder.name) for folder in folders] == [0, 1, 2, 4, 8, 16, 32, 64]
    size = sum(path.stat().st_size for folder in folders for path in folder.iterdir())
    assert size <= 3 * 2**20
    for folder in folders:
        _, checkpoint = load_dual_network("othello8", folder)
        assert checkpoint.step == int(folder.name)
        assert checkpoint.config == last.config


def test_tic_tac_toe_is_played_perfectly_in_every_position() -> None:
    table = game_table("tictactoe")
    numbers = np.flatnonzero(~table.done)
    envs = [table.env(int(number)) for number in numbers]
    q = table.exact_q()
    actions = players.alphazero(simulations=25).choose_all(envs)
    wrong = [
        int(number)
        for number, action in zip(numbers, actions, strict=True)
        if q[number, action.index] < q[number].max()
    ]
    assert wrong == []


@pytest.mark.parametrize("game", ["tictactoe", "othello4"])
def test_the_network_alone_reaches_the_exact_value_whoever_plays_against_it(game: str) -> None:
    """Tic-tac-toe is a draw, and 4×4 Othello a win of the second player."""
    network, _ = load_dual_network(game)
    found = examine_network(game_table(game), network)
    assert found["losing_lines_second"] == 0
    assert found["losing_lines_first"] == 0 or game == "othello4"
