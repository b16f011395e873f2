// The boxes of the drawing: an array as strips, as a grid or as lines.  Rows are pieces; a strip is a row of an array,
// wrapped so that each line of it is as long as a head is wide.

import { classes, element, marked } from "./draw.js";
import { open } from "./inspector.js";
import { drawnBox, point, spread } from "./number.js";
import { at, does, rowHeight, upto, shown, unit } from "./state.js";

const GAP = 3;  // pixels between two strips
export const WEAK = 0.1;  // a weight below this has no line
const NAMES = ["positive", "negative", "attention", "line", "panel"], colours = {};
let lines = [];  // the boxes that are drawn as lines
const canvases = new Map();  // by name, because making one takes longer than painting it
const pixels = document.createElement("canvas").getContext("2d");  // in it, each number is a pixel

export function readColours() {
  lines = [];
  const style = getComputedStyle(document.documentElement);
  for (const name of NAMES) colours[name] = style.getPropertyValue(`--${name}`).trim();
}

function canvasOf(name, width, height, paint) {
  const ratio = (devicePixelRatio || 1) * (at.large ? 2 : 1), canvas = canvases.get(name) ?? element("canvas");
  canvases.set(name, canvas);
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });  // this clears it
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  context.imageSmoothingEnabled = false;
  paint(context);
  return canvas;
}

function paintRows(context, rows, { scale, share, width, height, top = 1, lines = 1, pitch = rowHeight() }) {
  // each row as a strip of so many lines, one below the other
  if (!rows.length) return;
  const columns = Math.ceil(rows[0].length / lines), image = new ImageData(columns, lines * rows.length);
  const numbers = new Uint32Array(image.data.buffer);  // a byte of each: red, green, blue, opacity
  const bytes = (name) => parseInt(colours[name].slice(1).match(/../g).reverse().join(""), 16);
  const [above, below] = [share ? "attention" : "positive", "negative"].map(bytes);
  rows.forEach((row, i) => row.forEach((value, j) => {
    const opacity = 255 * Math.min(1, Math.abs(value) / scale) ** 0.8;
    numbers[i * lines * columns + j] = (opacity << 24) | (value < 0 ? below : above);
  }));
  pixels.canvas.width = columns;
  pixels.canvas.height = image.height;
  pixels.putImageData(image, 0, 0);
  for (let i = 0; i < rows.length; i++) {
    context.drawImage(pixels.canvas, 0, i * lines, columns, lines, 0, top + i * pitch, width, height);
  }
}

function frame(context, x, y, width, height) {
  Object.assign(context, { globalAlpha: 0.6, strokeStyle: colours.line, lineWidth: 1 });
  context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
}

function box(spec, width, paint, column) {  // an array as a button that opens it; column(x, y): of this point
  const { name, symbol, caption, side, head, lent } = spec, row = rowHeight();
  const matrix = shown.arrays.get(name), most = upto(side);
  const rows = Array.from({ length: most }, (_, i) => matrix.row(i));
  const canvas = canvasOf(name, width, most * row, (context) => paint(context, rows));
  const place = ({ target, offsetX, offsetY }) => {
    const i = Math.floor(offsetY / row);
    return target === canvas && column && i >= 0 && i < most ? { i, j: column(offsetX, offsetY - i * row) } : {};
  };
  const cap = element("span", { class: "cap" }, element("i", {}, ...marked(symbol)),
    element("small", {}, ...marked(caption)));
  return element("button", {
    type: "button", class: classes({ box: true, open: at.open?.name === name, lent }), "data-key": name,
    "data-name": name, "aria-label": `${matrix.title}: open its numbers`,
    onclick: (event) => open(name, head, event, place(event)),
    onpointermove: (event) => point(event, name, place(event)), onpointerleave: () => point(),
  }, cap, canvas);
}

export function strips(spec) {  // one strip for each piece
  const matrix = shown.arrays.get(spec.name), row = rowHeight(), height = row - GAP, n = matrix.columns.length;
  const columns = Math.ceil(n / shown.heads), { head } = spec, from = head === undefined ? 0 : head * columns;
  const count = head === undefined ? n : columns, lines = Math.ceil(count / columns), width = (spec.wide ?? 1) * unit();
  const paint = (context, all) => {
    const rows = all.map((each) => each.slice(from, from + count));
    paintRows(context, rows, { scale: spread(rows), width, height, lines });
    rows.forEach((_, i) => frame(context, 0, i * row + 1, width, height));
  };
  const line = (y) => Math.max(0, Math.min(lines - 1, Math.floor((y - 1) / height * lines)));
  const column = (x, y) => from + Math.min(count - 1, Math.floor(x / width * columns) + columns * line(y));
  return box(spec, width, paint, column);
}

export function grid(spec) {  // a cell for each pair of pieces
  const { columns } = shown.arrays.get(spec.name), row = rowHeight(), { length } = columns;
  const cell = Math.min(unit() / 4, Math.floor(1.56 * unit()) / length), width = cell * length;
  const causal = spec.side === "decoder" && spec.name.includes("self");
  const paint = (context, all) => {
    const rows = all.map((each) => each.map((v) => (Number.isFinite(v) ? v : NaN)));
    paintRows(context, rows, { scale: spec.share ? 1 : spread(rows), share: spec.share, width, height: row - GAP });
    context.fillStyle = colours.line;
    for (let i = 0; i < rows.length; i++) for (let j = 0; j < length; j++) {
      const hidden = causal && j > i, y = i * row + 1;  // by the mask
      if (!hidden) frame(context, j * cell + 0.5, y, cell - 1, row - GAP);
      else context.fillRect((j + 0.5) * cell - 1, y + (row - GAP) / 2 - 1, 2, 2);
    }
  };
  return box(spec, width, paint, (x) => Math.min(length - 1, Math.floor(x / cell)));
}

export function arcs(spec) {  // lines from the rows of V to those of H, as thick as the weights
  const row = rowHeight(), wide = unit(), { side } = spec, middle = (i) => (i + 0.5) * row;
  const pointed = at.pointed?.side === side ? at.pointed.i : null, now = side === "decoder" ? at.step : null;
  const paint = (context, rows) => rows.forEach((weights, i) => weights.forEach((weight, j) => {
    if (weight < WEAK || (pointed ?? i) !== i) return;
    const [start, end] = [middle(j), middle(i)], strong = (pointed ?? now ?? i) === i;
    Object.assign(context, { strokeStyle: colours.attention, lineWidth: 0.6 + 4.5 * weight,
      globalAlpha: (strong ? 1 : 0.25) * Math.min(1, 0.12 + weight) });
    context.beginPath();
    context.moveTo(0, start);
    context.bezierCurveTo(wide / 2, start, wide / 2, end, wide, end);
    context.stroke();
    if (pointed === null) return;
    Object.assign(context, { globalAlpha: 1, font: "bold 13px system-ui, sans-serif", textBaseline: "middle",
      strokeStyle: colours.panel, fillStyle: colours.attention, lineWidth: 4 });
    context.strokeText(weight.toFixed(2), 1, start);
    context.fillText(weight.toFixed(2), 1, start);
  }));
  lines.push(spec);
  return box(spec, wide, paint, null);
}

export function pointTo(word) {  // draw only the lines of this word {side, i}; null: all lines
  if (at.scene || at.pointed === word) return;
  at.pointed = word;
  for (const spec of lines.splice(0)) drawnBox(spec.name)?.replaceWith(arcs(spec));
  does.wires();
}

export function glance(name, most) {  // a head, small
  const matrix = shown.arrays.get(name), [width, height] = [26, 18], pitch = height / matrix.rows.length;
  const rows = Array.from({ length: most }, (_, i) => matrix.row(i));
  return canvasOf(`${name}.glance`, width, height,
    (context) => paintRows(context, rows, { scale: 1, share: true, width, height: pitch, top: 0, pitch }));
}
