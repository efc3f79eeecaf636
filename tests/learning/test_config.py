"""Settings: what is unknown or invalid is refused, with the nearest name."""

import pytest

from coursekit.learning import AlphaZeroConfig, PolicyConfig, QConfig, ReinforceConfig
from coursekit.learning.alphago.data import ValueDataConfig
from coursekit.learning.config import Config


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("gama", "gamma"), ("epsilon_start", "epsilon")],
)
def test_an_unknown_name_is_refused_with_the_nearest(wrong: str, right: str) -> None:
    given: dict[str, int] = {wrong: 1}
    for make in (lambda: QConfig(**given), lambda: QConfig.from_dict(given)):  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=f"has no '{wrong}'; did you mean '{right}'"):
            make()


@pytest.mark.parametrize(
    ("settings", "name", "value", "message"),
    [
        (QConfig, "game", "chess", "game is 'othello4' or 'tictactoe', not 'chess'"),
        (QConfig, "epsilon", 1.5, "epsilon is from 0 to 1, not 1.5"),
        (QConfig, "games", 0, "games is from 1 up, not 0"),
        (QConfig, "updates", 2.5, "updates is of type int, not 2.5"),
        (PolicyConfig, "symmetry", 1, "symmetry is of type bool, not 1"),
        (QConfig, "seed", True, "seed is of type int, not True"),
        (QConfig, "gamma", "0.9", "gamma is of type float, not '0.9'"),
        (QConfig, "learning_rate", float("nan"), "learning_rate is from 0 up, not nan"),
        (AlphaZeroConfig, "decay", -1, "decay is from 0 up"),
        (PolicyConfig, "layers", "dense", "'convolutional' or 'connected'"),
        (PolicyConfig, "dropout", 1.0, "dropout is from 0 to 0.99"),
        (PolicyConfig, "batch", 0, "batch is from 1 up"),
        (ReinforceConfig, "games", 10, "multiple of group"),
        (ValueDataConfig, "shard", 0, "shard is from 1 to 1000000"),
        (ValueDataConfig, "temperature", -1.0, "temperature is from 0"),
    ],
)
def test_a_value_that_cannot_be_meant_is_refused(
    settings: type[Config], name: str, value: object, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        settings.from_dict({name: value})


def test_words_of_a_command_line_change_settings() -> None:
    changed = QConfig(seed=3).changed(["gamma=1", "game=othello4", "games=2"])
    assert changed == QConfig(seed=3, gamma=1.0, game="othello4", games=2)
    assert not PolicyConfig().changed(["symmetry=false"]).symmetry
    assert isinstance(changed.gamma, float)
    with pytest.raises(ValueError, match="a setting is NAME=VALUE, not 'gamma'"):
        QConfig().changed(["gamma"])
