"""The book's script in a browser: how long each opponent takes for a move."""

from __future__ import annotations

import os
import random
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.table import short, verdict
from benchmarks.timing import Settings, bind_to_one_core
from coursekit.games import registry

NAME = "browser"
HELP = "the book's script: the time of each opponent's move in headless Chromium"

PLIES = {"othello8": 60, "othello6": 32, "othello4": 12, "tictactoe": 9, "ultimate": 45}
TARGETS = {("othello8", "alphazero:100"): 1000}
"""Milliseconds that the median move may take."""

ASK = """
async ({ script, networks, questions }) => {
  const data = {};
  window.courseData = (name, network) => (data[name] = network);
  for (const network of networks) (0, eval)(network);
  (0, eval)(script);
  const { opponentsOf } = courseCore(false);
  const worker = new Worker(URL.createObjectURL(new Blob([`(${courseCore})(true)`])));
  const answer = (message) =>
    new Promise((done) => {
      worker.onmessage = ({ data }) => "progress" in data || done(data);
      worker.postMessage(message);
    });
  const found = [];
  for (const game of Object.keys(questions)) {
    for (const { key, label, data: name } of opponentsOf(game)) {
      const times = [];
      for (const moves of questions[game]) {
        const started = performance.now();
        const message = { task: "think", game, start: null, moves, opponent: key, seed: 1 };
        const { error } = await answer({ ...message, data: data[name] ?? null });
        if (error) throw new Error(error);
        times.push(performance.now() - started);
      }
      found.push({ game, key, label, times });
    }
  }
  return found;
}
"""


def run(settings: Settings) -> int:
    """Measures every opponent in positions of random games, and prints a table; returns 0."""
    rounds = settings.rounds
    print(f"Milliseconds by the clock, one core: median (min–max) of {rounds} positions a game.\n")
    print("| game | opponent | a move | target |", "|---|---|---|---|", sep="\n")
    for row in measure(rounds):
        times, target = row["times"], TARGETS.get((row["game"], row["key"]))
        median = statistics.median(times)
        spread = f"{short(median)} ({short(min(times))}–{short(max(times))})"
        met = "" if target is None else f"at most {target:,}: {verdict(median <= target)}"
        print(f"| {row['game']} | {row['label']} | {spread} | {met} |")
    return 0


def measure(rounds: int) -> list[dict[str, Any]]:
    """Returns a row for each opponent of each game: the ``times`` of its moves."""
    from playwright.sync_api import sync_playwright

    from _ext.play import book, weights  # torch, sphinx

    bind_to_one_core(0)  # and with this process the browser that it starts
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        networks = [Path(folder, f"{name}.js").read_text() for name in weights.write(Path(folder))]
        own = playwright.chromium.executable_path
        path = os.environ.get("COURSEKIT_BROWSER") or shutil.which("chromium") or own
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        script = book.core_script()
        given = {"script": script, "networks": networks, "questions": questions(rounds)}
        page = browser.new_page()
        page.goto("about:blank")
        found: list[dict[str, Any]] = page.evaluate(ASK, given)
        browser.close()
    return found


def questions(rounds: int) -> dict[str, list[list[str]]]:
    """Returns for each game the moves to some positions, spread over random games."""
    found: dict[str, list[list[str]]] = {}
    for game, plies in PLIES.items():
        chance, found[game] = random.Random(1), []
        while len(found[game]) < rounds:
            env = registry.spec(game).make()
            wanted = plies * len(found[game]) // rounds
            while not env.is_done() and len(env.history) < wanted:
                env.update(chance.choice(env.legal_actions()))
            if not env.is_done():
                found[game].append([action.name for action in env.history])
    return found
