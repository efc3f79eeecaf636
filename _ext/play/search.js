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
function uct(game, state, { simulations, c = 1, isFlat = false, random, report = () => {} }) {
  const root = uctNode(state, -1);
  for (let done = 0; done < simulations; done++) {
    const path = [root];
    let node = root;
    for (;;) {
      node.visits++;
      if (!node.children && !node.state.over && (node === root || (!isFlat && node.visits > 1))) {
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

// AlphaZero's search without noise: PUCT with first-play urgency and proven nodes, as the course's
// forest has it. `evaluate` returns logits by index and the value of a state that is not over.

const FPU_REDUCTION = 0.2;

function puct(game, state, { simulations, c = 1.5, evaluate, report = () => {} }) {
  const root = puctNode(state, -1);
  expand(game, root, false);
  backUp([root], evaluateLeaf(root, evaluate)); // it counts as no simulation
  for (let done = 0; done < simulations && root.proven === null; done++) {
    const path = [root];
    let node = root;
    while (node.children.length && node.proven === null) {
      node = selectByPuct(node, c);
      path.push(node);
    }
    if (node.proven === null) expand(game, node, true);
    backUp(path, node.proven ?? evaluateLeaf(node, evaluate));
    report((done + 1) / simulations);
  }
  return root;
}

const puctNode = (state, index) => ({
  state,
  index,
  prior: 0,
  visits: 0,
  total: 0, // of the values backed up, each for the side to move here
  proven: null, // the exact value, where it is known
  children: [],
});

// Gives a leaf its children, and proves what a look a move or two ahead can prove.
function expand(game, node, looksForWipeOut) {
  node.children = game
    .legal(node.state)
    .map((index) => puctNode(game.play(node.state, index), index));
  if (looksForWipeOut && game.wipesOut?.(node.state, 5)) {
    node.proven = 1;
    return;
  }
  for (const child of node.children) {
    if (child.state.over) child.proven = game.outcome(child.state) || 0;
    else if (game.wipesOut?.(child.state, 1)) child.proven = 1;
  }
  prove(node);
}

// Proves a node by its children if they allow it.
function prove(node) {
  let [best, allKnown] = [-1, true];
  for (const { proven } of node.children) {
    if (proven === null) allKnown = false;
    else best = Math.max(best, -proven);
  }
  if (allKnown || best === 1) node.proven = best || 0;
}

// Gives the children of a leaf their priors; returns its value.
function evaluateLeaf(node, evaluate) {
  const { logits, value } = evaluate(node.state);
  const highest = Math.max(...node.children.map(({ index }) => logits[index]));
  const weights = node.children.map(({ index }) => Math.exp(logits[index] - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (const [place, child] of node.children.entries()) {
    child.prior = Math.fround(weights[place] / total);
  }
  return value;
}

function backUp(path, value) {
  let proving = true;
  for (const node of path.reverse()) {
    if (proving && node.proven === null) prove(node);
    proving = node.proven !== null && proving;
    if (proving) value = node.proven;
    node.total += value;
    node.visits += 1;
    value = -value;
  }
}

// The value of a child for the side to move at its parent, or null where there is none yet.
function valueOf({ proven, visits, total }) {
  if (proven !== null) return -proven || 0;
  return visits ? -total / visits || 0 : null;
}

function selectByPuct(node, c) {
  const unvisited = node.total / node.visits - FPU_REDUCTION;
  let [best, highest] = [null, -Infinity];
  for (const child of node.children) {
    if (child.proven === 1) continue; // a move that loses
    const q = valueOf(child) ?? unvisited;
    const score = q + (c * child.prior * Math.sqrt(node.visits)) / (1 + child.visits);
    if (score > highest) [best, highest] = [child, score];
  }
  return best;
}

// The move to play: never one that is proven worse than another.
function chosenByPuct({ children, proven }) {
  const left = children.filter((child) =>
    proven === null ? child.proven !== 1 : child.proven === -proven,
  );
  const score = (child) =>
    proven !== null ? child.prior : child.visits ? valueOf(child) : -2;
  return left.reduce((best, child) =>
    child.visits > best.visits || (child.visits === best.visits && score(child) > score(best))
      ? child
      : best,
  );
}
