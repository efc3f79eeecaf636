"""The networks that come with the package have the settings of the commands that are documented."""

import itertools
import json
import re
import shlex
from pathlib import Path

import pytest

from coursekit.learning import QConfig
from coursekit.learning.alphazero_config import SIZES, preset
from coursekit.learning.checkpoint import FILE
from coursekit.learning.config import Config
from coursekit.learning.loading import SHIPPED
from coursekit.learning.policy import PolicyConfig
from coursekit.learning.reinforce import ReinforceConfig
from coursekit.learning.supervised import layers_of
from coursekit.learning.value import ValueConfig

PAGE = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"
COMMANDS = {
    Path(words[words.index("--out") + 1]).name: words[words.index("train") + 1 :]
    for line in PAGE.read_text("utf-8").splitlines()
    if re.match(r"\.venv/bin/python -m coursekit train ", line)
    for words in [shlex.split(line)]
}


def shipped(name: str) -> dict:
    return json.loads((SHIPPED / name / FILE).read_text("utf-8"))


def start(training: str) -> Config:
    """Returns the settings of a training that is begun with none of its own."""
    if training in SIZES:
        return preset("laptop", training)
    if training == "tictactoe-q":
        return QConfig(game="tictactoe")
    if training == "othello8-improved":
        layers = layers_of(shipped("othello8_policy_connected")["config"])
        return ReinforceConfig(**layers.to_dict())
    return {"othello8-policy": PolicyConfig, "othello8-value": ValueConfig}[training]()


def test_every_shipped_network_has_its_command() -> None:
    assert {path.parent.name for path in SHIPPED.glob(f"*/{FILE}")} <= set(COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_its_settings_are_those_of_the_command(name: str) -> None:
    training, *options = COMMANDS[name]
    settings = [value for flag, value in itertools.pairwise(options) if flag == "--set"]
    config = start(training).changed(settings)
    assert config.from_dict(shipped(name)["config"]) == config
