// The replay: steps through the games in DATA. It is a page of its own, in a frame.

const { game, records } = DATA;
const STEP_MS = 900;

const squareOf = (name) =>
  name === "pass" ? -1 : (Number(name.slice(1)) - 1) * game.cols + name.charCodeAt(0) - 97;

// Every position of a game, made from the first one and what each move changed.
function positionsOf(record) {
  const positions = [{ ...record.start, flips: [] }];
  for (const [name, flips, forced = -1, won = []] of record.moves) {
    const before = positions.at(-1);
    const cells = [...before.cells];
    const winners = [...before.winners];
    const square = squareOf(name);
    for (const changed of square < 0 ? [] : [square, ...flips]) cells[changed] = before.mover;
    for (const local of won) winners[local] = before.mover;
    positions.push({ cells, winners, forced, flips, last: square, mover: -before.mover });
  }
  return positions;
}

const sideName = (side) => game.sides[side > 0 ? 0 : 1];
const icon = (path) => {
  const button = element("span", { "aria-hidden": "true" });
  const size = 'viewBox="0 0 20 20" width="18" height="18" fill="currentColor"';
  button.innerHTML = `<svg ${size}><path d="${path}"/></svg>`;
  return button;
};
const ICONS = {
  first: "M4 4h2v12H4zM16 4v12L7 10z",
  back: "M14 4v12L5 10z",
  play: "M6 3v14l11-7z",
  pause: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z",
  forward: "M6 4v12l9-6z",
  last: "M14 4h2v12h-2zM4 4v12l9-6z",
};
const button = (name, label, act) =>
  element(
    "button",
    { type: "button", "aria-label": label, title: label, onclick: act },
    icon(ICONS[name]),
  );
const jump = (text, key, act) =>
  element(
    "button",
    { type: "button", title: `key ${key}`, "aria-keyshortcuts": key, onclick: act },
    text,
  );

const board = makeBoard(game);
const counted = element("span");
const status = element("span", { role: "status", "aria-live": "polite" });
const value = element("p", { class: "ck-value" });
const note = element("p", { class: "ck-note" });
const told = element("div", { class: "ck-told", "aria-live": "polite" }, value, note);
const summed = element("p", { class: "ck-summary" });
const about = element("p", { class: "ck-about" });
const slider = element("input", {
  type: "range",
  min: 0,
  "aria-label": "ply",
  oninput: () => go(Number(slider.value)),
});
const graph = element("div", { class: "ck-graph", "aria-hidden": "true" });
const list = element("ol", { class: "ck-list", "aria-label": "moves", tabindex: 0 });
const choice = element("select", {
  "aria-label": "game",
  onchange: () => open(Number(choice.value)),
});
records.forEach(({ title }, index) => choice.append(element("option", { value: index }, title)));
choice.hidden = records.length < 2;
const player = button("play", "Play", () => (timer ? pause() : play()));
const jumps = element(
  "div",
  { class: "ck-buttons", role: "group", "aria-label": "mistakes" },
  jump("◂ Mistake", "p", () => goToFault(-1)),
  jump("Worst mistake", "w", () => go(review.worst + 1)),
  jump("Mistake ▸", "n", () => goToFault(1)),
);

const root = element(
  "main",
  { class: `ck-replay ck-game ck-${game.style} ck-on-${game.pieces}` },
  choice,
  summed,
  element(
    "div",
    { class: "ck-main" },
    element("p", { class: "ck-line" }, counted, status),
    board.element,
    told,
    element("div", { class: "ck-track" }, graph, slider),
    element(
      "div",
      { class: "ck-buttons" },
      button("first", "First position", () => go(0)),
      button("back", "Back", () => go(ply - 1)),
      player,
      button("forward", "Forward", () => go(ply + 1)),
      button("last", "Last position", () => go(Infinity)),
    ),
    jumps,
  ),
  element("div", { class: "ck-side" }, list, about),
);

let record = null;
let review = null;
let positions = [];
let ply = 0;
let timer = null;

function statusOf(index) {
  const position = positions[index];
  if (index === positions.length - 1) return record.result;
  const verb = record.moves[index][0] === "pass" ? "must pass" : "to move";
  return `${sideName(position.mover)} ${verb}`;
}

function open(index) {
  pause();
  record = records[index];
  positions = positionsOf(record);
  review = reviewOf(record, game.sides, positions.map((position) => position.mover));
  slider.max = positions.length - 1;
  list.replaceChildren(
    ...record.moves.map(([name], move) => {
      const mover = positions[move].mover;
      const item = element(
        "button",
        { type: "button", tabindex: -1, class: "ck-move", onclick: () => go(move + 1) },
        element("span", { class: "ck-chip", "aria-hidden": "true" }, piece(game, mover)),
        element("span", { class: "ck-hidden" }, sideName(mover)),
        ` ${name}`,
      );
      if (review.faults[move]) {
        const worst = move === review.worst;
        item.classList.add(worst ? "ck-worst" : "ck-lost");
        item.append(
          element("span", { "aria-hidden": "true" }, worst ? "??" : "?"),
          element("span", { class: "ck-hidden" }, worst ? ", worst mistake" : ", mistake"),
        );
      }
      return element("li", {}, item);
    }),
  );
  drawGraph();
  told.hidden = !review.values.some(Boolean);
  jumps.hidden = review.worst < 0;
  summed.textContent = review.summary;
  about.textContent = record.review ? `Values: ${record.review.about}.` : "";
  go(0);
}

// Goes to the next move that was a mistake, or back to the one before.
function goToFault(step) {
  let move = ply - 1 + step;
  while (move >= 0 && move < review.faults.length && !review.faults[move]) move += step;
  if (review.faults[move]) go(move + 1);
}

// The values as bars: up for the first player, down for the second; a mark at each mistake.
function drawGraph() {
  graph.hidden = !review.values.some(Boolean);
  const count = positions.length;
  const bars = review.values.map((entry, index) => {
    const height = (entry?.[1] ?? 0) * 20;
    const box = `y="${20 - Math.max(0, height)}" width="0.8" height="${Math.abs(height)}"`;
    return `<rect class="ck-${height > 0 ? "first" : "second"}" x="${index + 0.1}" ${box}/>`;
  });
  const marks = review.faults.map((fault, move) => {
    const kind = move === review.worst ? "ck-fault ck-worst" : "ck-fault";
    return fault ? `<path class="${kind}" d="M${move + 1.5} 20v0.01"/>` : "";
  });
  graph.innerHTML =
    `<svg viewBox="0 0 ${count} 40" preserveAspectRatio="none">` +
    `<rect class="ck-here" width="1" height="40"/><path class="ck-zero" d="M0 20H${count}"/>` +
    `${bars.join("")}${marks.join("")}</svg>`;
}
graph.addEventListener("click", (event) => {
  const box = graph.getBoundingClientRect();
  go(Math.floor(((event.clientX - box.left) / box.width) * positions.length));
});

function go(to) {
  const before = ply;
  ply = Math.max(0, Math.min(positions.length - 1, to));
  board.show(positions[ply], { animate: ply === before + 1 });
  const fault = review.faults[ply - 1];
  if (fault) markBest(fault.best);
  counted.replaceChildren(...countChips(game, positions[ply]));
  const mover = sideName(-positions[ply].mover);
  const move = ply ? `${ply}. ${mover} ${record.moves[ply - 1][0]} · ` : "";
  status.textContent = move + statusOf(ply);
  slider.value = ply;
  slider.setAttribute("aria-valuetext", status.textContent);
  value.textContent = review.values[ply]?.[0] ?? "";
  note.replaceChildren(...(fault ? sayFault(fault) : []));
  list.querySelectorAll(".ck-move").forEach((item, index) => {
    if (index === ply - 1) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
  });
  const current = list.children[ply - 1];
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  else list.scrollTop = 0;
  graph.querySelector(".ck-here")?.setAttribute("x", ply);
  if (ply === positions.length - 1) pause();
}

// Marks on the board which squares would have been better than the one last played on.
function markBest(names) {
  const squares = board.element.querySelectorAll(".ck-square");
  const marked = names.map((name) => squares[squareOf(name)]).filter(Boolean);
  for (const square of marked) {
    square.append(element("span", { class: "ck-better" }));
    square.setAttribute("aria-label", `${square.getAttribute("aria-label")}, best`);
  }
  squares[positions[ply].last]?.classList.add("ck-is-fault");
}

function sayFault({ text }) {
  const worst = ply - 1 === review.worst ? "Worst mistake: " : "";
  const ring = element("span", { class: "ck-key", "aria-hidden": "true" });
  ring.append(element("span", { class: "ck-better" }));
  return [`${worst}${text} `, ring];
}

function play() {
  if (ply === positions.length - 1) go(0);
  timer = setInterval(() => go(ply + 1), STEP_MS);
  label(player, "pause", "Pause");
}
function pause() {
  clearInterval(timer);
  timer = null;
  label(player, "play", "Play");
}
function label(target, name, text) {
  target.replaceChildren(icon(ICONS[name]));
  target.title = text;
  target.setAttribute("aria-label", text);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target === choice) return;
  const act = {
    ArrowLeft: () => go(ply - 1),
    ArrowRight: () => go(ply + 1),
    Home: () => go(0),
    End: () => go(Infinity),
    n: () => goToFault(1),
    p: () => goToFault(-1),
    w: () => review.worst >= 0 && go(review.worst + 1),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

open(0);
settle(root);
