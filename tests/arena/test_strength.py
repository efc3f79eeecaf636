"""Strength against training time: what is measured, kept and read again."""

import json
import shutil
import sys
from itertools import combinations, pairwise

import pytest
import torch

from coursekit.__main__ import main
from coursekit.arena.leagues.ratings import Meeting
from coursekit.arena.result import Tally
from coursekit.arena.strength import FILE, Snapshot, StrengthRecord, ladder, measure, strength
from coursekit.games import registry
from coursekit.learning import checkpoint as checkpoints
from coursekit.learning.alphazero.config import AlphaZeroConfig
from coursekit.learning.alphazero.training import AlphaZero
from coursekit.learning.training import train


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a training of two generations, with a snapshot of the first."""
    folder = tmp_path_factory.mktemp("training")
    config = AlphaZeroConfig(
        game="tictactoe", generations=2, positions=64, games=8, groups=1, channels=4, blocks=1
    )
    learning = AlphaZero(config, torch.device("cpu"), n_jobs=1)

    def keep(line):
        checkpoints.save(folder / "snapshots" / f"{line['step']:06}", learning.snapshot())

    train(learning, folder, log_every=1, report=keep)
    return folder


def copied(folder, place):
    """A folder with the same training and no results."""
    return shutil.copytree(folder, place, ignore=shutil.ignore_patterns(FILE), dirs_exist_ok=True)


def measured(folder, n_jobs=1):
    return measure([folder], simulations=4, games=4, n_jobs=n_jobs)


def test_everyone_meets_the_ladder_and_those_before(trained):
    record = measured(trained)
    everyone = [*ladder("tictactoe"), "generation 1", "generation 2"]
    assert {meeting[:2] for meeting in record.meetings} == set(combinations(everyone[::-1], 2))
    assert all(meeting.tally.games == 4 for meeting in record.meetings)
    assert [snapshot.generation for snapshot in record.snapshots] == [1, 2]
    assert record.snapshots[1].positions >= 128


def test_bug_the_record_does_not_depend_on_which_match_ends_first(trained, tmp_path, monkeypatch):
    whole = measured(copied(trained, tmp_path / "first"))
    module = sys.modules[measure.__module__]
    as_played = module.play

    def reversed_play(*args, **kwargs):
        return reversed([*as_played(*args, **kwargs)])

    monkeypatch.setattr(module, "play", reversed_play)
    assert measured(copied(trained, tmp_path / "again")).meetings == whole.meetings


def test_it_is_kept_and_goes_on(trained, tmp_path):
    folder = copied(trained, tmp_path / "first")
    whole = measured(folder)
    again = measured(copied(trained, tmp_path / "again"), n_jobs=2)
    assert sorted(again.meetings) == sorted(whole.meetings)
    text = (folder / FILE).read_text(encoding="utf-8")
    assert StrengthRecord.from_json(text) == whole
    interrupted = StrengthRecord.from_json(text)
    kept = whole.meetings[0]._replace(tally=Tally(4, 0, 0))
    no_snapshot_any_more = Meeting("generation 3", "random", Tally(0, 0, 4))
    interrupted.meetings = [kept, no_snapshot_any_more]
    (folder / FILE).write_text(interrupted.to_json(), encoding="utf-8")
    again = measured(folder)
    assert kept in again.meetings  # not played again
    assert no_snapshot_any_more not in again.meetings
    assert len(again.meetings) == len(whole.meetings)
    assert set(again.meetings) - {kept} == set(whole.meetings[1:])


def test_a_second_training_takes_part_once_it_plays(trained, tmp_path):
    second = copied(trained, tmp_path / "second")
    for path in second.rglob("checkpoint.json"):
        about = json.loads(path.read_text(encoding="utf-8"))
        about["config"]["pretraining"] = 1
        path.write_text(json.dumps(about), encoding="utf-8")
    record = measure([trained, second], simulations=4, games=2, n_jobs=1)
    names = [snapshot.name for snapshot in record.snapshots]
    assert names == ["generation 1", "generation 2", "network 2, generation 2"]
    assert {meeting.b for meeting in record.meetings if meeting.a == names[2]} == {
        *ladder("tictactoe"),
        *names[:2],
    }
    assert (second / FILE).exists()


def test_the_command_prints_the_ratings(trained, tmp_path, capsys):
    folder = copied(trained, tmp_path)
    words = ["strength", str(folder), "--simulations", "4", "--games", "4", "--jobs", "1"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in ("random", "generation 1", "generation 2"))
    assert main([*words, "--seed", "1"]) == 2
    assert "was made with seed = 0, not 1" in capsys.readouterr().err


def test_a_log_that_lacks_a_network_is_refused(trained, tmp_path):
    folder = copied(trained, tmp_path)
    lines = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
    (folder / "log.jsonl").write_text(lines[0] + "\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no line of generation 2"):
        measured(folder)
    with pytest.raises(ValueError, match="no AlphaZero training"):
        measure([tmp_path / "elsewhere"])


def test_bug_a_damaged_log_is_named(trained, tmp_path, capsys):
    """``strength`` ended in a KeyError or in words without a file."""
    folder = copied(trained, tmp_path)
    lines = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
    for damaged, said in ((lines[0][:9], "Expecting"), ('{"step": 1}', "no number 'positions'")):
        text = f"{damaged}\n{lines[1]}\n"
        (folder / "log.jsonl").write_text(text, encoding="utf-8")
        assert main(["strength", str(folder)]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert "log.jsonl is damaged in line 1: " in line
        assert said in line


@pytest.mark.parametrize("text", ["[]", "[" * 100_000, '{"format": 2}', "\xff"])
def test_bug_a_damaged_record_is_named(trained, tmp_path, text):
    """The error did not say which file, and deep nesting was a traceback."""
    folder = copied(trained, tmp_path)
    (folder / FILE).write_text(text, encoding="latin-1")
    with pytest.raises(ValueError, match=FILE):
        measured(folder)


# What follows from results


def climbing():
    """Each generation wins three of four games against the one before, the first against random."""
    snapshots = [Snapshot(1, 2**k, 1000 * 2**k, 0.1 * 2**k) for k in range(3)]
    names = ["random", *(snapshot.name for snapshot in snapshots)]
    meetings = [Meeting(a, b, Tally(300, 0, 100)) for b, a in pairwise(names)] + [
        Meeting(names[2], "random", Tally(360, 0, 40))
    ]
    return StrengthRecord("othello8", 100, 400, 0, snapshots, ["random"], meetings)


def test_the_curve_climbs_by_what_three_of_four_are_worth_and_scores_are_shares():
    curve = climbing().curve()
    assert list(curve.generation) == [1, 2, 4]
    steps = curve.elo.diff().dropna()
    assert steps.between(180, 200).all()  # 191 points are three to one
    assert ((curve.low < curve.elo) & (curve.elo < curve.high)).all()
    assert list(curve.positions) == [1000, 2000, 4000]
    scores = climbing().scores("random")
    assert list(scores.index) == ["generation 1", "generation 2"]
    assert list(scores.score) == [0.75, 0.9]
    assert (scores.low < scores.score).all()


def test_players_that_have_not_met_have_no_rating():
    record = climbing()
    record.meetings = record.meetings[:1]
    assert set(record.ratings().names) == {"random", "generation 1"}
    assert list(record.curve().index) == ["generation 1"]
    record.meetings = [Meeting("cell scores", "random", Tally(3, 0, 1))]
    record.ladder = ["random", "cell scores"]
    assert record.curve().empty
    assert record.scores("random").empty
    record.meetings = []
    assert StrengthRecord.from_json(record.to_json()) == record
    with pytest.raises(ValueError, match="no match"):
        record.ratings()


@pytest.mark.parametrize("text", ["", "[]", '{"format": 1}', '{"format": 2, "meetings": [3]}'])
def test_other_texts_are_refused(text):
    with pytest.raises(ValueError, match="no record of strength"):
        StrengthRecord.from_json(text)


@pytest.mark.parametrize("game", ["tictactoe", "othello4", "othello6", "othello8"])
def test_the_ladder_plays_the_game(game):
    env = registry.spec(game).make()
    for player in ladder(game).values():
        assert player(env) in env.legal_actions()


def test_nothing_was_measured_of_a_game_without_a_network():
    with pytest.raises(ValueError, match="no strength was measured"):
        strength("ultimate")
