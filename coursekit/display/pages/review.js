// What a review says of a game, made from its record: plain numbers in, words and heights out.
//
// A record of a game holds `title`, `start`, `moves` and `result`, and where it was looked back at:
// - `review`: { judge, unit, win, about, end, moves }. `judge` names the player whose opinion some
//   values are, `unit` is "discs" or "points", what exact values count; from `win` on an opinion is
//   a certain win. `about` says where the values come from. `moves` has an entry for each move that
//   could be judged: { ply, value, best, bestValue, exact }, as in coursekit.arena's Review, with
//   the best moves by name and both values for the side that moved. `end` is the result in that
//   unit, for the first player, or null where the game goes on.
// - or `values`: for each position a number for the first player, or null.

const NOTICEABLE = 0.1; // share of the full height from which on an opinion of a move is a note
const FULL_DISCS = 16; // a disc difference from which on the height is full

// A number from 0 up in at most about five characters, as scales.py writes it.
function compact(size) {
  const short = (x) => x.toFixed(x < 9.95 ? 1 : 0);
  if (size >= 999500) return `${short(size / 1e6).replace(".0", "")}M`;
  if (size >= 999.5) return `${short(size / 1e3).replace(".0", "")}k`;
  if (Number.isInteger(size)) return String(size);
  return size < 1 ? size.toFixed(2) : short(size);
}
const plural = (count, things) => `${compact(count)} ${count === 1 ? things.slice(0, -1) : things}`;

// Returns `values`, for each position [words, height from −1 to +1 for the first player] or null;
// `faults`, for each move { text, best, lost, exact, share } or null; `worst`, the worst of them
// or −1; `summary`, a line on the whole game. `movers` says who moves at each position.
function reviewOf(record, sides, movers) {
  if (record.review) return judged(record.review, sides, movers);
  const numbers = record.values ?? [];
  const most = highest(numbers.filter((first) => first !== null), 1, Infinity);
  const told = (first) =>
    first === null ? null : [worth(first, sides, Infinity), level(first, most)];
  const faults = record.moves.map(() => null);
  return { values: numbers.map(told), faults, worst: -1, summary: "" };
}

const highest = (values, least, win) =>
  Math.max(least, ...values.map(Math.abs).filter((size) => size < win));
const level = (first, most) => Math.max(-1, Math.min(1, first / most));

function worth(first, sides, win, unit = "") {
  const [size, name] = [Math.abs(first), sides[first > 0 ? 0 : 1]];
  if (size === 0) return "even";
  if (size >= win) return `${name} wins`;
  return `${name} +${unit ? plural(size, unit) : compact(size)}`;
}

function judged(review, sides, movers) {
  const { judge, unit, win } = review;
  const known = positionsKnown(review, movers);
  const all = (exact) => known.filter((entry) => entry?.exact === exact).map(({ first }) => first);
  const discs = unit === "discs";
  const full = {
    exact: highest(all(true), discs ? FULL_DISCS : 1, Infinity),
    judge: highest(all(false), 1, win),
  };
  const values = known.map((entry) => {
    if (!entry) return null;
    const { first, exact } = entry;
    if (!exact) return [`${worth(first, sides, win)}, ${judge}`, level(first, full.judge)];
    return [`${worth(first, sides, discs ? Infinity : 1, unit)}, exact`, level(first, full.exact)];
  });

  const faults = movers.slice(1).map(() => null);
  for (const { ply, value, best, bestValue, exact } of review.moves) {
    const lost = bestValue - value;
    if (lost <= 0 || (!exact && lost < NOTICEABLE * Math.min(full.judge, win))) continue;
    const better = best.slice(0, 3).join(" or ");
    const text = exact
      ? `${discs ? `lost ${plural(lost, unit)}` : turned(bestValue, value)}; best was ${better}`
      : `${judge} prefers ${better}${lost >= win ? "" : `, by ${compact(lost)}`}`;
    const share = Math.min(2, lost / (exact ? full.exact : full.judge)); // whatever the unit
    faults[ply] = { text, best, lost, exact, share };
  }
  const sizes = faults.map((fault) => fault?.share ?? 0);
  const worst = faults.some(Boolean) ? sizes.indexOf(Math.max(...sizes)) : -1;
  return { values, faults, worst, summary: summary(review, sides, movers, faults) };
}

// What is known of each position, for the first player; after a forced move it is what it was.
function positionsKnown({ moves, end }, movers) {
  const known = Array(movers.length).fill(null);
  for (const { ply, bestValue, exact } of moves) {
    known[ply] = { first: movers[ply] * bestValue, exact };
  }
  const begin = known.findIndex((entry) => entry);
  if (end !== null) known[known.length - 1] = { first: end, exact: true };
  for (let ply = known.length - 2; begin >= 0 && ply >= begin; ply--) known[ply] ??= known[ply + 1];
  return known;
}

function turned(before, after) {
  const outcome = { 1: "a win", 0: "a draw", "-1": "a loss" };
  return `turned ${outcome[before]} into ${outcome[after]}`;
}

// One line on the whole game: what each side lost for certain, then where the judge disagrees.
function summary({ judge, unit, moves }, sides, movers, faults) {
  const of = (side, exact) =>
    faults.filter((fault, ply) => fault?.exact === exact && movers[ply] === side);
  const lines = [];
  const solved = moves.find((move) => move.exact);
  if (solved) {
    const tell = (side) => {
      const mistakes = of(side, true);
      const [name, times] = [sides[side > 0 ? 0 : 1], plural(mistakes.length, "mistakes")];
      if (!mistakes.length) return `${name} made no mistake`;
      if (unit !== "discs") return `${name} made ${times}`;
      const lost = mistakes.reduce((sum, fault) => sum + fault.lost, 0);
      return `${name} made ${times}, which cost ${plural(lost, unit)} of the final difference`;
    };
    const since = moves[0].exact ? "" : `From ply ${solved.ply + 1} on, which is known exactly: `;
    lines.push(`${since}${tell(1)}; ${tell(-1)}.`);
  }
  if (moves.some((move) => !move.exact)) {
    const [first, second] = [1, -1].map((side) => of(side, false).length);
    const whose = `${plural(first, "moves")} of ${sides[0]} and ${second} of ${sides[1]}`;
    lines.push(`${solved ? "Before that, " : ""}${judge} disagrees with ${whose}.`);
  }
  return lines.join(" ");
}
