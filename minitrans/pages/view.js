"use strict";

// The page of one sentence.  `record` is what minitrans/pages/record.py writes.  Everything from it enters the page as
// text (textContent, setAttribute), never as HTML.

let record;
const KINDS = { cross: "encoder-decoder", encoder: "encoder self-attention", decoder: "decoder self-attention" };
// Okabe and Ito's colours, which people with any kind of colour vision can tell apart
const COLOURS = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#b8a800", "#7f7f7f"];
const ROW = 26, MIDDLE = 220;

const state = { kind: "cross", layer: 0, heads: null, words: false, form: "lines", chosen: null };

// --- data ---

let unpacked = {};
function weights(kind) {  // -> {shape: [layers, heads, queries, keys], values: Float32Array}
  if (!unpacked[kind]) {
    const bytes = Uint8Array.from(atob(record[kind].data), (c) => c.charCodeAt(0));
    const view = new DataView(bytes.buffer), values = new Float32Array(bytes.length / 2);
    for (let i = 0; i < values.length; i++) values[i] = view.getUint16(2 * i, true) / 65535;
    unpacked[kind] = { shape: record[kind].shape, values };
  }
  return unpacked[kind];
}

function sides(kind) {  // what asks (queries) and what is looked at (keys)
  const decoderInput = ["<s>", ...record.target.slice(0, -1)];
  if (kind === "encoder") return [record.source, record.source];
  return kind === "decoder" ? [record.target, decoderInput] : [record.target, record.source];
}

function groups(pieces) {  // -> for each word the list of its pieces; each piece alone if pieces are not joined
  const found = [];
  pieces.forEach((piece, i) => {
    const begins = piece.startsWith("\u2581") || piece === "</s>" || pieces[i - 1] === "<s>" || i === 0;
    if (begins || !state.words) found.push([i]);
    else found[found.length - 1].push(i);
  });
  return found;
}

function name(pieces, group) {
  const text = group.map((i) => pieces[i]).join("");
  return text.startsWith("\u2581") && text.length > 1 ? text.slice(1) : text;
}

function matrix(kind, layer, head) {  // -> {rows: names, columns: names, values: [rows][columns]}
  const { shape, values } = weights(kind), [queries, keys] = sides(kind);
  const rows = groups(queries), columns = groups(keys);
  const offset = (layer * shape[1] + head) * shape[2] * shape[3];
  const value = (q, k) => values[offset + q * shape[3] + k];
  return {
    rows: rows.map((group) => name(queries, group)),
    columns: columns.map((group) => name(keys, group)),
    // the weight of a word is the sum over its pieces; a word of several pieces looks like their mean
    values: rows.map((q) => columns.map((k) => q.reduce((a, i) => a + k.reduce((b, j) => b + value(i, j), 0), 0) / q.length)),
  };
}

function heads() {
  return state.heads ?? [...Array(weights(state.kind).shape[1]).keys()];
}

// --- drawing ---

function element(tag, attributes = {}, ...children) {
  const svg = ["svg", "g", "text", "path", "rect", "title"].includes(tag);
  const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

function choices(title, current, options, choose) {
  const group = element("fieldset", {}, element("legend", {}, title));
  for (const [value, text] of options) {
    const input = element("input", { type: "radio", name: title, checked: value === current, onchange: () => choose(value) });
    group.append(element("label", {}, input, " " + text));
  }
  return group;
}

function set(change) {
  Object.assign(state, change);
  draw();
}

function controls() {
  const [layers, count] = weights(state.kind).shape, on = heads();
  const layer = element("select", { id: "layer", onchange: (e) => set({ layer: Number(e.target.value) }) });
  for (let i = 0; i < layers; i++) layer.append(element("option", { value: i, selected: i === state.layer }, String(i + 1)));
  const chooser = element("fieldset", { id: "heads" }, element("legend", {}, "heads"));
  for (let h = 0; h < count; h++) {
    const toggle = () => set({ heads: on.includes(h) ? on.filter((i) => i !== h) : [...on, h].sort((a, b) => a - b) });
    const input = element("input", { type: "checkbox", checked: on.includes(h), onchange: toggle });
    const label = element("label", { class: "head", ondblclick: () => set({ heads: [h] }) }, input, ` ${h + 1}`);
    label.style.setProperty("--colour", COLOURS[h % COLOURS.length]);
    chooser.append(label);
  }
  chooser.append(element("button", { type: "button", onclick: () => set({ heads: null }) }, "all"));
  const join = element("input", { type: "checkbox", checked: state.words, onchange: () => set({ words: !state.words, chosen: null }) });
  return element("div", { class: "controls" },
    choices("attention", state.kind, Object.entries(KINDS), (kind) => set({ kind, chosen: null })),
    element("label", {}, "layer ", layer),
    chooser,
    choices("as", state.form, [["lines", "lines"], ["matrix", "matrix"], ["all", "all heads"]], (form) => set({ form })),
    element("label", {}, join, " join pieces to words"));
}

function lines() {
  const drawn = heads().map((head) => [head, matrix(state.kind, state.layer, head)]);
  const first = matrix(state.kind, state.layer, 0), chosen = state.chosen;
  const widest = (names) => 16 + 8.5 * Math.max(6, ...names.map((n) => n.length));
  const left = widest(first.rows), right = widest(first.columns);
  const height = ROW * (1 + Math.max(first.rows.length, first.columns.length)) + 8, width = left + MIDDLE + right;
  const svg = element("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Attention of layer ${state.layer + 1} as lines; choose matrix for a table of the weights` });
  const y = (i) => ROW * (i + 1.5);
  const shown = (i, j) => !chosen || (chosen.side === "row" ? chosen.index === i : chosen.index === j);
  for (const [head, { values }] of drawn) {
    values.forEach((row, i) => row.forEach((weight, j) => {
      if (weight < 0.01 || !shown(i, j)) return;
      const d = `M ${left} ${y(i)} C ${left + MIDDLE / 2} ${y(i)}, ${left + MIDDLE / 2} ${y(j)}, ${left + MIDDLE} ${y(j)}`;
      svg.append(element("path", { d, fill: "none", stroke: COLOURS[head % COLOURS.length], "stroke-width": 0.4 + 4 * weight, "stroke-opacity": 0.15 + 0.7 * weight, "data-weight": weight.toFixed(4), "data-head": head }));
    }));
  }
  const columns = [["row", first.rows, left - 8, "end"], ["column", first.columns, left + MIDDLE + 8, "start"]];
  for (const [side, names, x, anchor] of columns) {
    const title = { row: state.kind === "encoder" ? "looks" : "predicts", column: "is looked at" }[side];
    svg.append(element("text", { x, y: ROW * 0.7, "text-anchor": anchor, class: "title" }, title));
    names.forEach((text, index) => {
      const is = chosen && chosen.side === side && chosen.index === index;
      const choose = () => state.chosen?.side === side && state.chosen.index === index || set({ chosen: { side, index } });
      const leave = () => state.chosen && set({ chosen: null });
      const word = element("g", { class: "word" + (is ? " chosen" : ""), tabindex: 0, role: "button", "aria-label": `${text}, ${title}`, "data-word": `${side}-${index}`, onmouseenter: choose, onfocus: choose, onmouseleave: leave, onblur: leave },
        element("rect", { x: anchor === "end" ? 0 : left + MIDDLE, y: y(index) - ROW / 2, width: anchor === "end" ? left : right, height: ROW, fill: "transparent" }),
        element("text", { x, y: y(index) + 5, "text-anchor": anchor }, text));
      svg.append(word);
    });
  }
  return element("div", { class: "scroll" }, svg);
}

function table() {  // the mean over the chosen heads, exactly
  const all = heads().map((head) => matrix(state.kind, state.layer, head));
  if (!all.length) return element("p", { class: "faint" }, "Choose a head.");
  const { rows, columns } = all[0];
  const head = element("tr", {}, element("td"), ...columns.map((text) => element("th", { scope: "col" }, text)));
  const body = rows.map((text, i) => element("tr", {}, element("th", { scope: "row" }, text), ...columns.map((_, j) => {
    const weight = all.reduce((sum, each) => sum + each.values[i][j], 0) / all.length;
    const cell = element("td", {}, weight.toFixed(3));
    cell.style.setProperty("--weight", weight.toFixed(3));
    return cell;
  })));
  const caption = element("p", { class: "faint" }, all.length > 1 ? `the mean of ${all.length} heads` : `head ${heads()[0] + 1}`);
  return element("div", {}, caption, element("div", { class: "scroll" }, element("table", { class: "matrix" }, element("thead", {}, head), element("tbody", {}, ...body))));
}

function glance() {  // every head of every layer, small; a click opens it
  const [layers, count] = weights(state.kind).shape, grid = element("div", { class: "small" });
  const colour = getComputedStyle(document.documentElement).getPropertyValue("--heat");
  for (let layer = 0; layer < layers; layer++) {
    for (let head = 0; head < count; head++) {
      const { values } = matrix(state.kind, layer, head);
      const canvas = element("canvas", { width: values[0].length, height: values.length, role: "img", "aria-label": `layer ${layer + 1}, head ${head + 1}` });
      const context = canvas.getContext("2d");
      values.forEach((row, i) => row.forEach((weight, j) => {
        context.fillStyle = `rgba(${colour}, ${weight})`;
        context.fillRect(j, i, 1, 1);
      }));
      const open = () => set({ layer, heads: [head], form: "lines" });
      grid.append(element("button", { type: "button", onclick: open }, canvas, `layer ${layer + 1}, head ${head + 1}`));
    }
  }
  return grid;
}

function likely() {
  const rows = record.likely.map((words, t) => element("tr", {}, element("th", { scope: "row" }, name(record.target, [t])), ...words.slice(0, 5).map(([piece, p]) => {
    const bar = element("span", { class: "bar" });
    bar.style.width = `${Math.max(1, 60 * p)}px`;
    return element("td", {}, bar, ` ${name([piece], [0])} `, element("span", { class: "faint" }, p.toFixed(3)));
  })));
  return element("div", { class: "scroll" }, element("table", { class: "steps" }, element("tbody", {}, ...rows)));
}

function beam() {  // a tree: a column for each step, the best hypotheses of a step at its top
  const WIDTH = 180, MOST = 12, order = { finished: 0, kept: 1, pruned: 2 };
  const nodes = record.beam.map(([parent, piece, score, fate], i) => ({ i, parent, piece, score, fate }));
  const best = new Set();
  for (let i = record.hypotheses[0][2]; i !== null; i = nodes[i].parent) best.add(i);
  const steps = [];
  for (const node of nodes) {
    node.step = node.parent === null ? 0 : nodes[node.parent].step + 1;
    (steps[node.step] ??= []).push(node);
  }
  for (const column of steps) {
    column.sort((a, b) => order[a.fate] - order[b.fate] || b.score - a.score);
    column.forEach((node, row) => Object.assign(node, { x: 10 + WIDTH * node.step, y: ROW * (row + 1), shown: row < MOST }));
  }
  const words = (node) => (node.parent === null ? "" : `${words(nodes[node.parent])} ${name([node.piece], [0])}`);
  const width = 20 + WIDTH * steps.length, height = ROW * (1 + Math.min(MOST, Math.max(...steps.map((column) => column.length))));
  const svg = element("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "The hypotheses of each step as a tree; the finished ones are listed below" });
  for (const node of nodes.filter((node) => node.shown)) {
    const from = nodes[node.parent];
    if (from?.shown) {
      const x = from.x + WIDTH - 50, d = `M ${x} ${from.y - 5} C ${x + 25} ${from.y - 5}, ${x + 25} ${node.y - 5}, ${node.x - 4} ${node.y - 5}`;
      svg.append(element("path", { d, class: `edge ${node.fate}${best.has(node.i) ? " best" : ""}` }));
    }
    svg.append(element("text", { x: node.x, y: node.y, class: node.fate + (best.has(node.i) ? " best" : ""), "data-node": node.i },
      element("title", {}, `${words(node).trim()}: ${node.score.toFixed(3)}, ${node.fate}`),
      `${name([node.piece], [0]).slice(0, 12)} ${node.score.toFixed(2)}`));
  }
  return element("div", { class: "scroll" }, svg);
}

function draw() {
  const focused = document.activeElement?.getAttribute?.("data-word");
  const attention = { lines, matrix: table, all: glance }[state.form]();
  document.getElementById("attention").replaceChildren(controls(), attention);
  if (focused) document.querySelector(`[data-word="${focused}"]`)?.focus({ preventScroll: true });
}

function build() {
  const others = record.hypotheses.slice(1).map(([score, text]) => element("li", {}, `${text} `, element("span", { class: "faint" }, score.toFixed(3))));
  document.getElementById("view").replaceChildren(
    element("h1", {}, record.translation),
    element("p", { class: "faint" }, record.text),
    element("h2", {}, "Attention"), element("div", { id: "attention" }),
    element("h2", {}, "The next word at each step"), likely(),
    element("h2", {}, "The beam"), element("p", { class: "faint" }, "Each number is the log probability of the words so far. The thick line is the translation; blue: the end of a hypothesis; grey: pruned."), beam(),
    element("h2", {}, "Other translations"), element("ol", { start: 2 }, ...others));
  draw();
}

function showRecord(next) {  // called again and again by demo.js; the layer and the heads stay chosen
  if (!record) state.layer = next.cross.shape[0] - 1;
  record = next;
  unpacked = {};
  state.chosen = null;
  build();
}

const whole = document.getElementById("record");  // in a page that holds its record
if (whole) showRecord(JSON.parse(whole.textContent));
