// The boxes of the drawing: an array as strips, as a grid or as lines.  Rows are pieces; a strip is a row of an array,
// wrapped so that each line of it is as long as a head is wide.

import { element, marked } from "./draw.js";
import { at, followed, reserved, rowHeight, shown, unit, upto } from "./state.js";

const GAP = 3;  // pixels between two strips
const NAMES = ["positive", "negative", "attention", "stream", "line", "faint", "now"], colours = {};

export function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of NAMES) colours[name] = style.getPropertyValue(`--${name}`).trim();
}

function canvasOf(width, height, paint) {
  const ratio = devicePixelRatio || 1, canvas = element("canvas",
    { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  paint(context);
  return canvas;
}

export function spread(rows) {  // 2.5 times the root mean square; a number as large as this has the full colour
  let total = 0, count = 0;
  for (const row of rows) for (const v of row) if (Number.isFinite(v)) { total += v * v; count += 1; }
  return 2.5 * Math.sqrt(total / Math.max(1, count)) || 1;
}

function shade(context, size, share) {
  context.globalAlpha = Math.min(1, Math.abs(size)) ** 0.8;
  context.fillStyle = share ? colours.attention : size < 0 ? colours.negative : colours.positive;
}

function frame(context, x, y, width, height) {
  Object.assign(context, { globalAlpha: 0.6, strokeStyle: colours.line, lineWidth: 1 });
  context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
}

function vacant(context, from, to, width) {  // rows that are not written yet
  const row = rowHeight();
  Object.assign(context, { globalAlpha: 0.5, fillStyle: colours.line });
  for (let i = from; i < to; i++) context.fillRect(0, (i + 0.5) * row - 0.5, width, 1);
}

function box(spec, width, paint, column, height) {  // an array as a button that opens it; column(x, y): of this point
  const { name, symbol, caption, side, part, head } = spec, row = rowHeight(), matrix = shown.arrays.get(name),
    most = upto(side, part);
  const canvas = canvasOf(width, height ?? reserved(side) * row, (context) => paint(context, matrix, most));
  const place = ({ offsetX, offsetY }) => {
    const i = Math.floor(offsetY / row);
    return column && i >= 0 && i < most ? { i, j: column(offsetX, offsetY - i * row) } : {};
  };
  const onclick = (event) => spec.open(name, head, event, event.target === canvas ? place(event) : {});
  const cap = element("span", { class: "cap" }, element("i", {}, ...marked(symbol)),
    element("small", {}, ...marked(caption)));
  if (column) canvas.addEventListener("pointermove", (event) => spec.point(event, name, place(event)));
  canvas.addEventListener("pointerleave", () => spec.point());
  return element("button", {
    type: "button", class: `box ${spec.kind}${at.open?.name === name ? " open" : ""}`, "data-key": spec.key ?? name,
      "data-name": name,
    "aria-label": `${matrix.title}: open its numbers`, onclick,
  }, cap, canvas);
}

export function strips(spec) {  // one strip for each piece
  const matrix = shown.arrays.get(spec.name), row = rowHeight(), high = row - GAP, n = matrix.columns.length;
  const columns = Math.ceil(n / shown.heads), { head } = spec, from = head === undefined ? 0 : head * columns;
  const count = head === undefined ? n : columns, lines = Math.ceil(count / columns), wide = (spec.wide ?? 1) * unit();
  const paint = (context, _, most) => {
    const cell = wide / columns, rows = Array.from({ length: most }, (_, i) => matrix.row(i).slice(from, from + count));
    const scale = spread(rows);
    rows.forEach((values, i) => {
      values.forEach((value, c) => {
        shade(context, value / scale);
        context.fillRect((c % columns) * cell, i * row + 1 + Math.floor(c / columns) * high / lines, cell,
          high / lines);
      });
      frame(context, 0, i * row + 1, wide, high);
      if (spec.mark === undefined) return;  // heads side by side: the ends of the line of one head are marked
      Object.assign(context, { globalAlpha: 1, fillStyle: colours.attention });
      for (const x of [0, wide - 2]) context.fillRect(x, i * row + 1 + spec.mark * high / lines, 2, high / lines);
    });
    vacant(context, most, matrix.rows.length, wide);
  };
  const line = (y) => Math.max(0, Math.min(lines - 1, Math.floor((y - 1) / high * lines)));
  const column = (x, y) => from + Math.min(count - 1, Math.floor(x / wide * columns) + columns * line(y));
  return box(spec, wide, paint, column);
}

export function grid(spec) {  // a cell for each pair of pieces
  const { columns } = shown.arrays.get(spec.name), wide = Math.floor(1.56 * unit()), row = rowHeight();
  const cell = Math.min(unit() / 4, wide / columns.length), causal = spec.side === "decoder" &&
    spec.name.includes("self");
  const paint = (context, matrix, most) => {
    const rows = Array.from({ length: most }, (_, i) => matrix.row(i)), scale = spec.share ? 1 : spread(rows);
    rows.forEach((values, i) => values.forEach((value, j) => {
      const x = j * cell, y = i * row + 1;
      if (causal && j > i) {  // hidden by the mask
        Object.assign(context, { globalAlpha: 0.5, fillStyle: colours.line });
        return context.fillRect(x + cell / 2 - 1, y + (row - GAP) / 2 - 1, 2, 2);
      }
      shade(context, value / scale, spec.share);
      context.fillRect(x + 0.5, y, cell - 1, row - GAP);
      return frame(context, x + 0.5, y, cell - 1, row - GAP);
    }));
    vacant(context, most, matrix.rows.length, columns.length * cell);
  };
  return box(spec, cell * columns.length, paint, (x) => Math.min(columns.length - 1, Math.floor(x / cell)));
}

export function arcs(spec) {  // lines from the rows of V to those of H, as thick as the weights
  const { columns } = shown.arrays.get(spec.name), row = rowHeight(), wide = unit(),
    least = 1 / Math.max(50, 5 * columns.length);
  const alone = spec.side === "encoder" ? followed() : at.step,
    across = spec.side === "decoder" ? upto("decoder", spec.part) : Infinity;
  const seen = spec.name.includes("cross") ? columns.length : reserved(spec.side);
  const end = (i) => i * row + 1 + (spec.head + 0.5) * (row - GAP) / shown.heads;
  const paint = (context, matrix, most) => {
    for (let i = 0; i < most; i++) matrix.row(i).forEach((weight, j) => {
      if (weight < least || (j >= across && !spec.name.includes("cross"))) return;
      const y = [(j + 0.5) * row, shown.arrays.has(spec.to) ? end(i) : (i + 0.5) * row],
        strong = alone === null || alone === i;
      context.globalAlpha = (strong ? 1 : columns.length > 10 ? 0.1 : 0.25) * Math.min(1, 0.12 + weight);
      Object.assign(context, { strokeStyle: colours.attention, lineWidth: 0.6 + 4.5 * weight });
      context.beginPath();
      context.moveTo(0, y[0]);
      context.bezierCurveTo(wide / 2, y[0], wide / 2, y[1], wide, y[1]);
      context.stroke();
    });
  };
  return box(spec, wide, paint, null, Math.max(reserved(spec.side), seen) * row);
}

export function glance(name, most) {  // a head, small
  const matrix = shown.arrays.get(name), [width, height] = [26, 18];
  return canvasOf(width, height, (context) => {
    const cell = [width / matrix.columns.length, height / matrix.rows.length];
    for (let i = 0; i < most; i++) matrix.row(i).forEach((weight, j) => {
      shade(context, weight, true);
      context.fillRect(j * cell[0], i * cell[1], ...cell);
    });
  });
}
