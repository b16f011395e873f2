"use strict";

// Attention: what each word looks at, as lines, as a matrix, or all heads at a glance.

const KINDS = { cross: "encoder-decoder", encoder: "encoder self-attention", decoder: "decoder self-attention" };
const NOTE = "Joined: the weight of a word is the sum over its pieces; a word of several pieces looks at others with the mean of their weights.";
const chosen = { kind: "cross", layer: null, heads: null, as: "lines", joined: false, word: null };  // it outlives a record

function attention(records) {  // -> the part of the page, and a function that draws it once the page has it
  const [layers, count] = records[0].attention.cross.shape;
  chosen.layer ??= layers - 1;
  chosen.heads ??= [...Array(count).keys()];
  const figures = records.map(() => element("div")), both = beside(figures), matrices = records.map(matrixOf);
  const part = element("section", { id: "attention" }, element("h2", {}, "Attention"));
  const change = (changes, all = false) => {
    if ("kind" in changes || "joined" in changes) chosen.word = null;
    Object.assign(chosen, changes);
    if (all) part.replaceChildren(part.firstChild, controls(layers, count, change), both);
    const note = () => (chosen.joined ? [element("p", { class: "faint" }, NOTE)] : []), drawn = { lines, matrix: table, heads: glance }[chosen.as];
    figures.forEach((figure, i) => figure.replaceChildren(...note(), ...drawn(sides(records[i]), matrices[i], figure.clientWidth, change, layers, count)));
  };
  chosen.word = null;
  return [part, () => change({}, true)];
}

function matrixOf(record) {  // -> a function of a layer and a head: their weights, [queries][keys], of pieces or of words
  const weights = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, unpack(record.attention[kind])]));
  return (layer, head) => {
    const [queries, keys] = sides(record).map(grouped), weight = weights[chosen.kind];
    const total = (i, group) => group.reduce((sum, j) => sum + weight(layer, head, i, j), 0);
    return queries.map((query) => keys.map((key) => query.reduce((sum, i) => sum + total(i, key), 0) / query.length));
  };
}

function unpack({ shape: [, heads, queries, keys], data, weights }) {  // see `pack` in minitrans/views/page.py
  if (weights) return weights;  // of a model in the page
  const values = new Uint16Array(bytesOf(data).buffer);
  return (layer, head, query, key) => values[((layer * heads + head) * queries + query) * keys + key] / 65535;
}

function sides(record) {  // -> the pieces that look, and those that they look at
  if (chosen.kind === "encoder") return [record.source, record.source];
  return [record.target, chosen.kind === "cross" ? record.source : ["<s>", ...record.target.slice(0, -1)]];
}

const MARK = /^[.,;:!?\u2026"\u201c-\u201e\u00ab\u00bb()]+$/;  // what stands beside a word and is no part of it

function grouped(pieces) {  // -> lists of places: of the pieces of a word if they are joined, else of one piece
  const groups = [];
  pieces.forEach((piece, i) => {
    if (!chosen.joined || !i || begins(piece) || pieces[i - 1] === "<s>" || MARK.test(piece)) groups.push([i]);
    else groups.at(-1).push(i);
  });
  return groups;
}

function names(pieces) {
  return grouped(pieces).map((group) => {
    const name = nameOf(group.map((i) => pieces[i]));
    return chosen.joined ? name.replace(/^\u00b7/, "") : name;
  });
}

// --- what one can choose ---

function choices(title, options, current, choose) {
  const inputs = Object.entries(options).map(([value, text]) => element("label", {},
    element("input", { type: "radio", name: title, value, checked: value === current, onchange: () => choose(value) }), ` ${text}`));
  return element("fieldset", {}, element("legend", {}, title), ...inputs);
}

function controls(layers, count, change) {
  const layer = element("select", { id: "layer", onchange: () => change({ layer: Number(layer.value) }) });
  for (let i = 0; i < layers; i++) layer.append(element("option", { value: i, selected: i === chosen.layer }, String(i + 1)));
  const boxes = [...Array(count).keys()].map((head) => element("input", { type: "checkbox", value: head, checked: chosen.heads.includes(head), onchange: () => heads() }));
  const heads = (checked) => {
    if (checked !== undefined) boxes.forEach((box) => { box.checked = checked; });
    change({ heads: boxes.flatMap((box, head) => (box.checked ? [head] : [])) });
  };
  const labels = boxes.map((box, head) => coloured(element("label", { class: "head" }, box, ` ${head + 1}`), head));
  const join = element("input", { id: "join", type: "checkbox", checked: chosen.joined, onchange: () => change({ joined: join.checked }) });
  return element("div", { class: "controls" },
    choices("attention", KINDS, chosen.kind, (kind) => change({ kind })),
    choices("as", { lines: "lines", matrix: "matrix", heads: "all heads" }, chosen.as, (as) => change({ as })),
    element("label", {}, "layer ", layer),
    element("fieldset", { id: "heads" }, element("legend", {}, "heads"), ...labels,
      element("button", { type: "button", onclick: () => heads(true) }, "all"),
      element("button", { type: "button", onclick: () => heads(false) }, "none")),
    element("label", {}, join, " join pieces to words"));
}

function coloured(node, head) {
  node.style.setProperty("--colour", colour(head));
  return node;
}

// --- two of three ways to draw it; lines.js has the first ---

function table([queries, keys], matrix) {
  const { heads, layer } = chosen, all = heads.map((head) => matrix(layer, head));
  if (!all.length) return [element("p", {}, "No head is chosen.")];
  const head = element("tr", {}, element("td"), ...names(keys).map((text) => element("th", { scope: "col", dir: "auto" }, text)));
  const body = names(queries).map((text, i) => element("tr", {}, element("th", { scope: "row", dir: "auto" }, text), ...all[0][i].map((_, j) => {
    const weight = all.reduce((sum, each) => sum + each[i][j], 0) / all.length;
    const cell = element("td", { title: weight.toFixed(5) }, weight.toFixed(3));
    cell.style.setProperty("--weight", `${60 * weight}%`);
    return cell;
  })));
  const whose = heads.length > 1 ? `the mean of ${heads.length} heads` : `head ${heads[0] + 1}`;
  const caption = element("p", { class: "faint", role: "status" }, `Layer ${layer + 1}, ${whose}. Each row is a word that looks; its weights add up to 1.`);
  const made = element("table", { class: "matrix" }, element("thead", {}, head), element("tbody", {}, ...body));
  if (heads.length === 1) coloured(made, heads[0]);
  return [caption, scroll("Matrix of the weights", made)];
}

function glance(_, matrix, width, change, layers, count) {  // every head of every layer; a click shows its lines
  const rows = [...Array(layers).keys()].map((layer) => {
    const row = element("div", { class: "small" });
    row.style.setProperty("--count", count);
    for (let head = 0; head < count; head++) {
      const values = matrix(layer, head), canvas = element("canvas", { width: values[0].length, height: values.length });
      const context = canvas.getContext("2d");
      context.fillStyle = colour(head);
      values.forEach((weights, i) => weights.forEach((weight, j) => {
        context.globalAlpha = weight;
        context.fillRect(j, i, 1, 1);
      }));
      const open = () => {
        change({ layer, heads: [head], as: "lines" }, true);
        whatIs("layer").focus();
      };
      row.append(element("button", { type: "button", onclick: open, "aria-label": `layer ${layer + 1}, head ${head + 1}: show its lines` }, canvas, `${layer + 1}.${head + 1}`));
    }
    return row;
  });
  return [element("p", { class: "faint" }, "2.3 is head 3 of layer 2. Rows look at columns. Choose one to see its lines."), ...rows];
}
