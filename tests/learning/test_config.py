"""Settings: what is unknown or cannot be meant is refused, with the nearest name."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

from coursekit.learning import QConfig


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("gama", "gamma"), ("epsilon_start", "epsilon"), ("game_s", "games"), ("update", "updates")],
)
def test_an_unknown_name_is_refused_with_the_nearest(wrong: str, right: str) -> None:
    given: dict[str, int] = {wrong: 1}
    for make in (lambda: QConfig(**given), lambda: QConfig.from_dict(given)):  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=f"has no '{wrong}'; did you mean '{right}'"):
            make()


def test_json_and_back() -> None:
    config = QConfig(gamma=1, symmetry=True, seed=7)
    assert QConfig.from_json(config.to_json()) == config
    assert config.gamma == 1.0
    assert isinstance(config.gamma, float)
    with pytest.raises(ValueError, match="did you mean 'seed'"):
        QConfig.from_json('{"sede": 1}')
    with pytest.raises(ValueError, match="settings are a JSON object"):
        QConfig.from_json("[1]")


def test_settings_never_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        QConfig().gamma = 0.5  # type: ignore[misc]


def test_copies_and_pickles_are_equal() -> None:
    config = QConfig(games=3)
    assert pickle.loads(pickle.dumps(config)) == config
    assert dataclasses.replace(config, games=4) == QConfig(games=4)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("game", "chess", "game is 'tictactoe' or 'othello4', not 'chess'"),
        ("sides", "second", "sides is 'both' or 'first', not 'second'"),
        ("optimiser", "Adam", "optimiser is 'adam' or 'sgd', not 'Adam'"),
        ("epsilon", 1.5, "epsilon is from 0 to 1, not 1.5"),
        ("games", 0, "games is from 1 up, not 0"),
        ("updates", 2.5, "updates is of type int, not 2.5"),
        ("symmetry", 1, "symmetry is of type bool, not 1"),
        ("seed", True, "seed is of type int, not True"),
        ("gamma", "0.9", "gamma is of type float, not '0.9'"),
        ("learning_rate", float("nan"), "learning_rate is from 0 up, not nan"),
    ],
)
def test_a_value_that_cannot_be_meant_is_refused(name: str, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        QConfig.from_dict({name: value})


def test_words_of_a_command_line_change_settings() -> None:
    changed = QConfig(seed=3).changed(["gamma=1", "game=othello4", "symmetry=true", "games=2"])
    assert changed == QConfig(seed=3, gamma=1.0, game="othello4", symmetry=True, games=2)
    with pytest.raises(ValueError, match="a setting is NAME=VALUE, not 'gamma'"):
        QConfig().changed(["gamma"])
    with pytest.raises(ValueError, match="did you mean 'gamma'"):
        QConfig().changed(["gama=1"])
