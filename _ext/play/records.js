// The review of a game as the replay's page reads it: what replays.py and evaluations.py make of
// an analysis in a notebook. REPLAY is that page, before its data and after them.

// `reviews` is what the core's review() says of the moves in `kept`, judged by `judge`.
function reviewPage(game, board, { states, indices }, reviews, judge) {
  const end = resultOf(game, board, states.at(-1));
  const record = {
    title: end,
    ...recordOf(game, states, indices),
    result: end,
    review: {
      judge,
      unit: isOthello(game) ? "discs" : "points",
      win: WIN / 2,
      about: aboutOf(reviews, judge),
      end: valueAtEnd(game, states.at(-1)),
      moves: reviews.map((move) => ({ ...move, best: move.best.map(game.nameOf) })),
    },
  };
  const data = JSON.stringify({ game: board, records: [record] }).replaceAll("<", "\\u003c");
  return REPLAY[0] + data + REPLAY[1];
}

const isOthello = (game) => game.name.startsWith("othello");

function resultOf(game, board, state) {
  const status = statusOf(game, board, state);
  if (board.counts !== "pieces") return status;
  const { cells } = game.position(state);
  const [first, second] = [1, -1].map((side) => cells.filter((cell) => cell === side).length);
  return `${status}, ${first}–${second}`;
}

function valueAtEnd(game, state) {
  const result = game.result(state);
  if (result === null || !isOthello(game)) return result;
  return game.position(state).cells.reduce((sum, cell) => sum + cell, 0);
}

// The first position, then what changes.
function recordOf(game, states, indices) {
  const start = game.position(states[0]);
  let before = start;
  const moves = indices.map((index, ply) => {
    const after = game.position(states[ply + 1], states[ply], index);
    const won = [...after.winners.keys()].filter((i) => after.winners[i] !== before.winners[i]);
    before = after;
    const move = [game.nameOf(index), after.flips];
    return after.winners.length ? [...move, after.forced, won] : move;
  });
  return { start, moves };
}

// Where the values come from, in words.
function aboutOf(reviews, judge) {
  const exact = reviews.filter((move) => move.exact).map(({ ply }) => ply + 1);
  if (!exact.length) return `judged by ${judge}`;
  if (exact.length === reviews.length && exact[0] <= 2) return "exact";
  return `judged by ${judge} before ply ${exact[0]}, exact from there on`;
}
