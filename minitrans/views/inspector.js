// The open array: its numbers, how they are computed, and what can be changed in it.

import { fetchWeights, where } from "./answers.js";
import { button, element, marked, whatIs } from "./draw.js";
import { rounded } from "./expression.js";
import { drawnBox, checked, elsewhere, explained, formulas, isPair, light, operands, point, spread } from "./number.js";
import { at, does, shown } from "./state.js";
import { whyOf } from "./why.js";

const BEST = 12, BLOCK = 64;  // next words; rows and columns that are shown at once
const LACKING = {  // for a model that is elsewhere
  file: "The weights are not in this file, so it shows no sums that need them, no gradients and no changes.",
  server: "The weights are on the server, which sends those of an open array, but no gradients.",
};
const STAY = 150;  // milliseconds that the pointer stays at a number before its finite difference is computed
const isShare = (name) => /\.weights\.\d+$|^probabilities$/.test(name);
const isDecoder = (name) => /^(d:)?(decoder|target|logits|probabilities|loss)/.test(name);
const found = (name) => (name.startsWith("d:") ? shown.arrays.get(name.slice(2))?.grad : shown.arrays.get(name));
let cells = new Map(), staying = null;

export function opened() {  // the open matrix, if it exists
  return at.open && shown.arrays ? found(at.open.name) : undefined;
}

export function open(name, head, { detail }, place = {}) {  // by a key: the focus goes to its numbers
  const same = at.open?.name === name && at.open.head === head && place.i === undefined;
  at.open = same ? null : { name, head, i: isDecoder(name) ? at.step : at.piece ?? 0, j: null, ...place };
  point();
  does.draw();
  if (at.open && !detail) whatIs("inspector").querySelector("td[tabindex='0']").focus();
}

export function close() {
  const name = at.open?.name.replace(/^d:/, "") ?? "";
  at.open = null;
  does.draw();
  document.querySelector(`[data-key="${CSS.escape(name)}"]`)?.focus();
}

export function drawInspector() {
  const place = whatIs("inspector"), matrix = opened();
  clearTimeout(staying);
  place.hidden = !matrix;
  if (!matrix) return;
  place.classList.toggle("right", !isDecoder(at.open.name));
  const forward = matrix.gradientOf ?? matrix, [rows, columns] = [shownRows(matrix), shownColumns(matrix)];
  const part = (list, all) => (list.length < all.length ? `${list.length} of ${all.length}` : all.length);
  const size = ` ${part(rows, matrix.rows)} \u00d7 ${part(columns, matrix.columns)}`;
  const [sum, check, tools, from] = ["sum", "check", "tools", "from"].map((kind, i) => (
    element("p", { class: kind, role: i < 2 && "status" })));
  const operand = (each) => button([element("i", {}, ...marked(each.symbol)), ` ${each.title}`], `of-${each.name}`,
    (event) => open(each.name, /(query|key|value)$/.test(each.name) ? at.open.head : undefined, event),
    { disabled: !each.entry && !each.data.length });
  const pick = (i, j) => {
    const made = operands(matrix, i, j), { run } = shown;
    sum.replaceChildren(...explained(matrix, i, j));
    tools.replaceChildren(...switches(forward, i, j), ...(forward.grad ? [turn(matrix, i, j)] : []));
    from.replaceChildren(...(made.length ? ["made of ", ...made.flatMap((each) => [operand(each), " "])]
      : run?.parameters[matrix.name] ? ["weights, as training left them"] : []));
    for (const old of document.querySelectorAll(".used")) old.classList.remove("used");
    for (const each of made) drawnBox(each.name)?.classList.add("used");
    check.textContent = LACKING[where] ?? "";
    clearTimeout(staying);
    const missing = elsewhere(matrix, i, j), fetched = () => fetchWeights(missing).then(() => does.draw("cell"));
    if (missing.length && where === "server") staying = setTimeout(fetched, STAY);
    const passes = run?.kept.has(forward.name) || run?.parameters[forward.name];
    if (matrix !== forward && passes) staying = setTimeout(() => { check.textContent = checked(matrix, i, j); }, STAY);
    light(matrix, i, j);
  };
  place.replaceChildren(
    button("\u00d7", "close", close, { class: "close", "aria-label": "close" }),
    element("h2", {}, element("i", {}, ...marked(matrix.symbol)), ` ${matrix.title}`,
      element("small", {}, size)),
    whyOf(matrix.name), ...formulas(matrix), numbersTable(matrix, rows, columns, pick), sum, check, tools, from);
  pick(at.open.i, at.open.j);
  cells.get(`${at.open.i}/${at.open.j}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function turn({ gradientOf, grad }, i, j) {  // from an array to its gradient, and back
  return button(gradientOf ? "forward: the array" : "backward: the gradient of the loss", "turn",
    (event) => open((gradientOf ?? grad).name, at.open.head, event, { i, j }));
}

function block(places, chosen) {
  const start = BLOCK * Math.floor(places.indexOf(chosen) / BLOCK);
  return places.slice(start, start + BLOCK);
}

function shownRows(matrix) {  // the places that are shown, including the open one
  let places = [...matrix.rows.keys()];
  if (matrix.rows === shown.names) places = [...shown.ids].sort((a, b) => a - b);
  else if (!matrix.gradientOf && isDecoder(matrix.name)) places = places.slice(0, at.step + 1);
  if (!places.includes(at.open.i)) [at.open.i] = places;
  return block(places, at.open.i);
}

function shownColumns(matrix) {
  const { i, head } = at.open, own = matrix.columns.length / shown.heads;
  let places = [...matrix.columns.keys()];
  if (matrix.columns === shown.names) {
    const row = matrix.row(i), size = matrix.gradientOf ? Math.abs : Number;
    places = places.sort((a, b) => size(row[b]) - size(row[a])).slice(0, BEST);
  } else if (head !== undefined && /(query|key|value|mixed)$/.test(matrix.name)) {
    places = places.slice(head * own, (head + 1) * own);
  }
  const largest = (best, j) => (matrix.number(i, j) > matrix.number(i, best) ? j : best);
  if (!places.includes(at.open.j)) at.open.j = isPair(matrix.name) ? places.reduce(largest) : places[0];
  return block(places, at.open.j);
}

function numbersTable(matrix, rows, columns, pick) {
  const share = isShare(matrix.name), scale = spread(rows.map((i) => columns.map((j) => matrix.number(i, j))));
  const choose = (i, j) => {
    const before = document.querySelector("td.at"), cell = cells.get(`${i}/${j}`);
    before?.classList.remove("at");
    if (before) before.tabIndex = -1;
    Object.assign(at.open, { i, j });
    if (!cell) return does.draw("cell");
    cell.classList.add("at");
    cell.tabIndex = 0;
    return pick(i, j);
  };
  cells = new Map();
  const cellOf = (i, j) => {
    const number = matrix.number(i, j), here = i === at.open.i && j === at.open.j;
    const cell = element("td", { tabindex: here ? 0 : -1, class: here && "at", onclick: () => cell.focus(),
      onfocus: () => choose(i, j) }, rounded(number, 2));
    const size = 60 * Math.min(1, Math.abs(number) / (share ? 1 : scale));
    cell.style.setProperty("--weight", `${Number.isFinite(number) ? size : 0}%`);
    cell.style.setProperty("--sign", `var(--${share ? "attention" : number < 0 ? "negative" : "positive"})`);
    cells.set(`${i}/${j}`, cell);
    return cell;
  };
  const keys = (event) => {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const { i, j } = at.open, step = steps[event.key];
    if (event.key === "Escape") close();
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const move = (list, place, by, all) => {  // beyond the end of a block the next one is shown
      const more = list.length < all.length && all !== shown.names && place + by in all;
      return list[list.indexOf(place) + by] ?? (more ? place + by : place);
    };
    const next = [move(rows, i, step[0], matrix.rows), move(columns, j, step[1], matrix.columns)];
    if (cells.has(next.join("/"))) cells.get(next.join("/")).focus();
    else choose(...next);
  };
  const head = element("tr", {}, element("td", {}), ...columns.map((j) => element("th", { scope: "col" },
    matrix.columns[j])));
  const body = rows.map((i) => element("tr", {}, element("th", { scope: "row" }, matrix.rows[i]),
    ...columns.map((j) => cellOf(i, j))));
  return element("div", { class: "scroll", onkeydown: keys },
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
}

// --- changes in place ---

function switches({ name, columns }, i, j) {
  const { change } = shown.run.model, residual = name.replace(/\.sum$/, ""),
    [, part, head] = /^(.*)\.weights\.(\d+)$/.exec(name) ?? [];
  if (where === "file" || !(part || residual !== name)) return [];
  const switched = (which, title) => {
    const off = change.off.includes(which), without = change.off.filter((each) => each !== which);
    return button(`switch ${title} ${off ? "on" : "off"}`, "switch",
      () => does.apply({ off: off ? without : [...change.off, which] }));
  };
  if (!part) return [switched(residual, "this connection")];
  const own = `${part}.head.${head}`, row = `${own}.row.${i}`;
  const set = (text, key) => button(text, `set-${text}`, () => does.apply({ rows: { ...change.rows, [row]: key } }));
  return [switched(own, `head ${Number(head) + 1}`), " this row: ", set(`all weight on ${columns[j]}`, j), " ",
    set("the same for all", "all"), " "];
}
