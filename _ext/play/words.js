// What happens in a game, in words and colours: what sentences.py, scales.py and analysis_view.py
// say in a notebook. LOOKS has the boards of the games, SCALES the colours; WIN is a certain win.

const nameOfSide = (board, side) => board.sides[side > 0 ? 0 : 1];

function statusOf(game, board, state) {
  const result = game.result(state);
  if (result === 0) return "Draw";
  if (result !== null) return `${nameOfSide(board, result)} wins`;
  const mustPass = game.legal(state).every((index) => game.nameOf(index) === "pass");
  return `${nameOfSide(board, game.mover(state))} ${mustPass ? "must pass" : "to move"}`;
}

// What the last move did, and what comes next.
function playedIn(game, board, before, index, state) {
  const { flips, forced } = game.position(state, before, index);
  const name = game.nameOf(index);
  const discs = flips.length === 1 ? "disc" : "discs";
  const turned = flips.length ? `, ${flips.length} ${discs} turned` : "";
  const blocks = board.block && board.cols / board.block;
  const local = `${String.fromCharCode(97 + (forced % blocks))}${Math.floor(forced / blocks) + 1}`;
  const where = forced >= 0 && game.result(state) === null ? `, on local board ${local}` : "";
  const mover = nameOfSide(board, game.mover(before));
  const did = `${mover} ${name === "pass" ? "passes" : name}${turned}`;
  return `${did}. ${statusOf(game, board, state)}${where}.`;
}

// A number in at most about five characters.
function compact(value, signed = false) {
  const size = Math.abs(value);
  const short = (x) => (x < 9.95 ? x.toFixed(1) : x.toFixed(0));
  let body;
  if (size === Infinity) body = "inf";
  else if (size >= 999.5) {
    const [unit, letter] = size >= 999500 ? [1e6, "M"] : [1e3, "k"];
    body = short(size / unit).replace(/\.0$/, "") + letter;
  } else if (Number.isInteger(size)) body = String(size);
  else body = size < 1 ? size.toFixed(2) : short(size);
  if (/^[0.]*$/.test(body)) return "0";
  return (value < 0 ? "-" : signed ? "+" : "") + body;
}

// A function from a number to its colour, for these numbers: from 0 on or, as soon as one is
// negative, with 0 in the middle.
function scaleOf(values) {
  let [low, high] = [Math.min(...values), Math.max(...values)];
  const samples = low < 0 ? SCALES.diverging : SCALES.sequential;
  if (low < 0) [low, high] = [-Math.max(-low, high), Math.max(-low, high)];
  else if (low === high) [low, high] = [0, high || 1];
  return (value) => {
    const place = ((value - low) / (high - low)) * (samples.length - 1);
    const index = Math.min(Math.max(Math.trunc(place), 0), samples.length - 2);
    const [from, to] = [samples[index], samples[index + 1]];
    return from.map((x, i) => Math.round(x + (to[i] - x) * (place - index)) & ~3);
  };
}

// Black or white, whichever can be read on a colour even when it is small.
function inkOn(ground) {
  const [red, green, blue] = ground
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (luminance + 0.05) / 0.05 > 4.6 ? "#000000" : "#ffffff";
}

const css = (colour) => `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

// Text, ground and colour of the text for each square.
function labelsOf(game, kind, numbers, exact) {
  const drawn = Object.entries(numbers).filter(([index]) => game.nameOf(Number(index)) !== "pass");
  const values = drawn.map(([, x]) => x);
  const scale = scaleOf(values.map((x) => Math.min(Math.max(x, -WIN / 2), WIN / 2)));
  const signed = Math.min(...values) < 0;
  const labels = drawn.map(([index, x]) => {
    const bound = kind === "value" && exact !== null && exact !== Number(index) ? "≤" : "";
    let text = bound + compact(x, signed);
    if (kind === "policy") text = `${(100 * x).toFixed(0)}%`;
    else if (Math.abs(x) >= WIN / 2) text = x > 0 ? "won" : "lost";
    const ground = scale(x);
    return [index, [text, css(ground), inkOn(ground)]];
  });
  return Object.fromEntries(labels);
}

// What is shown of a player's thought: a sentence, what the first player can expect, and labels.
function thoughtOf(game, board, state, opponent, found) {
  const side = game.mover(state);
  const name = game.nameOf(found.index);
  let sentence = `${opponent}: ${name} for ${nameOfSide(board, side)}`;
  const { value, line, scale } = found;
  const knows = Number.isFinite(value);
  if (knows && Math.abs(value) >= WIN / 2) sentence += value > 0 ? ", and a win" : ", and a loss";
  else if (knows) sentence += `, value ${compact(value, true)}`;
  if (line.length > 1) sentence += `; it expects ${line.slice(0, 8).map(game.nameOf).join(" ")}`;
  const isResult = knows && scale === "result";
  const share = isResult ? (1 + side * Math.min(1, Math.max(-1, value))) / 2 : null;
  const labels = {};
  for (const kind of ["visits", "value", "policy"]) {
    const exact = found.exact === "best" ? found.index : null;
    const made = labelsOf(game, kind, found.numbers[kind] ?? {}, exact);
    if (Object.keys(made).length) labels[kind] = made;
  }
  return { sentence, share, labels };
}
