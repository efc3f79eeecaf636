// The playable board: draws what the session sends as `view`, and sends back what the person
// wants. The session is Python's in a notebook, and a script's in the book.

function render({ model, el }) {
  const game = model.get("game");
  const view = () => model.get("view");
  const send = (act, what = null) => model.send({ act, what, turn: view().turn });

  const board = makeBoard(game, (square) => send("play", squareName(game, square)));
  const button = (text, act, key = null) => {
    const about = key && { "aria-keyshortcuts": key, title: `key: ${key}` };
    return element("button", { type: "button", ...about, onclick: () => send(...act) }, text);
  };
  const pass = button("Pass", ["play", "pass"], "P");
  const back = button("Take back", ["take_back"], "U");
  const fresh = button("New game", ["new_game"], "N");
  const hint = button("Hint", ["hint"], "H");
  const resign = button("Resign", ["resign"]);
  const review = button("Review", ["review"], "R");
  const stop = button("Interrupt", ["stop"], "Escape");
  const goOn = button("Let it move", ["go_on"], "G");

  const select = (act, label, read = String) => {
    const list = element("select", { onchange: () => send(act, read(list.value)) });
    return [list, element("label", {}, element("span", {}, label), list)];
  };
  const [side, sideLabel] = select("choose_side", "You play", Number);
  for (const [value, name] of [[1, game.sides[0]], [-1, game.sides[1]], [0, "both sides"]]) {
    side.append(element("option", { value }, name));
  }
  const [opponent, opponentLabel] = select("choose_opponent", "Opponent");
  view().opponents.forEach((name) => opponent.append(element("option", { value: name }, name)));

  const counted = element("span", { class: "ck-counts" });
  const status = element("span", { class: "ck-status" });
  const dead = element(
    "p",
    { class: "ck-dead" },
    "This board is no longer connected to Python: run the cell again to play.",
  );
  const score = element("p", { class: "ck-score" });
  const clock = element("p", { class: "ck-clock" });
  const live = element("p", { class: "ck-said", role: "status", "aria-live": "polite" });
  const trouble = element("div", { class: "ck-trouble", role: "alert" });
  const progress = element("progress", { "aria-label": "progress of the review", max: 1 });

  const shows = element("input", { type: "checkbox", onchange: () => update() });
  shows.checked = game.showsThoughts;
  const kind = element("select", {
    "aria-label": "numbers on the squares",
    onchange: () => update(),
  });
  const share = element("span");
  const gauge = element("div", { class: "ck-bar", "aria-hidden": "true" }, element("span"));
  const bar = element("div", { class: "ck-share" }, share, gauge);
  const sentence = element("p", { class: "ck-sentence" });
  const thoughts = element("div", { class: "ck-thoughts" }, kind, bar, sentence);
  const moves = element("p", { class: "ck-moves" });

  const keys = element(
    "details",
    {},
    element("summary", {}, "Keys"),
    element(
      "p",
      {},
      "Arrows: square · Enter: play · U: take back · N: new game · P: pass · H: hint · ",
      "Esc: interrupt · G: let it move · R: review",
    ),
  );
  const panel = element(
    "div",
    { class: "ck-panel" },
    element("p", { class: "ck-line" }, counted, status),
    score,
    dead,
    live,
    clock,
    progress,
    trouble,
    element(
      "div",
      { class: "ck-buttons" },
      // Those that come and go are last: no other moves under the pointer.
      ...[back, hint, fresh, resign, pass, goOn, stop, review],
    ),
    sideLabel,
    opponentLabel,
    element("label", { class: "ck-check" }, shows, element("span", {}, "Show what it thinks")),
    thoughts,
    moves,
    keys,
  );
  const about = { class: "ck-review", title: "review of the game", hidden: "" };
  const reviewed = element("iframe", about);
  const root = element(
    "div",
    {
      class: `ck-play ck-game ck-${game.style} ck-on-${game.pieces}`,
      role: "group",
      "aria-label": "playable board",
    },
    board.element,
    panel,
    reviewed,
  );

  // JupyterLab would take letters and arrows typed here for its own commands; Ctrl+S is its own.
  function keepPlainKeys(event) {
    const isPlain = !(event.ctrlKey || event.altKey || event.metaKey);
    root.toggleAttribute("data-lm-suppress-shortcuts", isPlain);
  }
  window.addEventListener("keydown", keepPlainKeys, true);

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("select, input, summary") && event.key !== "Escape") return;
    const wanted = { u: back, n: fresh, p: pass, h: hint, g: goOn, r: review, Escape: stop }[
      event.key.length === 1 ? event.key.toLowerCase() : event.key
    ];
    if (!wanted) return;
    event.preventDefault();
    event.stopPropagation();
    if (!wanted.hidden && !wanted.disabled) wanted.click();
  });

  let since = 0; // when the thinking began that is shown
  const timer = setInterval(tick, 500);
  function tick() {
    const seconds = Math.floor((Date.now() - since) / 1000);
    const { asked, reviewing } = view();
    const doing = reviewing === null ? `${asked} is thinking` : "Reviewing your game";
    const waits = asked || reviewing !== null;
    clock.textContent = waits ? `${doing} …${seconds > 0 ? ` ${seconds} s` : ""}` : "";
  }

  let last = null;
  function update() {
    const now = view();
    const hadFocus = root.contains(document.activeElement);
    const thought = shows.checked ? now.thought : null;
    const kinds = Object.keys(thought?.labels ?? {});
    if (kinds.join() !== [...kind.options].map((option) => option.value).join()) {
      kind.replaceChildren(...kinds.map((name) => element("option", { value: name }, name)));
    }
    board.show(now.position, {
      legal: new Set(now.legal),
      labels: thought?.labels[kind.value],
      hinted: now.hinted,
      animate: last !== null && last.moves.length !== now.moves.length,
    });
    counted.replaceChildren(...countChips(game, now.position));
    status.textContent = now.status + (now.yours && !now.mustPass && now.side ? ": your turn" : "");
    const [won, drawn, lost] = now.score;
    score.hidden = won + drawn + lost === 0;
    score.textContent = `Against ${now.opponent}: ${won} won, ${lost} lost, ${drawn} drawn`;
    const isBusy = Boolean(now.asked) || now.reviewing !== null;
    pass.hidden = !now.mustPass;
    stop.hidden = !isBusy;
    goOn.hidden = !now.stopped;
    review.hidden = !now.canReview || isBusy;
    hint.disabled = !now.yours || isBusy;
    resign.disabled = now.over || !now.moves.length;
    back.disabled = !now.canTakeBack;
    side.value = String(now.side);
    opponent.value = now.opponent;
    progress.hidden = now.reviewing === null;
    progress.value = now.reviewing ?? 0;

    trouble.replaceChildren();
    trouble.hidden = !now.message;
    if (now.message) trouble.append(element("p", {}, now.message));
    if (now.details) {
      const all = element("pre", {}, now.details);
      trouble.append(element("details", {}, element("summary", {}, "Details"), all));
    }
    if (live.textContent !== now.said) live.textContent = now.said;

    thoughts.hidden = !thought;
    kind.hidden = kinds.length < 2;
    if (thought) {
      sentence.textContent = thought.sentence;
      bar.hidden = thought.share === null;
      share.textContent = `${game.sides[0]} ${Math.round(100 * thought.share)} %`;
      bar.style.setProperty("--share", `${100 * thought.share}%`);
    }
    moves.replaceChildren(...(now.moves.length ? [now.moves.join(" ")] : []));
    const isNew = last === null || Boolean(last.asked) !== Boolean(now.asked);
    if (isNew || (last.reviewing === null) !== (now.reviewing === null)) since = Date.now();
    tick();
    // A button that has just gone takes the focus with it.
    const focused = document.activeElement;
    if (hadFocus && (!root.contains(focused) || focused.closest("[hidden]"))) board.focus();
    last = now;
  }

  function showReview() {
    const page = model.get("review");
    reviewed.hidden = !page;
    if (page) reviewed.srcdoc = page;
    else reviewed.removeAttribute("srcdoc");
  }

  // JupyterLab marks a widget that it opens without its kernel, but not when the kernel restarts.
  const kernel = model.widget_manager?.kernel;
  const gone = ["restarting", "autorestarting", "terminating", "dead"];
  function followKernel(_, status) {
    if (gone.includes(status)) el.classList.add("jupyter-widgets-disconnected");
  }
  kernel?.statusChanged?.connect(followKernel);

  if (view().legal.length) board.moveTo(view().legal[0]);
  model.on("change:view", update);
  model.on("change:review", showReview);
  update();
  showReview();
  el.append(root);
  send("begin");
  return () => {
    clearInterval(timer);
    window.removeEventListener("keydown", keepPlainKeys, true);
    kernel?.statusChanged?.disconnect(followKernel);
    model.off("change:view", update);
    model.off("change:review", showReview);
  };
}

export default { render };
