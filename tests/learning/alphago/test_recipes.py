"""The trainings of AlphaGo's way by command, and the networks and samples that are shipped."""

from pathlib import Path

import numpy as np
import pytest

from coursekit.__main__ import main
from coursekit.learning import load_policy, load_value, policy_match
from coursekit.learning.alphago.baselines import exact_results
from coursekit.learning.alphago.data import problems
from coursekit.learning.alphago.examples import move_examples, result_examples, without_duplicates
from coursekit.learning.alphago.policy import accuracy
from coursekit.learning.alphago.supervised import outputs
from coursekit.learning.alphago.value import sign_agreement, squared_error
from coursekit.learning.checkpoint import CheckpointError
from coursekit.learning.loading import SHIPPED
from coursekit.learning.samples import SAMPLES, policy_sample, value_sample

NETWORKS = ("othello8_policy", "othello8_policy_connected", "othello8_improved", "othello8_value")
SMALL = ["--set", "layers=connected", "--set", "updates=3", "--set"]


def sizes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_trainings_by_command_from_data_to_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("moves", "policy", "improved", "results", "value")
    moves, policy, improved, results, value = (str(tmp_path / name) for name in names)
    made = ["--set", "games=20", "--set", "shard=10", "--jobs", "1"]
    assert main(["data", "policy", "--out", moves, *made, "--set", "depth=1"]) == 0
    learned = ["train", "othello8-policy", "--data", moves, "--out", policy, *SMALL, "batch=8"]
    assert main(learned) == 0
    games = [*SMALL[2:], "games=8", "--set", "group=4"]
    assert main(["train", "othello8-improved", "--data", policy, "--out", improved, *games]) == 0
    asked = ["data", "value", "--out", results, "--policy", policy, "--improved", improved]
    assert main([*asked, *made]) == 0
    learned_from = ["--data", results, "--out", value, *SMALL, "batch=8"]
    assert main(["train", "othello8-value", *learned_from]) == 0
    assert load_policy(improved)[1].kind == "reinforce"
    assert load_value(value)[1].finished
    with pytest.raises(CheckpointError, match="of policy, not of value"):
        load_value(policy)
    capsys.readouterr()
    assert main(learned) == 2
    assert "holds a training" in capsys.readouterr().err
    assert main(["train", "othello8-value", "--out", str(tmp_path / "none")]) == 2
    assert "python -m coursekit data value" in capsys.readouterr().err


def test_the_samples_are_whole_and_small() -> None:
    assert [problems(SAMPLES / name) for name in ("othello8_policy", "othello8_value")] == [[], []]
    assert sizes(SAMPLES) < 2_000_000
    assert len(np.unique(policy_sample()["game"])) == 1000
    assert len(value_sample()["game"]) == 32_000


@pytest.mark.parametrize("name", NETWORKS)
def test_a_shipped_network_is_small_finished_and_has_its_log(name: str) -> None:
    load = load_value if name.endswith("value") else load_policy
    network, checkpoint = load(SHIPPED / name)
    assert checkpoint.finished
    assert not network.training
    assert sizes(SHIPPED / name) < 2_000_000
    assert (SHIPPED / name / "log.jsonl").read_text().count("\n") > 5


@pytest.mark.parametrize(
    ("name", "first", "three"),
    [("othello8_policy", 0.5, 0.84), ("othello8_policy_connected", 0.47, 0.82)],
)
def test_shipped_policies_name_the_players_moves(name: str, first: float, three: float) -> None:
    sample = without_duplicates(move_examples(policy_sample()))[::10]
    found = accuracy(outputs(load_policy(SHIPPED / name)[0], sample), sample)
    assert found["top1"] > first
    assert found["top3"] > three


def test_the_improved_policy_beats_the_one_that_it_began_with() -> None:
    improved, start = (
        load_policy(SHIPPED / name)[0]
        for name in ("othello8_improved", "othello8_policy_connected")
    )
    assert policy_match(improved, start, 400) > 0.7
    assert policy_match(improved, start, 400, temperature=0) > 0.52


def test_the_shipped_value_network_names_winners() -> None:
    examples = result_examples(value_sample())
    network = load_value()[0]
    some = examples[::8]
    assert squared_error(outputs(network, some), some.target) < 0.8 < np.var(some.target)
    late = examples[(examples.discs >= 54) & (examples.discs <= 58)][::4]
    assert sign_agreement(outputs(network, late), exact_results(late)) > 0.8
