"""The recorded matches of lesson 07: its plain-Python players, stopped by a clock or a count.

``python -m benchmarks.uct_matches`` plays what is missing in ``notebooks/data/uct_matches.jsonl``,
one game after another, and writes each down when it is over; all of it takes two hours of one
core. The players are the lesson's own cells. Time is processor time, so that a busy machine is as
slow for one side as for the other.

A line of the file without moves tells of the machine on which the games below it were played.
Every other line tells of one game: its players (the first has black in games of an even number;
games 2k and 2k + 1 have the same random opening), what stopped each search, the moves, and for each
move after the opening how many steps its search took: nodes, simulations or playouts, 0 where there
was no choice. With as many steps instead of a time, :func:`again` finds the same move again, on any
machine.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
from llvmlite import binding

from coursekit import othello
from coursekit.games.actions import Action
from coursekit.games.env import Env

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
FILE = NOTEBOOKS / "data" / "uct_matches.jsonl"
CELLS = (
    "c01",
    "node",
    "steps",
    "backup",
    "simulate",
    "clock",
    "deepening",
    "flat",
    "table",
    "heavy",
)
OPENING = 8  # random plies

MATCHES: list[tuple[str, str, dict[str, float], int]] = [
    ("UCT", "alpha-beta", {"seconds": 0.01}, 100),
    ("UCT", "flat Monte Carlo", {"seconds": 0.01}, 100),
    ("UCT", "alpha-beta", {"seconds": 0.1}, 40),
    ("UCT", "flat Monte Carlo", {"seconds": 0.1}, 40),
    ("UCT, heavy", "UCT", {"steps": 50}, 100),
    ("UCT, heavy", "UCT, by hand", {"seconds": 0.02}, 100),
    ("UCT, heavy", "UCT", {"seconds": 0.02}, 100),
    ("UCT", "alpha-beta", {"seconds": 1}, 40),
    ("UCT, table", "alpha-beta", {"seconds": 0.1}, 40),
    ("UCT", "alpha-beta, discs", {"seconds": 0.1}, 40),
    ("UCT, c = 0.3", "alpha-beta", {"seconds": 0.1}, 40),
    ("UCT, c = 3", "alpha-beta", {"seconds": 0.1}, 40),
    ("UCT, table, c = 0.03", "alpha-beta", {"seconds": 0.1}, 40),
    ("UCT, table, c = 0.1", "alpha-beta", {"seconds": 0.1}, 40),
    ("UCT, table, c = 0.3", "alpha-beta", {"seconds": 0.1}, 40),
    ("UCT, table, c = 0.1", "alpha-beta", {"steps": 5000}, 100),
    ("UCT, table, c = 0.3", "alpha-beta", {"steps": 5000}, 100),
    ("UCT, table, c = 0.03", "alpha-beta", {"steps": 5000}, 100),
    ("UCT, table", "alpha-beta", {"steps": 5000}, 100),
]

Search = Callable[[Env, Any], Action]


def lesson() -> dict[str, Any]:
    """Returns what the cells of the lesson define."""
    notebook = json.loads((NOTEBOOKS / "07_uct.ipynb").read_text(encoding="utf-8"))
    sources = {cell["id"]: "".join(cell["source"]) for cell in notebook["cells"]}
    names: dict[str, Any] = {}
    exec("from coursekit import display, players, tictactoe", names)  # of its first cell
    with mpl.rc_context():  # the lesson sets its style of charts
        for cell in CELLS:
            exec(sources[cell], names)
    return names


def players_of(names: dict[str, Any]) -> dict[str, Search]:
    """Returns the players of the matches, functions of an env and a clock, by name."""
    by_uct, by_alpha_beta, table = names["by_uct"], names["by_alpha_beta"], names["by_table"]
    with_table = {
        f"UCT, table, c = {c}": lambda env, clock, c=c: by_uct(env, clock, playout=table, c=c)
        for c in (0.03, 0.1, 0.3)
    }
    return with_table | {
        "UCT": by_uct,
        "UCT, c = 0.3": lambda env, clock: by_uct(env, clock, c=0.3),
        "UCT, c = 3": lambda env, clock: by_uct(env, clock, c=3),
        "alpha-beta": by_alpha_beta,
        "alpha-beta, discs": lambda env, clock: by_alpha_beta(env, clock, names["count_discs"]),
        "flat Monte Carlo": names["by_flat"],
        "UCT, table": lambda env, clock: by_uct(env, clock, playout=table),
        "UCT, heavy": lambda env, clock: by_uct(env, clock, playout=names["heavy"]),
        "UCT, by hand": lambda env, clock: by_uct(env, clock, playout=names["by_hand"]),
    }


def opening(game: int) -> Env:
    """Returns the position in which the players take over."""
    env = othello.make(seed=game // 2)
    for _ in range(OPENING):
        actions = env.legal_actions()
        env.update(actions[int(env.rng.random() * len(actions))])
    return env


def searched(search: Search, env: Env, clock: Any, game: int) -> Action:
    """Returns the move that a player finds, with chance that depends on game and ply only."""
    given = env.clone()
    given.seed(1000 * game + len(env.history))
    return search(given, clock)


def play(a: str, b: str, limit: dict[str, float], game: int, names: dict[str, Any]) -> Any:
    """Plays one game and returns its line of the file."""
    env, searches, steps = opening(game), players_of(names), []
    while not env.is_done():
        mine = (env.player == 1) == (game % 2 == 0)
        actions, clock = env.legal_actions(), names["Clock"](**limit)
        one = len(actions) == 1
        search = searches[a if mine else b]
        env.update(actions[0] if one else searched(search, env, clock, game))
        steps.append(clock.taken)
    result = int(env.is_win(1)) - int(env.is_lose(1))
    return {
        "players": [a, b],
        "limit": limit,
        "game": game,
        "result": result if game % 2 == 0 else -result,
        "moves": env.to_moves(),
        "steps": steps,
    }


def again(line: dict[str, Any], names: dict[str, Any], most: float) -> Iterator[tuple[Any, Action]]:
    """Yields the moves of a recorded game that took at most some steps, and those found again."""
    env, searches = opening(line["game"]), players_of(names)
    moves = othello.from_moves(line["moves"]).history[OPENING:]
    for move, steps in zip(moves, line["steps"], strict=True):
        if 0 < steps <= most:
            mine = (env.player == 1) == (line["game"] % 2 == 0)
            search = searches[line["players"][0 if mine else 1]]
            yield move, searched(search, env, names["Clock"](steps=steps), line["game"])
        env.update(move)


def write(line: dict[str, Any]) -> None:
    """Adds a line to the file."""
    with FILE.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def main() -> None:
    """Plays what is missing."""
    names = lesson()
    lines = list(map(json.loads, FILE.read_text("utf-8").splitlines())) if FILE.exists() else []
    found = [line for line in lines if "moves" in line]
    done = {(*line["players"], json.dumps(line["limit"]), line["game"]) for line in found}
    machine = f"{platform.system()} {platform.machine()}, {binding.get_host_cpu_name()}"
    about = {"machine": machine, "python": platform.python_version()}
    if [line for line in lines if "moves" not in line][-1:] != [about]:
        write(about)
    for search in players_of(names).values():  # kernels are compiled before the clock starts
        search(opening(0), names["Clock"](seconds=0.05))
    for a, b, limit, games in MATCHES:
        for game in range(games):
            if (a, b, json.dumps(limit), game) not in done:
                write(play(a, b, limit, game, names))


if __name__ == "__main__":
    main()
