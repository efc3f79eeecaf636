"""AlphaZero's self-play, hundreds of games in lockstep and one at a time, to be timed."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import torch

from benchmarks.timing import Workload, rate, serve
from benchmarks.usual_alphazero import UsualSelfPlay
from coursekit import othello
from coursekit.engine.bulk.planes import fill_planes
from coursekit.engine.mcts.forest import PuctConfig
from coursekit.games.env import Env
from coursekit.learning.alphazero.config import AlphaZeroConfig
from coursekit.learning.alphazero.self_play import Evaluate, SelfPlay
from coursekit.learning.compiled import folded
from coursekit.learning.inference import Bitboards, Evaluator, has_bfloat16
from coursekit.learning.loading import load_dual_network
from coursekit.learning.networks import DualNetwork
from coursekit.players import alpha_beta, alphazero, random
from coursekit.players.evaluators import LeafEvaluate
from coursekit.players.network_search import NetworkSearchPlayer

CHANNELS, BLOCKS = 64, 5
SIMULATIONS, GAMES = 50, 256
BATCHES = 1, 4, 16, 32, 256
NUMBERS = torch.float32, torch.bfloat16
SEARCHES = {
    "PUCT": PuctConfig(SIMULATIONS),
    "Gumbel": PuctConfig(SIMULATIONS, gumbel=True, play_forced=True),
}

_Result = TypeVar("_Result")


class CountedSelfPlay(SelfPlay):
    """Self-play that counts the positions it has searched."""

    begun = 0

    @property
    def positions(self) -> float:
        """Positions searched so far; a search under way counts by its share of simulations."""
        done = sum(self.forest.simulations(tree) for tree in range(self.forest.trees))
        return self.begun - self.forest.trees + done / self.forest.config.simulations

    def _search(self, rows: npt.NDArray[np.int64]) -> None:
        self.begun += len(rows)
        super()._search(rows)


def network() -> DualNetwork:
    """Returns the network, untrained."""
    torch.manual_seed(0)
    return DualNetwork(8, 65, CHANNELS, BLOCKS).eval()


def self_play(search: str) -> CountedSelfPlay:
    """Returns new self-play, as in a training, with plain PUCT or with a Gumbel root."""
    noise = 0.25 if search == "PUCT" else 1.0
    config = AlphaZeroConfig(games=GAMES, simulations=SIMULATIONS, root_noise=noise)
    return CountedSelfPlay(config, search=SEARCHES[search])


def positions(play: CountedSelfPlay, evaluate: Evaluate, moves: int = 1) -> float:
    """Plays ``moves`` moves of each game on average; returns the positions."""
    before = play.positions
    while play.positions - before < moves * GAMES:
        play.play(evaluate, 1)
    return play.positions - before


def calls(play: CountedSelfPlay, evaluate: Evaluate) -> int:
    """Plays until a game ends; returns the number of positions that the network was asked for."""
    before = play.counts.evaluations
    play.play(evaluate, 1)
    return play.counts.evaluations - before


def batch() -> tuple[Bitboards, Bitboards, Bitboards]:
    """Returns a batch of positions as self-play asks for them: own, other discs, legal moves."""
    forest = self_play("PUCT").forest
    count = forest.select()
    own, opp = (np.resize(forest.leaves[:count, word], GAMES) for word in (0, 1))
    return own, opp, np.resize(forest.legal[:count], GAMES)


def answered(evaluator: Evaluator, asked: tuple[Bitboards, Bitboards, Bitboards]) -> int:
    """Has a batch evaluated, from bits to numbers; returns its size."""
    evaluator.boards(*asked)
    return len(asked[0])


def forward(module: Callable[[torch.Tensor], object], planes: torch.Tensor) -> int:
    """Has the network alone compute a batch whose planes are ready; returns its size."""
    with torch.inference_mode():
        module(planes)
    return len(planes)


def by_torch(
    network: DualNetwork, asked: tuple[Bitboards, ...], number: torch.dtype
) -> Callable[[], int]:
    """Returns what has torch compute a batch, batch norm folded, in that kind of number."""
    planes = np.empty((len(asked[0]), 64, 3), np.float32)
    fill_planes(*asked, 8, 8, planes)
    ready = torch.from_numpy(planes).view(-1, 8, 8, 3).permute(0, 3, 1, 2).to(number)
    module = folded(network).to(dtype=number, memory_format=torch.channels_last)
    return partial(forward, module, ready)


class Profile(NamedTuple):
    """Where the processor time of self-play goes.

    Attributes:
        positions: Positions that were searched.
        evaluations: Positions that the network was asked for.
        batches: Calls of the network.
        seconds: Processor time in all.
        network: The part of it in the evaluator, from bits to numbers.
        tree: The part in the searches: selection and backing up.
    """

    positions: float
    evaluations: int
    batches: int
    seconds: float
    network: float
    tree: float


def profile(search: str, moves: int) -> Profile:
    """Plays ``moves`` moves of each game on average, and says where the time goes."""
    spent = {"network": 0.0, "tree": 0.0}
    batches = 0

    def timed(part: str, function: Callable[..., _Result]) -> Callable[..., _Result]:
        def call(*arguments: Any) -> _Result:
            nonlocal batches
            batches += part == "network"
            begun = time.process_time()
            answer = function(*arguments)
            spent[part] += time.process_time() - begun
            return answer

        return call

    torch.set_num_threads(1)
    play, evaluator = self_play(search), Evaluator(network())
    positions(play, evaluator.boards)  # compiles what must be compiled
    forest: Any = play.forest
    forest.select = timed("tree", forest.select)
    forest.back_up = timed("tree", forest.back_up)
    before = play.counts.evaluations
    begun = time.process_time()
    searched = positions(play, timed("network", evaluator.boards), moves)
    seconds = time.process_time() - begun
    return Profile(
        searched,
        play.counts.evaluations - before,
        batches,
        seconds,
        spent["network"],
        spent["tree"],
    )


class Move(NamedTuple):
    """What a move of the shipped player takes.

    Attributes:
        milliseconds: For each number of simulations, of processor time: one number a round. In
            positions that the player has not met, nor any that follow.
        in_games: The same in games, where it remembers what it evaluated for the moves before.
        network: For each size of a batch, microseconds a position: by torch in float32 and in
            bfloat16, its planes ready, and by the evaluator.
    """

    milliseconds: dict[int, list[float]]
    in_games: dict[int, list[float]]
    network: dict[int, list[tuple[float, ...]]]


def move(rounds: int, seconds: float) -> Move:
    """Measures AlphaZero's moves, and its network by size of the batch, in turns."""
    torch.set_num_threads(1)
    plain, _ = load_dual_network("othello8")
    ours = Evaluator(plain)
    opened = [positions_after(8, seed) for seed in range(4)]
    counts = 100, 1000
    found = Move(*({count: [] for count in numbers} for numbers in (counts, counts, BATCHES)))
    seeds = itertools.count()

    def anew(_: str) -> LeafEvaluate:
        """An evaluation that remembers nothing."""
        return lambda leaves, legal, _: ours.boards(leaves[:, 0].copy(), leaves[:, 1].copy(), legal)

    for number in range(-1, rounds):  # the first round compiles what must be compiled
        for count in counts:
            first = NetworkSearchPlayer("AlphaZero", PuctConfig(count), anew)
            taken = 1e3 / rate(partial(moves, first, opened), seconds)
            found.milliseconds[count] += [taken] * (number >= 0)
            taken = 1e3 / rate(partial(game, alphazero(simulations=count), seeds), seconds)
            found.in_games[count] += [taken] * (number >= 0)
        for count in found.network:
            asked = tuple(np.resize(part, count) for part in batch())
            calls = (
                *(by_torch(plain, asked, number) for number in NUMBERS),
                partial(answered, ours, asked),
            )
            times = tuple(1e6 / rate(call, seconds / 4) for call in calls)
            found.network[count] += [times] * (number >= 0)
    return found


def moves(player: NetworkSearchPlayer, envs: Sequence[Env]) -> int:
    """Has a player choose a move in each of some positions; returns their number."""
    return sum(player(env) in env.legal_actions() for env in envs)


def game(player: NetworkSearchPlayer, seeds: Iterator[int]) -> int:
    """Has a player meet alpha-beta, whose moves take next to no time; returns its moves."""
    env = positions_after(8, next(seeds))
    sides = {env.player: player, -env.player: alpha_beta(3)}
    while not env.is_done():
        env.update(sides[env.player](env))
    return (len(env.history) - 8 + 1) // 2


def positions_after(plies: int, seed: int) -> Env:
    """Returns 8×8 Othello after some random moves."""
    env = othello.make(8, seed=seed)
    for _ in range(plies):
        env.update(random()(env))
    return env


def workloads() -> dict[str, Workload]:
    """Returns what is timed, by name."""
    torch.set_num_threads(1)
    plain = network()
    ours = Evaluator(plain)
    found: dict[str, Workload] = {}
    for search in SEARCHES:
        found[f"calls, {search}"] = partial(calls, self_play(search), ours.boards)
        found[f"positions, {search}"] = partial(positions, self_play(search), ours.boards)
    asked = batch()
    found["network"] = partial(answered, ours, asked)
    number = NUMBERS[has_bfloat16(torch.device("cpu"))]
    found["network alone"] = by_torch(plain, asked, number)
    found["usual"] = UsualSelfPlay(plain, SIMULATIONS).move
    found["usual, folded"] = UsualSelfPlay(folded(plain), SIMULATIONS).move
    return found


if __name__ == "__main__":
    serve(workloads())
