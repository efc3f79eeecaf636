// The players of the book: what they choose and what they think, told as the course's players do.

const LABELS = {
  random: () => "random",
  most_flips: () => "most flips",
  cell_scores: () => "cell scores",
  alpha_beta: (depth) => `alpha-beta, depth ${depth}`,
  monte_carlo: (playouts) => `Monte Carlo, ${Number(playouts).toLocaleString("en-GB")} playouts`,
  uct: (simulations) => `UCT, ${Number(simulations).toLocaleString("en-GB")} simulations`,
  q_network: (_, game) => `Q network for ${game}`,
  alphazero: (simulations) => `AlphaZero, ${simulations} simulations`,
};

// For each game: its opponents from weak to strong by their matches, the one to begin with, and
// who judges the moves of a game where the truth is out of reach.
const WEAK = ["random", "most_flips", "cell_scores", "alpha_beta:3"];
const STRONG = ["uct:10000", "alphazero:100"];
const OTHELLO = { first: "alpha_beta:3", judge: "alpha_beta:5" };
const OPPONENTS = {
  othello4: { ...OTHELLO, keys: [...WEAK, "alpha_beta:6", "uct:1000", ...STRONG] },
  othello6: { ...OTHELLO, keys: [...WEAK, "alpha_beta:6", "uct:1000", ...STRONG] },
  othello8: { ...OTHELLO, keys: [...WEAK, "uct:1000", "alpha_beta:6", ...STRONG] },
  tictactoe: {
    first: "uct:1000",
    judge: "alpha_beta:9",
    keys: ["random", "uct:1000", "q_network", "alphazero:100", "alpha_beta:9"],
  },
  ultimate: { first: "uct:1000", judge: "uct:2000", keys: ["random", "uct:1000", "uct:10000"] },
};
const DATA_OF = { q_network: "q", alphazero: "alphazero" };

// The opponents of a game from weak to strong; `first` marks the one to begin with.
function opponentsOf(game) {
  const { first, keys } = OPPONENTS[game];
  return keys.map((key) => {
    const kind = DATA_OF[key.split(":")[0]];
    const data = kind ? `${game}-${kind}` : null;
    return { key, label: labelOf(key, game), data, first: key === first };
  });
}

// What a player is called; nothing where it is none of the book's.
function labelOf(key, game) {
  const [kind, setting] = key.split(":");
  return LABELS[kind]?.(setting, game) ?? null;
}

// The key of the player that judges a game's moves where the truth is out of reach.
const judgeOf = (game) => OPPONENTS[game].judge;

function oneOfTheBest(moves, worth, random) {
  const value = Object.fromEntries(moves.map((index) => [index, worth(index)]));
  const highest = Math.max(...Object.values(value));
  const best = moves.filter((index) => value[index] === highest);
  const index = best[Math.floor(random() * best.length)];
  return { index, value: highest, numbers: { value }, exact: "all", scale: "score" };
}

// Each returns what the player makes of a position that is not over.
const PLAYERS = {
  random(game, state, _, { random }) {
    const moves = game.legal(state);
    return { index: moves[Math.floor(random() * moves.length)] };
  },

  most_flips(game, state, _, { random }) {
    const flips = (index) => game.position(game.play(state, index), state, index).flips.length;
    return oneOfTheBest(game.legal(state), flips, random);
  },

  cell_scores(game, state, _, { random }) {
    const score = (index) => -game.evaluate(game.play(state, index)) || 0;
    return oneOfTheBest(game.legal(state), score, random);
  },

  alpha_beta(game, state, depth, { report }) {
    const { value, line, values } = alphaBeta(game, state, depth, -Infinity, Infinity, report);
    const numbers = { value: values };
    return { index: line[0], value, line, numbers, exact: "best", scale: "score" };
  },

  monte_carlo(game, state, playouts, given) {
    return this.uct(game, state, playouts, { ...given, isFlat: true });
  },

  uct(game, state, simulations, { random, report, isFlat }) {
    if (game.legal(state).length === 1) simulations = 1;
    const { children } = uct(game, state, { simulations, random, report, isFlat });
    const best = mostVisited(children);
    const numbers = { visits: {}, value: {} };
    for (const { index, visits, total } of children) {
      numbers.visits[index] = visits;
      if (visits) numbers.value[index] = -total / visits || 0;
    }
    const value = numbers.value[best.index];
    return { index: best.index, value, numbers, line: lineFrom(best), scale: "result" };
  },

  q_network(game, state, _, { data }) {
    const found = qNetwork(game, data)(state);
    const moves = game.legal(state);
    const index = moves.reduce((best, move) => (found[move] > found[best] ? move : best));
    const numbers = { value: Object.fromEntries(moves.map((move) => [move, found[move]])) };
    return { index, value: found[index], numbers, scale: "result" };
  },

  alphazero(game, state, simulations, { data, report }) {
    const root = puct(game, state, { simulations, evaluate: dualNetwork(game, data), report });
    const best = chosenByPuct(root);
    const numbers = { visits: {}, value: {}, policy: {} };
    for (const child of root.children) {
      numbers.visits[child.index] = child.visits;
      numbers.policy[child.index] = child.prior;
      if (valueOf(child) !== null) numbers.value[child.index] = valueOf(child);
    }
    const value = root.proven ?? root.total / root.visits;
    return { index: best.index, value, numbers, line: lineFrom(best), scale: "result" };
  },
};

// What a player, named by its key, makes of a position; all of it follows from the seed.
function think(game, state, key, { data = null, seed = 1, report = () => {} } = {}) {
  const [kind, setting] = key.split(":");
  const given = { data, random: randomNumbers(seed), report };
  const found = PLAYERS[kind](game, state, Number(setting), given);
  return { value: null, numbers: {}, line: [found.index], exact: null, scale: null, ...found };
}

// Empty squares from which on moves are judged by the exact truth, within a second or so.
const exactEmpties = (game) => (game.difference ? 12 : 9);

// What each move was worth to the side that played it, as coursekit.arena.analyse judges a game:
// `states` are the positions before the moves `indices`. Moves without a choice are left out.
function review(game, states, indices, key, { data = null, seed = 1, report = () => {} } = {}) {
  const found = [];
  for (const [ply, index] of indices.entries()) {
    const state = states[ply];
    if (game.legal(state).length > 1) {
      const isExact = game.empties(state) <= exactEmpties(game);
      const judged = isExact
        ? exactReview(game, state, index)
        : judgedReview(game, state, index, key, { data, seed: seed + ply });
      found.push({ ply, ...judged, exact: isExact });
    }
    report((ply + 1) / indices.length);
  }
  return found;
}

function exactReview(game, state, index) {
  const moves = game.legal(state);
  const values = moves.map((move) => -solve(game, game.play(state, move)) || 0);
  const bestValue = Math.max(...values);
  const best = moves.filter((_, place) => values[place] === bestValue);
  return { value: values[moves.indexOf(index)], best, bestValue };
}

function judgedReview(game, state, index, key, given) {
  const valueAfter = (move) => {
    const after = game.play(state, move);
    const win = key.startsWith("alpha_beta") ? WIN : 1;
    const value = after.over ? win * game.outcome(after) : think(game, after, key, given).value;
    return -value || 0;
  };
  const choice = think(game, state, key, given).index;
  const value = valueAfter(index);
  const bestValue = choice === index ? value : valueAfter(choice);
  if (value >= bestValue) return { value, best: [index], bestValue: value };
  return { value, best: [choice], bestValue };
}
