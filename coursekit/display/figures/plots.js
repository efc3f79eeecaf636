// Bars with intervals, and curves. The axes are the same in all steps.

const HEIGHT = 300;
const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#8a8f94"];

const short = (x) => (x === null ? "" : minus(String(Number(x.toPrecision(3)))));

function ticks(low, high) {
  const raw = (high - low) / 5;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * unit).find((size) => size >= raw * 0.999);
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
    found.push(Number((i * step).toPrecision(12)));
  }
  return found;
}

function rangeOf(numbers) {
  const known = numbers.filter((x) => x !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(...known)];
  return high > low ? [low, high] : [low, low + 1];
}

// Draws anew for each step and for each width of the column, so that texts keep their size.
function plot(draw) {
  const frame = element("div", { class: "ck-port ck-plot" });
  let shown = 0;
  const again = () => {
    if (frame.clientWidth) frame.innerHTML = draw(shown, frame.clientWidth);
  };
  new ResizeObserver(again).observe(frame);
  return {
    element: frame,
    show: (index) => {
      shown = index;
      again();
    },
  };
}

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const text = (x, y, words, anchor, name = "") =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" class="${name}">${escaped(words)}</text>`;

VIEWS.bars = function makeBars() {
  const { label } = DATA;
  const all = steps.flatMap(([, rows]) => rows);
  const [low, high] = rangeOf(all.flatMap((row) => row.slice(1, 4)));
  const longest = (column) => Math.max(0, ...all.map((row) => row[column].length));
  return plot((index, wide) => {
    const rows = steps[index][1];
    const [left, right] = [18 + 8 * longest(0), 18 + 8 * longest(4)];
    const tall = 34 * rows.length;
    const x = (value) => left + ((value - low) / (high - low)) * (wide - left - right);
    const lines = ticks(low, high).map(
      (tick) =>
        `<path class="ck-grid${tick === 0 ? " ck-zero" : ""}" d="M${x(tick)} 4V${tall + 8}"/>` +
        text(x(tick), tall + 24, short(tick), "middle"),
    );
    const bars = rows.map(([name, value, from, to, note, chosen], row) => {
      const y = 8 + 34 * row;
      const parts = [text(left - 8, y + 17, name, "end", chosen ? "ck-chosen" : "")];
      const isInterval = from !== null && to !== null && to > from;
      if (isInterval) {
        const place = `x="${x(from)}" y="${y + 5}" width="${x(to) - x(from)}"`;
        parts.push(`<rect class="ck-interval" ${place} height="16"/>`);
      }
      if (value !== null && isInterval && from < value) {
        parts.push(`<circle class="ck-dot" cx="${x(value)}" cy="${y + 13}" r="5"/>`);
      } else if (value !== null) {
        const [a, b] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
        parts.push(`<rect class="ck-bar" x="${a}" y="${y + 9}" width="${b - a}" height="8"/>`);
        parts.push(`<path class="ck-mean" d="M${x(value)} ${y + 3}v20"/>`);
      }
      parts.push(text(wide - right + 8, y + 17, note, "start"));
      return `<g class="${chosen ? "ck-chosen" : ""}">${parts.join("")}</g>`;
    });
    return (
      `<svg width="${wide}" height="${tall + 32 + (label && 20)}" role="img" aria-label="bars">` +
      `${lines.join("")}${bars.join("")}` +
      `${text((left + wide - right) / 2, tall + 46, label, "middle")}</svg>`
    );
  });
};

VIEWS.curves = function makeCurves() {
  const { label } = DATA;
  const all = steps.flatMap(([, lines]) => lines);
  const points = all.flatMap(([, found]) => found);
  const [low, high] = rangeOf(points.map(([, y]) => y));
  const xs = points.map(([x]) => x);
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const longest = Math.max(...all.map(([name]) => name.length));
  return plot((index, wide) => {
    const [left, right, bottom] = [48, 20 + 7 * longest, 28];
    const x = (value) => left + ((value - first) / (last - first || 1)) * (wide - left - right);
    const y = (value) => HEIGHT - bottom - ((value - low) / (high - low)) * (HEIGHT - bottom - 10);
    const level = ticks(low, high).map(
      (tick) =>
        `<path class="ck-grid${tick === 0 ? " ck-zero" : ""}" d="M${left} ${y(tick)}H${wide - right}"/>` +
        text(left - 6, y(tick) + 4, short(tick), "end"),
    );
    const marks = last > first ? ticks(first, last) : [first];
    const below = marks.map((mark) => text(x(mark), HEIGHT - 8, short(mark), "middle"));
    const lines = steps[index][1].map(([name, found], place) => {
      const known = found.filter(([, value]) => value !== null);
      if (!known.length) return "";
      const [lastX, lastY] = known.at(-1);
      const path = found.map(([px, py], number) => {
        const stroke = (found[number - 1]?.[1] ?? null) === null ? "M" : "L";
        return py === null ? "" : `${stroke}${x(px)} ${y(py)}`; // a gap where there is no value
      });
      return (
        `<path fill="none" stroke-width="2" stroke="${COLOURS[place % 7]}" d="${path.join("")}"/>` +
        text(x(lastX) + 6, y(lastY) + 4, name, "start")
      );
    });
    return (
      `<svg width="${wide}" height="${HEIGHT + (label && 20)}" role="img" aria-label="curves">` +
      `${level.join("")}${below.join("")}${lines.join("")}` +
      `${text((left + wide - right) / 2, HEIGHT + 14, label, "middle")}</svg>`
    );
  });
};
