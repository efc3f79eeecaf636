"""Records what lesson 08 shows and cannot run in its time: many seeds, other loops, 6×6 Othello.

Run as ``python -m tests.notebooks.q_learning``. It runs the lesson's own cells (and, for the other
loops, what stands below) from one seed after the other, and writes
``notebooks/data/q_learning.json`` after each training; started again, it goes on where it
stopped. About a quarter of an hour of one idle core in all.
"""

import copy
import json
import platform
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import matplotlib as mpl
import numpy as np

from coursekit import arena, display, othello, players
from coursekit.learning import (
    examine,
    game_table,
    stack_planes,
    transform_actions,
    transform_planes,
)
from tests.notebooks import recorded
from tests.notebooks.lessons import ROOT, code_cells

NOTEBOOK = ROOT / "notebooks" / "08_q_learning.ipynb"
FILE = ROOT / "notebooks" / "data" / "q_learning.json"
CELLS = [
    "imports",
    "line-sums",
    "games",
    "network",
    "choose",
    "target",
    "train",
    "wrong-target",
    "player",
    "lockstep",
    "wider",
]
SEEDS, FEWER = range(5), range(3)
MOVES = 10_240  # of the comparison at equal moves
GAMES = 200  # of each match on 6×6

Line = dict[str, Any]


def lesson(path: Path = NOTEBOOK) -> SimpleNamespace:
    """Returns what the lesson's own cells define."""
    sources = {cell.id: cell.source for cell in code_cells(path)}
    space: dict[str, Any] = {"display": display, "players": players}
    with mpl.rc_context():  # the lesson sets its style of charts
        for name in CELLS:
            exec(compile(sources[name], name, "exec"), space)
    return SimpleNamespace(**space)


class Judge:
    """The truth about a small game, for networks that learned it with some discount."""

    def __init__(self, game: str, gamma: float) -> None:
        self.table, self.gamma = game_table(game), gamma
        self.boards = stack_planes(self.table.boards)
        self.open = ~self.table.done

    def __call__(self, network: Any) -> Line:
        """Returns how good a network is over all positions of the game."""
        import torch

        with torch.no_grad():
            q = network(self.boards).numpy()
        found = examine(self.table, q, self.gamma)
        free = self.table.legal[np.arange(len(q)), q.argmax(axis=1)]
        return {
            "losing_lines": [found.first.losing_lines, found.second.losing_lines],
            "wins": [round(side.random[0], 5) for side in (found.first, found.second)],
            "optimal": round(found.optimal, 5),
            "decisive": round(found.decisive, 5),
            "value_error": round(found.value_error, 5),
            "free": round(float(free[self.open].mean()), 5),
        }


def trained(learn: Callable[..., Any], updates: int, judge: Judge, **settings: Any) -> Line:
    """Trains, and returns what came of it; only the training is timed."""
    began = time.process_time()
    network = learn(updates=updates, **settings)
    seconds = time.process_time() - began
    return {"updates": updates, "seconds": round(seconds, 2), **judge(network)}


def train_with(
    own: SimpleNamespace,
    network: Any,
    games: Any,
    updates: int = 1500,
    seed: int = 0,
    rate: float = 4e-3,
    *,
    optimiser: Any = None,
    epsilon: float = 0.5,
    replay: int = 0,
    copy_every: int = 0,
    double: bool = False,
    symmetry: bool = False,
    choose: Any = None,
    report: Any = None,
) -> Any:
    """Trains by the lesson's loop with a switch for each improvement; all off, it is that loop."""
    torch = own.torch
    torch.manual_seed(seed)
    steps = (optimiser or torch.optim.Adam)(network.parameters(), lr=rate)
    slow_down = torch.optim.lr_scheduler.LinearLR(steps, 1.0, 0.1, updates)
    older = copy.deepcopy(network) if copy_every else network
    memory: list[Any] = []
    every = torch.arange(len(games.boards))
    for update in range(1, updates + 1):
        boards = games.boards
        actions = (choose or own.choose)(network(boards).detach(), games.legal, epsilon)
        batch = boards, actions, *games.play(actions)
        if replay:
            memory = [*memory, batch][-replay:]
            batch = _mixed(own, memory)
        boards, actions, *reached = _turned(own, *batch) if symmetry else batch
        aim = _double(own, network, older, *reached) if double else own.target(older, *reached)
        loss = ((network(boards)[every, actions] - aim) ** 2).mean()
        steps.zero_grad()
        loss.backward()
        steps.step()
        slow_down.step()
        if copy_every and update % copy_every == 0:
            older.load_state_dict(network.state_dict())
        if report:
            report(update, network, loss.item())
    return network


def _mixed(own: SimpleNamespace, memory: list[Any]) -> Any:
    """Returns as many moves as were played in one ply, drawn from all that are remembered."""
    count = len(memory[0][0])
    plies, rows = own.torch.randint(len(memory), (count,)), own.torch.randint(count, (count,))
    return [own.torch.stack(part)[plies, rows] for part in zip(*memory, strict=True)]


def _turned(
    own: SimpleNamespace, boards: Any, actions: Any, after: Any, legal: Any, over: Any, reward: Any
) -> Any:
    """Returns the same moves, each on a board rotated or reflected at random."""
    how = own.torch.randint(8, (len(boards),))
    boards, after = transform_planes(boards, how), transform_planes(after, how)
    chosen = transform_actions(own.F.one_hot(actions, legal.shape[1]), how)
    return boards, chosen.argmax(dim=1), after, transform_actions(legal, how), over, reward


def _double(
    own: SimpleNamespace, network: Any, older: Any, after: Any, legal: Any, over: Any, reward: Any
) -> Any:
    """Returns targets for which the network picks the reply and its older copy values it."""
    with own.torch.no_grad():
        reply = own.masked(network(after), legal).argmax(dim=1, keepdim=True)
        worth = older(after).gather(1, reply)[:, 0]
    return own.torch.where(over, reward, -own.GAMMA * worth)


def unmasked(own: SimpleNamespace, count: int) -> Any:
    """Returns games in which whoever plays on an occupied square loses."""
    torch = own.torch

    class Unmasked(own.TicTacToe):
        def play(self, actions: Any) -> Any:
            taken = self.boards.flatten(1).gather(1, actions[:, None])[:, 0] != 0
            free = (self.boards == 0).flatten(1).float().argmax(dim=1)
            after, legal, over, reward = super().play(torch.where(taken, free, actions))
            over, reward = over | taken, torch.where(taken, -1.0, reward)
            self.boards = torch.where(over[:, None, None, None], 0.0, after)
            self.legal = torch.ones_like(legal)
            return after, torch.ones_like(legal), over, reward

    return Unmasked(count)


def free_at_random(own: SimpleNamespace, games: Any, q: Any, legal: Any, epsilon: float) -> Any:
    """Chooses as the lesson's `choose` does; what is random falls on free squares."""
    explore = own.torch.rand(len(q), 1) < epsilon
    random = own.masked(own.torch.rand(q.shape), games.boards.flatten(1) == 0)
    return own.masked(own.torch.where(explore, random, q), legal).argmax(dim=1)


def tictactoe_runs(own: SimpleNamespace, seed: int) -> Iterator[tuple[str, Callable[[], Line]]]:
    """Yields the trainings of tic-tac-toe from a seed, by name."""
    judge = Judge("tictactoe", own.GAMMA)

    def run(
        updates: int = 1500,
        games: Any = None,
        learn: Any = None,
        build: Any = own.new_network,
        **settings: Any,
    ) -> Line:
        learning = partial(learn or own.train, build(seed), games or own.TicTacToe(256))
        return trained(learning, updates, judge, seed=seed, **settings)

    switched = partial(run, learn=partial(train_with, own))
    sgd = own.torch.optim.SGD
    yield "lesson", run
    if seed not in FEWER:
        return
    yield "target network", partial(switched, copy_every=50)
    yield "target network and double Q", partial(switched, copy_every=50, double=True)
    yield "replay", partial(switched, replay=80)
    yield "symmetry", partial(switched, symmetry=True)
    yield "exploration 0.1", partial(switched, epsilon=0.1)
    for rate in (0.01, 1.0):
        yield f"gradient descent {rate}", partial(switched, optimiser=sgd, rate=rate)
    yield "no filters", lambda: run(build=partial(_connected, own))
    yield "no mask", lambda: run(games=unmasked(own, 256))
    bare = unmasked(own, 256)
    choose = partial(free_at_random, own, bare)
    yield "no mask, random free", partial(switched, games=bare, choose=choose)
    yield "wrong sign", lambda: run(target=own.wrong_target)
    for games, rate in ((256, 4e-3), (16, 4e-3), (1, 1e-3)):
        yield (
            f"{games} at once, equal moves",
            partial(_of_size, run, own, games, MOVES // games, rate),
        )
    yield "1 at once, equal time", lambda: _of_equal_time(run, own)


def _connected(own: SimpleNamespace, seed: int) -> Any:
    """Returns the lesson's network with connections to all squares in place of the filters."""
    rest = list(own.new_network(seed))[3:]
    return own.nn.Sequential(own.nn.Flatten(), own.nn.Linear(9, 128), own.nn.ReLU(), *rest)


def _of_size(run: Any, own: SimpleNamespace, games: int, updates: int, rate: float) -> Line:
    return run(updates, own.TicTacToe(games), rate=rate)


def _of_equal_time(run: Any, own: SimpleNamespace) -> Line:
    """One game at a time, for as long as the lesson's training takes beside it."""
    lockstep = run(60)["seconds"] / 60
    single = run(600, own.TicTacToe(1), rate=1e-3)["seconds"] / 600
    return run(round(1500 * lockstep / single), own.TicTacToe(1), rate=1e-3)


def othello_runs(own: SimpleNamespace, seed: int) -> Iterator[tuple[str, Callable[[], Line]]]:
    """Yields the trainings of Othello from a seed, by name."""
    for size in (4, 6):
        yield f"othello {size}", partial(_on_othello, own, size, seed)


def _on_othello(own: SimpleNamespace, size: int, seed: int, updates: int = 600) -> Line:
    """Trains a convolutional network and, with as many moves and as much time, connected ones."""
    make = partial(othello.make, size)

    def run(build: Any, updates: int) -> tuple[Any, float]:
        began = time.process_time()
        network = own.train(build(size, seed), own.Lockstep(make, 256), updates, seed=seed)
        return network, time.process_time() - began

    # About as many weights as the convolutional network has.
    connected = partial(own.connected, width={4: 53, 6: 100}[size])
    names = "convolutional", "connected, equal moves", "connected, equal time"
    networks, lines = {}, {}
    longer = updates
    for name in names:
        build = own.convolutional if name == names[0] else connected
        if name == names[2]:
            longer = round(updates * lines[names[0]]["seconds"] / lines[names[1]]["seconds"])
        networks[name], seconds = run(build, longer if name == names[2] else updates)
        weights = sum(part.numel() for part in networks[name].parameters())
        lines[name] = {
            "updates": longer if name == names[2] else updates,
            "seconds": round(seconds, 1),
            "weights": weights,
        }
        if size == 4:
            lines[name] |= Judge("othello4", own.GAMMA)(networks[name])
    if size == 6:
        seats = {name: own.q_player(network) for name, network in networks.items()}
        for name in names:
            lines[name]["against two plies"] = _match(seats[name], players.minimax(2), make)
        for name in names[1:]:
            lines[name]["convolutional against it"] = _match(seats[names[0]], seats[name], make)
    return lines


def _match(a: Any, b: Any, make: Any) -> Line:
    found = arena.match(a, b, games=GAMES, make=make)
    return {
        "wins": found.wins,
        "draws": found.draws,
        "losses": found.losses,
        "games": [game.moves for game in found.transcripts],
    }


def planned(own: SimpleNamespace, seed: int) -> dict[str, Callable[[], Line]]:
    """Returns all trainings from a seed, by name."""
    runs = dict(tictactoe_runs(own, seed))
    return runs | dict(othello_runs(own, seed)) if seed in FEWER else runs


def main() -> None:
    """Runs what is missing in the file, and writes it after each training."""
    own = lesson()
    about = {
        "command": "python -m tests.notebooks.q_learning",
        "processor": recorded.processor(),
        "python": platform.python_version(),
        "torch": version("torch"),
        "threads": 1,
        "time": "processor time, on a machine that was doing other work besides",
    }
    kept = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {"about": about, "runs": {}}
    for seed in SEEDS:
        for name, run in planned(own, seed).items():
            of_this = kept["runs"].setdefault(name, {})
            if str(seed) not in of_this:
                of_this[str(seed)] = run()
                print(seed, name, flush=True)
                FILE.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
