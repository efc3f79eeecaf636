// The searches, those of coursekit/engine. Every value is for the side to move.

const WIN = 1_000_000; // what a won game is worth to alpha-beta, beside the disc difference
const LEAST_VISITS = 10; // from which on a move belongs to the line of best play

// Random numbers from 0 up to 1 that follow from a seed (Tommy Ettinger's mulberry32).
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function finishedValue(game, state) {
  return WIN * game.outcome(state) + (game.difference ? game.difference(state) : 0);
}

// Plain fail-soft alpha-beta, moves in the order of their indices: returns the value, the line of
// best play, and what each move returned, of which only the best is more than an upper bound.
function alphaBeta(game, state, depth, alpha = -Infinity, beta = Infinity, report = null) {
  if (state.over) return { value: finishedValue(game, state), line: [] };
  if (depth === 0) return { value: game.evaluate ? game.evaluate(state) : 0, line: [] };
  const values = {};
  const moves = game.legal(state);
  let best = { value: -Infinity, line: [] };
  for (const [done, index] of moves.entries()) {
    const reply = alphaBeta(game, game.play(state, index), depth - 1, -beta, -alpha);
    const value = -reply.value || 0; // no −0
    values[index] = value;
    if (value > best.value) best = { value, line: [index, ...reply.line] };
    if (value >= beta) break;
    alpha = Math.max(alpha, value);
    if (report) report((done + 1) / moves.length);
  }
  return { ...best, values };
}

// The final disc difference with empty squares for the winner, or the result in other games.
function solve(game, state, alpha = -64, beta = 64) {
  if (state.over) return finalScore(game, state);
  const after = game.legal(state).map((index) => game.play(state, index));
  // What leaves few replies is tried first: it is cheap to search, and often good.
  if (game.replies) after.sort((one, other) => game.replies(one) - game.replies(other));
  let best = -64;
  for (const next of after) {
    best = Math.max(best, -solve(game, next, -beta, -Math.max(alpha, best)));
    if (best >= beta) break;
  }
  return best;
}

function finalScore(game, state) {
  const outcome = game.outcome(state);
  return game.difference ? game.difference(state) + outcome * game.empties(state) : outcome;
}

// UCT: mean + c · √(ln N / n), and a random game from each new leaf. A leaf is given its children
// when it is visited for the second time; results are counted for the side to move at a node.
function uct(game, state, { simulations, c = 1, random, report = () => {} }) {
  const root = uctNode(state, -1);
  for (let done = 0; done < simulations; done++) {
    const path = [root];
    let node = root;
    for (;;) {
      node.visits++;
      if (!node.children && !node.state.over && (node === root || node.visits > 1)) {
        node.children = game.legal(node.state).map((index) => uctNode(null, index));
      }
      if (!node.children) break;
      const next = selectByUcb(node, c);
      next.state ??= game.play(node.state, next.index);
      path.push(next);
      node = next;
    }
    let value = playout(game, node.state, random);
    for (const passed of path.reverse()) {
      passed.total += value;
      value = -value;
    }
    report((done + 1) / simulations);
  }
  return root;
}

const uctNode = (state, index) => ({ state, index, visits: 0, total: 0, children: null });

function selectByUcb(node, c) {
  const weight = c * Math.sqrt(Math.log(node.visits));
  let [best, highest] = [null, -Infinity];
  for (const child of node.children) {
    if (child.visits === 0) return child;
    const bound = weight / Math.sqrt(child.visits) - child.total / child.visits;
    if (bound > highest) [best, highest] = [child, bound];
  }
  return best;
}

function playout(game, state, random) {
  const { mover } = state;
  while (!state.over) {
    const moves = game.legal(state);
    state = game.play(state, moves[Math.floor(random() * moves.length)]);
  }
  return mover * state.mover * game.outcome(state);
}

// The most visited child, of equals the one of the higher mean, then the first.
function mostVisited(children) {
  const mean = (child) => (child.visits ? -child.total / child.visits : -2);
  return children.reduce((best, child) =>
    child.visits > best.visits || (child.visits === best.visits && mean(child) > mean(best))
      ? child
      : best,
  );
}

function lineFrom(chosen) {
  const line = [chosen.index];
  for (let node = chosen; node.children?.length; ) {
    node = mostVisited(node.children);
    if (node.visits < LEAST_VISITS) break;
    line.push(node.index);
  }
  return line;
}
