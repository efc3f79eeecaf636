// The playable board: draws what Python sends as `view`, and sends back what the person wants.

function render({ model, el }) {
  const game = model.get("game");
  const view = () => model.get("view");
  const send = (act, what = null) => model.send({ act, what, turn: view().turn });

  const board = makeBoard(game, (square) => send("play", squareName(game, square)));
  const button = (text, act, key) =>
    element("button", { type: "button", "aria-keyshortcuts": key, title: `key: ${key}`, onclick: () => send(...act) }, text);
  const pass = button("Pass", ["play", "pass"], "P");
  const back = button("Take back", ["take_back"], "U");
  const fresh = button("New game", ["new_game"], "N");
  const hint = button("Hint", ["hint"], "H");
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
  const clock = element("p", { class: "ck-clock" });
  const live = element("p", { class: "ck-said", role: "status", "aria-live": "polite" });
  const trouble = element("div", { class: "ck-trouble", role: "alert" });

  const shows = element("input", { type: "checkbox", onchange: () => update() });
  shows.checked = game.showsThoughts;
  const kind = element("select", { "aria-label": "numbers on the squares", onchange: () => update() });
  const share = element("span");
  const bar = element("div", { class: "ck-share" }, share, element("div", { class: "ck-bar", "aria-hidden": "true" }, element("span")));
  const sentence = element("p", { class: "ck-sentence" });
  const thoughts = element("div", { class: "ck-thoughts" }, kind, bar, sentence);
  const moves = element("p", { class: "ck-moves", "aria-label": "moves so far" });

  const keys = element(
    "details",
    {},
    element("summary", {}, "Keys"),
    element("p", {}, "Arrows: square · Enter: play · U: take back · N: new game · P: pass · H: hint · Esc: interrupt · G: let it move"),
  );
  const panel = element(
    "div",
    { class: "ck-panel" },
    element("p", { class: "ck-line" }, counted, status),
    live,
    clock,
    trouble,
    element("div", { class: "ck-buttons" }, pass, goOn, stop, back, hint, fresh),
    sideLabel,
    opponentLabel,
    element("label", { class: "ck-check" }, shows, element("span", {}, "Show what it thinks")),
    thoughts,
    moves,
    keys,
  );
  // JupyterLab would take letters and arrows typed here for its own commands.
  const root = element(
    "div",
    { class: `ck-play ck-game ck-${game.style} ck-on-${game.pieces}`, role: "group", "aria-label": "playable board", "data-lm-suppress-shortcuts": "true" },
    board.element,
    panel,
  );

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("select, input, summary") && event.key !== "Escape") return;
    const wanted = { u: back, n: fresh, p: pass, h: hint, g: goOn, Escape: stop }[
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
    const asked = view().asked;
    clock.textContent = asked ? `${asked} is thinking …${seconds > 0 ? ` ${seconds} s` : ""}` : "";
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
      animate: last !== null && last.moves.length !== now.moves.length,
    });
    counted.replaceChildren(...countChips(game, now.position));
    status.textContent = now.status + (now.yours && !now.mustPass && now.side ? ": your turn" : "");
    pass.hidden = !now.mustPass;
    stop.hidden = !now.asked;
    goOn.hidden = !now.stopped;
    hint.disabled = !now.yours || Boolean(now.asked);
    back.disabled = !now.canTakeBack;
    side.value = String(now.side);
    opponent.value = now.opponent;

    trouble.replaceChildren();
    trouble.hidden = !now.message;
    if (now.message) trouble.append(element("p", {}, now.message));
    if (now.details) {
      trouble.append(element("details", {}, element("summary", {}, "Details"), element("pre", {}, now.details)));
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
    moves.textContent = now.moves.join(" ");
    if (now.asked !== last?.asked) since = Date.now();
    tick();
    // A button that has just gone takes the focus with it.
    if (hadFocus && !root.contains(document.activeElement)) board.focus();
    else if (hadFocus && document.activeElement.closest("[hidden]")) board.focus();
    last = now;
  }

  if (view().legal.length) board.moveTo(view().legal[0]);
  model.on("change:view", update);
  update();
  el.append(root);
  send("begin");
  return () => {
    clearInterval(timer);
    model.off("change:view", update);
  };
}

export default { render };
