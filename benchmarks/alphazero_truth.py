"""AlphaZero's networks judged by exact answers: tic-tac-toe, 4×4 Othello, endgames of 8×8."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from benchmarks.table import verdict
from coursekit import Budget, othello, players
from coursekit.arena import wilson
from coursekit.arena.games import play_games
from coursekit.arena.matches import schedule
from coursekit.arena.result import Transcript
from coursekit.games.actions import Action
from coursekit.games.othello import Othello
from coursekit.learning import (
    AlphaZero,
    DualNetwork,
    game_table,
    load_dual_network,
    train,
)
from coursekit.learning.alphazero.config import preset
from coursekit.learning.alphazero.examination import examine_network
from coursekit.learning.tables import START, GameTable
from coursekit.players.base import AnyPlayer, player_name
from coursekit.players.network_search import NetworkSearchPlayer
from coursekit.progress import Progress
from coursekit.truth import move_values

SEEDS = range(5)
SEARCH = 25
SIMULATIONS = 100
EMPTIES = (10, 14)
_AT_ONCE = 2048


def tictactoe(quick: bool) -> str:
    """Trains from each seed by the laptop's recipe, and proves what came of it; quick: from one."""
    lines = [
        "Tic-tac-toe, `train tictactoe --preset laptop`, examined over all 5,478 positions (4,520 "
        "go on):\n",
        "| seed | generations | clock | processor | unbeatable from generation (clock) | "
        "network alone: best moves | losing lines as first, second | value error | wrong moves "
        f"with {SEARCH} simulations |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    good = 0
    seeds = SEEDS[:1] if quick else SEEDS
    for seed in seeds:
        learning = AlphaZero(preset("laptop", "tictactoe", seed), n_jobs=-1)
        log = train(learning, log_every=1, report=None)
        last = log[-1]
        beatable = [line["step"] for line in log if losing_lines(line)]
        first = int(max(beatable, default=0)) + 1
        since = "never"
        if first <= len(log):
            since = f"{first} ({log[first - 1]['seconds']:.1f} s)"
        wrong = len(wrong_moves(game_table("tictactoe"), learning.network, SEARCH))
        good += not losing_lines(last) and not wrong
        lines.append(
            f"| {seed} | {len(log)} | {last['seconds']:.1f} s | {last['cpu_seconds']:.1f} s "
            f"| {since} | {last['optimal']:.2%} | {last['losing_lines_first']:.0f}, "
            f"{last['losing_lines_second']:.0f} | {last['value_error']:.3f} | {wrong} |"
        )
    lines.append(
        f"\n- {good} of {len(seeds)} seeds are perfect: no line loses, and with {SEARCH} "
        f"simulations each move is a best one (target all: {verdict(good == len(seeds))})."
    )
    return "\n".join(lines)


def losing_lines(line: dict[str, float]) -> float:
    """Returns how many games an opponent can win, from a line of a training's log."""
    return line["losing_lines_first"] + line["losing_lines_second"]


def wrong_moves(table: GameTable, network: DualNetwork, simulations: int) -> list[int]:
    """Returns the numbers of all positions of a game in which the search plays no best move."""
    player = players.alphazero(network, simulations)
    numbers = np.flatnonzero(~table.done).tolist()
    q = table.exact_q()
    actions = _chosen(player, table, numbers)
    return [n for n, a in zip(numbers, actions, strict=True) if q[n, a] < q[n].max()]


def othello4() -> str:
    """Lets the shipped 4×4 network play against every reply, from both sides."""
    table = game_table("othello4")
    network, _ = load_dual_network("othello4")
    alone = examine_network(table, network)
    lines = [
        f"Othello 4×4, the shipped network with {SIMULATIONS} simulations against everything that "
        "an opponent can do; exact: white wins, by 11–3 in best play:\n",
        "| side | positions in which it moved | moves that lost the exact result | worst result "
        "| fewest discs more than the opponent |",
        "|---|---|---|---|---|",
    ]
    exact = int(table.exact_values()[START])
    kept = True
    for side, value in (("black", exact), ("white", -exact)):
        found = against_everything(table, players.alphazero(network, SIMULATIONS), side == "black")
        kept &= not found.wrong and found.worst == value
        lines.append(
            f"| {side} | {found.positions:,} | {found.wrong} | {found.worst:+d} "
            f"(exact: {value:+d}) | {found.margin:+d} |"
        )
    lines += [
        f"\n- It plays the exact value from both sides: {verdict(kept)}.",
        f"- Its game against itself: {own_game(4, SIMULATIONS)}.",
        f"- The network alone, without search: a best move in {alone['optimal']:.1%} of all "
        f"{int((~table.done).sum()):,} positions that go on; as white it loses "
        f"{alone['losing_lines_second']:.0f} lines.",
    ]
    return "\n".join(lines)


class Lines(NamedTuple):
    """What a player reaches against everything that an opponent can do.

    Attributes:
        positions: Different positions in which the player had to move.
        wrong: Those in which its move was worth less than the exact result.
        worst: Its worst result, +1, 0 or −1.
        margin: The smallest difference of discs at the end, for the player.
    """

    positions: int
    wrong: int
    worst: int
    margin: int


def against_everything(table: GameTable, player: NetworkSearchPlayer, first: bool) -> Lines:
    """Returns what a player reaches as first or second player, whatever the other side does."""
    q = table.exact_q()
    ends: list[int] = []  # discs more than the opponent has

    def replies(numbers: Sequence[int]) -> list[int]:
        """Returns where the player is to move after all replies."""
        found: set[int] = set()
        for number in numbers:
            if table.done[number]:
                ends.append(-int(table.boards[number].sum()))
                continue
            for after in table.after[number][table.legal[number]].tolist():
                if table.done[after]:
                    ends.append(int(table.boards[after].sum()))
                else:
                    found.add(after)
        return sorted(found)

    frontier = [START] if first else replies([START])
    seen: set[int] = set()
    wrong = 0
    while frontier:
        seen.update(frontier)
        actions = _chosen(player, table, frontier)
        wrong += sum(q[n, a] < q[n].max() for n, a in zip(frontier, actions, strict=True))
        afters = {int(table.after[n, a]) for n, a in zip(frontier, actions, strict=True)}
        frontier = [number for number in replies(sorted(afters)) if number not in seen]
    margin = min(ends)
    return Lines(len(seen), int(wrong), (margin > 0) - (margin < 0), margin)


def _chosen(player: NetworkSearchPlayer, table: GameTable, numbers: Sequence[int]) -> list[int]:
    """Returns the indices of the actions that a player chooses in some positions of a game."""
    actions: list[Action] = []
    for i in range(0, len(numbers), _AT_ONCE):
        actions += player.choose_all([table.env(n) for n in numbers[i : i + _AT_ONCE]])
    return [action.index for action in actions]


def own_game(size: int, simulations: int) -> str:
    """Returns the shipped player's game against itself, with its score, as text."""
    env = othello.make(size=size, seed=0)
    player = players.alphazero(simulations=simulations)
    while not env.is_done():
        env.update(player(env))
    black, white = env.count(1), env.count(-1)
    winner = "black" if black > white else "white" if white > black else "nobody"
    return f"{winner} wins {max(black, white)}–{min(black, white)} ({env.to_moves()})"


def endgames(quick: bool) -> str:
    """Says how often players find the best moves in endgames of the network's own games."""
    count = 10 if quick else 200
    own = players.alphazero(simulations=SIMULATIONS)
    opened = schedule(othello.make(), 2 * (count * 5 // 4), seed=10, plies=8)[::2]  # each once
    with Progress("the network's own games", len(opened), "game") as bar:
        played = play_games(own, own, othello.make(), opened, bar.advance)
    games = [game.transcript for game in played]
    lines = [
        f"Endgames of the network's own games ({SIMULATIONS} simulations, eight random plies), the "
        "first position of each game with a choice and that many empty squares; exact best moves "
        "by discs, and moves that keep the exact result:\n",
        "| empty squares | positions | player | best moves (95 %) | keep the result (95 %) |",
        "|---|---|---|---|---|",
    ]
    judged: list[AnyPlayer] = [
        own,
        players.alphazero(simulations=1),
        players.alpha_beta(5),
        players.uct(Budget(count=1_000)),
        players.random(),
    ]
    for empties in EMPTIES:
        envs = sample(games, empties)[:count]
        values = [move_values(env) for env in envs]
        for player in judged:
            lines.append(_judged(player, empties, envs, values))
    return "\n".join(lines)


def sample(games: Sequence[Transcript], empties: int) -> list[Othello]:
    """Returns from each game the first position with a choice and ``empties`` empty squares."""
    found = []
    for game in games:
        env = othello.make(seed=game.seed)
        for action in othello.from_moves(game.moves).history:
            if env.size**2 - env.count(1) - env.count(-1) == empties:
                if len(env.legal_actions()) > 1:
                    found.append(env)
                break
            env.update(action)
    return found


def _judged(
    player: AnyPlayer,
    empties: int,
    envs: Sequence[Othello],
    values: Sequence[dict[Action, int]],
) -> str:
    if isinstance(player, NetworkSearchPlayer):
        moves = player.choose_all([env.copy() for env in envs])
    else:
        moves = [_action(env, player) for env in envs]
    best = kept = 0
    for move, scores in zip(moves, values, strict=True):
        highest = max(scores.values())
        best += scores[move] == highest
        kept += np.sign(scores[move]) == np.sign(highest)
    shares = " | ".join(f"{k / len(envs):.1%} ({wilson(k, len(envs))})" for k in (best, kept))
    return f"| {empties} | {len(envs)} | {player_name(player)} | {shares} |"


def _action(env: Othello, player: AnyPlayer) -> Action:
    twin = env.copy()
    twin.update(player(twin))
    return twin.history[-1]
