"""The script's rules are the package's: perft, and whole games move by move."""

import random
from pathlib import Path

import pytest

from coursekit.games import registry
from tests.play.core import GAMES
from tests.truth.test_perft import KNOWN as KNOWN_PERFT

RECORD = 12  # bytes: the legal moves as a mask of 88 bits, then the move or the result

KNOWN = {name: known for (name, counting), known in KNOWN_PERFT.items() if counting == "A"}
KNOWN["ultimate"] = [*KNOWN["ultimate"], 33_782_544]  # the package's Python takes half a minute

PERFT = """
const game = makeGame(name);
function leaves(state, depth) {
  const legal = game.legal(state);
  if (depth === 1) return legal.length;
  return legal.reduce((found, index) => found + leaves(game.play(state, index), depth - 1), 0);
}
return depths.map((depth) => leaves(game.start, depth));
"""

# Compares each position of each game with its record; returns the number of games, or where they
# differ.
FOLLOW = """
const game = makeGame(name);
const records = bytesAt(file);
let [state, games] = [game.start, 0];
for (let at = 0; at < records.length; at += 12) {
  const mask = Buffer.alloc(11);
  const legal = game.legal(state);
  for (const index of legal) mask[numbers[index] >> 3] |= 1 << (numbers[index] & 7);
  const last = records[at + 11];
  const sorted = legal.every((index, place) => place === 0 || legal[place - 1] < index);
  const result = legal.length ? null : last - 1;
  const same = mask.equals(records.subarray(at, at + 11)) && game.result(state) === result;
  if (!same || !sorted) return { games, state, legal, result: game.result(state), last };
  state = legal.length ? game.play(state, last) : game.start;
  if (!legal.length) games++;
}
return games;
"""


def write_games(name: str, count: int, file: Path) -> None:
    """Writes random games of the package's rules, a record for each position."""
    env = registry.spec(name).make()
    chance, records = random.Random(name), []
    for _ in range(count):
        state, space, side = env.state, env.space, 1
        while mask := state[-1]:
            actions = space.listed(mask)
            action = actions[int(chance.random() * len(actions))]
            records.append(mask.to_bytes(RECORD - 1, "little") + bytes([action.index]))
            state, space, side = env.successor(state, action), space.opponent, -side
        records.append(bytes([*bytes(RECORD - 1), side * env.outcome(state) + 1]))
    file.write_bytes(b"".join(records))


@pytest.mark.parametrize("name", GAMES)
def test_perft_is_the_known_one_to_depth_seven(script, name):
    assert script.run(PERFT, name=name, depths=list(range(1, 8))) == KNOWN[name][:7]


@pytest.mark.parametrize("name", GAMES)
def test_two_thousand_random_games_have_the_same_legal_moves_and_results(script, name, tmp_path):
    file, numbers = tmp_path / "games", [a.number for a in registry.spec(name).make().space.actions]
    write_games(name, 2000, file)
    assert script.run(FOLLOW, name=name, file=str(file), numbers=numbers) == 2000
