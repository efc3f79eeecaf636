// Draws a board of any of the games. It knows squares and pieces, and no rules.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// Shapes as in the board's picture (sprites.py), on a square of 100 by 100.
const SIGNS = {
  piece: { x: "M25 25 75 75M75 25 25 75", xStroke: 12.5, radius: 29.5, oStroke: 12 },
  won: { x: "M16 16 84 84M84 16 16 84", xStroke: 11, radius: 36, oStroke: 11 },
};

function sign(side, { x, xStroke, radius, oStroke }) {
  const picture = element("span", { class: side > 0 ? "ck-x" : "ck-o" });
  const shape =
    side > 0
      ? `<path d="${x}" stroke-width="${xStroke}"/>`
      : `<circle cx="50" cy="50" r="${radius}" stroke-width="${oStroke}"/>`;
  picture.innerHTML = `<svg viewBox="0 0 100 100" aria-hidden="true">${shape}</svg>`;
  return picture;
}

function piece(game, side) {
  if (game.pieces === "cross") return sign(side, SIGNS.piece);
  return element("span", { class: side > 0 ? "ck-disc ck-black" : "ck-disc ck-white" });
}

function squareName(game, square) {
  return String.fromCharCode(97 + (square % game.cols)) + (Math.floor(square / game.cols) + 1);
}

function localBoard(game, square) {
  const row = Math.floor(square / game.cols / game.block);
  const col = Math.floor((square % game.cols) / game.block);
  return (row * game.cols) / game.block + col;
}

// The counts that stand beside the status: discs, or local boards won.
function counts(game, position) {
  if (!game.counts) return [];
  const owners = game.counts === "pieces" ? position.cells : position.winners;
  return [1, -1].map((side) => [side, owners.filter((owner) => owner === side).length]);
}

function countChips(game, position) {
  return counts(game, position).map(([side, count]) =>
    element(
      "span",
      { class: "ck-count" },
      element("span", { class: "ck-chip", "aria-hidden": "true" }, piece(game, side)),
      element("span", { class: "ck-hidden" }, `${game.sides[side > 0 ? 0 : 1]}: `),
      String(count),
    ),
  );
}

// Returns an element and `show(position, extras)`. Extras: `legal`, a set of squares; `labels`,
// [text, colour, ink] by square; `hinted`, a square to ring, or -1; `animate`, whether discs turn
// before the eye.
function makeBoard(game, pick = null) {
  const squares = [];
  let here = 0; // the one square that Tab reaches

  const [whole, part] = pick ? ["grid", "gridcell"] : ["table", "cell"];
  const board = element("div", { class: "ck-board", role: whole, "aria-label": "board" });
  for (let row = 0; row < game.rows; row++) {
    const line = element("div", { class: "ck-row", role: "row" });
    for (let col = 0; col < game.cols; col++) {
      const square = element("div", { class: "ck-square", role: part });
      if (game.block) {
        if ((col + 1) % game.block === 0) square.classList.add("ck-right");
        if ((row + 1) % game.block === 0) square.classList.add("ck-bottom");
      }
      const isLarge = game.style === "othello" && game.rows === 8 && game.cols === 8;
      if (isLarge && row % 4 === 2 && col % 4 === 2) square.classList.add("ck-star");
      if (col + 1 === game.cols) square.classList.add("ck-right");
      if (row + 1 === game.rows) square.classList.add("ck-bottom");
      if (pick) {
        const index = squares.length;
        square.addEventListener("click", () => {
          moveTo(index);
          pick(index);
        });
      }
      squares.push(square);
      line.append(square);
    }
    board.append(line);
  }

  const letters = element("div", { class: "ck-letters", "aria-hidden": "true" });
  const numbers = element("div", { class: "ck-numbers", "aria-hidden": "true" });
  for (let i = 0; i < game.cols; i++) letters.append(element("span", {}, squareName(game, i)[0]));
  for (let i = 0; i < game.rows; i++) numbers.append(element("span", {}, String(i + 1)));
  const frame = element(
    "div",
    {
      class: `ck-frame ck-n${game.cols} ck-on-${game.pieces}`,
      style: `--rows: ${game.rows}; --cols: ${game.cols}`,
    },
    letters,
    numbers,
    board,
  );

  function moveTo(index, focus = false) {
    squares[here].tabIndex = -1;
    here = index;
    squares[here].tabIndex = 0;
    if (focus) squares[here].focus();
  }

  if (pick) {
    squares.forEach((square) => (square.tabIndex = -1));
    moveTo(0);
    board.addEventListener("keydown", (event) => {
      const [row, col] = [Math.floor(here / game.cols), here % game.cols];
      const steps = {
        ArrowUp: [Math.max(0, row - 1), col],
        ArrowDown: [Math.min(game.rows - 1, row + 1), col],
        ArrowLeft: [row, Math.max(0, col - 1)],
        ArrowRight: [row, Math.min(game.cols - 1, col + 1)],
        Home: [row, 0],
        End: [row, game.cols - 1],
      };
      const to = steps[event.key];
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (to) moveTo(to[0] * game.cols + to[1], true);
      else if (event.key === "Enter" || event.key === " ") pick(here);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  let shown = null;

  function describe(square, position, extras) {
    const side = position.cells[square];
    const words = [squareName(game, square), side ? game.sides[side > 0 ? 0 : 1] : "empty"];
    if (position.last === square) words.push("last move");
    if (position.flips.includes(square)) words.push("turned");
    if (extras.legal?.has(square)) words.push("you can play here");
    if (extras.hinted === square) words.push("hint");
    if (extras.labels?.[square]) words.push(extras.labels[square][0]);
    return words.join(", ");
  }

  function show(position, extras = {}) {
    squares.forEach((square, index) => {
      const side = position.cells[index];
      const label = extras.labels?.[index];
      square.className = square.className.replace(/ ck-is-\S+/g, "");
      if (position.last === index) square.classList.add("ck-is-last");
      if (position.flips.includes(index)) square.classList.add("ck-is-flipped");
      if (game.block && position.forced === localBoard(game, index)) {
        square.classList.add("ck-is-forced");
      }
      if (extras.hinted === index) square.classList.add("ck-is-hinted");
      square.style.background = label ? label[1] : "";
      square.replaceChildren();
      if (side) {
        const drawn = piece(game, side);
        const before = shown?.cells[index];
        if (extras.animate && before === -side) drawn.classList.add("ck-turning");
        else if (extras.animate && before === 0) drawn.classList.add("ck-placed");
        if (label && game.pieces === "cross") drawn.classList.add("ck-faint");
        square.append(drawn);
      } else if (extras.legal?.has(index)) {
        const mover = position.mover > 0 ? "first" : "second";
        const low = label ? " ck-dot-low" : ""; // below the number
        square.append(element("span", { class: `ck-dot ck-dot-${mover}${low}` }));
      }
      if (label) {
        // On a disc the label takes the disc's contrast, on a bare square that of its colour.
        const ink = side && game.pieces === "disc" ? (side > 0 ? "#fff" : "#000") : label[2];
        square.append(element("span", { class: "ck-label", style: `color: ${ink}` }, label[0]));
      } else if (position.last === index && game.pieces === "disc") {
        square.append(element("span", { class: "ck-last" }));
      }
      square.setAttribute("aria-label", describe(index, position, extras));
    });
    position.winners.forEach((side, index) => {
      if (!side) return;
      const perRow = game.cols / game.block;
      const corner =
        Math.floor(index / perRow) * game.block * game.cols + (index % perRow) * game.block;
      const winner = sign(side, SIGNS.won);
      winner.classList.add("ck-won");
      squares[corner].append(winner);
    });
    shown = position;
  }

  return { element: frame, show, focus: () => squares[here].focus(), moveTo };
}
