// The rules of the course's games, those of coursekit/games. A state is never changed; `own` are
// the pieces of the side to move, `opp` those of the other side.

const MAKERS = {
  othello4: () => othelloGame(4),
  othello6: () => othelloGame(6),
  othello8: () => othelloGame(8),
  tictactoe: () => tictactoeGame(),
  ultimate: () => ultimateGame(),
};

function makeGame(name) {
  const rules = MAKERS[name]();
  const { size, passIndex, cellsOf, outcome, winnersOf = () => [] } = rules;
  return {
    name,
    ...rules,
    result: (state) => (state.over ? state.mover * outcome(state) || 0 : null),
    mover: (state) => state.mover,
    empties: (state) => cellsOf(state).filter((cell) => cell === 0).length,
    nameOf(index) {
      if (index === passIndex) return "pass";
      return String.fromCharCode(97 + (index % size)) + (Math.floor(index / size) + 1);
    },
    indexOf(text) {
      if (text === "pass") return passIndex;
      return (Number(text.slice(1)) - 1) * size + text.charCodeAt(0) - 97;
    },
    // What the page draws, after the move `index` in the state `before`.
    position(state, before = null, index = null) {
      const cells = cellsOf(state);
      const old = before ? cellsOf(before) : cells;
      return {
        cells,
        last: index === null || index === passIndex ? -1 : index,
        flips: [...cells.keys()].filter((i) => old[i] && old[i] !== cells[i]),
        mover: state.mover,
        forced: state.forced ?? -1,
        winners: winnersOf(state),
      };
    },
  };
}

// The side that has a piece where bits of `own` and of `opp` are set or not, or 0.
const ownerOf = (own, opp, mover) => (own ? mover : opp ? -mover : 0);

// Othello, on two halves of 32 bits: the square in row r and column c is bit 8·r + c.

const INNER_COLUMNS = 0x7e7e7e7e;
const SHIFTS = [1, 7, 8, 9];
const DIRECTIONS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right]));
const CELL_SCORES = [
  [30, -12, 0, -1],
  [-12, -15, -3, -3],
  [0, -3, 0, -1],
  [-1, -3, -1, -1],
];
const MOST_TO_WIPE_OUT = [0, 10, 8, 5, 4, 7]; // discs that are worth a search by so many moves
let movesLow = 0; // what findMoves found
let movesHigh = 0;

// The squares that lie in each direction from each of the 64, from the nearest on.
const RAYS = [...Array(64).keys()].map((square) => {
  const rays = [];
  for (const [down, right] of DIRECTIONS) {
    const ray = [];
    if (!down && !right) continue;
    let row = (square >> 3) + down;
    let col = (square & 7) + right;
    for (; row >= 0 && row < 8 && col >= 0 && col < 8; row += down, col += right) {
      ray.push(8 * row + col);
    }
    if (ray.length > 1) rays.push(ray);
  }
  return rays;
});

// Shifts count modulo 32, so a square's bit is that of its half.
const hasBit = (low, high, square) => ((square < 32 ? low : high) >>> square) & 1;

function countBits(bits) {
  let count = 0;
  for (; bits; bits &= bits - 1) count++;
  return count;
}

// Finds the squares where `own` may place a disc, by filling runs of `opp` in eight directions.
function findMoves(ownLow, ownHigh, oppLow, oppHigh, boardLow, boardHigh) {
  let foundLow = 0;
  let foundHigh = 0;
  for (const shift of SHIFTS) {
    const inner = shift === 8 ? -1 : INNER_COLUMNS;
    const back = 32 - shift;
    const low = oppLow & inner;
    const high = oppHigh & inner;
    let upLow = low & (ownLow << shift);
    let upHigh = high & ((ownHigh << shift) | (ownLow >>> back));
    let downLow = low & ((ownLow >>> shift) | (ownHigh << back));
    let downHigh = high & (ownHigh >>> shift);
    for (let step = 0; step < 5; step++) {
      upHigh |= high & ((upHigh << shift) | (upLow >>> back));
      upLow |= low & (upLow << shift);
      downLow |= low & ((downLow >>> shift) | (downHigh << back));
      downHigh |= high & (downHigh >>> shift);
    }
    foundLow |= (upLow << shift) | (downLow >>> shift) | (downHigh << back);
    foundHigh |= (upHigh << shift) | (upLow >>> back) | (downHigh >>> shift);
  }
  movesLow = foundLow & boardLow & ~(ownLow | oppLow);
  movesHigh = foundHigh & boardHigh & ~(ownHigh | oppHigh);
}

function othelloGame(size) {
  const passIndex = size * size;
  const bitOf = Array.from({ length: passIndex }, (_, i) => 8 * Math.floor(i / size) + (i % size));
  const indexOfBit = new Int8Array(64);
  const scores = new Int8Array(64);
  let boardLow = 0;
  let boardHigh = 0;
  for (const [index, bit] of bitOf.entries()) {
    const [row, col] = [bit >> 3, bit & 7].map((line) => Math.min(line, size - 1 - line));
    indexOfBit[bit] = index;
    scores[bit] = CELL_SCORES[row][col];
    if (bit < 32) boardLow |= 1 << bit;
    else boardHigh |= 1 << bit;
  }

  function stateFrom(ownLow, ownHigh, oppLow, oppHigh, mover) {
    findMoves(ownLow, ownHigh, oppLow, oppHigh, boardLow, boardHigh);
    const [low, high] = [movesLow, movesHigh];
    let mustPass = false;
    if (!(low | high)) {
      findMoves(oppLow, oppHigh, ownLow, ownHigh, boardLow, boardHigh);
      mustPass = (movesLow | movesHigh) !== 0;
    }
    const over = !(low | high) && !mustPass;
    return { ownLow, ownHigh, oppLow, oppHigh, mover, low, high, mustPass, over };
  }

  function stateOf({ cells, mover }) {
    const halves = [0, 0, 0, 0];
    for (const [index, cell] of cells.entries()) {
      const bit = bitOf[index];
      if (cell) halves[(cell === mover ? 0 : 2) + (bit >> 5)] |= 1 << bit;
    }
    return stateFrom(...halves, mover);
  }

  function legal(state) {
    if (state.mustPass) return [passIndex];
    const found = [];
    for (let bits = state.low; bits; bits &= bits - 1) {
      found.push(indexOfBit[31 - Math.clz32(bits & -bits)]);
    }
    for (let bits = state.high; bits; bits &= bits - 1) {
      found.push(indexOfBit[63 - Math.clz32(bits & -bits)]);
    }
    return found;
  }

  function play(state, index) {
    const { ownLow, ownHigh, oppLow, oppHigh, mover } = state;
    if (index === passIndex) return stateFrom(oppLow, oppHigh, ownLow, ownHigh, -mover);
    const square = bitOf[index];
    let low = 0;
    let high = 0;
    for (const ray of RAYS[square]) {
      let run = 0;
      while (run < ray.length && hasBit(oppLow, oppHigh, ray[run])) run++;
      if (run === 0 || run === ray.length || !hasBit(ownLow, ownHigh, ray[run])) continue;
      while (run--) {
        if (ray[run] < 32) low |= 1 << ray[run];
        else high |= 1 << ray[run];
      }
    }
    const movedLow = ownLow | low | (square < 32 ? 1 << square : 0);
    const movedHigh = ownHigh | high | (square < 32 ? 0 : 1 << square);
    return stateFrom(oppLow & ~low, oppHigh & ~high, movedLow, movedHigh, -mover);
  }

  function cellsOf({ ownLow, ownHigh, oppLow, oppHigh, mover }) {
    return bitOf.map((bit) =>
      ownerOf(hasBit(ownLow, ownHigh, bit), hasBit(oppLow, oppHigh, bit), mover),
    );
  }

  function scoreOf(low, high) {
    let score = 0;
    for (; low; low &= low - 1) score += scores[31 - Math.clz32(low & -low)];
    for (; high; high &= high - 1) score += scores[63 - Math.clz32(high & -high)];
    return score;
  }

  const ownDiscs = ({ ownLow, ownHigh }) => countBits(ownLow) + countBits(ownHigh);
  const oppDiscs = ({ oppLow, oppHigh }) => countBits(oppLow) + countBits(oppHigh);
  const difference = (state) => ownDiscs(state) - oppDiscs(state);

  // Whether the side to move can take all discs of the other side by this number of moves.
  function wipesOut(state, moves) {
    if (moves > 2 && wipesOut(state, moves - 1)) return true;
    if (oppDiscs(state) > MOST_TO_WIPE_OUT[moves] || state.mustPass) return false;
    return legal(state).some((index) => {
      const after = play(state, index);
      if (ownDiscs(after) === 0) return true;
      if (moves === 1 || after.over) return false;
      return legal(after).every((reply) => wipesOut(play(after, reply), moves - 1));
    });
  }

  const [near, far] = [size / 2 - 1, size / 2];
  const cells = Array(passIndex).fill(0);
  cells[near * size + near] = cells[far * size + far] = -1;
  cells[near * size + far] = cells[far * size + near] = 1;
  return {
    size,
    passIndex,
    start: stateOf({ cells, mover: 1 }),
    stateOf,
    legal,
    play,
    cellsOf,
    outcome: (state) => Math.sign(difference(state)),
    difference,
    // The cell scores of the side to move less those of the other side.
    evaluate: ({ ownLow, ownHigh, oppLow, oppHigh }) =>
      scoreOf(ownLow, ownHigh) - scoreOf(oppLow, oppHigh),
    replies: ({ low, high }) => countBits(low) + countBits(high),
    wipesOut,
  };
}

// Tic-tac-toe: square i is bit i.

const LINES = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const HAS_LINE = Array.from({ length: 512 }, (_, marks) =>
  LINES.some((line) => (marks & line) === line),
);
const NINE = [...Array(9).keys()];

const hasMark = (marks, cell) => (marks >> cell) & 1;
const maskOf = (isMember) => NINE.reduce((mask, i) => mask | (isMember(i) << i), 0);

function tictactoeGame() {
  function stateFrom(own, opp, mover) {
    return { own, opp, mover, over: HAS_LINE[opp] || (own | opp) === 511 };
  }
  return {
    size: 3,
    passIndex: -1,
    start: stateFrom(0, 0, 1),
    stateOf({ cells, mover }) {
      const marksOf = (side) => maskOf((i) => cells[i] === side);
      return stateFrom(marksOf(mover), marksOf(-mover), mover);
    },
    legal: ({ own, opp, over }) => (over ? [] : NINE.filter((i) => !hasMark(own | opp, i))),
    play: ({ own, opp, mover }, index) => stateFrom(opp, own | (1 << index), -mover),
    cellsOf: ({ own, opp, mover }) =>
      NINE.map((i) => ownerOf(hasMark(own, i), hasMark(opp, i), mover)),
    outcome: ({ opp }) => (HAS_LINE[opp] ? -1 : 0),
  };
}

// Ultimate tic-tac-toe: `own` and `opp` are the marks on each of the nine local boards.

const SQUARES = [...Array(81).keys()];
const LOCAL = SQUARES.map((i) => 3 * Math.floor(i / 27) + Math.floor((i % 9) / 3));
const CELL = SQUARES.map((i) => 3 * (Math.floor(i / 9) % 3) + (i % 3));
const ON_LOCAL = NINE.map((board) => SQUARES.filter((i) => LOCAL[i] === board));

function ultimateGame() {
  // `closed` are the local boards that are won or full.
  function stateFrom(own, opp, ownWon, oppWon, closed, forced, mover) {
    const over = HAS_LINE[oppWon] || closed === 511;
    if (over || (forced >= 0 && hasMark(closed, forced))) forced = -1;
    return { own, opp, ownWon, oppWon, closed, forced, mover, over };
  }

  function stateOf({ cells, mover, forced = -1 }) {
    const marksOf = (side) =>
      ON_LOCAL.map((squares) => maskOf((cell) => cells[squares[cell]] === side));
    const [own, opp] = [marksOf(mover), marksOf(-mover)];
    const [ownWon, oppWon] = [own, opp].map((marks) => maskOf((board) => HAS_LINE[marks[board]]));
    const full = maskOf((board) => (own[board] | opp[board]) === 511);
    return stateFrom(own, opp, ownWon, oppWon, ownWon | oppWon | full, forced, mover);
  }

  function legal({ own, opp, closed, forced, over }) {
    if (over) return [];
    const squares = forced >= 0 ? ON_LOCAL[forced] : SQUARES;
    return squares.filter((i) => {
      const board = LOCAL[i];
      return !hasMark(closed, board) && !hasMark(own[board] | opp[board], CELL[i]);
    });
  }

  function play({ own, opp, ownWon, oppWon, closed, mover }, index) {
    const board = LOCAL[index];
    const moved = own.slice();
    const marks = (moved[board] |= 1 << CELL[index]);
    const wins = HAS_LINE[marks];
    if (wins || (marks | opp[board]) === 511) closed |= 1 << board;
    return stateFrom(opp, moved, oppWon, ownWon | (wins << board), closed, CELL[index], -mover);
  }

  const none = Array(9).fill(0);
  return {
    size: 9,
    passIndex: -1,
    start: stateFrom(none, none, 0, 0, 0, -1, 1),
    stateOf,
    legal,
    play,
    cellsOf: ({ own, opp, mover }) =>
      SQUARES.map((i) => {
        const [board, cell] = [LOCAL[i], CELL[i]];
        return ownerOf(hasMark(own[board], cell), hasMark(opp[board], cell), mover);
      }),
    outcome: ({ oppWon }) => (HAS_LINE[oppWon] ? -1 : 0),
    winnersOf: ({ ownWon, oppWon, mover }) =>
      NINE.map((board) => ownerOf(hasMark(ownWon, board), hasMark(oppWon, board), mover)),
  };
}
