// A tree whose nodes come and change; all of them have had their places from the beginning.

const PILL = 26;
const SMALLEST_SCALE = 0.35;
const LEGIBLE_SCALE = 0.92; // texts of 12 pixels stay above 11
const smallestWhole = (room) => (room < 480 ? 0.75 : 0.5); // below, a tree is legible and scrolls

const svg = (tag, attributes = {}) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

// A value's shape: a box for a leaf, a point upwards for MAX and downwards for MIN.
function outline(wide, kind, isLeaf) {
  const half = wide / 2;
  const low = PILL;
  if (kind > 0 && !isLeaf) return `M${-half} ${low}V7L0 0L${half} 7V${low}Z`;
  if (kind < 0 && !isLeaf) return `M${-half} 0V${low - 7}L0 ${low}L${half} ${low - 7}V0Z`;
  const r = isLeaf ? 3 : 12;
  const [w, h] = [wide - 2 * r, PILL - 2 * r];
  const corner = (x, y) => `a${r} ${r} 0 0 1 ${x} ${y}`;
  return (
    `M${r - half} 0h${w}${corner(r, r)}v${h}${corner(-r, r)}` +
    `h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}Z`
  );
}

// A board in a node: squares and pieces only.
function smallBoard(code, side) {
  const { cells, last } = positionOf(code);
  const size = side / Math.max(game.rows, game.cols);
  const [wide, high] = [game.cols * size, game.rows * size];
  const made = svg("g", { transform: `translate(${-wide / 2} 0)` });
  made.append(svg("rect", { class: "ck-ground", width: wide, height: high }));
  let lines = "";
  for (let i = 1; i < game.rows; i++) lines += `M0 ${i * size}h${wide}`;
  for (let i = 1; i < game.cols; i++) lines += `M${i * size} 0v${high}`;
  made.append(svg("path", { class: "ck-grid", d: lines }));
  cells.forEach((piece, square) => {
    if (!piece) return;
    const x = ((square % game.cols) + 0.5) * size;
    const y = (Math.floor(square / game.cols) + 0.5) * size;
    const arm = 0.26 * size;
    const name = piece > 0 ? "ck-first" : "ck-second";
    if (game.pieces === "cross" && piece > 0) {
      const [a, b] = [2 * arm, -2 * arm];
      const d = `M${x - arm} ${y - arm}l${a} ${a}m0 ${b}l${b} ${a}`;
      made.append(svg("path", { class: name, d }));
    } else {
      const r = game.pieces === "cross" ? 0.3 * size : 0.4 * size;
      made.append(svg("circle", { class: name, cx: x, cy: y, r }));
    }
    if (square !== last) return;
    made.append(svg("circle", { class: "ck-played", cx: x, cy: y, r: 0.13 * size }));
  });
  return made;
}

function makeTree({ nodes, layers, width, height, side }) {
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const edges = svg("g");
  const bodies = svg("g");
  const ring = svg("path", { class: "ck-ring" });
  drawing.append(edges, ring, bodies);
  const names = layers.map(([y, name]) => {
    const text = svg("text", { class: "ck-layer", x: 8, y: y + 17 });
    text.textContent = name;
    return text;
  });
  const shade = svg("rect", { class: "ck-shade", width: 0, height }); // behind the names
  drawing.append(shade, ...names);
  const inner = new Set(nodes.map(([parent]) => parent));

  function make([parent, x, y, wide, , move, kind, code], number) {
    const body = svg("g", { transform: `translate(${x} ${y})` });
    const high = side && code ? side : 0; // of the board
    const value = svg("g", { class: "ck-value", transform: `translate(0 ${high})` });
    if (high) body.append(smallBoard(code, side));
    value.append(svg("path", { d: outline(wide, kind, !inner.has(number)) }));
    const text = svg("text", { y: 18 });
    value.append(text);
    const name = svg("text", { class: "ck-small", y: -8 });
    name.textContent = move;
    const notes = svg("g", { transform: `translate(0 ${high + PILL})` });
    body.append(value, name, notes);
    const made = { body, text, notes, edge: null, parts: [body], kind: inner.has(number) && kind };
    if (parent >= 0) {
      const [, px, py, , tall] = nodes[parent];
      const [top, end] = [py + tall + 1, y - (move ? 19 : 1)];
      made.edge = svg("g");
      made.edge.append(svg("path", { class: "ck-edge", d: `M${px} ${top}L${x} ${end}` }));
      const [dx, dy] = [x - px, end - top];
      const unit = Math.hypot(dx, dy) || 1;
      const [ux, uy] = [dx / unit, dy / unit];
      const bars = [0, 5].map((along) => {
        const [bx, by] = [px + 0.8 * dx - along * ux, top + 0.8 * dy - along * uy];
        return `M${bx - 5 * uy} ${by + 5 * ux}L${bx + 5 * uy} ${by - 5 * ux}`;
      });
      made.edge.append(svg("path", { class: "ck-bars", d: bars.join("") }));
      made.parts.push(made.edge);
    }
    return made;
  }
  const drawn = nodes.map(make);

  function dressNode(number, text, note, state) {
    const node = drawn[number];
    node.text.textContent = minus(text);
    node.notes.replaceChildren(
      ...(note ? note.split("\n") : []).map((line, row) => {
        const written = svg("text", { class: "ck-small", y: 15 + 14 * row });
        for (const part of line.split(/(?= β)/)) {
          const bound = svg("tspan", { class: { α: "ck-alpha", β: "ck-beta" }[part.trim()[0]] ?? "" });
          bound.textContent = minus(part);
          written.append(bound);
        }
        return written;
      }),
    );
    const kind = node.kind > 0 ? " ck-max" : node.kind < 0 ? " ck-min" : "";
    const words = state ? state.split(" ").map((word) => `ck-${word}`).join(" ") : "ck-absent";
    for (const part of node.parts) part.setAttribute("class", words + kind);
  }

  // What each step changes, and what was there before, so that steps go both ways.
  const now = nodes.map(() => ["", "", ""]);
  const undone = (steps ?? []).map(([, , changes]) =>
    changes.map(([number, ...look]) => {
      const before = now[number];
      now[number] = look;
      return [number, ...before];
    }),
  );
  drawn.forEach(({ body, edge }, number) => {
    bodies.append(body);
    if (edge) edges.append(edge);
    dressNode(number, "", "", "");
  });

  const port = element("div", { class: "ck-port ck-tree", tabindex: 0, role: "region" });
  port.setAttribute("aria-label", "tree");
  port.append(drawing);
  const board = game && makeBoard(game);
  let scale = null;
  let zoomed = false;
  let shown = -1;

  function resize(to) {
    scale = Math.max(SMALLEST_SCALE, Math.min(2.5, to));
    drawing.style.width = `${width * scale}px`;
    drawing.style.height = `${height * scale}px`;
  }
  // The layers keep their names in view while the tree scrolls.
  port.addEventListener("scroll", () => {
    const left = port.scrollLeft / scale;
    shade.setAttribute("width", left && 54);
    shade.setAttribute("x", left);
    for (const name of names) name.setAttribute("x", 8 + left);
  });
  // A node with its children, or the node alone where they are wider than the port.
  function bringIntoView(number) {
    const named = layers.length && 54 * scale; // where the names of the layers lie over the tree
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = port;
    const family = nodes.filter(([parent], other) => other === number || parent === number);
    const edges = (some) => [
      Math.min(...some.map(([, x, , wide]) => x - wide / 2 - 8)) * scale,
      Math.max(...some.map(([, x, , wide]) => x + wide / 2 + 8)) * scale,
      Math.max(...some.map(([, , y, , tall]) => y + tall)) * scale,
    ];
    const whole = edges(family);
    const fits = whole[1] - whole[0] < clientWidth - named - 32;
    const [left, right, low] = fits ? whole : edges([nodes[number]]);
    const top = nodes[number][2] * scale;
    if (left < scrollLeft + named) port.scrollLeft = left - named;
    else if (right > scrollLeft + clientWidth - 32) port.scrollLeft = right - clientWidth + 32;
    if (top < scrollTop + 40 || low > scrollTop + clientHeight - 10) {
      port.scrollTop = (top + low - clientHeight) / 2;
    }
  }

  function show(index) {
    const isFirst = shown < 0;
    for (; shown < index; shown++) steps[shown + 1][2].forEach((change) => dressNode(...change));
    for (; shown > index; shown--) undone[shown].forEach((change) => dressNode(...change));
    turnTo(steps[index][1]);
    fit(isFirst);
  }
  function turnTo(number) {
    const [parent, x, y, wide, , , , code] = nodes[number];
    const high = side && code ? side : 0;
    const half = Math.max(high, wide) / 2 + 4;
    ring.setAttribute("d", `M${x - half} ${y - 4}h${2 * half}v${high + PILL + 6}h${-2 * half}z`);
    if (code) board.show(positionOf(code, nodes[parent]?.[7] || null));
  }
  function fit(isFirst) {
    if (!zoomed) {
      const whole = port.clientWidth / width;
      const isLast = shown === steps.length - 1; // then the whole tree is worth a look
      const tall = (parseFloat(getComputedStyle(port).maxHeight) - 2) / height;
      const isTooWide = whole < smallestWhole(port.clientWidth) && !isLast;
      resize(isTooWide ? LEGIBLE_SCALE : Math.min(1.3, whole, Math.max(LEGIBLE_SCALE, tall)));
    }
    if (isFirst) bringIntoView(0); // the root, and not the left end
    bringIntoView(steps[shown][1]);
  }
  // To the node that a question is about.
  const look = (number) => {
    turnTo(number);
    bringIntoView(number);
  };
  // The page may find its width only after the first step is drawn.
  let fitted = 0;
  new ResizeObserver(() => {
    if (shown < 0 || port.clientWidth === fitted) return;
    fitted = port.clientWidth;
    fit(true);
  }).observe(port);
  const zoom = (factor) => {
    zoomed = true;
    resize(scale * factor);
    if (shown >= 0) bringIntoView(steps[shown][1]);
  };
  const aside = board && element("div", { class: "ck-aside" }, board.element);
  return { element: port, aside, show, look, zoom, dressNode, drawn };
}
VIEWS.tree = makeTree;
