// A game that the reader plays in the book: what session.py is in a notebook. It offers what
// play.js asks of a model. The core knows the rules, and a worker thinks.

// From the reader's move to the reply, so that the eye can follow the discs.
const PAUSE_MS = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450;
const BOTH = 0;

function makeSession(setup) {
  const game = makeGame(setup.game);
  const board = { ...LOOKS[setup.game], showsThoughts: setup.hints };
  const opponents = setup.opponents; // a list of [name, key]
  const first = setup.start ? game.stateOf(setup.start) : game.start;
  const given = setup.moves.map(game.indexOf);
  const listeners = { "change:view": new Set(), "change:review": new Set() };
  const worker = makeThinker();

  let states = []; // one more than indices
  let indices = [];
  let side = setup.side;
  let opponent = opponents[0];
  let turn = 0;
  let asked = null; // what is thought about: a question, withdrawn when it is another's turn
  let reviewing = null;
  let page = ""; // the review
  let [begun, resigned, hinted, thought] = [false, 0, -1, null];
  let score = [0, 0, 0];
  let counts = true;
  let [message, details, said] = ["", "", ""];

  const state = () => states.at(-1);
  const isOver = () => resigned !== 0 || game.result(state()) !== null;
  const isReaders = () => !isOver() && (side === BOTH || side === game.mover(state()));
  const isPass = (index) => game.nameOf(index) === "pass";
  const moverAt = (ply) => game.mover(states[ply]);

  function setUp() {
    [states, indices] = [[first], []];
    for (const index of given) push(index);
  }
  function push(index) {
    states.push(game.play(state(), index));
    indices.push(index);
  }

  function view() {
    const yours = isReaders();
    const legal = yours ? game.legal(state()) : [];
    const isThinking = asked !== null && reviewing === null;
    return {
      turn,
      position: game.position(state(), states.at(-2) ?? null, indices.at(-1) ?? null),
      legal: legal.filter((index) => !isPass(index)),
      status: status(),
      hinted,
      over: isOver(),
      moves: indices.map(game.nameOf),
      yours,
      mustPass: yours && legal.every(isPass),
      canTakeBack: resigned !== 0 || plyToReturnTo() >= 0,
      side,
      opponent: opponent[0],
      opponents: opponents.map(([name]) => name),
      asked: isThinking ? opponent[0] : "",
      stopped: begun && !(isThinking || yours || isOver()),
      canReview: isOver() && indices.length > 0,
      score: scored(),
      reviewing,
      message,
      details,
      said,
      thought,
    };
  }
  function status() {
    if (!resigned) return statusOf(game, board, state());
    const [loser, winner] = [resigned, -resigned].map((loses) => nameOfSide(board, loses));
    return `${loser} resigned, ${winner} wins`;
  }
  const isFresh = () => indices.length === given.length && !resigned;
  // Games won, drawn and lost against this opponent; one changed in does not count.
  function scored() {
    const all = [...score];
    const loser = resigned || -(game.result(state()) ?? 0);
    if (side !== BOTH && counts && isOver()) all[1 + loser * side] += 1;
    return all;
  }
  let shown = null;
  function changed() {
    shown = view();
    for (const listener of listeners["change:view"]) listener();
  }
  function showReview(text) {
    if (page === text) return;
    page = text;
    for (const listener of listeners["change:review"]) listener();
  }

  // What the reader does.

  const acts = {
    begin() {
      if (begun) return;
      begun = true;
      goOn();
    },
    play(name, seen) {
      if (seen !== turn) return;
      if (!isReaders()) return complain(whoseTurn());
      const index = game.indexOf(name);
      if (game.legal(state()).includes(index)) play(index);
      else complain(`${nameOfSide(board, game.mover(state()))} cannot play ${name}.`);
    },
    take_back() {
      const ply = plyToReturnTo();
      if (resigned) {
        resigned = 0;
        return goOn("The game goes on.");
      }
      if (ply < 0) return complain("There is no move of yours to take back.");
      const taken = indices.splice(ply).map(game.nameOf);
      states.length = ply + 1;
      goOn(`Taken back: ${taken.join(" ")}.`);
    },
    new_game() {
      [score, counts] = [scored(), true];
      setUp();
      resigned = 0;
      goOn("New game.");
    },
    resign() {
      if (isOver()) return;
      resigned = side || game.mover(state());
      goOn(`${nameOfSide(board, resigned)} resigns.`, thought);
    },
    choose_side(chosen) {
      [side, counts] = [chosen, isFresh()];
      goOn(said, thought);
    },
    choose_opponent(name) {
      opponent = opponents.find(([other]) => other === name);
      [score, counts] = [[0, 0, 0], isFresh()];
      goOn(said, thought);
    },
    stop() {
      if (!asked) return;
      const stopped = reviewing === null ? opponent[0] : "The review";
      withdraw();
      [message, details, said] = ["", "", `${stopped} was interrupted.`];
      changed();
    },
    go_on() {
      if (!asked) goOn(said, thought);
    },
    hint() {
      if (!isReaders()) return complain(whoseTurn());
      if (asked) return;
      ask();
      changed();
    },
    review() {
      if (!isOver() || !indices.length || asked) return;
      reviewing = 0;
      const told = (share) => {
        reviewing = share ?? 0;
        changed();
      };
      const kept = { states: [...states], indices: [...indices] };
      const [judge, key] = judgeFor(setup.game);
      question({ task: "review", opponent: key }, told, ({ reviews }) => {
        said = "The review is below the board.";
        showReview(reviewPage(game, board, kept, reviews, judge));
        changed();
      });
      changed();
    },
  };

  // How it goes on.

  function play(index, behind = null) {
    push(index);
    goOn(playedIn(game, board, states.at(-2), index, state()), behind);
  }
  function goOn(words = "", behind = null) {
    withdraw();
    turn += 1;
    [message, details, said, thought, hinted] = ["", "", words, behind, -1];
    showReview("");
    if (begun && !isOver() && !isReaders()) ask();
    changed();
  }

  // Asks the opponent for its move or, where the reader is to move, for a hint.
  function ask() {
    const isHint = isReaders();
    const before = state();
    const since = Date.now();
    const told = (share) => {
      if (share !== null) return;
      said = `Loading the network of ${opponent[0]}.`;
      changed();
    };
    const mine = question({ task: "think", opponent: opponent[1] }, told, (found) => {
      const made = thoughtOf(game, board, before, opponent[0], found);
      if (isHint) {
        thought = made;
        hinted = isPass(found.index) ? -1 : found.index;
        said = `Hint: ${game.nameOf(found.index)}.`;
        return changed();
      }
      asked = mine; // until the pause is over
      const wait = Math.max(0, PAUSE_MS - (Date.now() - since));
      setTimeout(() => {
        if (asked !== mine) return;
        asked = null;
        play(found.index, made);
      }, wait);
    });
  }

  // Asks the worker; an answer to a question that was withdrawn is dropped.
  function question(what, told, done) {
    const mine = {};
    asked = mine;
    const seed = Math.floor(2 ** 31 * Math.random());
    const moves = indices.map(game.nameOf);
    const all = { game: setup.game, start: setup.start, moves, seed, ...what };
    worker.ask(all, (share) => asked === mine && told(share)).then(
      (answer) => {
        if (asked !== mine) return;
        [asked, reviewing] = [null, null];
        done(answer);
      },
      (error) => {
        if (asked !== mine) return;
        [asked, reviewing] = [null, null];
        complain(`${opponent[0]} failed: ${error.message}`);
      },
    );
    return mine;
  }
  function withdraw() {
    if (!asked) return;
    worker.stop();
    [asked, reviewing] = [null, null];
    turn += 1;
  }

  function whoseTurn() {
    if (isOver()) return "The game is over.";
    return asked ? `${opponent[0]} is to move.` : "Let the opponent go on first.";
  }
  function complain(words) {
    [message, details, said] = [words, "", ""];
    changed();
  }
  function plyToReturnTo() {
    const isChoice = (index, ply) => !isPass(index) && (side === BOTH || side === moverAt(ply));
    const ply = indices.findLastIndex(isChoice);
    return ply >= given.length ? ply : -1;
  }

  setUp();
  shown = view();
  return {
    get: (name) => ({ view: shown, game: board, review: page })[name],
    send: ({ act, what, turn: seen }) => acts[act](what, seen),
    on: (event, listener) => listeners[event].add(listener),
    off: (event, listener) => listeners[event].delete(listener),
    close: withdraw,
  };
}
