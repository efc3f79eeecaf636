// Steps through DATA: its controls, its captions and its questions. What moves is drawn by a view.

const { steps, game } = DATA;
const LONGEST_STEP = 1000; // milliseconds, while it plays by itself
const WHOLE_PLAY = 40_000; // a long figure plays faster

// For each kind of figure a function that returns its view: `element`, `show(index, before)`, and
// where it can be enlarged `zoom(factor)`.
const VIEWS = { boards: makeBoards };

// Python writes a hyphen for a minus.
const minus = (text) => text.replace(/-(?=[\d∞])/g, "−");
const SIDES = { x: 1, o: -1, "-": 0 };

function positionOf([signs, last, mover, forced], before = null) {
  const all = Array.from(signs, (sign) => SIDES[sign]);
  const squares = game.rows * game.cols;
  const cells = all.slice(0, squares);
  const old = before ? Array.from(before[0], (sign) => SIDES[sign]) : cells;
  const flips = [...cells.keys()].filter((i) => old[i] && old[i] === -cells[i]);
  return { cells, winners: all.slice(squares), last, mover, forced, flips };
}

function makeBoards() {
  const board = makeBoard(game);
  const show = (index) => {
    const [, code, labels] = steps[index];
    board.show(positionOf(code), {
      labels: Object.fromEntries(labels.map(([square, ...label]) => [square, label])),
    });
  };
  return { element: element("div", { class: "ck-alone" }, board.element), show };
}

const ICONS = {
  first: "M4 4h2v12H4zM16 4v12L7 10z",
  back: "M14 4v12L5 10z",
  play: "M6 3v14l11-7z",
  pause: "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z",
  forward: "M6 4v12l9-6z",
  last: "M14 4h2v12h-2zM4 4v12l9-6z",
  smaller: "M4 9h12v2H4z",
  larger: "M4 9h5V4h2v5h5v2h-5v5H9v-5H4z",
};

function label(button, name, text) {
  button.innerHTML =
    '<svg viewBox="0 0 20 20" width="18" height="18" fill="currentColor" aria-hidden="true">' +
    `<path d="${ICONS[name]}"/></svg>`;
  button.title = text;
  button.setAttribute("aria-label", text);
  return button;
}

function iconButton(name, text, onclick) {
  return label(element("button", { type: "button", onclick }), name, text);
}

let at = 0;
let timer = null;
let asked = null; // the step that a question stands before
const answered = new Map(); // for each step that was asked for, whether the answer was right
let view = null;

const caption = element("p", { class: "ck-caption", role: "status", "aria-live": "polite" });
const question = element("div", { class: "ck-question", role: "group", hidden: "" });
const score = element("span", { class: "ck-score" });
const count = element("span", { class: "ck-count-steps" });
const slider = element("input", {
  type: "range",
  min: 0,
  max: steps.length - 1,
  value: 0,
  "aria-label": "step",
  oninput: () => go(Number(slider.value)),
});
const player = iconButton("play", "Play", () => (timer ? pause() : play()));

const questionBefore = (index) => (answered.has(index) ? null : steps[index]?.[3]);

function go(to, verdict = "") {
  const before = at;
  at = Math.max(0, Math.min(steps.length - 1, to));
  // From the beginning all is asked anew.
  if (at === 0) {
    answered.clear();
    score.replaceChildren();
  }
  asked = null;
  question.hidden = true;
  view.show(at, before);
  caption.textContent = minus(verdict + steps[at][0]);
  slider.value = at;
  slider.setAttribute("aria-valuetext", caption.textContent);
  count.textContent = `${at + 1} of ${steps.length}`;
  if (at === steps.length - 1) pause();
}

function forward() {
  if (asked === null && questionBefore(at + 1)) ask(at + 1);
  else go(at + 1);
}

function ask(index) {
  pause();
  asked = index;
  const [text, options, right, place] = questionBefore(index);
  view.look(place);
  const choose = (chosen) => {
    answered.set(index, chosen === right);
    const rights = [...answered.values()].filter(Boolean).length;
    score.textContent = `${rights} of ${answered.size} right`;
    go(index, chosen === right ? "Right. " : "Not quite. "); // the step tells what is right
    if (root.contains(document.activeElement) || document.activeElement === document.body) {
      next.focus();
    }
  };
  const buttons = options.map((option, number) =>
    element("button", { type: "button", onclick: () => choose(number) }, minus(option)),
  );
  question.replaceChildren(element("p", { "aria-live": "polite" }, minus(text)), ...buttons);
  question.hidden = false;
  buttons[0].focus({ preventScroll: true });
}

function play() {
  if (asked !== null) return ask(asked); // an open question is not passed over
  if (at === steps.length - 1) go(0);
  timer = setInterval(forward, Math.min(LONGEST_STEP, Math.max(50, WHOLE_PLAY / steps.length)));
  label(player, "pause", "Pause");
}
function pause() {
  clearInterval(timer);
  timer = null;
  label(player, "play", "Play");
}

const next = iconButton("forward", "Forward", forward);
const controls = element(
  "div",
  { class: "ck-buttons" },
  iconButton("first", "First step", () => go(0)),
  iconButton("back", "Back", () => go(at - 1)),
  player,
  next,
  iconButton("last", "Last step", () => go(Infinity)),
);

const looks = game ? `ck-game ck-${game.style} ck-on-${game.pieces}` : "";
const root = element("main", { class: `ck-steps ck-kind-${DATA.kind} ${looks}` });

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const act = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: forward,
    Home: () => go(0),
    End: () => go(Infinity),
    "+": () => view.zoom?.(1.25),
    "-": () => view.zoom?.(0.8),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

// What stands below the picture: the current board, the words and the controls.
function stepping() {
  const counted = element("p", { class: "ck-counted" }, count, score);
  const told = [caption, slider, controls, counted, question];
  const tell = element("div", { class: "ck-tell" }, ...told);
  return element("div", { class: "ck-below" }, ...(view.aside ? [view.aside] : []), tell);
}

function begin() {
  view = VIEWS[DATA.kind](DATA);
  if (view.zoom) {
    controls.append(
      iconButton("smaller", "Smaller", () => view.zoom(0.8)),
      iconButton("larger", "Larger", () => view.zoom(1.25)),
    );
  }
  root.append(view.element, view.own ?? stepping());
  frameAround()?.parentElement.classList.add("ck-alive");
  settle(root);
  if (!view.own) {
    go(DATA.at ?? 0);
    document.addEventListener("keydown", onKey);
  }
}
