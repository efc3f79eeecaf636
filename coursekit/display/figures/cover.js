// The puzzle: uncover as few leaves as needed to be certain which move is best.

VIEWS.cover = function makeCover({ nodes, values, needed }) {
  const tree = makeTree(DATA);
  const texts = DATA.steps[0][2].map(([, text]) => text);
  const below = nodes.map((_, number) => [...nodes.keys()].filter((n) => nodes[n][0] === number));
  const [moves, kind] = [below[0], nodes[0][6]];
  const nameOf = (move) => nodes[move][5] || `move ${moves.indexOf(move) + 1}`;
  let open = new Set();
  let isOver = false;

  // What is certain of a node's worth: a lower and an upper bound.
  function bounds(node, known) {
    if (!below[node].length) {
      return known(node) ? [values[node], values[node]] : [-Infinity, Infinity];
    }
    const parts = below[node].map((child) => bounds(child, known));
    const pick = nodes[node][6] > 0 ? Math.max : Math.min;
    return [0, 1].map((end) => pick(...parts.map((part) => part[end])));
  }
  const worth = (node) => bounds(node, () => true)[0];
  // What a move may be worth: the worst for the side that chooses, and the best.
  function range(move) {
    const [low, high] = bounds(move, (leaf) => open.has(leaf));
    return kind > 0 ? [low, high] : [-high, -low];
  }

  function label(node, isShown) {
    const place = below[nodes[node][0]].indexOf(node) + 1;
    const covered = `covered box ${place} of ${nameOf(nodes[node][0])}`;
    tree.drawn[node].body.setAttribute("aria-label", isShown ? texts[node] : covered);
  }

  function draw() {
    nodes.forEach((_, node) => {
      const isLeaf = !below[node].length;
      const isShown = isLeaf ? open.has(node) || isOver : isOver;
      if (isLeaf) label(node, isShown);
      const text = !isShown ? (isLeaf ? "?" : "") : isLeaf ? texts[node] : String(worth(node));
      const state = isLeaf && !open.has(node) ? (isOver ? "cut" : "covered") : "done";
      tree.dressNode(node, text, "", state);
    });
    caption.textContent = isOver ? caption.textContent : `${open.size} uncovered.`;
    choices.hidden = isOver;
    again.hidden = !isOver;
  }

  function pick(move) {
    const [least, most] = range(move);
    const others = moves.filter((other) => other !== move);
    const rival = others.find((other) => least < range(other)[1]);
    isOver = rival === undefined;
    if (isOver) {
      const rest = open.size > needed ? `; ${needed} can be enough` : ", the fewest that can do";
      caption.textContent = `Right: it is worth ${worth(move)}. You uncovered ${open.size}${rest}.`;
      draw();
      again.focus();
    } else if (others.some((other) => range(other)[0] > most)) {
      caption.textContent = "No: the open boxes show that another move is better.";
    } else {
      caption.textContent = `Not certain yet: for all you know, ${nameOf(rival)} is better. Uncover more.`;
    }
  }

  const choices = element("div", { class: "ck-question", role: "group" });
  choices.append(element("p", {}, "Which move is best?"));
  for (const move of moves) {
    choices.append(element("button", { type: "button", onclick: () => pick(move) }, nameOf(move)));
  }
  const restart = () => {
    open = new Set();
    isOver = false;
    draw();
  };
  const again = element("button", { type: "button", onclick: restart, hidden: "" }, "Again");

  nodes.forEach((_, node) => {
    if (below[node].length) return;
    const uncover = () => {
      if (isOver) return;
      open.add(node);
      draw();
    };
    const { body } = tree.drawn[node];
    body.addEventListener("click", uncover);
    body.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") uncover();
    });
    body.setAttribute("tabindex", 0);
    body.setAttribute("role", "button");
  });
  tree.element.firstChild.removeAttribute("aria-hidden");
  Object.assign(tree.element.firstChild.style, { width: "min(100%, 32rem)", height: "auto" });
  draw();
  const own = element("div", { class: "ck-tell" }, caption, choices, again);
  return { element: tree.element, own };
};
