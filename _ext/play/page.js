// The boards of a page of the book: where one stands as a picture, it is set up to be played.

const HERE = document.currentScript.src.replace(/[^/]*$/, "");

// Networks come as a script each, which calls courseData, when they are first needed.
const loaded = {};
const waiting = {};
window.courseData = (name, data) => waiting[name](data);
function load(name) {
  loaded[name] ??= new Promise((resolve, reject) => {
    waiting[name] = resolve;
    const script = element("script", { src: `${HERE}${name}.js` });
    script.addEventListener("error", () => {
      delete loaded[name];
      reject(new Error("its network could not be loaded"));
    });
    document.head.append(script);
  });
  return loaded[name];
}

// A worker that answers one question at a time; to interrupt it is to end it. While it works it
// tells its progress, from 0 to 1, or null while a network is loaded.
function makeThinker() {
  let worker = null;
  let number = 0;
  let answered = 0; // the number of the last answer
  function stop() {
    if (number === answered) return;
    answered = number;
    worker?.terminate();
    worker = null;
  }
  async function ask(question, told) {
    const id = (number += 1);
    const name = dataOf(question.game, question.opponent);
    if (name && !(name in loaded)) told(null);
    const data = name ? await load(name) : null;
    if (answered >= id) return new Promise(() => {}); // withdrawn meanwhile
    worker ??= new Worker(WORKER);
    return new Promise((resolve, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
      worker.onmessage = ({ data: answer }) => {
        if (answer.id !== id) return;
        if ("progress" in answer) return told(answer.progress);
        answered = id;
        if ("error" in answer) reject(new Error(answer.error));
        else resolve(answer);
      };
      worker.postMessage({ id, data, ...question });
    });
  }
  return { ask, stop };
}
// A page that is opened as a file may make a worker only of text that it has.
const WORKER = URL.createObjectURL(
  new Blob([`(${courseCore})(true)`], { type: "text/javascript" }),
);

const kindOf = (key) => key.split(":")[0];
function dataOf(game, key) {
  const same = opponentsOf(game).find((other) => kindOf(other.key) === kindOf(key));
  return same?.data ?? null;
}

// Who reviews a game: a name and a key.
function judgeFor(game) {
  const key = judgeOf(game);
  return [labelOf(key, game), key];
}

// The opponents that the page can play: those of the lesson, their twins, or the course's own; and
// what it says of those that it cannot.
function cast({ game, opponents = [], twins = {} }) {
  const known = opponentsOf(game);
  const notices = [];
  const missing = [];
  const found = [];
  for (const [name, given] of opponents) {
    const key = given ?? twins[name];
    const twin = key && labelOf(key, game);
    if (!twin) missing.push(name);
    else if (given) found.push([name, key]);
    else {
      notices.push(`In place of “${name}”, this page plays a stand-in from the package: ${twin}.`);
      found.push([twin, key]);
    }
  }
  if (missing.length) {
    const names = missing.map((name) => `“${name}”`).join(" and ");
    const plays = missing.length > 1 ? "play" : "plays";
    const instead = found.length ? "" : " Here you play against the course's own players.";
    notices.push(`${names} ${plays} only in JupyterLab.${instead}`);
  }
  if (!found.length) {
    const first = known.filter((other) => other.first);
    found.push(...[...new Set([...first, ...known])].map(({ label, key }) => [label, key]));
  }
  return { opponents: found, notice: notices.join(" ") };
}

function setUp(holder, played) {
  const { opponents, notice } = cast(played);
  const beginning = { start: null, moves: [], side: 1, hints: false };
  const session = makeSession({ ...beginning, ...played, opponents });
  const place = element("div", { class: "ck-live" });
  if (notice) place.append(element("p", { class: "ck-notice" }, notice));
  holder.replaceChildren(place);
  const undo = render({ model: session, el: place });
  return () => {
    undo();
    session.close();
  };
}

// The page *Play*: any game of the course.
function setUpAny(holder) {
  const games = element("select", { "aria-label": "game" });
  for (const [name, { title }] of Object.entries(LOOKS)) {
    games.append(element("option", { value: name }, title));
  }
  const place = element("div");
  let undo = setUp(place, { game: games.value });
  games.addEventListener("change", () => {
    undo();
    undo = setUp(place, { game: games.value });
  });
  const label = element("label", { class: "ck-games" }, element("span", {}, "Game"), games);
  holder.replaceChildren(label, place);
}

for (const holder of document.querySelectorAll(".ck-book")) {
  const played = holder.querySelector("script[type='application/json']");
  if (!played) setUpAny(holder);
  else if (JSON.parse(played.textContent).game) setUp(holder, JSON.parse(played.textContent));
}
